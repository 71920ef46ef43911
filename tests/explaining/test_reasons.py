"""Reasons: the named instances alone force it, and none can be left out."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import reasons as oracle
from support.marks import slow_if

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, inner_edges, mirror, touched_cells
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.explaining import Level, Technique, explain
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.minimal import (
    grown,
    minimal,
    minimal_by_states,
    smallest_hitting_set,
)
from galaxies_asp.explaining.reasons import find_reason, technique_of
from galaxies_asp.explaining.situation import Situation, extended
from galaxies_asp.explaining.switches import Switches
from galaxies_asp.explaining.trials import forced, refutes
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.notation import parse

# Puzzles on which all boards can be tried: with one, several and no solutions.
SMALL = [
    Puzzle(3, 2, [(1, 2), (4, 2)]),
    Puzzle(3, 3, [(3, 3)]),
    Puzzle(3, 3, [(2, 2), (5, 3), (3, 5)]),
    Puzzle(3, 3, [(3, 1), (1, 4), (5, 4), (3, 5)]),
    Puzzle(3, 3, [(1, 1), (5, 5), (4, 2)]),
    Puzzle(4, 2, [(2, 2), (6, 2)]),
    Puzzle(4, 2, [(1, 2), (5, 2)], walls=[(6, 3)]),
    Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)]),
    Puzzle(2, 1, [(2, 1), (1, 1)]),
]


def targets(puzzle: Puzzle) -> list[Fact]:
    found = [NO_SOLUTION]
    for cell in puzzle.cells():
        found += [Fact(Kind.CELL, cell, center) for center in puzzle.centers]
    for edge in inner_edges(puzzle.width, puzzle.height):
        if all(map(puzzle.has_cell, touched_cells(edge))):
            found += [Fact(Kind.WALL, edge), Fact(Kind.OPEN, edge)]
    return found


def positions(puzzle: Puzzle) -> list[Position]:
    edges = [t.at for t in targets(puzzle) if t.kind is Kind.WALL]
    return [Position(puzzle), Position(puzzle, frozenset(edges[::3]))]


@pytest.mark.parametrize(
    "index",
    [
        *slow_if(lambda index: index != 0, [0, 1, *range(3, len(SMALL))]),
        pytest.param(2, marks=pytest.mark.nightly),
    ],
)
def test_reasons_against_all_boards(index: int) -> None:
    puzzle = SMALL[index]
    for position in positions(puzzle):
        situation = Situation.of(position)
        for target in targets(puzzle):
            sets = oracle.broken(puzzle, situation.facts, target)
            follows = oracle.forces(sets, situation.facts)
            reason = find_reason(situation, target)
            assert (reason is not None) == follows
            if reason is None:
                continue
            chosen = reason.premises
            assert oracle.forces(sets, chosen)
            for left_out in chosen:
                assert not oracle.forces(sets, [i for i in chosen if i != left_out])


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SMALL[:6], ids=range(6))
def test_smallest_reasons_against_all_subsets(puzzle: Puzzle) -> None:
    situation = Situation.of(Position(puzzle))
    for target in targets(puzzle)[:12]:
        reason = find_reason(situation, target, smallest=True)
        if reason is None:
            continue
        assert reason.smallest
        sets = oracle.broken(puzzle, situation.facts, target)
        assert oracle.forces(sets, reason.premises)
        for fewer in combinations(situation.facts, len(reason.premises) - 1):
            assert not oracle.forces(sets, fewer)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SMALL, ids=range(len(SMALL)))
def test_the_program_against_all_boards(puzzle: Puzzle) -> None:
    """Each set of instances forces the same for the program and for plain search."""
    situation = Situation.of(Position(puzzle))
    for target in targets(puzzle)[::5]:
        sets = oracle.broken(puzzle, situation.facts, target)
        for step in (1, 2, 3):
            for start in range(step + 1):
                some = situation.facts[start::step]
                assert situation.switches.forces(some, target) == oracle.forces(
                    sets, some
                )


@st.composite
def some_instances(draw: st.DrawFn) -> tuple[Puzzle, tuple[Fact, ...], Fact]:
    puzzle = draw(st.sampled_from(SMALL))
    edges = [t.at for t in targets(puzzle) if t.kind is Kind.WALL]
    walls = draw(st.frozensets(st.sampled_from(edges), max_size=3)) if edges else None
    instances = list(Situation.of(Position(puzzle, walls)).facts)
    labels = [t for t in targets(puzzle) if t.kind is Kind.CELL]
    instances += draw(st.lists(st.sampled_from(labels), max_size=2, unique=True))
    chosen = draw(st.lists(st.sampled_from(instances), unique=True))
    return puzzle, tuple(chosen), draw(st.sampled_from(targets(puzzle)))


@settings(max_examples=20)
@given(some_instances(), st.integers(0, 3))
def test_propagation_is_sound(
    case: tuple[Puzzle, tuple[Fact, ...], Fact], rounds: int
) -> None:
    puzzle, instances, target = case
    state = extended(Propagation(Bitboard(puzzle)), instances)
    if refutes(state, target, rounds):
        assert oracle.forces(oracle.broken(puzzle, instances, target), instances)


@pytest.mark.slow
@settings(max_examples=30)
@given(some_instances())
def test_the_search_for_a_witness_against_all_boards(
    case: tuple[Puzzle, tuple[Fact, ...], Fact],
) -> None:
    puzzle, instances, target = case
    if target.kind is Kind.OPEN:
        return
    expected = oracle.forces(oracle.broken(puzzle, instances, target), instances)
    assert forced(Bitboard(puzzle), instances, target) == expected


@pytest.mark.parametrize("puzzle", SMALL, ids=range(len(SMALL)))
def test_spans_and_mirror_images(puzzle: Puzzle) -> None:
    board = Bitboard(puzzle)
    expected = oracle.candidates(puzzle)
    for dot, span in enumerate(board.span):
        assert set(board.points(span)) == {c for c in expected if dot in expected[c]}
        for cell in puzzle.cells():
            image = mirror(puzzle.centers[dot], cell)
            images = [image] if puzzle.has_cell(image) else []
            assert list(board.points(board.mirrored(dot, board.bit(cell)))) == images


@pytest.mark.slow
def test_forced_labels_are_those_of_all_solutions() -> None:
    puzzle = parse("6x6:pzizizcf")
    situation = Situation.of(Position(puzzle))
    forced = situation.switches.forced_cells(situation.facts)
    for cell in puzzle.cells():
        reason = explain(puzzle, cell)
        assert (cell in forced) == (reason is not None)
        if reason is not None:
            assert reason.target == forced[cell]


def test_the_same_question_has_the_same_answer() -> None:
    puzzle = parse("7x7:befpfcovvzgcczg")
    places = [Point(5, 5), Point(6, 7), Point(9, 11)]
    first = [explain(puzzle, place) for place in places]
    again = [explain(puzzle, place) for place in reversed(places)]
    assert first == again[::-1]


def test_no_solution_is_explained() -> None:
    reason = explain(parse("5x4:fucgdm"))
    assert reason is not None
    assert reason.target == NO_SOLUTION
    assert [i.kind for i in reason.premises] == [Kind.COVER]
    assert explain(parse("7x7:cghsppedzzaccdtce")) is None


def test_two_dots_that_touch_one_cell() -> None:
    reason = explain(Puzzle(2, 1, [(2, 1), (1, 1)]))
    assert reason is not None
    assert [i.kind for i in reason.premises] == [Kind.CENTER, Kind.CENTER]


def test_what_is_drawn_is_used_only_if_asked() -> None:
    puzzle = Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)])
    wall = Point(6, 1)
    drawn = Position(puzzle, frozenset([wall]))
    reason = explain(drawn, wall)
    assert reason is not None
    assert reason.premises == (Fact(Kind.WALL, wall),)
    assert explain(puzzle, wall) != reason


@pytest.mark.parametrize("place", [(0, 1), (2, 2), (3, 3), (6, 3), (99, 1)])
def test_places_without_a_question(place: tuple[int, int]) -> None:
    puzzle = Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)])
    with pytest.raises(OptionError, match="nothing to explain"):
        explain(puzzle, Point(*place))


def test_minimal_prefers_what_is_early() -> None:
    def forces(some: object) -> bool:
        return {2, 5} <= set(some) or {3, 7} <= set(some) or 9 in set(some)

    assert minimal(range(10), forces) == (2, 5)
    assert minimal(range(9, -1, -1), forces) == (9,)
    assert minimal([7, 3, 2, 5], forces) == (7, 3)
    for order in (range(10), range(9, -1, -1), [7, 3, 2, 5]):
        by_states = minimal_by_states(
            order, forces, (), lambda one, more: (*one, *more)
        )
        assert by_states == minimal(order, forces)
    assert minimal([1], lambda some: True) == ()
    kept = grown([2], list(range(10)), forces)
    assert not forces(kept)
    assert all(forces([*kept, more]) for more in range(10) if more not in kept)


def test_smallest_hitting_sets() -> None:
    assert smallest_hitting_set([]) == []
    assert smallest_hitting_set([[1, 2], [2, 3], [3, 4, 2]]) == [2]
    assert len(smallest_hitting_set([[1, 2], [3, 4], [5, 1]])) == 2


def test_how_small_is_known() -> None:
    target = Fact(Kind.CELL, Point(1, 1), Point(1, 1))
    one = (Fact(Kind.COVER, Point(1, 1)),)
    assert Reason(target, one, 0, at_least=1).smallest
    assert not Reason(target, one, 0).smallest


# Dots at the ends of a row of five cells, and in its middle.
ROW = Puzzle(5, 1, [(1, 1), (5, 1), (9, 1)])


def in_row(kind: Kind, x: int, dot: int | None = None) -> Fact:
    return Fact(kind, Point(x, 1), None if dot is None else Point(dot, 1))


@pytest.mark.parametrize(
    ("target", "premises", "technique", "level"),
    [
        ((Kind.CELL, 5, 5), [(Kind.CENTER, 5)], Technique.TOUCHED, Level.TOUCHED),
        (
            (Kind.CELL, 7, 5),
            [(Kind.SYMMETRY, 5), (Kind.CELL, 3, 5)],
            *(Technique.MIRROR, Level.TOUCHED),
        ),
        ((Kind.CELL, 3, 5), [(Kind.COVER, 3)], Technique.ONLY_DOT, Level.ONLY_ONE),
        (
            (Kind.WALL, 2),
            [(Kind.CELL, 1, 1), (Kind.CELL, 3, 5)],
            *(Technique.WALL, Level.TOUCHED),
        ),
        (
            (Kind.WALL, 8),
            [(Kind.SYMMETRY, 5), (Kind.WALL, 2), (Kind.CELL, 7, 5)],
            *(Technique.MIRRORED_WALL, Level.TOUCHED),
        ),
        ((Kind.WALL, 2), [(Kind.CELL, 1, 1)], Technique.FORCED_WALL, Level.TOUCHED),
        (
            (Kind.WALL, 2),
            [(Kind.CENTER, 1), (Kind.CENTER, 5)],
            *(Technique.FORCED_WALL, Level.BLOCKED),
        ),
    ],
)
def test_techniques_of_reasons(
    target: tuple[Kind, int],
    premises: list[tuple[Kind, int]],
    technique: Technique,
    level: Level,
) -> None:
    reason = Reason(in_row(*target), tuple(in_row(*one) for one in premises), 0)
    assert technique_of(Bitboard(ROW), reason) == (technique, level)


def test_a_cell_in_two_regions_needs_no_rule_to_fail() -> None:
    puzzle = Puzzle(5, 1, [(3, 1), (7, 1)])
    cell = Point(5, 1)
    one, other = (Fact(Kind.CELL, cell, dot) for dot in puzzle.centers)
    switches = Switches(puzzle, ())
    assert switches.forces([one, other], NO_SOLUTION)
    assert not switches.forces([one], NO_SOLUTION)
    assert not switches.forces([other], NO_SOLUTION)
