"""What follows step by step from some instances of the rules, without any search.

One round looks at each dot and each cell once: which cells can the region still reach,
which cells have a single dot left, which cells does a region need to stay connected.
Everything found is sound for `encodings/galaxies/reasons.lp`, but not all that follows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from galaxies_asp.explain.instances import Instance, Rule
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import NO_DOT


class How(StrEnum):
    """What goes wrong where some instances cannot all hold."""

    UNCOVERED = "uncovered"
    """A cell that must be covered has no dot left."""
    LOST = "lost"
    """A region could not have a cell that is its own."""
    CLASH = "clash"
    """A cell belongs to the regions of two dots."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What goes wrong: the cells, the dot (or `NO_DOT`), and after how many rounds."""

    how: How
    cells: Bits
    dot: int = NO_DOT
    rounds: int = 0


class Contradiction(Exception):  # noqa: N818 - it is an answer, no error
    """The instances cannot all hold."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(failure)


class Propagation:
    """The regions as far as they follow from some instances.

    Attributes
    ----------
    own
        For each dot the cells that its region contains.
    possible
        For each dot the cells that its region could contain; after `look`.
    """

    def __init__(self, board: Bitboard, instances: Iterable[Instance]) -> None:
        """Take the instances in.

        Raises
        ------
        Contradiction
            If they cannot hold by themselves.
        """
        self.board = board
        n = len(board.core)
        self.symmetric, self.connected = bytearray(n), bytearray(n)
        self.covered = 0
        self.own = [0] * n
        self.taken = 0
        self.possible = list(board.span)
        self._excluded: dict[int, Bits] = {}
        self._dirty: set[int] = set()
        self._several = 0
        claims: list[tuple[int, Bits]] = []
        walls: list[Point] = []
        for instance in instances:
            rule, dot = instance.rule, instance.dot
            if rule is Rule.COVER:
                self.covered |= board.bit(instance.at)
            elif rule is Rule.LABEL:
                claims.append((dot, board.bit(instance.at)))
            elif rule is Rule.WALL:
                walls.append(instance.at)
            elif rule is Rule.CENTER:
                claims.append((dot, board.core[dot]))
            else:
                mine = self.symmetric if rule is Rule.SYMMETRY else self.connected
                mine[dot] = True
                self._dirty.add(dot)
        self.walls = board.walls(iter(walls))
        self._walls_of: dict[int, tuple[Bits, Bits]] = {}
        for dot, bits in claims:
            self.claim(dot, bits)

    def copy(self) -> "Propagation":
        """Return the same state, to go on with separately."""
        other = object.__new__(Propagation)
        other.__dict__.update(self.__dict__)
        other.own, other.possible = self.own[:], self.possible[:]
        other._excluded, other._dirty = dict(self._excluded), set(self._dirty)
        return other

    def claim(self, dot: int, bits: Bits) -> None:
        """Give cells to a region, and their mirror images.

        Raises
        ------
        Contradiction
            If it cannot have them.
        """
        if self.symmetric[dot]:
            bits |= self.board.mirrored(dot, bits)
        new = bits & ~self.own[dot]
        if not new:
            return
        if clash := new & self.taken:
            raise Contradiction(Failure(How.CLASH, clash, dot))
        if lost := new & ~self.possible[dot]:
            raise Contradiction(Failure(How.LOST, lost, dot))
        self.own[dot] |= new
        self.taken |= new
        self._dirty.add(dot)
        possible = self.possible
        self._dirty.update(d for d in range(len(possible)) if possible[d] & new)

    def exclude(self, dot: int, bits: Bits) -> None:
        """Keep cells out of a region."""
        self._excluded[dot] = self._excluded.get(dot, 0) | bits
        self._dirty.add(dot)

    def look(self) -> None:
        """Bring `possible` up to date with what is claimed, excluded and walled off.

        Raises
        ------
        Contradiction
            If a region loses a cell, or a covered cell has no dot left.
        """
        for dot in sorted(self._dirty):
            possible = self._reach(dot)
            if lost := self.own[dot] & ~possible:
                raise Contradiction(Failure(How.LOST, lost, dot))
            self.possible[dot] = possible
        self._dirty.clear()
        self._count()

    def _count(self) -> None:
        """Find the cells that have several dots left; each covered one has some."""
        once = more = 0
        for possible in self.possible:
            more |= once & possible
            once |= possible
        if uncovered := self.covered & ~once:
            raise Contradiction(Failure(How.UNCOVERED, uncovered))
        self._several = more

    def _reach(self, dot: int) -> Bits:
        board, own = self.board, self.own[dot]
        allowed = self.possible[dot] & ~(self.taken & ~own)
        allowed &= ~self._excluded.get(dot, 0)
        right, below = self._barriers(dot)
        if own and (right or below):
            stride = board.stride
            allowed &= ~(
                (own & right) << 1
                | (own >> 1) & right
                | (own & below) << stride
                | (own >> stride) & below
            )
        if self.symmetric[dot]:
            allowed &= board.mirrored(dot, allowed)
        if self.connected[dot]:
            allowed = board.flood(allowed & board.core[dot], allowed, right, below)
        return allowed

    def _barriers(self, dot: int) -> tuple[Bits, Bits]:
        """Return the walls that a region does not cross: a symmetric one no image."""
        right, below = self.walls
        if not (right or below) or not self.symmetric[dot]:
            return self.walls
        if dot not in self._walls_of:
            images = self.board.mirrored_walls(dot, right, below)
            self._walls_of[dot] = (right | images[0], below | images[1])
        return self._walls_of[dot]

    def singles(self) -> Bits:
        """Return the open cells that must be covered and have one dot left."""
        return self.covered & ~self.taken & ~self._several

    def needed(self, dot: int) -> Bits:
        """Return the open cells without which a region would not be connected."""
        own, possible = self.own[dot], self.possible[dot]
        if not self.connected[dot]:
            return 0
        board = self.board
        right, below = self._barriers(dot)
        start = board.core[dot] & possible
        joined = board.flood(start & own, own, right, below)
        if joined == own:
            return 0
        needed, rest = 0, possible & ~own
        while rest:
            without = rest & -rest
            if self.symmetric[dot]:
                without |= board.mirrored(dot, without)
            rest &= ~without
            allowed = possible & ~without
            if own & ~board.flood(start & allowed, allowed, right, below):
                needed |= without
        return needed

    def conclusions(self) -> Iterator[tuple[int, Bits]]:
        """Yield what one round adds: a dot, and cells of its region."""
        singles = self.singles()
        if singles:
            for dot, possible in enumerate(self.possible):
                if possible & singles:
                    yield dot, possible & singles
        for dot, own in enumerate(self.own):
            if own and (needed := self.needed(dot)):
                yield dot, needed

    def failure(self, limit: int) -> Failure | None:
        """Return what goes wrong within some rounds, or None if nothing does."""
        rounds = 0
        try:
            self.look()
            while rounds < limit:
                added = list(self.conclusions())
                if not added:
                    return None
                rounds += 1
                for dot, bits in added:
                    self.claim(dot, bits)
                self.look()
        except Contradiction as contradiction:
            return replace(contradiction.failure, rounds=rounds)
        return None
