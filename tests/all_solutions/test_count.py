"""Counting, enumerating, sampling, and what is forced, against plain enumeration."""

import json
import pickle
import sys
import time
from collections import Counter
from concurrent.futures import Executor, Future
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from oracles.brute_force import all_boards
from support.marks import NEEDS_LIBRARY, slow_if
from support.models import as_set, enumerated
from support.puzzles import BOARDS, HOLES, LATTICE, PIECE, SEVERAL, many_copies

from galaxies_asp import Puzzle, parse, solve
from galaxies_asp.all_solutions.count import bounds, count, forced
from galaxies_asp.all_solutions.possible import possible_scene
from galaxies_asp.cli.all_solutions import count_command
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.drawing.svg import paint, sheet_svg
from galaxies_asp.core.verifying.rules import check_labels
from galaxies_asp.fast.stream import number_of_models
from galaxies_asp.processes.pool import Pool
from galaxies_asp.solving.bounds import reduced_diagram
from galaxies_asp.solving.enumeration import batches, sample
from galaxies_asp.solving.verdicts import all_keep_the_rules

pytestmark = NEEDS_LIBRARY


@pytest.mark.parametrize("puzzle", slow_if(lambda puzzle: puzzle is LATTICE, BOARDS))
def test_count_and_order(puzzle: Puzzle) -> None:
    expected = enumerated(puzzle)
    found = count(puzzle)
    assert found.complete
    assert found.total == len(expected)
    assert np.prod(found.components, dtype=object) == found.total or not found.total
    listed = [labels for batch in batches(puzzle, size=5) for labels in batch]
    assert len(listed) == len(expected)
    assert as_set(listed) == as_set(expected)
    again = [labels for batch in batches(puzzle) for labels in batch]
    assert np.array_equal(np.array(listed), np.array(again))


@pytest.mark.slow
def test_count_every_dot_set_of_3x3() -> None:
    for dots, divisions in all_boards(3, 3).items():
        assert count(Puzzle(3, 3, sorted(dots))).total == len(divisions)


class Here(Executor):
    """Does all work in this process, on copies, as a worker would."""

    def submit(self, request: Any, /, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(request))())
        return future


SQUARES = Puzzle(9, 9, [(x, y) for x in (3, 9, 15) for y in (3, 9, 15)])


def test_a_time_limit_ends_after_now(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = SimpleNamespace(
        bounds=lambda deadline: iter([deadline]),
        possibilities=lambda deadline: deadline,
    )
    monkeypatch.setattr(sys.modules[bounds.__module__], "engine", lambda *_: asked)
    (first,) = map(float, bounds(SQUARES, time_limit=600))  # type: ignore[arg-type]
    second = float(forced(SQUARES, time_limit=600))  # type: ignore[arg-type]
    for deadline in (first, second):
        assert 0 < deadline - time.monotonic() <= 600


@pytest.mark.parametrize(
    "puzzle", slow_if(lambda puzzle: puzzle is LATTICE, [*BOARDS, SQUARES])
)
def test_count_shared_by_workers(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galaxies_asp.solving.bounds.ROUNDS_ALONE", 0)
    shared = count(puzzle, workers=Here(), time_limit=600)
    alone = count(puzzle)
    assert shared.complete
    assert (shared.total, shared.components) == (alone.total, alone.components)


class Refusing(Executor):
    """Workers that must not be asked."""

    def submit(self, request: Any, /, *_: Any, **__: Any) -> Future[Any]:
        raise AssertionError("a small count is shared")


def test_small_counts_are_not_shared() -> None:
    assert count(LATTICE, workers=Refusing()).total == count(LATTICE).total


@pytest.mark.slow
def test_count_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galaxies_asp.solving.bounds.ROUNDS_ALONE", 0)
    with Pool(2) as workers:
        assert count(SQUARES, workers=workers).total == 1325
        late = count(SQUARES, workers=workers, time_limit=0.01)
        assert (late.complete, late.stopped_by) == (False, "time")
        small = count(SQUARES, workers=workers, memory_limit=1_000_000)
        assert (small.complete, small.stopped_by) == (False, "memory")


def test_count_beyond_enumeration() -> None:
    puzzle = many_copies(6, 6)
    found = count(puzzle)
    assert found.complete
    assert found.total == 7**36
    assert found.components == (7,) * 36
    assert found.forced_cells == 36 * 20


@pytest.mark.parametrize(("width", "height"), [(6, 24), (24, 6)])
def test_long_boards_have_small_diagrams(width: int, height: int) -> None:
    dots = [(x, y) for y in range(3, 2 * height, 6) for x in range(3, 2 * width, 6)]
    diagram = reduced_diagram(Puzzle(width, height, dots))
    assert diagram.expand(decisions=500)
    for root in diagram.roots or ():
        models, complete = number_of_models(diagram.pairs(root), 0)
        assert complete
        assert diagram.count(root) == models
    assert diagram.size < diagram.count()


@pytest.mark.slow
def test_interrupted_count_is_a_lower_bound() -> None:
    sparse = Puzzle(18, 18, [(x, y) for x in range(3, 36, 6) for y in range(3, 36, 6)])
    found = count(sparse, time_limit=0.5)
    assert not found.complete
    assert found.stopped_by == "time"
    diagram = reduced_diagram(LATTICE)
    assert not diagram.expand(decisions=1500)
    (root,) = diagram.roots or ()
    assert 0 < diagram.count(root) < 1325
    assert diagram.expand()
    assert diagram.count() == 1325


@pytest.mark.parametrize("puzzle", [b for b in BOARDS if b is not LATTICE])
def test_possibilities(puzzle: Puzzle) -> None:
    solutions = solve(puzzle, 0).solutions
    if not solutions:
        with pytest.raises(NoSolutionError):
            forced(puzzle)
        return
    found = forced(puzzle)
    walls = [solution.walls for solution in solutions]
    assert found.walls == frozenset.intersection(*walls)
    assert found.open_edges == frozenset.union(*walls) - found.walls
    assert not found.passages & frozenset.union(*walls)
    for cell, dots in found.dots.items():
        assert set(dots) == {solution.label(cell) for solution in solutions}
    assert "<svg" in paint(possible_scene(found))


def test_sampling_is_uniform() -> None:
    number = 7000
    labels = sample(PIECE, number, seed=3)
    assert all(all_keep_the_rules(PIECE, labels))
    counts = Counter(one.tobytes() for one in labels)
    assert len(counts) == 7
    expected = number / 7
    statistic = sum((c - expected) ** 2 / expected for c in counts.values())
    assert statistic < 22.5  # chi-square with 6 degrees of freedom, p = 0.001
    assert np.array_equal(labels, sample(PIECE, number, seed=3))


def test_sampling_beyond_machine_integers() -> None:
    puzzle = many_copies(6, 6)
    labels = sample(puzzle, 20, seed=1)
    assert len({one.tobytes() for one in labels}) == 20
    assert all(all_keep_the_rules(puzzle, labels))


@pytest.mark.parametrize("puzzle", [LATTICE, *SEVERAL, *HOLES[:2]])
def test_verifying_many_is_verifying_each(puzzle: Puzzle) -> None:
    solutions = np.array(enumerated(puzzle))[:60]
    random = np.random.default_rng(5)
    broken = np.repeat(solutions, 3, axis=0)
    for one in broken:
        for _ in range(random.integers(1, 3)):
            row, column = random.integers(puzzle.height), random.integers(puzzle.width)
            one[row, column] = random.integers(-1, len(puzzle.centers))
    mixed = random.permutation(np.concatenate([solutions, broken]))
    expected = [not check_labels(puzzle, one) for one in mixed]
    assert [*map(bool, all_keep_the_rules(puzzle, mixed))] == expected
    assert not all_keep_the_rules(puzzle, broken[:0])


def test_sheet() -> None:
    sheet = sheet_svg(map(scene_of, solve(PIECE, 0).solutions))
    assert sheet.count("<svg") == 8


@pytest.mark.slow
def test_count_on_the_command_line() -> None:
    from click.testing import CliRunner

    def run(*arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(count_command, arguments, standalone_mode=False)
        return done.return_value, done.output

    assert run("6x6:pzizizcf", "5x4:fucgdm") == (0, "7\n0\n")
    code, output = run("--json", "6x6:pzizizcf")
    answer = json.loads(output)
    assert (code, answer["count"], answer["complete"]) == (0, 7, True)
    sparse = {"width": 18, "height": 18}
    sparse["centers"] = [[x, y] for x in range(3, 36, 6) for y in range(3, 36, 6)]
    code, output = run("--time-limit", "0.3", json.dumps(sparse))
    assert (code, output[:3]) == (3, ">= ")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["auto", "fast", "grow"])
def test_a_count_names_its_encoding(encoding: str) -> None:
    """Also where a limit ends it, and with several processes."""
    puzzle = parse("7x7:cghsppedzzaccdtce")
    wanted = "fast" if encoding == "auto" else encoding
    assert count(puzzle, rules=encoding).encoding == wanted
    assert count(puzzle, rules=encoding, time_limit=1e-6).encoding == wanted
