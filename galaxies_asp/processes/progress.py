"""Long work: its progress, its CPU time, and why it stopped.

Importing this loads no library.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from galaxies_asp.core.board.errors import GalaxiesError

Report = Callable[[str, int, int | None], None]
"""Called with what is counted, how many are done, and the total (None: unknown).

It may raise an exception to stop the work.
"""


def silent(what: str, done: int, total: int | None) -> None:
    """Report nothing: the default."""


class Seconds(NamedTuple):
    """CPU seconds; `total` includes reading and verifying the solutions."""

    ground: float = 0.0
    solve: float = 0.0
    total: float = 0.0


class LimitReachedError(Exception):
    """The work was stopped because it reached a limit.

    `cpu_seconds` is the CPU time of the request.
    """

    last: Any = None

    def __init__(self, limit: Literal["time", "memory"], cpu_seconds: float) -> None:
        self.limit = limit
        self.cpu_seconds = cpu_seconds
        super().__init__(limit)

    def __str__(self) -> str:
        return f"the {self.limit} limit was reached"


class ClusterError(GalaxiesError):
    """The scheduler cannot be reached, or a worker has another version."""


class ClusterLostError(ClusterError):
    """The scheduler ended, or cannot be reached any more."""


class WorkerDiedError(RuntimeError):
    """The worker process ended before its work was done."""


class SolverCrashedError(GalaxiesError):
    """The solver ended by a fault of its own, such as an overflow of its stack."""

    def __init__(self, message: str = "the solver crashed") -> None:
        super().__init__(message)
