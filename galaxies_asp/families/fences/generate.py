"""Make puzzles with exactly one solution: put posts in the way of the others.

First a random symmetric loop is drawn on an almost empty board, and the cells that it
leaves are filled with posts and fences at random. As long as there is another solution,
a post is put on one of its cells, in place of the part of a fence that may be there;
the loop and the fences stay a solution all the time. Where no post fits, the other
solution takes the place of the first. At last, posts that turn out not to be needed are
taken away.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.family import AnyFamily
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.fences.family import attempt_of
from galaxies_asp.families.fences.lattice import Cell
from galaxies_asp.families.fences.puzzle import Attempt, Fence, FencePuzzle, Post
from galaxies_asp.families.fences.verify import verify
from galaxies_asp.families.making import GenerationError
from galaxies_asp.families.opened import ground
from galaxies_asp.solving.search import solve

ATTEMPTS = 50
"""Loops that are tried before giving up."""

_ROUNDS = 20
"""Posts for each unit of the side that are put in the way of other solutions."""

_SHORTEST = 3
"""The least length, for each unit of the side, of the loop."""

_CLOSED = 0.4
"""The share of directions in which a new post sends no fence, where it could."""

_GIVEN = (("post", 2), ("known_link", 2), ("known_fence", 3))
"""The atoms that are assumed or excluded in each search."""

_PARTS = ("other_loop", "other_fences")
"""How another solution may differ, as `fences/other-solution.lp` names it."""

_LARGEST = 9
"""The largest number of a post."""


def generate(
    size: tuple[int, int],
    rng: random.Random,
    family: AnyFamily,
    report: Report = silent,
) -> Attempt:
    """Return a puzzle with exactly one solution, solved.

    Both numbers of the size are that of the steps from the middle of the board to its
    border. The same state of `rng` yields the same puzzle.

    Raises `OptionError` if the numbers differ. Raises `GenerationError` if all attempts
    fail.
    """
    side = size[0]
    if size[1] != side:
        raise OptionError(f"{side}x{size[1]}: the size of fences is one number")
    maker = _Maker(family, family.puzzle(f"side({side})."), rng, report)
    for _ in range(ATTEMPTS):
        first = maker.first()
        if first is None or maker.is_short(first):
            continue
        report("cells of a loop", len(first.loop), None)
        if (solution := maker.unique(first)) is not None:
            return maker.thinned(solution)
    raise GenerationError(
        f"no puzzle of side {side} found: next to each of {ATTEMPTS} loops there are "
        "other solutions that no post can prevent"
    )


class _Maker:
    """The solutions of all boards of a size: one program in which posts are chosen.

    The searches of different boards share what clingo has learned.
    """

    def __init__(
        self,
        family: AnyFamily,
        board: FencePuzzle,
        rng: random.Random,
        report: Report,
    ) -> None:
        self.family, self.board, self.rng, self.report = family, board, rng, report
        options = [f"--const=most={10**6}", f"--const=largest={_LARGEST}"]
        seed = rng.randrange(2**31)
        options += [*family.options, "--rand-freq=0.05", f"--seed={seed}", "1"]
        other = bundled("fences/other-solution.lp").text
        more = family.opened() + other
        self._program = ground(family, board.facts, options, more, short_searches=True)
        symbolic = self._program.control.symbolic_atoms
        self._literals = {
            atom_of(atom.symbol): atom.literal
            for name, arity in (*_GIVEN, *((part, 0) for part in _PARTS))
            for atom in symbolic.by_signature(name, arity)
        }

    def first(self) -> Attempt | None:
        """Return a random solution of a board with at most one post.

        From a new search: one that has learned from others finds short loops.
        """
        board = self.board
        if board.goal == "enclose":
            near = list(board.lattice.cells(board.side - 1))
            board = replace(board, posts=(Post(self.rng.choice(near), 1),))
        sheet = Sheet(self.family, board.name, board)
        result = solve(sheet, 1, seed=self.rng.randrange(2**31))
        return next(iter(result.solutions), None)

    def is_short(self, solution: Attempt) -> bool:
        """Tell whether the loop is too short for the board."""
        return len(solution.loop) < _SHORTEST * self.board.side

    def other(self, solution: Attempt, parts: Sequence[str]) -> Attempt | None:
        """Return a solution that differs in one of some parts; None: there is none."""
        true = {Atom("post", post) for post in solution.puzzle.posts}
        true |= {Atom(f"known_{name}", values) for name, values in solution.atoms}
        given = [
            literal if atom in true else -literal
            for atom, literal in self._literals.items()
            if atom.name not in _PARTS
        ]
        for part in parts:
            for model in self._program.models([*given, self._literals[Atom(part)]]):
                return attempt_of(solution.puzzle, self.family.shown(model))
        return None

    def unique(self, solution: Attempt) -> Attempt | None:
        """Add posts until the solution is the only one; None if that fails."""
        places = sorted(_free(solution))
        self.rng.shuffle(places)
        for place in places:  # wherever there is room
            solution = self._with_post(solution, place) or solution
        for _ in range(_ROUNDS * self.board.side):
            self.report("posts", len(solution.puzzle.posts), None)
            other = self.other(solution, _PARTS)
            if other is None:
                return solution
            blocked = self._blocked(solution, _differing(other, solution))
            if blocked is None:  # no post fits: keep the other solution instead
                if self.is_short(other):
                    return None
                blocked = self._blocked(other, _differing(solution, other)) or other
            solution = blocked
        return None

    def thinned(self, solution: Attempt) -> Attempt:
        """Take away posts, in random order, that prevent no other solution.

        Once for each: some posts turn superfluous later, and make the puzzle easier.
        """
        posts = [post.cell for post in solution.puzzle.posts]
        for number, post in enumerate(self.rng.sample(posts, len(posts)), 1):
            self.report("posts tested", number, len(posts))
            fences = [fence for fence in solution.fences if fence.post != post]
            fewer = _rebuilt(solution, fences)
            if not verify(fewer) and self.other(fewer, _PARTS[::-1]) is None:
                solution = fewer
        return solution

    def _with_post(self, solution: Attempt, place: Cell) -> Attempt | None:
        """Put a post with fences on a free cell; None if no fence has room."""
        free = _free(solution)
        if place not in free:
            return None
        fences = self._random_fences(place, free - {place})
        return _rebuilt(solution, [*solution.fences, *fences]) if fences else None

    def _random_fences(self, post: Cell, free: set[Cell]) -> list[Fence]:
        """Return fences in free cells; none only where there is no room for any."""
        lattice, rng = self.board.lattice, self.rng
        room = {
            direction: length
            for direction in lattice.directions
            if (length := lattice.reach(post, direction, free.__contains__))
        }
        chosen = [direction for direction in room if rng.random() >= _CLOSED]
        if room and not chosen:
            chosen = [rng.choice(list(room))]
        fences: list[Fence] = []
        left = _LARGEST
        for direction in chosen:
            if left:
                length = rng.randint(1, min(room[direction], left))
                fences.append(Fence(post, direction, length))
                left -= length
        return fences

    def _blocked(self, solution: Attempt, cells: set[Cell]) -> Attempt | None:
        """Put a post with fences on one of some cells; None if it fits nowhere.

        No other post vanishes, if that is possible; otherwise the same posts might come
        and go without end.
        """
        best: Attempt | None = None
        for blocked in self._blocking(solution, cells):
            if len(blocked.puzzle.posts) > len(solution.puzzle.posts):
                return blocked
            best = best or blocked
        return best

    def _blocking(self, solution: Attempt, cells: set[Cell]) -> Iterator[Attempt]:
        """Yield the solution with a post on one of some cells; then with room made."""
        lattice, rng = self.board.lattice, self.rng
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

    def _without_fence(self, solution: Attempt, place: Cell) -> Attempt:
        """Cut the fence through a cell, if there is one, somewhere before the cell."""
        for fence in solution.fences:
            cells = solution.fence_cells(fence)
            if place in cells:
                kept = self.rng.randint(min(1, cells.index(place)), cells.index(place))
                fences = [other for other in solution.fences if other != fence]
                fences += [fence._replace(length=kept)] if kept else []
                return _rebuilt(solution, fences)
        return solution


def _differing(other: Attempt, solution: Attempt) -> set[Cell]:
    """Return cells of which a post would take something that only the other one has."""
    if other.loop != solution.loop:
        return set(other.loop).difference(solution.loop)
    lattice = solution.puzzle.lattice
    fences = values(other.atoms - solution.atoms, "fence")
    return {lattice.step(Cell(*post), way, step) for post, way, step in fences}


def _free(solution: Attempt) -> set[Cell]:
    """Return the cells in which there is nothing."""
    taken = solution.fenced.union(solution.loop, solution.puzzle.numbers)
    return set(solution.puzzle.cells()) - taken


def _rebuilt(solution: Attempt, fences: Sequence[Fence]) -> Attempt:
    """Return the same loop with these fences, and a puzzle to which they belong."""
    totals: Counter[Cell] = Counter()
    for fence in fences:
        totals[fence.post] += fence.length
    posts = tuple(Post(cell, totals[cell]) for cell in sorted(totals))
    puzzle = replace(solution.puzzle, posts=posts)
    return Attempt(puzzle, tuple(fences), solution.loop)
