"""Commands with options, for each type of puzzle; see `tests.harness.use`."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.documents import ROOT
from support.marks import POSIX

from galaxies_asp.families.registry import all_names
from tests.harness.use import calls, running
from tests.harness.use.running import Done
from tests.harness.use.subjects import OWN, Subject, prepared

pytestmark = POSIX


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("use")
    for name, text in calls.files().items():
        (place / name).write_text(text, "utf-8")
    return place


@pytest.fixture(scope="module")
def subjects(folder: Path) -> list[Subject]:
    return [*prepared(folder)]


def test_all_types_are_subjects(subjects: list[Subject]) -> None:
    assert {one.name for one in subjects} >= {*all_names(), OWN}


@pytest.mark.nightly
def test_the_short_form_has_each_pair_of_an_option_and_a_type(
    subjects: list[Subject],
) -> None:
    commands = [
        one
        for name, one in calls.commands()
        if calls.takes_puzzles(one) and name[:3] != "lab"
    ]
    wanted = {option for one in commands for option in calls.option_names(one)}
    found: dict[str, set[str]] = {}
    for field in calls.short_plan(subjects, 5):
        for uses in field.uses:
            found.setdefault(field.subject.name, set()).update(u.name for u in uses)
            assert len({use.parameter for use in uses}) == len(uses)
    assert found == {one.name: wanted for one in subjects}


@pytest.mark.slow("each pair of an option and a type occurs in no smaller part")
@pytest.mark.parametrize(
    "types",
    [[OWN], all_names()[::2], all_names()[1::2]],
    ids=["own", "every second one", "the others"],
)
def test_each_option_occurs_with_each_type(types: list[str]) -> None:
    """In a process of its own: commands run in children of one without threads."""
    asked = [word for name in types for word in ("--type", name)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.harness.use", "--short", "--most", "5", *asked],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"^[1-9]\d* runs, 0 faults$", done.stdout, re.MULTILINE)


def test_what_is_a_fault() -> None:
    assert not Done(("solve",), 0, b"1 solution").fault
    assert not Done(("solve",), 65, b"", b"galaxies: x: no puzzle").fault
    assert "no end" in Done(("solve",), None).fault
    assert "exit code 70" in Done(("solve",), 70).fault
    assert "exit code -11" in Done(("solve",), -11).fault
    assert "without a message" in Done(("solve",), 1).fault
    error = b"Traceback (most recent call last):\nKeyError: 1\n"
    assert Done(("solve",), 0, b"", error).fault == "a traceback: KeyError: 1"


def test_neutral_options_have_the_same_answer() -> None:
    jobs = [calls.Use("--jobs", ("--jobs", "2"), "jobs")]
    of_format = [calls.Use("--format", ("-f", "json"), "format_")]
    one, other = Done((), 0, b'{"n": 1, "seconds": 1}'), Done((), 0, b'{"n": 2}')
    assert running.differs(jobs, one, other) == "another answer than without the option"
    assert not running.differs(jobs, one, Done((), 0, b'{"n": 1, "seconds": 2}'))
    assert not running.differs(of_format, one, other)
    assert "exit code 1" in running.differs(jobs, one, Done((), 1, one.out))


NEEDING = {
    "play": "play --no-browser",
    "exact": "strip gf dominoes --rows 4",
    "png": "render 3x3:m -f png -o out.png",
    "pdf": "book 3x3:m -o out.pdf",
    "picture": "picture ../dot.png",
}


@pytest.mark.slow
@pytest.mark.parametrize("extra", [*NEEDING, "all"])
def test_a_missing_extra_is_named(extra: str, tmp_path: Path) -> None:
    missing = calls.EXTRAS[extra]
    for file, text in calls.files(missing).items():
        (tmp_path / file).write_text(text, "utf-8")
    (tmp_path / "dot.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    taken = missing, {"PYTHONPATH": str(tmp_path)}
    for name, line in NEEDING.items():
        if extra in (name, "all"):
            done = running.run(line.split(), tmp_path, *taken)
            assert (done.code, done.out, done.fault) == (69, b"", ""), line
            assert b"galaxies-asp[%b]" % name.encode() in done.said, line
    assert running.run(["solve", "3x3:m"], tmp_path, *taken).code == 0


def test_all_extras_are_taken_away() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        known = tomllib.load(file)["project"]["optional-dependencies"]
    others = {"all", "docs", "test", "dev", "clingo6"}
    assert {*calls.EXTRAS} - {"all"} == {*NEEDING} == {*known} - others
