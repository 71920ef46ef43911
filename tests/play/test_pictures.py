"""The pictures of the page are the scenes of `render`."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.played import SIZES, made

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.play import answers
from galaxies_asp.play.answers import answer

OTHERS = ("ring-ring", "two-not-touch", "circuit-board", "hexagonal-fences")


def asked(ask: str, **fields: Any) -> Any:
    found = answer({"ask": ask, **fields})
    assert "error" not in found, found
    json.dumps(found)
    return found


def is_solved(board: Any) -> bool:
    (shown,) = asked("load", board=board)["puzzles"]
    return bool(shown["progress"]["solved"])


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_boards_of_other_families_are_answered(name: str) -> None:
    family = family_named(name)
    (sheet,) = family.read(next(iter(family.instances.values())))
    drawn = sheet.plain()
    first = asked("strokes", board=drawn)["strokes"][0]
    assert len(first["path"][0]) == 2
    attempt = {"atoms": [first["atom"]]}
    (moved,) = asked("load", board=drawn | {"attempt": attempt})["puzzles"]
    assert moved["board"]["attempt"] == attempt
    (loaded,) = asked("load", text=json.dumps(drawn))["puzzles"]
    assert loaded["board"] == drawn
    found = asked("solutions", board=drawn, models=1)["boards"]
    for solution in found:
        assert is_solved(solution)
    for ask in ("number", "hint", "wrong", "count", "forced", "convert"):
        asked(ask, board=drawn)


@pytest.mark.parametrize("family", ["nosuch", "/tmp/evil.py", "galaxies", "/tmp", "."])
def test_only_built_in_families_are_played(family: str) -> None:
    drawn = {"family": family, "facts": "a."}
    assert (
        "the page plays built-in types"
        in answer({"ask": "load", "board": drawn})["error"]
    )


def test_the_family_that_the_user_names_is_played(tmp_path: Path) -> None:
    """Not another folder, whatever an address says."""
    shipped = data_folder("encodings") / "families"
    folder = tmp_path / "slitherlink"
    shutil.copytree(shipped / "slitherlink", folder)
    board = {"family": str(folder), "facts": "width(2). height(2). number((1,1),2)."}
    move = {"ask": "load", "board": board}
    assert "error" not in answer(move | {"folder": str(folder)})
    for other in (None, "", str(tmp_path)):
        assert "the page plays" in answer(move | {"folder": other})["error"]


@pytest.mark.slow
def test_a_family_in_a_folder_is_played() -> None:
    facts = "width(3). height(3). number((3,3),0). number((1,1),2)."
    drawn = {"family": "slitherlink", "facts": facts}
    assert asked("strokes", board=drawn)["strokes"]
    (solution, *_) = asked("solutions", board=drawn, models=1)["boards"]
    assert is_solved(solution)
    assert asked("hint", board=drawn)["head"]


@pytest.mark.parametrize(
    "text", ["7x7%3Acghsppedzzaccdtce", "<7x7%3Acghsppedzzaccdtce>"]
)
def test_texts_from_other_programs_open(text: str) -> None:
    (shown,) = asked("load", text=text)["puzzles"]
    assert len(shown["board"]["centers"]) == 15


STYLE = Path(answers.__file__).parent / "static" / "style.css"


@pytest.mark.slow("a puzzle of each type is made and solved")
@pytest.mark.parametrize("name", folders())
def test_each_color_of_a_drawing_has_one_for_the_dark(name: str) -> None:
    style = STYLE.read_text(encoding="utf-8")
    known = {*re.findall(r'\[(fill|stroke)="(#\w+)"\]', style)}
    board = made(name, SIZES.get(name, (4, 4)), seed=1)
    (solved,) = asked("solutions", board=board, models=1)["boards"]
    (shown,) = asked("load", board=solved)["puzzles"]
    drawn = [look for _, _, look, *_ in shown["picture"]["drawn"]]
    used = {(k, v) for look in drawn for k, v in look.items() if v.startswith("#")}
    assert {k for k, _ in used} <= {"fill", "stroke"}
    assert used
    assert used <= known
