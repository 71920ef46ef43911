"""All notations: what a position holds is written, refused, or named as left out."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import drawn_positions

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.notation import Content, contents_of
from galaxies_asp.families.galaxies import sheet_of
from galaxies_asp.notation import NOTATIONS, by_name, omitted, parse_all, write

WRITABLE = [notation.name for notation in NOTATIONS if notation.writable]
NAMES = st.sampled_from(["", "a name"])


@st.composite
def anything(draw: st.DrawFn) -> Position:
    """Draw a position with dots in any order, names, walls and labels."""
    position = draw(drawn_positions())
    puzzle = position.puzzle
    order = draw(st.permutations(range(len(puzzle.centers))))
    named = replace(
        puzzle,
        centers=tuple(puzzle.centers[i] for i in order),
        name=draw(NAMES),
        source=draw(NAMES),
    )
    return Position(named, position.walls or None, position.labels)


def found_parts(given: Position, found: Position) -> set[Content]:
    """Return the parts that the second position has in common with the first."""
    one, other = given.puzzle, found.puzzle
    same = {
        Content.NAME: one.name == other.name,
        Content.SOURCE: one.source == other.source,
        Content.ORDER: one.centers == other.centers,
        Content.COLORS: one.black == other.black,
        Content.HOLES: one.holes == other.holes,
        Content.GIVEN: one.walls == other.walls,
        Content.WALLS: given.inner_walls() == found.inner_walls(),
        Content.JUNCTIONS: (given.walls or set()) <= (found.walls or set()),
        Content.LABELS: dots_of(given) == dots_of(found),
    }
    return {part for part, equal in same.items() if equal}


def dots_of(position: Position) -> list[list[Point | None]] | None:
    """Return the dots of the cells, whatever their numbers."""
    if position.labels is None:
        return None
    return [
        [None if label < 0 else position.puzzle.centers[label] for label in row]
        for row in position.labels
    ]


@pytest.mark.parametrize("notation", WRITABLE)
@given(position=anything())
def test_nothing_is_lost_silently(notation: str, position: Position) -> None:
    left_out = set(omitted(position, notation))
    try:
        text = write(position, notation)
    except NotationError:
        assert left_out or notation == "grid"  # which shows no wall across a dot
        return
    (found,) = parse_all(text, notation)
    assert set(found.puzzle.centers) == set(position.puzzle.centers)
    assert contents_of(position) - found_parts(position, found) <= left_out


def test_each_part_is_lost_somewhere() -> None:
    held = [by_name(name).holds for name in WRITABLE]
    for part in Content:
        assert any(part in holds for holds in held), part
    board = Puzzle(2, 1, ((3, 1), (1, 1)), black={(1, 1)}, name="pair")
    attempt = Position(board, None, np.array([[1, 0]]))
    assert omitted(attempt, "puzzlink") == [
        *(Content.NAME, Content.ORDER, Content.WALLS, Content.LABELS),
    ]
    assert omitted(attempt, "json") == []


def test_black_cells_are_walled_off_in_drawings() -> None:
    """Labels that are a solution say which cells are black; other ones do not."""
    dots, variants = [(1, 1), (5, 1)], frozenset({RuleVariant.BLACK_HOLES})
    puzzle = Puzzle(3, 1, dots, variants=variants)
    for labels, walls in (
        ([[0, NO_DOT, 1]], {(2, 1), (4, 1)}),
        ([[0, NO_DOT, NO_DOT]], {(2, 1), (4, 1)}),  # the last cell is that of a dot
        ([[0, 0, NO_DOT]], set()),
    ):
        sheet = sheet_of(Position(puzzle, labels=labels))
        lost = Content.LABELS in sheet.omitted("drawing")
        assert lost != bool(walls)
        (back,) = parse_all(sheet.written("drawing"))
        assert back.inner_walls() == walls
