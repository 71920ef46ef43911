"""Worker processes of the lab: requests in parallel, each under limits."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.worker import Worker

_CHECK_SECONDS = 0.1

_KEPT = 4_000_000
"""A worker process that keeps more bytes than this is replaced: memory that it does not
return to the system would count in the peak of later runs.
"""

_PATIENCE = 20.0
"""The ratio of wall-clock to CPU seconds that a run may take on a busy machine."""

_Request = TypeVar("_Request")
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Limits:
    """CPU seconds and bytes for one run, grounding included."""

    seconds: float | None = None
    memory: int | None = None


def ask(worker: Worker, request: Any, limits: Limits) -> Any:
    """Return the answer of a worker.

    Raises `LimitReachedError` if a limit stops the work. Raises `WorkerDiedError` if
    the process ends by itself. Raises `GalaxiesError` if the encoding is faulty.
    """
    seconds = limits.seconds
    (answer,) = worker.stream(
        request,
        time_limit=None if seconds is None else _PATIENCE * max(1.0, seconds),
        cpu_limit=seconds,
        memory_limit=limits.memory,
    )
    return answer


class Bench:
    """A worker process that is replaced when the kind of request changes."""

    def __init__(self) -> None:
        self._worker = Worker(NAME)
        self._fresh = 0
        self._kind: object = None

    def ask(self, request: Any, limits: Limits, kind: object = None) -> Any:
        """Return the answer of the worker; see `ask`.

        Parameters
        ----------
        kind
            Requests of one kind take about the same memory.
        """
        if kind != self._kind and self._worker.memory() > self._fresh + _KEPT:
            self._worker.kill()
        if not self._worker.is_alive():
            self._worker.start()
            self._fresh = self._worker.memory()
        self._kind = kind
        return ask(self._worker, request, limits)

    def kill(self) -> None:
        """End the process, if there is one."""
        self._worker.kill()


def in_parallel(
    requests: Sequence[_Request],
    answer: Callable[[Bench, _Request], _Result],
    processes: int,
) -> Iterator[tuple[_Request, _Result]]:
    """Yield answers in order of completion; always end all processes.

    Parameters
    ----------
    answer
        Answers one request on a bench, in a thread.
    """
    waiting: queue.SimpleQueue[_Request] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[_Request, _Result] | BaseException]
    done = queue.SimpleQueue()
    for request in requests:
        waiting.put(request)
    benches = [Bench() for _ in range(min(processes, len(requests)))]
    stopped = threading.Event()

    def supervise(bench: Bench) -> None:
        while not stopped.is_set():
            try:
                request = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((request, answer(bench, request)))
            except BaseException as error:
                done.put(error)

    threads = [
        threading.Thread(target=supervise, args=(bench,), daemon=True)
        for bench in benches
    ]
    for thread in threads:
        thread.start()
    try:
        left = len(requests)
        while left:
            try:
                result = done.get(timeout=_CHECK_SECONDS)
            except queue.Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            left -= 1
            yield result
    finally:
        stopped.set()
        for thread, bench in zip(threads, benches, strict=True):
            while thread.is_alive():  # it may be just about to start a process
                bench.kill()
                thread.join(_CHECK_SECONDS)
            bench.kill()
