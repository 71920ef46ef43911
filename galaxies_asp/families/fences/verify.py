"""The rules of fences and a loop in plain Python: a witness independent of the solver.

Each broken rule is a kind of its own, and names the cells where it is broken.
"""

import re
from collections.abc import Iterator
from enum import StrEnum

from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.families.fences.lattice import Cell, symmetries
from galaxies_asp.families.fences.puzzle import Attempt, Fence


class FenceRule(StrEnum):
    """The rules, named by how they are broken."""

    FENCE_WITHOUT_POST = "fence without post"
    TWO_FENCES_IN_ONE_DIRECTION = "two fences in one direction"
    FENCE_OFF_BOARD = "fence off the board"
    FENCE_THROUGH_POST = "fence through post"
    TOUCHING_FENCES = "touching fences"
    WRONG_TOTAL = "wrong total length"
    LOOP_OFF_BOARD = "loop off the board"
    LOOP_ON_POST = "loop on a post"
    LOOP_ON_FENCE = "loop on a fence"
    BROKEN_LOOP = "broken loop"
    CELL_VISITED_TWICE = "cell visited twice"
    SHARP_CORNER = "sharp corner"
    MISSED_COLOR = "missed color"
    NO_POST_ENCLOSED = "no post enclosed"
    ASYMMETRIC_LOOP = "asymmetric loop"


_CELL = r"\((-?\d+),(-?\d+)\)"

_Fault = tuple[FenceRule, tuple[Cell, ...], str]


def verify(attempt: Attempt) -> list[Violation]:
    """Return everything that is wrong with an attempt; nothing if it is a solution."""
    faults = [*_fences(attempt), *_on_free_cells(attempt)]
    path = list(_path(attempt))
    faults += path
    # What is no loop has neither an inside nor symmetries.
    if all(kind == FenceRule.SHARP_CORNER for kind, _, _ in path):
        faults += _as_a_whole(attempt)
    named = attempt.puzzle.named

    def worded(message: str) -> str:
        """Return a message with the names of cells instead of their coordinates."""
        return re.sub(_CELL, lambda at: named(Cell(int(at[1]), int(at[2]))), message)

    return [Violation(kind, cells, worded(text)) for kind, cells, text in faults]


def _fences(attempt: Attempt) -> Iterator[_Fault]:
    puzzle = attempt.puzzle
    owner: dict[Cell, Fence] = {}
    begun: set[tuple[Cell, int]] = set()
    for fence in attempt.fences:
        post, direction, _ = fence
        if post not in puzzle.numbers:
            message = f"no post at {post}, where a fence begins"
            yield FenceRule.FENCE_WITHOUT_POST, (post,), message
        if (post, direction) in begun:
            message = f"the post at {post} has two fences in the direction {direction}"
            yield FenceRule.TWO_FENCES_IN_ONE_DIRECTION, (post,), message
        begun.add((post, direction))
        for cell in attempt.fence_cells(fence):
            if not puzzle.has_cell(cell):
                message = f"a fence of the post at {post} leaves the board"
                yield FenceRule.FENCE_OFF_BOARD, (post,), message
                break
            if cell in puzzle.numbers:
                message = f"a fence of the post at {post} meets the one at {cell}"
                yield FenceRule.FENCE_THROUGH_POST, (cell,), message
            if cell in owner:
                posts = f"{owner[cell].post} and {post}"
                message = f"fences of the posts at {posts} share the cell {cell}"
                yield FenceRule.TOUCHING_FENCES, (cell,), message
            owner[cell] = fence
    for cell, number in puzzle.posts:
        total = sum(fence.length for fence in attempt.fences if fence.post == cell)
        if total != number:
            message = f"the fences of the post at {cell} have the total length {total} "
            yield FenceRule.WRONG_TOTAL, (cell,), f"{message}instead of {number}"


def _on_free_cells(attempt: Attempt) -> Iterator[_Fault]:
    for cell in attempt.loop:
        if not attempt.puzzle.has_cell(cell):
            yield (
                FenceRule.LOOP_OFF_BOARD,
                (cell,),
                f"the loop leaves the board at {cell}",
            )
        if cell in attempt.puzzle.numbers:
            message = f"the loop runs through the post at {cell}"
            yield FenceRule.LOOP_ON_POST, (cell,), message
        if cell in attempt.fenced:
            message = f"the loop runs through the fence at {cell}"
            yield FenceRule.LOOP_ON_FENCE, (cell,), message


def _path(attempt: Attempt) -> Iterator[_Fault]:
    """Check that the cells are a closed path that meets no cell twice."""
    loop, lattice = attempt.loop, attempt.puzzle.lattice
    if len(loop) < 3:
        yield FenceRule.BROKEN_LOOP, loop, f"{len(loop)} cells are no loop"
        return
    for cell in sorted({cell for cell in loop if loop.count(cell) > 1}):
        message = f"the loop visits {cell} more than once"
        yield FenceRule.CELL_VISITED_TWICE, (cell,), message
    for index, cell in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        back, ahead = lattice.direction(cell, before), lattice.direction(cell, after)
        if ahead is None:
            message = f"{cell} and {after} follow each other, but are no neighbors"
            yield FenceRule.BROKEN_LOOP, (cell, after), message
        elif back is not None and lattice.is_sharp(back, ahead):
            yield FenceRule.SHARP_CORNER, (cell,), f"the corner at {cell} is too sharp"
    steps = {frozenset(step) for step in zip(loop, (*loop[1:], loop[0]), strict=True)}
    links = {frozenset(link) for link in attempt.links} or steps
    for pair in sorted(links ^ steps, key=sorted):
        first, other = sorted(pair)
        said = "are linked beside the loop" if pair in links else "are not linked"
        yield FenceRule.BROKEN_LOOP, (first, other), f"{first} and {other} {said}"


def _as_a_whole(attempt: Attempt) -> Iterator[_Fault]:
    """Check what a closed path goes around, and its symmetry."""
    if attempt.puzzle.goal == "enclose" and not attempt.enclosed_posts():
        yield FenceRule.NO_POST_ENCLOSED, (), "no post is inside the loop"
    for color, visits in enumerate(attempt.visits):
        if attempt.puzzle.goal == "visit" and not visits:
            message = f"the loop visits no cell of color {color}"
            yield FenceRule.MISSED_COLOR, (), message
    if not symmetries(attempt.puzzle.lattice, attempt.loop):
        message = "no rotation and no reflection maps the loop to itself"
        yield FenceRule.ASYMMETRIC_LOOP, (), message
