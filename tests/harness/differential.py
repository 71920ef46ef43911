"""Compare methods on random boards, for as long as wanted.

    python -m tests.harness.differential [--seconds 60] [--seed 1]
    python -m tests.harness.differential --cells 60 --boards 100000 --seconds 7200
    python -m tests.harness.differential --kind several
    python -m tests.harness.differential --kind generated
    python -m tests.harness.differential --kind hitori --boards 300
    python -m tests.harness.differential --kind kernel --boards 100000

Without `--cells`, each board has 1 to 15 cells, with holes and given walls, and dots
that often allow several solutions. The solution sets of brute force, of the encodings,
of `enumerate` and of `sample`, the number of `count` and the possibilities of `forced`
must agree. With `--cells`, boards have up to that number of cells, and two encodings,
each with a grounder of its own, must find the same solutions, or both more than 50.

`several` takes only boards that have several solutions by brute force; `generated`
compares generated puzzles with brute force, which must find the one solution that was
stated; `kernel` compares the compiled kernel with Python, on squares and hexagons with
holes and walls. The name of a shipped type compares the solutions of its random boards
with brute force.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice

import numpy as np

from galaxies_asp import Recipe, generate, solve, verify, write
from galaxies_asp.all_solutions.count import count, forced
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.grid import cell_at, edge_ends, inner_edges, touched_cells
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.possibilities import CellPossibilities
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.registry import folders
from galaxies_asp.lab import random_boards
from galaxies_asp.solving.enumeration import batches, sample
from tests.harness.matrix.board import Row
from tests.harness.matrix.table import ROWS
from tests.oracles.brute_force import connected_sets, symmetry_center
from tests.support import kernels

ENCODINGS = ("grow", "assign", "fast", "choice+pair+level")
PAIR = ("fast", "grow")
MAX_CELLS = 15
MAX_SOLUTIONS = 50
MOST_CELLS, MOST_ANSWERS = 10, 2000
"""Of the random boards of types."""


@lru_cache(maxsize=256)
def regions(cells: frozenset) -> list[tuple[frozenset, object]]:
    """Return the regions with a dot inside that some cells can form."""
    found = ((region, symmetry_center(region)) for region in connected_sets(cells))
    return [(region, center) for region, center in found if center is not None]


def random_puzzle(chance: random.Random) -> Puzzle:
    """Return a puzzle with the dots of a random division, some of them removed."""
    width = chance.randint(1, 5)
    height = chance.randint(1, max(1, MAX_CELLS // width))
    cells = {cell_at(column, row) for column in range(width) for row in range(height)}
    holes = set(
        chance.sample(sorted(cells), chance.choice((0, 0, 0, 1, 2)) % len(cells))
    )
    free, dots = cells - holes, []
    everything = regions(frozenset(free))
    while free:
        cell = min(free)
        fitting = [one for one in everything if cell in one[0] and one[0] <= free]
        region, dot = chance.choice(fitting)
        dots.append(dot)
        free -= region
    if chance.random() < 0.3:
        dots.remove(chance.choice(dots))
    puzzle = Puzzle(width, height, tuple(sorted(dots)), holes=frozenset(holes))
    edges = [
        edge
        for edge in inner_edges(width, height)
        if all(map(puzzle.has_cell, touched_cells(edge)))
        and not {edge, *edge_ends(edge)} & set(dots)
    ]
    walls = [edge for edge in edges if chance.random() < 0.1]
    walls = walls if chance.random() < 0.3 else []
    return Puzzle(width, height, puzzle.centers, holes=puzzle.holes, walls=walls)


def brute_force(puzzle: Puzzle) -> set[bytes]:
    """Return the labels of all solutions."""
    numbers = {dot: number for number, dot in enumerate(puzzle.centers)}
    pieces = [
        (region, numbers[center])
        for region, center in regions(frozenset(puzzle.cells()))
        if center in numbers
    ]
    return {
        solution.labels.tobytes()
        for chosen in _divisions(frozenset(puzzle.cells()), pieces, frozenset(numbers))
        if len(chosen) == len(numbers)
        and puzzle.walls <= (solution := _solution(puzzle, chosen)).walls
    }


def _divisions(cells: frozenset, pieces: list, dots: frozenset) -> Iterator[list]:
    if not cells:
        yield []
        return
    first = min(cells)
    for region, number in pieces:
        if first in region and region <= cells:
            rest = [one for one in pieces if one[1] != number]
            for others in _divisions(cells - region, rest, dots):
                yield [(region, number), *others]


def _solution(puzzle: Puzzle, chosen: list) -> Solution:
    labels = np.full((puzzle.height, puzzle.width), -1, np.int32)
    for region, number in chosen:
        for x, y in region:
            labels[y // 2, x // 2] = number
    return Solution(puzzle, labels)


def _bytes(labels: np.ndarray) -> bytes:
    return labels.astype(np.int32).tobytes()


def differences(puzzle: Puzzle) -> Iterator[str]:
    """Yield the methods that disagree with brute force."""
    expected = brute_force(puzzle)
    for encoding in ENCODINGS:
        result = solve(puzzle, 0, rules=encoding)
        if {one.labels.tobytes() for one in result.solutions} != expected:
            yield encoding
        if any(verify(one) for one in result.solutions):
            yield f"verify after {encoding}"
    if (found := count(puzzle)).total != len(expected) or not found.complete:
        yield f"count: {found.total}, not {len(expected)}"
    try:
        listed = [_bytes(one) for batch in batches(puzzle) for one in batch]
        if set(listed) != expected or len(listed) != len(expected):
            yield "enumerate"
        if expected:
            drawn = {_bytes(one) for one in sample(puzzle, 20 * len(expected), 1)}
            if drawn != expected:  # one is missed once in 10^8 puzzles
                yield "sample"
        if consequences(forced(puzzle)) != _consequences(puzzle, expected):
            yield "forced"
    except NoSolutionError:
        if expected:
            yield "enumerate, sample or forced finds no solution"


def consequences(found: CellPossibilities) -> tuple[object, ...]:
    """Return the dots of each cell, and the edges that are walls always, never."""
    dots = {cell: set(some) for cell, some in found.dots.items()}
    return dots, found.walls, found.passages, found.open_edges


def _consequences(puzzle: Puzzle, solutions: set[bytes]) -> tuple[object, ...]:
    shape = puzzle.height, puzzle.width
    every = [
        Solution(puzzle, np.frombuffer(one, np.int32).reshape(shape))
        for one in solutions
    ]
    dots = {
        cell: {int(one.labels[cell.y // 2, cell.x // 2]) for one in every}
        for cell in puzzle.cells()
    }
    edges = {
        edge
        for edge in inner_edges(puzzle.width, puzzle.height)
        if all(map(puzzle.has_cell, touched_cells(edge)))
    }
    always = frozenset.intersection(*(one.walls for one in every)) & edges
    some = frozenset.union(*(one.walls for one in every)) & edges
    return dots, always, edges - some, some - always


def disagreements(puzzle: Puzzle) -> Iterator[str]:
    """Yield what two encodings find differently, and solutions that break a rule."""
    found = [solve(puzzle, MAX_SOLUTIONS + 1, rules=one) for one in PAIR]
    sets = [{one.labels.tobytes() for one in result.solutions} for result in found]
    if len(sets[0]) != len(sets[1]):
        yield f"{len(sets[0])} solutions by {PAIR[0]}, {len(sets[1])} by {PAIR[1]}"
    elif len(sets[0]) <= MAX_SOLUTIONS and sets[0] != sets[1]:
        yield "other solutions"
    for encoding, result in zip(PAIR, found, strict=True):
        if any(verify(one) for one in result.solutions):
            yield f"verify after {encoding}"


def random_several(chance: random.Random) -> Puzzle:
    """Return a random puzzle with several solutions."""
    while True:
        puzzle = random_puzzle(chance)
        if len(brute_force(puzzle)) > 1:
            return puzzle


def random_generated(chance: random.Random) -> tuple[Recipe, int]:
    """Return a recipe for a small puzzle, and the index of a puzzle."""
    width = chance.randint(2, 5)
    height = chance.randint(2, MAX_CELLS // width)
    return Recipe(width, height, seed=chance.randrange(10**6)), chance.randrange(3)


def differences_of_generated(asked: tuple[Recipe, int]) -> Iterator[str]:
    """Yield how a generated puzzle differs from its solutions by brute force."""
    recipe, index = asked
    made = next(generate(recipe, start=index))
    solutions = brute_force(made.puzzle)
    if solutions != {_bytes(made.solution.labels)}:
        yield f"{len(solutions)} solutions of {write(made.puzzle, 'json').strip()}"


TypedBoard = tuple[Row, AnySheet, frozenset[Atoms]]
"""A board of a type, and its solutions by brute force."""


def random_of_type(name: str, chance: random.Random) -> TypedBoard:
    """Return a random board of a shipped type that has few solutions."""
    row = ROWS[name]
    while True:
        sheet = row.draw(chance, chance.randint(2, MOST_CELLS))
        answers = frozenset(islice(row.answers(sheet), MOST_ANSWERS + 1))
        if len(answers) <= MOST_ANSWERS:
            return row, sheet, answers


def differences_of_type(board: TypedBoard) -> Iterator[str]:
    """Yield that the solutions are not those of brute force."""
    row, sheet, answers = board
    found = {row.read(sheet, one) for one in solve(sheet, 0).solutions}
    if found != answers:
        yield f"{len(found)} solutions, not {len(answers)}: {sheet.facts}"


KINDS = {
    "small": (random_puzzle, differences),
    "several": (random_several, differences),
    "generated": (random_generated, differences_of_generated),
    "kernel": (kernels.random_board, kernels.differences),
    **{
        name: (partial(random_of_type, name), differences_of_type) for name in folders()
    },
}
"""How a random puzzle is made, and how methods are compared on it."""


def main() -> None:
    """Print each disagreement; exit with 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--boards", type=int, default=sys.maxsize)
    parser.add_argument("--cells", type=int)
    parser.add_argument("--kind", choices=KINDS, default="small")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    make, compare = KINDS[options.kind]
    if options.cells is not None:
        compare = disagreements
    chance = random.Random(options.seed)
    end = time.monotonic() + options.seconds
    boards = unsolvable = several = faults = 0
    while boards < options.boards and time.monotonic() < end:
        if options.cells is None:
            puzzle = make(chance)
        else:
            cells = chance.randint(1, options.cells)
            puzzle = random_boards.random_puzzle(chance, cells)
        boards += 1
        match puzzle:
            case Puzzle():
                solutions = len(solve(puzzle, 2, rules="fast").solutions)
            case (Row(), _, answers):
                solutions = len(answers)
            case _:
                solutions = 1
        unsolvable += solutions == 0
        several += solutions > 1
        for difference in compare(puzzle):
            faults += 1
            shown = write(puzzle, "json") if isinstance(puzzle, Puzzle) else ""
            print(f"{difference}: {shown}", flush=True)
        if boards % 1000 == 0:
            print(f"{boards} boards", file=sys.stderr)
    print(
        f"{boards} boards, {unsolvable} without a solution, {several} with several, "
        f"{faults} differences"
    )
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
