"""Planted mistakes that `galaxies lab lint` finds."""

from pathlib import Path

import click
import pytest
from support.commands import lab

from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.lint import RULES

PLANTED = {
    "misspelled": ":- galaxi(P,C).",
    "type": ":- galaxy(3,C), center(C).",
    "ineffective": "{ mark(P) } :- cell(P). seen(P) :- mark(P). #defined seen/1.",
    "product": ":- galaxy(P,C), cell(Q), P != Q, not cell(C), not cell(P).",
    "idle": ":- hole(P), galaxy(P,_).",
    "overflow": ":- #sum { 1,P : galaxy(P,_) } > 2147483647.",
    "ignored": "#external blocked. :- blocked.",
    "uncommented": ":- width(99).",
    "domain": "%*! star(P)\nInput. P is a star.\n*%\n:- star(P), galaxy(P,P).",
    "sections": " ".join(f"r{n} :- r{n}." for n in range(12)),
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", PLANTED)
def test_lint_finds_a_planted_mistake(rule: str, tmp_path: Path) -> None:
    """Each is found on its line, unless it is switched off."""
    path = tmp_path / "mine.lp"
    rest = '\n#include "grow.lp".\n'
    path.write_text(f"{rest}{PLANTED[rule]}\n")
    code, out, _ = lab("lint", str(path), "idp-5x5")
    assert code == 1
    found = [line for line in out.splitlines() if line.startswith(f"{path}:3:")]
    assert any(line.endswith(f"[{rule}]") for line in found), out
    assert rule in RULES
    path.write_text(f"% lint: off {rule}\n{rest}{PLANTED[rule]}\n")
    _, out, _ = lab("lint", str(path), "idp-5x5")
    assert f"[{rule}]" not in "".join(
        line for line in out.splitlines() if line.startswith(str(path))
    )


@pytest.mark.slow
def test_rules_that_are_included_are_idle_for_others_to_find(tmp_path: Path) -> None:
    """No given wall is on this board, which `given.lp` asks for."""
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n% Test: nothing\n:- given(E), hole(E).\n')
    _, out, _ = lab("lint", str(path), "idp-5x5")
    assert out == f"{path}:3:1: this rule has no instance on idp-5x5 [idle]\n"
    _, out, _ = lab("lint", "grow", "idp-5x5")
    assert "given.lp:8:1: this rule has no instance" in out


@pytest.mark.slow
def test_what_has_no_rules_is_no_encoding(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("% a board\ncenter((1,1)).\n")
    with pytest.raises(click.UsageError, match="has facts only, so it is an instance"):
        lab("lint", str(path), "idp-5x5")
    path.write_text("% a board\n")
    with pytest.raises(EncodingError, match=r"mine\.lp has no rules"):
        lab("lint", str(path), "idp-5x5")


@pytest.mark.slow
def test_lint_tells_the_cost_of_a_product(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n:- cell(P), cell(Q), P < Q, hole(P).\n')
    _, out, _ = lab("lint", str(path), "idp-5x5")
    (line,) = (line for line in out.splitlines() if line.endswith("[product]"))
    assert "cell(P) and cell(Q) share no variable: 625 pairs, 0 instances" in line


@pytest.mark.slow
def test_what_is_grounded_once_makes_no_product(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(
        '#include "grow.lp".\n'
        ":- cell((1,1)), cell(_), galaxy(P,C), not cell(P).\n"
        ":- galaxy(P,_), touching(_,D), not cell(D), not cell(P).\n"
    )
    _, out, _ = lab("lint", str(path), "idp-5x5")
    (line,) = (line for line in out.splitlines() if line.endswith("[product]"))
    assert line.startswith(f"{path}:3:1: galaxy(P,_) and touching(_,D) share no")


def test_many_ground_rules_of_reasons_are_counted(tmp_path: Path) -> None:
    """5 values of 60 cells: 5 * 60 * 59 / 2 constraints, and a choice."""
    encoding, board = tmp_path / "encoding.lp", tmp_path / "row.lp"
    for columns, number in ((38, ""), (60, "8,851")):
        encoding.write_text(
            '#include "cells.lp".\n%*! value(P,N)\nOutput. The cell P has the value N.'
            "\n*%\n#show value/2.\n% Generate: values\n{ value(P,1..5) : cell(P) }.\n"
            "% Test: no value is there twice\n"
            ":- value(P,N), value(Q,N), P < Q.\n"
        )
        board.write_text(f"width({columns}). height(1).")
        _, out, err = lab("lint", str(encoding), str(board), "--family", str(tmp_path))
        said = f"{encoding}:9:1: reasons of this encoding have {number} ground rules"
        assert (said in out) == bool(number), out + err
