"""Short runs of the harness of faults and of the comparison of methods."""

import random

import pytest

from tests.harness import differential, faults
from tests.harness.commands import WRITING


def test_faults_of_files() -> None:
    assert list(faults.faults_of(WRITING["convert"])) == []


@pytest.mark.slow
def test_methods_agree_on_random_boards() -> None:
    chance = random.Random(7)
    for _ in range(20):
        puzzle = differential.random_puzzle(chance)
        assert list(differential.differences(puzzle)) == [], puzzle
