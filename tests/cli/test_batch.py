"""Batches in worker processes: the same answers in the same order."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import NONE, SEVERAL, UNIQUE, answers, galaxies

from galaxies_asp.cli import inputs
from galaxies_asp.compiled.library import missing
from galaxies_asp.core.asp.rules import STANDARD
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.notation import tatham
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.families import reading
from galaxies_asp.families.galaxies import sheet_of
from galaxies_asp.notation import parse, parse_each, write
from galaxies_asp.solving import many, plan
from galaxies_asp.solving.kernel_engine import KernelEngine
from galaxies_asp.solving.search import solve

needs_library = pytest.mark.skipif(bool(missing()), reason=missing())

OUT_OF_REACH = json.dumps(
    {
        "id": "sparse",
        "width": 40,
        "height": 40,
        "centers": [
            [x + ((x, y) == (35, 35)), y]
            for x in range(5, 80, 10)
            for y in range(5, 80, 10)
        ],
    }
)
"""63 odd regions and an even one do not fill the board; no search finds that."""


def without_seconds(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.slow
def test_jobs_change_neither_answers_nor_messages_nor_the_exit_code() -> None:
    puzzles = ["7x7:!", *(20 * [UNIQUE, NONE]), "nowhere.txt", SEVERAL]
    alone = galaxies("solve", "--json", *puzzles)
    shared = galaxies("solve", "--json", "-j", "2", *puzzles)
    assert shared.returncode == alone.returncode == 65
    assert sorted(shared.stderr.split(b"\n")) == sorted(alone.stderr.split(b"\n"))
    assert list(map(without_seconds, answers(shared))) == list(
        map(without_seconds, answers(alone))
    )


@pytest.mark.slow
def test_a_limit_stops_one_puzzle_of_a_batch() -> None:
    puzzles = [UNIQUE, OUT_OF_REACH, NONE]
    done = galaxies("solve", "--json", "-j", "2", "--time-limit", "3", *puzzles)
    assert done.returncode == 3
    found = [(one["id"], one["status"], one["stopped_by"]) for one in answers(done)]
    assert found == [
        (UNIQUE, "unique", None),
        ("sparse", "unknown", "time"),
        (NONE, "none", None),
    ]


@pytest.mark.parametrize("notation", ["tatham", "json"])
def test_puzzles_are_read_when_they_are_solved(
    notation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long batch takes no more memory than a short one."""
    file = tmp_path / "batch.txt"
    file.write_text(100 * write(parse(UNIQUE), notation))
    read: list[object] = []

    def counted(*arguments: Any) -> Iterator[object]:
        for position in parse_each(*arguments):
            read.append(position)
            yield position

    def counted_line(line: Piece) -> object:
        read.append(line)
        return read_line(line)

    read_line = tatham.read_line
    monkeypatch.setattr(reading, "parse_each", counted)
    monkeypatch.setattr(tatham, "read_line", counted_line)
    entries = iter(inputs.Inputs((str(file),)))
    assert next(entries).name == "batch#1"
    assert 1 <= len(read) <= 2
    assert len(list(entries)) == 99


MIXED = f"""{UNIQUE}
{SEVERAL}
hello {UNIQUE} and more
7x7:!!
{NONE}
4x4:z
{UNIQUE}
1x1:a
{{"width":3,"height":1,"centers":[[1,1],[5,1]],"holes":[[3,1]]}}
{SEVERAL}
"""
"""Puzzles with one solution, with several and without, faults, and other boards."""


@pytest.mark.parametrize(
    "options", [("--json",), ("--style", "letters"), ("--count", "1"), ("-f", "pzprv3")]
)
def test_one_call_for_many_puzzles_changes_no_answer(
    options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text(MIXED)
    together = galaxies("solve", *options, str(file))
    monkeypatch.setattr(many, "is_solved_with_others", lambda *_: False)
    alone = galaxies("solve", *options, str(file))
    assert (together.returncode, together.stderr) == (alone.returncode, alone.stderr)
    if "--json" not in options:
        assert together.stdout == alone.stdout
        return
    both = [[*map(without_seconds, answers(done))] for done in (together, alone)]
    assert both[0] == both[1]
    assert all(one["seconds"]["total"] >= 0 for one in answers(together))


@needs_library
def test_puzzles_of_a_batch_are_solved_in_one_call() -> None:
    sheets = [sheet_of(parse(text)) for text in (UNIQUE, SEVERAL, NONE, UNIQUE)]
    results = many.results(sheets, STANDARD, 2)
    assert [one and one.status for one in results] == [
        *("unique", "multiple", None, "unique")
    ]
    assert [one and one.solutions for one in results] == [
        one if not one else solve(sheet).solutions
        for one, sheet in zip(results, sheets, strict=True)
    ]


@needs_library
def test_a_wrong_answer_of_a_call_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Search` asks again, and the other verifier judges."""
    monkeypatch.setattr(many, "keep_the_rules", lambda _, n, *more: bytes(n))
    assert many.results([sheet_of(parse(UNIQUE))], STANDARD, 2) == [None]


def test_puzzles_before_a_fault_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "batch.json"
    file.write_text(2 * write(parse(UNIQUE), "json") + "{")
    done = galaxies("solve", "-q", str(file))
    assert (done.returncode, done.stdout.count(b"verified")) == (65, 2)
    assert b"line 3, column 2: this is not JSON" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [(), ("-j", "2")])
def test_a_sample_of_the_answers_is_confirmed(jobs: tuple[str, ...]) -> None:
    done = galaxies("solve", "--json", *jobs, *(201 * [UNIQUE]))
    said = [(one["encoding"], one.get("confirmed_by")) for one in answers(done)]
    assert done.returncode == 0
    assert {encoding for encoding, _ in said} == {"fast"}
    confirmed = [place for place, (_, second) in enumerate(said) if second == "grow"]
    assert confirmed == [99, 199]


@needs_library
def test_a_wrong_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that loses the solution contradicts `grow.lp`."""
    monkeypatch.setattr(plan, "SAMPLE", 2)
    solve = KernelEngine.solutions

    def without(engine: KernelEngine, request: SolveRequest) -> Iterator[Any]:
        return (event for n, event in enumerate(solve(engine, request)) if n != 0)

    monkeypatch.setattr(KernelEngine, "solutions", without)
    monkeypatch.setattr(many, "is_solved_with_others", lambda *_: False)
    done = galaxies("solve", "-q", SEVERAL, UNIQUE)
    assert done.returncode == 70
    assert b"fast and grow disagree" in done.stderr


@pytest.mark.parametrize("options", [("-e", "fast"), ("--stats",), ("-e", "assign")])
def test_no_sample_under_other_options(options: tuple[str, ...]) -> None:
    done = galaxies("solve", "--json", *options, UNIQUE, UNIQUE)
    assert [one.get("confirmed_by") for one in answers(done)] == [None, None]
