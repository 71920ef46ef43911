"""All rows: Galaxies with lattices, holes, variants and clues; other families."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from galaxies_asp.core.board.grid import HEXAGONAL, SQUARE
from galaxies_asp.core.board.variants import ON_ALL_LATTICES, RuleVariant, Variants
from tests.harness.matrix import families, more_folders
from tests.harness.matrix.board import Row
from tests.harness.matrix.galaxies import GalaxiesRow

STARS = Path(__file__).with_name("stars.lp")
"""An encoding with a declared clue, to be added to another one."""

_HIDDEN, _LOOSE = RuleVariant.HIDDEN_DOTS, RuleVariant.LOOSE_WALLS
_BLACK = RuleVariant.BLACK_HOLES


def rows() -> Iterator[Row]:
    """Yield all rows."""
    all_pages = ("auto", "fast", "grow", "assign", "idp", "choice+pair+level", "walls")
    plain: Variants = frozenset()
    yield GalaxiesRow("squares", (SQUARE, plain), encodings=all_pages)
    yield GalaxiesRow("holes", (SQUARE, plain), holes=True, encodings=all_pages)
    yield GalaxiesRow("hexagons", (HEXAGONAL, plain), encodings=all_pages)
    yield GalaxiesRow(
        "declared clues",
        (SQUARE, plain),
        clues=("star",),
        rules=f"grow+{STARS}",
        encodings=tuple(f"{one}+{STARS}" for one in ("grow", "choice", "growth+pair")),
    )
    unrepaired = {"repair": "puzzles with hidden dots are not repaired"}
    clues = {_BLACK: ("black_cells",), _HIDDEN: ("hidden_dots",)}
    for variant in RuleVariant:
        without = unrepaired if variant is _HIDDEN else {}
        kinds = [(SQUARE, frozenset({variant}))]
        if variant in ON_ALL_LATTICES:
            kinds.append((HEXAGONAL, frozenset({variant})))
        yield GalaxiesRow(variant, *kinds, without=without)
        if known := clues.get(variant):
            yield GalaxiesRow(known[0], kinds[0], clues=known, without=without)
    pairs = [
        (SQUARE, frozenset(pair))
        for pair in combinations(RuleVariant, 2)
        if set(pair) != {RuleVariant.TOROIDAL, _LOOSE}  # no encoding states both
    ]
    yield GalaxiesRow("pairs of variants", *pairs, (HEXAGONAL, ON_ALL_LATTICES))
    yield from families.rows()
    yield from more_folders.rows()
