"""Many measured runs in parallel processes, with limits and a cache."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.pool import Bench, Limits, in_parallel
from galaxies_asp.lab.store import Store
from galaxies_asp.processes.worker import LimitReachedError, WorkerDiedError


def campaign(
    jobs: Sequence[Job],
    store: Store,
    *,
    limits: Limits,
    processes: int = 1,
    report: Callable[[Job, bool], None] = lambda job, measured: None,
) -> dict[Job, Run]:
    """Run all jobs that are not in the store; return all runs.

    Parameters
    ----------
    report
        Called after each job; its second argument is False for a stored run.
    """
    runs: dict[Job, Run] = {}
    missing = []
    for job in jobs:
        known = store.get(job, limits)
        if known is None:
            missing.append(job)
        else:
            runs[job] = known
            report(job, False)

    def measured(bench: Bench, job: Job) -> Run:
        return run_under(bench, job, limits)

    for job, run in in_parallel(missing, measured, processes):
        store.put(job, run, limits)
        runs[job] = run
        report(job, True)
    return {job: runs[job] for job in jobs}


def run_under(bench: Bench, job: Job, limits: Limits) -> Run:
    """Measure one job; a run that reaches a limit is returned as well."""
    try:
        run = bench.ask(job, limits, kind=replace(job, seed=None))
    except LimitReachedError as error:
        return Run(error.limit, cpu=error.cpu_seconds)
    except WorkerDiedError as error:
        return Run("refused", message=str(error))
    assert isinstance(run, Run)
    return run
