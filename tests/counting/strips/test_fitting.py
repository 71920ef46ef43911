"""Generating functions modulo primes: the bound, periods, resumption, executors."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpz_mat, fmpz_poly

from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.strips import fitting
from galaxies_asp.counting.strips.fitting import (
    check_cost,
    generating_function,
    height_bits,
)
from galaxies_asp.counting.strips.matrix import Strip, grouped, lumped, matrix, terms
from galaxies_asp.counting.strips.residues import primes, terms_modulo
from galaxies_asp.counting.strips.rules import (
    Partitions,
    Rings,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore
from galaxies_asp.processes import checkpoint
from galaxies_asp.processes.checkpoint import CheckpointError
from galaxies_asp.processes.pool import width_of

SWEEPS: list[Sweep] = [
    *map(Rings, range(1, 8)),
    *map(Trees, range(1, 7)),
    *map(Partitions, range(1, 5)),
]


def strip_of(sweep: Sweep) -> Strip:
    return lumped(explore(sweep))


@pytest.mark.parametrize("sweep", SWEEPS, ids=repr)
def test_the_bound_holds_for_the_determinants(sweep: Sweep) -> None:
    strip = strip_of(sweep)
    step = np.zeros((strip.states,) * 2, dtype=int)
    (layer,) = strip.layers
    step[layer.sources, layer.targets] = layer.weights
    # The characteristic polynomial has the coefficients of det(I - xA), reversed.
    below = fmpz_mat(step.tolist()).charpoly()
    step[:, 0] -= strip.final
    above = fmpz_mat(step.tolist()).charpoly() - below
    greatest = max(
        abs(int(value)) for part in (above, below) for value in part.coeffs()
    )
    assert greatest.bit_length() <= height_bits(strip)
    # N / D is the generating function.
    function = generating_function(strip)
    size = strip.states + 1
    numerator = [int(above[size - 2 - power]) for power in range(size - 1)]
    denominator = [int(below[size - 1 - power]) for power in range(size)]
    left = fmpz_poly(numerator) * fmpz_poly(list(function.denominator))
    assert left == fmpz_poly(denominator) * fmpz_poly(list(function.numerator))


@pytest.mark.parametrize("sweep", SWEEPS, ids=repr)
def test_terms_modulo_primes_in_groups_of_columns(sweep: Sweep) -> None:
    strip = strip_of(sweep)
    groups = grouped(strip)
    some = list(islice(primes(groups.strip), 3))
    found = terms_modulo(groups.strip, some, 21)
    exact = terms(strip, 20 * groups.columns)
    for column, prime in enumerate(some):
        spread = dict(
            zip(
                range(-groups.missing, len(exact), groups.columns),
                found[:, column].tolist(),
                strict=False,
            )
        )
        expected = [spread.get(index, 0) for index in range(len(exact))]
        assert [term % int(prime) for term in exact] == expected


def test_sums_close_to_a_machine_word_do_not_overflow() -> None:
    size, weight = 31, 2**15
    places = np.arange(size)
    every, other = np.repeat(places, size), np.tile(places, size)
    step = matrix((size, size), every, other, np.full(size**2, weight))
    strip = Strip((step,), np.ones(size, dtype=np.int64))
    some = list(islice(primes(strip), 8))
    expected = [size**index * weight**index for index in range(40)]
    found = terms_modulo(strip, some, 40).tolist()
    assert found == [[term % int(prime) for prime in some] for term in expected]


def test_periods() -> None:
    assert grouped(strip_of(Rings(4))).columns == 1
    assert grouped(strip_of(Rings(7))).columns == 2
    # The number of dots is 2 more than a multiple of 4.
    odd = grouped(strip_of(Trees(5)))
    assert (odd.columns, odd.missing) == (4, 2)


def test_large_numbers_need_several_primes() -> None:
    factor = 10**6 + 3
    size = 8
    chain = np.arange(size)
    step = matrix((size, size), chain, (chain + 1) % size, np.full(size, factor))
    final = np.zeros(size, dtype=np.int64)
    final[0] = 1
    function = generating_function(Strip((step,), final))
    assert function.numerator == (1,)
    assert function.denominator == (1, *[0] * 7, -(factor**8))
    assert function.certificate.primes > 1


@pytest.mark.slow
def test_an_executor_gives_the_same() -> None:
    strip = strip_of(Rings(8))
    with ThreadPoolExecutor(2) as executor:
        shared = generating_function(strip, executor=executor)
    assert shared == generating_function(strip)


class Wide(Executor):
    """Maybe many workers; this process does the work."""

    def __init__(self) -> None:
        self.primes: list[int] = []

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        self.primes.append(len(args[-1]))
        done: Future[Any] = Future()
        done.set_result(fn(*args))
        return done


def test_many_workers_get_small_tasks() -> None:
    strip, workers = strip_of(Rings(5)), Wide()
    assert generating_function(strip, executor=workers) == generating_function(strip)
    assert set(workers.primes) == {1}
    assert len(workers.primes) == 2 * width_of(workers)


@pytest.mark.slow
def test_an_interrupted_computation_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)
    path = tmp_path / "primes.checkpoint"
    strip = strip_of(Rings(8))

    def interrupt(_: str, done: int, total: int | None) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generating_function(strip, checkpoint=path, report=interrupt)
    with pytest.raises(CheckpointError, match="another computation"):
        generating_function(strip_of(Rings(6)), checkpoint=path)
    steps: list[int] = []
    found = generating_function(
        strip, checkpoint=path, report=lambda _, done, total: steps.append(done)
    )
    assert steps[0] == 4
    assert found == generating_function(strip)
    assert not path.exists()


def test_expensive_work_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    strip = strip_of(Rings(8))
    check_cost(strip, 1)
    monkeypatch.setattr(fitting, "_LONGEST", 0.001)
    with pytest.raises(LimitError, match="hours of CPU time"):
        check_cost(strip, 1)
