"""Regions that would cross: never on the way to a solution, and named by cells."""

import random
from pathlib import Path

import numpy as np
import pytest
from support.collection import puzzles

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining import Level, Technique, difficulty, figure, walkthrough
from galaxies_asp.explaining.answers.grading import (
    GRADES,
    effort,
    grade_of,
    length,
    outline,
)
from galaxies_asp.explaining.dots.trials import crossing
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.notation import parse
from galaxies_asp.solving.search import solve

SMALL = puzzles(1, 10, 3)
HEXAGONAL = parse(
    Path(__file__)
    .parents[3]
    .joinpath("docs/examples/hexagonal.txt")
    .read_text(encoding="utf-8")
)


@pytest.mark.parametrize("puzzle", [*SMALL, HEXAGONAL], ids=lambda puzzle: puzzle.name)
def test_regions_of_a_solution_never_cross(puzzle: Puzzle) -> None:
    """Whatever part of a solution is known, none of its regions seem to cross."""
    (solution,) = solve(puzzle).solutions
    board, rng = Bitboard(puzzle), random.Random(puzzle.name)
    regions = board.regions(solution)
    seen = 0
    for _ in range(20):
        state = Propagation.of_all_rules(board)
        for dot, region in enumerate(regions):
            for cell in board.points(region):
                if rng.random() < 0.3:
                    state.claim(dot, board.bit(cell))
        state.look()
        for dot in range(len(regions)):
            assert crossing(state, dot) is None
            seen += board.flood(board.core[dot], state.own[dot]) != state.own[dot]
    assert seen or puzzle.width < 7


def test_alternating_cells_at_the_border() -> None:
    puzzle = Puzzle(5, 7, [(5, 7), (5, 9)])
    state = Propagation(Bitboard(puzzle))
    board = state.board
    top, bottom, left, right = Point(5, 1), Point(5, 13), Point(1, 9), Point(9, 9)
    state.claim(0, board.bits([top, bottom]))
    state.look()
    assert crossing(state, 0) is None
    state.claim(1, board.bits([left, right]))
    state.look()
    found = crossing(state, 0)
    assert found is not None
    assert (found.dot, found.other) == (0, 1)
    assert set(found.cells) == {board.bit(top), board.bit(bottom)}
    assert set(found.separated) == {board.bit(left), board.bit(right)}


def test_a_separation_is_a_step_with_a_sentence() -> None:
    puzzle = parse("7x7:zffozgzzc")
    way = walkthrough(puzzle)
    (solution,) = solve(puzzle).solutions
    separations = [s for s in way.steps if s.technique is Technique.SEPARATION]
    assert separations
    assert np.array_equal(way.positions()[-1].labels, solution.labels)
    texts = [" ".join(figure(step).lines()) for step in separations]
    assert {step.level for step in separations} == {Level.SEPARATION}
    assert "both at the border, and cuts dot E in two" in texts[0]
    assert all("joins" in text and "in two" in text for text in texts)


@pytest.mark.parametrize(
    ("code", "level", "weight"),
    [
        ("7x7:bgsgqbzbfxxfzb", Level.CONTRARY, 4),
        ("8x8:zchzzmzcizaizv", Level.SEPARATION, 4),
        ("7x7:exfdgrptivfpfj", Level.TRIAL, 5),
    ],
)
def test_the_hardest_step_decides_the_level(
    code: str, level: Level, weight: int
) -> None:
    puzzle = parse(code)
    way = walkthrough(puzzle)
    assert outline(puzzle).level == difficulty(way).level == level
    hardest = max(way.steps, key=lambda step: step.level)
    assert effort(hardest) == weight * length(hardest)


def test_what_separation_leaves_open_is_very_hard() -> None:
    assert GRADES[Level.TRIAL] == GRADES[Level.SEARCH] == "very hard"
    puzzle = parse("7x7:exfdgrptivfpfj")
    beyond = outline(puzzle, Level.SEPARATION)
    assert beyond.level is Level.SEARCH
    assert beyond.left


@pytest.mark.parametrize(
    ("board", "level", "grade"),
    [
        ("7x7:cghsppedzzaccdtce", Level.BLOCKED, "easy"),
        ("7x7:exfdgrptivfpfj", Level.TRIAL, "very hard"),
    ],
)
def test_a_turned_board_has_the_same_grade(
    board: str, level: Level, grade: str
) -> None:
    puzzle = parse(board)
    width, height = 2 * puzzle.width, 2 * puzzle.height
    for turn in (
        lambda x, y: (x, y),
        lambda x, y: (height - y, x),
        lambda x, y: (width - x, y),
    ):
        turned = Puzzle(height // 2, width // 2, [turn(*at) for at in puzzle.centers])
        assert outline(turned).level == level
        assert grade_of(turned, level) == grade
