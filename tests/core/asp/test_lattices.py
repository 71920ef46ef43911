"""Every encoding and part on hexagons and on squares with holes, as brute force has it.

What is about squares only is refused on hexagons.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest
from oracles import hexagons
from oracles.galaxies import answers
from support.mixes import MEMBERS
from support.random_puzzles import drawn, random_puzzle

from galaxies_asp import Point, Puzzle, PuzzleError, solve
from galaxies_asp.core.asp.encodings import BUILT_IN, ON_SQUARES, bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.symbols import points_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.grid import HEXAGONAL, LATTICES, Lattice, hexagon
from galaxies_asp.core.board.variants import ON_ALL_LATTICES, RuleVariant

ENCODINGS = [*BUILT_IN, *MEMBERS]


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_holes_and_given_walls(encoding: str, lattice: Lattice) -> None:
    rng = Random(f"{encoding} {lattice}")
    for _ in range(4):
        puzzle = random_puzzle(rng, lattice, 0)
        if lattice == HEXAGONAL and ON_SQUARES.intersection(encoding.split("+")):
            with pytest.raises(EncodingError, match="states rules of square cells"):
                solve(puzzle, 0, rules=encoding)
            continue
        found = solve(puzzle, 0, rules=encoding).solutions
        assert Counter(map(drawn, found)) == Counter(answers(puzzle))


@pytest.mark.parametrize("variant", sorted({*RuleVariant} - ON_ALL_LATTICES))
def test_variants_of_squares_are_refused_on_hexagons(variant: RuleVariant) -> None:
    board = Puzzle(2, 2, [(2, 2)], lattice=HEXAGONAL)
    message = f"the variant '{variant}' is one of square cells"
    with pytest.raises(PuzzleError, match=message):
        solve(board, rules=f"auto+{variant}")
    with pytest.raises(PuzzleError, match=message):
        Puzzle(2, 2, [(2, 2)], lattice=HEXAGONAL, variants=[variant])


_HEXAGON = Puzzle(*hexagon(2), lattice=HEXAGONAL)
_PARALLELOGRAM = Puzzle(3, 2, lattice=HEXAGONAL)
_WITH_A_HOLE = Puzzle(3, 3, holes=[(3, 3)], lattice=HEXAGONAL)


def _models(encoding: str, board: Puzzle) -> list[dict[str, list[Any]]]:
    """Return the dots and walls of the models of an encoding of boards."""
    program = Program(["0"], bundled(f"boards/{encoding}.lp"), optimizes=True)
    program.add(facts.program(board))
    program.add("#show galaxy/2. #show dot/1. #show wall/1.")
    program.ground()
    models = []
    for model in program.models():
        atoms: dict[str, list[Any]] = {name: [] for name in ("galaxy", "dot", "wall")}
        for symbol in model.symbols(shown=True):
            atoms[symbol.name].append(points_of(symbol))
        models.append(atoms)
    return models


@pytest.mark.parametrize("board", [_HEXAGON, _PARALLELOGRAM, _WITH_A_HOLE])
def test_boards_of_hexagons(board: Puzzle) -> None:
    cells = frozenset((x, y) for x, y in board.cells())
    known = hexagons.all_boards(cells)
    divisions = [(dots, one) for dots, some in known.items() for one in some]
    found = []
    for model in _models("galaxies-boards", board):
        regions: dict[Point, set[Point]] = {}
        for cell, dot in model["galaxy"]:
            regions.setdefault(dot, set()).add(cell)
        found.append((frozenset(regions), frozenset(map(frozenset, regions.values()))))
    assert Counter(found) == Counter(divisions)
    fewest = min(len(dots) for dots in known)
    *_, cover = _models("cover", board)
    assert len(cover["dot"]) == fewest
    *_, bound = _models("cover-bound", board)
    assert 1 <= len(bound["dot"]) <= fewest
