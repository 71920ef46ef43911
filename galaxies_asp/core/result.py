"""Results: solutions, their number, and what they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from galaxies_asp.core.asp.search import STOPPED, Decision, Ending, Stop
from galaxies_asp.core.asp.symbols import points_of
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.board import Answered, Brief
from galaxies_asp.core.board.errors import GalaxiesError, counted
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

Status = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Result(Answered, Ending, Generic[P]):
    """The answer to a request: the solutions found, each verified, and the end."""

    solutions: tuple[P, ...]
    sheet: AnySheet
    """The puzzle."""
    part: str = ""
    """The part of the output in which the solutions differ; empty: anything."""

    @property
    def puzzle(self) -> Any:
        """The puzzle as the family has it, such as a `Puzzle`."""
        return self.sheet.position.puzzle

    @property
    def complete(self) -> bool:
        """Whether the search was exhausted: there are no other solutions."""
        return self.exhausted

    @property
    def status(self) -> Status:
        """What is known about the number of solutions."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def differences(self) -> str:
        """Return in words where two solutions differ; empty if there are not two."""
        two = len(self.solutions) == 2
        return self.sheet.family.differences(self.solutions) if two else ""

    def different(self) -> dict[str, int]:
        """Return the numbers of solutions that differ in each part of the output."""
        family = self.sheet.family
        parts = [self.part] if self.part else family.parts
        drawn = [family.atoms(one) or frozenset() for one in self.solutions if parts]
        found = {}
        for part in parts:
            names = family.parts[part]
            kept = {
                frozenset(a for a in atoms if a.signature in names) for atoms in drawn
            }
            found[part] = len(kept)
        return found

    def counted(self) -> str:
        """Return the number of solutions in words, also of different parts."""
        words = counted(len(self.solutions), "solution")
        if self.part:
            return f"{words} that differ in their {self.part}"
        parts = self.different() if len(self.solutions) > 1 else {}
        numbers = [f"different {part}: {number}" for part, number in parts.items()]
        return f"{words} ({', '.join(numbers)})" if numbers else words

    def verdict(self) -> str:
        """Return the number of solutions in words, and whether it is exact."""
        count, usual = len(self.solutions), self.sheet.family.usual_encodings
        is_usual = self.encoding in ("", *usual)
        where = "" if is_usual else f" under the encoding {self.encoding}"
        verified = "verified"
        if not self.verified:
            verified = "not verified: no verifier for these rules"
        if self.complete and not count:
            return f"no solution{where}" + (f": {self.reason}" if self.reason else "")
        if self.complete:
            return f"exactly {self.counted()}{where}, {verified}"
        why = STOPPED[self.stopped_by]
        if not count:
            return f"no solution found: {why}"
        return f"at least {self.counted()}{where}, {verified}; {why}"

    def in_brief(self) -> str:
        """Return the status, and what is known about the board."""
        known = self.sheet.blank.position
        board = known.in_brief() if isinstance(known, Brief) else self.sheet.in_brief()
        return f"{self.status}, {board}"

    def __str__(self) -> str:
        name = f"{self.sheet.name}: " if self.sheet.name else ""
        blank, drawing = self.sheet.blank, ""
        for number, solution in enumerate(self.solutions):
            shown = self.sheet.drawn(solution)
            drawing += shown.text(PLAIN) if number else blank.text_with(shown, PLAIN)
        return f"{name}{self.verdict()}\n{drawing or blank.text(PLAIN)}".rstrip()

    def _repr_html_(self) -> str:
        """Draw the first solution, or the puzzle, below what is known about others."""
        from html import escape

        shown = self.sheet.drawn(self.solutions[0]) if self.solutions else self.sheet
        return f"<p>{escape(self.verdict())}</p>{html_of(shown)}"


AnyResult = Result[Any]
"""The answer to a request about a board of any family."""


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


def html_of(sheet: AnySheet) -> str:
    """Return a board for a notebook: a picture, or text where the family draws none."""
    from html import escape

    from galaxies_asp.core.drawing import painted

    try:
        return str(painted(sheet.scene(), "svg"))
    except GalaxiesError:
        return f"<pre>{escape(sheet.family.text(sheet.position))}</pre>"
