"""Unfinished positions: faults are final, complete regions are right."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.brute_force import all_boards
from support.puzzles import BOARDS, IDP_7X7, IDP_15X15, SEVERAL
from support.rules import PUZZLES
from support.strategies import drawn_positions, positions

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import (
    Point,
    adjacent_cells,
    inner_edges,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Solution
from galaxies_asp.core.verifying.progress import progress
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.core.verifying.violations import Fault
from galaxies_asp.notation import parse
from galaxies_asp.solving.search import solve

SOLVED = [
    found.solutions[0]
    for board in (*BOARDS, IDP_15X15)
    if (found := solve(board)).solutions
]


@pytest.mark.parametrize("solution", SOLVED, ids=lambda s: s.puzzle.name)
def test_solved_by_walls_alone_and_by_labels_alone(solution: Solution) -> None:
    puzzle = solution.puzzle
    for position in (
        Position(puzzle, walls=solution.walls),
        Position(puzzle, labels=solution.labels),
        solution.position(),
    ):
        judged = progress(position, solution)
        assert judged.solved
        assert not judged.faults
        assert np.array_equal(judged.regions, solution.labels)
        assert not judged.wrong_cells
        assert not judged.wrong_walls


@pytest.mark.parametrize("variant", [v for v in PUZZLES if v != "hidden-dots"])
def test_all_cells_and_some_walls_are_a_solution_under_variants(variant: str) -> None:
    """As by the standard rules, the walls between cells with dots need no drawing."""
    (solution,) = solve(parse(PUZZLES[variant])).solutions
    puzzle = parse(PUZZLES[variant])
    for walls in (frozenset(), *({wall} for wall in solution.walls)):
        judged = progress(Position(puzzle, walls, solution.labels))
        assert judged.solved, judged.faults
    missing = frozenset(Atom("wall", (edge,)) for edge in solution.walls)
    judged = progress(Position(puzzle, frozenset(), solution.labels), excluded=missing)
    assert judged.faults


@pytest.mark.parametrize("solution", SOLVED, ids=lambda s: s.puzzle.name)
@settings(max_examples=5)
@given(data=st.data())
def test_part_of_a_solution_has_no_fault(
    solution: Solution, data: st.DataObject
) -> None:
    seed = data.draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    share = rng.random()
    labels = np.where(rng.random(solution.labels.shape) < share, solution.labels, -1)
    walls = frozenset(w for w in solution.walls if rng.random() < share)
    edges = solution.puzzle.every_edge - solution.walls
    out = frozenset(Atom("wall", (e,)) for e in sorted(edges) if rng.random() < share)
    judged = progress(Position(solution.puzzle, walls, labels), solution, out)
    assert not judged.faults
    assert not judged.wrong_cells
    assert not judged.wrong_walls
    regions = np.array(judged.regions)
    known = regions != NO_DOT
    assert np.array_equal(regions[known], solution.labels[known])


def test_edges_without_a_wall_join_dots() -> None:
    puzzle = Puzzle(3, 1, centers=[(1, 1), (4, 1)])
    none = frozenset({Atom("wall", (Point(2, 1),))})
    (fault,) = progress(Position(puzzle), excluded=none).faults
    assert fault.kind is Fault.REGION_WITH_TWO_DOTS
    assert fault.places == ((1, 1), (4, 1))
    assert "A and B" in fault.message


SMALL = [board for board in SEVERAL if board.width * board.height <= 36]


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=20)
def test_a_position_with_a_fault_cannot_be_completed(data: st.DataObject) -> None:
    """Random labels and walls: where a fault is reported, no solution has them all."""
    puzzle = data.draw(st.sampled_from(SMALL))
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    all_labels = [np.array(one.labels) for one in solve(puzzle, 0).solutions]
    chosen = Solution(puzzle, all_labels[rng.integers(len(all_labels))])
    labels = np.where(rng.random(chosen.labels.shape) < 0.3, chosen.labels, NO_DOT)
    row, column = rng.integers(puzzle.height), rng.integers(puzzle.width)
    labels[row, column] = rng.integers(len(puzzle.centers))
    wall = sorted(chosen.walls | {Point(2, 1), Point(3, 2), Point(4, 5)})
    walls = frozenset(w for w in wall if rng.random() < 0.3)
    judged = progress(Position(puzzle, walls, labels))
    if judged.faults:
        for one in all_labels:
            agrees = bool(((labels == NO_DOT) | (labels == one)).all())
            assert not (agrees and walls <= Solution(puzzle, one).walls)


@given(positions())
def test_solved_by_walls_means_that_verify_agrees(position: Position) -> None:
    if position.walls is None:
        position = Position(position.puzzle, frozenset(), position.rows())
    solved = progress(position).solved
    assert solved == (not verify(position))


def scattered(seed: int) -> Position:
    """Return a board of a few dots with some walls, and labels on some cells."""
    rng = np.random.default_rng(seed)
    width, height = rng.integers(3, 7), rng.integers(2, 6)
    points = [(x, y) for x in range(1, 2 * width) for y in range(1, 2 * height)]
    dots = sorted(points[place] for place in rng.choice(len(points), 4, replace=False))
    shape = int(height), int(width)
    labels = rng.integers(len(dots), size=shape).astype(np.int32)
    labels[rng.random(shape) < rng.choice([0.3, 0.6])] = NO_DOT
    edges = list(inner_edges(int(width), int(height)))
    walls = frozenset(edge for edge in edges if rng.random() < 0.3)
    return Position(Puzzle(int(width), int(height), dots), walls, labels)


@pytest.mark.slow
@given(drawn_positions() | st.integers(0, 10**6).map(scattered))
@settings(max_examples=40)
def test_labels_that_no_way_connects_to_their_dot(position: Position) -> None:
    """A way goes through cells with the label, or without one, and through no wall."""
    puzzle, walls = position.puzzle, position.puzzle.walls
    if position.walls is not None:
        walls |= position.inner_walls()
    labels = {} if position.labels is None else dict(_labeled(position))
    for dot, center in enumerate(puzzle.centers if labels else ()):
        touched = touched_cells(center)
        if all(labels.get(cell, dot) == dot for cell in touched):
            labels.update(dict.fromkeys(touched, dot))  # a player need not draw these

    def reached(dot: int) -> set[Point]:
        allowed = {cell for cell in puzzle.cells() if labels.get(cell, dot) == dot}
        found = set(touched_cells(puzzle.centers[dot])) & allowed
        waiting = list(found)
        while waiting:
            cell = waiting.pop()
            for other in adjacent_cells(cell):
                edge = Point((cell.x + other.x) // 2, (cell.y + other.y) // 2)
                if other in allowed - found and edge not in walls:
                    found.add(other)
                    waiting.append(other)
        return found

    expected = {cell for cell, dot in labels.items() if cell not in reached(dot)}
    faults = progress(position).faults
    cut_off = [one for one in faults if one.kind == Fault.DISCONNECTED_REGION]
    assert {place for one in cut_off for place in one.places} == expected


def _labeled(position: Position) -> Iterator[tuple[Point, int]]:
    for cell in position.puzzle.cells():
        if (label := position.labels[cell.y // 2, cell.x // 2]) != NO_DOT:
            yield cell, int(label)


def test_a_border_between_labels_runs_through_a_dot() -> None:
    puzzle = Puzzle(4, 1, [(2, 1), (6, 1)])
    labels = np.array([[0, 1, 1, 1]], dtype=np.int32)
    faults = progress(Position(puzzle, labels=labels)).faults
    assert [one.places for one in faults if one.kind == Fault.CROSSED_DOT] == [
        ((2, 1),)
    ]


@pytest.mark.slow
def test_a_small_board_is_solved_by_its_brute_force_solutions_only() -> None:
    boards = all_boards(3, 2)
    for dots in sorted(boards, key=sorted)[::7]:
        puzzle = Puzzle(3, 2, sorted(dots))
        count = len(dots)
        if count > 3:
            continue
        found = set()
        for number in range(count**6):
            digits = [number // count**place % count for place in range(6)]
            labels = np.array(digits, dtype=np.int32).reshape(2, 3)
            if progress(Position(puzzle, labels=labels)).solved:
                cells = list(puzzle.cells())
                found.add(
                    frozenset(
                        frozenset(
                            c for c, d in zip(cells, digits, strict=True) if d == dot
                        )
                        for dot in range(count)
                    )
                )
        assert found == boards[dots]


LINE = Puzzle(4, 1, [(2, 1), (6, 1)])


@pytest.mark.parametrize(
    ("walls", "said"),
    [
        ([], []),
        ([Point(4, 1)], []),
        (
            [Point(2, 1), Point(4, 1)],
            ["crossed dot: a wall runs through dot A"],
        ),
        (
            [Point(4, 1), Point(6, 1)],
            ["crossed dot: a wall runs through dot B"],
        ),
    ],
)
def test_faults_of_walls_are_named(walls: list[Point], said: list[str]) -> None:
    faults = progress(Position(LINE, walls=frozenset(walls))).faults
    assert [str(fault) for fault in faults] == said


def test_a_wall_inside_a_region_and_a_region_without_a_dot_are_named() -> None:
    puzzle = Puzzle(3, 3, [(3, 2), (3, 5)])
    inside = progress(
        Position(
            puzzle, frozenset({Point(1, 4), Point(3, 4), Point(5, 4)}) | {Point(2, 1)}
        )
    )
    assert [str(fault) for fault in inside.faults] == [
        "wall inside region: the wall between c1r1 and c2r1 has one region on both "
        "sides"
    ]
    assert inside.complete == (1,)
    alone = progress(Position(puzzle, frozenset({Point(2, 1), Point(1, 2)})))
    assert [str(fault) for fault in alone.faults] == [
        "region without dot: the region of c1r1 has no dot"
    ]


def test_faults_of_labels_are_named() -> None:
    puzzle = Puzzle(5, 1, [(3, 1), (8, 1)])

    def said(labels: list[int]) -> list[str]:
        position = Position(puzzle, labels=np.array([labels]))
        return [str(fault) for fault in progress(position).faults]

    assert said([-1, -1, 0, -1, -1]) == []
    assert said([-1, -1, -1, 0, -1]) == [
        "region with two dots: c4r1 belongs to dot B, which touches it",
        "asymmetric region: c4r1 cannot belong to dot A: its partner is not on "
        "the board",
    ]


def test_mistakes_are_found_with_the_solution() -> None:
    solution = solve(IDP_7X7).solutions[0]
    labels = np.full((7, 7), NO_DOT)
    labels[0, 0] = (solution.labels[0, 0] + 1) % len(IDP_7X7.centers)
    passages = [Point(2 * x + 2, 1) for x in range(6)]
    wrong_wall = next(edge for edge in passages if edge not in solution.walls)
    judged = progress(Position(IDP_7X7, frozenset({wrong_wall}), labels), solution)
    assert judged.wrong_cells == (Point(1, 1),)
    assert judged.wrong_walls == (wrong_wall,)


@pytest.mark.parametrize("variant", PUZZLES)
def test_solutions_under_variants_are_solved(variant: str) -> None:
    puzzle = parse(PUZZLES[variant])
    (solution,) = solve(puzzle).solutions
    drawn = [Position(puzzle, solution.walls)]
    if solution.puzzle == puzzle:  # no hidden dots
        drawn.append(Position(puzzle, labels=solution.labels))
    for position in drawn:
        judged = progress(position)
        assert judged.solved
        assert not judged.faults
    assert not progress(Position(puzzle)).solved


def test_a_complete_region_of_a_shape_that_a_variant_forbids() -> None:
    puzzle = Puzzle(3, 2, [(2, 2), (5, 2)], variants=["thin"])
    judged = progress(Position(puzzle, walls=[(4, 1), (4, 3)]))
    assert [fault.kind for fault in judged.faults] == [Fault.SQUARE_IN_REGION]
    assert not judged.solved
