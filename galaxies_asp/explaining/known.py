"""What is known on a board under any rules: facts about its cells and edges."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import clingo

from galaxies_asp.asp.atoms import point_of
from galaxies_asp.board import facts
from galaxies_asp.board.grid import Point, cell_name, is_edge, touched_cells
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.explaining.clauses import cells, dots, edge
from galaxies_asp.explaining.instances import Asked, Rule, drawn_on

_NAMES = {
    Asked.EMPTY: "consequence_empty",
    Asked.WALL: "consequence_apart",
    Asked.OPEN: "consequence_joined",
}
"""The predicates of `questions/consequences.lp`."""
_ASKED = {name: asked for asked, name in _NAMES.items()}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that holds on a board.

    Attributes
    ----------
    asked
        `CELL` (the cell has a dot), `EMPTY` (it has none), `WALL` or `OPEN` (an edge).
    at
        The cell or edge.
    center
        The place of the dot of a cell.
    """

    asked: Asked
    at: Point
    center: Point | None = None

    @classmethod
    def of(cls, symbol: clingo.Symbol) -> "Fact | None":
        """Return the fact that an atom states; None if it states none."""
        points = [point_of(argument) for argument in symbol.arguments]
        if symbol.match(facts.GALAXY, 2) and points[0] and points[1]:
            return cls(Asked.CELL, points[0], points[1])
        if symbol.name in _ASKED and points[0]:
            return cls(_ASKED[symbol.name], points[0])
        return None

    @property
    def symbol(self) -> clingo.Symbol:
        """The atom that states the fact."""
        if self.center is not None:
            return clingo.Function(facts.GALAXY, [_pair(self.at), _pair(self.center)])
        return clingo.Function(_NAMES[self.asked], [_pair(self.at)])


def _pair(point: Point) -> clingo.Symbol:
    return clingo.Tuple_([clingo.Number(point.x), clingo.Number(point.y)])


@dataclass(frozen=True)
class Known:
    """A puzzle, and the facts that are known on it.

    Attributes
    ----------
    hidden
        The hidden dots that the facts name.
    """

    puzzle: Puzzle
    facts: tuple[Fact, ...] = ()
    hidden: tuple[Point, ...] = ()

    @classmethod
    def of(cls, position: Position) -> "Known":
        """Return what is drawn on a puzzle."""
        puzzle = position.puzzle
        drawn = (
            Fact(Asked.CELL, one.at, puzzle.centers[one.dot])
            if one.rule is Rule.LABEL
            else Fact(Asked.WALL, one.at)
            for one in drawn_on(position)
        )
        return cls(puzzle, tuple(drawn))

    def with_facts(self, more: Iterable[Fact]) -> "Known":
        """Return what is known with further facts."""
        new = tuple(more)
        centers = [fact.center for fact in new if fact.center is not None]
        fresh = dict.fromkeys(c for c in centers if c not in self.shown.centers)
        return Known(self.puzzle, self.facts + new, (*self.hidden, *fresh))

    @property
    def shown(self) -> Puzzle:
        """The puzzle with all dots that are known."""
        puzzle = self.puzzle
        return replace(puzzle, centers=puzzle.centers + self.hidden)

    @property
    def empty(self) -> tuple[Point, ...]:
        """The cells that belong to no region."""
        return tuple(fact.at for fact in self.facts if fact.asked is Asked.EMPTY)

    def position(self) -> Position:
        """Return the board with the facts drawn."""
        puzzle = self.shown
        number = {center: dot for dot, center in enumerate(puzzle.centers)}
        labels = puzzle.empty_rows()
        walls = set(puzzle.walls)
        for fact in self.facts:
            if fact.center is not None:
                labels[fact.at.y // 2][fact.at.x // 2] = number[fact.center]
            elif fact.asked is Asked.WALL:
                walls.add(fact.at)
        walls |= Position(puzzle, labels=labels).inner_walls()
        return Position(puzzle, walls, labels)

    def in_words(self, some: Iterable[Fact]) -> str:
        """Return a sentence about some facts, without its full stop."""
        of_dot: dict[Point | None, list[Point]] = {}
        edges: dict[Asked, list[Point]] = {}
        for fact in some:
            if is_edge(fact.at):
                edges.setdefault(fact.asked, []).append(fact.at)
            else:
                of_dot.setdefault(fact.center, []).append(fact.at)
        parts = [self._of_cells(points, center) for center, points in of_dot.items()]
        for asked, points in edges.items():
            none = "no " if asked is Asked.OPEN else "a "
            what = "; ".join(map(edge, points))
            parts.append(f"there is {none}wall between {what}")
        return "; ".join(parts)

    def _of_cells(self, points: list[Point], center: Point | None) -> str:
        words = f"{cells(points)} belong{'s' if len(points) == 1 else ''} to "
        if center is None:
            return f"{words}no region"
        hidden = "the hidden " if center not in self.puzzle.centers else ""
        return f"{words}{hidden}{self.dot_in_words(center)}"

    def dot_in_words(self, center: Point) -> str:
        """Return the name of a dot; of a hidden one that is not found, its place."""
        centers = self.shown.centers
        if center in centers:
            return dots([centers.index(center)])
        return f"dot at {center}"

    def name(self, value: clingo.Symbol) -> str:
        """Return a value of a term, named as on the board."""
        point, puzzle = point_of(value), self.shown
        if point is None:
            return str(value)
        dot = self.dot_in_words(point) if point in puzzle.centers else ""
        if puzzle.has_cell(point):
            return f"{cell_name(point)} ({dot})" if dot else cell_name(point)
        if dot:
            return dot
        if is_edge(point) and all(map(puzzle.has_cell, touched_cells(point))):
            return f"the edge between {edge(point)}"
        return str(point)
