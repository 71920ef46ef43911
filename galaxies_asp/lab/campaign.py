"""Many measured runs: in parallel processes, under limits, none of them twice."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.worker import NAME
from galaxies_asp.supervise import LimitReachedError, Worker, WorkerDiedError

_CHECK_SECONDS = 0.1

_LARGE = 64_000_000
"""A process that held so many bytes gives way to a new one.

What it does not return to the system would count as the peak of the runs after it.
"""


@dataclass(frozen=True)
class Limits:
    """Wall-clock seconds and bytes for one run, grounding included."""

    seconds: float | None = None
    memory: int | None = None


def campaign(
    jobs: Sequence[Job],
    store: Store,
    *,
    limits: Limits,
    processes: int = 1,
    report: Callable[[Job, bool], None] = lambda job, measured: None,
) -> dict[Job, Run]:
    """Run all jobs that the store does not know, and return the runs of all.

    Parameters
    ----------
    report
        Called after each job, with whether it was measured now.
    """
    runs: dict[Job, Run] = {}
    missing = []
    for job in jobs:
        known = store.get(job, limits.seconds, limits.memory)
        if known is None:
            missing.append(job)
        else:
            runs[job] = known
            report(job, False)
    for job, run in _measured(missing, limits, min(processes, len(missing))):
        store.put(job, run, limits.seconds, limits.memory)
        runs[job] = run
        report(job, True)
    return {job: runs[job] for job in jobs}


def _measured(
    jobs: list[Job], limits: Limits, processes: int
) -> Iterator[tuple[Job, Run]]:
    """Yield runs as they end. Whatever ends this, no process is left."""
    waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[Job, Run | BaseException]] = queue.SimpleQueue()
    for job in jobs:
        waiting.put(job)
    workers = [Worker(NAME) for _ in range(processes)]
    stopped = threading.Event()

    def supervise(worker: Worker) -> None:
        while not stopped.is_set():
            try:
                job = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((job, run_under(worker, job, limits)))
            except BaseException as error:
                done.put((job, error))

    threads = [
        threading.Thread(target=supervise, args=(worker,), daemon=True)
        for worker in workers
    ]
    for thread in threads:
        thread.start()
    try:
        left = len(jobs)
        while left:
            try:
                job, run = done.get(timeout=_CHECK_SECONDS)
            except queue.Empty:
                continue
            if isinstance(run, BaseException):
                raise run
            left -= 1
            yield job, run
    finally:
        stopped.set()
        for thread, worker in zip(threads, workers, strict=True):
            while thread.is_alive():  # it may be just about to start a process
                worker.kill()
                thread.join(_CHECK_SECONDS)
            worker.kill()


def run_under(worker: Worker, job: Job, limits: Limits) -> Run:
    """Measure one job; a limit is an outcome like others."""
    try:
        (run,) = worker.stream(
            job, time_limit=limits.seconds, memory_limit=limits.memory
        )
    except LimitReachedError as error:
        return Run(error.limit, cpu=error.cpu_seconds)
    except WorkerDiedError as error:
        return Run("refused", message=str(error))
    assert isinstance(run, Run)
    if run.peak > _LARGE:
        worker.kill()
    return run
