"""Other programs in comparisons: a rewriter of encodings, and a SAT solver."""

import sys
from pathlib import Path

import pytest
from support.commands import lab
from support.lab import board_of
from support.puzzles import SEVERAL

from galaxies_asp.core.board.errors import (
    EncodingError,
    MissingLibraryError,
    OutputError,
)
from galaxies_asp.families.family import random_boards
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.export import rewritten

GALAXIES = family_named("galaxies")


@pytest.mark.slow
def test_sat_has_the_same_solutions() -> None:
    pytest.importorskip("pysat")
    boards = [*random_boards(GALAXIES, 40, 25, 3), board_of(SEVERAL[0])]
    counts = []
    for board in boards:
        found = ask(Question("galaxies", "sat", board))
        assert found.found == ask(Question("galaxies", "grow", board)).found
        assert found.complete
        assert found.wrong is None
        counts.append(len(found.found))
    assert {0, 1} < set(counts), "no solution, one, and several"


def test_sat_stops_at_a_number_of_models() -> None:
    pytest.importorskip("pysat")
    found = ask(Question("galaxies", "sat", board_of(SEVERAL[0]), 2))
    assert len(found.found) == 2
    assert not found.complete


@pytest.mark.slow
def test_a_row_of_a_table_for_sat() -> None:
    pytest.importorskip("pysat")
    code, out, err = lab("compare", "grow", "sat", "idp-7x7", "--seeds", "1", "--sum")
    assert code == 0
    assert "grow and sat have the same 1 solution, each verified" in err
    row = next(line.split() for line in out.splitlines() if line.startswith("sat"))
    assert row[4] == "unique"
    assert "?" in row[8:], "clingo alone counts rules"
    options = ("--configuration", "frumpy")
    code, _, err = lab("compare", "sat", "idp-5x5", "--seeds", "1", *options)
    assert code == 65
    assert "sat takes no options of clingo, as --configuration=frumpy" in err


@pytest.mark.slow
def test_ngo_rewrites_encodings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ngo")
    monkeypatch.chdir(tmp_path)
    command = ("compare", "choice+pair", "fast", "--rewrite", "ngo", "--equal-only")
    code, _, err = lab(*command, "idp-7x7", "--exhaustive", "2x1")
    assert code == 0
    assert "choice+pair and choice-pair.ngo.lp have the same" in err
    assert "fast is no text, so it is not rewritten" in err
    assert "candidate" in Path("choice-pair.ngo.lp").read_text(encoding="utf-8")
    Path("grow.ngo.lp").write_text("a.\n", encoding="utf-8")
    with pytest.raises(OutputError, match="is not what ngo made of grow"):
        rewritten(GALAXIES, "grow", tmp_path)


def test_without_the_optional_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ngo", None)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(MissingLibraryError, match=r"galaxies-asp\[rewrite\]"):
        rewritten(GALAXIES, "grow", tmp_path)
    board = random_boards(GALAXIES, 1, 4, 0)[0]
    with pytest.raises(MissingLibraryError, match=r"galaxies-asp\[sat\]"):
        ask(Question("galaxies", "sat", board))


@pytest.mark.slow
def test_an_encoding_that_ngo_cannot_rewrite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ngo = pytest.importorskip("ngo")

    def fail(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(ngo, "optimize", fail)
    with pytest.raises(EncodingError, match="ngo fails on grow: KeyError: 'x'"):
        rewritten(GALAXIES, "grow", tmp_path)
