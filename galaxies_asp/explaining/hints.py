"""Hints: the mistake in a position, or the easiest next step."""

from dataclasses import replace

from galaxies_asp.board.grid import Point, inner_edges, reading_order, touched_cells
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.explaining.instances import Asked, Target
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.mistakes import Mistake, find_mistake
from galaxies_asp.explaining.reasons import find_reason
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.explaining.steps import (
    Finished,
    Memory,
    Step,
    after,
    by_search,
    by_trial,
    drawn_after,
    with_labels,
)
from galaxies_asp.explaining.wall_steps import next_step, without_implied_walls
from galaxies_asp.explaining.walls import Drawn
from galaxies_asp.fast.propagation import Propagation

Hint = Step | Mistake | Finished


def hint(board: Puzzle | Position) -> Hint:
    """Return the mistake in a position if there is one, else the easiest next step.

    Where only walls are drawn the step is about a wall, where only labels are drawn
    about a cell, otherwise about the one or the other.
    """
    position = _position(board)
    found = find_mistake(position) or _next(position)
    return replace(found, position=position)


def _position(board: Puzzle | Position) -> Position:
    """Return the position; on a bare board both walls and labels can be drawn."""
    position = board if isinstance(board, Position) else Position(board)
    return position if position.is_attempt else Position(position.puzzle, ())


def _next(position: Position) -> Step | Finished:
    """Return the easiest next step of a position without a mistake."""
    if position.walls is None:
        return next_step(Situation.of(position), Memory())
    if position.walls and not position.has_labels:
        return _next_wall(Situation.of(position), position)
    situation = without_implied_walls(position)
    return next_step(situation, Memory(), Drawn.on(position))


def next_hard_step(board: Puzzle | Position, level: Level) -> tuple[Position, Hint]:
    """Return the first hint of some level, and the position after all easier steps."""
    position = _position(board)
    found = hint(position)
    while isinstance(found, Step) and found.level < level:
        position = drawn_after(position, found)
        found = _next(position)
    return position, found


def _next_wall(situation: Situation, position: Position) -> Step | Finished:
    """Return the easiest wall that is not drawn yet.

    Cells are decided as in `next_step` until a wall between two of them is missing. If
    there is none, the walls remain that are forced although the cells beside them are
    not.
    """
    drawn = position.inner_walls() | position.puzzle.walls
    edges = [
        edge
        for edge in inner_edges(position.puzzle.width, position.puzzle.height)
        if edge not in drawn and all(map(position.puzzle.has_cell, touched_cells(edge)))
    ]
    inner = situation
    while True:
        assert inner.state is not None
        base = inner.state.copy()
        while True:
            wall = _wall_between(inner, base, edges)
            if wall is not None:
                return _wall(situation, wall)
            if base.taken == inner.board.cells:
                return Finished(solved=True)
            added = list(base.conclusions())
            if not added:
                break
            base.add(added)
        inner = with_labels(inner, base)
        step = by_trial(inner, base) or by_search(inner, base)
        if step is None:
            break
        inner = after(inner, step)
    forced = _forced_walls(position) - drawn
    if not forced:
        return Finished(solved=False)
    return _wall(situation, min(forced, key=reading_order))


def _wall(situation: Situation, wall: Point) -> Step:
    reason = find_reason(situation, Target(Asked.WALL, wall))
    assert reason is not None
    level = level_of(situation.board, reason)
    return Step(reason, level, (), walls=(wall,))


def _forced_walls(position: Position) -> frozenset[Point]:
    """Return the walls of all solutions that have the drawn ones."""
    from galaxies_asp.all_solutions.forced import forced  # loads numpy

    puzzle = position.puzzle
    drawn = replace(puzzle, walls=puzzle.walls | position.inner_walls())
    return forced(drawn).walls


def _wall_between(
    situation: Situation, base: Propagation, edges: list[Point]
) -> Point | None:
    """Return the first of some edges between cells of regions that differ."""
    board = situation.board
    owner = {
        cell: dot for dot, own in enumerate(base.own) for cell in board.points(own)
    }
    for edge in edges:
        one, other = map(owner.get, touched_cells(edge))
        if one is not None and other is not None and one != other:
            return edge
    return None
