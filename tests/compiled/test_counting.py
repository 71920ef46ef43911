"""The compiled parts of counts do what is said of them, in plain Python."""

from collections import Counter

import numpy as np
import pytest

from galaxies_asp.compiled.library import missing
from galaxies_asp.counting.boards.classes import Classes, Decision, Kernel
from galaxies_asp.counting.compiled import Threads
from galaxies_asp.counting.exact import HashError
from galaxies_asp.counting.strips.matrix import Matrix
from galaxies_asp.counting.strips.residues import AT_ONCE, _Step

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

SETS_BEFORE, SETS_AFTER, CLASSES = 9, 7, 40
WORDS = 1 << 63


def random_classes(rng: np.random.Generator) -> Classes:
    """Return classes with up to five options each, none of some."""
    lengths = rng.integers(1, 6, CLASSES)
    residual = [np.sort(rng.choice(SETS_BEFORE, n, replace=False)) for n in lengths]
    return Classes(
        lengths,
        np.concatenate(residual).astype(np.uint32),
        rng.integers(1, 2**31, sum(lengths)).astype(np.uint32),
        rng.integers(1, 100, CLASSES),
        np.zeros((CLASSES, 1), dtype=np.uint64),
    )


@pytest.fixture(params=[1, 3])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    return Kernel(Threads(request.param))


def test_hashes(kernel: Kernel) -> None:
    rng = np.random.default_rng(1)
    known = random_classes(rng)
    of_sets = rng.integers(0, WORDS, (2, SETS_BEFORE)).astype(np.uint64) * np.uint64(3)
    found = kernel.hashes(known, of_sets)
    ends = np.cumsum(known.lengths)
    for row, words in zip(found.tolist(), of_sets.tolist(), strict=True):
        for one, end, n in zip(row, ends, known.lengths, strict=True):
            some = slice(end - n, end)
            pairs = zip(known.residual[some], known.ways[some], strict=True)
            assert one == sum(words[at] * int(way) for at, way in pairs) % 2**64


def options(
    lengths: np.ndarray, residual: np.ndarray, ways: np.ndarray
) -> list[dict[int, int]]:
    """Return the ways to leave each residual set, for each class."""
    ends = np.cumsum(lengths)
    pairs = list(zip(residual.tolist(), ways.tolist(), strict=True))
    return [dict(pairs[end - n : end]) for n, end in zip(lengths, ends, strict=True)]


def test_options_after_a_center(kernel: Kernel) -> None:
    rng = np.random.default_rng(2)
    known = random_classes(rng)
    known = Classes(
        known.lengths, known.residual, known.ways % 1000, known.sizes, known.example
    )
    fans = rng.integers(0, 4, 2 * SETS_BEFORE)
    after = [np.sort(rng.choice(SETS_AFTER, n, replace=False)) for n in fans]
    step = Decision(np.append(0, np.cumsum(fans)), np.concatenate(after))
    source = np.sort(rng.integers(0, CLASSES, 2 * CLASSES))
    has_dot = rng.integers(0, 2, len(source)).astype(bool)
    found = kernel.options(known, step, has_dot, source)
    before = options(known.lengths, known.residual, known.ways)
    for number, (of_class, dot) in enumerate(zip(source, has_dot, strict=True)):
        expected = Counter[int]()
        for residual, ways in before[of_class].items():
            row = residual + SETS_BEFORE * int(dot)
            for after_it in step.after[step.starts[row] : step.starts[row + 1]]:
                expected[int(after_it)] += ways
        assert options(*found)[number] == expected
        assert found[0][number] == len(expected)


def test_equal_hashes_are_added_up(kernel: Kernel) -> None:
    rng = np.random.default_rng(3)
    words = rng.integers(0, WORDS, (2, 300)).astype(np.uint64) * np.uint64(2)
    words = np.ascontiguousarray(words[:, rng.integers(0, 300, 1000)])
    words[:, ::50] = 0  # classes without options
    sizes = rng.integers(1, 1000, 1000)
    expected: dict[tuple[int, ...], list[int]] = {}
    for number, (pair, size) in enumerate(zip(words.T.tolist(), sizes, strict=True)):
        if any(pair):
            expected.setdefault(tuple(pair), [number, 0])[1] += int(size)
    first, sums = kernel.distinct(words, sizes)
    assert [*zip(first.tolist(), sums.tolist(), strict=True)] == [
        *map(tuple, expected.values())
    ]
    words[1, -1] += np.uint64(1)  # only the first hashes are equal
    words[0, -2:] = words[0, -1]
    with pytest.raises(HashError):
        kernel.distinct(words, sizes)


def test_sums_are_reduced_to_smaller_ones_with_the_same_residues() -> None:
    rng = np.random.default_rng(4)
    sources, targets = np.nonzero(rng.integers(0, 3, (12, 10)).T[::-1].T)
    order = np.lexsort((sources, targets))
    weights = rng.integers(1, 8, len(order))
    layer = Matrix((12, 10), sources[order], targets[order], weights)
    bits, offsets = 55, [55, 99, 225, 363, 411, 441, 463, 489]
    vector = rng.integers(0, 1 << bits, (12, AT_ONCE)).astype(np.uint64)
    found = _Step(layer, bits, offsets).push(vector)
    for column, offset in enumerate(offsets):
        prime = (1 << bits) - offset
        for target in range(10):
            entries = zip(layer.sources, layer.targets, layer.weights, strict=True)
            total = sum(
                int(vector[source, column]) * int(weight)
                for source, at, weight in entries
                if at == target
            )
            assert int(found[target, column]) % prime == total % prime
            assert found[target, column] < 1 << (bits + 1)
