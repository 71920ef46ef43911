"""Drawn positions and confirmed results are judged by what is named, too."""

from pathlib import Path

import pytest

from galaxies_asp import Position, parse, solve
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.verifying.violations import Fault
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.judging import confirm, judge

PUZZLE = parse("6x6:pzizizcf")  # several solutions


@pytest.fixture
def without_models(tmp_path: Path) -> str:
    path = tmp_path / "none.lp"
    path.write_text(":- #true.\n#show galaxy(P,C) : galaxy(P,C). galaxy(0,0).")
    return str(path)


def test_a_drawing_must_be_a_model_of_the_encoding_that_is_named(
    without_models: str,
) -> None:
    solution = solve(PUZZLE).solutions[0]
    drawn = Position(PUZZLE, solution.walls, solution.labels)
    assert judge(sheet_of(drawn), Rules()) == []
    assert judge(sheet_of(drawn), Rules("grow")) == []
    (violation,) = judge(sheet_of(drawn), Rules(without_models))
    assert violation.kind == Fault.OWN_RULE
    assert "has no such model" in str(violation)


@pytest.mark.parametrize("models", [1, 0])
def test_a_second_encoding_must_agree(models: int, without_models: str) -> None:
    """On all solutions, or on those that were found."""
    request = SolveRequest(sheet_of(PUZZLE), models=models)
    result = solve(PUZZLE, models)
    assert result.complete == (models == 0)
    assert confirm(result, request, "assign")
    with pytest.raises(EncodingError, match="disagree on this puzzle"):
        confirm(result, request, without_models)


def test_atoms_must_be_a_model_of_the_encoding_of_a_type(tmp_path: Path) -> None:
    family = family_named("shikaku")
    (sheet,) = family.read("width(2). height(1). number((1,1),1). number((3,1),1).")
    (encoding,) = family.paths("encoding.lp")
    text = encoding.read_text("utf-8")
    for name, more, violations in (("same", "", 0), ("none", ":- wall((2,1)).\n", 1)):
        path = tmp_path / f"{name}.lp"
        path.write_text(f"{text}#program base.\n{more}")
        drawn = sheet.with_atoms(frozenset({Atom("wall", (Point(2, 1),))}))
        assert len(judge(drawn, Rules(str(path)))) == violations
        assert judge(sheet.with_atoms(frozenset()), Rules(str(path)))


def test_atoms_that_no_rule_derives_are_in_no_model(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.lp"
    path.write_text("%*! wall(E)\nOutput. A wall.\n*%\n{ wall((2,3)) }.\n")
    family = family_named("shikaku")
    (sheet,) = family.read("width(2). height(1). number((1,1),1). number((3,1),1).")
    drawn = sheet.with_atoms(frozenset({Atom("wall", (Point(2, 1),))}))
    (violation,) = judge(drawn, Rules(str(path)))
    assert "has no such model" in str(violation)
