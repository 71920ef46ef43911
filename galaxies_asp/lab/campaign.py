"""Many requests in parallel, with limits, a cache and progress."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import replace
from typing import Any

from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.mutants import Trial, TrialRequest
from galaxies_asp.lab.settings import label
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits, Workers
from galaxies_asp.processes.progress import (
    LimitReachedError,
    Report,
    WorkerDiedError,
    silent,
)
from galaxies_asp.processes.sharing import Sharing

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
    with sharing.workers(NAME, len(missing)) as workers:
        each(missing, done, limits, workers, lambda job: replace(job, seed=0))
    return {job: runs[job] for job in jobs}


def try_all(
    requests: Sequence[TrialRequest],
    store: Store,
    limits: Limits,
    sharing: Sharing = ALONE,
    report: Report = silent,
) -> list[Trial]:
    """Check all mutants that are not in the store; return the trials of all."""
    trials = {
        request: known
        for request in requests
        if (known := store.trial(request)) is not None
    }

    def done(request: TrialRequest, future: Future[Any]) -> None:
        try:
            trials[request] = future.result()
            store.put_trial(request, trials[request])
        except (LimitReachedError, WorkerDiedError) as error:
            trials[request] = Trial(request.mutant, "a limit", str(error))
        report("mutants", len(trials), len(requests))

    missing = [request for request in requests if request not in trials]
    with sharing.workers(NAME, len(missing)) as workers:
        each(missing, done, limits, workers)
    return [trials[request] for request in requests]


def each(
    requests: Sequence[Any],
    done: Callable[[Any, Future[Any]], None],
    limits: Limits,
    workers: Workers,
    kind: Callable[[Any], object] = lambda request: None,
) -> None:
    """Send requests to workers; call `done` with each, and its future."""
    futures = {
        workers.ask(request, limits, kind(request)): request for request in requests
    }
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
