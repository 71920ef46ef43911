"""What the lab shows and leaves behind: candidates, reports, exports."""

import re
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from support.commands import lab
from support.lab import board_of
from support.puzzles import IDP_5X5, IDP_7X7

from galaxies_asp.all_solutions.count import forced
from galaxies_asp.core.board.errors import (
    GalaxiesError,
)
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.profiling import GroundRequest, candidate_map
from galaxies_asp.lab.table import summary_rows

GALAXIES = compared_family("galaxies")
SMALL, LARGE = board_of(IDP_5X5), board_of(IDP_7X7)


def runs_to_show() -> dict[Job, Run]:
    def run(seconds: float, rules: int) -> Run:
        return Run("unique", seconds, seconds, 2 * seconds, 1, {"rules": rules})

    return {
        Job("galaxies", "grow", SMALL, 0): run(0.001, 0),
        Job("galaxies", "grow", SMALL, 1): run(0.003, 0),
        Job("galaxies", "grow", LARGE, 0): run(0.01, 300),
        Job("galaxies", "idp", SMALL, 0, ("--eq=0",)): run(0.1, 2000),
        Job("galaxies", "idp", LARGE, 0, ("--eq=0",)): Run("time", cpu=7.0),
    }


def test_wins_timeouts_and_the_virtual_best() -> None:
    assert summary_rows(runs_to_show(), 10.0) == [
        ("encoding", "wins", "timeouts", "ground s", "solve s", "PAR-2 s"),
        ("grow", "2", "0/3", "0.012", "0.012", "0.024"),
        ("idp eq=0", "0", "1/2", "0.100", "0.100", "20.200"),
        ("virtual best", "", "", "", "", "0.024"),
    ]


@pytest.mark.slow
def test_a_report_says_what_was_measured() -> None:
    given = "grow", "assign", "idp-5x5", "--seeds", "2", "--boards", "prove=no"
    code, said, _ = lab("compare", *given, "-f", "report")
    assert code == 0
    assert re.search(r"assign takes \d+\.\d\d times the CPU time of grow \(95 %", said)
    assert "2 pairs of runs on 1 instance, 0 of them censored" in said
    assert "Instances: idp-5x5." in said
    assert "| virtual best |" in said
    assert said.count(": SHA-256 ") == 2
    assert re.search(r"^clingo: 5\.\d", said, re.MULTILINE)


def test_an_export_says_how_to_run_it(tmp_path: Path) -> None:
    path = tmp_path / "board.lp"
    assert lab("export", "grow", "idp-5x5", "--options=--eq=0", "-o", str(path))[0] == 0
    assert "--project=project --eq=0\n" in path.read_text()
    with pytest.raises(click.UsageError, match="a file contains one puzzle, not 2"):
        lab("export", "grow", "idp-5x5", "idp-7x7")


@pytest.mark.parametrize("command", ["compare", "export"])
def test_lists_of_values_of_options_name_their_replacement(command: str) -> None:
    with pytest.raises(click.UsageError, match=r"--options=--configuration=frumpy"):
        lab(command, "grow", "idp-5x5", "--configuration", "frumpy,tweety")


def test_candidates_hold_all_that_is_possible() -> None:
    for encoding in ("grow", "choice+any"):
        report = GroundRequest("galaxies", encoding, LARGE).result()
        found = candidate_map(IDP_7X7, report)
        truth = forced(IDP_7X7)
        for cell, dots in truth.dots.items():
            assert set(dots) <= set(found.dots[cell])
        assert found.walls <= truth.walls
        assert found.passages <= truth.passages


@pytest.mark.slow
def test_candidates_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    code, out, _ = lab("ground", "choice", "idp-7x7", "--top", "1", "-o", str(path))
    assert code == 0
    assert "candidates" not in out
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    code, out, _ = lab("ground", "choice", "idp-7x7", "--top", "1")
    assert "55 candidates for 49 cells: 43 cells have one\n" in out
    assert "1┃b┆b┆2┃aAa┃c┆c┃" in out
    code, out, _ = lab("ground", "choice", "idp-7x7", "--dot", "6,9")
    assert "dot G at (6,9): 14 cells, 13 of them of no other dot" in out
    with pytest.raises(GalaxiesError, match="there is no dot 6,8; the dots: A at"):
        lab("ground", "choice", "idp-7x7", "--dot", "6,8")
    with pytest.raises(click.UsageError, match="one"):
        lab("ground", "choice", "idp-7x7", "idp-5x5", "-o", str(path))


@pytest.mark.slow
def test_rules_that_matter_are_shown_with_a_board() -> None:
    code, shown, _ = lab("rules", "idp-5x5", "--boards", "exhaustive=2x1")
    assert code == 0
    assert shown.count("┏") == shown.count(": matters on this board") > 2
