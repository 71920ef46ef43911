"""Boards of folders as text and as SVG, as their encodings declare them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.drawing import svg
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining.words.labeled import family_scene
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.search import solve

SHOWN = {
    "akari": "seven",
    "heyawake": "six",
    "kakuro": "six",
    "masyu": "seven",
    "tents": "seven",
}
"""An instance of each type."""


def board(folder: Path, facts: str, *declared: str, rules: str = "") -> AnySheet:
    """Return a board of a folder whose rules have some declarations."""
    comments = "".join(f"%*! {text}\n*%\n" for text in declared)
    (folder / "encoding.lp").write_text(
        f'#include "cells.lp".\n{comments}'
        "%*! out(P)\nOutput.\n*%\n{ out(P) : cell(P) }.\n#show out/1.\n" + rules
    )
    family = family_named(str(folder))
    return next(iter(family.read(facts)))


def drawn(sheet: AnySheet) -> str:
    return sheet.text(PLAIN._replace(rulers=False))


@pytest.mark.parametrize("name", SHOWN)
def test_solved_boards(name: str, golden: Callable[[str, str], None]) -> None:
    family = family_named(name)
    sheet = Sheet(family, "", family.puzzle(family.instances[SHOWN[name]]))
    solved = sheet.drawn(solve(sheet).solutions[0])
    golden(f"board-of-{name}.txt", solved.text(PLAIN))
    golden(f"board-of-{name}.svg", svg.paint(solved.scene()))


def test_every_drawing(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    facts = """
        width(4). height(3). tint((1,1),red). tint((3,1),green). tint((1,3),red).
        gray((5,1)). wall((7,1),4). wall((7,3),"?"). full((7,5)). side((4,1)).
        way((2,3)). lane((6,3)). disc((3,3)). ring((5,3)). ball((1,5)). round((3,5),7).
        sign((5,5),b). head((1,-1),12). head((-1,3),5). head((9,5),6). head((5,7),3).
    """
    domain = 'Domain: cell(P), N = (0..12;"?"). Drawing'
    beside = "Domain: P = (-9..9,-9..9), N = 0..12. Drawing"
    sheet = board(
        tmp_path,
        facts,
        "tint(P,C)\nInput. Drawing: color.",
        "gray(P)\nInput. Drawing: shade.",
        f"wall(P,N)\nInput. {domain}: block.",
        "full(P)\nInput. Drawing: block.",
        "side(E)\nInput. Drawing: wall.",
        "way(E)\nInput. Drawing: line.",
        "lane(E)\nInput. Drawing: line thin.",
        "disc(P)\nInput. Drawing: dot.",
        "ring(P)\nInput. Drawing: circle.",
        "ball(P)\nInput. Drawing: circle black.",
        f"round(P,N)\nInput. {domain}: number circled.",
        "sign(P,S)\nInput. Drawing: symbol a=△, b=▽.",
        f"head(P,N)\nInput. {beside}: number.",
    )
    golden("every-drawing.txt", sheet.text(PLAIN))
    picture = re.sub("<metadata>.*</metadata>", "", svg.paint(sheet.scene()))
    golden("every-drawing.svg", picture)


def test_numbers_in_corners(tmp_path: Path) -> None:
    corner = "Domain: P = (-9..9,-9..9), N = 1..45. Drawing: number"
    facts = "width(3). height(2). across((3,1),17). down((3,1),4). down((1,3),30)."
    sheet = board(
        tmp_path,
        f"{facts} down((1,-1),9). across((-1,3),45).",
        f"across(P,N)\nInput. {corner} upper right.",
        f"down(P,N)\nInput. {corner} lower left.",
    )
    assert drawn(sheet) == (
        "      9\n"
        "   ┌┄┄┄┄┄┬┄┄┄┄┄┬┄┄┄┄┄┐\n"
        "   ┆     ┆▓4\\17┆     ┆\n"
        "   ├┄┄┄┄┄┼┄┄┄┄┄┼┄┄┄┄┄┤\n"
        "45 ┆30\\▓▓┆     ┆     ┆\n"
        "   └┄┄┄┄┄┴┄┄┄┄┄┴┄┄┄┄┄┘\n"
    )


@pytest.mark.parametrize("rulers", [False, True])
def test_numbers_on_all_sides_are_read_again(tmp_path: Path, rulers: bool) -> None:
    """Where domains allow it; otherwise such a drawing is refused."""
    declared = "seen(P,N)\nInput. Domain: P = (X,Y), Y = -1..9, X = {}, N = 0..12."
    facts = "width(3). height(2). seen((3,-1),12). seen((5,5),2)."
    facts += " seen((-1,1),3). seen((7,3),11)."
    plain = board(tmp_path, facts, f"{declared.format('-1..9')} Drawing: number.")
    text = plain.text(PLAIN._replace(rulers=rulers))
    (read,) = plain.family.read(text)
    assert {*facts_of(read.facts)} == {*facts_of(facts)}
    inner = declared.format("1..5").replace("-1", "1")
    (tmp_path / "inside").mkdir()
    blank = "width(3). height(2)."
    inside = board(tmp_path / "inside", blank, f"{inner} Drawing: number.")
    with pytest.raises(NotationError, match="beside the board: clues are in cells"):
        list(inside.family.read(text))


def test_what_follows_from_facts_is_drawn(tmp_path: Path) -> None:
    sheet = board(
        tmp_path,
        "width(3). height(1). given((1,1)).",
        "given(P)\nInput. Domain: cell(P).",
        "near(P)\nBoard. Drawing: shade.",
        rules="near(Q) :- given(P), next(P,Q).\n",
    )
    assert drawn(sheet).splitlines()[1] == "┆   ┆███┆   ┆"
    assert len(solve(sheet, 0).solutions) == 8
    assert "near" not in sheet.written("facts")


def test_rulers_and_marks_are_outside_of_clues(tmp_path: Path) -> None:
    sheet = board(
        tmp_path,
        "width(2). height(1). head((1,-1),1). head((-1,1),2).",
        "head(P,N)\nInput. Domain: P = (-1..9,-1..9), N = 1..2. Drawing: number.",
    )
    text = sheet.text(PLAIN)
    assert text.splitlines()[:2] == ["      c1  c2", "       1"]
    assert text.splitlines()[3] == "r1 2 ┆   ┆   ┆"
    scene = family_scene(sheet, [Mark(Point(-1, 1), Role.KNOWN)])
    rulers = {
        name: at for s in scene.shapes if s.role == "ruler" for at, name in s.texts
    }
    assert rulers["c1"] == pytest.approx((1, -2.57))
    assert rulers["r1"][0] == -2.65
    assert scene.box.left < -3
    assert any(shape.role == "mark" for shape in scene.shapes)
