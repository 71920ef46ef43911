"""Steps that draw walls, and their sentences: beside known cells, or mirrored."""

from collections.abc import Iterator, Sequence

from galaxies_asp.board.grid import Point, cell_name, mirror, sides
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.direct import shrunk
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.findings import Reason, Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.reasons import find_reason
from galaxies_asp.explaining.situation import Situation, extended, refutes
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.walls import Drawn, without
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation

_MANY = 6
"""More walls are counted, not listed; the picture has them."""


def walls_at_once(situation: Situation, drawn: Drawn) -> Step | None:
    """Return the walls between known cells, or else the mirror images of walls."""
    if edges := drawn.board.edges(*drawn.between()):
        labels = tuple(situation.labels[cell] for cell in sides(edges[0]))
        reason = Reason(Fact(Kind.WALL, edges[0]), labels, 0)
        reason, technique = shrunk(situation, reason), Technique.WALL
    elif mirrored := drawn.all_mirrored():
        edges, technique = list(mirrored), Technique.MIRRORED_WALL
        reason = _mirrored(situation, drawn, edges[0], mirrored[edges[0]])
    else:
        return None
    walls = tuple(Fact(Kind.WALL, edge) for edge in edges)
    return Step(reason, Level.TOUCHED, walls, technique)


def step_to(situation: Situation, target: Fact) -> Step:
    """Return the step to a fact that is forced."""
    reason = find_reason(situation, target)
    assert reason is not None
    technique, level = technique_of(situation.board, reason)
    return Step(reason, level, with_images(situation, reason), technique)


def with_images(situation: Situation, reason: Reason) -> tuple[Fact, ...]:
    """Return the targets of a reason, and the mirror images of cells."""
    board = situation.board
    facts = dict.fromkeys(reason.targets)
    for target in reason.targets:
        if target.kind is Kind.CELL:
            dot = board.number[target.center]
            for image in board.points(board.mirrored(dot, board.bit(target.at))):
                if not situation.known & board.bit(image):
                    facts[Fact(Kind.CELL, image, target.center)] = None
    return tuple(facts)


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


def walls_in_words(walls: Sequence[Point]) -> str:
    """Return what a step says about walls, as a sentence without its full stop."""
    if len(walls) == 1:
        return f"There is a wall between {edge(walls[0])}"
    if len(walls) > _MANY:
        return f"There are {len(walls)} new walls; the picture shows them"
    return f"There are walls {joined(f'between {edge(wall)}' for wall in walls)}"


def why_walls(
    drawn: Drawn, walls: Sequence[Point], technique: Technique
) -> tuple[Clause, ...]:
    """Return why walls follow from what is known beside them."""
    if technique is Technique.MIRRORED_WALL:
        return tuple(_images(drawn.board, walls, drawn.all_mirrored()))
    if len(walls) > _MANY:
        return (Clause("the cells on their two sides belong to different dots"),)
    return tuple(_beside(drawn, wall) for wall in walls)


def _beside(drawn: Drawn, wall: Point) -> Clause:
    beside = sides(wall)
    owners = [
        dot
        for cell in beside
        for dot, own in enumerate(drawn.labels)
        if own & drawn.board.bit(cell)
    ]
    (one, other), (first, second) = beside, owners
    text = f"{cell_name(one)} belongs to {dots([first])}, "
    text += f"{cell_name(other)} to {dots([second])}"
    return Clause(text, cell_marks(beside) + dot_marks(drawn.board, owners))


def _images(
    board: Bitboard, walls: Sequence[Point], dot_of: dict[Point, int]
) -> Iterator[Clause]:
    """Yield what the walls are the mirror images of, each in its dot."""
    numbers = sorted({dot_of[wall] for wall in walls})
    if len(walls) > _MANY:
        sources = [mirror(board.puzzle.centers[dot_of[w]], w) for w in walls]
        text = f"they are the mirror images, in {dots(numbers)}, of walls that are "
        text += "drawn and of the border of the board"
        marks = cell_marks(sources) + dot_marks(board, numbers)
        yield Clause(text, marks)
        return
    for wall in walls:
        dot = dot_of[wall]
        source = mirror(board.puzzle.centers[dot], wall)
        inner = [cell for cell in sides(source) if board.puzzle.has_cell(cell)]
        what = f"the wall between {edge(source)}"
        if len(inner) < 2:
            (x, y), (cell,) = source, inner
            side = "left of" if x < cell.x else "right of"
            if x == cell.x:
                side = "above" if y < cell.y else "below"
            what = f"the border {side} {cells(inner)}"
        it = "it" if len(walls) == 1 else f"the wall between {edge(wall)}"
        text = f"{it} is the mirror image in {dots([dot])} of {what}"
        yield Clause(text, cell_marks([source]) + dot_marks(board, [dot]))
