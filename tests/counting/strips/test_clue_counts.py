"""Whole boards, enumerated by clingo, against the counts of the strips."""

from itertools import product
from pathlib import Path

import clingo
import pytest
from stars_on_squares import count_squares
from support.marks import slow_if

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.counting.strips.matrix import terms
from galaxies_asp.counting.strips.rules import (
    Rings,
    Stars,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore


def models(name: str, facts: str, **constants: int) -> int:
    """Count the models of an encoding, which must say nothing in its log."""
    log: list[str] = []
    options = ["0", *(f"--const={key}={value}" for key, value in constants.items())]
    control = clingo.Control(options, logger=lambda _, message: log.append(message))
    path = data_folder("encodings") / "families" / name / "encoding.lp"
    if name == "two-not-touch":
        path = Path(__file__).parents[2] / "oracles" / "two-not-touch.lp"
    control.load(str(path))
    control.add("base", [], facts)
    control.ground()
    result = control.solve()
    assert result.exhausted
    assert log == []
    return int(control.statistics["summary"]["models"]["enumerated"])


def size(rows: int, columns: int) -> str:
    return f"width({columns}). height({rows}). "


def small(cells: int) -> list[tuple[int, int]]:
    sizes = product(range(1, 8), range(1, 8))
    return [(r, c) for r, c in sizes if r * c <= cells]


def on_strip(sweep: Sweep, columns: int) -> int:
    return terms(explore(sweep), columns + 1)[columns]


@pytest.mark.parametrize(("rows", "columns"), small(30))
def test_ring_ring(rows: int, columns: int) -> None:
    found = models("ring-ring", size(rows, columns))
    assert found == on_strip(Rings(rows), columns)


@pytest.mark.parametrize(("rows", "columns"), small(20))
def test_circuit_board(rows: int, columns: int) -> None:
    found = models("circuit-board", size(rows, columns))
    assert found == on_strip(Trees(rows), columns)


@pytest.mark.parametrize(("rows", "columns"), [(3, 10), (5, 6), (6, 5), (4, 7)])
def test_larger_circuit_board(rows: int, columns: int) -> None:
    found = models("circuit-board", size(rows, columns))
    assert found == on_strip(Trees(rows), columns)


@pytest.mark.parametrize("way", [(), ("vertical",), ("horizontal", "rising")])
@pytest.mark.parametrize(("rows", "columns"), small(12))
def test_stars_in_every_column(rows: int, columns: int, way: tuple[str, ...]) -> None:
    ways = {"vertical", "horizontal", "falling", "rising"}
    allowed = " ".join(f"allowed({one})." for one in sorted(ways - set(way)))
    found = models("two-not-touch", size(rows, columns) + "unlimited(row). " + allowed)
    assert found == on_strip(Stars(rows, 2, frozenset(way)), columns)


@pytest.mark.parametrize("side", range(1, 10))
def test_squares(side: int) -> None:
    assert models("two-not-touch", size(side, side)) == count_squares(side, 2)
    if side < 8:
        found = models("two-not-touch", size(side, side), stars=1)
        assert found == count_squares(side, 1)


# Clues --------------------------------------------------------------------------------


@pytest.mark.parametrize("stars", slow_if(lambda stars: stars > 3, range(1, 5)))
def test_smallest_squares_with_stars(stars: int) -> None:
    """The theorem in docs/strips.md: two boards of side 4k, and none below."""
    for side in range(2, 4 * stars):
        assert (
            models(
                "two-not-touch",
                size(side, side) + "unlimited(region). ",
                stars=stars,
            )
            == 0
        )
    side = 4 * stars
    assert (
        models("two-not-touch", size(side, side) + "unlimited(region). ", stars=stars)
        == 2
    )


def test_black_cells_are_not_visited() -> None:
    # There is one ring around a black cell in the middle.
    assert models("ring-ring", size(3, 3) + "black((3,3)).") == 1
    assert models("ring-ring", size(3, 3) + "black((1,1)).") == 0


def test_given_edges() -> None:
    board = size(3, 6)
    edges = [(x, y) for x in range(1, 12) for y in range(1, 6) if (x + y) % 2]
    each = [models("circuit-board", board + f"given(({x},{y})).") for x, y in edges]
    # Each of the 10 boards has 17 edges.
    assert sum(each) == 10 * 17


def test_regions() -> None:
    board = size(4, 4)
    quarters = " ".join(
        f"region(({2 * x + 1},{2 * y + 1}),{2 * (y // 2) + x // 2})."
        for x in range(4)
        for y in range(4)
    )
    assert models("two-not-touch", board, stars=1) == 2
    assert models("two-not-touch", board + quarters, stars=1) == 2
    corner = "region((3,1),a). region((7,3),a)."
    assert models("two-not-touch", board + corner, stars=1) == 0
