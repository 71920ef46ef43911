"""The scripts of the page edit, draw and judge boards as Python does."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.puzzles import IDP_7X7, IDP_15X15

from galaxies_asp.core.board.grid import HEXAGONAL, SQUARE, Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.drawing.scene import Shape
from galaxies_asp.core.drawing.svg import element
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.explaining.words.labeled import mark_shapes
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.families import shipped
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.notation import parse, parse_all
from galaxies_asp.play.answers import answer
from galaxies_asp.play.export import _declared
from galaxies_asp.solving.search import solve

TWIN = Path(__file__).parents[1] / "page" / "twin.js"
HEXAGONS = Puzzle(3, 3, [(3, 3)], holes=[(1, 1), (5, 5)], lattice=HEXAGONAL)
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
        point = [rng.randrange(1, 2 * width), rng.randrange(1, 2 * height)]
        points = [point] if rng.random() < noise else []
        walls += [each for each in points if sum(each) % 2 and each not in walls]
        attempt["walls"] = sorted(walls, key=lambda at: (at[1], at[0]))
    if rng.random() < 0.3:
        (position,) = parse_all(json.dumps(board))
        edges = sorted(position.puzzle.every_edge)
        none = [one for one in edges if rng.random() < 0.5 + noise]
        attempt |= {"excluded": sorted(f"wall({one})" for one in none)} if none else {}
    return board | ({"attempt": attempt} if attempt else {})


def elements(shapes: Iterable[Shape]) -> list[tuple[Any, ...]]:
    """Return shapes as the page has them."""
    pairs = ((shape.role, element(shape)) for shape in shapes)
    found = [[role, *part] for role, part in pairs if part is not None]
    return comparable(json.loads(json.dumps(found)))


def comparable(shapes: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return shapes with rounded numbers, and without the order of their lines."""
    numbers = partial(re.sub, r"-?\d*\.\d+", lambda found: f"{float(found[0]):.3f}")
    return [
        (
            role,
            *(sorted(re.split("(?=[M])", numbers(json.dumps(part)))) for part in rest),
        )
        for role, *rest in shapes
    ]


def judged_by_python(board: dict[str, Any]) -> Any:
    found = answer({"ask": "load", "board": board})
    return found.get("puzzles", [found])[0]


@pytest.mark.slow
def test_strokes_are_judged_as_by_python(tmp_path: Path) -> None:
    """Whatever is drawn, by walls, cells or both, and after another stroke."""
    rng = Random(3)
    positions = [drawn(rng, board) for board in boards(rng, 40) for _ in range(4)]
    strokes = ({"cells": [[1, 1]], "dot": 0}, {"add": [[2, 1], [0, 1], [99, 2]]})
    requests: list[dict[str, Any]] = [{"board": position} for position in positions]
    requests += [
        {"board": position, "edit": "moved", "fields": fields}
        for position in positions[::3]
        for fields in strokes
        if position["centers"]
    ]
    asked = [{"ask": "load"} | request for request in requests]
    kinds = set()
    for request, found in zip(requests, asked_twin(tmp_path, asked), strict=True):
        expected = judged_by_python(found["board"])
        if "progress" not in found:
            assert "error" in expected, request
            continue
        assert found["progress"] == expected["progress"], request
        assert found["board"] == json.loads(json.dumps(expected["board"])), request
        kinds |= {fault["kind"] for fault in expected["progress"]["faults"]}
        kinds |= {expected["progress"]["solved"]}
    assert len(kinds) >= 7, kinds


def clues_and_cells(shapes: Iterable[Any]) -> Any:
    """Return the texts in a picture with their places, and its cells and lines."""
    texts, cells, lines = [], [], set()
    for role, _, look, inner in shapes:
        if role == "cell":
            cells += re.findall(r"M[^M]+", look["d"])
        elif role in ("wall", "path"):
            lines.add((role, look["stroke"], look["stroke-width"]))
        elif role == "clue" and inner and inner[0][0] == "text":
            texts += [(t, float(at["x"]), float(at["y"])) for _, at, t in inner]
    return sorted(texts), sorted(cells), lines


@pytest.mark.slow
def test_boards_of_other_types_are_drawn_by_their_declarations(tmp_path: Path) -> None:
    """As Python draws them, which takes long to start on a site."""
    declared = dict(_declared())
    asked, expected = [], []
    for name in shipped.examples():
        board = answer({"ask": "load", "text": name})["puzzles"][0]["board"]
        if board["family"] in declared:
            question = {"ask": "solutions", "board": board, "models": 1}
            (solved,) = answer(question)["boards"]
            asked.append({"board": solved, "declared": declared[board["family"]]})
            (shown,) = answer({"ask": "load", "board": solved})["puzzles"]
            expected.append(json.loads(json.dumps(shown["picture"]["drawn"])))
    assert len(asked) > 10
    for request, found, right in zip(
        asked, asked_twin(tmp_path, asked), expected, strict=True
    ):
        drawn = clues_and_cells(found["picture"]["drawn"])
        assert drawn == clues_and_cells(right), request


def edited(
    tmp_path: Path, board: dict[str, Any], edit: str, *steps: dict[str, Any]
) -> dict[str, Any]:
    """Return a board after some edits."""
    for fields in steps:
        request = {"ask": "load", "board": board, "edit": edit, "fields": fields}
        (found,) = asked_twin(tmp_path, [request])
        board = found["board"]
    return board


@pytest.mark.slow
def test_a_stroke_draws_walls_and_cells_with_their_mirror_images(
    tmp_path: Path,
) -> None:
    board = dict(sheet_of(IDP_7X7).plain())
    there = edited(tmp_path, board, "moved", {"add": [[2, 1], [0, 1], [99, 2]]})
    assert there["attempt"] == {"walls": [[2, 1]]}
    back = edited(tmp_path, there, "moved", {"remove": [[2, 1]]})
    assert back["attempt"] == {"walls": []}
    there = edited(tmp_path, board, "moved", {"cells": [[5, 1]], "dot": 0})
    row = there["attempt"]["labels"][0]
    assert [column for column, label in enumerate(row) if label == 0] == [2, 5]
    back = edited(tmp_path, there, "moved", {"cells": [[11, 1]]})
    assert {label for row in back["attempt"]["labels"] for label in row} == {None}
    hexagons = dict(sheet_of(HEXAGONS).plain())
    there = edited(tmp_path, hexagons, "moved", {"add": [[4, 3], [2, 1]]})
    assert there["attempt"]["walls"] == [[4, 3]]  # (2,1) is an edge of a hole
    there = edited(tmp_path, hexagons, "moved", {"cells": [[3, 1]], "dot": 0})
    assert {there["attempt"]["labels"][y][1] for y in (0, 2)} == {0}


@pytest.mark.slow
def test_atoms_of_another_family_appear_and_disappear(tmp_path: Path) -> None:
    board = {"family": "ring-ring", "facts": "width(2). height(2)."}
    edge = ["edge((2,1))"]
    there = edited(tmp_path, board, "moved", {"draw": edge})
    assert there["attempt"] == {"atoms": edge}
    out = edited(tmp_path, there, "moved", {"exclude": edge})
    assert out["attempt"] == {"atoms": [], "excluded": edge}
    assert edited(tmp_path, out, "moved", {"erase": edge}) == board


@pytest.mark.slow
def test_puzzles_are_edited(tmp_path: Path) -> None:
    board = edited(
        tmp_path,
        {"width": 4, "height": 3, "centers": []},
        "edited",
        {"change": "dot", "at": [3, 3]},
        {"change": "color", "at": [3, 3]},
        {"change": "move", "at": [3, 3], "to": [4, 4]},
        {"change": "dot", "at": [1, 5]},
        {"change": "dot", "at": [7, 5]},
        {"change": "dot", "at": [1, 5]},
        {"change": "hole", "at": [7, 1]},
        {"change": "wall", "at": [2, 1]},
        {"change": "clue", "at": [1, 1], "clue": "star"},
        {"change": "clue", "at": [1, 5], "clue": "number 2"},
        {"change": "clue", "at": [1, 1], "clue": "star"},
        {"change": "clue", "at": [5, 3], "clue": "star"},
        {"change": "clue", "at": [5, 3], "clue": "black_cells(2)"},
    )
    (position,) = parse_all(json.dumps(board))
    dots = [(4, 4), (7, 5)]
    expected = Puzzle(4, 3, dots, black=dots[:1], holes=[(7, 1)], walls=[(2, 1)])
    assert replace(position.puzzle, clues=()) == expected
    assert position.puzzle.clues == (
        *("black_cells(2)", "number((1,5),2)", "star((5,3))"),
    )
    for change, said in (
        ({"change": "dot", "at": [0, 0]}, "border"),
        ({"change": "clue", "at": [1, 1], "clue": "a b :- c."}, "not a clue"),
    ):
        refused = edited(tmp_path, board, "edited", change)
        assert said in judged_by_python(refused)["error"]


@pytest.mark.slow
@pytest.mark.parametrize("is_reflected", [True, False])
def test_boards_are_turned(tmp_path: Path, is_reflected: bool) -> None:
    """What is drawn stays a solution, and clues stay in their cells."""
    (solution,) = solve(IDP_15X15).solutions
    board = dict(sheet_of(solution).plain()) | {"clues": ["star((5,3))"]}
    turned = board
    for _ in range(2 if is_reflected else 4):
        request = {"ask": "load", "board": turned, "edit": "turned"}
        (found,) = asked_twin(tmp_path, [request | {"fields": is_reflected}])
        turned = found["board"]
        shown = judged_by_python(turned)
        assert shown["progress"]["solved"]
        assert shown["board"] == turned | {"centers": shown["board"]["centers"]}
    assert turned == board


@pytest.mark.slow
def test_solved_boards_are_drawn_as_render_draws_them(tmp_path: Path) -> None:
    """Cells with the colors of their regions, lines, walls, holes and dots."""
    solutions = [
        solve(parse(board) if isinstance(board, str) else board).solutions[0]
        for board in (*SHIPPED[:1], IDP_15X15, HEXAGONS)
    ]
    requests = [{"ask": "load", "board": sheet_of(one).plain()} for one in solutions]
    for one, found in zip(solutions, asked_twin(tmp_path, requests), strict=True):
        assert found["progress"]["solved"]
        position = one.position()
        roles = {"ground", "hole", "cell", "grid", "dot"}
        if position.puzzle.lattice == HEXAGONAL:
            roles.remove("grid")  # its lines have other directions
        expected = [shape for shape in scene_of(position).shapes if shape.role in roles]
        picture = found["picture"]
        shown = [*picture["under"], *picture["drawn"], *picture["over"]]
        got = comparable(shape for shape in shown if shape[0] in roles)
        assert got == elements(expected)


def test_marks_are_drawn_as_in_explanations(tmp_path: Path) -> None:
    """Each role, on cells and edges, and on a dot."""
    board = sheet_of(parse(SHIPPED[0]))
    puzzle = board.position.puzzle
    marks = [
        Mark(at, role, "b?" if role is Role.SUPPOSED else "")
        for number, role in enumerate(Role)
        for at in (Point(2 * (number % 6) + 1, 1), Point(2, 2 * (number % 6) + 1))
    ] + [Mark(puzzle.centers[0], role) for role in (Role.DOT, Role.RIVAL)]
    plain = [
        {"at": [*mark.at], "role": mark.role.value, "text": mark.text} for mark in marks
    ]
    request = {"ask": "load", "board": board.plain(), "marks": plain}
    (found,) = asked_twin(tmp_path, [request])
    shown = [shape for shape in found["picture"]["drawn"] if shape[0] == "mark"]
    expected = elements(scene.projected(mark_shapes(marks, puzzle.lattice), SQUARE))
    assert comparable(shown)[: len(expected)] == expected
    assert "b?" in json.dumps(shown[len(expected) :])
    assert "A" in json.dumps(
        [one for one in found["picture"]["over"] if one[0] == "dot"]
    )


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
    requests = [{"ask": "load", "board": plain | change} for change in changes]
    requests.append({"ask": "load", "text": "no puzzle"})
    first, *others = asked_twin(tmp_path, requests)
    assert first["progress"]["faults"] == first["progress"]["complete"] == []
    assert not any("progress" in found for found in others)
