"""Facts about a board: the rules at their places, and what is known on it.

`Known` is a board under any rules with what is drawn, and what has followed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp.symbols import point_of, points_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import Point, cell_name, dot_name, is_cell, sides
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.board.regions import pairs_of
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.explaining.pictures import Figure, Marks, cells, dots, edge

if TYPE_CHECKING:
    import clingo

    from galaxies_asp.explaining.switched import GroundInstance

_FEW = 5

Colors = Mapping[Point, int]
"""The colors of dots by their places."""


class Kind(StrEnum):
    """What a fact states; the rules first."""

    CENTER = "center"
    """The region of the dot contains the cells that the dot touches."""
    SYMMETRY = "symmetry"
    """The region of the dot is symmetric."""
    CONNECTED = "connected"
    """The region of the dot is connected."""
    COVER = "cover"
    """The cell belongs to some dot."""
    CELL = "cell"
    """The cell belongs to a dot that the fact names."""
    COMPLETE = "complete"
    """The region of the dot has no other cells than those that the fact names."""
    WALL = "wall"
    """The two sides of the edge belong to different regions."""
    OPEN = "open"
    """The two sides of the edge belong to the same region."""
    EMPTY = "empty"
    """The cell belongs to no dot."""
    ATOM = "atom"
    """An atom of the output holds; of puzzles of other families than Galaxies."""
    NO_ATOM = "no atom"
    """An atom of the output does not hold."""
    NO_SOLUTION = "no solution"
    """No solution exists."""


DOT_RULES = (Kind.CENTER, Kind.SYMMETRY, Kind.CONNECTED)
"""The rules about a dot."""

_RANK = {kind: rank for rank, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that holds on a board.

    Attributes
    ----------
    at
        The cell, the edge or the dot that it is about; the first point of an atom.
    center
        The place of the dot of a cell, for `CELL` only.
    cells
        The cells of the region, for `COMPLETE` only.
    atom
        The atom, for `ATOM` and `NO_ATOM` only.
    """

    kind: Kind
    at: Point
    center: Point | None = None
    atom: Atom | None = None
    cells: tuple[Point, ...] = field(default=(), kw_only=True)


NO_SOLUTION = Fact(Kind.NO_SOLUTION, Point(0, 0))
"""The fact without a place: `at` is not used."""


def rules_of(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield all rules at their places on a puzzle, given walls included."""
    for center in puzzle.centers:
        yield from (Fact(kind, center) for kind in DOT_RULES)
    yield from (Fact(Kind.COVER, cell) for cell in puzzle.cells())
    yield from (Fact(Kind.WALL, wall) for wall in sorted(puzzle.walls))


def drawn_on(position: Position) -> Iterator[Fact]:
    """Yield the drawn labels, and the drawn walls that are not given."""
    yield from (Fact(Kind.CELL, *pair) for pair in pairs_of(position))
    if position.walls is not None:
        for wall in sorted(position.inner_walls() - position.puzzle.walls):
            yield Fact(Kind.WALL, wall)


def distance(one: Point, other: Point) -> int:
    """Return how far two points are apart: in columns or rows, whichever are more."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts in the order of their kinds, each in reading order."""
    return tuple(sorted(facts, key=lambda f: (_RANK[f.kind], f.at.y, f.at.x)))


def in_turn(fact: Fact) -> tuple[object, ...]:
    """Return the sort key of facts by place, and of the atoms at a place by name."""
    return fact.at.y, fact.at.x, str(fact.atom or ""), fact.kind


def by_distance(facts: Iterable[Fact], place: Point) -> tuple[Fact, ...]:
    """Return facts by their distance from a place, otherwise as they are."""
    return tuple(sorted(facts, key=lambda fact: distance(fact.at, place)))


def cells_of(place: Point) -> tuple[Point, ...]:
    """Return the cell itself, or the two sides of an edge."""
    return (place,) if is_cell(place) else sides(place)


def cells_about(facts: Iterable[Fact]) -> tuple[Point, ...]:
    """Return the cells that facts are about, each of them once."""
    return tuple(dict.fromkeys(cell for fact in facts for cell in cells_of(fact.at)))


@dataclass(frozen=True)
class Known:
    """A board with everything that is known on it.

    Attributes
    ----------
    position
        What is drawn; the hidden dots that are known follow those of the puzzle.
    facts
        What is known, in the order in which it was found.
    shown
        The number of dots that the puzzle shows.
    colors
        The colors of the dots by their places; None under the standard rules.
    """

    position: Position
    facts: tuple[Fact, ...]
    shown: int
    colors: Colors | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, position: Position, colors: Colors | None = None) -> "Known":
        """Return what is drawn on a puzzle."""
        shown = len(position.puzzle.centers)
        return cls(position, tuple(drawn_on(position)), shown, colors)

    def with_facts(self, more: Iterable[Fact]) -> "Known":
        """Return what is known with further facts."""
        new = tuple(more)
        puzzle = self.position.puzzle
        named = dict.fromkeys(fact.center for fact in new if fact.center is not None)
        hidden = tuple(center for center in named if center not in puzzle.centers)
        position = self.position
        if hidden:
            puzzle = replace(puzzle, centers=puzzle.centers + hidden)
            position = Position(puzzle, position.walls, position.rows())
        return replace(self, position=drawn(position, new), facts=self.facts + new)

    @property
    def family_name(self) -> str:
        """The name of the family."""
        return NAME

    @property
    def centers(self) -> tuple[Point, ...]:
        """The dots, hidden ones that are known included."""
        return self.position.puzzle.centers

    @property
    def empty(self) -> tuple[Point, ...]:
        """The cells that belong to no region."""
        return tuple(fact.at for fact in self.facts if fact.kind is Kind.EMPTY)

    def in_words(self, some: Iterable[Fact]) -> str:
        """Return a sentence about some facts, without its full stop."""
        groups: dict[Point | Kind | None, list[Point]] = {}
        for fact in sorted(some, key=lambda fact: not is_cell(fact.at)):
            about = fact.center if is_cell(fact.at) else fact.kind
            groups.setdefault(about, []).append(fact.at)
        return "; ".join(self._together(*group) for group in groups.items())

    def _together(self, about: Point | Kind | None, points: list[Point]) -> str:
        """Return a sentence about cells of one dot or of none, or about edges."""
        if isinstance(about, Kind):
            none = "no" if about is Kind.OPEN else "a"
            return f"there is {none} wall between {'; '.join(map(edge, points))}"
        dot = "no region" if about is None else self.dot_in_words(about)
        if about is not None and about not in self.centers[: self.shown]:
            dot = f"the hidden {dot}"
        return f"{cells(points)} belong{'s' if len(points) == 1 else ''} to {dot}"

    def dot_in_words(self, center: Point) -> str:
        """Return the name of a dot; of a hidden one that is not known, its place."""
        if center in self.centers:
            return dots(self.centers.index(center))
        return f"dot at {center}"

    def places(self, some: Iterable[Fact]) -> tuple[Point, ...]:
        """Return the cells that facts are about."""
        return cells_about(some)

    def where(self, places: Iterable[Point]) -> str:
        """Return the names of cells in words."""
        return cells(places)

    def named(self, value: "clingo.Symbol") -> str:
        """Return a value of a term, named as on the board."""
        point = point_of(value)
        return str(value) if point is None else self._at(point)

    def _at(self, point: Point) -> str:
        """Return the name of a cell with its dot and clues, or of another place."""
        puzzle = self.position.puzzle
        there = [self.dot_in_words(point)] if point in puzzle.centers else []
        if puzzle.has_cell(point):
            there += (clue.words for clue in puzzle.clues if clue.point() == point)
            name = cell_name(point)
            return f"{name} ({', '.join(there)})" if there else name
        if not there and puzzle.has_edge(point):
            return f"the edge between {edge(point)}"
        return there[0] if there else str(point)

    def choices_in_words(self, instance: "GroundInstance") -> str:
        """Return which atoms a bound can count, shortly: `dot B or F`, `only dot B`.

        Where the rule is about one dot, its cells are named.
        """
        atoms = instance.elements
        last = [at for atom in atoms for at in points_of(atom)[-1:]]
        fixed = {point_of(value) for value in instance.values}
        first = [at for atom in atoms for at in points_of(atom)[:1]]
        is_one_dot = len(set(last)) == 1 and fixed.issuperset(last)
        if is_one_dot and not fixed.issuperset(first):
            return choices(list(map(self._at, first)))
        numbers = {self.centers.index(at) for at in last if at in self.centers}
        if not len(numbers) == len(last) == len(atoms):
            return choices(list(map(str, atoms)))
        letter, *others = map(dot_name, sorted(numbers))
        return choices([f"dot {letter}", *others])

    def figure(self, head: str, *, marks: Marks, **parts: Any) -> Figure:
        """Return a figure of the board with all walls that are known."""
        puzzle, colors = self.position.puzzle, self.colors or {}
        labels = self.position.rows() or puzzle.empty_rows()
        walls = puzzle.walls | Position(puzzle, labels=labels).inner_walls()
        walls |= {fact.at for fact in self.facts if fact.kind is Kind.WALL}
        of_dots = tuple(colors.get(at, dot % 5) for dot, at in enumerate(self.centers))
        board = Position(puzzle, walls, labels)
        return Figure(board, head, marks=marks, colors=of_dots, **parts)


def choices(names: Sequence[str]) -> str:
    """Return what a bound can count as a phrase; many are counted."""
    if len(names) == 1:
        return f"only {names[0]}"
    if len(names) > _FEW:
        return f"{len(names)} choices"
    starts = {"".join(name.rpartition(" ")[:2]) for name in names}
    alike = starts.pop() if len(starts) == 1 else ""
    first, *others = [name.removeprefix(alike) for name in names]
    return f"{alike}{', '.join([first, *others[:-1]])} or {others[-1]}"


def drawn(position: Position, facts: Iterable[Fact]) -> Position:
    """Return the position with some facts drawn on it, if they can be drawn."""
    puzzle, walls, rows = position.puzzle, position.walls, position.rows()
    for fact in facts:
        if fact.center is not None:
            rows = rows or puzzle.empty_rows()
            dot = puzzle.centers.index(fact.center)
            rows[fact.at.y // 2][fact.at.x // 2] = dot
        elif fact.kind is Kind.WALL:
            walls = (walls or frozenset()) | {fact.at}
    return Position(puzzle, walls, rows)
