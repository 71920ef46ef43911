"""Programs reduced while two ways to answer them differ."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest
from click import UsageError
from support.commands import lab

from galaxies_asp.cli.lab import shrinking as command
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.shrinking import ProgramPart, reductions

BOARD = "width(3). height(1). center((3,1))."


def _written(folder: Path, rules: str) -> tuple[str, str]:
    """Write an encoding and a board; return their names."""
    mine, board = folder / "mine.lp", folder / "board.lp"
    mine.write_text(f'#include "grow.lp".\n{rules}\n')
    board.write_text(BOARD)
    return str(mine), str(board)


@pytest.mark.parametrize("wanted", ["a", "cg", "adh", "abcdefgh"])
def test_what_remains_is_what_is_needed(wanted: str) -> None:
    parts = [ProgramPart(f"{name}.") for name in "abcdefgh"]

    def differ(some: Sequence[ProgramPart]) -> bool:
        return {*wanted} <= {part.text[0] for part in some}

    *_, last = [parts, *reductions(parts, differ)]
    assert {part.text[0] for part in last} == {*wanted}


def test_literals_are_left_out_and_what_they_needed() -> None:
    parts = [ProgramPart("b."), ProgramPart("a :- b; not c."), ProgramPart("c :- b.")]

    def differ(some: Sequence[ProgramPart]) -> bool:
        """Tell whether a rule has the head a, and each positive literal a fact."""
        texts = {part.text for part in some}
        heads = any(text.startswith("a") for text in texts)
        return heads and ("b." in texts or not any("b;" in text for text in texts))

    *_, last = reductions(parts, differ)
    assert [part.text for part in last] == ["a."]


@pytest.mark.slow
def test_two_encodings_keep_the_rule_that_is_not_of_both(tmp_path: Path) -> None:
    mine, board = _written(tmp_path, ":- center(C), { galaxy(_,C) } = 3.")
    code, out, _ = lab("shrink", "grow", mine, board)
    *_, last = out.splitlines()
    assert code == 1
    assert last == "#false :- center(C); 3 = { galaxy(_,C) }."
    assert "% grow: 1 answer\n%   alone: galaxy((1,1),(3,1))" in out
    assert "% mine.lp: 0 answers".replace("mine.lp", mine) in out
    assert "step" not in out
    assert out.count("galaxy(P,C) :- ") == 2


@pytest.mark.slow
def test_an_interrupted_reduction_prints_what_it_has_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, board = _written(tmp_path, ":- center(_).")

    def one(parts: Sequence[ProgramPart], *_: object) -> Iterator[list[ProgramPart]]:
        yield [*parts[1:]]
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "reductions", one)
    target = tmp_path / "shrunk.lp"
    code, _, err = lab("shrink", "grow", mine, board, "-o", str(target))
    assert code == 1
    assert "stopped; what is printed may be reduced further" in err
    assert "2 of 3 facts" in target.read_text()


@pytest.mark.slow
def test_what_does_not_differ_is_not_reduced(tmp_path: Path) -> None:
    mine, board = _written(tmp_path, ":- galaxy(P,P), P = (9,9).")
    code, out, _ = lab("shrink", "grow", mine, board)
    assert (code, "have the same answers" in out) == (0, True)
    code, out, _ = lab("shrink", mine, board, "--options=", "--options=--eq=0")
    assert f"{mine} without options and {mine} eq=0 have the same answers" in out


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("shrink grow choice", "give one instance"),
        ("shrink grow idp-5x5", "give two encodings, or one with"),
        ("shrink grow choice assign idp-5x5", "give two encodings, or one with"),
        (
            "shrink grow choice idp-5x5 --options= --options=--eq=0",
            "give two encodings",
        ),
        ("shrink grow idp-5x5 --options=--eq=0", "give two encodings, or one with"),
        ("shrink grow fast idp-5x5", "is a program in Python"),
    ],
)
def test_unclear_requests_are_refused(line: str, error: str) -> None:
    with pytest.raises((UsageError, EncodingError), match=error):
        lab(*line.split())


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("clingo_funasp") is None, reason="clingo 6: galaxies-asp[clingo6]"
)
def test_two_versions_of_clingo_keep_one_statement(tmp_path: Path) -> None:
    mine, board = _written(tmp_path, "x(Y) :- Y = 2147483647 + 1.\n:- x(Y), Y < 0.")
    code, out, _ = lab("shrink", mine, board, "--clingo", "5,6")
    assert code == 1
    assert "% 2 of 36 statements and 0 of 3 facts" in out
    assert out.endswith("x(Y) :- Y = (2147483647+1).\n#false :- x(Y); Y < 0.\n")
