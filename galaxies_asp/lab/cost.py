"""One measured run of an encoding on a puzzle."""

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galaxies_asp.asp.search import Outcome
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.solve.request import Request
from galaxies_asp.solve.search import search

COUNTS = {
    "rules": ("problem", "lp", "rules"),
    "atoms": ("problem", "lp", "atoms"),
    "bodies": ("problem", "lp", "bodies"),
    "sccs": ("problem", "lp", "sccs"),
    "variables": ("problem", "generator", "vars"),
    "constraints": ("problem", "generator", "constraints"),
    "choices": ("solving", "solvers", "choices"),
    "conflicts": ("solving", "solvers", "conflicts"),
}
"""The counts and their paths in clingo's statistics; a program without SCCs is
tight."""

UNIQUENESS = 2


@dataclass(frozen=True)
class Job:
    """An encoding on a puzzle, with a seed (None: clingo's own order) and options."""

    encoding: str
    puzzle: Puzzle
    seed: int | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """The result of a run.

    Attributes
    ----------
    status
        `unique`, `multiple`, `none`; `time` or `memory` where a limit stopped the run,
        whose figures are then meaningless; `refused` where the encoding is faulty.
    ground, solve
        CPU seconds of grounding, and of finding a solution and proving that there is no
        other.
    cpu
        All CPU seconds, also of a run that was stopped.
    peak
        The most memory that the process held, in bytes; 0 where it is not known.
    counts
        See `COUNTS`; empty if nothing was left to be solved.
    message
        The reason if the encoding is refused.
    """

    status: str
    ground: float = 0.0
    solve: float = 0.0
    cpu: float = 0.0
    peak: int = 0
    counts: dict[str, int] | None = None
    message: str = ""

    @property
    def finished(self) -> bool:
        """Whether the figures are valid."""
        return self.status not in ("time", "memory", "refused")


def measure(job: Job) -> Run:
    """Search for two solutions, and measure the run."""
    _forget_peak()
    try:
        request = Request(
            job.puzzle,
            UNIQUENESS,
            job.encoding,
            seed=job.seed,
            options=job.options,
            statistics=True,
        )
        *found, outcome = search(request)
    except GalaxiesError as error:
        return Run("refused", message=str(error))
    assert isinstance(outcome, Outcome)
    seconds = outcome.seconds
    return Run(
        ("none", "unique", "multiple")[len(found)],
        ground=seconds.ground,
        solve=seconds.solve,
        cpu=seconds.total,
        peak=_peak(),
        counts=_counts(outcome.statistics),
    )


def _counts(statistics: dict[str, Any]) -> dict[str, int]:
    counts = {}
    for name, path in COUNTS.items():
        value: Any = statistics
        for key in path:
            value = value.get(key, {}) if isinstance(value, dict) else {}
        if isinstance(value, (int, float)):
            counts[name] = int(value)
    return counts


def give_back() -> None:
    """Return free memory to the system, where the C library can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _forget_peak() -> None:
    """Have the kernel measure the peak of memory anew, where it can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return


def _peak() -> int:
    """Return the peak of resident memory in bytes; 0 where this system has none."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0
