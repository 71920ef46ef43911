"""How work is shared: by how many processes, or on which cluster."""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # pickle, threads and more are loaded where work is shared
    from galaxies_asp.processes.checkpoint import Checkpoint
    from galaxies_asp.processes.exchange import Exchange
    from galaxies_asp.processes.pool import Workers


class Sharing(NamedTuple):
    """How work is shared: worker processes, or the workers of a cluster.

    Attributes
    ----------
    jobs
        The number of worker processes.
    scheduler
        The address of a Dask scheduler, whose workers do the work instead.
    """

    jobs: int = 1
    scheduler: str | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other processes than the caller's do the work."""
        return self.jobs > 1 or self.scheduler is not None

    def executor(self) -> "AbstractContextManager[Workers | None]":
        """Give an executor, or None for one process: the caller's own."""
        return self.workers() if self.is_shared else nullcontext()

    def workers(
        self, function: str | None = None, most: int | None = None
    ) -> "Workers":
        """Return workers of a function, by default calls; at most `most` processes."""
        from galaxies_asp.processes.serving import CALL

        if self.scheduler is not None:
            from galaxies_asp.processes.cluster import Cluster

            return Cluster(self.scheduler, function or CALL)
        from galaxies_asp.processes.pool import Pool

        jobs = self.jobs if most is None else max(1, min(self.jobs, most))
        return Pool(jobs, function or CALL)

    def exchange(self, checkpoints: "Checkpoint") -> "Exchange":
        """Return workers that exchange states, a part for each."""
        from galaxies_asp.processes.exchange import Exchange, FileExchange

        if self.scheduler is not None:
            from galaxies_asp.processes.cluster import ClusterExchange

            return ClusterExchange(self.scheduler, checkpoints)
        if self.jobs > 1:
            return FileExchange(self.jobs, checkpoints)
        return Exchange(checkpoints)


ALONE = Sharing()
