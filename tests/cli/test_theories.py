"""Theory atoms are refused by every command, but for those of `lab --theory dl`."""

from pathlib import Path

import pytest
from support.commands import lab, text

import galaxies_asp
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.instances import Instance

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


def _answers(path: Path, rules: str) -> int:
    """Return how many answers an encoding with difference constraints has."""
    pytest.importorskip("clingodl")
    path.write_text('#include "grow.lp".\n&diff { x - y } <= -1.\n' + rules)
    board = Instance("small", "width(2). height(2). center((2,2)).")
    return len(ask(Question("dl:galaxies", str(path), board)).found)


@pytest.mark.parametrize(("bound", "number"), [(-1, 0), (0, 0), (1, 1), (5, 1)])
def test_difference_constraints_hold(bound: int, number: int, tmp_path: Path) -> None:
    """From x < y and y - x <= bound follows bound >= 1."""
    rules = f"&diff {{ y - x }} <= {bound} :- galaxy((1,1),(2,2)).\n"
    assert _answers(tmp_path / "mine.lp", rules) == number


def test_other_theories_are_refused_beside_clingo_dl(tmp_path: Path) -> None:
    theory = _THEORY.replace("diff", "sum")
    with pytest.raises(EncodingError, match="the theory atom &sum"):
        _answers(tmp_path / "mine.lp", f"{theory}:- &sum {{ 1 }} <= 2.\n")


@pytest.mark.slow
def test_lab_compares_with_clingo_dl(tmp_path: Path) -> None:
    pytest.importorskip("clingodl")
    mine = tmp_path / "mine.lp"
    mine.write_text('#include "grow.lp".\n&diff { x - y } <= 3.\n')
    command = (
        "compare",
        "grow",
        str(mine),
        "idp-5x5",
        "--boards",
        "prove=no",
        "--seeds",
        "0",
    )
    code, _, said = lab(*command, "--theory", "dl")
    assert (code, "have the same 1 solution" in said) == (0, True)


@pytest.mark.slow
def test_a_record_repeats_with_its_theory(tmp_path: Path) -> None:
    pytest.importorskip("clingodl")
    mine, record = tmp_path / "mine.lp", tmp_path / "record.json"
    mine.write_text('#include "grow.lp".\n&diff { x - y } <= 3.\n')
    command = ("compare", str(mine), "idp-5x5", "--boards", "prove=no", "--seeds", "1")
    lab(*command, "--theory", "dl", "--record", str(record))
    mine.unlink()
    code, _, said = lab("repeat", str(record))
    assert (code, "1 of 1 runs have the same counts" in said) == (0, True), said
