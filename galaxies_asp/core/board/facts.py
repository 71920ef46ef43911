"""The predicates of the encodings, and the facts of a puzzle.

The same names stand in `encodings/galaxies/interface.lp`, which documents them. All
points are pairs of doubled coordinates.
"""

from collections.abc import Iterable, Iterator

from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.board.variants import RuleVariant, Variants

WIDTH = "width"
HEIGHT = "height"
LATTICE = "lattice"
CENTER = "center"
BLACK = "black"
HOLE = "hole"
GIVEN = "given"
SHOWN = "shown"
VARIANT = "variant"
INPUTS = (WIDTH, HEIGHT, LATTICE, CENTER, BLACK, HOLE, GIVEN, SHOWN, VARIANT)
FIELDS = {CENTER: "centers", BLACK: "black", HOLE: "holes", GIVEN: "walls"}
"""The fields of a puzzle with the points of predicates."""

GALAXY = "galaxy"
HIDDEN = "hidden"
OWN_RULES = "own_rules"
WALL = "wall"
OUTPUTS = (GALAXY, WALL)
OUTPUT_MEANING = (
    f"{GALAXY}(P,C), which would say that the cell P = (X,Y) belongs to the dot C; see "
    "encodings/README.md"
)
"""The output of an encoding, for messages about models without it."""

_FACTS_PER_LINE = 8


def outputs(variants: Variants) -> tuple[str, ...]:
    """Return the signatures of the output under variants of the rules."""
    more = {RuleVariant.HIDDEN_DOTS: HIDDEN, RuleVariant.LOOSE_WALLS: WALL}
    named = (f"{name}/1" for variant, name in more.items() if variant in variants)
    return f"{GALAXY}/2", *named


def program(puzzle: Puzzle) -> str:
    """Return the facts of the puzzle: the input of an encoding."""
    return "\n".join(input_lines(puzzle)) + "\n"


def input_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the facts of the puzzle, a few per line."""
    yield size(puzzle.width, puzzle.height)
    if puzzle.lattice != SQUARE:
        yield f"{LATTICE}({puzzle.lattice.name})."
    for name, field in FIELDS.items():
        points = getattr(puzzle, field)
        is_ordered = name == CENTER
        points = points if is_ordered else in_reading_order(points)
        yield from point_lines(name, points)
    if RuleVariant.HIDDEN_DOTS in puzzle.variants:
        yield from point_lines(SHOWN, puzzle.centers)
    yield from (
        f"{VARIANT}({atom_of(variant)})." for variant in sorted(puzzle.variants)
    )
    yield from wrapped([f"{clue}." for clue in puzzle.clues])


def atom_of(variant: RuleVariant) -> str:
    """Return the name of a variant in facts, which hold no hyphens."""
    return variant.replace("-", "_")


def size(width: int, height: int) -> str:
    """Return the facts about the size of a board."""
    return f"{WIDTH}({width}). {HEIGHT}({height})."


def point_lines(name: str, points: Iterable[Point]) -> Iterator[str]:
    """Yield one fact for each point, a few per line."""
    return wrapped([f"{name}(({x},{y}))." for x, y in points])


def wrapped(facts: list[str]) -> Iterator[str]:
    """Yield the facts, a few per line."""
    for first in range(0, len(facts), _FACTS_PER_LINE):
        yield " ".join(facts[first : first + _FACTS_PER_LINE])
