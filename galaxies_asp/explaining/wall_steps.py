"""Steps that draw walls: beside known cells, mirrored, and between two open cells."""

from collections.abc import Sequence

from galaxies_asp.board.grid import Point, mirror, sides
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.direct import shrunk
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.findings import Reason, Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.reasons import find_reason
from galaxies_asp.explaining.situation import Situation, extended, refutes
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.walls import Drawn, without
from galaxies_asp.fast.propagation import Propagation


def walls_at_once(situation: Situation, drawn: Drawn) -> Step | None:
    """Return the walls between known cells, or else the mirror images of walls."""
    edges = drawn.board.edges(*drawn.between())
    if edges:
        return _step(_between(situation, edges[0]), edges, Technique.WALL)
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


def _between(situation: Situation, edge: Point) -> Reason:
    labels = tuple(situation.labels[cell] for cell in sides(edge))
    return shrunk(situation, Reason(Fact(Kind.WALL, edge), labels, 0))


def _mirrored(situation: Situation, drawn: Drawn, edge: Point, dot: int) -> Reason:
    """Return the reason for the mirror image of a wall or of the border in a dot."""
    board, labels, own = drawn.board, situation.labels, drawn.labels[dot]
    center = board.puzzle.centers[dot]
    region = own | board.mirrored(dot, own)
    one, other = sides(edge)
    is_first = board.puzzle.has_cell(one) and region & board.bit(one)
    inside, outside = (one, other) if is_first else (other, one)
    wall, target = Fact(Kind.WALL, mirror(center, edge)), Fact(Kind.WALL, edge)
    found = [labels.get(inside), labels.get(mirror(center, outside))]
    facts = [fact for fact in found if fact is not None]
    facts += [Fact(Kind.SYMMETRY, center), *({wall} & set(situation.facts))]
    if refutes(extended(Propagation(board), facts), target, 0):
        return shrunk(situation, Reason(target, tuple(facts), 0))
    reason = find_reason(situation, target)
    assert reason is not None
    return reason
