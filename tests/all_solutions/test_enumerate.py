"""Solutions in bulk, where the solver enumerates: complete, verified, in order."""

import json
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from click.testing import CliRunner
from support.commands import NONE, galaxies
from support.marks import NEEDS_LIBRARY, slow_if
from support.models import as_set, enumerated
from support.puzzles import BOARDS, LATTICE, PIECE, many_copies

from galaxies_asp import Puzzle, solve
from galaxies_asp.all_solutions.count import bounds, count
from galaxies_asp.cli.all_solutions import (
    count_command,
    enumerate_command,
    forced_command,
)
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.puzzle import Labels
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.stream import cells_of, models, number_of_models
from galaxies_asp.processes.serving import call_each
from galaxies_asp.processes.sharing import limited
from galaxies_asp.solving import enumeration
from galaxies_asp.solving.consequences import Brave
from galaxies_asp.solving.enumeration import batches, sample
from galaxies_asp.solving.verdicts import all_keep_the_rules

pytestmark = NEEDS_LIBRARY

SPARSE = Puzzle(18, 18, [(x, y) for x in range(3, 36, 6) for y in range(3, 36, 6)])
"""More solutions than can be counted, or even reasoned about, in a second."""


def listed(puzzle: Puzzle, **options: int) -> list[Labels]:
    return [labels for batch in batches(puzzle, **options) for labels in batch]


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up every diagram at once, so that the solver enumerates."""
    monkeypatch.setattr(enumeration, "FEW_DECISIONS", 0)


def _undecided(puzzle: Puzzle) -> bool:
    return solve(puzzle, rules="fast").decided_by == "search"


@pytest.mark.parametrize(
    "puzzle",
    slow_if(lambda puzzle: puzzle is LATTICE, filter(_undecided, BOARDS)),
)
def test_models_are_the_solutions(puzzle: Puzzle) -> None:
    pairs = Kernel.settled(puzzle).open_lists()
    expected = enumerated(puzzle)

    def check(batches: Iterator[Labels]) -> None:
        labels = []
        for batch in batches:
            for row in batch:
                one = np.array(pairs.labels)
                one[cells_of(pairs)] = row
                labels.append(one.reshape(puzzle.height, puzzle.width))
        assert len(labels) == len(expected)
        assert as_set(labels) == as_set(expected)

    check(models(pairs))
    assert number_of_models(pairs, 10**6) == (len(expected), True)


@pytest.mark.usefixtures("searching")
@pytest.mark.parametrize(
    "puzzle", slow_if(lambda puzzle: puzzle is LATTICE, [*BOARDS, many_copies(2, 1)])
)
@pytest.mark.parametrize("seed", [None, 5])
def test_searched_components_are_combined(puzzle: Puzzle, seed: int | None) -> None:
    expected = enumerated(puzzle)
    found = [one for batch in batches(puzzle, size=50, seed=seed) for one in batch]
    assert len(found) == len(expected)
    assert as_set(found) == as_set(expected)
    again = [one for batch in batches(puzzle, seed=seed) for one in batch]
    assert np.array_equal(np.array(found), np.array(again))


def test_a_seed_shuffles_the_solutions() -> None:
    """Not only their first one: the orders are more than the rotations of one order."""
    in_order = [labels.tobytes() for labels in listed(PIECE)]
    orders = set()
    for seed in range(30):
        found = [labels.tobytes() for labels in listed(PIECE, size=3, seed=seed)]
        assert sorted(found) == sorted(in_order)
        orders.add(tuple(found))
    assert len(orders) > 2 * len(in_order)


def test_two_solutions_come_in_both_orders() -> None:
    puzzle = next(one for one in BOARDS if len(enumerated(one)) == 2)
    orders = {
        tuple(labels.tobytes() for labels in listed(puzzle, seed=seed))
        for seed in range(20)
    }
    assert len(orders) == 2


@pytest.mark.slow
def test_one_part_searched_the_other_read_off(monkeypatch: pytest.MonkeyPatch) -> None:
    # The lattice takes more decisions than the piece beside it.
    monkeypatch.setattr(enumeration, "FEW_DECISIONS", 40)
    beside = [(x + 20, y) for x, y in PIECE.centers]
    holes = {(2 * i + 1, 2 * j + 1) for i in range(9, 16) for j in range(9)}
    holes -= {(x + 20, y) for x in range(1, 12, 2) for y in range(1, 12, 2)}
    puzzle = Puzzle(16, 9, [*LATTICE.centers, *beside], holes=sorted(holes))
    found = listed(puzzle)
    assert len(found) == len(as_set(found)) == 1325 * 7
    assert all(all_keep_the_rules(puzzle, np.array(found)))
    shuffled = listed(puzzle, seed=1)
    assert as_set(shuffled) == as_set(found)
    assert count(puzzle).components == (1325, 7)


def test_each_solution_of_each_part_is_verified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verified = []

    def judge(puzzle: Puzzle, batch: Labels) -> bytes:
        verified.append(batch)
        return all_keep_the_rules(puzzle, batch)

    monkeypatch.setattr(enumeration, "all_keep_the_rules", judge)
    found = np.array(listed(many_copies(2, 1)))
    judged = np.concatenate(verified)
    assert len(judged) < len(found)
    half = found.shape[2] // 2
    for part in (np.s_[:, :, :half], np.s_[:, :, half:]):
        assert as_set(judged[part]) == as_set(found[part])


@pytest.mark.slow
def test_the_first_solutions_come_at_once() -> None:
    first = next(batches(SPARSE, size=10))
    assert len(first) == 10
    assert all(all_keep_the_rules(SPARSE, first))


def test_a_seed_shuffles() -> None:
    puzzle = many_copies(2, 2)
    plain, one, other = listed(puzzle), listed(puzzle, seed=1), listed(puzzle, seed=2)
    assert len(plain) == 7**4
    assert as_set(plain) == as_set(one) == as_set(other)
    orders = {np.array(labels).tobytes() for labels in (plain, one, other)}
    assert len(orders) == 3
    assert np.array_equal(np.array(one), np.array(listed(puzzle, seed=1)))


def test_a_seed_shuffles_beyond_machine_integers() -> None:
    puzzle = many_copies(6, 6)
    first = next(batches(puzzle, size=20, seed=1))
    assert len({one.tobytes() for one in first}) == 20
    assert all(all_keep_the_rules(puzzle, first))


@pytest.mark.usefixtures("searching")
def test_sampling_what_is_searched() -> None:
    labels = sample(LATTICE, 3000, seed=2)
    assert all(all_keep_the_rules(LATTICE, labels))
    number = len({one.tobytes() for one in labels})
    # Of 1325 equally likely ones, 3000 draws leave out 137 in the mean.
    assert 1140 < number < 1240


@pytest.mark.slow
def test_dense_components_are_counted_by_the_solver() -> None:
    lattice = Puzzle(12, 12, [(x, y) for x in range(4, 24, 8) for y in range(4, 24, 8)])
    found = count(lattice)
    assert (found.total, found.complete) == (33497, True)


def test_bounds_only_grow() -> None:
    totals = [step.total for step in bounds(LATTICE)]
    assert totals == sorted(totals)
    assert totals[0] == 1
    assert totals[-1] == 1325


@pytest.mark.slow
def test_a_stopped_count_says_how_many_are_known() -> None:
    pairs = Kernel.settled(SPARSE).open_lists()
    steps = Brave.of(pairs).found()
    first, second = next(steps), next(steps)
    assert sum(first) < sum(second)
    found = count(SPARSE, time_limit=0.5)
    assert (found.stopped_by, found.complete) == ("time", False)
    assert found.total >= 1


def test_too_many_conflicts_rule_nothing_out() -> None:
    pairs = Kernel.settled(LATTICE).open_lists()
    search = Brave.of(pairs)
    assert list(search.found(conflicts=1))
    assert not search.exhausted
    assert all(search.possible)


@pytest.mark.slow
def test_the_bound_of_a_dense_board_grows() -> None:
    dense = Puzzle(15, 15, [(x, y) for y in range(3, 30, 6) for x in range(3, 30, 6)])
    found = next(step for step in bounds(dense) if step.total >= 50_000)
    assert not found.complete
    assert found.seconds < 10


def test_limits() -> None:
    assert list(limited(call_each, partial(range, 3))) == [0, 1, 2]
    assert list(limited(call_each, partial(range, 3), time_limit=600)) == [0, 1, 2]
    with pytest.raises(LimitReachedError):
        list(limited(call_each, partial(batches, SPARSE), memory_limit=1))


@pytest.mark.slow
def test_limits_on_the_command_line() -> None:
    centers = [list(center) for center in SPARSE.centers]
    sparse = json.dumps({"width": 18, "height": 18, "centers": centers})

    def run(command: object, *arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(command, [*arguments, sparse], standalone_mode=False)
        assert done.exception is None
        return done.return_value, done.output

    assert run(count_command, "--memory-limit", "1") == (3, ">= 0\n")
    code, output = run(forced_command, "--time-limit", "0.2")
    assert (code, "the time limit was reached" in output) == (3, True)
    code, output = run(enumerate_command, "--memory-limit", "1")
    assert (code, "only 0 solutions: the memory limit" in output) == (3, True)


@pytest.mark.parametrize(
    ("number", "code", "lines"), [(2**31, 0, 7), (2**62, 0, 7), (10**20, 2, 0)]
)
def test_any_number_of_solutions_can_be_asked_for(
    number: int, code: int, lines: int
) -> None:
    done = galaxies("enumerate", "-n", str(number), "6x6:pzizizcf")
    assert (done.returncode, len(done.stdout.splitlines())) == (code, lines)
    assert b"Traceback" not in done.stderr


def test_a_puzzle_without_a_solution_is_named() -> None:
    done = galaxies("enumerate", NONE)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == f"galaxies: {NONE}: no solution\n".encode()
