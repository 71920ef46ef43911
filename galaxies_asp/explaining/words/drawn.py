"""What is drawn on a board of Galaxies, as sets of cells and walls."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls


@dataclass(frozen=True)
class Drawn:
    """What is known on a board."""

    board: Bitboard
    labels: Sequence[Bits]
    """The cells of each dot."""
    walls: Walls
    """The walls."""
    known: Bits
    """The cells whose dot is known."""
    done: frozenset[int] = frozenset()
    """Dots of which it is known that their regions are complete."""
    changed: Bits = -1
    """The cells where something has changed since `done` was found; -1: all."""

    @classmethod
    def on(cls, position: Position) -> "Drawn":
        """Return what is drawn on a position, or given."""
        board, walls = Bitboard(position.puzzle), position.puzzle.walls
        if position.walls is not None:
            walls |= position.inner_walls()
        labels = board.regions(position)
        return cls(board, labels, board.walls(walls), reduce(or_, labels, 0))

    def with_walls(self, *more: Bits) -> "Drawn":
        """Return the same with further walls."""
        changed = self.changed | self.board.touching(*more)
        walls = tuple(map(or_, self.walls, more))
        return replace(self, walls=walls, changed=changed)

    def with_facts(self, facts: Iterable[Fact]) -> "Drawn":
        """Return the same with further cells of dots and walls."""
        board, labels = self.board, list(self.labels)
        walls, known, changed = [], self.known, self.changed
        for fact in facts:
            if fact.kind is Kind.CELL:
                bit = board.bit(fact.at)
                labels[board.number[fact.center]] |= bit
                known |= bit
                changed |= bit
            elif fact.kind is Kind.WALL:
                walls.append(fact.at)
        found = replace(self, labels=labels, known=known, changed=changed)
        return found.with_walls(*board.walls(walls))

    def new(self, *walls: Bits) -> Walls:
        """Return those walls that are not drawn."""
        return without(walls, [self.walls])

    def between(self, new: Bits | None = None) -> Walls:
        """Return the walls between known cells of different dots, if not drawn.

        `new`: only those beside some cells.
        """
        board, area = self.board, self.known
        if new is not None:
            area &= new | board.beside(new)
        dots = board.owners(self.labels, area)
        inner = (board.between(self.labels[dot] & area) for dot in dots)
        return self.new(*without(board.between(area), inner))

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

        `cells`: only the dots with one of these cells; None: all dots.
        """
        first: dict[Point, int] = {}
        some = self.known if cells is None else self.known & cells
        for dot in self.board.owners(self.labels, some):
            for edge in self.board.edges(*self.mirrored(dot)):
                first.setdefault(edge, dot)
        return first

    def closed(self, before: "Drawn | None" = None) -> "Drawn":
        """Return the same with the walls that follow: between regions, and mirrored.

        `before`: a part of what is drawn that is closed: the rest is looked at, which
        takes less time.
        """
        board, cells, new = self.board, None, None
        if before is not None:
            new = self.known & ~before.known
        drawn = self.with_walls(*self.between(new))
        if before is not None and new is not None:
            cells = new | board.beside(new) | board.touching(*before.new(*drawn.walls))
        while mirrored := drawn.all_mirrored(cells):
            walls = board.walls(mirrored)
            cells = board.touching(*walls)
            drawn = drawn.with_walls(*walls)
        return replace(drawn, done=drawn.complete, changed=0)

    @cached_property
    def complete(self) -> frozenset[int]:
        """The dots whose known cells are enclosed by walls."""
        board = self.board
        if not self.changed:
            return self.done

        def is_complete(dot: int) -> bool:
            own = self.labels[dot]
            if board.core[dot] & ~own:
                return False
            return not board.beside(own, *self.walls) & board.cells & ~own

        near = board.owners(self.labels, self.known & self.changed)
        return self.done.union(filter(is_complete, near))

    def completion(self, dot: int) -> Fact:
        """Return the fact that a region has no other cells than the known ones."""
        cells = tuple(self.board.points(self.labels[dot]))
        return Fact(Kind.COMPLETE, self.board.puzzle.centers[dot], cells=cells)

    def is_out(self, dot: int, cells: Bits) -> bool:
        """Tell whether a region is complete, or shut off from some cells."""
        return dot in self.complete or self.is_shut_off(dot, cells)

    def is_shut_off(self, dot: int, cells: Bits) -> bool:
        """Tell whether drawn walls keep a dot from some cells."""
        board, left = self.board, self.board.core[dot]
        while left:
            low = left & -left
            area = next((area for area in self._areas if area & low), 0)
            if not area:
                area = board.flood(low, board.cells | low, *self.walls)
                self._areas.append(area)
            if area & cells:
                return False
            left &= ~area
        return True

    @cached_property
    def _areas(self) -> list[Bits]:
        """The cells that no walls part, as far as they were asked for."""
        return []


def without(walls: Walls, others: Iterable[Walls]) -> Walls:
    """Return walls without some others."""
    columns = zip(walls, *others, strict=True)
    return tuple(wall & ~reduce(or_, those, 0) for wall, *those in columns)


def closed(position: Position) -> Drawn:
    """Return what is known, with the walls that follow where none are drawn."""
    drawn = Drawn.on(position)
    return drawn if position.walls is not None else drawn.closed()
