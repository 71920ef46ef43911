"""A pool of worker processes: an executor whose tasks may have limits.

`Pool` is a `concurrent.futures.Executor`. Code that shares work takes any executor and
uses `submit` and `map` only; what needs limits takes a `Pool`.
"""

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.processes.serving import CALL
from galaxies_asp.processes.worker import Worker

Parameters = ParamSpec("Parameters")
Item = TypeVar("Item")
Result = TypeVar("Result")
Pending = Future[Any]
"""The answer to a request, whose type the function of the worker decides."""

_AHEAD = 64
"""Number of tasks submitted in advance to an executor of few workers."""

_WIDTH = 64
"""The width of an executor of another kind, which is not known."""

_KEPT = 4_000_000
"""Bytes that a process may keep from requests of another kind.

Memory that it does not return to the system would count as part of the peak of the
following requests.
"""


@dataclass(frozen=True)
class RequestLimits:
    """Limits of one request, grounding included."""

    seconds: float | None = None
    """CPU seconds. On a busy machine it may take `_PATIENCE` times as long."""
    memory: int | None = None
    """Bytes."""

    def ask(self, worker: Worker, request: object) -> Any:
        """Return the last item that a worker answers.

        Raises `LimitReachedError` if a limit stops the work; `last` is the last item
        before. Raises `WorkerDiedError` if the process ends by itself.
        """
        wall = None if self.seconds is None else _PATIENCE * max(1.0, self.seconds)
        items = worker.stream(
            request, time_limit=wall, cpu_limit=self.seconds, memory_limit=self.memory
        )
        last = None
        try:
            for item in items:
                last = item
        except LimitReachedError as error:
            error.last = last
            raise
        return last


_PATIENCE = 20.0

UNLIMITED = RequestLimits()


class Pool(Executor):
    """Worker processes that are started when they are needed.

    Used as a context manager, it waits for all tasks at the end of the block; after an
    exception, Ctrl-C included, it drops them. Dropped tasks end in the middle.

    `processes`: number of worker processes. `function`: the function that `ask` calls;
    see `Worker`. `submit` needs the default.
    """

    def __init__(self, processes: int, function: str = CALL) -> None:
        self.width = processes
        self._workers = [Worker(function) for _ in range(processes)]
        # The process that was used last is the next one: others may not have started.
        self._idle: queue.LifoQueue[Worker] = queue.LifoQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(processes)
        self._kinds: dict[Worker, tuple[object, int]] = {}

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)

    def submit(
        self,
        fn: Callable[Parameters, Result],
        /,
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Future[Result]:
        """Call a function, given by its module and name, in a worker."""
        return self.ask(partial(fn, *args, **kwargs))

    def ask(
        self, request: object, limits: RequestLimits = UNLIMITED, kind: object = None
    ) -> Pending:
        """Send a request to an idle worker process.

        The future has the exceptions of `RequestLimits.ask`.

        `kind`: requests of one kind need about the same memory. A process that still
        holds memory of another kind is replaced, so that peaks can be measured.
        """
        return self.use(partial(self._ask, request, limits, kind))

    def _ask(
        self, request: object, limits: RequestLimits, kind: object, worker: Worker
    ) -> object:
        """Replace the worker if it holds memory of another kind of request, and ask."""
        before, fresh = self._kinds.get(worker, (None, 0))
        if kind != before:
            if worker.is_alive() and worker.memory() > fresh + _KEPT:
                worker.kill()
            if not worker.is_alive():
                worker.start()
                fresh = worker.memory()
            self._kinds[worker] = kind, fresh
        return limits.ask(worker, request)

    def use(self, work: Callable[[Worker], Result]) -> Future[Result]:
        """Call a function with an idle worker, in a thread."""

        def with_worker() -> Result:
            worker = self._idle.get()
            try:
                return work(worker)
            finally:
                self._idle.put(worker)

        return self._threads.submit(with_worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the tasks, or drop them, and end the processes."""
        if not wait:
            for worker in self._workers:
                worker.close()
        self._threads.shutdown(cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.close()


def width_of(executor: Executor | None) -> int:
    """Return the number of tasks that an executor works on at the same time."""
    if executor is None:
        return 1
    return executor.width if isinstance(executor, Pool) else _WIDTH


def map_ahead(
    executor: Executor | None, function: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[Result]:
    """Yield the results in order, from items without end if need be.

    Without an executor this is `map`. When the iterator is closed, work that has not
    begun is canceled.
    """
    if executor is None:
        yield from map(function, items)
        return
    ahead = futures_ahead(executor, lambda item: executor.submit(function, item), items)
    for _, future in ahead:
        yield future.result()


def futures_ahead(
    executor: Executor, submit: Callable[[Item], Future[Result]], items: Iterable[Item]
) -> Generator[tuple[Item, Future[Result]]]:
    """Submit items ahead, and yield each with the future of its result, in order."""
    ahead = max(_AHEAD, 2 * width_of(executor))
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    try:
        for item in items:
            waiting.append((item, submit(item)))
            if len(waiting) == ahead:
                yield waiting.popleft()
        while waiting:
            yield waiting.popleft()
    finally:
        for _, future in waiting:
            future.cancel()
