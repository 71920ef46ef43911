"""The generating function of a strip, modulo primes, with a proof that it is right.

Let A be the matrix of a step, S x S. The numbers of boards have the generating function
N / D with D = det(I - xA) and a polynomial N of integers, of degree less than S.
`height_bits` bounds the coefficients of both by 2^h. Modulo a prime p, 2S terms
determine the fraction in lowest terms, since its order is at most S. These fractions
are lifted to the integers by the Chinese remainder theorem. (If boards exist only for
every d-th width, all this is done for fractions in y = x^d; see `matrix.grouped`.)

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
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
from flint import fmpz, fmpz_poly

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.exact import bytes_of, integers_of
from galaxies_asp.counting.strips.generating_function import (
    Certificate,
    GeneratingFunction,
)
from galaxies_asp.counting.strips.matrix import Matrix, Strip, grouped, matrix
from galaxies_asp.counting.strips.residues import AT_ONCE, fractions, primes
from galaxies_asp.processes.checkpoint import Arrays, Checkpoint
from galaxies_asp.processes.pool import map_ahead, width_of

_LONGEST = 3600.0
_SECONDS = 3.3e-10, 2e-5
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

    `strip`: with a single layer, as `matrix.lumped` returns it. `executor`: shares the
    primes among processes; the result is the same. `checkpoint`: a file to which the
    state of the computation is written from time to time, and from which it is resumed;
    removed at the end.

    Raises `CheckpointError` if the checkpoint is damaged or belongs to another strip.
    """
    height = height_bits(strip)
    groups = grouped(strip)
    file = Checkpoint(checkpoint, "generating function", {"digest": strip.digest()})
    arrays = file.read()
    lifted = _Lifted() if arrays is None else _Lifted.of(arrays)
    # A prime alone takes up to twice the time of one among `AT_ONCE` in numpy, and
    # eight times in compiled code, which then is about as fast.
    share = _number_of_primes(groups.strip, height) / (2 * width_of(executor))
    together = max(1, min(AT_ONCE, int(share)))
    unused = islice(primes(groups.strip), lifted.used, None)
    tasks = iter(lambda: list(islice(unused, together)), [])
    needed = int(_HEIGHTS * height)
    check = height
    for found in map_ahead(executor, partial(fractions, groups.strip), tasks):
        for prime, coefficients in found:
            lifted.add(prime, coefficients)
            bits = int(lifted.modulus.bit_length()) - 1
            if bits >= check:
                needed = height + lifted.height()
                # Coefficients beyond the modulus so far seem to need more.
                check = min(needed, bits + bits // 16)
            report("primes", len(lifted.primes), -(-needed // prime.bit_length()))
            if bits >= needed:
                file.remove()
                # From y = x^d to x, without the columns that are missing.
                above, below = (
                    fmpz_poly(part).inflate(groups.columns).coeffs()
                    for part in lifted.polynomials()
                )
                return GeneratingFunction(
                    tuple(map(int, above[groups.missing :])) or (0,),
                    tuple(map(int, below)),
                    Certificate(strip.states, len(lifted.primes), bits, needed),
                )
            file.write_sometimes(lifted.arrays)
    raise AssertionError("there are more primes than any fraction needs")


def check_cost(strip: Strip, jobs: int) -> None:
    """Raise LimitError if the generating function would take over an hour."""
    group = grouped(strip).strip
    entries = sum(len(layer.sources) for layer in group.layers)
    per_entry, per_term = _SECONDS
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
    return _HEIGHTS * height / next(primes(strip)).bit_length()


@dataclass
class _Lifted:
    """A fraction modulo primes, which is lifted to their product."""

    used: int = 0
    """Number of primes that were tried."""
    primes: list[int] = field(default_factory=list)
    """Those modulo which the order r is the greatest so far."""
    modulus: fmpz = field(default_factory=lambda: fmpz(1))
    coefficients: list[fmpz] = field(default_factory=list)
    """By the product of these primes: r of the numerator, and r + 1 of the denominator.
    """

    def add(self, prime: int, coefficients: list[int]) -> None:
        """Take the coefficients modulo one prime more."""
        self.used += 1
        if len(coefficients) < len(self.coefficients):
            return
        if len(coefficients) > len(self.coefficients):
            self.primes, self.modulus = [], fmpz(1)
            self.coefficients = [fmpz()] * len(coefficients)
        modulus, inverse = self.modulus, pow(self.modulus, -1, prime)
        self.coefficients = [
            known + modulus * ((value - known) * inverse % prime)
            for known, value in zip(self.coefficients, coefficients, strict=True)
        ]
        self.primes.append(prime)
        self.modulus *= prime

    def polynomials(self) -> tuple[list[fmpz], list[fmpz]]:
        """Return the coefficients whose absolute values are least, in two parts."""
        modulus, order = self.modulus, len(self.coefficients) // 2
        least = [some - modulus * (2 * some > modulus) for some in self.coefficients]
        return least[:order], least[order:]

    def height(self) -> int:
        """Return the bits of the sum of the absolute values of the coefficients."""
        above, below = self.polynomials()
        return int(sum(map(abs, above + below), fmpz()).bit_length())

    @classmethod
    def of(cls, arrays: Arrays) -> "_Lifted":
        """Return the fraction with these `arrays`."""
        used, _, bits = arrays["counts"].tolist()
        some = [(1 << bits) - offset for offset in arrays["offsets"].tolist()]
        coefficients = list(map(fmpz, integers_of(arrays["coefficients"])))
        return cls(used, some, fmpz(math.prod(some)), coefficients)

    def arrays(self) -> Arrays:
        """Return the fraction for a checkpoint."""
        bits = self.primes[0].bit_length()
        order = len(self.coefficients) // 2
        return {
            "counts": np.array([self.used, order, bits]),
            "offsets": np.array([(1 << bits) - prime for prime in self.primes]),
            "coefficients": bytes_of(list(map(int, self.coefficients))),
        }


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
    # From here on with exact integers.
    factors = np.rint(np.minimum(rounded, _LARGEST)).astype(np.int64).astype(object)
    rows = (1 + diagonal).astype(object) ** 2 * factors
    np.add.at(rows, sources, weights.astype(object) ** 2 * factors[targets])
    above: int = math.prod(rows)
    below: int = math.prod(factors)
    # The square of the bound is above / below < 2^(bits of above - bits of below + 1).
    return (above.bit_length() - below.bit_length() + 2) // 2
