"""The lab: planted mistakes are caught on small boards, and nothing runs twice."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from galaxies_asp.lab.answers import Question, Size, ask
from oracles.brute_force import all_boards
from support.collection import positions
from support.mixes import MEMBERS
from support.puzzles import SLOW_TO_GROUND

from galaxies_asp.asp.data import data_folder
from galaxies_asp.asp.encodings import BUILT_IN, FAST, MIXES
from galaxies_asp.cli import galaxies
from galaxies_asp.errors import GalaxiesError, OptionError
from galaxies_asp.grid import Point
from galaxies_asp.lab.campaign import campaign
from galaxies_asp.lab.cost import Job, Run, measure
from galaxies_asp.lab.equivalence import Judge, sizes
from galaxies_asp.lab.export import export
from galaxies_asp.lab.ground import GroundRequest, ground_report
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.rules import study
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.table import csv_text, summaries, table, totals
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.worker import Worker
from galaxies_asp.puzzle import Puzzle

ENCODINGS = data_folder("encodings") / "galaxies"
IDP_5X5 = positions(data_folder("puzzles") / "idp-5x5.txt")[0].puzzle
IDP_7X7 = positions(data_folder("puzzles") / "idp-7x7.txt")[0].puzzle


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Worker(NAME) as worker:
        yield Judge(worker, Limits(seconds=60))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the encodings, to spoil."""
    return Path(shutil.copytree(ENCODINGS, tmp_path / "galaxies"))


def spoil(folder: Path, name: str, old: str, new: str) -> str:
    """Change one place of an encoding, and return its path."""
    path = folder / f"{name}.lp"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def test_sizes_grow() -> None:
    found = sizes(Size(3, 2))
    assert len(found) == 6
    cells = [size.width * size.height for size in found]
    assert all(one <= other for one, other in pairwise(cells))


@pytest.mark.parametrize("size", [Size(1, 1), Size(3, 2), Size(3, 3)], ids=str)
def test_answers_of_a_size_are_those_of_brute_force(size: Size) -> None:
    found = ask(Question("grow", size))
    boards = all_boards(size.width, size.height)
    assert found.complete
    assert {answer.dots for answer in found.found} == set(boards)
    assert len(found.found) == sum(map(len, boards.values()))


def test_equal_encodings(judge: Judge) -> None:
    for other in ("assign", "choice+pair+level"):
        verdict = judge.smallest("grow", other, Size(3, 2))
        assert verdict.difference is None
        assert verdict.complete
        assert verdict.message == ""


def test_a_dropped_rule_is_caught(judge: Judge, folder: Path) -> None:
    wrong = spoil(
        folder,
        "assign",
        ":- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).",
        "",
    )
    # Where both cells of a pair must be free, symmetry first matters on 3x3.
    assert judge.smallest("grow", wrong, Size(3, 2)).complete
    difference = judge.smallest("grow", wrong, Size(3, 3)).difference
    assert difference is not None
    assert difference.wrong == wrong
    assert difference.puzzle.width == difference.puzzle.height == 3
    larger = judge.compare("grow", wrong, IDP_5X5).difference
    assert larger is not None
    assert judge.minimal(larger) == difference
    assert all("asymmetric" in str(fault) for fault in difference.faults)


def test_a_mirrored_sign_is_caught(judge: Judge, folder: Path) -> None:
    wrong = spoil(
        folder,
        "assign",
        "not galaxy((2*CX-X,2*CY-Y),(CX,CY))",
        "not galaxy((2*CX-X,2*CY+Y),(CX,CY))",
    )
    difference = judge.smallest("grow", wrong, Size(3, 2)).difference
    assert difference is not None
    assert difference.wrong == wrong
    assert difference.puzzle == Puzzle(1, 1, [(1, 1)])
    assert difference.faults == ()
    assert difference.instead is None


def test_a_missing_boundary_is_caught(judge: Judge, folder: Path) -> None:
    wrong = spoil(
        folder,
        "grid",
        "not hole((2*I-1,2*J-1))",
        "not hole((2*I-1,2*J-1)), I < W",
    ).replace("grid.lp", "assign.lp")
    difference = judge.smallest("grow", wrong, Size(2, 2)).difference
    assert difference is not None
    assert difference.wrong == wrong
    assert difference.puzzle.width * difference.puzzle.height == 1


def test_a_rule_too_many_is_caught_where_it_takes_room(
    judge: Judge, folder: Path
) -> None:
    """Regions of four cells in a row are forbidden: no board under 4 cells shows it."""
    wrong = folder / "straight.lp"
    wrong.write_text(
        '#include "grow.lp".\n'
        ":- galaxy((X,Y),C), galaxy((X+2,Y),C), galaxy((X+4,Y),C), galaxy((X+6,Y),C).\n"
    )
    board = Puzzle(5, 3, [(4, 1), (9, 1), (5, 3), (5, 5)])
    verdict = judge.compare("grow", str(wrong), board)
    assert verdict.difference is not None
    least = judge.minimal(verdict.difference)
    assert least.wrong == str(wrong)
    assert least.puzzle == Puzzle(4, 1, [(4, 1)])


@pytest.mark.slow
def test_each_rule_matters_on_its_smallest_board(judge: Judge) -> None:
    reports = {
        report.rule: report
        for report in study(judge, "choice+any", Size(2, 2), [IDP_5X5], ())
        if report.rule != "one-dot"
    }
    boards = {
        rule: report.difference and report.difference.puzzle
        for rule, report in reports.items()
    }
    assert boards == {
        "own-dot": Puzzle(2, 1, [(1, 1), (2, 1)]),
        "mirror": Puzzle(2, 1, [(1, 1)]),
        "reach": None,
    }
    assert reports["reach"].verdict.complete
    assert reports["own-dot"].effects[-1].before == (1, True)


@pytest.mark.slow
def test_connectivity_first_matters_on_3x3(judge: Judge) -> None:
    (report,) = study(judge, "choice+any", Size(4, 3), [], ("reach",))
    assert report.difference is not None
    puzzle = report.difference.puzzle
    assert (puzzle.width, puzzle.height) == (3, 3)
    assert len(puzzle.centers) == 5
    assert all("disconnected" in str(fault) for fault in report.difference.faults)


def test_nothing_is_measured_twice(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    jobs = [Job(name, IDP_5X5, seed) for name in ("grow", FAST) for seed in (1, 2)]
    done: list[tuple[int, int | None]] = []

    def run(jobs: list[Job]) -> dict[Job, Run]:
        done.clear()
        with Store(path) as store:
            return campaign(
                jobs,
                store,
                limits=Limits(60),
                processes=2,
                report=lambda _, count, total: done.append((count, total)),
            )

    first = run(jobs[:3])
    assert done == [(1, 3), (2, 3), (3, 3)]
    both = run(jobs)
    assert done == [(4, 4)]
    assert {job: both[job] for job in first} == first
    assert all(result.status == "unique" for result in both.values())


def test_another_text_is_another_job(tmp_path: Path, folder: Path) -> None:
    with Store(None) as store:
        before = store.key(Job(str(folder / "grow.lp"), IDP_5X5))
        assert store.key(Job("grow", IDP_5X5)) == before, "the place does not matter"
        assert store.key(Job("assign", IDP_5X5)) != before
    spoil(folder, "grid", "width(W), height(H),", "height(H), width(W),")
    with Store(None) as store:
        assert store.key(Job(str(folder / "grow.lp"), IDP_5X5)) != before


def test_a_stopped_run_is_no_number(tmp_path: Path) -> None:
    job = Job(SLOW_TO_GROUND, IDP_5X5, 1)
    with Store(tmp_path / "runs.sqlite") as store:
        runs = campaign([job], store, limits=Limits(0.3))
        assert runs[job].status == "time"
        assert store.get(job, Limits(0.2)) == runs[job]
        assert store.get(job, Limits(0.4)) is None, "a higher limit asks again"
    text = table(summaries(runs, {}))
    assert "> time limit (1/1)" in text
    assert ",time,,,," in csv_text(runs, {})


def test_totals_add_up_and_keep_what_was_stopped() -> None:
    def run(seconds: float) -> Run:
        return Run("unique", seconds, seconds, 2 * seconds, 10, {"rules": 3})

    runs = {Job("grow", IDP_5X5, 1): run(0.5), Job("grow", IDP_7X7, 1): run(1.0)}
    (row,) = totals(runs, {})
    assert row.cells()[:3] == ["grow", "all 2", "?"]
    assert row.cells()[3:8] == ["unique", "1500.0", "1500.0", "0", "6"]
    runs[Job("grow", IDP_7X7, 1)] = Run("time", cpu=9.0)
    (row,) = totals(runs, {})
    assert row.cells()[3] == "> time limit (1/1)"
    assert not any(row.cells()[4:])


def test_a_faulty_store(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    path.write_text("no database, but long enough to be read as one" * 100)
    with pytest.raises(GalaxiesError, match="no usable store"):
        Store(path)


def test_measured_figures() -> None:
    run = measure(Job("choice+level", IDP_7X7, 1))
    assert run.status == "unique"
    assert run.counts is not None
    assert run.counts["sccs"] == 0, "levels are tight"
    reach = measure(Job("choice+any", IDP_7X7, 1)).counts
    assert reach is not None
    assert reach["sccs"] > 0
    assert run.counts["rules"] > 0


def test_an_encoding_with_a_wrong_model_is_refused(folder: Path) -> None:
    wrong = spoil(folder, "assign", ":- galaxy(P,C), not reached(P,C).", "")
    wrong = spoil(
        folder,
        "assign",
        ":- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).",
        "",
    )
    run = measure(Job(wrong, IDP_7X7, 1))
    assert run.status == "refused"
    assert "breaks the rules" in run.message


def test_ground_instances_by_rule() -> None:
    report = ground_report(GroundRequest("assign", IDP_5X5))
    assert [r.instances for r in report.rules if r.text.startswith("cell(")] == [25]
    (choice,) = (rule for rule in report.rules if "{ galaxy(P,C)" in rule.text)
    assert choice.instances == 25, "one for each cell"
    assert choice.place.startswith("assign.lp:")
    atoms = {size.name: size for size in report.predicates}
    assert atoms["cell/1"].possible == atoms["cell/1"].facts == 25
    assert atoms["galaxy/2"].facts == 0
    assert atoms["galaxy/2"].possible == atoms["candidate/2"].possible
    assert not any("lab_instance" in name for name in atoms)


@pytest.mark.parametrize("encoding", [*BUILT_IN, *MIXES, *MEMBERS])
def test_our_encodings_are_clean(encoding: str) -> None:
    assert lint(encoding) == []


def test_lint_finds_what_was_planted(tmp_path: Path) -> None:
    path = tmp_path / "doubtful.lp"
    path.write_text(
        "#defined width/1.\n"
        "row(1..H) :- height(H).\n"
        "{ galaxy(P,C) } :- center(C), cel(P).\n"
        "#show row/1.\n"
        "left(X) :- row(X).\n"
    )
    found = [str(finding).replace(str(path), "f") for finding in lint(str(path))]
    assert found == [
        "f:2: row/1 is derived here, but not documented",
        "f:3: galaxy/2 is derived here, but not documented",
        "f:5: left/1 is derived here, but not documented",
        "f:3: galaxy/2 is derived, but nothing uses it",
        "f:5: left/1 is derived, but nothing uses it",
        "f:3: cel/1 occurs in no head",
        "f:4: row/1 is shown, but no output",
    ]


@pytest.mark.parametrize("encoding", ["grow", "choice+edge"])
def test_an_export_runs_alone(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "board.lp"
    path.write_text(export(encoding, IDP_5X5))
    done = subprocess.run(
        [sys.executable, "-m", "clingo", "board.lp", "0", "--project=project"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Models       : 1\n" in done.stdout
    belongs = {
        f"galaxy(({cell.x},{cell.y}),({dot.x},{dot.y}))"
        for answer in ask(Question("grow", IDP_5X5)).found
        for cell, dot in answer.belongs
    }
    answer = done.stdout.split("Answer: 1")[1].splitlines()[1]
    assert set(answer.split()) == belongs


def lab(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(galaxies, ["lab", *arguments], standalone_mode=False)
    if isinstance(result.exception, Exception):
        raise result.exception
    return int(result.return_value), result.stdout, result.stderr


def test_compare_on_the_command_line(folder: Path) -> None:
    wrong = spoil(
        folder, "assign", "2*CX-X,2*CY-Y),(CX,CY)).", "2*CX+X,2*CY),(CX,CY))."
    )
    code, out, err = lab(
        *("compare", "grow", wrong, "choice", "idp-5x5", "--seeds", "1"),
        *("--jobs", "1", "--format", "json", "--exhaustive", "2x1"),
    )
    assert code == 1
    drawing, rows = out.split("misses this solution\n")
    assert "grow answers" in drawing
    records = [json.loads(line) for line in rows.splitlines()]
    assert [record["encoding"] for record in records] == ["grow", wrong, "choice"]
    assert [record["status"] for record in records] == ["unique", "refused", "unique"]
    assert records[1]["message"].startswith("misses a solution on a board of 1x1")
    assert "grow and choice have the same 4 solutions" in err


@pytest.mark.slow
def test_faulty_encodings_do_not_stop_the_others(tmp_path: Path) -> None:
    texts = {
        "syntax": "a :- .b",
        "unsafe": "galaxy(P,C) :- center(C).",
        "strange": "galaxy((7,70),C) :- center(C).",
        "script": "#script (lua) x = 1 #end.",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.lp").write_text(text)
    paths = [str(tmp_path / f"{name}.lp") for name in texts]
    slow = SLOW_TO_GROUND
    code, out, err = lab(
        *("compare", "grow", *paths, slow, "choice", "idp-5x5", "--format", "json"),
        *("--seeds", "1", "--jobs", "1", "--cpu-limit", "0.5"),
    )
    assert code == 65
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["status"] for record in records] == [
        *("unique", *["refused"] * len(texts), "time", "unique")
    ]
    assert all(record["message"] for record in records[1 : 1 + len(texts)])
    for message in (
        *("syntax error", "'P' is unsafe", "(7,70) is not a cell"),
        *("scripts are not run", "the time limit was reached"),
    ):
        assert message in err
    assert "grow and choice have the same 1 solution" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "grow"),
        ("compare", "idp-5x5"),
        ("compare", "grow", "--exhaustive", "9x9"),
        ("compare", "grow", "idp-5x5", "--seeds", "1", "--options", '"'),
        ("rules", "--exhaustive", "0x1"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    with pytest.raises((click.UsageError, OptionError)):
        lab(*arguments)


def test_other_verbs_on_the_command_line(tmp_path: Path) -> None:
    code, out, _ = lab("rules", "--without", "mirror", "--exhaustive", "2x1", "idp-5x5")
    assert code == 0
    assert "mirror: matters" in out
    assert "asymmetric region" in out
    code, out, _ = lab("ground", "grow", "idp-5x5", "--top", "2")
    assert (code, "cell/1" in out) == (0, True)
    assert lab("lint", "grow", "choice")[0] == 0
    code, out, _ = lab("export", "grow", "idp-5x5")
    assert (code, out.startswith("% The encoding grow")) == (0, True)


@pytest.mark.slow
def test_a_difference_may_take_a_given_wall(judge: Judge, folder: Path) -> None:
    wrong = spoil(
        folder,
        "interface",
        ":- given((X,Y)), X \\ 2 = 0, galaxy((X-1,Y),C), galaxy((X+1,Y),C).",
        "",
    ).replace("interface.lp", "grow.lp")
    board = Puzzle(3, 2, [(3, 1), (3, 3)], walls=[(2, 1)])
    difference = judge.compare("grow", wrong, board).difference
    assert difference is not None
    least = judge.minimal(difference)
    assert least.wrong == wrong
    assert len(least.puzzle.walls) == 1
    assert least.puzzle.width * least.puzzle.height == 3
    assert Point(2, 1) in least.puzzle.walls
