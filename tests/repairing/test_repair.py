"""Repairs are the cheapest there are, and what they lead to has one solution."""

import random
import re
from dataclasses import replace
from math import dist

import pytest
from oracles.repairs import cheapest, solutions
from support.marks import slow_if
from support.repairs import damaged

from galaxies_asp import Point, Puzzle, Solution, parse, solve
from galaxies_asp.core.asp.encodings import BUILT_IN
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    SQUARE,
    Lattice,
    edge_ends,
    inner_edges,
)
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.verifying.rules import check_labels
from galaxies_asp.repairing import WEIGHTS, Allowed, Change, Edit, answers, repair
from galaxies_asp.repairing.answers import answer_in_words, change_in_words, picture
from galaxies_asp.repairing.changes import (
    DOT_KINDS,
    WALL_KINDS,
    Repair,
    changes_between,
)
from galaxies_asp.repairing.cheapest import RepairTask
from galaxies_asp.repairing.trials import completion, divided

DOTS = Allowed(dict.fromkeys(DOT_KINDS, 1))
WALLS = Allowed(dict.fromkeys(WALL_KINDS, 1))
AMBIGUOUS = ("6x6:pzizizcf", "6x5:qzceezc", "6x4:bgqhhrhg", "6x6:aeezuddzuee")
CONTESTED = "6x5:hentcgqncf"
SIZES = [pytest.param(2, 2, 12, marks=pytest.mark.slow), (3, 2, 8)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "number"),
    [
        *((1, 1, 10), (1, 3, 10), (2, 2, 10)),
        pytest.param(3, 2, 12, marks=pytest.mark.slow),
        pytest.param(4, 2, 30, marks=pytest.mark.slow),
        pytest.param(3, 3, 15, marks=pytest.mark.nightly),
    ],
)
def test_cheapest_of_all_changes(width: int, height: int, number: int) -> None:
    rng = random.Random(width * 10 + height)
    for _ in range(number):
        puzzle, allowed = damaged(width, height, rng)
        before = len(solutions(puzzle))
        answer = repair(puzzle, allowed)
        assert answer.before is not None
        assert len(answer.before.solutions) == min(before, 2)
        assert answer.complete
        if before == 1:
            assert not answer.repairs
            continue
        cost, targets = cheapest(puzzle, allowed)
        if answer.best is None:
            assert cost == -1
            continue
        assert answer.minimal
        assert (
            answer.best.cost
            == cost
            == allowed.cost(answer.best.changes, puzzle.lattice)
        )
        assert target(answer.best) in targets


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "number"), SIZES)
def test_all_cheapest_repairs(width: int, height: int, number: int) -> None:
    rng = random.Random(width * 100 + height)
    for _ in range(number):
        puzzle, allowed = damaged(width, height, rng)
        if len(solutions(puzzle)) == 1:
            continue
        answer = repair(puzzle, allowed, models=0)
        found = list(map(target, answer.repairs))
        assert answer.complete
        assert set(found) == cheapest(puzzle, allowed)[1]
        assert len(set(found)) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(), Rules("grow")], ids=["bits", "grow"])
@pytest.mark.parametrize(("width", "height", "number"), SIZES)
def test_all_cheapest_repairs_on_hexagons(
    width: int, height: int, number: int, rules: Rules
) -> None:
    rng = random.Random(width * 100 + height)
    for _ in range(number):
        puzzle, allowed = damaged(width, height, rng, HEXAGONAL)
        if len(solutions(puzzle)) == 1:
            continue
        answer = repair(puzzle, allowed, 0, rules)
        found = list(map(target, answer.repairs))
        assert answer.complete
        assert set(found) == cheapest(puzzle, allowed)[1]
        assert len(set(found)) == len(found)


def test_a_dot_touches_two_hexagons() -> None:
    """No dot of this repair touches the cells beyond the corners of its hexagon."""
    walls = frozenset({Point(2, 3), Point(4, 3)})
    puzzle = Puzzle(3, 2, [(4, 2)], walls=walls, lattice=HEXAGONAL)
    answer = repair(puzzle, Allowed({Edit.ADD: 1}))
    assert answer.best is not None
    assert (answer.best.cost, answer.minimal) == (3, True)


@pytest.mark.parametrize(("lattice", "number"), [(SQUARE, 8), (HEXAGONAL, 6)])
def test_next_points_have_the_symmetry_of_the_lattice(
    lattice: Lattice, number: int
) -> None:
    """A turn by 60 degrees maps the points beside a hexagon to each other."""
    dot, allowed = Point(5, 5), Allowed({Edit.MOVE: 1})
    around = [Point(x, y) for x in range(2, 9) for y in range(2, 9) if (x, y) != dot]
    moves = {to: allowed.cost([Change(Edit.MOVE, dot, to)], lattice) for to in around}
    near = {to for to, cost in moves.items() if cost == 1}
    assert len(near) == number
    assert {cost for to, cost in moves.items() if to not in near} == {2}
    nearest = sorted(around, key=lambda to: dist(*map(lattice.place, (dot, to))))
    assert near == set(nearest[:number])


def target(found: Repair) -> tuple[frozenset[Point], frozenset[Point]]:
    return frozenset(found.puzzle.centers), found.puzzle.walls


@pytest.mark.parametrize(
    "text", slow_if(AMBIGUOUS[:2].__contains__, [*AMBIGUOUS, CONTESTED])
)
@pytest.mark.parametrize("allowed", [DOTS, WALLS, Allowed(WEIGHTS)])
def test_other_encodings_find_one_solution_as_well(text: str, allowed: Allowed) -> None:
    puzzle = parse(text)
    answer = repair(puzzle, allowed)
    if allowed is WALLS and text == CONTESTED:
        assert answer.complete
        assert answer.best is None
        return
    assert answer.best is not None
    for encoding in BUILT_IN:
        result = solve(answer.best.puzzle, rules=encoding)
        assert result.status == "unique"
        assert result.solutions == (answer.best.solution,)


def test_a_sound_puzzle_is_left_alone() -> None:
    answer = repair(parse("7x7:cghsppedzzaccdtce"))
    assert answer.is_sound
    assert answer.complete
    assert not answer.repairs
    assert "nothing to repair" in answer_in_words(answer)


def test_the_obstacle_is_named() -> None:
    words = answer_in_words(repair(parse(CONTESTED)))
    assert "dot D at (3,5) and dot F at (2,6) both claim c" in words


@pytest.mark.slow
def test_kept_dots_stay() -> None:
    puzzle = parse(CONTESTED)
    dots = frozenset(puzzle.centers)
    for dot in (Point(3, 5), Point(2, 6)):
        answer = repair(puzzle, Allowed(WEIGHTS, frozenset({dot})))
        assert answer.best is not None
        assert dot in answer.best.puzzle.centers
    both = Allowed(WEIGHTS, frozenset({Point(3, 5), Point(2, 6)}))
    assert answer_in_words(repair(puzzle, both)).endswith("allowed repair it")
    all_but_one = Allowed(WEIGHTS, dots - {Point(2, 6)})
    assert repair(puzzle, all_but_one).best is not None


def test_contradictory_walls_are_erased() -> None:
    sound = parse("7x7:cghsppedzzaccdtce")
    inside = set(inner_edges(7, 7)) - solve(sound).solutions[0].walls
    dots = set(sound.centers)
    free = [e for e in sorted(inside) if not dots & {e, *edge_ends(e)}]
    puzzle = replace(sound, walls=frozenset({free[0], free[-1]}))
    answer = repair(puzzle, WALLS)
    assert answer.best is not None
    assert answer.best.puzzle == sound
    assert {change.kind for change in answer.best.changes} == {Edit.ERASE}


def test_colors_holes_and_the_order_of_the_dots_stay() -> None:
    centers = ((1, 1), (3, 2), (5, 5))
    puzzle = Puzzle(3, 3, centers, black=frozenset({(3, 2)}), holes=frozenset({(1, 5)}))
    answer = repair(puzzle, Allowed({Edit.MOVE: 1}))
    assert answer.best is not None
    repaired = answer.best.puzzle
    assert repaired.holes == puzzle.holes
    (black,) = repaired.black
    assert repaired.centers.index(black) == 1
    assert len(repaired.centers) == 3


@pytest.mark.slow
def test_weights_decide_what_is_changed() -> None:
    puzzle = parse("6x6:pzizizcf")
    for dear, cheap in ((DOT_KINDS, WALL_KINDS), (WALL_KINDS, DOT_KINDS)):
        weights = dict.fromkeys(dear, 9) | dict.fromkeys(cheap, 1)
        answer = repair(puzzle, Allowed(weights))
        assert answer.best is not None
        assert {change.kind for change in answer.best.changes} <= set(cheap)


@pytest.mark.parametrize("weights", [{}, {Edit.ADD: 0}, {Edit.ADD: 10**6}])
def test_bad_weights_are_refused(weights: dict[Edit, int]) -> None:
    with pytest.raises(OptionError):
        Allowed(weights)


def test_what_is_allowed_is_checked() -> None:
    usual = Allowed({Edit.ADD: 1}, frozenset({Point(1, 1)}))
    listed = Allowed({"add": 1}, [[1, 1]])  # type: ignore[dict-item, arg-type]
    assert listed == usual
    with pytest.raises(OptionError, match="no change 'swap'; there are add, remove"):
        Allowed({"swap": 1})  # type: ignore[dict-item]


def test_the_best_so_far_is_kept_when_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = parse("6x5:qzceezc")
    events = list(answers.search(RepairTask(sheet_of(puzzle), WALLS)))
    first = next(i for i, event in enumerate(events) if isinstance(event, Repair))

    def interrupted(task: RepairTask):  # type: ignore[no-untyped-def]
        yield from events[: first + 1]
        raise KeyboardInterrupt

    monkeypatch.setattr(answers, "search", interrupted)
    running = answers.RepairRun(RepairTask(sheet_of(puzzle), WALLS))
    with pytest.raises(KeyboardInterrupt):
        list(running)
    answer = running.answer()
    assert answer.stopped_by == "interrupt"
    assert not answer.complete
    assert answer.best == events[first]


@pytest.mark.slow
def test_divided_regions_repair_at_once() -> None:
    for text in AMBIGUOUS:
        puzzle = parse(text)
        for witness in solve(puzzle, 0).solutions:
            found = divided(puzzle, witness.labels)
            assert found.centers[: len(puzzle.centers)] == puzzle.centers
            assert solve(found).status == "unique"


@pytest.mark.slow
def test_what_was_refuted_is_not_proposed_with_more_removals() -> None:
    """It would be refuted again, and so on without an end."""
    repaired = repair(Puzzle(4, 4, [(7, 3), (1, 4), (1, 2), (3, 5)]))
    assert [found.cost for found in repaired.repairs] == [3]
    assert repaired.at_least == 3


@pytest.mark.slow
def test_a_dear_repair_is_found_before_the_cheapest() -> None:
    events = list(answers.search(RepairTask(sheet_of(parse("6x6:pzizizcf")), DOTS)))
    costs = [event.cost for event in events if isinstance(event, Repair)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1] == 2
    several = repair(parse("6x6:pzizizcf"), DOTS, models=2)
    assert [found.cost for found in several.repairs] == 2 * costs[-1:]


def test_changes_in_words() -> None:
    puzzle = Puzzle(3, 3, ((1, 1), (3, 4)))
    said = [
        change_in_words(puzzle, Change(Edit.MOVE, Point(3, 4), Point(3, 5))),
        change_in_words(puzzle, Change(Edit.REMOVE, Point(1, 1))),
        change_in_words(puzzle, Change(Edit.ADD, Point(5, 5))),
        change_in_words(puzzle, Change(Edit.DRAW, Point(2, 5))),
    ]
    assert said == [
        "move dot B from c2r2-c2r3 to c2r3",
        "remove dot A at c1r1",
        "add a dot at c3r3",
        "draw a wall at c1r3-c2r3",
    ]


def test_summaries_say_what_is_known_of_the_original() -> None:
    answer = repair(parse("6x4:bgqhhrhg"), Allowed({Edit.MOVE: 1}))
    assert answer_in_words(answer).startswith("several solutions; repaired by 1 change")
    stopped = replace(answer, before=None, repairs=(), stopped_by="time")
    words = answer_in_words(replace(stopped, complete=False))
    assert words.startswith("the number of solutions is not known; no repair found")


def test_arrows_lead_from_ring_to_ring() -> None:
    moved = Change(Edit.MOVE, Point(1, 4), Point(9, 4))
    solution = Solution(Puzzle(6, 4, [(9, 4)]), [[0] * 6] * 4)
    drawn = picture(Repair((moved,), 1, sheet_of(solution)))
    line, head = re.findall(r'<path[^>]* d="M([^"]*)"', drawn)[-2:]
    assert [_places(line), _places(head)] == [
        [(1.72, 4), (7.78, 4)],
        [(8.28, 4), (7.78, 4.25), (7.78, 3.75)],
    ]


def _places(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_dots_move_to_the_nearest_places() -> None:
    puzzle = Puzzle(5, 3, [(3, 3), (4, 3)])
    dots = frozenset({Point(3, 4), Point(4, 4)})
    for allowed in (DOTS, Allowed(WEIGHTS)):
        changes = changes_between(puzzle, dots, frozenset(), allowed)
        moves = {(change.at, change.to) for change in changes}
        assert moves == {((3, 3), (3, 4)), ((4, 3), (4, 4))}


def test_pictures_mark_the_changes() -> None:
    moved = repair(parse("6x4:bgqhhrhg"), Allowed({Edit.MOVE: 1})).best
    assert moved is not None
    assert '<circle cx="1" cy="4" r="0.72"/>' in picture(moved)
    walled = repair(parse("6x4:bgqhhrhg"), WALLS).best
    assert walled is not None
    assert 'stroke="#d40026" stroke-width="0.3"' in picture(walled)


@pytest.mark.parametrize("notation", [CONTESTED, "7x7:cghsppedzzaccdtce"])
def test_completed_puzzles_have_the_witness_as_a_solution(notation: str) -> None:
    puzzle = parse(notation)
    for dot in puzzle.centers[:3]:
        fewer = replace(
            puzzle, centers=tuple(other for other in puzzle.centers if other != dot)
        )
        completed, witness = completion(fewer)
        assert not check_labels(completed, witness)


def test_given_walls_beside_a_dot_are_obeyed() -> None:
    puzzle = Puzzle(4, 2, [(4, 2)], walls=frozenset({Point(2, 1)}))
    answer = repair(puzzle)
    assert answer.best is not None
    assert answer.best.cost == answer.at_least == 1


@pytest.mark.slow
@pytest.mark.parametrize("models", [1, 3])
def test_the_undo_comes_first(models: int) -> None:
    """A dot that was forgotten, moved by a point, drawn twice, or two forgotten."""
    puzzle = parse("7x7:cghsppedzzaccdtce")
    assert isinstance(puzzle, Puzzle)
    dots = puzzle.centers
    near = Point(11, 12)
    for slip, cost in (
        (dots[:-1], 1),
        ((*dots[:-1], near), 1),
        ((*dots, near), 1),
        (dots[2:], 2),
    ):
        answer = repair(replace(puzzle, centers=slip), models=models)
        assert answer.best is not None
        assert set(answer.best.puzzle.centers) == set(dots)
        assert (answer.best.cost, answer.minimal) == (cost, True)
        assert len(answer.repairs) <= models


def test_repairs_of_other_kinds_follow_the_first() -> None:
    puzzle = parse("7x7:cghsppedzzaccdtce")
    assert isinstance(puzzle, Puzzle)
    answer = repair(replace(puzzle, centers=puzzle.centers[:-1]), models=3)
    kinds = [change.kind for one in answer.repairs for change in one.changes]
    assert len(kinds) == 3
    assert len(set(kinds)) > 1


@pytest.mark.slow
def test_changes_at_unsure_points_come_first() -> None:
    puzzle = parse("6x4:bgqhhrhg")
    every = repair(puzzle, DOTS, 0).repairs
    pairs = [one for one in every if len(one.changes) == one.cost == 2]
    for one in pairs[:: len(pairs) // 4]:
        points = {change.at for change in one.changes}
        (found,) = repair(puzzle, replace(DOTS, unsure=points)).repairs
        assert found.cost == 2
        assert all(points & {change.at, change.to} for change in found.changes)


def test_one_change_at_an_unsure_point_comes_first() -> None:
    puzzle = parse("4x1:c")
    every = repair(puzzle, DOTS, 0).repairs
    assert {one.cost for one in every} == {1}
    for (change,) in (one.changes for one in every):
        (found,) = repair(puzzle, replace(DOTS, unsure={change.at})).repairs
        assert change.at in (found.changes[0].at, found.changes[0].to)
