"""Statistics of measured runs: bootstrap intervals, a paired test, PAR-2.

Two encodings are compared by the ratio of their sums over all instances and seeds. A
pair is a run of each on the same instance with the same seed. Intervals resample the
pairs within each instance, so they hold for these instances; from `POPULATION`
instances on they also resample the instances, so they hold for instances like these.
The test exchanges the two runs of a pair (then all of an instance) at random, under the
hypothesis that the encodings do not differ.

A run that reached a limit is censored: its time counts as twice the time limit (PAR-2).
Both runs of a pair have the same limits, so they may still be exchanged, and the test
stays valid. Other quantities of such a pair are unknown, so it is left out.

A quantity that no seed changes, such as the number of rules, is no sample: its ratio is
exact and needs no test. Where the order of the statements moves it, the seeds measure
this order and not the encoding, so it is not tested either. The p-values of the others
are corrected for their number by the method of Holm ("A simple sequentially rejective
multiple test procedure", 1979).
"""

import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, log, log2

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.lab.cost import Job, Run

LEVEL = 0.95
_RESAMPLES = 4000
_SEED = 1
_POWER = 2.8
"""Standard errors between two means that a test at 5 % separates in 80 % of cases."""

POPULATION = 10
"""From this number of instances on, they are resampled as well."""

_EXACT = 12
"""With up to this number of pairs, all exchanges are tried."""

_LARGEST = 100_000

Numbers = NDArray[np.float64]

QUANTITIES: dict[str, Callable[[Run], float | None]] = {
    "CPU time": lambda run: run.seconds,
    "solve time": lambda run: run.solve,
    "rules": lambda run: (run.counts or {}).get("rules"),
    "choices": lambda run: (run.counts or {}).get("choices"),
    "conflicts": lambda run: (run.counts or {}).get("conflicts"),
}

TIMES = ("CPU time", "solve time")

OF_GROUNDING = ("rules",)
"""Quantities that only the order of the statements moves."""


@dataclass(frozen=True)
class Contrast:
    """The ratio of an encoding to the reference in one quantity."""

    encoding: str
    quantity: str
    ratio: float | None = None
    """The sum over all pairs, divided by that of the reference; None where that is 0.
    """
    low: float | None = None
    high: float | None = None
    """The bootstrap interval of the ratio; None for fewer than two seeds."""
    p: float | None = None
    """The probability of a ratio this far from 1 if the encodings do not differ,
    corrected for the number of comparisons."""
    pairs: int = 0
    """The number of pairs."""
    seeds_needed: int | None = None
    """About how many seeds would be needed to show a difference of this size, where
    these do not; None if there is none to show."""
    censored: int = 0
    """How many pairs have a run that reached a limit. Their times count as PAR-2; in
    other quantities they are left out."""
    instances: int = 1
    """The number of instances."""
    exact: bool = False
    """Whether no seed changes the quantity, so that it is no sample."""
    least: float = 0.0
    """The least p that these pairs can give, corrected for the number of comparisons.
    """

    @property
    def differs(self) -> bool:
        """Whether the runs show a difference."""
        if self.exact:
            return self.ratio != 1
        if self.low is None or self.high is None or self.low <= 1 <= self.high:
            return False
        return self.p is None or self.p <= 1 - LEVEL

    @property
    def interval(self) -> str:
        """The bounds as text, or a question mark."""
        if self.exact:
            return "exact"
        return "?" if self.low is None else f"{self.low:.2f}-{self.high:.2f}"

    @property
    def verdict(self) -> str:
        """The conclusion as text."""
        less = "less" if self.quantity in TIMES else "fewer"
        if self.ratio is None and self.pairs:
            return "the first encoding has none"
        if self.quantity in OF_GROUNDING and self.ratio and not self.exact:
            return "not tested: the order of the statements moves it"
        if self.ratio is None or not (self.exact or self.low is not None):
            return "not enough runs"
        if self.differs:
            return less if self.ratio < 1 else "more"
        if self.exact:
            return "equal in all pairs"
        if self.least > 1 - LEVEL:
            seeds = self.seeds_needed
            more = f"; about {seeds:,} seeds would be needed" if seeds else ""
            least = f"no p of {self.pairs} pairs is below {self.least:.3f}"
            return f"not decided: {least}{more}"
        if self.seeds_needed is None:
            return "no difference shown"
        return f"no difference shown; about {self.seeds_needed:,} seeds would be needed"


def contrasts(runs: Mapping[Job, Run], limit: float | None = None) -> list[Contrast]:
    """Compare each encoding with the first; `limit` is that of CPU seconds."""
    groups: dict[str, dict[Job, Run]] = {}
    for job, run in runs.items():
        pair = replace(job, encoding="", options=())
        groups.setdefault(job.label, {})[pair] = run
    (_, first), *others = groups.items() or [("", {})]
    found = [
        _contrast(name, quantity, measured, first, limit)
        for name, measured in others
        for quantity in QUANTITIES
    ]
    tested = sorted((c.p, n) for n, c in enumerate(found) if c.p is not None)
    highest = 0.0
    for rank, (p, number) in enumerate(tested):
        highest = max(highest, min(1.0, p * (len(tested) - rank)))
        found[number] = replace(found[number], p=highest)
    needed = least_pairs(len(tested))
    for number, one in enumerate(found):
        if one.p is not None:
            units = one.instances if one.instances >= POPULATION else one.pairs
            least = min(1.0, max(1, len(tested)) * 2.0 ** (1 - units))
            found[number] = one = replace(one, least=least)
        if one.seeds_needed is not None:
            seeds = max(one.seeds_needed, ceil(needed / one.instances))
            found[number] = replace(one, seeds_needed=seeds)
    return found


def least_pairs(tests: int) -> int:
    """Return the fewest pairs with which a number of tests can show a difference.

    An exchange test of n pairs has a p of at least 2 / 2^n, before the correction.
    """
    return ceil(log2(max(1, tests) * 2 / (1 - LEVEL)))


def seeds_to_decide(seeds: int, instances: int, compared: int) -> int | None:
    """Return the fewest seeds with which a design can decide; None if it can.

    `compared`: the number of encodings that are compared with the first one.
    """
    needed = least_pairs(compared * (len(QUANTITIES) - len(OF_GROUNDING)))
    pairs = instances if instances >= POPULATION else seeds * instances
    return None if not compared or pairs >= needed else ceil(needed / instances)


def _contrast(
    encoding: str,
    quantity: str,
    runs: Mapping[Job, Run],
    others: Mapping[Job, Run],
    limit: float | None,
) -> Contrast:
    def value(run: Run) -> float | None:
        if run.finished:
            return QUANTITIES[quantity](run)
        is_censored = run.stopped and quantity in TIMES
        return 2 * limit if is_censored and limit is not None else None

    strata: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    censored = 0
    for job in filter(others.__contains__, runs):
        both = runs[job], others[job]
        censored += any(run.stopped for run in both)
        ours, theirs = map(value, both)
        if ours is not None and theirs is not None:
            strata[job.board.facts].append((ours, theirs))
    pairs = [np.array(sorted(values), dtype=np.float64) for values in strata.values()]
    known = Contrast(
        encoding,
        quantity,
        pairs=sum(map(len, pairs)),
        censored=censored,
        instances=max(1, len(pairs)),
    )
    sums = sum((stratum.sum(axis=0) for stratum in pairs), np.zeros(2))
    if not sums[1]:
        is_equal = bool(pairs) and not sums[0]
        return replace(known, ratio=1.0, exact=True) if is_equal else known
    known = replace(known, ratio=float(sums[0] / sums[1]))
    is_sampled = min(map(len, pairs)) > 1
    is_constant = all((stratum == stratum[0]).all() for stratum in pairs)
    if is_sampled and is_constant and quantity not in TIMES:
        return replace(known, exact=True)
    if quantity in OF_GROUNDING:
        return known
    if not is_sampled and len(pairs) < POPULATION:
        return known
    rng = np.random.default_rng(_SEED)
    ratios = _bootstrap(pairs, rng)
    low, high = map(float, np.quantile(ratios, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]))
    exchanged = np.concatenate(pairs)
    if len(pairs) >= POPULATION:
        exchanged = np.array([stratum.sum(axis=0) for stratum in pairs])
    return replace(
        known,
        low=low,
        high=high,
        p=_exchange(exchanged, rng),
        seeds_needed=_needed(ratios, known.ratio or 0.0, max(map(len, pairs))),
    )


def explained(found: Sequence[Contrast]) -> str:
    """Return what the intervals and p-values are about, as a line."""
    instances = max((contrast.instances for contrast in found), default=1)
    tests = sum(contrast.p is not None for contrast in found)
    censored = max((contrast.censored for contrast in found), default=0)
    about = f"these {instances} instances" if instances > 1 else "this instance"
    if instances >= POPULATION:
        about = f"instances like these {instances}, which are resampled"
    text = f"Intervals are for {about}; p is corrected for {tests} comparisons."
    if censored:
        text += (
            f" Up to {censored} pairs reached a limit: their times count as twice the "
            "limit (PAR-2), and other quantities leave them out."
        )
    return text + "\n"


def _bootstrap(pairs: Sequence[Numbers], rng: np.random.Generator) -> Numbers:
    """Return ratios of sums over resampled pairs, and instances if there are many."""
    sums = np.zeros((len(pairs), _RESAMPLES, 2))
    for number, stratum in enumerate(pairs):
        drawn = rng.integers(len(stratum), size=(_RESAMPLES, len(stratum)))
        sums[number] = stratum[drawn].sum(axis=1)
    if len(pairs) >= POPULATION:
        chosen = rng.integers(len(pairs), size=(len(pairs), _RESAMPLES))
        sums = sums[chosen, np.arange(_RESAMPLES)]
    totals = sums.sum(axis=0)
    return np.asarray(totals[:, 0] / np.maximum(totals[:, 1], 1e-12))


def _exchange(pairs: Numbers, rng: np.random.Generator) -> float:
    """Return the share of exchanges with a difference as large as this one."""
    differences = pairs[:, 0] - pairs[:, 1]
    count = len(differences)
    observed = abs(differences.sum()) * (1 - 1e-12)
    if count <= _EXACT:
        bits = np.arange(2**count)[:, None] >> np.arange(count) & 1
        return float((np.abs((1.0 - 2 * bits) @ differences) >= observed).mean())
    signs = rng.choice((-1.0, 1.0), size=(_RESAMPLES, count))
    extreme = np.abs(signs @ differences) >= observed
    return float((extreme.sum() + 1) / (_RESAMPLES + 1))


def _needed(ratios: Numbers, ratio: float, seeds: int) -> int | None:
    """Return about how many seeds would be needed to show that a ratio is not 1."""
    if ratio <= 0 or ratio == 1:
        return None
    error = float(np.std(np.log(np.maximum(ratios, 1e-12))))
    needed = ceil(seeds * (_POWER * error / abs(log(ratio))) ** 2)
    return max(needed, seeds + 1) if needed <= _LARGEST else None


def par2(runs: Sequence[Run], limit: float | None) -> float | None:
    """Return the mean CPU seconds; a stopped run counts as twice the limit.

    None if there is no limit, or a run is refused.
    """
    if limit is None or any(not (run.finished or run.stopped) for run in runs):
        return None
    return statistics.fmean(run.seconds if run.finished else 2 * limit for run in runs)
