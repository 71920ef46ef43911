"""CPU time and size of the counts on strips: one line a case.

python benchmarks/strips.py            all that ends within about a minute
python benchmarks/strips.py --long     also what takes up to ten minutes each
python benchmarks/strips.py --primes   what a prime takes
"""

import resource
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations, islice

from stars_on_squares import count_squares

from galaxies_asp.counting.strips.fitting import generating_function
from galaxies_asp.counting.strips.matrix import grouped, lumped, terms
from galaxies_asp.counting.strips.residues import (
    AT_ONCE,
    fractions,
    primes,
    terms_modulo,
)
from galaxies_asp.counting.strips.rules import (
    Partitions,
    Rings,
    Stars,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore

DIGITS = 12
_TERMS = 400
"""Terms that are timed in numpy; all of them take in proportion."""


def main() -> None:
    if "--primes" in sys.argv:
        for rows in (9, 10, 11):
            of_a_prime(rows)
        return
    generating_functions("ring-ring", map(Rings, range(2, 10)))
    generating_functions("circuit-board", map(Trees, (1, 2, 3, 5, 6, 7)))
    generating_functions("partitions", map(Partitions, range(1, 6)))
    measured("two-not-touch k=8 r=2, all eight subsets", all_subsets)
    for size in range(8, 15):
        measured(
            f"two-not-touch-square n={size} r=2",
            partial(_squares, size),
        )
    for rows in (10, 11, 12):
        measured(f"ring-ring k={rows}, 50 terms", partial(series, Rings(rows)))
    for rows in (9, 10):
        measured(f"circuit-board r={rows}, 50 terms", partial(series, Trees(rows)))
    if "--long" in sys.argv:
        generating_functions("ring-ring", [Rings(10)])
        generating_functions("partitions", [Partitions(6)])


def _squares(size: int) -> str:
    return str(count_squares(size, 2))


def measured(what: str, work: Callable[[], str]) -> None:
    """Print what was found, the CPU seconds it took, and the peak of memory so far."""
    started = time.process_time()
    found = work()
    seconds = time.process_time() - started
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{seconds:8.2f} s {megabytes:5} MB  {what}: {found}", flush=True)


def generating_functions(name: str, sweeps: Iterable[Sweep]) -> None:
    for sweep in sweeps:
        measured(f"{name} {sweep.rows} rows", partial(fraction, sweep))


def of_a_prime(rows: int) -> None:
    """Print the CPU seconds of the steps for a prime, one of eight at once."""
    strip = grouped(lumped(explore(Rings(rows)))).strip
    some = list(islice(primes(strip), AT_ONCE))
    count = 2 * strip.states
    terms_modulo(strip, some, 1)
    products = seconds(lambda: terms_modulo(strip, some, count))
    one = seconds(lambda: fractions(strip, some))
    print(
        f"{rows} rows: products {products / AT_ONCE:.4f} s, "
        f"fraction {(one - products) / AT_ONCE:.4f} s",
        flush=True,
    )


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that some work takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


def fraction(sweep: Sweep) -> str:
    strip = explore(sweep)
    merged = lumped(strip)
    function = generating_function(merged)
    greatest = max(map(abs, function.denominator)).bit_length()
    return (
        f"{strip.states} states, {merged.states} after merging, degrees "
        f"{len(function.numerator) - 1} / {len(function.denominator) - 1}, "
        f"coefficients up to {greatest} bits, "
        f"growth {function.growth(DIGITS).decimal(DIGITS)}, "
        f"{function.certificate}"
    )


def series(sweep: Sweep) -> str:
    strip = explore(sweep)
    known = terms(strip, 50)
    digits = max(len(str(number)) for number in known)
    return f"{strip.states} states, terms up to {digits} digits"


def all_subsets() -> str:
    ways = ("vertical", "horizontal", "diagonal")
    orders = []
    for size in range(4):
        for chosen in combinations(ways, size):
            strip = lumped(explore(Stars(8, 2, frozenset(chosen))))
            orders.append(generating_function(strip).order)
    return f"orders {orders}"


if __name__ == "__main__":
    main()
