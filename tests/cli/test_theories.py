"""Theory atoms are refused by every command."""

from pathlib import Path

import pytest
from support.commands import text

import galaxies_asp
from galaxies_asp.core.board.errors import EncodingError

_THEORY = "#theory t { s { + : 1, unary }; &diff/0 : s, { <= }, s, any }.\n"
_RULES = _THEORY + ":- &diff { 1 } <= 2.\n"
_FAMILY = """%*! width(W)
Input. There are W columns.
*%
%*! height(H)
Input. There are H rows.
*%
%*! number(P,N)
Input. The cell P has the number N. Domain: P = (1,1), width(_), N = 1..2.
*%
#defined number/2.
%*! shaded(P)
Output. The cell P is shaded.
*%
{ shaded((1,1)) } :- width(_), height(_), not number((1,1),2).
"""


@pytest.mark.parametrize(
    "command",
    [
        *("solve", "enumerate", "count", "forced", "hint", "walkthrough", "repair"),
        *("explain --at c1r1", "generate --size 3x3", "lab ground"),
        "lab compare grow --seeds 0",
    ],
)
def test_commands_refuse_them(command: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.lp"
    mine.write_text('#include "grow.lp".\n' + _RULES)
    named = [str(mine)] if command.startswith("lab") else ["-e", str(mine)]
    board = [] if command.startswith("generate") else ["idp-5x5"]
    done = text(*command.split(), *named, *board)
    assert done.returncode == 65
    assert "no such theory is loaded" in done.stderr


@pytest.mark.parametrize("command", ["solve", "count", "forced", "generate"])
def test_families_of_the_user_refuse_them(command: str, tmp_path: Path) -> None:
    (tmp_path / "encoding.lp").write_text(_FAMILY + _RULES)
    board = tmp_path / "board.lp"
    board.write_text("width(1). height(1).")
    asked = ["--size", "1x1"] if command == "generate" else [str(board)]
    done = text(command, "--family", str(tmp_path), *asked)
    assert done.returncode == 65
    assert "the theory atom &diff{1}<=2, but no such theory is loaded" in done.stderr


def test_python_refuses_them(tmp_path: Path) -> None:
    mine = tmp_path / "mine.lp"
    mine.write_text('#include "grow.lp".\n' + _THEORY + "&diff { 1 } <= 2.\n")
    with pytest.raises(EncodingError, match="has the theory atom &diff"):
        galaxies_asp.solve(galaxies_asp.Puzzle(1, 1, [(1, 1)]), rules=str(mine))


def test_a_theory_atom_that_no_instance_has_is_no_matter(tmp_path: Path) -> None:
    mine = tmp_path / "mine.lp"
    mine.write_text(f'#include "grow.lp".\n{_THEORY}:- &diff {{ 1 }} <= 2, width(9).\n')
    assert text("solve", "-q", "-e", str(mine), "idp-5x5").returncode == 0
