"""The parts of a position, and those that each notation can express."""

from enum import StrEnum

from galaxies_asp.board.grid import edge_ends, in_reading_order, is_edge
from galaxies_asp.board.puzzle import NO_DOT, Position


class Part(StrEnum):
    """A part of a position that some notations cannot express."""

    NAME = "the name"
    SOURCE = "the source"
    VARIANTS = "the variants of the rules"
    ORDER = "the order of the dots"
    COLORS = "the dot colors"
    HOLES = "the missing cells"
    GIVEN = "the given walls"
    WALLS = "the drawn walls"
    JUNCTIONS = "the drawn junctions and borders"
    LABELS = "the dots of the cells"


def parts_of(position: Position) -> frozenset[Part]:
    """Return the parts that are not empty."""
    puzzle = position.puzzle
    rows = position.rows() or ()
    has_labels = any(label != NO_DOT for row in rows for label in row)
    present = {
        Part.NAME: puzzle.name,
        Part.SOURCE: puzzle.source,
        Part.VARIANTS: puzzle.variants,
        Part.ORDER: list(puzzle.centers) != list(in_reading_order(puzzle.centers)),
        Part.COLORS: puzzle.black,
        Part.HOLES: puzzle.holes,
        Part.GIVEN: puzzle.walls,
        Part.WALLS: position.walls or has_labels,
        Part.JUNCTIONS: not _are_edges_enough(position),
        Part.LABELS: has_labels,
    }
    return frozenset(part for part, value in present.items() if value)


def _are_edges_enough(position: Position) -> bool:
    """Tell whether the drawn points are edges, or follow from the edges inside."""
    walls = position.walls or frozenset()
    inner = position.inner_walls() if walls else frozenset()
    if inner == walls:
        return True
    right, bottom = 2 * position.puzzle.width, 2 * position.puzzle.height
    border = {(x, y) for x in range(right + 1) for y in (0, bottom)}
    border |= {(x, y) for x in (0, right) for y in range(bottom + 1)}
    ends = {end for wall in walls if is_edge(wall) for end in edge_ends(wall)}
    return walls == inner | border | ends
