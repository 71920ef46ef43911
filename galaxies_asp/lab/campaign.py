"""Many requests in parallel, with limits, a cache and progress."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import replace
from typing import Any

from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.settings import label
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.processes.sharing import Sharing
from galaxies_asp.processes.stopped import LimitReachedError, WorkerDiedError

ALONE = Sharing()


def campaign(
    jobs: Sequence[Job],
    store: Store,
    *,
    limits: Limits,
    sharing: Sharing = ALONE,
    report: Report = silent,
) -> dict[Job, Run]:
    """Run all jobs that are not in the store, and return the runs of all."""
    runs = {}
    missing = []
    for job in jobs:
        known = store.get(job, limits)
        if known is None:
            missing.append(job)
        else:
            runs[job] = known

    def done(job: Job, future: Future[Any]) -> None:
        runs[job] = outcome(future)
        store.put(job, runs[job], limits)
        what = f"{label(job.encoding, job.options)} on {job.board.name}"
        report(what, len(runs), len(jobs))

    # Runs that differ in the seed are of one kind: they need about the same memory.
    each(missing, done, limits, sharing, lambda job: replace(job, seed=0))
    return {job: runs[job] for job in jobs}


def each(
    requests: Sequence[Any],
    done: Callable[[Any, Future[Any]], None],
    limits: Limits,
    sharing: Sharing,
    kind: Callable[[Any], object] = lambda request: None,
) -> None:
    """Send requests to workers; call `done` with each, and its future."""
    if not requests:
        return
    with sharing.workers(NAME, len(requests)) as workers:
        futures = {workers.ask(one, limits, kind(one)): one for one in requests}
        for future in as_completed(futures):
            done(futures[future], future)


def outcome(future: Future[Run]) -> Run:
    """Return a run; one that reaches a limit is returned as well."""
    try:
        return future.result()
    except LimitReachedError as error:
        before: Run = error.last or Run("")
        return replace(before, status=error.limit, cpu=error.cpu_seconds)
    except WorkerDiedError as error:
        return Run("died", message=str(error))
