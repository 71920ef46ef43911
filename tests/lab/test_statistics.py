"""Statistics: intervals that hold the truth, and no difference where there is none."""

from random import Random

import pytest

from galaxies_asp.families.family import Board
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.statistics import Contrast, contrasts, par2

BOARDS = [Board(name, f"{name}.") for name in ("a", "b")]


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


def test_no_difference_where_there_is_none() -> None:
    """At 5 %, few of many comparisons of equal encodings may differ."""
    rng = Random(2)
    found = [contrast(runs(1.0, 0.3, 6, rng), "solve time") for _ in range(40)]
    assert sum(one.differs for one in found) <= 5
    assert any("seeds would be needed" in one.verdict for one in found)


def test_equal_counts() -> None:
    found = contrast(runs(2.0, 0.2, 4, Random(3)), "conflicts")
    assert (found.ratio, found.differs) == (1.0, False)
    assert contrast(runs(2.0, 0.2, 4, Random(3)), "rules").verdict == "not enough runs"


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
