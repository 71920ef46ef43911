"""The puzzles by name, and what can be said about each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import StripError, did_you_mean
from galaxies_asp.counting.strips.automaton import Automaton, from_sweep
from galaxies_asp.counting.strips.matrix import Strip
from galaxies_asp.counting.strips.rules import Partitions, Rings, Stars, Trees
from galaxies_asp.counting.strips.sweep import Sweep, explore

SWEPT: Mapping[str, Callable[..., Sweep]] = {
    "ring-ring": Rings,
    "two-not-touch": Stars,
    "circuit-board": Trees,
    "partitions": Partitions,
}
"""Puzzles that are defined cell by cell in Python."""

ENCODED = ("ring-ring", "two-not-touch", "circuit-board", "dominoes")
"""Puzzles whose columns are defined in `encodings/strips`."""


@dataclass(frozen=True)
class StripPuzzle:
    """A puzzle, a height, and how its rules are read.

    Raises `StripError` if these do not go together.
    """

    puzzle: str
    """One of the names in `SWEPT` and `ENCODED`, or the path of an encoding."""
    rows: int
    stars: int | None = None
    forbidden: frozenset[str] | None = None
    """For two-not-touch; see `Stars`."""
    constants: Mapping[str, int] = field(default_factory=dict)
    """For an encoding."""
    declarative: bool = False
    """Read the rules from the encoding, even if the puzzle is also defined in Python.
    """

    def __post_init__(self) -> None:
        known = list(dict.fromkeys((*SWEPT, *ENCODED)))
        if self.puzzle not in known and not Path(self.puzzle).is_file():
            raise StripError(
                f"no puzzle {self.puzzle!r}: neither a file nor one of "
                f"{', '.join(known)}{did_you_mean(self.puzzle, known)}"
            )
        if self.rows < 1:
            raise StripError(f"{self.rows} rows: at least 1 is needed")
        if self.puzzle == "two-not-touch":
            if self.stars is None:
                raise StripError(
                    "two-not-touch needs the number of stars in a column, as in "
                    "--const stars=2"
                )
        elif self.stars is not None or self.forbidden is not None:
            raise StripError(
                f"{self.puzzle}: stars, and what they may not touch, belong to "
                "two-not-touch"
            )
        if self.constants and not self.is_encoded:
            raise StripError(f"{self.puzzle}: only an encoding has constants")
        if "rows" in self.constants:
            raise StripError("rows: --rows gives the height, no constant does")

    @property
    def is_encoded(self) -> bool:
        """Whether clingo reads the rules."""
        return self.declarative or self.puzzle not in SWEPT

    def sweep(self) -> Sweep:
        """Return the rules, cell by cell."""
        own = {"stars": self.stars, "forbidden": self.forbidden}
        given = {name: value for name, value in own.items() if value is not None}
        return SWEPT[self.puzzle](self.rows, **given)

    def strip(self, report: Report = silent, *, force: bool = False) -> Strip:
        """Return what is needed to count.

        Raises `LimitError` if there are too many states, unless it is forced. Raises
        `EncodingError` if an encoding is faulty.
        """
        if self.is_encoded:
            return self.automaton(report).minimal().strip()
        return explore(self.sweep(), force=force, report=report)

    def automaton(self, report: Report = silent) -> Automaton:
        """Return the states between columns, and the columns that join them.

        Raises `LimitError` if there are too many steps. Raises `EncodingError` if an
        encoding is faulty.
        """
        if not self.is_encoded:
            return from_sweep(self.sweep())
        # Those who do not use encodings need no clingo.
        from galaxies_asp.counting.strips.column import explore_encoding, find_column

        constants = dict(self.constants)
        facts = ""
        if self.puzzle == "two-not-touch":
            rules = self.sweep()
            assert isinstance(rules, Stars)
            constants["stars"] = rules.stars
            facts = " ".join(f"forbidden({way})." for way in sorted(rules.forbidden))
        path = find_column(self.puzzle)
        return explore_encoding(path, self.rows, constants, facts, report)
