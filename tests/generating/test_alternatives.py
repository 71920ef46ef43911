"""Other solutions close to a known one, and the regions to replace because of them."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from support.collection import positions
from support.puzzles import SEVERAL, many_copies

from galaxies_asp import Puzzle
from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.puzzle import Solution
from galaxies_asp.fast.fixpoint import has_open_pairs
from galaxies_asp.generating import unique
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.generating.unique import Refiller
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


def refiller(seed: int, stride: int = 10) -> Refiller:
    chance = random.Random(seed)
    canvas = SimpleNamespace(steps=(1, -1, stride, -stride))
    growth: Any = SimpleNamespace(canvas=canvas, draw=chance.randrange)
    return Refiller(growth, LIMIT)


def test_regions_beside_a_region() -> None:
    regions = {n: [n] for n in (1, 10, 11, 12, 21, 22, 31)}
    assert refiller(0).around(regions, [11]) == {1, 10, 11, 12, 21}
    assert refiller(0).around(regions, [12, 31]) == {11, 12, 21, 22, 31}


def test_places_are_apart_and_few() -> None:
    regions = {n: [n] for n in range(0, 400, 2)}
    totals = list(regions)
    most = 0
    for seed in range(20):
        places = refiller(seed).places_among(regions, totals)
        joined = [total for place in places for total in place]
        assert len(joined) == len(set(joined))
        most = max(most, len(places))
    assert 1 < most < len(totals) / 10
    assert len(refiller(0).places_among(regions, totals[:1])) == 1


def test_regions_get_smaller_each_time_they_are_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    means = []

    def fill(cells: list[int], mean: float) -> dict[int, list[int]]:
        means.append(mean)
        return {cells[0]: cells}

    chance = random.Random(0)
    canvas = SimpleNamespace(
        steps=(1, -1, 10, -10), with_images=lambda _, totals: totals, part=list
    )
    monkeypatch.setattr(unique, "alternatives", lambda *_: SimpleNamespace(unique=True))
    growth: Any = SimpleNamespace(canvas=canvas, draw=chance.randrange, fill=fill)
    refill = Refiller(growth, LIMIT)
    regions = {1: [1, 2, 3, 4, 5, 6]}
    for _ in range(4):
        regions = refill.refill(regions, {1})
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == 4


def test_a_search_that_finds_nothing_proves_that_there_is_one_solution() -> None:
    searched = 0
    for position in positions(data_folder("puzzles") / "random-hard-12x12.txt")[:3]:
        (known,) = solve(position.puzzle).solutions
        check(known, [])
        searched += has_open_pairs(position.puzzle)
    assert searched
