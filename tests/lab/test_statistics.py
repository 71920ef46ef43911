"""Statistics: intervals that hold the truth, and no difference where there is none."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from galaxies_asp.cli.lab.options import Measuring
from galaxies_asp.core.board.fields import field_of
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.statistics import (
    POPULATION,
    Contrast,
    contrasts,
    explained,
    par2,
    seeds_to_decide,
)
from galaxies_asp.lab.table import cost_rows

BOARDS = [Instance(name, f"{name}.") for name in ("a", "b")]


def runs(factor: float, spread: float, seeds: int, rng: Random) -> dict[Job, Run]:
    found = {}
    for encoding, scale in (("one", 1.0), ("two", factor)):
        for board in BOARDS:
            for seed in range(seeds):
                seconds = scale * rng.lognormvariate(0, spread)
                run = Run("unique", 0.0, seconds, counts={"conflicts": 7})
                found[Job("galaxies", encoding, board, seed)] = run
    return found


def contrast(found: dict[Job, Run], quantity: str) -> Contrast:
    (one,) = (c for c in contrasts(found) if c.quantity == quantity)
    return one


def test_a_difference_is_told() -> None:
    found = contrast(runs(2.0, 0.2, 10, Random(1)), "solve time")
    assert found.differs
    assert found.verdict == "more"
    assert found.low is not None
    assert found.high is not None
    assert 1 < found.low < 2 < found.high < 3
    assert found.pairs == 20
    assert found.p is not None
    assert 0 < found.p < 0.01


@pytest.mark.slow
def test_no_difference_where_there_is_none() -> None:
    """At 5 %, few of many comparisons of equal encodings may differ."""
    rng = Random(2)
    found = [contrast(runs(1.0, 0.3, 6, rng), "solve time") for _ in range(40)]
    assert sum(one.differs for one in found) <= 5
    assert any("seeds would be needed" in one.verdict for one in found)


def test_equal_counts() -> None:
    found = contrast(runs(2.0, 0.2, 4, Random(3)), "conflicts")
    assert (found.ratio, found.differs) == (1.0, False)
    assert (found.exact, found.verdict) == (True, "equal in all pairs")
    assert contrast(runs(2.0, 0.2, 4, Random(3)), "rules").verdict == "not enough runs"


def test_a_design_that_cannot_decide_is_told() -> None:
    """Six pairs give no p below 2/2^6, times the number of tested quantities."""
    both = Run("unique", 0.0, 1.0), Run("unique", 0.0, 343.0)
    found = contrast(of_two([both] * 6), "CPU time")
    assert found.ratio == 343
    assert (found.p, found.least) == (0.0625, 0.0625)  # two times are tested
    assert found.verdict.startswith("not decided: no p of 6 pairs is below 0.062")
    assert (seeds_to_decide(6, 1, 1), seeds_to_decide(8, 1, 1)) == (8, None)
    assert (seeds_to_decide(4, 2, 1), seeds_to_decide(1, 10, 1)) == (None, None)
    assert seeds_to_decide(1, 1, 0) is None


def test_what_shuffling_moves_in_grounding_is_not_tested() -> None:
    few, many = (Run("unique", 1.0, 1.0, counts={"rules": n}) for n in (100, 270))
    moved = Run("unique", 1.0, 1.0, counts={"rules": 101})
    found = contrast(of_two([(many, few), (many, moved)] * 5), "rules")
    assert found.p is None
    assert found.verdict == "not tested: the order of the statements moves it"


def test_the_median_of_runs_of_which_one_is_stopped() -> None:
    times = [
        Run("unique", 0.0, 1.0),
        Run("unique", 0.0, 2.0),
        Run("time", 0.0, cpu=9.0),
    ]
    job = Job("galaxies", "one", BOARDS[0])
    measured = {replace(job, seed=n): run for n, run in enumerate(times)}
    header, row = cost_rows(measured, limit=9.0)
    assert row[header.index("solve ms")] == "2000.0 (1000.0-stopped)"


def test_one_seed_says_nothing() -> None:
    found = contrast(runs(2.0, 0.2, 1, Random(4)), "solve time")
    assert found.ratio is not None
    assert found.verdict == "not enough runs"


def test_par2() -> None:
    done, stopped = Run("unique", 1.0, 2.0), Run("time", 5.0, cpu=10.0)
    assert par2([done, done], 10) == 3.0
    assert par2([done, stopped], 10) == pytest.approx(11.5)
    assert par2([done], None) is None
    assert par2([done, Run("refused")], 10) is None


def of_two(pairs: list[tuple[Run, Run]]) -> dict[Job, Run]:
    return {
        Job("galaxies", name, BOARDS[0], seed): run
        for seed, both in enumerate(pairs)
        for name, run in zip(("one", "two"), both, strict=True)
    }


def test_counts_that_no_seed_changes_are_facts() -> None:
    few, many = (Run("unique", 1.0, 1.0, counts={"rules": n}) for n in (100, 270))
    found = contrast(of_two([(few, many)] * 3), "rules")
    assert (found.ratio, found.interval, found.p) == (2.7, "exact", None)
    assert found.verdict == "more"
    assert contrast(of_two([(many, few)] * 3), "rules").verdict == "fewer"


def test_censored_runs_count_as_twice_the_limit() -> None:
    """The survivors alone are equal; one encoding reaches the limit in most runs."""
    rng = Random(5)

    def done() -> Run:
        return Run("unique", 0.0, rng.uniform(1, 2), counts={"conflicts": 5})

    stopped = Run("time", 0.0, cpu=10.0)
    measured = of_two([(done(), stopped if seed < 7 else done()) for seed in range(10)])
    found = {c.quantity: c for c in contrasts(measured, 10.0)}
    assert found["CPU time"].verdict == "more"
    assert (found["CPU time"].pairs, found["CPU time"].censored) == (10, 7)
    assert found["conflicts"].pairs == 3
    assert "7 pairs reached a limit" in explained(list(found.values()))
    unknown = {c.quantity: c for c in contrasts(measured)}
    assert (unknown["CPU time"].pairs, unknown["CPU time"].censored) == (3, 7)


def test_a_limit_of_memory_counts_like_one_of_time() -> None:
    done, stopped = Run("unique", 0.0, 1.0), Run("memory", cpu=0.1)
    found = contrasts(of_two([(done, stopped)] * 10), 10.0)[0]
    assert (found.ratio, found.pairs, found.verdict) == (20.0, 10, "more")
    assert par2([stopped], 10.0) == 20.0


def test_two_stopped_runs_are_not_equal() -> None:
    stopped = Run("time", 0.0, cpu=10.0)
    found = contrasts(of_two([(stopped, stopped)] * 10), 10.0)[0]
    assert (found.exact, found.verdict) == (False, "no difference shown")


def test_a_reference_without_a_quantity_has_no_ratio() -> None:
    none, some = (Run("unique", 1.0, 1.0, counts={"choices": n}) for n in (0, 7))
    found = contrast(of_two([(none, some)] * 10), "choices")
    assert (found.ratio, found.verdict) == (None, "the first encoding has none")


def test_the_seeds_needed_are_enough_for_the_correction() -> None:
    """Of n comparisons, a test needs 2/2^seeds to be below 5 % of 1/n."""
    measured = {
        Job("galaxies", f"e{number}", BOARDS[0], seed): Run(
            "unique", 0.0, 1.0 + number + seed / 1000
        )
        for number in range(7)
        for seed in range(6)
    }
    found = [one for one in contrasts(measured) if one.p is not None]
    assert len(found) == 12
    assert {one.seeds_needed for one in found} == {9}
    assert 2 / 2**9 * 12 < 0.05 < 2 / 2**8 * 12


@pytest.mark.slow
def test_several_comparisons_are_corrected() -> None:
    """Of many equal encodings, some would differ from the first at 5 % each."""
    rng = Random(6)
    wrong = 0
    for _ in range(20):
        measured = {
            Job("galaxies", f"e{number}", BOARDS[0], seed): Run(
                "unique", 0.0, rng.lognormvariate(0, 0.3)
            )
            for number in range(8)
            for seed in range(10)
        }
        wrong += any(c.differs for c in contrasts(measured))
    assert wrong <= 3


def test_the_default_number_of_seeds_can_decide() -> None:
    seeds = field_of(Measuring, "seeds").default
    found = contrasts(runs(1.5, 0.05, seeds, Random(7)))
    assert all(c.differs for c in found if c.quantity.endswith("time"))


def test_many_instances_are_resampled() -> None:
    """One instance of ten differs: nothing is shown for instances like these."""
    measured = {
        Job("galaxies", name, Instance(f"{n}", f"b{n}."), seed): Run(
            "unique", 0.0, 1.0 + (9 if name == "two" and n == 0 else 0) + seed / 1000
        )
        for n in range(POPULATION)
        for name in ("one", "two")
        for seed in range(4)
    }
    found = {c.quantity: c for c in contrasts(measured)}["solve time"]
    assert found.instances == POPULATION
    assert not found.differs
    assert "instances like these 10" in explained([found])
    few = {job: run for job, run in measured.items() if job.board.name in "0123"}
    assert "these 4 instances" in explained(contrasts(few))


def test_scipy_has_the_same_p_and_a_close_interval() -> None:
    stats = pytest.importorskip("scipy.stats")
    rng = Random(9)
    times = [
        (rng.lognormvariate(0, 0.3), rng.lognormvariate(0.3, 0.3)) for _ in range(8)
    ]
    pairs = [(Run("unique", 0.0, a), Run("unique", 0.0, b)) for a, b in times]
    found = contrast(of_two(pairs), "solve time")
    ours, theirs = zip(*times, strict=True)

    def difference(x: object, y: object, axis: int = -1) -> object:
        return np.sum(x, axis=axis) - np.sum(y, axis=axis)

    exact = stats.permutation_test(
        (ours, theirs), difference, permutation_type="samples", n_resamples=np.inf
    )
    uncorrected = {"CPU time", "solve time"}  # both are the same here
    assert found.p == pytest.approx(min(1, exact.pvalue * len(uncorrected)), abs=1e-9)

    def ratio(x: object, y: object, axis: int = -1) -> object:
        return np.sum(y, axis=axis) / np.sum(x, axis=axis)

    interval = stats.bootstrap(
        (ours, theirs), ratio, paired=True, method="percentile", n_resamples=9999
    ).confidence_interval
    assert found.low == pytest.approx(interval.low, rel=0.05)
    assert found.high == pytest.approx(interval.high, rel=0.05)
