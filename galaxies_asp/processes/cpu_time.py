"""CPU time of a search."""

from typing import NamedTuple


class Seconds(NamedTuple):
    """CPU seconds; `total` includes reading and verifying the solutions."""

    ground: float = 0.0
    solve: float = 0.0
    total: float = 0.0
