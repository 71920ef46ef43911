"""Short runs of the harness: faults, the matrix, kept inputs, mutants."""

import ast
import random
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from tests.harness import faults, fuzz, mutation, targets
from tests.harness.commands import WRITING
from tests.harness.matrix.table import COLUMNS, ROWS, Table


@pytest.mark.slow
def test_faults_of_files() -> None:
    assert list(faults.faults_of(WRITING["convert"])) == []


QUICK = "solve", "count", "forced", "check", "convert", "JSON"


@pytest.mark.parametrize("row", ROWS)
def test_answers_about_a_board_of_each_family(row: str) -> None:
    table = Table([row], QUICK)
    for field in table.fields.values():
        assert list(field.compare("short")) == []
    assert table.comparisons > len(QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_answers_to_each_question(column: str) -> None:
    """Each takes four CPU seconds, on boards that other runs do not draw."""
    table, differences = Table(ROWS, [column]), list[str]()
    table.fill("longer", 4.0, differences.append)
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


def test_listed_mutants_are_mutants_of_the_present_code() -> None:
    """Of a changed line, rewrite the entry in `equivalent.txt` or drop it."""
    assert sorted(mutation.stale()) == []


@pytest.mark.slow
def test_mutants_are_programs_that_differ() -> None:
    chosen = mutation.sample(100, seed=2)
    assert len(chosen) == 100
    for mutant in chosen:
        source = (mutation.ROOT / "galaxies_asp" / mutant.file).read_bytes()
        assert ast.dump(ast.parse(mutant.changed)) != ast.dump(ast.parse(source))
        assert mutant.before != mutant.after
