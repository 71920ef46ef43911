"""Walls that follow from the known cells, and the regions that are complete."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls


@dataclass(frozen=True)
class Drawn:
    """What is known on a board: the cells of each dot, and the walls."""

    board: Bitboard
    labels: Sequence[Bits]
    walls: Walls

    @classmethod
    def on(cls, position: Position) -> "Drawn":
        """Return what is drawn on a position, or given."""
        board = Bitboard(position.puzzle)
        labels = board.regions(position)
        walls = position.puzzle.walls
        if position.walls is not None:
            walls |= position.inner_walls()
        return cls(board, labels, board.walls(walls))

    @classmethod
    def of(cls, board: Bitboard, facts: Iterable[Fact] = ()) -> "Drawn":
        """Return what some facts say."""
        return cls(board, [0] * len(board.core), board.walls(())).with_facts(facts)

    @cached_property
    def known(self) -> Bits:
        """The cells whose dot is known."""
        return reduce(or_, self.labels, 0)

    def with_walls(self, *more: Bits) -> "Drawn":
        """Return the same with further walls."""
        walls = tuple(map(or_, self.walls, more))
        return Drawn(self.board, self.labels, walls)

    def with_facts(self, facts: Iterable[Fact]) -> "Drawn":
        """Return the same with further cells of dots and walls."""
        board, labels = self.board, list(self.labels)
        walls = []
        for fact in facts:
            if fact.kind is Kind.CELL:
                labels[board.number[fact.center]] |= board.bit(fact.at)
            elif fact.kind is Kind.WALL:
                walls.append(fact.at)
        drawn = tuple(map(or_, self.walls, board.walls(walls)))
        return Drawn(board, labels, drawn)

    def new(self, *walls: Bits) -> Walls:
        """Return those walls that are not drawn."""
        return without(walls, [self.walls])

    def between(self) -> Walls:
        """Return the walls between known cells of different dots, if not drawn."""
        between = self.board.between
        return self.new(*without(between(self.known), map(between, self.labels)))

    def mirrored(self, dot: int) -> Walls:
        """Return the images of walls and the border around a dot, if not drawn."""
        board, own = self.board, self.labels[dot]
        around = [
            wall & (own ^ own >> step)
            for step, wall in zip(board.steps, self.walls, strict=True)
        ]
        image = board.mirrored(dot, own)
        outside = board.cells & ~board.mirrored(dot, board.cells)
        walls = zip(board.steps, board.mirrored_walls(dot, *around), strict=True)
        return self.new(
            *(
                (wall | image & outside >> step | image >> step & outside) & board.cells
                for step, wall in walls
            )
        )

    def all_mirrored(self, cells: Bits | None = None) -> dict[Point, int]:
        """Return the walls of `mirrored` for all dots, each with its first dot.

        Parameters
        ----------
        cells
            Only the dots with one of these cells; None: all dots.
        """
        first: dict[Point, int] = {}
        for dot, own in enumerate(self.labels):
            if cells is None or own & cells:
                for edge in self.board.edges(*self.mirrored(dot)):
                    first.setdefault(edge, dot)
        return first

    def closed(self, before: "Drawn | None" = None) -> "Drawn":
        """Return the same with the walls that follow: between regions, and mirrored.

        Parameters
        ----------
        before
            A part of what is drawn that is closed: the rest is looked at, which takes
            less time.
        """
        board, drawn = self.board, self.with_walls(*self.between())
        cells: Bits | None = None
        if before is not None:
            new = self.known & ~before.known
            cells = new | board.beside(new) | board.touching(*before.new(*drawn.walls))
        while mirrored := drawn.all_mirrored(cells):
            walls = board.walls(mirrored)
            cells = board.touching(*walls)
            drawn = drawn.with_walls(*walls)
        return drawn

    @cached_property
    def complete(self) -> tuple[int, ...]:
        """The dots whose known cells are enclosed by walls."""
        board = self.board
        return tuple(
            dot
            for dot, own in enumerate(self.labels)
            if not board.core[dot] & ~own
            and not board.beside(own, *self.walls) & board.cells & ~own
        )

    def completion(self, dot: int) -> Fact:
        """Return the fact that a region has no other cells than the known ones."""
        cells = tuple(self.board.points(self.labels[dot]))
        return Fact(Kind.COMPLETE, self.board.puzzle.centers[dot], cells=cells)

    def is_out(self, dot: int, cells: Bits) -> bool:
        """Tell whether a region is complete, or shut off from some cells."""
        return dot in self.complete or self.is_shut_off(dot, cells)

    def is_shut_off(self, dot: int, cells: Bits) -> bool:
        """Tell whether drawn walls keep a dot from some cells."""
        if dot not in self._reached:
            board = self.board
            core = board.core[dot]
            self._reached[dot] = board.flood(core, board.cells | core, *self.walls)
        return not self._reached[dot] & cells

    @cached_property
    def _reached(self) -> dict[int, Bits]:
        """The cells that dots reach without crossing walls, if they were asked for."""
        return {}


def without(walls: Walls, others: Iterable[Walls]) -> Walls:
    """Return walls without some others."""
    for other in others:
        walls = tuple(wall & ~those for wall, those in zip(walls, other, strict=True))
    return walls


def closed(position: Position) -> Drawn:
    """Return what is known, with the walls that follow where none are drawn."""
    drawn = Drawn.on(position)
    return drawn if position.walls is not None else drawn.closed()
