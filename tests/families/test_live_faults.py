"""Rules that a board breaks already: named at once, whatever is drawn further."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.played import SIZES, TYPES, made

from galaxies_asp.core.board.labels import walls_between
from galaxies_asp.explaining.answers.live_faults import live_faults
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.play.answers import answer
from galaxies_asp.play.request import Request

STARS = """width(4). height(4). stars(1).
region((1,1;3,1;5,1;1,3),1). region((7,1;7,3;7,5;7,7),2).
region((1,5;1,7;3,7),3). region((3,3;5,3;3,5;5,5;5,7),4)."""
EMPTY_ROW = "-star((1,1)). -star((3,1)). -star((5,1)). -star((7,1))."
RIVER = "shaded((1,1)). shaded((3,1)). shaded((1,3)). shaded((3,3))."
LOOP = "width(2). height(2). number((1,1),3). number((3,3),1)."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "text", "said"),
    [
        ("star-battle", f"{STARS} star((1,1)). star((3,3)).", ["do not touch"]),
        ("star-battle", f"{STARS} star((1,1)).", []),  # wrong, but no rule says it
        ("star-battle", f"{STARS} {EMPTY_ROW}", ["row"]),
        ("slitherlink", f"{LOOP} -loop((1,0)). -loop((0,1)).", ["sides", "number"]),
        ("slitherlink", f"{LOOP} loop((1,0)). -loop((3,0)). -loop((2,1)).", ["corner"]),
        ("nurikabe", f"width(2). height(2). {RIVER}", ["2"]),
        ("shikaku", "width(2). height(2). number((1,1),4). wall((2,1)).", ["wall"]),
    ],
)
def test_a_rule_that_nothing_cures_is_named(
    family: str, text: str, said: list[str]
) -> None:
    (board,) = sheets(text, family=family_named(family))
    faults = live_faults(board)
    assert bool(faults) == bool(said)
    if said:
        assert any(word in fault.message for fault in faults for word in said)


def test_the_page_lists_and_marks_faults() -> None:
    atoms = {"atoms": ["star((1,1))", "star((3,3))"]}
    board = {"family": "star-battle", "id": "", "facts": STARS, "attempt": atoms}
    (shown,) = answer({"ask": "load", "board": board})["puzzles"]
    assert "touch" in shown["progress"]["faults"][0]["message"]
    assert any(role == "fault" for role, *_ in shown["picture"]["drawn"])
    assert "touch" in answer({"ask": "wrong", "board": board})["head"]
    (blank,) = answer({"ask": "load", "board": board | {"attempt": None}})["puzzles"]
    assert not blank["progress"]["faults"]


def test_large_boards_are_not_judged_while_they_are_drawn() -> None:
    facts = "width(16). height(15). black((3,3))."
    atoms = {"atoms": ["line((2,1))"]}
    board = {"family": "ring-ring", "id": "", "facts": facts, "attempt": atoms}
    (shown,) = answer({"ask": "load", "board": board})["puzzles"]
    assert shown["progress"]["unjudged"]
    assert not shown["progress"]["faults"]


def fillings(board: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield attempts on which everything is drawn or excluded, none of them right."""
    solved = answer({"ask": "solutions", "board": board, "models": 1})["boards"][0]
    if "family" in board:
        strokes = answer({"ask": "strokes", "board": board})["strokes"]
        every = {one["atom"] for one in strokes}
        right = every.intersection(solved["attempt"]["atoms"])
    else:
        position = Request({"board": solved}, None).board().position
        every = {f"wall({edge})" for edge in position.puzzle.every_edge}
        rows = position.rows()
        walls = position.inner_walls() if rows is None else walls_between(rows)
        right = every.intersection(f"wall({edge})" for edge in walls)
    less, more = {*sorted(right)[1:]}, {*right, min(every - right)}
    for drawn in (every, set(), every - right, less, more, {*sorted(every)[::2]}):
        attempt: dict[str, Any] = {"excluded": sorted(every - drawn)}
        points = [[*map(int, re.findall(r"\d+", atom))] for atom in drawn]
        attempt |= {"walls": points} if "centers" in board else {"atoms": [*drawn]}
        yield board | {"attempt": attempt}


@pytest.mark.slow("puzzles of all types are made")
@pytest.mark.parametrize("rules", TYPES)
def test_what_is_wrong_with_a_full_board_is_named(rules: str) -> None:
    for board in fillings(made(rules, SIZES.get(rules, (4, 4)), seed=1)):
        (shown,) = answer({"ask": "load", "board": board})["puzzles"]
        assert not shown["progress"]["solved"]
        assert shown["progress"]["faults"], board
