"""Requests of the page that take time: worker processes answer them under limits."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from galaxies_asp.processes.pool import Pool
from galaxies_asp.processes.progress import (
    LimitReachedError,
    SolverCrashedError,
    WorkerDiedError,
)
from galaxies_asp.processes.worker import Worker

ANSWERS = "galaxies_asp.play.answers:events"

AT_ONCE = 4
"""The number of requests that are worked on at the same time; others wait."""

LIMITS = (300.0, 2_000_000_000)
"""Limits of a request: seconds, and bytes of the process."""

EXPERIMENTS = dict.fromkeys(("experiment", "difference"), (20.0, 1_000_000_000))
"""The limits of requests that run a program that the user may have written."""


class Workers:
    """Worker processes; each answers one request at a time."""

    def __init__(self) -> None:
        self._pool = Pool(AT_ONCE, ANSWERS)

    def prepare(self) -> None:
        """Start a process before the first request needs one.

        If it does not start, the first request reports it.
        """
        with contextlib.suppress(RuntimeError):  # closed already
            self._pool.use(Worker.start)

    def close(self) -> None:
        """End all processes, and start no other ones."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def events(self, request: Any) -> AsyncIterator[Any]:
        """Yield the events of a request.

        When the iterator is closed before its end, the worker process is ended.
        """
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Any] = asyncio.Queue()

        def put(event: Any) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(queue.put_nowait, event)

        task = _Task(request, put)
        self._pool.use(task.run).add_done_callback(lambda _: put(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            task.cancel()


class _Task:
    """A request that is worked on in a thread, which waits for the worker process."""

    def __init__(self, request: Any, put: Callable[[Any], None]) -> None:
        self._request = request
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
        asked = self._request if isinstance(self._request, dict) else {}
        ask = str(asked.get("ask"))
        try:
            time, memory = EXPERIMENTS.get(ask, LIMITS)
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
