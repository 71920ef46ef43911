"""What all solutions have: their number, and what they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from galaxies_asp.core.asp.search import Decision, Stop
from galaxies_asp.core.asp.symbols import points_of
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.board import Answered
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, in_reading_order
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import AnySheet, Sheet

if TYPE_CHECKING:
    from galaxies_asp.core.asp import clingo
    from galaxies_asp.core.board.atoms import Atoms

P = TypeVar("P")

_PREFIX = "consequence_"


@dataclass(frozen=True, repr=False)
class Count(Answered):
    """The number of solutions, with the components."""

    sheet: AnySheet
    """The puzzle."""
    total: int
    """The number; a lower bound unless `complete`."""
    complete: bool
    encoding: str
    stopped_by: Stop | None = None
    components: tuple[int, ...] = ()
    """The numbers for the independent components, largest first; their product is the
    total."""
    forced_cells: int | None = None
    open_cells: int | None = None
    """The numbers of cells with and without the same dot in all solutions; None if
    unknown."""
    decisions: int = 0
    """The number of different components decided."""
    seconds: float = field(default=0.0, compare=False)
    decided_by: Decision = "search"
    """The encoding, and whether propagation decided everything."""
    verified: int | None = None
    """The number of solutions that a verifier has judged; None if the count does not
    come from a list of solutions."""

    def in_brief(self) -> str:
        """Return the number of solutions, and whether it is exact."""
        return ("" if self.complete else "at least ") + counted(self.total, "solution")

    def __str__(self) -> str:
        return f"{'' if self.complete else '>= '}{self.total}"


class Possibilities(Answered, Generic[P]):
    """The brave and cautious consequences of a puzzle."""

    sheet: Sheet[P]
    """The puzzle."""
    encoding: str
    decided_by: Decision
    """The encoding, and whether propagation decided everything."""

    def position(self) -> P:
        """Return the position in which everything is drawn that all solutions have."""
        raise NotImplementedError

    def in_words(self) -> str:
        """Return how much is the same in all solutions."""
        raise NotImplementedError

    def in_brief(self) -> str:
        """Return how much is the same in all solutions."""
        return self.in_words()

    def fields(self) -> Mapping[str, object]:
        """Return the consequences as fields of an answer."""
        raise NotImplementedError

    def __str__(self) -> str:
        drawn = self.sheet.drawn(self.position())
        return f"{self.in_words()}\n{drawn.text(PLAIN)}".rstrip()


@dataclass(frozen=True, repr=False)
class AtomPossibilities(Possibilities[P]):
    """The atoms of the output in all, in no, and in some but not all solutions."""

    sheet: Sheet[P]
    encoding: str
    forced: Atoms
    excluded: Atoms
    free: Atoms
    decided_by: Decision = "search"

    def position(self) -> P:
        """Return the position with all forced atoms drawn."""
        return self.sheet.with_atoms(self.forced).position

    def in_words(self) -> str:
        """Return how many atoms all, no, and some solutions have."""
        forced, excluded, free = map(len, (self.forced, self.excluded, self.free))
        return (
            f"{forced} atoms are in all solutions, {excluded} in none, {free} in some"
        )

    def fields(self) -> Mapping[str, object]:
        """Return the atoms."""
        names = "forced", "excluded", "free"
        return {name: texts_of(getattr(self, name)) for name in names}


@dataclass(frozen=True, repr=False)
class CellPossibilities(Possibilities[Position]):
    """The dots that cells may have, and forced walls, of a puzzle of Galaxies."""

    sheet: Sheet[Position]
    dots: dict[Point, tuple[int, ...]]
    """For each cell, in reading order, the dots that it has in some solution. A hidden
    dot, or none, is `NO_DOT`."""
    walls: frozenset[Point]
    passages: frozenset[Point]
    open_edges: frozenset[Point]
    """The edges between two cells that are walls in all solutions, in none, in some."""
    encoding: str
    decided_by: Decision = "search"

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.sheet.position.puzzle

    def position(self) -> Position:
        """Return the position with all forced labels and walls."""
        forced = {cell: dots[0] for cell, dots in self.dots.items() if len(dots) == 1}
        return Position(self.puzzle, self.walls, self.puzzle.rows_with(forced))

    def in_words(self) -> str:
        """Return how much is the same in all solutions."""
        forced = sum(len(dots) == 1 for dots in self.dots.values())
        return (
            f"{forced} of {len(self.dots)} cells are forced; {len(self.walls)} edges "
            f"are walls, {len(self.passages)} are not, {len(self.open_edges)} are open"
        )

    def fields(self) -> Mapping[str, object]:
        """Return the cells, row by row, and the edges as fields of an answer."""
        height, width = self.puzzle.height, self.puzzle.width
        rows: list[list[object]] = [[None] * width for _ in range(height)]
        for (x, y), dots in self.dots.items():
            rows[y // 2][x // 2] = [None if dot == NO_DOT else dot for dot in dots]
        return {
            "dots": rows,
            "walls": in_reading_order(self.walls),
            "no_walls": in_reading_order(self.passages),
            "open": in_reading_order(self.open_edges),
        }


def possibilities_of_atoms(
    sheet: Sheet[Position], symbols: Iterable[clingo.Symbol], encoding: str
) -> CellPossibilities:
    """Return the consequences that true atoms of `consequences.lp` state."""
    puzzle = sheet.position.puzzle
    number = {center: dot for dot, center in enumerate(puzzle.centers)}
    dots: dict[Point, set[int]] = {cell: set() for cell in puzzle.cells()}
    places: dict[str, set[Point]] = {"empty": set(), "apart": set(), "joined": set()}
    names = {f"{_PREFIX}{kind}" for kind in places}
    for symbol in symbols:
        points = points_of(symbol)
        if symbol.match(GALAXY, 2):
            dots[points[0]].add(number.get(points[1], NO_DOT))
        elif symbol.name in names:
            places[symbol.name.removeprefix(_PREFIX)].update(points)
    for cell in places["empty"]:
        dots[cell].add(NO_DOT)
    apart, joined = frozenset(places["apart"]), frozenset(places["joined"])
    return CellPossibilities(
        sheet,
        {cell: tuple(sorted(those)) for cell, those in dots.items()},
        walls=apart - joined,
        passages=joined - apart,
        open_edges=apart & joined,
        encoding=encoding,
    )
