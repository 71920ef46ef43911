"""The generating function of a strip, modulo primes, with a proof that it is right.

Let A be the matrix of a step, S x S. The numbers of boards have the generating function
N / D with D = det(I - xA) and a polynomial N of integers, of degree less than S.
`height.height_bits` bounds the coefficients of both by 2^h. Modulo a prime p, 2S terms
determine the fraction in lowest terms, since its order is at most S. These fractions
are lifted to the integers by the Chinese remainder theorem. (If boards exist only for
every d-th width, all this is done for fractions in y = x^d; see `period`.)

Let the lifted fraction P / Q be right modulo each prime of a product M. Then all
coefficients of N Q - P D are multiples of M, and they are at most
2^h (|P| + |Q|), where |P| is the sum of the absolute values of the coefficients. If M
is greater, then N Q = P D, and P / Q generates all terms. This needs no assumption
about the order, and no luck: primes modulo which the order is smaller are left out.

By a lemma of Fatou the reduced fraction of an integer sequence has integer coefficients
and Q(0) = 1, so that no rational reconstruction is needed.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import prod
from pathlib import Path

import numpy as np

from galaxies_asp.counting.exact import bytes_of, integers_of
from galaxies_asp.counting.strips.errors import TooLargeError
from galaxies_asp.counting.strips.generating_function import (
    Certificate,
    GeneratingFunction,
)
from galaxies_asp.counting.strips.height import height_bits
from galaxies_asp.counting.strips.period import grouped
from galaxies_asp.counting.strips.residues import (
    AT_ONCE,
    Fraction,
    Prime,
    fractions,
    primes,
)
from galaxies_asp.counting.strips.sweep import Strip
from galaxies_asp.processes.checkpoint import Arrays, Checkpoint
from galaxies_asp.processes.pool import map_ahead
from galaxies_asp.processes.progress import Report, silent

_LONGEST = 3600.0
_SECONDS_PER_ENTRY = 2e-9
_SECONDS_PER_TERM = 4e-5
_HEIGHTS = 1.8
"""The bits needed, divided by those of the bound, rather too many."""


def generating_function(
    strip: Strip,
    *,
    executor: Executor | None = None,
    checkpoint: Path | None = None,
    report: Report = silent,
) -> GeneratingFunction:
    """Return the generating function of the numbers of boards.

    Parameters
    ----------
    strip
        With a single layer, as `lumping.lumped` returns it.
    executor
        Shares the primes among processes; the result is the same.
    checkpoint
        A file to which the state of the computation is written from time to time, and
        from which it is resumed; removed at the end.

    Raises
    ------
    CheckpointError
        If the checkpoint is damaged or belongs to another strip.
    """
    height = height_bits(strip)
    groups = grouped(strip)
    file = Checkpoint(checkpoint, "generating function", {"digest": strip.digest()})
    arrays = file.read()
    lifted = _Lifted() if arrays is None else _Lifted.of(arrays)
    for fraction in _fractions(groups.strip, lifted.used, executor):
        lifted.add(fraction)
        needed = height + lifted.height()
        bits = lifted.modulus.bit_length() - 1
        report("primes", len(lifted.primes), -(-needed // fraction.prime.bits))
        if bits >= needed:
            file.remove()
            certificate = Certificate(strip.states, len(lifted.primes), bits, needed)
            above, below = groups.spread(*lifted.polynomials())
            return GeneratingFunction(_stripped(above), _stripped(below), certificate)
        file.write_sometimes(lifted.arrays)
    raise AssertionError("there are more primes than any fraction needs")


def check_cost(strip: Strip, jobs: int) -> None:
    """Raise TooLargeError if the generating function would take over an hour."""
    group = grouped(strip).strip
    entries = sum(len(layer.sources) for layer in group.layers)
    terms = 2 * group.states
    seconds = terms * (entries * _SECONDS_PER_ENTRY + _SECONDS_PER_TERM)
    seconds *= _HEIGHTS * height_bits(strip) / next(primes(group)).bits
    if seconds > _LONGEST * jobs:
        raise TooLargeError(
            f"{strip.states:,} merged states: the generating function would take about "
            f"{seconds / 3600:,.1f} hours of CPU time; --force computes it anyway, and "
            "`strip growth` bounds the growth"
        )


def _fractions(
    strip: Strip, used: int, executor: Executor | None
) -> Iterator[Fraction]:
    """Yield the fractions modulo one prime after another, from the first unused."""
    unused = islice(primes(strip), used, None)
    groups = iter(lambda: list(islice(unused, AT_ONCE)), [])
    for some in map_ahead(executor, partial(fractions, strip), groups):
        yield from some


@dataclass
class _Lifted:
    """A fraction that is right modulo a product of primes.

    Attributes
    ----------
    used
        Number of primes that were tried.
    primes
        Those modulo which the order is the greatest so far.
    coefficients
        Of the numerator, padded to the order, then of the denominator; the absolute
        values are less than half the modulus.
    """

    used: int = 0
    order: int = -1
    primes: list[Prime] = field(default_factory=list)
    modulus: int = 1
    coefficients: list[int] = field(default_factory=list)

    def add(self, fraction: Fraction) -> None:
        """Lift the coefficients so that they are right modulo one prime more."""
        self.used += 1
        if fraction.order < self.order:
            return
        if fraction.order > self.order:
            self.order, self.modulus, self.primes = fraction.order, 1, []
            self.coefficients = [0] * len(fraction.coefficients)
        prime, modulus = int(fraction.prime), self.modulus
        inverse = pow(modulus, -1, prime)
        for place, residue in enumerate(fraction.coefficients.tolist()):
            value = self.coefficients[place]
            if step := (residue - value) * inverse % prime:
                # The smaller one of the two steps keeps the value within half of M.
                self.coefficients[place] += modulus * (
                    step - prime * (2 * step > prime)
                )
        self.modulus *= prime
        self.primes.append(fraction.prime)

    def height(self) -> int:
        """Return the bits of the sum of the absolute values of the coefficients."""
        return sum(map(abs, self.coefficients)).bit_length()

    @classmethod
    def of(cls, arrays: Arrays) -> "_Lifted":
        """Return the fraction with these `arrays`."""
        used, order, bits = arrays["counts"].tolist()
        some = [Prime(bits, offset) for offset in arrays["offsets"].tolist()]
        modulus = prod(map(int, some))
        coefficients = [
            value - modulus * (2 * value > modulus)
            for value in integers_of(arrays["coefficients"])
        ]
        return cls(used, order, some, modulus, coefficients)

    def arrays(self) -> Arrays:
        """Return the fraction for a checkpoint."""
        residues = [value % self.modulus for value in self.coefficients]
        return {
            "counts": np.array([self.used, self.order, self.primes[0].bits]),
            "offsets": np.array([prime.offset for prime in self.primes]),
            "coefficients": bytes_of(residues),
        }

    def polynomials(self) -> tuple[list[int], list[int]]:
        """Return numerator and denominator, the former perhaps without coefficients."""
        return self.coefficients[: self.order], self.coefficients[self.order :]


def _stripped(coefficients: Sequence[int]) -> tuple[int, ...]:
    """Return the coefficients without zeros at the end; (0,) for the polynomial 0."""
    last = max((i for i, value in enumerate(coefficients) if value), default=0)
    return tuple(coefficients[: last + 1]) or (0,)
