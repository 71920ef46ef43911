"""Rules left out one by one, and encodings as one page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import lab
from support.lab import all_dots, board_of
from support.puzzles import IDP_5X5

from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.lab.changes import Scope, study
from galaxies_asp.lab.cost import NAME
from galaxies_asp.lab.equivalence import AnswerDifference, Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import puzzle_of
from galaxies_asp.lab.instances import Instance, board_sets
from galaxies_asp.lab.proof import proof_boards
from galaxies_asp.lab.source import page
from galaxies_asp.lab.store import Campaign
from galaxies_asp.processes.pool import Pool, RequestLimits
from galaxies_asp.solving.search import solve

GALAXIES = compared_family("galaxies")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Pool(1, NAME) as workers:
        yield Judge("galaxies", Campaign(workers, RequestLimits(seconds=60)))


def puzzle(difference: AnswerDifference | None) -> Puzzle | None:
    return None if difference is None else puzzle_of(difference.board.facts)


@pytest.mark.slow
def test_each_part_matters_on_its_smallest_board(judge: Judge) -> None:
    reports = {
        report.rule: report
        for report in study(
            judge, "choice+any", Scope(all_dots(2, 2), [board_of(IDP_5X5)])
        )
        if report.rule != "one-dot"
    }
    boards = {rule: puzzle(report.difference) for rule, report in reports.items()}
    assert boards == {
        "own-dot": Puzzle(2, 1, [(1, 1), (2, 1)]),
        "mirror": Puzzle(2, 1, [(1, 1)]),
        "reach": None,
    }
    assert reports["reach"].verdict.complete
    before, _ = list(reports["own-dot"].effects.values())[-1]
    assert (len(before.found), before.complete) == (1, True)


def spaces(width: int, height: int) -> list[Instance]:
    return list(board_sets(GALAXIES, width, height))


@pytest.mark.slow
def test_each_constraint_matters_on_its_smallest_board(judge: Judge) -> None:
    reports = list(study(judge, "idp", Scope(spaces(2, 1))))
    found = {
        report.rule.rpartition(" (")[0]: puzzle(report.difference)
        for report in reports
        if report.difference is not None
    }
    assert found == {
        "each cell belongs to exactly one dot": Puzzle(1, 1, []),
        "a cell that touches a dot belongs to it": Puzzle(2, 1, [(1, 1), (2, 1)]),
        "the partner of a cell in its dot belongs to the same dot": Puzzle(
            2, 1, [(1, 1)]
        ),
    }
    assert all(report.is_smallest for report in reports if report.difference)
    assert reports[-1].rule.startswith("all of these: given.lp:9, idp.lp:")
    assert reports[-1].verdict.complete


def test_bounds_of_a_choice_are_left_out(judge: Judge) -> None:
    only = ("each cell chooses one candidate",)
    with pytest.raises(EncodingError, match=r"no constraint at .*; there are: given"):
        list(study(judge, "assign", Scope(spaces(1, 1)), only))
    line = next(
        number
        for number, text in enumerate(
            GALAXIES.paths("assign")[0].read_text(encoding="utf-8").split("\n"),
            1,
        )
        if text.startswith("{ galaxy(P,C) : candidate(P,C) } = 1")
    )
    (report,) = study(judge, "assign", Scope(spaces(1, 1)), (str(line),))
    assert report.rule == f"each cell chooses one candidate (assign.lp:{line})"
    assert report.difference is not None
    assert report.difference.holder == f"without assign.lp:{line}"


def test_a_count_takes_what_is_known(judge: Judge) -> None:
    *_, board = all_dots(2, 2)
    few = judge.known("choice+no-mirror", board, 3)
    assert (len(few.found), few.complete) == (3, False)
    every = judge.known("choice+no-mirror", board)
    assert judge.known("choice+no-mirror", board, 3) == every
    assert every.complete
    assert judge.campaign.seconds >= few.seconds + every.seconds > 0


@pytest.mark.nightly
def test_a_rule_without_effect_is_searched_for_on_larger_boards(judge: Judge) -> None:
    larger = proof_boards(GALAXIES, 2, 1)
    scope = Scope(spaces(1, 1), searched=larger)
    reports = {report.rule: report for report in study(judge, "idp", scope)}
    mirror = next(report for rule, report in reports.items() if "mirror" in rule)
    ends = [Puzzle(2, 1, [(x, 1)]) for x in (1, 3)]
    assert puzzle(mirror.difference) in ends
    border = next(report for rule, report in reports.items() if "border" in rule)
    assert border.difference is None
    assert border.searched is not None
    assert border.searched.equal_on == [board.name for board in larger]


@pytest.mark.slow
def test_a_rule_of_another_domain() -> None:
    code, out, _ = lab(
        *("rules", "-e", "encoding.lp", "small", "--domain", "circuit-board")
    )
    assert code == 0
    assert "a dot has one edge or three (families/circuit-board/encoding.lp:" in out
    assert "all dots are connected (families/circuit-board/encoding.lp:" in out


def test_a_mix_as_a_page_is_the_same_encoding(tmp_path: Path) -> None:
    path = tmp_path / "page.lp"
    assert lab("show", "choice+pair+level", "-o", str(path))[0] == 0
    text = path.read_text(encoding="utf-8")
    assert text == page(GALAXIES, "choice+pair+level")
    for part in ("interface.lp", "parts/symmetry/pair.lp", "parts/connected/level.lp"):
        assert f"% {part} ==" in text
    assert "#include" not in text
    assert solve(IDP_5X5, rules=str(path)).solutions == solve(IDP_5X5).solutions


def test_an_included_file_comes_first_on_a_page() -> None:
    text = page(GALAXIES, "grow")
    assert text.index("% interface.lp ==") < text.index("% grow.lp ==")
    header = text.index("Galaxies by growth: a region grows")
    assert text.index("% grow.lp ==") < header < text.index("{ pair(|K+S|,D) }")


@pytest.mark.slow
def test_rules_on_the_command_line(tmp_path: Path) -> None:
    command = ("rules", "--with", "no-mirror", "--boards", "exhaustive=2x1", "idp-5x5")
    store = str(tmp_path / "answers.sqlite")
    code, out, _ = lab(*command, "--store", store)
    assert code == 0
    assert lab(*command, "--store", store)[1] == out
    assert "mirror: matters on this board" in out
    assert "breaks a rule: asymmetric region" in out
    assert "idp-5x5: 1 with it" in out


@pytest.mark.nightly
def test_the_encoding_of_another_domain_is_the_default() -> None:
    code, out, _ = lab(
        "rules", "--domain", "circuit-board", "--boards", "exhaustive=2x2"
    )
    assert code == 0
    assert "not known" not in out
