"""Measure the engines that make boards: docs/tables/engines.txt.

    python benchmarks/engines.py printed      # what goes wrong in the printed program
    python benchmarks/engines.py sizes        # region sizes and centres, his and ours
    python benchmarks/engines.py bias         # 3x3 and 4x4, against all boards
    python benchmarks/engines.py mixing       # how soon the chain forgets its beginning
    python benchmarks/engines.py speed        # boards per CPU second

Each prints its table and takes up to two minutes.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
from declared_boards import Declared
from printed_engine import Account, make
from sample_statistics import dots_of

from galaxies_asp.core.board.grid import is_cell, is_vertex
from galaxies_asp.counting.boards import sampling
from galaxies_asp.counting.boards.engines import chain, morris
from galaxies_asp.counting.boards.engines.chain import WindowDivisions
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import Ints, canonical, labels_of
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.boards.word_board import WordBoard, regions_at


def main() -> None:
    tables = {
        "printed": printed,
        "sizes": sizes,
        "bias": bias,
        "mixing": mixing,
        "speed": speed,
    }
    if len(sys.argv) != 2 or sys.argv[1] not in tables:
        sys.exit(__doc__)
    tables[sys.argv[1]]()


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(*cells: str) -> None:
    row(*cells)
    row(*("---" for _ in cells))


def printed() -> None:
    head(
        "n",
        "reading",
        "intended size",
        "reached",
        "steps without a choice although there was one",
        "steps to a cell that is not free",
        "squares with an odd rest",
        "dots drawn for each region",
    )
    for n in (3, 7, 10, 15):
        for nested in (True, False):
            made = accounts(n, nested)
            steps = total(made, lambda one: one.steps)
            reached = total(made, lambda one: len(one.reached))
            regions = total(made, lambda one: len(one.regions))
            row(
                n,
                "nested" if nested else "side by side",
                f"{total(made, lambda one: sum(one.wanted)) / reached:.2f}",
                f"{total(made, lambda one: sum(one.reached)) / reached:.2f}",
                f"{total(made, lambda one: one.stuck) / steps:.0%}",
                f"{total(made, lambda one: one.wasted) / steps:.1%}",
                total(made, lambda one: one.odd),
                f"{total(made, Account.dots) / regions:.1f}",
            )
            lost = total(made, lambda one: one.lost)
            if lost:
                print(f"lost regions, {n}: {lost}", file=sys.stderr)


def accounts(n: int, nested: bool) -> list[Account]:
    return [make(n, random.Random(seed), nested=nested) for seed in range(1000)]


def total(made: list[Account], of: Callable[[Account], int]) -> int:
    return sum(map(of, made))


def sizes() -> None:
    bounds = (1, 2, 3, 4, 5, 9, 17)
    names = ["1", "2", "3", "4", "5 to 8", "9 to 16", "17 and more"]
    head(
        "n", "engine", "regions", *names, "dots on cells", "edges", "vertices", "taller"
    )
    for n in (7, 10, 15):
        engines = {
            "printed, nested": printed_labels(n, nested=True),
            "printed, side by side": printed_labels(n, nested=False),
            "ours": morris_labels(n),
        }
        for name, boards in engines.items():
            drawn = list(islice(boards, 1000))
            cells = np.concatenate([np.bincount(b.ravel())[1:] for b in drawn])
            groups = np.bincount(np.digitize(cells, bounds), minlength=8)[1:]
            shares = [f"{share:.3f}" for share in groups / len(cells)]
            kinds = [f"{share:.3f}" for share in centers(drawn)]
            row(
                n,
                name,
                f"{len(cells) / 1000:.2f}",
                *shares,
                *kinds,
                f"{taller(drawn):.3f}",
            )


def printed_labels(n: int, *, nested: bool) -> Iterator[Ints]:
    for account in accounts(n, nested):
        labels = np.zeros((n, n), dtype=np.int64)
        for number, region in enumerate(account.regions, 1):
            for x, y in region:
                labels[y, x] = number
        yield canonical(labels)


def morris_labels(n: int, seed: int = 0) -> Iterator[Ints]:
    number = 0
    while True:
        draws = Draws(seed, number)
        sizes = morris.sizes_of_paper(n, n, draws)
        yield canonical(morris.grow(n, n, draws, sizes))
        number += 1


def centers(boards: list[Ints]) -> tuple[float, float, float]:
    """Return the shares of centres on cells, edges and vertices."""
    points = [point for labels in boards for point in dots_of(labels)]
    cells = sum(map(is_cell, points)) / len(points)
    vertices = sum(map(is_vertex, points)) / len(points)
    return cells, 1 - cells - vertices, vertices


def taller(boards: list[Ints]) -> float:
    """Return, of regions with unequal sides, the share that is higher than wide."""
    tall = wide = 0
    for labels in boards:
        for label in range(1, int(labels.max()) + 1):
            y, x = np.nonzero(labels == label)
            tall += bool(np.ptp(y) > np.ptp(x))
            wide += bool(np.ptp(x) > np.ptp(y))
    return tall / (tall + wide)


def bias() -> None:
    print("3x3, 100,000 boards each\n")
    head("engine", "chi-square / 390", "variation distance", "never met")
    for name, boards in engines_for(3, 100_000):
        seen = Counter(labels.tobytes() for labels in boards)
        n = seen.total()
        counts = np.array([*seen.values(), *[0] * (391 - len(seen))])
        expected = n / 391
        chi_square = float(((counts - expected) ** 2).sum() / expected)
        distance = float(np.abs(counts / n - 1 / 391).sum() / 2)
        row(name, f"{chi_square / 390:.2f}", f"{distance:.3f}", 391 - len(seen))
    exact = regions_exactly(4)
    mean = sum(k * share for k, share in exact.items())
    print(f"\n4x4, 20,000 boards each; exact mean number of regions {mean:.4f}\n")
    head(
        "engine",
        "regions",
        "their variation distance",
        "effective number of boards",
        "dots on cells",
        "edges",
        "vertices",
    )
    for name, boards in engines_for(4, 20_000):
        drawn = list(boards)
        numbers = Counter(int(labels.max()) for labels in drawn)
        distance = sum(
            abs(numbers[k] / len(drawn) - exact.get(k, 0)) for k in range(17)
        )
        kinds = [f"{share:.3f}" for share in centers(drawn)]
        row(
            name,
            f"{sum(k * number for k, number in numbers.items()) / len(drawn):.2f}",
            f"{distance / 2:.3f}",
            effective_number(drawn),
            *kinds,
        )


def engines_for(n: int, count: int) -> Iterator[tuple[str, Iterator[Ints]]]:
    yield (
        "uniform",
        sampling.draw(sampling.sampler_of("galaxies", BoardShape(n, n)), count, 1),
    )
    yield "chain, 2x2, every third sweep", islice(long_chain(n, SMALL_WINDOW, 3), count)
    for share in (1, 0.5, 0.1):
        boards = clingo_boards(n, count, share)
        yield f"clingo, random share {share}", boards
    yield "morris", islice(morris_labels(n), count)


def clingo_boards(n: int, count: int, share: float) -> Iterator[Ints]:
    """Yield boards that clingo finds with consecutive seeds.

    A share of decisions is random; the solver's heuristic makes the others.
    """
    declared = Declared("galaxies", n, n)
    for seed in range(count):
        yield labels_of(declared.model_at_random(seed, share))


def effective_number(boards: list[Ints]) -> str:
    """Estimate how many boards, equally likely, would repeat as often.

    The share of equal pairs is an unbiased estimate of the sum of squared probabilities
    however few boards there are.
    """
    counts = Counter(labels.tobytes() for labels in boards).values()
    pairs = sum(count * (count - 1) // 2 for count in counts)
    return f"{len(boards) * (len(boards) - 1) / 2 / pairs:,.0f}"


def regions_exactly(n: int) -> dict[int, float]:
    """Return the distribution of the number of regions, of all boards."""
    board = WordBoard(n, n)
    left_at: list[dict[int, Counter[int]]] = [{} for _ in range(n * n + 1)]
    left_at[0][int(board.everything)] = Counter({0: 1})
    for first in range(n * n):
        for left, numbers in left_at[first].items():
            shape = np.array([left], dtype=np.uint64)
            # The part of the shape that is connected to its first cell.
            shape = board.component(np.array([1 << first], dtype=np.uint64), shape)
            for found in regions_at(board, shape, first):
                for region in found.cells.tolist():
                    rest = left & ~region
                    level = left_at[(rest & -rest).bit_length() - 1 if rest else n * n]
                    more = level.setdefault(rest, Counter())
                    for number, ways in numbers.items():
                        more[number + 1] += ways
    (numbers,) = left_at[n * n].values()
    return {number: ways / numbers.total() for number, ways in numbers.items()}


def mixing() -> None:
    head("n", "begins with", "sweeps", *NUMBERS)
    for n, chains in ((6, 500), (15, 100)):
        for name in ("a grown board", "single cells"):
            reached: dict[int, list[Ints]] = {}
            for seed in range(chains):
                for sweeps, labels in changing(n, name == "single cells", seed):
                    reached.setdefault(sweeps, []).append(labels)
            for sweeps, found in reached.items():
                row(n, name, sweeps, *numbers(found))
    print(
        "\n10,000 boards of 6 x 6: drawn uniformly, and every second one of a chain\n"
    )
    head("n", "engine", *NUMBERS)
    uniform = sampling.draw(
        sampling.sampler_of("galaxies", BoardShape(6, 6)), 10_000, 1
    )
    row(6, "uniform", *numbers(list(uniform)))
    row(6, "chain", *numbers(list(islice(long_chain(6, WINDOW, 2), 10_000))))


def long_chain(n: int, window: WindowDivisions, every: int) -> Iterator[Ints]:
    moving = chain.BoardChain(next(morris_labels(n)), Draws(1), window)
    while True:
        for _ in range(every):
            moving.sweep()
        yield canonical(moving.matrix())


WINDOW = WindowDivisions(chain.WINDOW_SIDE, chain.WINDOW_SIDE)
SMALL_WINDOW = WindowDivisions(2, 2)
"""On boards of 3x3 and 4x4 the other one would be the whole board, or nearly."""


def changing(n: int, singles: bool, seed: int) -> Iterator[tuple[int, Ints]]:
    """Yield the board of a chain after some numbers of sweeps."""
    labels = np.arange(n * n).reshape(n, n)
    if not singles:
        labels = next(morris_labels(n, seed))
    moving = chain.BoardChain(labels, Draws(seed), WINDOW)
    for sweep in range(21):
        if sweep in (0, 1, 2, 5, 10, 20):
            yield sweep, canonical(moving.matrix())
        moving.sweep()


NUMBERS = ("regions", "of one cell", "of seven and more", "largest")


def numbers(boards: list[Ints]) -> list[str]:
    """Return means, with their standard errors."""
    found = []
    for labels in boards:
        sizes = np.bincount(labels.ravel())[1:]
        found.append((len(sizes), (sizes == 1).sum(), (sizes >= 7).sum(), sizes.max()))
    array = np.array(found)
    errors = array.std(axis=0) / len(boards) ** 0.5
    return [
        f"{mean:.2f} ± {error:.2f}"
        for mean, error in zip(array.mean(axis=0), errors, strict=True)
    ]


def speed() -> None:
    head("engine", "board", "boards per CPU second")
    for n in (7, 10, 15, 30, 100):
        count = max(3, 20_000 // (n * n))
        report_speed("morris", n, islice(chain.boards(n, n, 0, 0), count))
    for n in (4, 6):
        report_speed(
            "uniform",
            n,
            sampling.draw(sampling.sampler_of("galaxies", BoardShape(n, n)), 300, 0),
        )
    for n in (7, 15, 30):
        report_speed("chain", n, islice(chain.boards(n, n, 0), max(3, 2000 // n**2)))
    for n in (4, 6, 8, 10):
        report_speed("clingo", n, clingo_boards(n, 20, 1.0))


def report_speed(name: str, n: int, boards: Iterator[object]) -> None:
    next(boards)  # what is done once for all
    started = time.process_time()
    made = sum(1 for _ in boards)
    rate = made / (time.process_time() - started)
    row(name, f"{n}x{n}", f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}")


if __name__ == "__main__":
    main()
