"""Hints and walkthroughs: replayed to the end, checked step by step, never misled."""

import random

import numpy as np
import pytest
from support.collection import FILES, positions, puzzles
from support.marks import nightly_if

from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import (
    LATTICES,
    Lattice,
    Point,
    inner_edges,
    mirror,
    touched_cells,
)
from galaxies_asp.core.board.labels import cells_where
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Solution
from galaxies_asp.explaining import (
    Difficulty,
    Finished,
    Hint,
    Kind,
    Level,
    Mistake,
    Step,
    Technique,
    Walkthrough,
    difficulty,
    explain,
    figure,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.answers.grading import length, outline
from galaxies_asp.explaining.answers.questions import deduce_steps
from galaxies_asp.explaining.engine.facts import drawn
from galaxies_asp.notation import parse
from galaxies_asp.solving.search import enumerate_solutions, solve

UNIQUE = "7x7:cghsppedzzaccdtce"
SEVERAL = "6x6:pzizizcf"
NONE = "5x4:fucgdm"
LARGER = ["10x10", "15x15"]


def solution(puzzle: Puzzle) -> Solution:
    (found,) = solve(puzzle).solutions
    return found


def check(way: Walkthrough) -> None:
    """Check that each step is right, and that nothing is left."""
    right = solution(way.puzzle)
    for step in way.steps:
        assert step.known is not None
        targets = step.reason.targets
        assert step.facts[: len(targets)] == targets
        assert set(step.facts).isdisjoint(step.known.facts)
        check_facts(step, right)
        places = {fact.at for fact in targets}
        for fact in step.facts[len(targets) :]:
            if fact.center is not None:
                assert mirror(fact.center, fact.at) in places
    assert way.solved
    final = way.positions()[-1]
    assert np.array_equal(final.labels, right.labels)
    assert final.walls == right.walls


def check_facts(step: Step, right: Solution) -> None:
    centers = right.puzzle.centers
    for fact in step.facts:
        if fact.kind is Kind.CELL:
            assert centers[right.label(fact.at)] == fact.center
        elif fact.kind is Kind.WALL:
            assert fact.at in right.walls
        else:
            assert fact.kind is Kind.COMPLETE
            dot = centers.index(fact.at)
            assert set(fact.cells) == cells_where(right.labels == dot)


@pytest.mark.parametrize("puzzle", puzzles(1, 5, 1), ids=lambda puzzle: puzzle.name)
def test_small_walkthroughs(puzzle: Puzzle) -> None:
    check(walkthrough(puzzle))


@pytest.mark.parametrize(
    "puzzle",
    nightly_if(
        lambda puzzle: puzzle.width > 10,
        [*puzzles(1, 7), *puzzles(8, 10, 3), *puzzles(11, 15, 1)],
    ),
    ids=lambda puzzle: puzzle.name,
)
def test_larger_walkthroughs(puzzle: Puzzle) -> None:
    check(walkthrough(puzzle))


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", puzzles(8, 12, 1), ids=lambda puzzle: puzzle.name)
def test_walkthroughs_reach_the_solution(puzzle: Puzzle) -> None:
    way = walkthrough(puzzle)
    assert way.solved
    assert np.array_equal(way.positions()[-1].labels, solution(puzzle).labels)


@pytest.mark.parametrize("rules", ["auto", "assign"])
@pytest.mark.parametrize(
    "puzzle",
    [
        *(parse(text) for text in (UNIQUE, SEVERAL, NONE)),
        Puzzle(3, 3, [(3, 3)], holes=[(1, 1), (5, 5)]),
        Puzzle(2, 2, [(1, 2), (3, 2)], black=[(1, 2)]),
        Puzzle(2, 1, [(1, 1), (3, 1)], walls=[(2, 1)]),
        Puzzle(3, 2, [(1, 1), (3, 2), (5, 3)], lattice="hexagonal"),
    ],
)
def test_the_board_shows_the_first_step_of_the_ground_rules(
    puzzle: Puzzle, rules: str
) -> None:
    found, deduced = hint(puzzle, rules=rules), next(deduce_steps(puzzle, rules=rules))
    assert found == deduced
    assert str(found) == str(deduced)


def test_a_cell_that_is_drawn_has_a_mirror_image() -> None:
    drawn = Position(Puzzle(5, 1, [(5, 1)]), labels=[[0, NO_DOT, 0, NO_DOT, NO_DOT]])
    step = hint(drawn)
    assert isinstance(step, Step)
    assert (step.technique, step.level) == (Technique.MIRROR, Level.TOUCHED)
    assert step.cells == (Point(9, 1),)


def test_each_board_of_a_walkthrough_has_a_hint() -> None:
    puzzle = parse("7x7:befpfcovvzgcczg")
    way = walkthrough(puzzle)
    near: tuple[Point, ...] = ()
    for position, step in zip(way.positions(), way.steps, strict=False):
        found = hint(position, near=near)
        assert isinstance(found, Step)
        assert found.cells
        check_facts(found, solution(puzzle))
        near = step.cells or touched_cells(step.target.at)
    assert hint(way.positions()[-1]) == Finished(solved=True)


@pytest.mark.parametrize("puzzle", puzzles(1, 5, 1), ids=lambda puzzle: puzzle.name)
def test_walls_by_hints(puzzle: Puzzle) -> None:
    """Where walls are drawn, hints are about walls, and lead to all of them."""
    walls = solution(puzzle).walls
    seen: frozenset = frozenset(sorted(walls)[:1])
    while isinstance(step := hint(Position(puzzle, seen)), Step):
        assert step.target.kind is Kind.WALL
        assert {fact.kind for fact in step.facts} == {Kind.WALL}
        assert not seen & {*step.walls}
        assert walls >= {*step.walls}
        seen |= {*step.walls}
    assert step == Finished(solved=True)
    assert seen == walls


def some_labels(puzzle: Puzzle, rng: random.Random) -> np.ndarray:
    labels = np.array(solution(puzzle).labels)
    for cell in puzzle.cells():
        if rng.random() < 0.5:
            labels[cell.y // 2, cell.x // 2] = NO_DOT
    return labels


def check_mistake(found: Hint) -> None:
    assert isinstance(found, Mistake)
    shown = figure(found)
    assert shown.sentences or shown.what_ifs
    assert set(found.wrong) <= set(found.known.facts if found.known else ())


@pytest.mark.parametrize("puzzle", puzzles(5, 10, 1), ids=lambda puzzle: puzzle.name)
def test_mistakes_in_puzzles_with_one_solution(puzzle: Puzzle) -> None:
    rng = random.Random(puzzle.name)
    labels = some_labels(puzzle, rng)
    assert isinstance(hint(Position(puzzle, labels=labels)), Step)
    cell = rng.choice(list(puzzle.cells()))
    row, column = cell.y // 2, cell.x // 2
    right = solution(puzzle).label(cell)
    labels[row, column] = (right + 1) % len(puzzle.centers)
    position = Position(puzzle, labels=labels)
    found = hint(position)
    check_mistake(found)
    assert isinstance(found, Mistake)
    assert found.places == (cell,)

    walls = solution(puzzle).walls
    wrong = rng.choice(
        [e for e in inner_edges(puzzle.width, puzzle.height) if e not in walls]
    )
    some = sorted(walls)[::3]
    position = Position(puzzle, frozenset([wrong, *some]))
    found = hint(position)
    check_mistake(found)
    assert isinstance(found, Mistake)
    assert found.places == (wrong,)
    assert isinstance(hint(Position(puzzle, frozenset(some))), Step)


@pytest.mark.nightly
def test_mistakes_in_a_puzzle_with_several_solutions() -> None:
    puzzle = parse(SEVERAL)
    every = list(enumerate_solutions(puzzle))
    edges = list(inner_edges(puzzle.width, puzzle.height))
    for one in edges[::7]:
        for other in edges[::6]:
            position = Position(puzzle, frozenset([one, other]))
            possible = any({one, other} <= s.walls for s in every)
            found = hint(position)
            assert isinstance(found, Mistake) == (not possible)
            if isinstance(found, Mistake):
                check_mistake(found)
                assert set(found.places) <= {one, other}


@pytest.mark.slow
def test_drawn_things_that_cannot_hold_together() -> None:
    puzzle = parse(SEVERAL)
    every = [solution.walls for solution in enumerate_solutions(puzzle)]
    edges = list(inner_edges(puzzle.width, puzzle.height))

    def is_possible(*some: Point) -> bool:
        return any(walls.issuperset(some) for walls in every)

    rng = random.Random(3)
    sizes = set()
    for _ in range(12):
        some_edges = rng.sample(edges, 4)
        found = hint(Position(puzzle, some_edges))
        assert isinstance(found, Mistake) == (not is_possible(*some_edges))
        if not isinstance(found, Mistake):
            continue
        single = {at for at in some_edges if not is_possible(at)}
        assert not is_possible(*found.places)
        if single:
            assert {*found.places} == single
        else:
            for at in found.places:
                assert is_possible(*{*found.places} - {at})
        sizes.add(len(found.wrong))
    assert len(sizes) > 1


def test_a_puzzle_without_solution_is_the_mistake() -> None:
    puzzle = parse(NONE)
    found = hint(Position(puzzle))
    assert isinstance(found, Mistake)
    assert not found.wrong
    way = walkthrough(puzzle)
    assert not way.solved
    assert way.mistake == found


AMBIGUOUS = [
    parse(SEVERAL),
    Puzzle(6, 5, [(6, 2), (1, 5), (6, 5), (11, 5), (6, 8)]),
    Puzzle(6, 4, [(2, 1), (9, 1), (4, 3), (1, 4), (9, 4), (5, 6), (2, 7), (9, 7)]),
    Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)], walls=[(2, 1)]),
]


@pytest.mark.parametrize("puzzle", AMBIGUOUS, ids=range(len(AMBIGUOUS)))
def test_hints_decide_what_all_solutions_share(puzzle: Puzzle) -> None:
    every = np.stack([s.labels for s in enumerate_solutions(puzzle)])
    shared = np.where((every == every[0]).all(axis=0), every[0], NO_DOT)
    way = walkthrough(puzzle)
    assert np.array_equal(way.positions()[-1].labels, shared)
    assert way.solved == (len(every) == 1)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", AMBIGUOUS, ids=range(len(AMBIGUOUS)))
def test_hints_draw_the_walls_that_all_solutions_share(puzzle: Puzzle) -> None:
    shared = frozenset.intersection(*(s.walls for s in enumerate_solutions(puzzle)))
    seen: frozenset = frozenset(sorted(shared)[:1])
    while isinstance(step := hint(Position(puzzle, seen)), Step):
        assert {*step.walls} <= shared - seen - puzzle.walls
        assert step.walls
        seen |= {*step.walls}
    assert seen | puzzle.walls == shared
    assert step == Finished(solved=False)


def test_any_correct_position_has_a_correct_hint() -> None:
    rng = random.Random(5)
    for puzzle in puzzles(7, 7, 2):
        labels = some_labels(puzzle, rng)
        step = hint(Position(puzzle, labels=labels))
        assert isinstance(step, Step)
        assert step.cells
        check_facts(step, solution(puzzle))
        for fact in step.facts:
            if fact.kind is Kind.CELL:
                assert labels[fact.at.y // 2, fact.at.x // 2] == NO_DOT


def test_levels() -> None:
    seen = {
        step.level
        for name in (UNIQUE, "7x7:befpfcovvzgcczg", "7x7:bgsgqbzbfxxfzb")
        for step in walkthrough(parse(name)).steps
    }
    assert seen >= {Level.TOUCHED, Level.ONLY_ONE, Level.BLOCKED, Level.CUT_OFF}


@pytest.mark.slow
@pytest.mark.parametrize("size", nightly_if("15x15".__eq__, ["7x7", *LARGER]))
def test_unreasonable_puzzles_are_harder(size: str) -> None:
    """Compare with the two grades of the generator that made the puzzles."""
    normal, unreasonable = (
        [difficulty(walkthrough(p.puzzle)) for p in positions(path)]
        for grade in ("normal", "unreasonable")
        for path in FILES
        if path.stem == f"tatham-{grade}-{size}"
    )
    assert np.mean([d.effort for d in normal]) < np.mean(
        [d.effort for d in unreasonable]
    )
    assert np.mean([d.level for d in normal]) < np.mean([d.level for d in unreasonable])


def test_difficulty_counts_all_steps() -> None:
    way = walkthrough(parse(UNIQUE))
    measured = difficulty(way)
    cells = [step for step in way.steps if step.cells]
    assert sum(measured.steps.values()) == len(cells)
    assert measured.level == outline(way.puzzle).level == Level.BLOCKED
    assert measured.largest_reason == max(map(length, cells))


@pytest.mark.parametrize("puzzle", puzzles(1, 10, 2), ids=lambda puzzle: puzzle.name)
def test_steps_are_hardly_above_the_grade(puzzle: Puzzle) -> None:
    way = walkthrough(puzzle)
    assert max(step.level for step in way.steps) <= difficulty(way).level + 1


def test_steps_above_the_grade_are_explained() -> None:
    steps = dict.fromkeys(Level, 0) | {Level.CUT_OFF: 2}
    used = {Technique.BLOCKED: 3, Technique.CAPTURED: 2}
    words = Difficulty(Level.BLOCKED, 1.0, 3, steps, used, "easy").in_words()
    assert "3 blocked partner, 2 captured cell\n" in words
    assert "can also be solved without captured cell: by easier steps" in words


def test_walls_and_labels_together() -> None:
    puzzle = parse(UNIQUE)
    right = solution(puzzle)
    labels = np.full((7, 7), NO_DOT)
    labels[0, 0] = right.label(next(puzzle.cells()))
    wall = min(right.walls)
    position = Position(puzzle, frozenset([wall]), labels)
    asked = set()
    while isinstance(step := hint(position), Step):
        asked.add(step.target.kind)
        position = drawn(position, step.facts)
    assert Kind.CELL in asked
    assert position.walls == right.walls
    assert np.array_equal(position.labels, right.labels)


def test_hints_for_labels_alone_draw_no_walls() -> None:
    puzzle = parse(UNIQUE)
    position = Position(puzzle, labels=np.full((7, 7), NO_DOT))
    while isinstance(step := hint(position), Step):
        assert step.cells
        position = drawn(position, step.facts)
    assert position.walls is None
    assert np.array_equal(position.labels, solution(puzzle).labels)


def test_a_wall_between_open_cells() -> None:
    """A reason for an edge tells the dots of the cells beside it."""
    puzzle = parse("5x5:dqndyddc")
    reason = explain(puzzle, Point(8, 1))
    assert reason is not None
    shown = figure(reason)
    assert shown.head == "There is a wall between c4r1 and c5r1"
    assert shown.technique == Technique.FORCED_WALL
    starts = ("first, c4r4 belongs to dot C, with the partner c5r1: ", "then, c4r1 ")
    for sentence, start in zip(shown.sentences, starts, strict=True):
        assert sentence.startswith(start)


def test_boards_that_are_too_large() -> None:
    with pytest.raises(PuzzleError, match="too large"):
        hint(Puzzle(201, 200, [(201, 200)]))


@pytest.mark.parametrize("lattice", [*LATTICES.values()])
@pytest.mark.parametrize("holes", [[], [(1, 1)]])
def test_a_board_without_dots_has_no_solution(
    lattice: Lattice, holes: list[tuple[int, int]]
) -> None:
    puzzle = Puzzle(5, 2, holes=holes, lattice=lattice)
    found = hint(Position(puzzle))
    assert isinstance(found, Mistake)
    assert found.wrong == ()
    reason = explain(puzzle)
    assert reason is not None
    assert reason.target == found.reason.target
