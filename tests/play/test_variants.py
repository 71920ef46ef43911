"""Boards with variants on the page: the answers are those of the command line."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from support.commands import text
from support.page import Page
from support.puzzles import IDP_5X5
from support.rules import BOARDS, PUZZLES, VARIANTS, argument, regions, solutions

from galaxies_asp.core.board.grid import inner_edges, touched_cells
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.play.answers import answer

Fields = dict[str, Any]


def asked(ask: str, **fields: Any) -> Fields:
    found = answer({"ask": ask, **fields})
    assert "error" not in found, found
    json.dumps(found)
    return found


def printed(*arguments: str) -> Fields:
    """Return what a command prints as JSON."""
    return dict(json.loads(text(*arguments).stdout.splitlines()[-1]))


def common(found: Fields, wanted: Fields) -> Fields:
    """Return the part of a command's answer that the page has, too."""
    return {name: wanted[name] for name in found if name in wanted}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_solutions(variant: str, name: str) -> None:
    puzzle = BOARDS[name]
    expected = solutions(puzzle, variant)
    board = json.loads(argument(puzzle)) | {"variants": [variant]}
    found = asked("solutions", board=board)
    assert {regions(puzzle, rows) for rows in found["solutions"]} == expected
    assert found["complete"]
    counted = asked("count", board=board)
    assert (counted["count"], counted["complete"]) == (len(expected), True)
    statuses = {0: "none", 1: "unique"}
    status = asked("number", board=board)["status"]
    assert status == statuses.get(len(expected), "multiple")
    run = asked("experiment", board=board, encoding="choice", variants=[variant])
    assert run["number"] == len(expected)
    assert not any(one["faults"] for one in run["answers"])
    forced = asked("forced", board=board)
    assert (forced["map"] is None) == (not expected)
    if not expected:
        return
    owners = [{cell: dot for region, dot in one for cell in region} for one in expected]
    for cell in puzzle.cells():
        dots = {owner.get(cell) for owner in owners}
        assert forced["map"]["counts"][cell.y // 2][cell.x // 2] == len(dots)
    walls = {
        tuple(edge)
        for edge in inner_edges(puzzle.width, puzzle.height)
        for one, other in [touched_cells(edge)]
        if all(owner.get(one) != owner.get(other) for owner in owners)
    }
    assert set(map(tuple, forced["map"]["board"]["attempt"]["walls"])) == walls


@pytest.mark.slow
@pytest.mark.parametrize("variant", PUZZLES)
def test_help(variant: str) -> None:
    puzzle = PUZZLES[variant]
    board = json.loads(puzzle)
    hint = asked("hint", board=board)
    assert common(hint, wanted := printed("hint", "--json", puzzle)) | hint == hint
    assert (hint["kind"], wanted["kind"]) == ("step", "step")
    why = asked("why", board=board, at=[3, 1])
    wanted = printed("explain", "--json", "--at", "c2r1", puzzle)
    assert common(why, wanted) | why == why
    assert not asked("wrong", board=board)["wrong"]
    way = asked("walkthrough", board=board)
    wanted = printed("walkthrough", "--json", puzzle)
    assert way["solved"]
    assert wanted["solved"]
    for frame, step in zip(way["frames"], wanted["walkthrough"], strict=True):
        assert common(frame, step) | frame == frame
    (labels,) = asked("solutions", board=board)["solutions"]
    assert way["frames"][-1]["board"]["attempt"]["labels"] == labels
    grade = asked("grade", board=board)
    assert grade["text"]
    assert common(grade, wanted["difficulty"]) | grade == grade


@pytest.mark.parametrize("variant", [v for v in PUZZLES if v != "hidden-dots"])
def test_hints_lead_to_the_solution(variant: str) -> None:
    board = json.loads(PUZZLES[variant])
    (labels,) = asked("solutions", board=board)["solutions"]
    while draw := asked("hint", board=board)["draw"]:
        (moved,) = asked("load", **draw)["puzzles"]
        assert moved["progress"]["faults"] == []
        board["attempt"] = moved["board"]["attempt"]
    assert moved["progress"]["solved"]
    drawn = board["attempt"]["labels"]
    assert all(
        label in (None, right)  # cells that dots touch need not be drawn
        for row, solved in zip(drawn, labels, strict=True)
        for label, right in zip(row, solved, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("variant", [v for v in PUZZLES if v != "hidden-dots"])
def test_a_mistake(variant: str) -> None:
    board = json.loads(PUZZLES[variant])
    (labels,) = asked("solutions", board=board)["solutions"]
    dots = range(len(board["centers"]))
    wrong = next(dot for dot in dots if dot != labels[0][1])
    drawn = board | {"attempt": {"labels": [[None, wrong, None, None]]}}
    found = asked("wrong", board=drawn)
    assert found["wrong"]
    assert [3, 1] in [one["at"] for one in found["marks"] if one["role"] == "wrong"]
    assert found["wrong_cells"] == [[3, 1]]
    assert asked("hint", board=drawn)["kind"] == "mistake"


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["thin", "black-holes"])
def test_repair(variant: str) -> None:
    board = {"width": 3, "height": 2, "centers": [[3, 2]], "variants": [variant]}
    for repair in asked("repair", board=board)["repairs"]:
        assert repair["board"]["variants"] == [variant]
        assert asked("number", board=repair["board"])["status"] == "unique"


def test_puzzles_are_made() -> None:
    made = asked("generate", width=4, height=4, seed=1, rules="thin")
    (shown,) = made["puzzles"]
    assert shown["board"]["variants"] == ["thin"]
    assert asked("number", board=shown["board"])["status"] == "unique"


def test_hidden_dots_stay_hidden() -> None:
    made = asked("generate", width=4, height=4, seed=1, rules="hidden-dots")
    (shown,) = made["puzzles"]
    assert shown["board"]["variants"] == ["hidden-dots"]
    assert shown["board"]["clues"] == ["hidden_dots(1)"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "size", "kept"),
    [
        ("hexagonal cells", (3, 3), {"lattice": "hexagonal", "width": 5}),
        ("loose-walls", (3, 3), {"variants": ["loose-walls"]}),
        ("ring-ring", (3, 4), {"family": "ring-ring"}),
        pytest.param("square-fences", (3, 3), {}, marks=pytest.mark.slow),
        pytest.param("nurikabe", (3, 3), {}, marks=pytest.mark.slow),
    ],
)
def test_the_next_puzzle_is_as_the_board_that_is_shown(
    rules: str, size: tuple[int, int], kept: dict[str, Any]
) -> None:
    """Both puzzles make a book."""
    fields: dict[str, Any] = {"width": size[0], "height": size[1], "seed": 1}
    first = asked("generate", rules=rules, **fields)["puzzles"][0]["board"]
    again = asked("generate", rules="as this board", board=first, **fields)
    (second,) = (shown["board"] for shown in again["puzzles"])
    for made in (first, second):
        assert made.items() >= kept.items()
        assert made.get("family") == first.get("family")
    assert asked("book", boards=[first, second])["data"]


def test_a_size_that_a_family_does_not_have_gives_way_to_the_nearest() -> None:
    fields = {"rules": "circuit-board", "width": 3, "height": 3, "seed": 1}
    (made,) = answer({"ask": "generate", **fields})["puzzles"]
    assert made["board"]["id"] in ("Circuit Board 3x2", "Circuit Board 2x3")


def test_a_book() -> None:
    assert asked("book", boards=[json.loads(PUZZLES["thin"])])["data"]


@pytest.mark.slow
def test_a_hint_in_the_browser(new_page: Callable[..., Page]) -> None:
    page = new_page()
    board = {
        "width": IDP_5X5.width,
        "height": IDP_5X5.height,
        "centers": [list(center) for center in IDP_5X5.centers],
        "variants": ["black-holes"],
        "black_cells": 0,
    }
    page.open(json.dumps(board))
    for _ in range(3):
        page.page.click("#hint")
        page.until("!document.getElementById('do').hidden")
    assert "each dot has the cells that it touches" in page.text("help-text")
    page.page.click("#do")
    page.until_game("game.past.length === 1")
    labels = page.game("game.now.board.attempt.labels")
    assert any(label not in (None, NO_DOT) for row in labels for label in row)
