"""Worker processes that are kept between the requests of the page."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

from galaxies_asp.processes.stopped import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import Worker

ANSWERS = "galaxies_asp.play.answers:events"

AT_ONCE = 4
"""The number of requests that are worked on at the same time; others wait."""

TIME_LIMIT = 300.0
MEMORY_LIMIT = 2_000_000_000
EXPERIMENT_TIME_LIMIT = 20.0
EXPERIMENT_MEMORY_LIMIT = 1_000_000_000
"""Limits of a request: seconds, and bytes of the process."""

EXPERIMENTS = frozenset({"experiment", "difference"})
"""Requests that run a program that the user may have written."""


class Workers:
    """Worker processes; each answers one request at a time."""

    def __init__(self) -> None:
        self._idle: list[Worker] = []
        self._all: list[Worker] = []
        self._free = threading.Semaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._is_closed = False

    def prepare(self) -> None:
        """Start a process before the first request needs one."""
        worker = self.take()

        def start() -> None:
            try:
                worker.start()
            except (OSError, WorkerDiedError):  # reported by the first request
                pass
            finally:
                self.give_back(worker)

        threading.Thread(target=start, daemon=True).start()

    def close(self) -> None:
        """End all processes, and start no other ones."""
        with self._lock:
            self._is_closed = True
        for worker in self._all:
            worker.close()

    async def events(self, request: Any) -> AsyncIterator[Any]:
        """Yield the events of a request.

        When the iterator is closed before its end, the worker process is ended.
        """
        task = _Task(self, request, asyncio.get_running_loop())
        threading.Thread(target=task.run, daemon=True).start()
        try:
            while (event := await task.queue.get()) is not None:
                yield event
        finally:
            task.cancel()

    def take(self) -> Worker:
        """Return an idle worker; wait while too many are busy."""
        self._free.acquire()
        with self._lock:
            if self._idle:
                return self._idle.pop()
            worker = Worker(ANSWERS)
            if self._is_closed:
                worker.close()
            self._all.append(worker)
            return worker

    def give_back(self, worker: Worker) -> None:
        """Keep a worker for the next request."""
        with self._lock:
            self._idle.append(worker)
        self._free.release()


class _Task:
    """A request that is worked on in a thread, which waits for the worker process."""

    def __init__(
        self, workers: Workers, request: Any, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._workers = workers
        self._request = request
        self._loop = loop
        self._worker: Worker | None = None
        self._done = False
        self._lock = threading.Lock()
        self.queue: asyncio.Queue[Any] = asyncio.Queue()

    def run(self) -> None:
        """Answer the request; put its events into the queue, and None at the end."""
        worker = self._workers.take()
        with self._lock:
            self._worker = worker
        try:
            if not self._done:
                for event in self._stream(worker):
                    self._put(event)
        except LimitReachedError as error:
            self._put({"error": f"stopped: the {error.limit} limit was reached"})
        except (WorkerDiedError, OSError):
            self._put({"error": "stopped: the process ended unexpectedly"})
        except Exception as error:
            self._put({"error": f"this request failed: {error!r}"})
        finally:
            with self._lock:
                self._worker, self._done = None, True
            self._workers.give_back(worker)
            self._put(None)

    def _stream(self, worker: Worker) -> Any:
        ask = self._request.get("ask") if isinstance(self._request, dict) else None
        experiment = ask in EXPERIMENTS
        return worker.stream(
            self._request,
            time_limit=EXPERIMENT_TIME_LIMIT if experiment else TIME_LIMIT,
            memory_limit=EXPERIMENT_MEMORY_LIMIT if experiment else MEMORY_LIMIT,
        )

    def cancel(self) -> None:
        """End the work, and the process if it is working on this request."""
        with self._lock:
            self._done = True
            if self._worker is not None:
                self._worker.kill()

    def _put(self, event: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(self.queue.put_nowait, event)
        except RuntimeError:  # the server has ended
            return
