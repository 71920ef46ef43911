"""CPU time of a search."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seconds:
    """CPU seconds; `total` includes reading and verifying the solutions."""

    ground: float = 0.0
    solve: float = 0.0
    total: float = 0.0
