"""Walls that follow from known cells and from other walls, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galaxies_asp.core.board.grid import Point, cell_name, mirror, sides
from galaxies_asp.explaining.dots.leading import leading, told_in_turn
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.clauses import (
    MANY_WALLS,
    Clause,
    cell_marks,
    dot_marks,
    dots,
    edge,
)
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.findings import Reason, RulesSource, Step
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.fast.bitboard import Bitboard


def walls_at_once(drawn: Drawn, source: RulesSource) -> Step | None:
    """Return the missing walls between known cells, or else partners of walls."""
    if edges := drawn.board.edges(*drawn.between()):
        said = [Clause("the cells on their two sides belong to different dots")]
        if len(edges) <= MANY_WALLS:
            said = [_beside(drawn, wall) for wall in edges]
        return wall_step(edges, said, Technique.WALL, source)
    if mirrored := drawn.all_mirrored():
        said = list(_images(drawn.board, mirrored))
        return wall_step([*mirrored], said, Technique.MIRRORED_WALL, source)
    return None


def walls_of_cells(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps that draw the walls of the last of some steps about cells.

    The reasons tell how the cells beside them are decided.
    """
    last = steps[-1]
    source, known = last.reason.source, last.known
    assert source is not None
    assert isinstance(known, KnownDots)
    if last.technique is Technique.TOUCHED:
        cells = (fact for fact in last.facts if fact.kind is Kind.CELL)
        drawn = Drawn.on(known.position).with_facts(cells)
        while step := walls_at_once(drawn, source):
            yield step
            drawn = drawn.with_facts(step.facts)
    elif last.walls:
        first = steps[0].known
        assert isinstance(first, KnownDots)
        scene = Scene.of(first)
        # All are told, as the board has walls only.
        earlier, kept = leading(steps, scene, {*last.cells}, len(steps))
        said, _ = told_in_turn([*earlier, *kept], first, scene)
        reasons = tuple(one.reason for one in (*earlier, *kept))
        yield wall_step(last.walls, said, Technique.FORCED_WALL, source, reasons)


def wall_step(
    walls: Sequence[Point],
    clauses: Sequence[Clause],
    technique: Technique,
    source: RulesSource,
    lemmas: tuple[Reason, ...] = (),
) -> Step:
    """Return the step that draws some walls."""
    facts = tuple(Fact(Kind.WALL, at) for at in walls)
    levels = [one.technique.level for one in lemmas if one.technique]
    reason = Reason(
        facts[0],
        (),
        also=facts[1:],
        cost=sum(one.cost for one in lemmas),
        source=source,
        lemmas=lemmas,
        clauses=tuple(clauses),
        technique=technique,
    )
    return Step(reason, max([technique.level, *levels]), facts, technique)


def _beside(drawn: Drawn, wall: Point) -> Clause:
    board, (one, other) = drawn.board, sides(wall)
    first, second = (
        next(dot for dot, own in enumerate(drawn.labels) if own & board.bit(cell))
        for cell in (one, other)
    )
    text = f"{cell_name(one)} belongs to {dots(first)}, "
    text += f"{cell_name(other)} to {dots(second)}"
    return Clause(text, cell_marks([one, other]) + dot_marks(board, [first, second]))


def _images(board: Bitboard, dot_of: dict[Point, int]) -> Iterator[Clause]:
    """Yield what the walls are the partners of, each in its dot."""
    centers = board.puzzle.centers
    sources = [mirror(centers[dot], wall) for wall, dot in dot_of.items()]
    if len(dot_of) > MANY_WALLS:
        numbers = sorted({*dot_of.values()})
        text = f"they are the partners, in {dots(*numbers)}, of walls that are "
        text += "drawn and of the border of the board"
        yield Clause(text, cell_marks(sources) + dot_marks(board, numbers))
        return
    for (wall, dot), source in zip(dot_of.items(), sources, strict=True):
        inner = [cell for cell in sides(source) if board.puzzle.has_cell(cell)]
        what = f"the wall between {edge(source)}"
        if len(inner) < 2:
            (x, y), (cell,) = source, inner
            side = "left of" if x < cell.x else "right of"
            if x == cell.x:
                side = "above" if y < cell.y else "below"
            what = f"the border {side} {cell_name(cell)}"
        it = "it" if len(dot_of) == 1 else f"the wall between {edge(wall)}"
        text = f"{it} is the partner in {dots(dot)} of {what}"
        yield Clause(text, cell_marks([source]) + dot_marks(board, [dot]))
