"""Steps that draw walls: beside known cells, mirrored, and between two open cells."""

from collections.abc import Iterable, Sequence

from galaxies_asp.board.grid import Point, mirror, sides
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.facts import Fact, Kind, in_order
from galaxies_asp.explaining.findings import Reason, Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.minimal import minimal_by_states
from galaxies_asp.explaining.reasons import find_reason
from galaxies_asp.explaining.situation import Situation, extended, refutes
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.walls import Drawn, without
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation


def walls_at_once(situation: Situation, drawn: Drawn) -> Step | None:
    """Return the walls between known cells, or else the mirror images of walls."""
    edges = drawn.board.edges(*drawn.between())
    if edges:
        return _step(_between(drawn, edges[0]), edges, Technique.WALL)
    mirrored = drawn.all_mirrored()
    if not mirrored:
        return None
    first, dot = next(iter(mirrored.items()))
    reason = _mirrored(situation, drawn, first, dot)
    return _step(reason, list(mirrored), Technique.MIRRORED_WALL)


def wall_step(situation: Situation, edge: Point) -> Step:
    """Return the step that draws a wall that is forced."""
    reason = find_reason(situation, Fact(Kind.WALL, edge))
    assert reason is not None
    technique, level = technique_of(situation.board, reason)
    return Step(reason, level, (reason.target,), technique)


def without_implied_walls(position: Position) -> Situation:
    """Return the situation of a position, without drawn walls that follow.

    These are the walls between cells that no dot can both have by propagation.
    """
    puzzle = position.puzzle
    plain = Situation.of(Position(puzzle, labels=position.rows()))
    walls = position.inner_walls() - puzzle.walls
    if plain.state is not None:
        board = plain.board
        drawn = board.walls(walls)
        implied = without(drawn, map(board.between, plain.state.possible))
        walls = frozenset(board.edges(*without(drawn, [implied])))
    kept = [Fact(Kind.WALL, edge) for edge in sorted(walls)]
    return plain.with_facts(*kept) if kept else plain


def _step(reason: Reason, edges: Sequence[Point], technique: Technique) -> Step:
    walls = tuple(Fact(Kind.WALL, edge) for edge in edges)
    return Step(reason, Level.TOUCHED, walls, technique)


def apart_in(base: Propagation, drawn: Drawn) -> list[Point]:
    """Return the edges between open cells that no dot can both have, if not drawn."""
    board = drawn.board
    unknown = board.between(board.cells & ~drawn.known)
    apart = without(unknown, map(board.between, base.possible))
    return board.edges(*drawn.new(*apart))


def _label(drawn: Drawn, cell: Point) -> Fact | None:
    if not drawn.board.puzzle.has_cell(cell):
        return None
    bit = drawn.board.bit(cell)
    for dot, own in enumerate(drawn.labels):
        if own & bit:
            return Fact(Kind.CELL, cell, drawn.board.puzzle.centers[dot])
    return None


def _between(drawn: Drawn, edge: Point) -> Reason:
    labels = [_label(drawn, cell) for cell in sides(edge)]
    reason = _minimal(drawn.board, edge, labels)
    assert reason is not None
    return reason


def _mirrored(situation: Situation, drawn: Drawn, edge: Point, dot: int) -> Reason:
    """Return the reason for the mirror image of a wall or of the border in a dot."""
    board = drawn.board
    center = board.puzzle.centers[dot]
    one, other = sides(edge)
    inside, outside = (one, other) if _has(drawn, dot, one) else (other, one)
    wall = Fact(Kind.WALL, mirror(center, edge))
    facts = (
        _label(drawn, inside),
        _label(drawn, mirror(center, outside)),
        Fact(Kind.SYMMETRY, center),
        wall if wall in situation.facts else None,
    )
    reason = _minimal(board, edge, facts)
    reason = reason or find_reason(situation, Fact(Kind.WALL, edge))
    assert reason is not None
    return reason


def _has(drawn: Drawn, dot: int, cell: Point) -> bool:
    """Tell whether a cell or its mirror image is a known cell of a dot."""
    board, own = drawn.board, drawn.labels[dot]
    return bool((own | board.mirrored(dot, own)) & board.bit(cell))


def _minimal(
    board: Bitboard, edge: Point, facts: Iterable[Fact | None]
) -> Reason | None:
    """Return the reason for a wall from some facts, None if they do not suffice."""
    target = Fact(Kind.WALL, edge)

    def forces(state: Propagation | None) -> bool:
        return refutes(state, target, 0)

    start: Propagation | None = Propagation(board)
    given = [fact for fact in facts if fact is not None]
    if not forces(extended(start, given)):
        return None
    some = minimal_by_states(given, forces, start, extended)
    return Reason(target, in_order(some), 0)
