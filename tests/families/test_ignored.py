"""What every question says of an encoding that has parts without an effect."""

from pathlib import Path

import pytest
from support.commands import text

_SHADING = """%*
Free shading
============

Shade any cells.
*%
#include "cells.lp".
%*! clue(P)
Input. The cell P is shaded. Domain: cell(P). Drawing: dot.
*%
#defined clue/1.
%*! shaded(P)
Output. The cell P is shaded. Drawing: shade. Words: {P} is shaded | {P} is white.
*%
#show shaded/1.
{ shaded(P) } :- cell(P).
:- clue(P), not shaded(P).
"""
_STATEMENTS = {
    "#minimize { 1,P : shaded(P) }.": " the optimization is ignored",
    "#maximize { 1,P : shaded(P) }.": " the optimization is ignored",
    ":~ shaded(P). [1,P]": " the optimization is ignored",
    "#program extra.\n:- shaded(_).": " the part extra is ignored",
    ":- shadde(P), cell(P).": "1: shadde/1 occurs in no head; shaded/1 is known",
}
_BOARD = "width(2). height(1)."


_SAID = {
    "solve -q": "at least 2 solutions",
    "solve -q -n 0": "exactly 4 solutions",
    "count": "4\n",
    "forced -q": "0 atoms are in all solutions, 0 in none, 2 in some",
    "hint -q": "the open cells have several solutions",
    "repair -q": "repaired by 2 changes at a cost of 2, proven least",
}


def test_a_part_of_a_mix_is_named_too(tmp_path: Path) -> None:
    part = tmp_path / "part.lp"
    part.write_text("#minimize { 1,P : galaxy(P,_) }.\n")
    result = text("solve", "-q", "-n", "0", "6x6:pzizizcf", "--with", str(part))
    assert "exactly 7 solutions" in result.stdout
    assert result.stderr.count(f"{part}:1: the optimization is ignored") == 1


@pytest.mark.parametrize("variant", ["black-holes", "hidden-dots", "toroidal"])
def test_rules_of_variants_and_of_a_file_are_known(
    variant: str, tmp_path: Path
) -> None:
    part = tmp_path / "part.lp"
    part.write_text(":- galaxy(P,C), not cell(P), touch(P,C).\n")
    result = text("count", "--with", variant, "--with", str(part), "3x3:m")
    (said,) = [line for line in result.stderr.split("\n") if "head" in line]
    assert said.startswith(f"{part}:1:1: touch/2 occurs in no head")


@pytest.mark.parametrize("statement", _STATEMENTS)
def test_all_four_solutions_count(statement: str, tmp_path: Path) -> None:
    folder, board = tmp_path / "free", tmp_path / "board.lp"
    folder.mkdir()
    encoding = folder / "encoding.lp"
    encoding.write_text(f"{_SHADING}{statement}\n")
    board.write_text("width(2). height(1).")
    for command, said in _SAID.items():
        result = text(*command.split(), "--family", str(folder), str(board))
        message = f"{encoding}:18:{_STATEMENTS[statement]}"
        assert result.stderr.count(message) == 1, command
        assert said in result.stdout, command
