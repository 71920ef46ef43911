"""Short runs of the harness: faults, comparison of methods, kept inputs, mutants."""

import ast
import random
from pathlib import Path

import pytest

from tests.harness import differential, faults, fuzz, mutation, targets
from tests.harness.commands import WRITING


@pytest.mark.slow
def test_faults_of_files() -> None:
    assert list(faults.faults_of(WRITING["convert"])) == []


@pytest.mark.slow
def test_methods_agree_on_random_boards() -> None:
    chance = random.Random(7)
    for _ in range(20):
        puzzle = differential.random_puzzle(chance)
        assert list(differential.differences(puzzle)) == [], puzzle


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
