"""What is known on a board under any rules: what is drawn, and what has followed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from galaxies_asp.board.grid import Point, cell_name, dot_name, is_cell
from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.marks import Mark
from galaxies_asp.explaining.clauses import cells, dots, edge
from galaxies_asp.explaining.facts import Fact, Kind, drawn_on
from galaxies_asp.explaining.pictures import Figure

if TYPE_CHECKING:
    import clingo

    from galaxies_asp.asp.switched import GroundInstance

_FEW = 5


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
    colors: Mapping[Point, int] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls, position: Position, colors: Mapping[Point, int] | None = None
    ) -> "Known":
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
    def family_name(self) -> str | None:
        """The name of the family, if it is another one than Galaxies."""
        return None

    @property
    def centers(self) -> tuple[Point, ...]:
        """The dots, hidden ones that are known included."""
        return self.position.puzzle.centers

    @property
    def empty(self) -> tuple[Point, ...]:
        """The cells that belong to no region."""
        return tuple(fact.at for fact in self.facts if fact.kind is Kind.EMPTY)

    def drawing(self) -> Position:
        """Return the board with all walls that are known."""
        puzzle = self.position.puzzle
        labels = self.position.rows() or puzzle.empty_rows()
        walls = puzzle.walls | Position(puzzle, labels=labels).inner_walls()
        walls |= {fact.at for fact in self.facts if fact.kind is Kind.WALL}
        return Position(puzzle, walls, labels)

    def in_words(self, some: Iterable[Fact]) -> str:
        """Return a sentence about some facts, without its full stop."""
        of_dot: dict[Point | None, list[Point]] = {}
        edges: dict[Kind, list[Point]] = {}
        for fact in some:
            if not is_cell(fact.at):
                edges.setdefault(fact.kind, []).append(fact.at)
            else:
                of_dot.setdefault(fact.center, []).append(fact.at)
        parts = []
        for center, points in of_dot.items():
            words = f"{cells(points)} belong{'s' if len(points) == 1 else ''} to "
            if center is None:
                parts.append(f"{words}no region")
                continue
            is_shown = center in self.position.puzzle.centers[: self.shown]
            hidden = "" if is_shown else "the hidden "
            parts.append(f"{words}{hidden}{self.dot_in_words(center)}")
        for kind, points in edges.items():
            none = "no " if kind is Kind.OPEN else "a "
            what = "; ".join(map(edge, points))
            parts.append(f"there is {none}wall between {what}")
        return "; ".join(parts)

    def dot_in_words(self, center: Point) -> str:
        """Return the name of a dot; of a hidden one that is not known, its place."""
        centers = self.position.puzzle.centers
        if center in centers:
            return dots([centers.index(center)])
        return f"dot at {center}"

    def named(self, value: "clingo.Symbol") -> str:
        """Return a value of a term, named as on the board."""
        from galaxies_asp.asp.atoms import point_of  # loads clingo

        point = point_of(value)
        return str(value) if point is None else self._at(point)

    def _at(self, point: Point) -> str:
        """Return the name of a cell with its dot and clues, or of another place."""
        puzzle = self.position.puzzle
        dot = self.dot_in_words(point) if point in puzzle.centers else ""
        if puzzle.has_cell(point):
            clues = [clue.words for clue in puzzle.clues if clue.point() == point]
            there = ", ".join(filter(None, [dot, *clues]))
            return f"{cell_name(point)} ({there})" if there else cell_name(point)
        if dot:
            return dot
        if puzzle.has_edge(point):
            return f"the edge between {edge(point)}"
        return str(point)

    def choices_in_words(self, instance: "GroundInstance") -> str:
        """Return which atoms a bound can count, shortly: `dot B or F`, `only dot B`.

        Where the rule is about one dot, its cells are named.
        """
        from galaxies_asp.asp.atoms import point_of, points_of  # loads clingo

        atoms = instance.elements
        last = [at for atom in atoms for at in points_of(atom)[-1:]]
        fixed = {point_of(value) for value in instance.values}
        first = [at for atom in atoms for at in points_of(atom)[:1]]
        is_one_dot = len(set(last)) == 1 and fixed.issuperset(last)
        if is_one_dot and not fixed.issuperset(first):
            return choices(list(map(self._at, first)))
        dots_ = [self.centers.index(at) for at in last if at in self.centers]
        if not len(dots_) == len(set(dots_)) == len(atoms):
            return choices(list(map(str, atoms)))
        letter, *others = map(dot_name, sorted(dots_))
        return choices([f"dot {letter}", *others])

    def figure(self, head: str, *, marks: tuple[Mark, ...], **parts: Any) -> Figure:
        """Return a figure of the board."""
        centers, colors = self.centers, self.colors or {}
        of_dots = tuple(colors.get(at, dot % 5) for dot, at in enumerate(centers))
        return Figure(self.drawing(), head, marks=marks, colors=of_dots, **parts)


def choices(names: Sequence[str]) -> str:
    """Return what a bound can count as a phrase; many are counted."""
    if len(names) == 1:
        return f"only {names[0]}"
    if len(names) > _FEW:
        return f"{len(names)} choices"
    starts = {name.rpartition(" ")[0] for name in names}
    alike = f"{starts.pop()} " if len(starts) == 1 else ""
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
