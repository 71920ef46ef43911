"""Long work: its progress, its CPU time, and the limit that stopped it."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

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
    """A limit stopped the work, after `cpu_seconds` of the request."""

    last: Any = None

    def __init__(self, limit: Literal["time", "memory"], cpu_seconds: float) -> None:
        self.limit = limit
        self.cpu_seconds = cpu_seconds
        super().__init__(limit)

    def __str__(self) -> str:
        return f"the {self.limit} limit was reached"
