"""Make puzzles with exactly one loop: draw a loop, and put posts in the way of others.

First a random symmetric loop is drawn on the empty board, and the cells that it leaves
are filled with posts and fences at random. As long as there is another loop, a post is
put on one of its cells, in place of the part of a fence that may be there; the loop and
the fences stay a solution all the time. Where no post fits, the other loop takes the
place of the first. At last, posts that turn out not to be needed are taken away.
"""

import random
from collections import Counter
from typing import Any

from galaxies_asp.families.family import Family, GenerationError
from galaxies_asp.families.fences.family import sheet
from galaxies_asp.families.fences.lattice import Cell, Lattice
from galaxies_asp.families.fences.puzzle import Attempt, Fence, FencePuzzle, Post
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.solving.search import solve

ATTEMPTS = 20
"""Loops that are tried before giving up."""

_ROUNDS = 8
"""Posts for each unit of the side that are put in the way of other loops."""

_SHORTEST = 3
"""The least length, for each unit of the side, of a loop that takes another's place."""

_CLOSED = 0.4
"""The share of directions in which a new post sends no fence, where it could."""


def generate(
    size: tuple[int, int],
    rng: random.Random,
    family: Family,
    report: Report = silent,
) -> Attempt:
    """Return a puzzle with exactly one loop, with a solution of it.

    The larger number of the size is that of the steps from the middle of the board to
    its border. The same state of `rng` yields the same puzzle.

    Raises
    ------
    GenerationError
        If all attempts fail.
    """
    side = max(size)
    board: FencePuzzle = family.puzzle(f"side({side}).")
    for _ in range(ATTEMPTS):
        seed = rng.randrange(2**31)
        loop = _solutions(board, 1, seed)[0]
        report("cells of a loop", len(loop.loop), None)
        solution = _with_one_loop(loop, rng, report)
        if solution is not None:
            return _thinned(solution, rng, report)
    raise GenerationError(
        f"no puzzle of side {side} found: next to each of {ATTEMPTS} loops there are "
        "others that no post can prevent"
    )


def _with_one_loop(
    solution: Attempt, rng: random.Random, report: Report
) -> Attempt | None:
    """Add posts until the loop is the only one; None if that does not succeed."""
    side = solution.puzzle.side
    places = sorted(_free(solution))
    rng.shuffle(places)
    for place in places:  # wherever there is room
        solution = _with_post(solution, place, rng) or solution
    for _ in range(_ROUNDS * side):
        report("posts", len(solution.puzzle.posts), None)
        other = _other_solution(solution, rng)
        if other is None:
            return solution
        blocked = _blocked(solution, other.loop, rng)
        if blocked is None:  # no post fits: keep the other loop instead
            if len(other.loop) < _SHORTEST * side:
                return None
            blocked = _blocked(other, solution.loop, rng) or other
        solution = blocked
    return None


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


def _solutions(position: Any, models: int, seed: int) -> tuple[Attempt, ...]:
    """Return random solutions, each with another loop."""
    result: Any = solve(sheet(position), models, part="loops", seed=seed)
    return tuple(result.solutions)


def _other_solution(solution: Attempt, rng: random.Random) -> Attempt | None:
    """Return a solution with another loop; None if there is none.

    At random, as the loop that clingo finds first by itself is a short one.
    """
    seed = rng.randrange(2**31)
    result = _solutions(solution, 2, seed)
    return next((other for other in result if other.loop != solution.loop), None)


def _blocked(
    solution: Attempt, other: tuple[Cell, ...], rng: random.Random
) -> Attempt | None:
    """Put a post with fences on the other loop; None if it fits nowhere."""
    lattice = solution.puzzle.lattice
    places = sorted(set(other).difference(solution.loop))
    rng.shuffle(places)
    for place in places:
        opened = _without_fence(solution, place, rng)
        if (blocked := _with_post(opened, place, rng)) is not None:
            return blocked
    for place in places:  # now make room beside it
        for neighbor in rng.sample(lattice.neighbors(place), len(lattice.vectors)):
            opened = _without_fence(solution, place, rng)
            opened = _without_fence(opened, neighbor, rng)
            if (blocked := _with_post(opened, place, rng)) is not None:
                return blocked
    return None


def _without_fence(solution: Attempt, place: Cell, rng: random.Random) -> Attempt:
    """Cut the fence through a cell, if there is one, somewhere before the cell."""
    for fence in solution.fences:
        cells = solution.fence_cells(fence)
        if place in cells:
            kept = rng.randint(0, cells.index(place))
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
    return [Fence(post, d, rng.randint(1, room[d])) for d in chosen]


def _thinned(solution: Attempt, rng: random.Random, report: Report) -> Attempt:
    """Take away, in random order, each post without which the loop is still alone."""
    posts = [post.cell for post in solution.puzzle.posts]
    rng.shuffle(posts)
    for number, post in enumerate(posts, 1):
        report("posts tested", number, len(posts))
        fences = tuple(fence for fence in solution.fences if fence.post != post)
        fewer = _rebuilt(solution, fences)
        if _other_solution(fewer, rng) is None:
            solution = fewer
    return solution


def _rebuilt(solution: Attempt, fences: tuple[Fence, ...]) -> Attempt:
    """Return the same loop with these fences, and a puzzle to which they belong."""
    totals: Counter[Cell] = Counter()
    for fence in fences:
        totals[fence.post] += fence.length
    posts = tuple(Post(cell, totals[cell]) for cell in sorted(totals))
    puzzle = FencePuzzle(solution.puzzle.side, posts, solution.puzzle.lattice)
    return Attempt(puzzle, fences, solution.loop)
