"""The printed grid: the boxes and letters of `boxes`, read and written.

Anything around a grid is skipped: rulers, titles, prose. A text may hold several grids,
below and beside each other. Where a puzzle is followed by a grid with the same dots and
something drawn on it, the two are one position; a puzzle beside itself counts once.

Read are the middles of cells and edges; junctions say nothing new. A light line may
have any dashes or be left out. A dot on an edge means that there is no wall. Heavy
lines inside are drawn walls, never given ones.

If a cell shows the letter of a region, the grid has labels, and every dot needs a
character of its own. A digit or a symbol then stands for a dot and for its region: it
is the dot if it is on an edge or a vertex, or else in the middle of all cells with it.
The cells marked `·` belong to some dot without a letter; where there are any, the
labels are left to the walls. If no cell shows a letter, every character is a dot.

The dots are numbered in the order of `DOT_GLYPHS`, or, if one has another character, in
reading order. Letters do not tell black dots from white ones: these are all white.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import cell_at, describe
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.boxes import draw
from galaxies_asp.notation.reading import reject

if TYPE_CHECKING:
    from galaxies_asp.notation.grid_letters import Grid

_TOP = re.compile("┏(?:━[━┯┳])*━┓")


def recognizes(text: str) -> bool:
    """Tell whether some line holds the top border of a grid."""
    return _TOP.search(text) is not None


def write(position: Position) -> str:
    """Draw the position with letters, inner lines and rulers.

    Raises `NotationError` if the position does not follow from what the grid would
    show.
    """
    reject(position.puzzle, "a printed grid", holes=False, walls=True)
    text = "\n".join(draw(position)) + "\n"
    try:
        (shown,) = read(text)
    except NotationError as error:
        message = f"a printed grid cannot express this position: {error.message}"
        raise NotationError(message) from None
    _check_shown(position, shown)
    return text


def _check_shown(position: Position, shown: Position) -> None:
    """Raise NotationError unless `shown`, read from the grid, is the position.

    The labels may be missing: then no cell has a letter, or not all dots do.
    """
    fault = ""
    if _unordered(position.puzzle) != _unordered(shown.puzzle):
        fault = "which characters are dots"
    elif position.inner_walls() != shown.inner_walls():
        wall = min(position.inner_walls() ^ shown.inner_walls())
        fault = f"that a wall is drawn across the dot on {describe(wall)}"
    elif position.labels is not None and shown.labels is not None:
        wrong = (position.labels != shown.labels).nonzero()
        if len(wrong[0]):
            row, column = (int(place[0]) for place in wrong)
            cell = describe(cell_at(column, row))
            fault = f"that {cell} does not belong to the dot in it"
    if fault:
        raise NotationError(f"a printed grid cannot show {fault}")


def _unordered(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle without what the letters of its dots tell."""
    return replace(puzzle, centers=tuple(sorted(puzzle.centers)), black=frozenset())


def read(text: str) -> list[Position]:
    """Read all grids in the text; errors name line and column."""
    # Only printed grids as input need numpy.
    from galaxies_asp.notation.grid_letters import find_grids, position_of

    grids = find_grids(text.splitlines())
    if not grids:
        raise NotationError("the text has no top border of a grid ('┏━┯━┓')")
    positions: list[Position] = []
    waiting: Grid | None = None  # a puzzle that the next grid may be an attempt at
    for grid in grids:
        position = position_of(grid)
        if waiting and _continues(positions[-1], position, waiting.line == grid.line):
            positions[-1] = position
            waiting = None
        else:
            positions.append(position)
            waiting = None if position.is_attempt else grid
    return positions


def _continues(first: Position, second: Position, beside: bool) -> bool:
    """Tell whether `second` shows the puzzle `first` again."""
    if not (second.is_attempt or beside):
        return False
    return _unordered(first.puzzle) == _unordered(second.puzzle)
