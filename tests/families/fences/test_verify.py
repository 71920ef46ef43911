"""The verifier of fences and a loop: each rule has an attempt that breaks it alone."""

from dataclasses import replace
from typing import Any

import pytest

from galaxies_asp.families.fences.lattice import SQUARE, Cell
from galaxies_asp.families.fences.puzzle import (
    Attempt,
    Fence,
    FencePuzzle,
    Goal,
    Post,
)
from galaxies_asp.families.fences.verify import FenceRule, verify

# A ring of twelve cells around the middle, with two posts inside and one outside.
RING = [
    *((0, -2), (1, -2), (2, -2), (2, -1), (2, 0), (1, 1)),
    *((0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-1, -1)),
]
SOLUTION = Attempt(
    FencePuzzle(3, (Post(Cell(-1, 0), 1), Post(Cell(1, 0), 1), Post(Cell(3, -3), 1))),
    (Fence(Cell(-1, 0), 1, 1), Fence(Cell(1, 0), 4, 1), Fence(Cell(3, -3), 5, 1)),
    tuple(Cell(*cell) for cell in RING),
)


def test_posts_may_be_tuples() -> None:
    plain: Any = [((-1, 0), 1), ((1, 0), 1), ((3, -3), 1)]
    puzzle = FencePuzzle(3, plain)
    assert (puzzle, hash(puzzle)) == (SOLUTION.puzzle, hash(SOLUTION.puzzle))
    assert puzzle.posts[0].cell.x == -1


def with_fences(*fences: tuple[int, int, int, int]) -> Attempt:
    built = (Fence(Cell(x, y), direction, n) for x, y, direction, n in fences)
    return replace(SOLUTION, fences=tuple(built))


def with_posts(*posts: tuple[int, int, int]) -> Attempt:
    puzzle = FencePuzzle(3, tuple(Post(Cell(x, y), n) for x, y, n in posts))
    return replace(SOLUTION, puzzle=puzzle)


def with_loop(*cells: tuple[int, int], goal: Goal = "visit") -> Attempt:
    loop = tuple(Cell(*cell) for cell in cells)
    return Attempt(FencePuzzle(3, (), goal=goal), (), loop)


BROKEN = {
    FenceRule.FENCE_WITHOUT_POST: with_fences(
        (-1, 0, 1, 1), (1, 0, 4, 1), (3, -3, 5, 1), (3, 0, 0, 1)
    ),
    FenceRule.TWO_FENCES_IN_ONE_DIRECTION: replace(
        with_fences((-1, 0, 1, 1), (1, 0, 4, 1), (3, -3, 5, 1), (3, -3, 5, 1)),
        puzzle=with_posts((-1, 0, 1), (1, 0, 1), (3, -3, 2)).puzzle,
    ),
    FenceRule.FENCE_OFF_BOARD: with_fences((-1, 0, 1, 1), (1, 0, 4, 1), (3, -3, 1, 1)),
    FenceRule.FENCE_THROUGH_POST: replace(
        with_fences((-1, 0, 2, 2), (1, 0, 4, 1), (3, -3, 5, 1)),
        puzzle=with_posts((-1, 0, 2), (1, 0, 1), (3, -3, 1)).puzzle,
    ),
    FenceRule.TOUCHING_FENCES: replace(
        with_fences((-1, 0, 2, 1), (1, 0, 5, 1), (3, -3, 5, 1)),
        puzzle=with_posts((-1, 0, 1), (1, 0, 1), (3, -3, 1)).puzzle,
    ),
    FenceRule.WRONG_TOTAL: with_fences((-1, 0, 1, 1), (3, -3, 5, 1)),
    FenceRule.LOOP_ON_POST: with_posts((-1, 0, 1), (1, 0, 1), (3, -3, 1), (2, 0, 1)),
    FenceRule.LOOP_ON_FENCE: replace(
        with_fences((-1, 0, 1, 1), (1, 0, 4, 1), (3, -3, 4, 1)),
    ),
    FenceRule.LOOP_OFF_BOARD: Attempt(
        FencePuzzle(1), (), tuple(Cell(*cell) for cell in RING)
    ),
    FenceRule.BROKEN_LOOP: with_loop(*RING[:-1]),
    FenceRule.CELL_VISITED_TWICE: with_loop(*RING, *RING),
    FenceRule.SHARP_CORNER: with_loop(
        # a rhombus
        *((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    ),
    FenceRule.MISSED_COLOR: with_loop(
        *((2, -3), (3, -3), (3, -2), (2, -1), (1, -1), (1, -2))
    ),
    FenceRule.NO_POST_ENCLOSED: with_loop(*RING, goal="enclose"),
    FenceRule.ASYMMETRIC_LOOP: with_loop(
        # the ring, pushed outwards on three of its sides, two of them neighbours
        *((-2, 2), (-3, 2), (-3, 1), (-2, 0), (-2, -1), (-1, -2), (0, -2), (1, -2)),
        *((2, -2), (3, -2), (3, -1), (2, 0), (1, 1), (0, 2), (-1, 2)),
    ),
}
# Two fences in one direction share cells, and a post on the loop has no fences yet.
MAY_BREAK_TOO = {
    FenceRule.LOOP_ON_POST: {FenceRule.WRONG_TOTAL},
    FenceRule.TWO_FENCES_IN_ONE_DIRECTION: {FenceRule.TOUCHING_FENCES},
}


def test_the_solution_is_correct() -> None:
    assert verify(SOLUTION) == []


@pytest.mark.parametrize("kind", FenceRule)
def test_broken_rule(kind: FenceRule) -> None:
    violations = verify(BROKEN[kind])
    kinds = {violation.kind for violation in violations}
    assert kind in kinds
    assert kinds - {kind} <= MAY_BREAK_TOO.get(kind, set())
    for violation in violations:
        assert str(violation).startswith(f"{violation.kind}: ")
        assert "\n" not in violation.message


def test_enclosed_posts() -> None:
    puzzle = FencePuzzle(
        2, (Post(Cell(0, 0), 1), Post(Cell(2, 2), 2)), SQUARE, "enclose"
    )
    around = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    attempt = Attempt(puzzle, (), tuple(Cell(*cell) for cell in around))
    assert attempt.enclosed() == [Cell(0, 0)]
    assert attempt.answer == 1
    assert {violation.kind for violation in verify(attempt)} == {FenceRule.WRONG_TOTAL}


@pytest.mark.parametrize("said", ["are not linked", "are linked beside the loop"])
def test_links_that_are_missing_or_too_many(said: str) -> None:
    """The cells alone are a right loop: where links are drawn, these are judged."""
    links = list(SOLUTION.lines())
    assert verify(replace(SOLUTION, links=tuple(links))) == []
    (first, other), *rest = links
    if said == "are not linked":
        wrong = rest
    else:
        first, other = Cell(0, -2), Cell(0, 2)
        wrong = [*links, (first, other)]
    (fault,) = verify(replace(SOLUTION, links=tuple(wrong)))
    assert fault.kind == FenceRule.BROKEN_LOOP
    assert set(fault.places) == {first, other}
    assert fault.message.endswith(said)
