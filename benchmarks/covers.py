"""Measure covers of shapes, and the corners of solutions.

python benchmarks/covers.py letters        the fewest galaxies for each letter and digit
python benchmarks/covers.py words          the CPU seconds of the proof for some words
python benchmarks/covers.py polyominoes 9  the same for polyominoes of up to 9 cells
python benchmarks/covers.py corners        the corners of the collection's solutions
"""

import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from galaxies_asp import Solution, solve
from galaxies_asp.generating.cover import Cover, Shape, covers
from galaxies_asp.generating.picture import from_text, lettered
from galaxies_asp.generating.recipe import BLACK
from galaxies_asp.notation import parse_all

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))


def fewest(shape: Shape, *, unique: bool = False) -> Cover:
    *_, best = covers(shape, unique=unique)
    assert best.fewest
    return best


def letters() -> None:
    started = time.process_time()
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
        shape = from_text(lettered(letter)) == BLACK
        print(
            f"| {letter} | {shape.sum()} | {fewest(shape).galaxies} | "
            f"{fewest(shape, unique=True).galaxies} |"
        )
    print(f"{time.process_time() - started:.1f} CPU s")


def words() -> None:
    for word in ("STAR", "GALAXIES", "PUZZLEBOOK", "CLINGOSHOW", "ABCDEFGHIJ"):
        started = time.process_time()
        cover = fewest(from_text(lettered(word)) == BLACK)
        seconds = time.process_time() - started
        print(f"| {word} | {cover.galaxies} | {seconds:.2f} |")


def polyominoes(most: int) -> None:
    import oracles.covers as oracle  # the list of the polyominoes
    from oracles.brute_force import boards_of

    for cells in range(1, most + 1):
        times = [0.0, 0.0]
        numbers: list[Counter[int]] = [Counter(), Counter()]
        for shape in oracle.polyominoes(cells):
            mask = np.zeros((cells, cells), dtype=bool)
            for x, y in shape:
                mask[y // 2, x // 2] = True
            mark = time.process_time()
            found = [fewest(mask, unique=unique).galaxies for unique in (False, True)]
            times[0] += time.process_time() - mark
            mark = time.process_time()
            boards = boards_of(shape)
            assert found == [oracle.fewest(boards), oracle.fewest_unique(boards)]
            times[1] += time.process_time() - mark
            for counter, number in zip(numbers, found, strict=True):
                counter[number] += 1
        shown = [[counter[n] for n in range(1, 6)] for counter in numbers]
        print(f"{cells}: {shown[0]}, unique {shown[1]}, CPU s {times}", flush=True)


def corners(solution: Solution) -> tuple[int, int]:
    """Return the number of inner vertices with a corner, and of corners of regions.

    A region has a corner where it has one or three of the four cells at a vertex, and
    two corners where it has two that meet at the vertex alone. Several regions may have
    a corner at one vertex.
    """
    dots = range(len(solution.puzzle.centers))
    turns = np.array([_turns(solution.labels == dot) for dot in dots])
    return int(turns.any(axis=0).sum()), int(turns.sum())


def _turns(region: NDArray[np.bool_]) -> NDArray[np.int64]:
    a, b, c, d = region[:-1, :-1], region[:-1, 1:], region[1:, :-1], region[1:, 1:]
    odd = a ^ b ^ c ^ d
    crossed = (a == d) & (b == c) & (a != b)
    turns: NDArray[np.int64] = odd + 2 * crossed
    return turns


def collection() -> None:
    for path in sorted((ROOT / "puzzles").glob("*.txt")):
        rows = []
        for position in parse_all(path.read_text(encoding="utf-8")):
            puzzle = position.puzzle
            (solution,) = solve(puzzle, 1).solutions
            cells = puzzle.width * puzzle.height
            rows.append((cells, len(puzzle.centers), *corners(solution)))
        means = np.array(rows, dtype=float).mean(axis=0)
        print(
            f"| {path.stem} | {len(rows)} | {means[0]:.0f} | {means[1]:.1f} | "
            f"{means[2]:.1f} | {means[2] / means[0]:.2f} | {means[3]:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["letters"]:
            letters()
        case ["words"]:
            words()
        case ["polyominoes", most]:
            polyominoes(int(most))
        case ["corners"]:
            collection()
        case _:
            sys.exit(__doc__)
