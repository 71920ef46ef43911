"""Other solutions close to a known one, and the regions to replace because of them."""

import random

import numpy as np
import pytest
from support.collection import positions
from support.puzzles import SEVERAL, many_copies

from galaxies_asp import Puzzle
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.fast.bitboard import places
from galaxies_asp.fast.fixpoint import has_open_pairs
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.generating.canvas import Canvas, Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.recipe import Style
from galaxies_asp.generating.steer import Refiller
from galaxies_asp.solving.search import solve

LIMIT = 10**6


def check(known: Solution, others: list[Solution]) -> None:
    """Compare the places with all other solutions."""
    found = alternatives(known, LIMIT)
    assert not found.undecided
    assert found.unique == (not others)
    in_places = [dot for place in found.places for dot in place]
    assert len(in_places) == len(set(in_places)), "no dot is in two places"
    differing = []
    for other in others:
        differs = known.labels != other.labels
        dots = set(known.labels[differs]) | set(other.labels[differs])
        differing.append(dots)
        assert not dots.isdisjoint(in_places)
    for place in found.places:
        assert any(dots <= place for dots in differing), "a place of its own"


@pytest.mark.parametrize("puzzle", [*SEVERAL[:2], SEVERAL[2]])
def test_places_are_those_of_all_other_solutions(puzzle: Puzzle) -> None:
    solutions = list(solve(puzzle, 0).solutions)
    for known in solutions[:4]:
        check(known, [one for one in solutions if one != known])


def test_each_component_has_a_place() -> None:
    puzzle = many_copies(2, 1)
    (known,) = solve(puzzle, 1).solutions
    half = len(puzzle.centers) // 2
    left = {n for n, dot in enumerate(puzzle.centers) if dot.x < puzzle.width}
    assert len(left) == half
    found = alternatives(known, LIMIT)
    assert not found.undecided
    assert any(place <= left for place in found.places)
    assert any(place.isdisjoint(left) for place in found.places)
    assert all(place <= left or place.isdisjoint(left) for place in found.places)


def test_without_conflicts_nothing_is_proven() -> None:
    puzzle = many_copies(2, 1)
    (known,) = solve(puzzle, 1).solutions
    assert not alternatives(known, 0).unique


def refiller(canvas: Canvas, seed: int = 0) -> Refiller:
    return Refiller(Growth(canvas, Style(), random.Random(seed)), LIMIT)


def singles(side: int) -> tuple[Canvas, Regions]:
    """Return a board on which each cell is a region, by twice the cell."""
    canvas = Canvas(np.ones((side, side), dtype=np.uint8))
    return canvas, {2 * cell: 1 << cell for cell in places(canvas.cells)}


def test_regions_beside_a_region() -> None:
    canvas, regions = singles(4)
    named = {
        (x, y): 2 * (x + y * canvas.board.stride) for x in range(4) for y in range(4)
    }
    around = canvas.around(regions, [named[1, 1]])
    assert around == {named[at] for at in ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))}
    del regions[named[1, 0]]
    around = canvas.around(regions, [named[0, 0], named[3, 3]])
    assert around == {named[at] for at in ((0, 0), (0, 1), (3, 3), (2, 3), (3, 2))}


def test_places_are_apart_and_few() -> None:
    canvas, regions = singles(14)
    totals = list(regions)
    most = 0
    for seed in range(20):
        found = refiller(canvas, seed).places_among(regions, totals)
        joined = [total for place in found for total in place]
        assert len(joined) == len(set(joined))
        most = max(most, len(found))
    assert 1 < most < len(totals) / 10
    assert len(refiller(canvas).places_among(regions, totals[:1])) == 1


def test_regions_get_smaller_each_time_they_are_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    canvas = Canvas(np.ones((1, 6), dtype=np.uint8))
    whole = {5: canvas.cells}
    means = []

    def fill(self: Growth, cells: int, mean: float) -> Regions:
        means.append(mean)
        return whole

    monkeypatch.setattr(Growth, "fill", fill)
    refill = refiller(canvas)
    for _ in range(4):
        refill.refill(whole, {5})
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == 4


def test_a_search_that_finds_nothing_proves_that_there_is_one_solution() -> None:
    searched = 0
    for position in positions(data_folder("puzzles") / "random-hard-12x12.txt")[:3]:
        (known,) = solve(position.puzzle).solutions
        check(known, [])
        searched += has_open_pairs(position.puzzle)
    assert searched
