"""Planted mistakes that `galaxies lab lint` finds."""

from pathlib import Path

import click
import pytest
from support.commands import lab

from galaxies_asp.cli.lab.options import subject
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.lint import RULES
from galaxies_asp.lab.rule_lint import doubtful
from galaxies_asp.lab.source import EncodingSource

PLANTED = {
    "misspelled": ":- galaxi(P,C).",
    "type": ":- galaxy(3,C), center(C).",
    "ineffective": "{ mark(P) } :- cell(P). seen(P) :- mark(P). #defined seen/1.",
    "product": ":- galaxy(P,C), cell(Q), P != Q, not cell(C), not cell(P).",
    "idle": ":- hole(P), galaxy(P,_).",
    "overflow": ":- #sum { 1,P : galaxy(P,_) } > 2147483647.",
    "ignored": "#external blocked. :- blocked.",
    "once": ":- cell((X,Y)), galaxy((X,1),_), not hole((X,3)).",
    "collapsed": ":- center(C), #sum { 1 : galaxy(P,C), cell(P) } > 1.",
    "contradiction": ":- galaxy(P,C), not galaxy(P,C).",
    "uncommented": ":- width(99).",
    "domain": "%*! star(P)\nInput. P is a star.\n*%\n:- star(P), galaxy(P,P).",
    "sections": " ".join(f"r{n} :- r{n}." for n in range(12)),
}


@pytest.mark.parametrize(
    "body",
    [
        "X < Y, Y < X",
        "X > Y, X = Y",
        "X != Y, Y = X",
        "X <= Y, X < X",
        "X < Y < X",
        "center((X,Y)), not center((X,Y))",
        "X > 5, X < 3",
        "3 < X, X < 4, X != 9",
        "X = 1, Y = 2, X = 2",
        "X+Y >= 5, X+Y <= 4",
        "P = (1,1), P = (3,3)",
        "(1,1) < P < (1,1)",
        'X = "a", "b" <= X',
        "X = 1, X > (0,0)",
    ],
)
def test_a_body_that_contradicts_itself(body: str) -> None:
    assert "contradiction" in _doubts(f":- cell((X,Y)), {body}.")


@pytest.mark.parametrize(
    "rule",
    [
        ":- cell((X,Y)), X <= Y, Y <= X.",
        ":- cell((X,Y)), X < Y, X != Y.",
        ":- cell((X,Y)), 5 <= X, X <= 5, Y = 5, Y != 4, -1 < Y.",
        ":- cell((X,Y)), not X < Y, X < Y + 1.",
        ":- cell(P), P = (1,1), P <= (1,1), P != (3,3), P > 7.",
        '#const n = 3. :- cell((X,Y)), X = n, X = 3, Y < "a".',
        ":- galaxy(_,C), not galaxy(_,C), center(C).",
        ":- #sum { W,P : weight(P,W) } > 1.",
        ":- #count { P : galaxy(P,C) } > 1, center(C).",
        ":- #sum { W : weight(P,W) } > 1, cell(P).",
        ":- #max { W : weight(P,W) } > 1.",
        ":- { galaxy(P,C) } > 1, cell(P).",
        "% Test: {P} has no dot\n:- cell(P).",
    ],
)
def test_rules_that_say_what_they_mean(rule: str) -> None:
    assert _doubts(rule) == []


def _doubts(rule: str) -> list[str]:
    """Return the names of the rules of `lint` that doubt a rule."""
    parsed = statements(Text(rule, ()), "the rule")
    source = EncodingSource("mine", Text(rule, ()), tuple(parsed), (), {})
    return [name for _, name, _ in doubtful(source)]


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
    assert "given.lp:9:1: this rule has no instance" in out


@pytest.mark.slow
def test_what_has_no_rules_is_no_encoding(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("% a board\ncenter((1,1)).\n")
    with pytest.raises(click.UsageError, match="has facts only, so it is an instance"):
        lab("lint", str(path), "idp-5x5")
    path.write_text("% a board\n")
    with pytest.raises(EncodingError, match=r"mine\.lp has no rules"):
        lab("lint", str(path), "idp-5x5")


def test_files_are_named_as_encodings_with_variants_and_parts(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n')
    named = str(path), f"{path}+thin", f"grow+{path}", "choice+level"
    given = subject("galaxies", (*named, "idp-5x5"), others=True)
    assert given.encodings == named
    assert [board.name for board in given.boards] == ["idp-5x5"]


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


@pytest.mark.slow
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
