"""The sentences of explanations, as they were read and found right."""

from collections.abc import Callable, Iterator

import pytest
from support.puzzles import IDP_5X5

from galaxies_asp.core.board.grid import inner_edges
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.explaining import Finished, Step, explain, figure, hint, walkthrough
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.notation import parse
from galaxies_asp.solving.search import solve

ALL_TECHNIQUES = (
    *("7x7:dgpleqvijtziaf", "7x7:bgsgqbzbfxxfzb", "7x7:orewfekwedbozdg"),
    *(
        "10x10:ahfkzeuddzkcedzghzzeyfdzyinkjd",
        "12x12:jzbizqzzuzegzzzzzigkysftenzidegzaf",
    ),
)
"""Puzzles whose walkthroughs say almost all that walkthroughs can say."""
SEVEN = parse(ALL_TECHNIQUES[1])


@pytest.mark.slow
def test_steps_in_words(golden: Callable[[str, str], None]) -> None:
    lines = []
    for text in ALL_TECHNIQUES:
        for step in walkthrough(parse(text)).steps:
            lines += figure(step).lines()
    golden("steps.txt", "\n".join(lines))


def by_walls(puzzle: Puzzle) -> Iterator[Figure]:
    """Yield the hints from one wall to all of them."""
    (solution,) = solve(puzzle).solutions
    walls = frozenset(sorted(solution.walls)[:1])
    while isinstance(step := hint(Position(puzzle, walls)), Step):
        yield figure(step)
        walls |= {*step.walls}


@pytest.mark.slow
def test_steps_about_walls(golden: Callable[[str, str], None]) -> None:
    lines = [line for shown in by_walls(IDP_5X5) for line in shown.lines(Figure.text)]
    lines += [line for shown in by_walls(SEVEN) for line in shown.lines()]
    golden("steps-about-walls.txt", "\n".join(lines))


@pytest.mark.slow
def test_steps_about_some_walls_and_regions(golden: Callable[[str, str], None]) -> None:
    walls = sorted(solve(SEVEN).solutions[0].walls)
    lines = []
    for number, position in enumerate(walkthrough(SEVEN).positions()):
        between = position.inner_walls() if number % 3 else set()
        drawn = Position(SEVEN, {*walls[number % 5 :: 7], *between}, position.labels)
        found = hint(drawn)
        assert isinstance(found, Step | Finished)
        lines += figure(found).lines(Figure.text)
    golden("steps-with-walls.txt", "\n".join(lines))


@pytest.mark.slow
def test_reasons_for_cells_and_edges(golden: Callable[[str, str], None]) -> None:
    lines = []
    for at in [*SEVEN.cells(), *inner_edges(7, 7)][::6]:
        reason = explain(Position(SEVEN), at)
        assert reason is not None
        lines += figure(reason).lines()
    golden("reasons.txt", "\n".join(lines))
