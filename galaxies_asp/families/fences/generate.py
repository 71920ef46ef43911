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
from typing import Any

from galaxies_asp.asp.atoms import values
from galaxies_asp.asp.encodings import bundled
from galaxies_asp.families.engine import ground
from galaxies_asp.families.family import Family, GenerationError
from galaxies_asp.families.fences.family import atoms, attempt_of, sheet
from galaxies_asp.families.fences.lattice import Cell, Lattice, plus
from galaxies_asp.families.fences.puzzle import Attempt, Fence, FencePuzzle, Post
from galaxies_asp.families.fences.verify import verify
from galaxies_asp.processes.progress import Report, silent
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
    family: Family,
    report: Report = silent,
) -> Attempt:
    """Return a puzzle with exactly one solution, solved.

    The larger number of the size is that of the steps from the middle of the board to
    its border. The same state of `rng` yields the same puzzle.

    Raises
    ------
    GenerationError
        If all attempts fail.
    """
    side = max(size)
    board: FencePuzzle = family.puzzle(f"side({side}).")
    boards = _Boards(family, board, rng.randrange(2**31))
    for _ in range(ATTEMPTS):
        first = _first(board, rng)
        if first is None or len(first.loop) < _SHORTEST * side:
            continue
        report("cells of a loop", len(first.loop), None)
        solution = _unique(boards, first, rng, report)
        if solution is not None:
            return _thinned(boards, solution, rng, report)
    raise GenerationError(
        f"no puzzle of side {side} found: next to each of {ATTEMPTS} loops there are "
        "other solutions that no post can prevent"
    )


def _first(board: FencePuzzle, rng: random.Random) -> Attempt | None:
    """Return a random solution of a board with at most one post.

    From a new search: one that has learned from others finds short loops.
    """
    if board.goal == "enclose":
        near = list(board.lattice.cells(board.side - 1))
        board = replace(board, posts=(Post(rng.choice(near), 1),))
    result: Any = solve(sheet(board), 1, seed=rng.randrange(2**31))
    return next(iter(result.solutions), None)


class _Boards:
    """The solutions of all boards of a size: one program in which posts are chosen.

    The searches of different boards share what clingo has learned.
    """

    def __init__(self, family: Family, board: FencePuzzle, seed: int) -> None:
        self._family = family
        options = [f"--const=most={10**6}", f"--const=largest={_LARGEST}"]
        options += [*family.options, "--rand-freq=0.05", f"--seed={seed}", "1"]
        other = bundled("fences/other-solution.lp").text
        facts = family.facts(board)
        self._program = ground(family, facts, options, more=family.opened + other)
        symbolic = self._program.control.symbolic_atoms
        self._literals = {
            str(atom.symbol): atom.literal
            for name, arity in (*_GIVEN, *((part, 0) for part in _PARTS))
            for atom in symbolic.by_signature(name, arity)
        }

    def other(self, solution: Attempt, parts: Sequence[str]) -> Attempt | None:
        """Return a solution that differs in one of some parts; None: there is none."""
        posts = solution.puzzle.posts
        true = {f"post({cell},{number})" for cell, number in posts}
        true |= {f"known_{atom}" for atom in atoms(solution)}
        literals = self._literals.items()
        given = [
            n if atom in true else -n for atom, n in literals if atom not in _PARTS
        ]
        for part in parts:
            for model in self._program.models([*given, self._literals[part]]):
                return attempt_of(solution.puzzle, self._family.shown(model))
        return None


def _unique(
    boards: _Boards, solution: Attempt, rng: random.Random, report: Report
) -> Attempt | None:
    """Add posts until the solution is the only one; None if that does not succeed."""
    side = solution.puzzle.side
    places = sorted(_free(solution))
    rng.shuffle(places)
    for place in places:  # wherever there is room
        solution = _with_post(solution, place, rng) or solution
    for _ in range(_ROUNDS * side):
        report("posts", len(solution.puzzle.posts), None)
        other = boards.other(solution, _PARTS)
        if other is None:
            return solution
        blocked = _blocked(solution, _differing(other, solution), rng)
        if blocked is None:  # no post fits: keep the other solution instead
            if len(other.loop) < _SHORTEST * side:
                return None
            blocked = _blocked(other, _differing(solution, other), rng) or other
        solution = blocked
    return None


def _differing(other: Attempt, solution: Attempt) -> set[Cell]:
    """Return cells of which a post would take something that only the other one has."""
    if other.loop != solution.loop:
        return set(other.loop).difference(solution.loop)
    fences = atoms(other) - atoms(solution)
    lattice = solution.puzzle.lattice
    return {
        plus(Cell(*post), lattice.vectors[direction], step)
        for post, direction, step in values(fences, "fence")
    }


def _free(solution: Attempt) -> set[Cell]:
    """Return the cells in which there is nothing."""
    puzzle = solution.puzzle
    fenced = {cell for fence in solution.fences for cell in solution.fence_cells(fence)}
    taken = fenced | set(solution.loop) | set(puzzle.numbers)
    return {cell for cell in puzzle.lattice.cells(puzzle.side) if cell not in taken}


def _with_post(solution: Attempt, place: Cell, rng: random.Random) -> Attempt | None:
    """Put a post with fences on a free cell; None if no fence has room."""
    free = _free(solution)
    if place not in free:
        return None
    fences = _random_fences(solution.puzzle.lattice, place, free - {place}, rng)
    return _rebuilt(solution, (*solution.fences, *fences)) if fences else None


def _blocked(solution: Attempt, cells: set[Cell], rng: random.Random) -> Attempt | None:
    """Put a post with fences on one of some cells; None if it fits nowhere.

    No other post vanishes, if that is possible; otherwise the same posts might come and
    go without end.
    """
    best: Attempt | None = None
    for blocked in _blocking(solution, cells, rng):
        if len(blocked.puzzle.posts) > len(solution.puzzle.posts):
            return blocked
        best = best or blocked
    return best


def _blocking(
    solution: Attempt, cells: set[Cell], rng: random.Random
) -> Iterator[Attempt]:
    """Yield the solution with a post on one of some cells; then with room made."""
    lattice = solution.puzzle.lattice
    places = rng.sample(sorted(cells), len(cells))
    for place in places:
        opened = _without_fence(solution, place, rng)
        if (blocked := _with_post(opened, place, rng)) is not None:
            yield blocked
    for place in places:
        for neighbor in rng.sample(lattice.neighbors(place), len(lattice.vectors)):
            opened = _without_fence(solution, place, rng)
            opened = _without_fence(opened, neighbor, rng)
            if (blocked := _with_post(opened, place, rng)) is not None:
                yield blocked


def _without_fence(solution: Attempt, place: Cell, rng: random.Random) -> Attempt:
    """Cut the fence through a cell, if there is one, somewhere before the cell."""
    for fence in solution.fences:
        cells = solution.fence_cells(fence)
        if place in cells:
            kept = rng.randint(min(1, cells.index(place)), cells.index(place))
            fences = [other for other in solution.fences if other != fence]
            if kept:
                fences.append(fence._replace(length=kept))
            return _rebuilt(solution, tuple(fences))
    return solution


def _random_fences(
    lattice: Lattice, post: Cell, free: set[Cell], rng: random.Random
) -> list[Fence]:
    """Return fences in free cells; none only where there is no room for any."""
    lengths = {d: lattice.reach(post, d, free.__contains__) for d in lattice.directions}
    room = {direction: length for direction, length in lengths.items() if length}
    chosen = [direction for direction in room if rng.random() >= _CLOSED]
    if room and not chosen:
        chosen = [rng.choice(list(room))]
    fences: list[Fence] = []
    left = _LARGEST
    for direction in chosen[:left]:
        fences.append(
            Fence(post, direction, rng.randint(1, min(room[direction], left)))
        )
        left -= fences[-1].length
        if not left:
            break
    return fences


def _thinned(
    boards: _Boards, solution: Attempt, rng: random.Random, report: Report
) -> Attempt:
    """Take away posts, in random order, until each prevents another solution.

    Where the others differ in the fences of a post that goes later, a post that was
    needed no longer is.
    """
    before = None
    while before != solution.puzzle:
        before = solution.puzzle
        posts = [post.cell for post in before.posts]
        for number, post in enumerate(rng.sample(posts, len(posts)), 1):
            report("posts tested", number, len(posts))
            fences = tuple(fence for fence in solution.fences if fence.post != post)
            fewer = _rebuilt(solution, fences)
            if not verify(fewer) and boards.other(fewer, _PARTS[::-1]) is None:
                solution = fewer
    return solution


def _rebuilt(solution: Attempt, fences: tuple[Fence, ...]) -> Attempt:
    """Return the same loop with these fences, and a puzzle to which they belong."""
    totals: Counter[Cell] = Counter()
    for fence in fences:
        totals[fence.post] += fence.length
    posts = tuple(Post(cell, totals[cell]) for cell in sorted(totals))
    puzzle = replace(solution.puzzle, posts=posts)
    return Attempt(puzzle, fences, solution.loop)
