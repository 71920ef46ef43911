"""The scripts of the site draw and judge boards as Python does."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.notation import parse
from galaxies_asp.play.answers import answer

TWIN = Path(__file__).parents[1] / "page" / "twin.js"
SHIPPED = ("7x7:cghsppedzzaccdtce", "heart", "tatham-normal-7x7", "random-hard-12x12")

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None, reason="node is not installed"
)


def asked_twin(tmp_path: Path, requests: list[dict[str, Any]]) -> list[Any]:
    (tmp_path / "requests.json").write_text(json.dumps(requests), encoding="utf-8")
    done = subprocess.run(
        ["node", str(TWIN), str(tmp_path / "requests.json")],
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def boards(rng: Random, number: int) -> list[dict[str, Any]]:
    """Return shipped boards, and random ones of squares and hexagons."""
    found = [answer({"ask": "load", "text": name})["puzzles"] for name in SHIPPED]
    made = [random_puzzle(rng, rng.randint(2, 20)) for _ in range(number)]
    return [
        *(shown["board"] for puzzles in found for shown in puzzles[:2]),
        *(dict(sheet_of(puzzle).plain()) for puzzle in made),
    ]


def drawn(rng: Random, board: dict[str, Any]) -> dict[str, Any]:
    """Return an attempt: a solution with mistakes and gaps, or anything."""
    solved = answer({"ask": "solutions", "board": board, "models": 1})["boards"]
    known = solved[0]["attempt"] if solved else {}
    width, height, dots = board["width"], board["height"], len(board["centers"])
    noise, gaps = rng.choice((0, 0.05, 0.4)), rng.choice((0, 0.5))
    attempt: dict[str, Any] = {}
    if rng.random() < 0.7:
        holes = [list(hole) for hole in board.get("holes", ())]

        def label(x: int, y: int) -> int | None:
            if [x, y] in holes or rng.random() < gaps or not dots:
                return None
            right = known["labels"][y][x] if known else None
            return rng.randrange(dots) if rng.random() < noise else right

        attempt["labels"] = [[label(x, y) for x in range(width)] for y in range(height)]
    if rng.random() < 0.7:
        walls = [each for each in known.get("walls", ()) if rng.random() >= noise]
        points = [[rng.randrange(1, 2 * width), rng.randrange(1, 2 * height)]] * (
            rng.random() < noise
        )
        attempt["walls"] = walls + [[x, y] for x, y in points if (x + y) % 2]
    return board | ({"attempt": attempt} if attempt else {})


def lines(shapes: list[Any], *, is_square: bool) -> list[Any]:
    """Return shapes; of hexagons without the order in which lines are drawn."""
    if is_square:
        return shapes
    return [
        [role, name, sorted(look.get("d", "").split("M"))]
        for role, name, look, _ in shapes
        if role in ("cell", "ground", "dot")
    ]


@pytest.mark.slow
def test_moves_are_judged_and_drawn_as_by_python(tmp_path: Path) -> None:
    rng = Random(3)
    positions = [drawn(rng, board) for board in boards(rng, 40) for _ in range(4)]
    requests = [{"ask": "move", "board": position} for position in positions]
    requests += [
        {"ask": "move", "board": position, "cells": [[1, 1]], "dot": 0, "letters": True}
        for position in positions[::3]
        if position["centers"]
    ]
    requests += [
        {"ask": "move", "board": position, "add": [[2, 1]], "brief": True}
        for position in positions[::3]
    ]
    kinds = set()
    pairs = zip(requests, asked_twin(tmp_path, requests), strict=True)
    for request, found in pairs:
        expected = json.loads(json.dumps(answer(request)))
        if found is None or "error" in expected:
            assert "error" in expected, request
            continue
        assert found["progress"] == expected["progress"], request
        assert found["attempt"] == expected["attempt"], request
        is_square = "lattice" not in request["board"]
        for name, shapes in expected["picture"].items():
            got = found["picture"][name]
            if name == "box":
                assert got == pytest.approx(shapes)
            else:
                got, shapes = (
                    lines(
                        [one for one in each if one[0] != "fault"], is_square=is_square
                    )
                    for each in (got, shapes)
                )
                assert got == shapes, (name, request)
        kinds |= {fault["kind"] for fault in expected["progress"]["faults"]}
        kinds |= {expected["progress"]["solved"]}
    assert len(kinds) >= 7, kinds


def test_boards_with_other_rules_are_left_to_python(tmp_path: Path) -> None:
    plain = dict(sheet_of(parse(SHIPPED[0])).plain())
    changes: tuple[dict[str, Any], ...] = (
        {},
        {"variants": ["thin"]},
        {"clues": ["star((1,1))"]},
        {"centers": [[0, 0]]},
        {"centers": [[1, 1], [1, 1]]},
        {"holes": [[1, 0]]},
        {"walls": [[1, 1]]},
        {"width": 0},
        {"attempt": {"labels": [[0]]}},
        {"family": "ring-ring", "facts": ""},
    )
    requests = [{"ask": "move", "board": plain | change} for change in changes]
    requests.append({"ask": "load", "text": "no puzzle"})
    first, *others = asked_twin(tmp_path, requests)
    assert first["progress"] == {"faults": [], "complete": [], "solved": False}
    assert others == [None] * len(others)
