"""Why work in a worker process stopped; importing this loads no library."""

from typing import Any, Literal

from galaxies_asp.board.errors import GalaxiesError


class LimitReachedError(Exception):
    """The work was stopped because it reached a limit.

    `cpu_seconds` is the CPU time of the request; 0 where psutil is not installed.
    """

    last: Any = None

    def __init__(self, limit: Literal["time", "memory"], cpu_seconds: float) -> None:
        self.limit = limit
        self.cpu_seconds = cpu_seconds
        super().__init__(limit)


class ClusterError(GalaxiesError):
    """The scheduler cannot be reached, or a worker has another version."""


class ClusterLostError(ClusterError):
    """The scheduler ended, or cannot be reached any more."""


class WorkerDiedError(RuntimeError):
    """The worker process ended before its work was done."""
