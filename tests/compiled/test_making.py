"""The maker in C: any recipe, the same puzzles with every compiler."""

import ctypes
import random
import subprocess
from array import array
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from support.marks import NEEDS_LIBRARY

from galaxies_asp.compiled import library
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import HEXAGONAL, SQUARE
from galaxies_asp.core.board.patterns import PATTERNS, Pattern, orbits
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.explaining.answers.grading import GRADES, outline
from galaxies_asp.explaining.words.levels import Level
from galaxies_asp.generating import maker
from galaxies_asp.generating.maker import Maker
from galaxies_asp.generating.making import make
from galaxies_asp.generating.recipe import OR_HARDER, Recipe, Style, hexagonal_shape
from galaxies_asp.notation import write

pytestmark = NEEDS_LIBRARY

RECIPES = [
    Recipe(7, 7),
    Recipe(10, 10, grade="very easy", style=Style(mean_size=2)),
    Recipe(8, 8, grade="hard"),
    Recipe(8, 8, grade="very hard"),
    Recipe(9, 7, holes=6, black=0.5, style=Style(pattern="both-ways")),
    Recipe(5, 5, shape=hexagonal_shape(3), lattice=HEXAGONAL, dots=(4, 6)),
    Recipe(13, 13, style=Style(mean_size=6, spread=1.3, wiggliness=0.31, singles=0.1)),
]


HARD = [("tricky", 8), ("hard", 8), ("very hard", 10), ("tricky", -4), ("hard", -4)]
"""Grades and sides; of hexagons the negative number of steps."""


TRAPS = "-fsanitize=undefined -fsanitize-undefined-trap-on-error"
"""What has no defined meaning, as an entry behind the last one, ends the process."""


def puzzles() -> list[object]:
    return [
        Maker(recipe).make(f"{number}", number)
        for recipe in RECIPES
        for number in range(3)
    ]


def test_equal_seeds_make_the_puzzles_of_this_version(
    golden: Callable[[str, str], None],
) -> None:
    hexagons = Recipe(9, 9, shape=hexagonal_shape(5), lattice=HEXAGONAL)
    larger = hexagons, Recipe(15, 15)  # from some size on, shapes are polished
    made = [
        *puzzles(),
        *(Maker(one).make(f"{n}", n) for one in larger for n in range(3)),
    ]
    texts = (write(one.position(), "json") for one in made if isinstance(one, Solution))
    golden("made.jsonl", "".join(texts))


@pytest.mark.slow
@pytest.mark.parametrize(
    "compiler", [f"gcc -O0 {TRAPS}", "gcc -O2 -march=native", "clang -O3"]
)
def test_every_compiler_makes_the_same(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = puzzles()
    folder, built = Path(library.__file__).parent, tmp_path / "maker.so"
    sources = (
        folder / f"{name}.c"
        for name in ("kernel", "division", "proof", "grading", "forms", "making")
    )
    command = [*compiler.split(), "-shared", "-fPIC", "-o", built, *sources]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip(f"there is no {compiler.split()[0]}")
    other, known = ctypes.CDLL(str(built)), library.library()
    for name in ("galaxies_maker", "galaxies_make", "galaxies_end"):
        function = getattr(other, name)
        function.restype = getattr(known, name).restype
        function.argtypes = getattr(known, name).argtypes
    monkeypatch.setattr(maker, "library", lambda: other)
    assert puzzles() == expected


@pytest.mark.parametrize(
    ("grade", "side"),
    [
        *(("very easy", 7), ("easy", 7), ("moderate", 7)),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in HARD),
    ],
)
def test_levels_are_those_of_grading(grade: str, side: int) -> None:
    """The library decides levels as `outline` does, on squares and on hexagons."""
    width, shape, lattice = side, None, SQUARE
    if side < 0:
        width, shape, lattice = -2 * side - 1, hexagonal_shape(-side), HEXAGONAL
    maker = Maker(Recipe(width, width, grade=grade, shape=shape, lattice=lattice))
    for number in range(4):
        made = maker.make(f"{number}", number)
        assert made is not None
        assert GRADES[outline(made.puzzle, solution=made).level] == grade


@pytest.mark.parametrize("side", [7, pytest.param(-4, marks=pytest.mark.slow)])
def test_puzzles_above_moderate_have_any_such_grade(side: int) -> None:
    width, shape, lattice = side, None, SQUARE
    if side < 0:
        width, shape, lattice = -2 * side - 1, hexagonal_shape(-side), HEXAGONAL
    recipe = Recipe(width, width, grade=OR_HARDER, shape=shape, lattice=lattice)
    levels = set()
    for index in range(12):
        made = make(recipe, index)
        assert made.grade is None
        levels.add(outline(made.solution.puzzle, solution=made.solution).level)
    assert min(levels) > Level.CUT_OFF
    assert len(levels) > 1


@pytest.mark.parametrize("number", [0, 13, 16])
def test_crossings_are_seen_wherever_the_outline_begins(number: int) -> None:
    """Without some of them, hard puzzles would be made for very hard ones."""
    hexagon = hexagonal_shape(4)
    recipe = Recipe(7, 7, grade="very hard", shape=hexagon, lattice=HEXAGONAL)
    made = Maker(recipe).make(f"{number}", number)
    level = None if made is None else outline(made.puzzle, solution=made).level
    assert level is None or GRADES[level] == "very hard"


@pytest.mark.parametrize("pattern", PATTERNS[1:])
def test_holes_lie_in_a_pattern_where_there_is_room(pattern: Pattern) -> None:
    side = 3
    images = orbits(side, side, pattern)
    cells = Puzzle(side, side).cells()
    sizes = Counter(images[cell] for cell in cells).values()
    sums = {sum(some) for n in range(10) for some in combinations(sizes, n)}
    for holes, number in product(range(side * side), range(6)):
        maker = Maker(Recipe(side, side, holes=holes, style=Style(pattern=pattern)))
        with nullcontext() if holes in sums else pytest.raises(OptionError):
            maker.make(f"{number}", number)


def drawn_recipe(rng: random.Random) -> tuple["array[int]", bytes]:
    """Return the numbers of a recipe, often of none, and colors of its cells."""
    width, height, hexagons = rng.randint(1, 9), rng.randint(1, 9), rng.random() < 0.2
    steps = [1, 0, -1, 0, 0, 1, 0, -1, *[-1, 1, 1, -1] * hexagons]
    least, colors = rng.choice([0, 0, rng.randint(1, 81)]), rng.choice([(1,), range(5)])
    share = lambda: rng.choice([0, 1 << 16, rng.randrange(1 << 16)])  # noqa: E731
    numbers: list[Any] = [
        *(width, height, not hexagons, 6 if hexagons else 4, rng.randrange(8)),
        *(
            rng.choice([0, 0, rng.randint(0, 81)]),
            least,
            least and rng.randint(least, 99),
        ),
        *(rng.randint(1 << 16, 10 << 16), 2 * share(), *(share() for _ in range(3))),
        *(rng.randint(0, 3), rng.randint(0, 3), share(), share()),
        *(rng.randrange(2), rng.randrange(6), *steps),
    ]
    if rng.random() < 0.2:
        numbers[rng.randrange(len(numbers))] = rng.choice(
            [-1, 0, 7, -(1 << 31), 1 << 30]
        )
    cells = bytes(rng.choice(colors) for _ in range(width * height))
    return array("i", numbers), cells


@pytest.mark.parametrize("seed", range(60))
def test_any_recipe_makes_a_puzzle_or_none(seed: int) -> None:
    rng, functions = random.Random(seed), library.library()
    assert functions is not None
    numbers, cells = drawn_recipe(rng)
    if numbers[0] * numbers[1] != len(cells):
        numbers[0], numbers[1] = -5, 1
    made = functions.galaxies_maker(numbers.tobytes(), len(numbers), cells)
    if not made:
        return
    dots = (ctypes.c_int32 * (3 * len(cells)))()
    labels = (ctypes.c_int32 * len(cells))()
    number = functions.galaxies_make(*(made, seed, seed, 3, 1000, None, dots, labels))
    functions.galaxies_end(made)
    assert number == -3 or 0 <= number <= len(cells)
    if number > 0:
        used = {label for label in labels if label >= 0}
        assert used == set(range(number))
        assert sum(label < 0 for label in labels) == cells.count(0) + numbers[5]
