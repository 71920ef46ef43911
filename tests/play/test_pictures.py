"""The pictures of the page are the scenes of `render`."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.puzzles import IDP_7X7, IDP_15X15

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.lab.subjects import subject_named
from galaxies_asp.notation import parse_all
from galaxies_asp.play.answers import answer
from galaxies_asp.solving.search import solve

HEXAGONS = Puzzle(
    *(3, 3, [(3, 3)]),
    holes=[(1, 1), (5, 5)],
    lattice=parse_all(
        '{"width": 1, "height": 1, "lattice": "hexagonal", "centers": [[1, 1]]}'
    )[0].puzzle.lattice,
)
OTHERS = ("ring-ring", "two-not-touch", "circuit-board", "hexagonal-fences")


def asked(ask: str, **fields: Any) -> Any:
    found = answer({"ask": ask, **fields})
    assert "error" not in found, found
    json.dumps(found)
    return found


def fills(elements: list[list[Any]]) -> set[tuple[str, str]]:
    """Return the outlines of cells with their fills, or what is written."""
    return {
        (look["fill"], look["d"]) for role, _, look, _ in elements if role == "cell"
    }


@pytest.mark.parametrize("puzzle", [IDP_7X7, IDP_15X15, HEXAGONS])
def test_solutions_have_the_colors_of_render(puzzle: Puzzle) -> None:
    from galaxies_asp.core.drawing.svg import element

    (solution, *_) = solve(puzzle).solutions
    shown = asked("move", board=sheet_of(solution).plain())
    expected = {
        (part.attributes["fill"], part.attributes["d"])
        for shape in scene_of(solution.position()).shapes
        if shape.role == "cell" and (part := element(shape)) is not None
    }
    assert fills(shown["picture"]["drawn"]) == expected
    assert shown["progress"]["solved"]


def test_a_hint_shows_the_board_after_its_step() -> None:
    hint = asked("hint", board=sheet_of(IDP_7X7).plain())
    shown = asked("move", board=hint["board"], marks=hint["marks"])["picture"]
    assert fills(shown["drawn"])
    assert {role for role, *_ in shown["drawn"]} >= {"cell", "wall", "mark"}
    texts = [part for role, name, _, part in shown["over"] if role == "dot"]
    assert "A" in json.dumps(texts)


def test_hexagons_are_drawn_on() -> None:
    blank = sheet_of(HEXAGONS).plain()
    (loaded,) = asked("load", board=blank)["puzzles"]
    assert loaded["lattice"]["name"] == "hexagonal"
    walls = asked("move", board=blank, add=[[4, 3], [2, 1]])["attempt"]["walls"]
    assert walls == [[4, 3]]  # (2,1) is an edge of a hole
    cells = asked("move", board=blank, cells=[[3, 1]], dot=0)["attempt"]["labels"]
    assert (cells[0][1], cells[2][1]) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_boards_of_other_families_are_answered(name: str) -> None:
    subject = subject_named(name)
    (sheet,) = subject.family.read(next(iter(subject.instances.values())))
    drawn = sheet.plain()
    first = asked("strokes", board=drawn)["strokes"][0]
    assert len(first["path"][0]) == 2
    moved = asked("move", board=drawn, toggle=[first["atom"]])
    assert first["atom"] in moved["attempt"]["atoms"]
    again = drawn | {"attempt": moved["attempt"]}
    assert asked("move", board=again, toggle=[first["atom"]])["attempt"] == {}
    (loaded,) = asked("load", text=json.dumps(drawn))["puzzles"]
    assert loaded["board"] == drawn
    found = asked("solutions", board=drawn, models=1)["boards"]
    for solution in found:
        assert asked("move", board=solution)["progress"]["solved"]
    for ask in ("number", "hint", "wrong", "count", "forced", "convert"):
        asked(ask, board=drawn)


@pytest.mark.parametrize("family", ["nosuch", "/tmp/evil.py", "galaxies", "/tmp", "."])
def test_only_built_in_families_are_played(family: str) -> None:
    drawn = {"family": family, "facts": "a."}
    assert (
        "built-in families, and of the folder"
        in answer({"ask": "move", "board": drawn})["error"]
    )


def test_the_family_that_the_user_names_is_played(tmp_path: Path) -> None:
    """Not another folder, whatever an address says."""
    shipped = data_folder("encodings") / "families"
    folder = tmp_path / "slitherlink"
    shutil.copytree(shipped / "slitherlink", folder)
    board = {"family": str(folder), "facts": "width(2). height(2). number((1,1),2)."}
    move = {"ask": "move", "board": board}
    assert "error" not in answer(move | {"folder": str(folder)})
    for other in (None, "", str(tmp_path)):
        assert "the page plays" in answer(move | {"folder": other})["error"]


def test_a_family_in_a_folder_is_played() -> None:
    facts = "width(3). height(3). number((3,3),0). number((1,1),2)."
    drawn = {"family": "slitherlink", "facts": facts}
    assert asked("strokes", board=drawn)["strokes"]
    (solution, *_) = asked("solutions", board=drawn, models=1)["boards"]
    assert asked("move", board=solution)["progress"]["solved"]
    assert asked("hint", board=drawn)["head"]


@pytest.mark.parametrize(
    "text", ["7x7%3Acghsppedzzaccdtce", "<7x7%3Acghsppedzzaccdtce>"]
)
def test_texts_from_other_programs_open(text: str) -> None:
    (shown,) = asked("load", text=text)["puzzles"]
    assert len(shown["names"]) == 15


@pytest.mark.parametrize("reflect", [True, False])
def test_boards_are_turned(reflect: bool) -> None:
    (solution,) = solve(IDP_15X15).solutions
    turned = sheet_of(solution).plain()
    for _ in range(2 if reflect else 4):
        (shown,) = asked("turn", board=turned, reflect=reflect)["puzzles"]
        assert shown["progress"]["solved"]
        turned = shown["board"]
    assert turned == sheet_of(solution).plain()
