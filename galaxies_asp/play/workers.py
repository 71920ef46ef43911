"""Requests of the page that take time: worker processes answer them under limits."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import NamedTuple

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.play.answers import LONG, PLACES, PROGRAMS, QUICK, SHORT
from galaxies_asp.processes.errors import SolverCrashedError, WorkerDiedError
from galaxies_asp.processes.pool import Pool
from galaxies_asp.processes.worker import Worker

ANSWERS = "galaxies_asp.play.answers:events"


class Lane(NamedTuple):
    """Requests that wait only for each other."""

    at_once: int
    """The number of requests that are worked on at the same time; others wait."""
    time: float = 300.0
    memory: int = 2_000_000_000
    """Limits of a request: seconds, and bytes of the process."""


LANES = {
    QUICK: Lane(1, time=30.0),
    SHORT: Lane(2),
    LONG: Lane(3),
    PROGRAMS: Lane(2, time=20.0, memory=1_000_000_000),
}
"""Boards are drawn on while hints are searched, and hints are given while puzzles are
counted; programs of the user, which may not end, hold up nothing else."""

_FIRST = {QUICK: "collection", SHORT: "hint", LONG: "count"}
"""The requests whose modules are imported before the page asks."""


def lane_of(request: object) -> str:
    """Return the name of the lane in which a request waits, whatever it is."""
    fields = request if isinstance(request, dict) else {}
    under = fields.get("under")
    if isinstance(under, dict) and "program" in under:
        return PROGRAMS
    return PLACES.get(str(fields.get("ask")), ("", LONG))[1]


class Workers:
    """Worker processes; each answers one request at a time."""

    def __init__(self) -> None:
        self._pools = {n: Pool(lane.at_once, ANSWERS) for n, lane in LANES.items()}

    def prepare(self) -> None:
        """Start processes before the first requests need them, quick ones first.

        Each imports what such requests need. If one does not start, the first request
        reports it.
        """

        def start() -> None:
            with suppress(Exception):
                for name, ask in _FIRST.items():
                    self._pools[name].ask({"ask": ask}).result()

        threading.Thread(target=start, daemon=True).start()

    def close(self) -> None:
        """End all processes, and start no other ones."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    async def events(self, request: object) -> AsyncIterator[Fields]:
        """Yield the events of a request, which waits for a process in a thread.

        When the iterator is closed before its end, the worker process is ended.
        """
        name = lane_of(request)
        lane = LANES[name]
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Fields | None] = asyncio.Queue()
        lock, working, is_dropped = threading.Lock(), list[Worker](), False

        def put(event: Fields | None) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(queue.put_nowait, event)

        def work(worker: Worker) -> None:
            with lock:
                if is_dropped:
                    return
                working.append(worker)
            try:
                _, time, memory = lane
                for event in worker.stream(
                    request, time_limit=time, memory_limit=memory
                ):
                    put(event)
            except Exception as error:
                put({"error": _reason(error)})
            finally:
                with lock:
                    working.clear()

        self._pools[name].use(work).add_done_callback(lambda _: put(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            with lock:
                is_dropped = True
                for worker in working:
                    worker.kill()


def _reason(error: Exception) -> str:
    """Return why a request has no answer."""
    match error:
        case LimitReachedError():
            return f"stopped: the {error.limit} limit was reached"
        case SolverCrashedError():
            return f"stopped: {error}"
        case WorkerDiedError() | OSError():
            return "stopped: the process ended unexpectedly"
    return f"this request failed: {error!r}"
