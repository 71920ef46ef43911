"""The rules of fences and a loop in plain Python: a witness independent of the solver.

Each broken rule is a kind of its own, and names the cells where it is broken.
"""

from collections.abc import Iterator
from enum import StrEnum

from galaxies_asp.families.fences.lattice import Cell
from galaxies_asp.families.fences.puzzle import Attempt, Fence
from galaxies_asp.families.fences.symmetry import symmetries
from galaxies_asp.verifying.violations import Violation


class Kind(StrEnum):
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


def verify(attempt: Attempt) -> list[Violation]:
    """Return everything that is wrong with an attempt; nothing if it is a solution."""
    violations = [*_fences(attempt), *_totals(attempt), *_on_free_cells(attempt)]
    path = list(_path(attempt))
    violations += path
    if any(violation.kind != Kind.SHARP_CORNER for violation in path):
        return violations  # what is no loop has neither an inside nor symmetries
    violations += _colors(attempt) if attempt.puzzle.goal == "visit" else ()
    violations += _enclosed(attempt) if attempt.puzzle.goal == "enclose" else ()
    if not symmetries(attempt.puzzle.lattice, attempt.loop):
        message = "no rotation and no reflection maps the loop to itself"
        violations.append(Violation(Kind.ASYMMETRIC_LOOP, (), message))
    return violations


def _fences(attempt: Attempt) -> Iterator[Violation]:
    puzzle = attempt.puzzle
    owner: dict[Cell, Fence] = {}
    begun: set[tuple[Cell, int]] = set()
    for fence in attempt.fences:
        if fence.post not in puzzle.numbers:
            message = f"no post at {fence.post}, where a fence begins"
            yield Violation(Kind.FENCE_WITHOUT_POST, (fence.post,), message)
        if (fence.post, fence.direction) in begun:
            message = f"the post at {fence.post} has two fences in the direction "
            message += str(fence.direction)
            yield Violation(Kind.TWO_FENCES_IN_ONE_DIRECTION, (fence.post,), message)
        begun.add((fence.post, fence.direction))
        for cell in attempt.fence_cells(fence):
            if not puzzle.has_cell(cell):
                message = f"a fence of the post at {fence.post} leaves the board"
                yield Violation(Kind.FENCE_OFF_BOARD, (fence.post,), message)
                break
            if cell in puzzle.numbers:
                message = f"a fence of the post at {fence.post} meets the one at {cell}"
                yield Violation(Kind.FENCE_THROUGH_POST, (cell,), message)
            if cell in owner:
                message = f"fences of the posts at {owner[cell].post} and {fence.post} "
                message += f"share the cell {cell}"
                yield Violation(Kind.TOUCHING_FENCES, (cell,), message)
            owner[cell] = fence


def _totals(attempt: Attempt) -> Iterator[Violation]:
    for cell, number in attempt.puzzle.posts:
        total = sum(fence.length for fence in attempt.fences if fence.post == cell)
        if total != number:
            message = f"the fences of the post at {cell} have the total length {total} "
            message += f"instead of {number}"
            yield Violation(Kind.WRONG_TOTAL, (cell,), message)


def _on_free_cells(attempt: Attempt) -> Iterator[Violation]:
    puzzle = attempt.puzzle
    fenced = {cell for fence in attempt.fences for cell in attempt.fence_cells(fence)}
    for cell in attempt.loop:
        if not puzzle.has_cell(cell):
            message = f"the loop leaves the board at {cell}"
            yield Violation(Kind.LOOP_OFF_BOARD, (cell,), message)
        if cell in puzzle.numbers:
            message = f"the loop runs through the post at {cell}"
            yield Violation(Kind.LOOP_ON_POST, (cell,), message)
        if cell in fenced:
            message = f"the loop runs through the fence at {cell}"
            yield Violation(Kind.LOOP_ON_FENCE, (cell,), message)


def _path(attempt: Attempt) -> Iterator[Violation]:
    """Check that the cells are a closed path that meets no cell twice."""
    loop, lattice = attempt.loop, attempt.puzzle.lattice
    if len(loop) < 3:
        message = f"{len(loop)} cells are no loop"
        yield Violation(Kind.BROKEN_LOOP, loop, message)
        return
    for cell in sorted({cell for cell in loop if loop.count(cell) > 1}):
        message = f"the loop visits {cell} more than once"
        yield Violation(Kind.CELL_VISITED_TWICE, (cell,), message)
    for index, cell in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        back, ahead = lattice.direction(cell, before), lattice.direction(cell, after)
        if ahead is None:
            message = f"{cell} and {after} follow each other, but are no neighbors"
            yield Violation(Kind.BROKEN_LOOP, (cell, after), message)
        elif back is not None and lattice.is_sharp(back, ahead):
            message = f"the corner at {cell} is too sharp"
            yield Violation(Kind.SHARP_CORNER, (cell,), message)


def _colors(attempt: Attempt) -> Iterator[Violation]:
    for color, visits in enumerate(attempt.visits):
        if not visits:
            message = f"the loop visits no cell of color {color}"
            yield Violation(Kind.MISSED_COLOR, (), message)


def _enclosed(attempt: Attempt) -> Iterator[Violation]:
    if not attempt.enclosed_posts():
        message = "no post is inside the loop"
        yield Violation(Kind.NO_POST_ENCLOSED, (), message)
