"""The generating function of a strip, modulo primes, with a proof that it is right.

Let A be the matrix of a step, S x S. The numbers of boards have the generating function
N / D with D = det(I - xA) and a polynomial N of integers, of degree less than S.
`height_bits` bounds the coefficients of both by 2^h. Modulo a prime p, 2S terms
determine the fraction in lowest terms, since its order is at most S. These fractions
are lifted to the integers by the Chinese remainder theorem. (If boards exist only for
every d-th width, all this is done for fractions in y = x^d; see `lumping.grouped`.)

Let the lifted fraction P / Q be right modulo each prime of a product M. Then all
coefficients of N Q - P D are multiples of M, and they are at most
2^h (|P| + |Q|), where |P| is the sum of the absolute values of the coefficients. If M
is greater, then N Q = P D, and P / Q generates all terms. This needs no assumption
about the order, and no luck: primes modulo which the order is smaller are left out.

By a lemma of Fatou the reduced fraction of an integer sequence has integer coefficients
and Q(0) = 1, so that no rational reconstruction is needed.

*The bound.* By Hadamard's inequality a determinant is at most the product of the
lengths of its rows. On the circle |x| = 1, row i of I - xA is at most as long as the
square root of (1 + |a_ii|)^2 + the sum of the |a_ij|^2, and by Cauchy's estimate no
coefficient of det(I - xA) exceeds the maximum on the circle. The determinant does not
change if row i is divided by some d_i and column i multiplied by it: such factors make
the bound small. They are found in floating point, where any will do; the squares of
those that are used are integers, and the bound is computed from them exactly.
"""

import math
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
from flint import fmpz, fmpz_poly

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.exact import bytes_of, integers_of
from galaxies_asp.counting.strips.generating_function import (
    Certificate,
    GeneratingFunction,
)
from galaxies_asp.counting.strips.lumping import grouped
from galaxies_asp.counting.strips.matrix import Matrix, Strip, matrix
from galaxies_asp.counting.strips.residues import (
    AT_ONCE,
    Fraction,
    Prime,
    fractions,
    kernel_of,
    primes,
)
from galaxies_asp.processes.checkpoint import Arrays, Checkpoint
from galaxies_asp.processes.pool import map_ahead, width_of
from galaxies_asp.processes.progress import Report, silent

_LONGEST = 3600.0
_SECONDS = {"numpy": (2e-9, 4e-5), "numba": (3.3e-10, 2e-5)}
"""Seconds per entry of a product, and per term: the minimal polynomial."""
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
    together = _together(groups.strip, height, width_of(executor))
    needed = int(_HEIGHTS * height)
    check = height
    for fraction in _fractions(groups.strip, lifted.used, together, executor):
        lifted.add(fraction)
        bits = lifted.bits
        if bits >= check:
            needed = height + lifted.height()
            # Coefficients beyond the modulus so far seem to need more.
            check = min(needed, bits + bits // 16)
        report("primes", len(lifted.primes), -(-needed // fraction.prime.bits))
        if bits >= needed:
            file.remove()
            certificate = Certificate(strip.states, len(lifted.primes), bits, needed)
            # From y = x^d to x, without the columns that are missing.
            above, below = map(fmpz_poly, lifted.polynomials())
            above = fmpz_poly(above.inflate(groups.columns).coeffs()[groups.missing :])
            below = below.inflate(groups.columns)
            return GeneratingFunction(_integers(above), _integers(below), certificate)
        file.write_sometimes(lifted.arrays)
    raise AssertionError("there are more primes than any fraction needs")


def check_cost(strip: Strip, jobs: int) -> None:
    """Raise LimitError if the generating function would take over an hour."""
    group = grouped(strip).strip
    entries = sum(len(layer.sources) for layer in group.layers)
    per_entry, per_term = _SECONDS[kernel_of(group)]
    seconds = 2 * group.states * (entries * per_entry + per_term)
    seconds *= _number_of_primes(group, height_bits(strip))
    if seconds > _LONGEST * jobs:
        raise LimitError(
            f"{strip.states:,} merged states: the generating function would take about "
            f"{seconds / 3600:,.1f} hours of CPU time; --force computes it anyway, and "
            "`strip growth` bounds the growth"
        )


def _number_of_primes(strip: Strip, height: int) -> float:
    """Return about how many primes are needed, rather too many."""
    return _HEIGHTS * height / next(primes(strip)).bits


def _together(strip: Strip, height: int, width: int) -> int:
    """Return the number of primes in a task: few where there are many workers.

    A prime alone takes up to twice the time of one among `AT_ONCE` in numpy, and eight
    times in compiled code, which then is about as fast.
    """
    share = int(_number_of_primes(strip, height) / (2 * width))
    return max(1, min(AT_ONCE, share))


def _fractions(
    strip: Strip, used: int, together: int, executor: Executor | None
) -> Iterator[Fraction]:
    """Yield the fractions modulo one prime after another, from the first unused."""
    unused = islice(primes(strip), used, None)
    groups = iter(lambda: list(islice(unused, together)), [])
    for some in map_ahead(executor, partial(fractions, strip), groups):
        yield from some


@dataclass(frozen=True)
class _Residues:
    """The coefficients of a fraction, from 0 to below a modulus."""

    modulus: fmpz
    coefficients: list[fmpz]

    @property
    def bits(self) -> int:
        """The size of the modulus."""
        return int(self.modulus.bit_length())

    @classmethod
    def of(cls, some: Iterable[Prime], coefficients: Iterable[int]) -> "_Residues":
        """Return the coefficients by the product of some primes."""
        return cls(fmpz(math.prod(map(int, some))), list(map(fmpz, coefficients)))

    def joined(self, other: "_Residues") -> "_Residues":
        """Return the coefficients by the product of both moduli."""
        modulus, moduli = self.modulus, self.modulus * other.modulus
        inverse = pow(modulus, -1, other.modulus)
        pairs = zip(self.coefficients, other.coefficients, strict=True)
        return _Residues(
            moduli,
            [a + modulus * ((b - a) * inverse % other.modulus) for a, b in pairs],
        )

    def integers(self) -> list[fmpz]:
        """Return the coefficients whose absolute values are least."""
        modulus = self.modulus
        return [value - modulus * (2 * value > modulus) for value in self.coefficients]


@dataclass
class _Lifted:
    """A fraction modulo primes, which is lifted to a product of primes.

    Attributes
    ----------
    used
        Number of primes that were tried.
    primes
        Those modulo which the order is the greatest so far.
    parts
        The coefficients by the moduli of some primes each: the numerator, padded to the
        order, then the denominator. Parts of equal size are joined, so that each
        number takes part in few products, and these are of numbers of like size.
    """

    used: int = 0
    order: int = -1
    primes: list[Prime] = field(default_factory=list)
    parts: list[_Residues] = field(default_factory=list)

    def add(self, fraction: Fraction) -> None:
        """Take the coefficients modulo one prime more."""
        self.used += 1
        if fraction.order < self.order:
            return
        if fraction.order > self.order:
            self.order, self.primes, self.parts = fraction.order, [], []
        self.primes.append(fraction.prime)
        part = _Residues.of([fraction.prime], fraction.coefficients.tolist())
        while self.parts and self.parts[-1].bits <= part.bits:
            part = self.parts.pop().joined(part)
        self.parts.append(part)

    @property
    def bits(self) -> int:
        """The product of the primes is at least 2^bits."""
        product = math.prod((part.modulus for part in self.parts), start=fmpz(1))
        return int(product.bit_length()) - 1

    def whole(self) -> _Residues:
        """Return the coefficients by the product of all primes."""
        while len(self.parts) > 1:
            last = self.parts.pop()
            self.parts.append(self.parts.pop().joined(last))
        return self.parts[0]

    def height(self) -> int:
        """Return the bits of the sum of the absolute values of the coefficients."""
        return int(sum(map(abs, self.whole().integers()), fmpz()).bit_length())

    @classmethod
    def of(cls, arrays: Arrays) -> "_Lifted":
        """Return the fraction with these `arrays`."""
        used, order, bits = arrays["counts"].tolist()
        some = [Prime(bits, offset) for offset in arrays["offsets"].tolist()]
        part = _Residues.of(some, integers_of(arrays["coefficients"]))
        return cls(used, order, some, [part])

    def arrays(self) -> Arrays:
        """Return the fraction for a checkpoint."""
        return {
            "counts": np.array([self.used, self.order, self.primes[0].bits]),
            "offsets": np.array([prime.offset for prime in self.primes]),
            "coefficients": bytes_of(list(map(int, self.whole().coefficients))),
        }

    def polynomials(self) -> tuple[list[fmpz], list[fmpz]]:
        """Return numerator and denominator, the former perhaps without coefficients."""
        coefficients = self.whole().integers()
        return coefficients[: self.order], coefficients[self.order :]


def _integers(polynomial: fmpz_poly) -> tuple[int, ...]:
    """Return the coefficients, the last of them not 0; (0,) for the polynomial 0."""
    return tuple(map(int, polynomial.coeffs())) or (0,)


# The bound ----------------------------------------------------------------------------

_ROUNDS = 40
_RATE = 0.2
_FRACTION_BITS = 20
"""Squares of factors are rounded to multiples of 2^-20 of the smallest."""
_LARGEST = 2.0**60


def height_bits(strip: Strip) -> int:
    """Return h so that boards(x) = N / D with coefficients below 2^h.

    Here D = det(I - xA) for the matrix A of the strip's single layer, and x N is the
    difference of det(I - x(A - F)) and D, where F has the weights of the final states
    as its first column. Both have at most S + 1 coefficients.
    """
    (step,) = strip.layers
    ends = np.flatnonzero(strip.final)
    changed = matrix(
        step.shape,
        np.concatenate([step.sources, ends]),
        np.concatenate([step.targets, np.zeros_like(ends)]),
        np.concatenate([step.weights, -strip.final[ends]]),
    )
    # One bit for the difference of two determinants.
    return 1 + max(_determinant_bits(step), _determinant_bits(changed))


def _determinant_bits(step: Matrix) -> int:
    """Return b so that the coefficients of det(I - xA) are less than 2^b, proven."""
    size = step.shape[0]
    is_diagonal = step.sources == step.targets
    diagonal = np.zeros(size, dtype=np.int64)
    diagonal[step.sources[is_diagonal]] = np.abs(step.weights[is_diagonal])
    sources, targets, weights = (
        part[~is_diagonal] for part in (step.sources, step.targets, step.weights)
    )
    logarithms = best = np.zeros(size)
    least = math.inf
    for _ in range(_ROUNDS):
        entries = weights.astype(float) ** 2 * np.exp(
            2 * (logarithms[targets] - logarithms[sources])
        )
        lengths = (1.0 + diagonal) ** 2 + np.bincount(sources, entries, size)
        if (bits := float(np.log2(lengths).sum())) < least:
            least, best = bits, logarithms
        # Each factor is changed so that its row and its column weigh the same.
        shares = entries / lengths[sources]
        leaving = np.bincount(sources, shares, size) + 1e-9
        entering = np.bincount(targets, shares, size) + 1e-9
        logarithms = logarithms + _RATE * np.log(leaving / entering)
    rounded = np.exp(2 * (best - best.min())) * 2**_FRACTION_BITS
    factors = np.rint(np.minimum(rounded, _LARGEST)).astype(np.int64).tolist()
    rows = [
        (1 + entry) ** 2 * factor
        for entry, factor in zip(diagonal.tolist(), factors, strict=True)
    ]
    for source, target, weight in zip(
        sources.tolist(), targets.tolist(), weights.tolist(), strict=True
    ):
        rows[source] += weight**2 * factors[target]
    above: int = math.prod(rows)
    below: int = math.prod(factors)
    # The square of the bound is above / below < 2^(bits of above - bits of below + 1).
    return (above.bit_length() - below.bit_length() + 2) // 2
