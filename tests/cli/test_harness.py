"""Short runs of the harness: faults, the matrix, kept inputs, mutants."""

import ast
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from tests.harness import cost, faults, fuzz, mutation, targets
from tests.harness.commands import WRITING
from tests.harness.matrix.table import COLUMNS, ROWS, Table


@pytest.mark.slow
def test_faults_of_files() -> None:
    assert list(faults.faults_of(WRITING["convert"])) == []


QUICK = "solve", "count", "forced", "check", "convert", "JSON"


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_answers_about_a_board_of_each_family(row: str) -> None:
    table = Table([row], QUICK)
    for field in table.fields.values():
        assert list(field.compare("short")) == []
    assert table.comparisons > len(QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("seconds", [0.2, pytest.param(4.0, marks=pytest.mark.nightly)])
def test_answers_to_each_question(column: str, seconds: float) -> None:
    """On boards that other runs do not draw, for some CPU seconds."""
    table, differences = Table(ROWS, [column]), list[str]()
    table.fill("longer", seconds, differences.append)
    assert differences == []
    assert table.comparisons > 0


def test_differences_are_noticed_and_shown_again() -> None:
    """The command in the message draws the same board."""
    table = Table(["squares"], ["count"])
    (field,) = table.fields.values()
    field.boards = 3
    with patch("tests.harness.matrix.solving.count") as wrong:
        wrong.return_value = SimpleNamespace(total=-1, complete=True)
        (first,) = field.compare("short")
        field.boards = 3
        assert [first] == list(field.compare("short"))
    assert "--row 'squares' --column 'count' --seed short --board 3" in first
    assert field.differences == field.comparisons == 2


@pytest.mark.parametrize("name", targets.TARGETS)
def test_kept_inputs_of_the_fuzzer(name: str) -> None:
    """Each is accepted or refused with an error; also where some bytes are damaged."""
    inputs = [*fuzz.corpus(name), *targets.seeds(name)]
    assert any(targets.accepted(name, data) for data in targets.seeds(name))
    chance = random.Random(name)
    for data in inputs:
        targets.accepted(name, data)
        if len(data) < fuzz.LONGEST:
            damaged = bytearray(data)
            for _ in range(chance.randint(1, 3)):
                damaged[chance.randrange(len(data))] = chance.randrange(256)
            targets.accepted(name, bytes(damaged))


def test_every_package_is_mutated() -> None:
    folder = mutation.ROOT / "galaxies_asp"
    packages = {path.parent.relative_to(folder) for path in folder.rglob("__init__.py")}
    for package in packages - {Path("counting")}:
        assert mutation.package_of(f"{package}/name.py") or package == Path(), package
    for tests in mutation.TESTS.values():
        for name in tests:
            assert (mutation.ROOT / "tests" / name).exists(), name


@pytest.mark.slow
def test_listed_mutants_are_mutants_of_the_present_code() -> None:
    """Of a changed line, rewrite the entry in `equivalent.txt` or drop it."""
    assert sorted(mutation.stale()) == []


@pytest.mark.slow
def test_mutants_are_programs_that_differ() -> None:
    chosen = mutation.sample(30, seed=2, part="core/board")
    assert len(chosen) == 30
    for mutant in chosen:
        source = (mutation.ROOT / "galaxies_asp" / mutant.file).read_bytes()
        assert ast.dump(ast.parse(mutant.changed)) != ast.dump(ast.parse(source))
        assert mutant.before != mutant.after


@pytest.mark.parametrize(
    ("mark", "seconds", "is_excused", "contradicts"),
    [
        ("default", 0.19, False, False),
        ("default", 0.21, False, True),
        ("slow", 0.06, False, False),
        ("slow", 0.04, False, True),
        ("slow", 3.9, False, False),
        ("slow", 4.1, False, True),
        ("slow", 4.1, True, False),
        ("nightly", 1.1, False, False),
        ("nightly", 0.9, False, True),
        ("nightly", 0.9, True, False),
        ("nightly", 1000, False, False),
    ],
)
def test_times_that_contradict_a_mark(
    mark: str, seconds: float, is_excused: bool, contradicts: bool
) -> None:
    costs = {"test": cost.Cost(seconds, 9.0)}
    marks = {"test": cost.Mark(mark, is_excused), "not run": cost.Mark("slow")}
    assert bool([*cost.contradictions(costs, marks)]) is contradicts


def test_one_case_that_takes_long_explains_the_mark_of_its_function() -> None:
    marks = {f"test[{case}]": cost.Mark("slow") for case in "ab"}
    costs = {"test[a]": cost.Cost(0.01, 0), "test[b]": cost.Cost(0.2, 0)}
    assert not [*cost.contradictions(costs, marks)]


QUICK_AND_CHANGED = """
import subprocess, sys
import pytest
@pytest.fixture(scope="session")
def shared():
    sum(range(10 ** 7))
@pytest.mark.slow
def test_quick(shared):
    pass
def test_child():
    subprocess.run([sys.executable, "-c", "sum(range(2 * 10 ** 7))"])
"""


@pytest.mark.slow
def test_the_command_measures_and_judges(tmp_path: Path) -> None:
    """Shared fixtures are not part of a test; processes that it starts are."""
    module, table = tmp_path / "test_costs.py", tmp_path / "table"
    module.write_text(QUICK_AND_CHANGED, encoding="utf-8")
    command = ["-m", "tests.harness.cost", table, module]
    done = subprocess.run(
        [sys.executable, *command], cwd=mutation.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    assert re.search(r"test_quick: 0.0\d CPU seconds are few for slow", done.stdout)
    assert re.search(r"test_child: .* CPU seconds are many for default", done.stdout)
    (quick,) = (one for name, one in cost.read(table).items() if "quick" in name)
    assert quick.shared > quick.own


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "code"), [(900, 0), (100, 1)])
def test_tests_of_a_folder_that_take_far_too_long_fail(
    lines: int, code: int, tmp_path: Path
) -> None:
    """The folder `board` takes nearly all of the time, and has a part of the lines."""
    for folder, number in (("board", lines), ("asp", 1000 - lines)):
        (tmp_path / "galaxies_asp" / folder).mkdir(parents=True)
        (tmp_path / "galaxies_asp" / folder / "one.py").write_text("\n" * number)
        (tmp_path / "tests" / folder).mkdir(parents=True)
        work = "sum(range(10 ** 7))" if folder == "board" else "pass"
        test = tmp_path / "tests" / folder / f"test_{folder}.py"
        test.write_text(f"def test_work():\n    {work}\n")
    for name in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(mutation.ROOT / name, tmp_path / name)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert re.search(
        r"^tests/board: \d+% of the time .*, of [19]0%$", done.stdout, re.M
    )
    assert (done.returncode, "2 passed" in done.stdout) == (code, True)


@pytest.mark.parametrize("suffix", [".c", ".lp"])
def test_mutants_of_texts_change_code_in_one_line(suffix: str) -> None:
    chosen = mutation.sample_of_texts(20, 1, suffix, "")
    assert len({(mutant.file, mutant.line) for mutant in chosen}) == 20
    for mutant in chosen:
        source = (mutation.ROOT / mutant.file).read_text("utf-8").splitlines()
        changed = mutant.changed.decode().splitlines()
        pairs = enumerate(zip(source, changed, strict=True), 1)
        assert [number for number, (old, new) in pairs if old != new] == [mutant.line]
        assert not source[mutant.line - 1].lstrip().startswith(("%", "#", "//", "/*"))
        assert all((mutation.ROOT / name).exists() for name in mutant.tests)
