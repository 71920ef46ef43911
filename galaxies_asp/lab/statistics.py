"""Statistics of measured runs: bootstrap intervals, a paired test, PAR-2.

Two encodings are compared by the ratio of their sums over all instances and seeds. A
pair is a run of each on the same instance with the same seed. Intervals resample the
pairs within each instance; the test exchanges the two runs of a pair at random, under
the hypothesis that the encodings do not differ.
"""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.settings import label

LEVEL = 0.95
_RESAMPLES = 4000
_SEED = 1
_POWER = 2.8
"""Standard errors between two means that a test at 5 % separates in 80 % of cases."""

_LEAST = 6
"""With fewer pairs, no exchange test reaches 5 %."""

_LARGEST = 100_000

Numbers = NDArray[np.float64]

QUANTITIES: dict[str, Callable[[Run], float | None]] = {
    "CPU time": lambda run: run.seconds,
    "solve time": lambda run: run.solve,
    "rules": lambda run: (run.counts or {}).get("rules"),
    "choices": lambda run: (run.counts or {}).get("choices"),
    "conflicts": lambda run: (run.counts or {}).get("conflicts"),
}


@dataclass(frozen=True)
class Contrast:
    """The ratio of an encoding to the reference in one quantity.

    Attributes
    ----------
    ratio
        The sum over all pairs, divided by that of the reference; None where that is 0.
    low, high
        The bootstrap interval of the ratio; None for fewer than two seeds.
    p
        The probability of a ratio this far from 1 if the encodings do not differ.
    pairs
        The number of pairs.
    seeds_needed
        About how many seeds would be needed to show a difference, where these do not;
        None if there is none to show.
    """

    encoding: str
    reference: str
    quantity: str
    ratio: float | None
    low: float | None
    high: float | None
    p: float | None
    pairs: int
    seeds_needed: int | None

    @property
    def differs(self) -> bool:
        """Whether the runs show a difference."""
        return (
            self.low is not None
            and self.high is not None
            and not self.low <= 1 <= self.high
            and (self.p is None or self.p <= 1 - LEVEL)
        )

    @property
    def interval(self) -> str:
        """The bounds as text, or a question mark."""
        known = self.low is not None and self.high is not None
        return f"{self.low:.2f}-{self.high:.2f}" if known else "?"

    @property
    def verdict(self) -> str:
        """The conclusion as text."""
        if self.ratio is None or self.low is None or self.high is None:
            return "not enough runs"
        if self.low == self.high == 1:
            return "equal in all pairs"
        if self.differs:
            return "less" if self.ratio < 1 else "more"
        if self.seeds_needed is None:
            return "no difference shown"
        return f"no difference shown; about {self.seeds_needed:,} seeds would be needed"


def contrasts(runs: Mapping[Job, Run]) -> list[Contrast]:
    """Compare each encoding with the first in each quantity."""
    groups: dict[str, dict[Job, Run]] = {}
    for job, run in runs.items():
        pair = replace(job, encoding="", options=())
        groups.setdefault(label(job.encoding, job.options), {})[pair] = run
    (reference, first), *others = groups.items()
    return [
        _contrast(name, measured, reference, first, quantity)
        for name, measured in others
        for quantity in QUANTITIES
    ]


def _contrast(
    name: str,
    runs: Mapping[Job, Run],
    reference: str,
    others: Mapping[Job, Run],
    quantity: str,
) -> Contrast:
    value = QUANTITIES[quantity]
    strata: dict[str, list[tuple[float, float]]] = {}
    for job in runs.keys() & others.keys():
        if runs[job].finished and others[job].finished:
            ours, theirs = value(runs[job]), value(others[job])
            if ours is not None and theirs is not None:
                strata.setdefault(job.board.facts, []).append((ours, theirs))
    pairs = [np.array(sorted(values), dtype=np.float64) for values in strata.values()]
    count = sum(map(len, pairs))
    empty = Contrast(name, reference, quantity, None, None, None, None, count, None)
    if not count:
        return empty
    sums = sum((stratum.sum(axis=0) for stratum in pairs), np.zeros(2))
    if not sums[1]:
        return empty if sums[0] else replace(empty, ratio=1.0, low=1.0, high=1.0)
    ratio = float(sums[0] / sums[1])
    if min(map(len, pairs)) < 2:
        return replace(empty, ratio=ratio)
    rng = np.random.default_rng(_SEED)
    ratios = _bootstrap(pairs, rng)
    low, high = np.quantile(ratios, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    p = _exchange(np.concatenate(pairs), rng)
    contrast = replace(empty, ratio=ratio, low=float(low), high=float(high), p=p)
    if contrast.differs:
        return contrast
    return replace(contrast, seeds_needed=_needed(ratios, ratio, max(map(len, pairs))))


def _bootstrap(pairs: Sequence[Numbers], rng: np.random.Generator) -> Numbers:
    """Return ratios of sums over resampled pairs."""
    sums = np.zeros((_RESAMPLES, 2))
    for stratum in pairs:
        drawn = rng.integers(len(stratum), size=(_RESAMPLES, len(stratum)))
        sums += stratum[drawn].sum(axis=1)
    sums[:, 1] = np.maximum(sums[:, 1], 1e-12)
    return np.asarray(sums[:, 0] / sums[:, 1])


def _exchange(pairs: Numbers, rng: np.random.Generator) -> float:
    """Return the share of random exchanges with a difference as large as this one."""
    differences = pairs[:, 0] - pairs[:, 1]
    signs = rng.choice((-1.0, 1.0), size=(_RESAMPLES, len(differences)))
    observed = abs(differences.sum())
    extreme = np.abs(signs @ differences) >= observed * (1 - 1e-12)
    return float((extreme.sum() + 1) / (_RESAMPLES + 1))


def _needed(ratios: Numbers, ratio: float, seeds: int) -> int | None:
    """Return about how many seeds would be needed to show that a ratio is not 1."""
    if ratio <= 0 or ratio == 1:
        return None
    error = float(np.std(np.log(np.maximum(ratios, 1e-12))))
    needed = math.ceil(seeds * (_POWER * error / abs(math.log(ratio))) ** 2)
    return max(needed, seeds + 1, _LEAST) if needed <= _LARGEST else None


def par2(runs: Sequence[Run], limit: float | None) -> float | None:
    """Return the mean CPU seconds; a stopped run counts as twice the limit.

    None if there is no limit, or a run is refused.
    """
    if limit is None or any(not (run.finished or run.stopped) for run in runs):
        return None
    return statistics.fmean(run.seconds if run.finished else 2 * limit for run in runs)
