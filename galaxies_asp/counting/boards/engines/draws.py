"""Random numbers that are the same on every machine, for every version of numpy.

Numpy promises this for the bits of a bit generator and for `SeedSequence`, but not for
the numbers that its `Generator` makes of them (NEP 19). So only the 64-bit words of
PCG64 are taken from numpy; what is made of them here uses whole numbers and the four
exact operations of floating-point arithmetic.
"""

from collections.abc import MutableSequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item")

_WORDS = 1 << 64
_NORMAL_SUMMANDS = 12
_NORMAL_BITS = 32


class Draws:
    """A stream of random numbers.

    Streams with different keys, whole numbers from 0, are independent, also where one
    key is the beginning of the other.
    """

    def __init__(self, *key: int) -> None:
        # The length keeps (1,) and (1, 0) apart, which SeedSequence does not.
        seed = np.random.SeedSequence([len(key), *key])
        self._bits = np.random.PCG64(seed)

    def words(self, count: int) -> NDArray[np.uint64]:
        """Return (count,) words of 64 random bits."""
        return np.asarray(self._bits.random_raw(count), dtype=np.uint64)

    def below(self, stop: int) -> int:
        """Return one of 0 to stop - 1, equally likely, for a `stop` up to 2**64."""
        # Words at the top that would favour small numbers are thrown away.
        fair = _WORDS - _WORDS % stop
        while (word := int(self._bits.random_raw())) >= fair:
            pass
        return word % stop

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put the items in random order (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def normal(self) -> float:
        """Return a number from a distribution close to the standard normal one.

        The sum of twelve uniform numbers less six: mean 0, variance 1, no skewness,
        excess kurtosis -0.1, nothing beyond 6. Unlike with logarithms and cosines,
        nothing is rounded, so that no library can round it differently.
        """
        words = self.words(_NORMAL_SUMMANDS) >> np.uint64(64 - _NORMAL_BITS)
        # Half a step more for each makes the distribution symmetric.
        doubled = 2 * int(words.sum()) + _NORMAL_SUMMANDS
        return doubled / (2 << _NORMAL_BITS) - _NORMAL_SUMMANDS / 2
