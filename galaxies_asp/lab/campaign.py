"""Many measured runs in parallel processes, with limits and a cache."""

from collections.abc import Sequence
from concurrent.futures import Future, as_completed
from dataclasses import replace

from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.settings import label
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits, Pool
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.processes.worker import LimitReachedError, WorkerDiedError


def campaign(
    jobs: Sequence[Job],
    store: Store,
    *,
    limits: Limits,
    processes: int = 1,
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
    with Pool(processes, NAME) as pool:
        futures = {start(pool, job, limits): job for job in missing}
        for future in as_completed(futures):
            job = futures[future]
            runs[job] = outcome(future)
            store.put(job, runs[job], limits)
            what = f"{label(job.encoding, job.options)} on {job.puzzle.name}"
            report(what, len(runs), len(jobs))
    return {job: runs[job] for job in jobs}


def start(pool: Pool, job: Job, limits: Limits) -> Future[Run]:
    """Measure one job under limits; runs that differ in the seed are of one kind."""
    return pool.ask(job, limits, kind=replace(job, seed=None))


def outcome(future: Future[Run]) -> Run:
    """Return a run; one that reaches a limit is returned as well."""
    try:
        return future.result()
    except LimitReachedError as error:
        return Run(error.limit, cpu=error.cpu_seconds)
    except WorkerDiedError as error:
        return Run("refused", message=str(error))
