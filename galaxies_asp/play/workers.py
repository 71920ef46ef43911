"""Requests of the page that take time: worker processes answer them under limits."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from galaxies_asp.play.answers import MODULES
from galaxies_asp.processes.pool import Pool
from galaxies_asp.processes.progress import (
    LimitReachedError,
    SolverCrashedError,
    WorkerDiedError,
)
from galaxies_asp.processes.worker import Worker

ANSWERS = "galaxies_asp.play.answers:events"


class Lane(NamedTuple):
    """Requests that wait only for each other.

    Attributes
    ----------
    at_once
        The number of requests that are worked on at the same time; others wait.
    time, memory
        Limits of a request: seconds, and bytes of the process.
    """

    at_once: int
    time: float = 300.0
    memory: int = 2_000_000_000


QUICK, SHORT, LONG, PROGRAMS = "quick", "short", "long", "programs"
LANES = {
    QUICK: Lane(1, time=30.0),
    SHORT: Lane(2),
    LONG: Lane(3),
    PROGRAMS: Lane(2, time=20.0, memory=1_000_000_000),
}
"""Boards are drawn on while hints are searched, and hints are given while puzzles are
counted; programs of the user, which may not end, hold up nothing else."""

LANE_OF = {
    **{name: QUICK for name, module in MODULES.items() if module == "playing"},
    **dict.fromkeys(("choices", "encodings", "program", "course"), QUICK),
    **dict.fromkeys(("hint", "why", "wrong", "number", "strokes"), SHORT),
    **dict.fromkeys(("experiment", "difference", "invent"), PROGRAMS),
}

_FIRST = {QUICK: "welcome", SHORT: "hint", LONG: "count"}
"""The requests whose modules are imported before the page asks."""


class Workers:
    """Worker processes; each answers one request at a time."""

    def __init__(self) -> None:
        self._pools = {n: Pool(lane.at_once, ANSWERS) for n, lane in LANES.items()}

    def prepare(self) -> None:
        """Start processes before the first requests need them, quick ones first.

        If it does not start, the first request reports it.
        """

        def start(name: str) -> Future[None]:
            return self._pools[name].use(partial(_warm_up, _FIRST[name]))

        def start_others(_: Future[None]) -> None:
            with suppress(RuntimeError):  # closed already
                for name in (SHORT, LONG):
                    start(name)

        with suppress(RuntimeError):
            start(QUICK).add_done_callback(start_others)

    def close(self) -> None:
        """End all processes, and start no other ones."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    async def events(self, request: Any) -> AsyncIterator[Any]:
        """Yield the events of a request.

        When the iterator is closed before its end, the worker process is ended.
        """
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Any] = asyncio.Queue()

        def put(event: Any) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(queue.put_nowait, event)

        ask = request.get("ask") if isinstance(request, dict) else None
        lane = LANE_OF.get(str(ask), LONG)
        if ask is not None and "program" in (request.get("under") or ()):
            lane = PROGRAMS
        task = _Task(request, put, LANES[lane])
        self._pools[lane].use(task.run).add_done_callback(lambda _: put(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            task.cancel()


def _warm_up(ask: str, worker: Worker) -> None:
    """Have a process import what such requests need."""
    for _ in worker.stream({"ask": ask}):
        pass


class _Task:
    """A request that is worked on in a thread, which waits for the worker process."""

    def __init__(self, request: Any, put: Callable[[Any], None], lane: Lane) -> None:
        self._request = request
        self._lane = lane
        self._put = put
        self._worker: Worker | None = None
        self._is_dropped = False
        self._lock = threading.Lock()

    def run(self, worker: Worker) -> None:
        """Answer the request."""
        with self._lock:
            if self._is_dropped:
                return
            self._worker = worker
        _, time, memory = self._lane
        try:
            for event in worker.stream(
                self._request, time_limit=time, memory_limit=memory
            ):
                self._put(event)
        except LimitReachedError as error:
            self._put({"error": f"stopped: the {error.limit} limit was reached"})
        except SolverCrashedError as error:
            self._put({"error": f"stopped: {error}"})
        except (WorkerDiedError, OSError):
            self._put({"error": "stopped: the process ended unexpectedly"})
        except Exception as error:
            self._put({"error": f"this request failed: {error!r}"})
        finally:
            with self._lock:
                self._worker = None

    def cancel(self) -> None:
        """Drop the request; end the process if it is working on it."""
        with self._lock:
            self._is_dropped = True
            if self._worker is not None:
                self._worker.kill()
