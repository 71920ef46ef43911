"""Make puzzles of fences with exactly one solution: put posts in the way of the others.

First a random symmetric loop is drawn on an almost empty board, and the cells that it
leaves are filled with posts and fences at random. As long as there is another solution,
a post is put on one of its cells, in place of the part of a fence that may be there;
the loop and the fences stay a solution all the time. Where no post fits, the other
solution takes the place of the first. At last, posts that turn out not to be needed are
taken away.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.board.atoms import Atom, Atoms, joined
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.making import GenerationError
from galaxies_asp.families.opened import OpenedPuzzle, OpenProgram
from galaxies_asp.families.own import family as family_named
from galaxies_asp.solving.search import solve

ATTEMPTS = 50
"""Loops that are tried before giving up."""

_ROUNDS = 20
"""Posts for each unit of the side that are put in the way of other solutions."""

_SHORTEST = 3
"""The least length, for each unit of the side, of the loop."""

_CLOSED = 0.4
"""The share of directions in which a new post sends no fence, where it could."""

_LARGEST = 9
"""The largest number of a post."""

Cell = Point

Fences = Mapping[tuple[Cell, int], int]
"""The length of each fence, by its post and its direction."""


class Solved(NamedTuple):
    """A solution, and with the totals of its fences the puzzle."""

    lattice: Any
    side: int
    lines: frozenset[Point]
    loop: frozenset[Cell]
    fences: Fences

    def point(self, cell: Cell) -> Point:
        """Return the point of a cell."""
        return Point(2 * (cell.x + self.side) + 1, 2 * (cell.y + self.side) + 1)

    def cells(self, post: Cell, way: int) -> list[Cell]:
        """Return the cells of a fence."""
        length = self.fences[post, way]
        return [self.lattice.step(post, way, times + 1) for times in range(length)]

    @property
    def posts(self) -> Counter[Cell]:
        """The numbers of the posts."""
        totals: Counter[Cell] = Counter()
        for (post, _), length in self.fences.items():
            totals[post] += length
        return totals

    @property
    def clues(self) -> list[Atom]:
        """The facts of the posts."""
        posts = sorted(self.posts.items(), key=lambda post: post[0][::-1])
        return [Atom("post", (self.point(post), number)) for post, number in posts]

    @property
    def facts(self) -> str:
        """The facts of the puzzle."""
        return joined([f"side({self.side})", *self.clues])

    @property
    def atoms(self) -> Atoms:
        """What is drawn."""
        drawn = {Atom("line", (line,)) for line in self.lines}
        for post, way in self.fences:
            path = map(self.point, [post, *self.cells(post, way)])
            for (x, y), (u, v) in pairwise(path):
                drawn.add(Atom("fence", (Point((x + u) // 2, (y + v) // 2),)))
        return frozenset(drawn)

    @property
    def free(self) -> set[Cell]:
        """The cells in which there is nothing."""
        fenced = (cell for fence in self.fences for cell in self.cells(*fence))
        taken = self.loop.union(self.posts, fenced)
        return set(self.lattice.cells(self.side)) - taken

    def without(self, *posts: Cell) -> "Solved":
        """Return the solution without some posts."""
        fences = {one: n for one, n in self.fences.items() if one[0] not in posts}
        return self._replace(fences=fences)


def made(family: Any, rng: Random, size: tuple[int, int], report: Report) -> str:
    """Return the facts of a puzzle of a side; both numbers of the size are that.

    `family`: the `Fences` of a lattice. The same state of `rng` yields the same puzzle.

    Raises `OptionError` if the numbers differ. Raises `GenerationError` if all attempts
    fail.
    """
    side = size[0]
    if size[1] != side:
        raise OptionError(f"{side}x{size[1]}: the size of fences is one number")
    maker = _Maker(family, side, rng, report)
    for _ in range(ATTEMPTS):
        first = maker.first()
        if first is None or maker.is_short(first):
            continue
        report("cells of a loop", len(first.loop), None)
        if (solution := maker.unique(first)) is not None:
            return maker.thinned(solution).facts
    raise GenerationError(
        f"no puzzle of side {side} found: next to each of {ATTEMPTS} loops there are "
        "other solutions that no post can prevent"
    )


class _Maker:
    """The solutions of all boards of a size: one program in which posts are chosen.

    The searches of different boards share what clingo has learned.
    """

    def __init__(self, fences: Any, side: int, rng: Random, report: Report) -> None:
        self.fences, self.side, self.rng, self.report = fences, side, rng, report
        self.lattice = fences.lattice
        self.family = family_named(f"{self.lattice.name}-fences")
        opened = OpenedPuzzle(self.family, f"side({side}).", is_usual=True)
        seed = rng.randrange(2**31)
        options = "--heuristic=Domain", "--rand-freq=0.05", f"--seed={seed}"
        self.program = OpenProgram(opened, *options)

    def first(self) -> Solved | None:
        """Return a random solution of a board with at most one post.

        From a new search: one that has learned from others finds short loops.
        """
        puzzle = Solved(self.lattice, self.side, frozenset(), frozenset(), {})
        if self.fences.is_enclosing:
            near = [*self.lattice.cells(self.side - 1)]
            puzzle = puzzle._replace(fences={(self.rng.choice(near), 0): 1})
        sheet = Sheet(self.family, "", self.family.puzzle(puzzle.facts))
        result = solve(sheet, 1, seed=self.rng.randrange(2**31))
        for solution in result.solutions:
            return self._solved(puzzle.facts, solution.atoms)
        return None

    def _solved(self, facts: str, atoms: Collection[Atom]) -> Solved:
        position = self.family.drawn(self.family.puzzle(facts), frozenset(atoms))
        board, drawn = self.family.given(position)
        drawing = self.fences.drawing(board, drawn)
        lines = frozenset(line for (line,) in values(atoms, "line"))
        ways = self.lattice.directions
        fences = {
            (post, way): length
            for post in drawing.posts
            for way in ways
            if (length := len(drawing.fence(post, way)))
        }
        loop = frozenset(drawing.loop)
        return Solved(self.lattice, self.side, lines, loop, fences)

    def is_short(self, solution: Solved) -> bool:
        """Tell whether the loop is too short for the board."""
        return len(solution.loop) < _SHORTEST * self.side

    def other(self, solution: Solved, kinds: Collection[str]) -> Solved | None:
        """Return a solution with another loop, or other fences; None: there is none."""
        program, clues, drawn = self.program, solution.clues, solution.atoms
        given = [n if atom in clues else -n for atom, n in program.clues.items()]
        for kind in kinds:  # what is drawn more: no loop contains another one
            none = [
                -literal
                for atom, literal in program.outputs.items()
                if atom.name == kind and atom not in drawn
            ]
            other = program.other(none)
            found = program.search([other, -program.wished, -program.leading, *given])
            program.release(other)
            if found.model is not None:
                atoms = [a for a, n in program.outputs.items() if n in found.model]
                return self._solved(solution.facts, atoms)
        return None

    def unique(self, solution: Solved) -> Solved | None:
        """Add posts until the solution is the only one; None if that fails."""
        places = sorted(solution.free)
        self.rng.shuffle(places)
        for place in places:  # wherever there is room
            solution = self._with_post(solution, place) or solution
        for _ in range(_ROUNDS * self.side):
            self.report("posts", len(solution.posts), None)
            other = self.other(solution, ("line", "fence"))
            if other is None:
                return solution
            blocked = self._blocked(solution, _differing(other, solution))
            if blocked is None:  # no post fits: keep the other solution instead
                if self.is_short(other):
                    return None
                blocked = self._blocked(other, _differing(solution, other)) or other
            solution = blocked
        return None

    def thinned(self, solution: Solved) -> Solved:
        """Take away posts, in random order, that prevent no other solution.

        Once for each: some posts turn superfluous later, and make the puzzle easier.
        """
        posts = sorted(solution.posts)
        for number, post in enumerate(self.rng.sample(posts, len(posts)), 1):
            self.report("posts tested", number, len(posts))
            fewer = solution.without(post)
            puzzle = self.family.puzzle(fewer.facts)
            is_right = not self.family.verify(self.family.drawn(puzzle, fewer.atoms))
            if is_right and self.other(fewer, ("fence", "line")) is None:
                solution = fewer
        return solution

    def _with_post(self, solution: Solved, place: Cell) -> Solved | None:
        """Put a post with fences on a free cell; None if no fence has room."""
        free = solution.free
        if place not in free:
            return None
        fences = self._random_fences(place, free - {place})
        return (
            solution._replace(fences={**solution.fences, **fences}) if fences else None
        )

    def _random_fences(self, post: Cell, free: set[Cell]) -> Fences:
        """Return fences in free cells; none only where there is no room for any."""
        lattice, rng = self.lattice, self.rng
        room = {
            way: length
            for way in lattice.directions
            if (length := lattice.reach(post, way, free.__contains__))
        }
        chosen = [way for way in room if rng.random() >= _CLOSED]
        if room and not chosen:
            chosen = [rng.choice([*room])]
        fences, left = dict[tuple[Cell, int], int](), _LARGEST
        for way in chosen:
            if left:
                fences[post, way] = rng.randint(1, min(room[way], left))
                left -= fences[post, way]
        return fences

    def _blocked(self, solution: Solved, cells: set[Cell]) -> Solved | None:
        """Put a post with fences on one of some cells; None if it fits nowhere.

        No other post vanishes, if that is possible; otherwise the same posts might come
        and go without end.
        """
        best: Solved | None = None
        for blocked in self._blocking(solution, cells):
            if len(blocked.posts) > len(solution.posts):
                return blocked
            best = best or blocked
        return best

    def _blocking(self, solution: Solved, cells: set[Cell]) -> Iterator[Solved]:
        """Yield the solution with a post on one of some cells; then with room made."""
        lattice, rng = self.lattice, self.rng
        places = rng.sample(sorted(cells), len(cells))
        for place in places:
            opened = self._without_fence(solution, place)
            if (blocked := self._with_post(opened, place)) is not None:
                yield blocked
        for place in places:
            for neighbor in rng.sample(lattice.neighbors(place), len(lattice.vectors)):
                opened = self._without_fence(solution, place)
                opened = self._without_fence(opened, neighbor)
                if (blocked := self._with_post(opened, place)) is not None:
                    yield blocked

    def _without_fence(self, solution: Solved, place: Cell) -> Solved:
        """Cut the fence through a cell, if there is one, somewhere before the cell."""
        for one in solution.fences:
            cells = solution.cells(*one)
            if place in cells:
                index = cells.index(place)
                kept = self.rng.randint(min(1, index), index)
                fences = {**solution.fences, one: kept}
                return solution._replace(fences={o: n for o, n in fences.items() if n})
        return solution


def _differing(other: Solved, solution: Solved) -> set[Cell]:
    """Return cells of which a post would take something that only the other one has."""
    if other.loop != solution.loop:
        return set(other.loop.difference(solution.loop))
    return {
        other.cells(*one)[step]
        for one, length in other.fences.items()
        for step in range(solution.fences.get(one, 0), length)
    }
