"""Propagation of the rules of Galaxies on bit sets, one round after the other.

The candidates of each dot, a set of cells, only get fewer:

* a cell that must be covered and has one candidate left belongs to this dot;
* the mirror image of a cell of a region belongs to the region;
* a cell of one region is no candidate of another, and neither is its mirror image;
* a candidate that its dot no longer reaches through its other candidates falls.

Explanations count the rounds, and require of some cells only that they are covered.
Every operation adds restrictions to what was there, in any order with the same result,
so that a copy can be resumed with further restrictions.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls


class Contradiction(Exception):  # noqa: N818 - it is an answer, no error
    """The restrictions cannot all hold."""


class Propagation:
    """The regions as far as they follow from the restrictions so far.

    Every method that restricts raises `Contradiction` where the restrictions cannot all
    hold. `look` brings the attributes up to date.

    Attributes
    ----------
    own
        For each dot the cells that its region contains.
    possible
        For each dot its candidates; after `look`.
    taken
        The cells of all regions.
    covered
        The cells that must be covered.
    connected
        Whether regions are connected.
    walls
        The walls, as `Bitboard.walls` returns them.
    """

    def __init__(self, board: Bitboard, *, connected: bool = True) -> None:
        """Start without cells that must be covered."""
        n = len(board.core)
        self.board = board
        self.own = [0] * n
        self.possible = list(board.span)
        self.taken = self.covered = 0
        self.connected = connected
        self.walls: Walls = (0,) * len(board.steps)
        self._has_walls = False
        self._walls_of: dict[int, Walls] = {}
        self._new = self._fallen = 0
        self._dirty: set[int] = set()
        # What may have conclusions: cells with one candidate, dots that changed.
        self._single = 0
        self._changed: set[int] = set()
        self._rounds = 0

    @classmethod
    def of_all_rules(cls, board: Bitboard, *, connected: bool = True) -> "Propagation":
        """Return the propagation of a puzzle with all its rules and given walls.

        No two dots may touch one cell.
        """
        new = cls(board, connected=connected)
        new.cover(board.cells)
        new.own = list(board.core)
        new._changed = set(range(len(board.core)))
        new.taken = reduce(or_, board.core, 0)
        if board.puzzle.walls:
            new.wall_off(*board.walls(board.puzzle.walls))
        return new

    def copy(self) -> "Propagation":
        """Return the same state, to be restricted separately."""
        other = object.__new__(Propagation)
        other.__dict__.update(self.__dict__)
        other.own, other.possible = self.own[:], self.possible[:]
        other._dirty, other._changed = set(self._dirty), set(self._changed)
        return other

    def cover(self, cells: Bits) -> None:
        """Require that cells belong to some region."""
        self.covered |= cells
        self._fallen |= cells

    def wall_off(self, *walls: Bits) -> None:
        """Draw walls."""
        new = [wall & ~old for wall, old in zip(walls, self.walls, strict=True)]
        self.walls = tuple(map(or_, self.walls, new))
        self._has_walls = any(self.walls)
        touched, possible = self.board.touching(*new), self.possible
        # Candidates are symmetric.
        near = {dot for dot in self.board.around(touched) if possible[dot] & touched}
        self._walls_of = {**self._walls_of}
        for dot in near:
            self._walls_of.pop(dot, None)
        self._dirty |= near
        self._changed |= near

    def suppose(self, dot: int, bits: Bits) -> None:
        """Give cells to a region that may not get to them; `look` tells."""
        bits |= self.board.mirrored(dot, bits)
        if bits & ~self.possible[dot]:
            self.possible[dot] |= bits
            self._dirty.add(dot)
        self.claim(dot, bits)

    def claim(self, dot: int, bits: Bits) -> None:
        """Give cells and their mirror images to a region."""
        new = (bits | self.board.mirrored(dot, bits)) & ~self.own[dot]
        if not new:
            return
        if new & self.taken or new & ~self.possible[dot]:
            raise Contradiction
        self.own[dot] |= new
        self.taken |= new
        self._new |= new
        self._changed.add(dot)
        if self._has_walls:
            self._dirty.add(dot)

    def look(self) -> None:
        """Bring `possible` up to date."""
        if self._new:
            self._drop_rivals()
        for dot in sorted(self._dirty):
            possible = self._reach(dot)
            if self.own[dot] & ~possible:
                raise Contradiction
            self._fallen |= self.possible[dot] ^ possible
            self.possible[dot] = possible
        self._changed |= self._dirty
        self._dirty.clear()
        if self._fallen:
            self._count_candidates()

    def _count_candidates(self) -> None:
        """Find the open cells that have no candidate, or one."""
        once = more = 0
        cells = self._fallen & self.covered & ~self.taken
        if cells:
            for dot in self.board.around(cells):
                candidates = self.possible[dot]
                more |= once & candidates
                once |= candidates
            if cells & ~once:
                raise Contradiction
        self._single = (self._single & ~self._fallen) | cells & ~more
        self._fallen = 0

    def _drop_rivals(self) -> None:
        """Drop the candidates of other dots that newly taken cells exclude."""
        new, self._new = self._new, 0
        board, own, possible = self.board, self.own, self.possible
        turned = 0
        for dot in board.around(new):
            if lost := possible[dot] & new:  # candidates are symmetric
                turned = turned or board.turned(new)
                lost |= turned >> board.shifts[dot] & possible[dot]
                if lost := lost & ~own[dot]:
                    possible[dot] ^= lost
                    self._fallen |= lost
                    self._dirty.add(dot)

    def _reach(self, dot: int) -> Bits:
        board, allowed = self.board, self.possible[dot]
        walls: Walls = ()
        if self._has_walls:
            walls = self.barriers(dot)
            allowed &= ~board.across(self.own[dot], *walls)
        if self.connected:
            return board.flood(allowed & board.core[dot], allowed, *walls)
        return allowed

    def barriers(self, dot: int) -> Walls:
        """Return the walls that a region does not cross, and their mirror images."""
        if not self._has_walls:
            return self.walls
        if dot not in self._walls_of:
            images = self.board.mirrored_walls(dot, *self.walls)
            self._walls_of[dot] = tuple(map(or_, self.walls, images))
        return self._walls_of[dot]

    def singles(self) -> Bits:
        """Return the open cells that must be covered and have one candidate."""
        return self._single & ~self.taken

    def needed(self, dot: int) -> Bits:
        """Return the open cells without which a region would not be connected."""
        own, possible = self.own[dot], self.possible[dot]
        if not self.connected:
            return 0
        board = self.board
        walls = self.barriers(dot)
        start = board.core[dot] & possible
        joined = board.flood(start & own, own, *walls)
        if joined == own:
            return 0
        needed = tried = 0
        far = own & ~joined
        while far:
            target = far & -far
            far &= ~board.flood(target, own, *walls)
            for without in self._bottlenecks(dot, start, target):
                if without & (own | tried):
                    continue
                tried |= without
                allowed = possible & ~without
                if own & ~board.flood(start & allowed, allowed, *walls):
                    needed |= without
        return needed

    def _bottlenecks(self, dot: int, start: Bits, target: Bits) -> Iterator[Bits]:
        """Yield the cells, or pairs, on all shortest ways from `start` to a cell.

        Only without these a region may fall apart.
        """
        board, possible = self.board, self.possible[dot]
        walls = self.barriers(dot)
        layers, reached = [start], start
        while not reached & target:
            layers.append(board.beside(layers[-1], *walls) & possible & ~reached)
            reached |= layers[-1]
        way = target
        for layer in reversed(layers[:-1]):
            way = board.beside(way, *walls) & layer
            cell = way & -way
            pair = cell | board.mirrored(dot, cell)
            if not way & ~pair:
                yield pair

    def conclusions(self) -> Iterator[tuple[int, Bits]]:
        """Yield what one round adds: a dot, and cells of its region."""
        if singles := self.singles():
            for dot in self.board.around(singles):
                if only := self.possible[dot] & singles:
                    yield dot, only
        self._changed = {dot for dot in self._changed if self.own[dot]}
        for dot in sorted(self._changed):
            if needed := self.needed(dot):
                yield dot, needed
            else:
                self._changed.discard(dot)

    def add(self, cells: Iterable[tuple[int, Bits]]) -> None:
        """Claim cells for several dots, then `look`."""
        for dot, bits in cells:
            self.claim(dot, bits)
        self.look()

    def fails(self, limit: int) -> bool:
        """Tell whether some rounds lead to a contradiction.

        The rounds are counted from the first call; later ones resume.
        """
        try:
            self.look()
            while self._rounds < limit and (added := list(self.conclusions())):
                self._rounds += 1
                self.add(added)
        except Contradiction:
            return True
        return False
