"""The rules of Ring-Ring, 2-Not-Touch and Circuit Board in plain Python.

Each broken rule is a kind of its own, and names the cells where it is broken.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from galaxies_asp.core.board.grid import Point, cell_name, reachable
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.counting.strips.lines import STEPS, lines_of
from galaxies_asp.families.clue_puzzles.board import (
    BLACK,
    STAR,
    STRANDS,
    ClueBoard,
    beside,
)


class ClueRule(StrEnum):
    """The rules, named by how they are broken."""

    NO_ATTEMPT = "no attempt"
    LOOSE_END = "loose end"
    RING_ON_BLACK_CELL = "ring on a black cell"
    UNVISITED_CELL = "unvisited cell"
    MEETING_RINGS = "meeting rings"
    RING_WITH_MORE_CORNERS = "ring with more than four corners"
    MISSING_EDGE = "missing edge"
    WRONG_NUMBER_OF_EDGES = "wrong number of edges"
    DISCONNECTED_DOT = "disconnected dot"
    LOOP = "loop"
    WRONG_NUMBER_OF_STARS = "wrong number of stars"
    TOUCHING_STARS = "touching stars"


def verify(board: ClueBoard) -> list[Violation]:
    """Return what is wrong with the attempt; nothing if it is right.

    A puzzle without an attempt has one fault.
    """
    if board.attempt is None:
        return [Violation(ClueRule.NO_ATTEMPT, (), "nothing is drawn")]
    if board.kind == "two-not-touch":
        return list(_stars(board))
    rules = _rings if board.kind == "ring-ring" else _tree
    loose = [
        _at(ClueRule.LOOSE_END, cell, "a line ends at the side of the cell")
        for cell in board.loose_ends()
    ]
    return loose or list(rules(board))


def _at(kind: ClueRule, cell: Point, message: str) -> Violation:
    return Violation(kind, (cell,), f"{message} in {cell_name(cell)}")


def _rings(board: ClueBoard) -> Iterator[Violation]:
    for cell, sum_ in board.lines.items():
        is_black = board.clue_of[cell] == BLACK
        if is_black and sum_:
            yield _at(ClueRule.RING_ON_BLACK_CELL, cell, "a ring visits the black cell")
        elif not is_black and not sum_:
            yield _at(ClueRule.UNVISITED_CELL, cell, "no ring visits the cell")
        elif sum_ not in STRANDS:
            yield _at(ClueRule.MEETING_RINGS, cell, "rings meet")
    for corners in board.rings() or ():
        if len(corners) != 4:
            message = f"the ring has {len(corners)} corners, the first"
            yield _at(ClueRule.RING_WITH_MORE_CORNERS, corners[0], message)


def _tree(board: ClueBoard) -> Iterator[Violation]:
    lines = board.lines
    for cell, sum_ in lines.items():
        if lines_of(board.clue_of[cell]) & ~sum_:
            yield _at(ClueRule.MISSING_EDGE, cell, "a given edge is missing at the dot")
        if (edges := sum_.bit_count()) not in (1, 3):
            message = f"{edges} edges, not 1 or 3, end at the dot"
            yield _at(ClueRule.WRONG_NUMBER_OF_EDGES, cell, message)
    reached = reachable(
        [Point(1, 1)],
        lambda cell: (beside(cell, line) for line in STEPS if lines[cell] & line),
    )
    if apart := [cell for cell in lines if cell not in reached]:
        message = "nothing connects the first dot to the one"
        yield _at(ClueRule.DISCONNECTED_DOT, apart[0], message)
        return
    edges = sum(sum_.bit_count() for sum_ in lines.values()) // 2
    if edges >= len(lines):
        message = "the edges form a loop through the dot"
        yield _at(ClueRule.LOOP, _on_loop(lines), message)


def _on_loop(lines: Mapping[Point, int]) -> Point:
    """Return the first dot of a loop: one that is left when ends are removed."""
    beside_of = {
        cell: {beside(cell, line) for line in STEPS if sum_ & line}
        for cell, sum_ in lines.items()
    }
    left = {*lines}
    while ends := {cell for cell in left if len(beside_of[cell] & left) < 2}:
        left -= ends
    return min(left, key=lambda cell: (cell.y, cell.x))


def _stars(board: ClueBoard) -> Iterator[Violation]:
    stars = [cell for cell, mark in board.marks.items() if mark == STAR]
    units: dict[str, list[Point]] = {}
    for cell, region in board.clue_of.items():
        row, column = f"row {cell.y // 2 + 1}", f"column {cell.x // 2 + 1}"
        for unit in (row, column, *([f"region {region}"] if region.isalnum() else [])):
            units.setdefault(unit, []).append(cell)
    for unit, cells in units.items():
        number = sum(cell in stars for cell in cells)
        if number != board.stars:
            first = min(cells, key=lambda cell: (cell.y, cell.x))
            is_region = unit.startswith("region")
            where = f"the region of {cell_name(first)}" if is_region else unit
            message = f"{number} stars, not {board.stars}, are in {where}"
            yield Violation(ClueRule.WRONG_NUMBER_OF_STARS, tuple(cells), message)
    for x, y in stars:
        for way in ((2, 0), (-2, 2), (0, 2), (2, 2)):
            other = Point(x + way[0], y + way[1])
            if other in stars:
                here = Point(x, y)
                message = f"the stars in {cell_name(here)} and {cell_name(other)} touch"
                yield Violation(ClueRule.TOUCHING_STARS, (here, other), message)
