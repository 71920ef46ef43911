"""The compiled kernel compared with clingo."""

from array import array
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from galaxies_asp import solve
from galaxies_asp.core.asp.rules import STANDARD
from galaxies_asp.core.board.grid import LATTICES
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.families.galaxies import sheet_of
from galaxies_asp.fast import kernel
from galaxies_asp.fast.covering import cover
from galaxies_asp.solving.many import results
from tests.support.boards import hostile_puzzle, random_puzzle, rectangles

SOLUTIONS = 20


def random_board(rng: Random) -> Puzzle:
    """Return a random board of any kind and lattice."""
    lattice = rng.choice([*LATTICES.values()])
    kind = rng.randrange(4)
    if kind == 0:
        return rectangles(rng)
    return (hostile_puzzle if kind == 1 else random_puzzle)(rng, lattice)


def ask_about_anything(rng: Random) -> bool:
    """Ask the kernel about numbers that may describe no board; return if they do."""
    width, height, dots = (rng.randint(1, 6) for _ in range(3))
    ways = rng.choice([4, 6])
    steps = [1, 0, -1, 0, 0, 1, 0, -1, 1, 1, -1, -1][: 2 * ways]
    places = [rng.randint(1, 2 * side - 1) for side in (width, height) * dots]
    numbers = array("i", [width, height, rng.randint(0, 1), ways, dots])
    numbers.extend([*steps, *places])
    cells = width * height
    for _ in range(rng.choice([0, 0, 1, 2])):
        wrong = rng.choice([0, -1, 5, 1 << 30, 2**31 - 1, -(2**31)])
        numbers[rng.randrange(len(numbers))] = wrong
        cells += rng.choice([0, 0, 1, -1])
    if not rng.randrange(8):
        del numbers[rng.randrange(len(numbers)) :]
    mask, walls = (
        bytes(rng.choices(values, k=cells)) if rng.randrange(2) else None
        for values in ((0, 1, 1, 1, 255), range(256))
    )
    try:
        found = kernel.Kernel(numbers, mask, walls)
    except (OverflowError, ValueError):
        return False
    with suppress(NoSolutionError):
        found.settle()
        found.search(rng.randint(0, 9), rng.randint(-5, 3000))
        cover(found.open_lists(), rng.randrange(6), 500)
        found.components(rng.randint(0, 3000))
        found.search(3, 300)
    return True


def differences(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the kernel and `grow.lp` find differently."""
    by_kernel = solve(puzzle, SOLUTIONS, rules="fast")
    expected = solve(puzzle, SOLUTIONS, rules="grow")
    if by_kernel.status != expected.status:
        yield f"{by_kernel.status}, not {expected.status}"
    if len(by_kernel.solutions) != len(expected.solutions):
        yield f"{len(by_kernel.solutions)} solutions, not {len(expected.solutions)}"
    elif by_kernel.complete and set(by_kernel.solutions) != set(expected.solutions):
        yield "other solutions"
    two = solve(puzzle, 2, rules="fast")
    (together,) = results([sheet_of(puzzle)], STANDARD, 2)
    if together and (together.solutions, together.complete) != (
        two.solutions,
        two.complete,
    ):
        yield "another answer in one call for many"
