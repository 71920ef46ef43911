"""Hints alone solve puzzles of every type, variant and lattice, step by step."""

from typing import Any

import pytest
from support.marks import nightly_if

from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.families.registry import folders
from galaxies_asp.play.answers import answer

SIZES = {
    "circuit-board": (3, 2),
    "hexagonal cells": (2, 2),
    "hexagonal-fences": (1, 1),
    "kakuro": (3, 2),
    "masyu": (3, 3),
    "ring-ring": (3, 3),
    "slitherlink": (3, 2),
    "square-fences": (2, 2),
}
"""The sizes of small puzzles; those of other types have four columns and rows."""
LONG = ("square-fences",)
TYPES = [*folders(), *RuleVariant, "standard", "hexagonal cells"]
MOST = 400


def _made(rules: str, size: tuple[int, int], **more: object) -> dict[str, Any]:
    width, height = size
    request = {"ask": "generate", "rules": rules, "width": width, "height": height}
    puzzles: list[dict[str, Any]] = answer(request | more)["puzzles"]
    return {k: v for k, v in puzzles[0]["board"].items() if k != "attempt"}


def _is_solved_by_hints(board: dict[str, Any]) -> bool:
    """Take each hint, and press "Do it"."""
    for _ in range(MOST):
        found = answer({"ask": "hint", "board": board})
        drawn = found["draw"].get("board")
        assert drawn, f"nothing can be drawn: {found['head']}"
        assert drawn != board, f"nothing new is drawn: {found['head']}"
        board = drawn
        (shown,) = answer({"ask": "load", "board": board})["puzzles"]
        assert not shown["progress"]["faults"], found["head"]
        if shown["progress"]["solved"]:
            return True
    return False


@pytest.mark.slow("each type has hints of its own")
@pytest.mark.parametrize("rules", nightly_if(LONG.__contains__, TYPES))
def test_hints_alone_lead_to_the_end(rules: str) -> None:
    assert _is_solved_by_hints(_made(rules, SIZES.get(rules, (4, 4)), seed=1))


@pytest.mark.nightly("thirty puzzles of each type")
@pytest.mark.parametrize("grade", ["very easy", "easy", "moderate"])
@pytest.mark.parametrize("rules", TYPES)
def test_hints_solve_puzzles_of_three_grades(rules: str, grade: str) -> None:
    size = SIZES.get(rules, (5, 5))
    for seed in range(10):
        board = _made(rules, size, grade=grade, seed=seed)
        assert _is_solved_by_hints(board), board
