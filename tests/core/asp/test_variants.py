"""Variants of the rules: encodings and verifier against brute force."""

from collections.abc import Callable, Iterator
from itertools import combinations, product, starmap
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from oracles import variants as brute_force
from oracles.brute_force import Dots
from support.lab import (
    Answer,
    Question,
    Size,
    all_dots,
    ask,
    board_of,
    faults,
    puzzle_of,
)
from support.marks import nightly_if

from galaxies_asp.cli import galaxies
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import files, variants
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.grid import Point, inner_edges
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, walls_between
from galaxies_asp.core.board.variants import MEANING, PUZZLE, RuleVariant
from galaxies_asp.core.verifying.rules import check_labels, verify
from galaxies_asp.core.verifying.violations import Fault
from galaxies_asp.lab.changes import Scope, study_variants
from galaxies_asp.lab.cost import NAME
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.galaxies import galaxies_with
from galaxies_asp.lab.galaxies import puzzle_of as puzzle_of_facts
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.store import Campaign
from galaxies_asp.notation import write
from galaxies_asp.processes.pool import Pool, RequestLimits
from galaxies_asp.solving.search import solve

SMALL = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2)]
TOROIDAL, BLACK_HOLES = RuleVariant.TOROIDAL, RuleVariant.BLACK_HOLES
QUARTER_TURN, HIDDEN_DOTS = RuleVariant.QUARTER_TURN, RuleVariant.HIDDEN_DOTS
LOOSE_WALLS = RuleVariant.LOOSE_WALLS
RECTANGULAR, THIN = RuleVariant.RECTANGULAR, RuleVariant.THIN

ENCODINGS = {
    TOROIDAL: ("choice", "choice+pair", "choice+crossing"),
    BLACK_HOLES: (
        *("choice+any", "choice+pair+level", "growth", "growth+pair"),
        *("walls", "walls+pair"),
    ),
    QUARTER_TURN: ("choice+any", "choice+edge", "growth+pair", "walls"),
    HIDDEN_DOTS: ("choice+any", "choice", "growth+pair", "walls+pair"),
    LOOSE_WALLS: ("walls", "walls+any"),
    RECTANGULAR: ("choice+any", "growth", "walls"),
    THIN: ("choice+any", "growth", "walls"),
}
MEMBERS = [
    f"{encoding}+{variant}"
    for variant, list_ in ENCODINGS.items()
    for encoding in list_
]
LAST = [f"{list_[-1]}+{variant}" for variant, list_ in ENCODINGS.items()]

RING = Puzzle(4, 3, [(4, 3), (3, 3), (5, 3)])
"""A ring of ten cells around two single ones, between which its own dot lies."""


def pieces(answer: Answer) -> brute_force.Answer:
    cells: dict[Point, set[Point]] = {dot: set() for dot in answer.dots | answer.hidden}
    for cell, dot in answer.belongs:
        cells[dot].add(cell)
    return frozenset((frozenset(region), dot) for dot, region in cells.items())


AS_BRUTE_FORCE: dict[RuleVariant, Callable[[Answer], object]] = {
    TOROIDAL: pieces,
    BLACK_HOLES: pieces,
    QUARTER_TURN: pieces,
    RECTANGULAR: pieces,
    THIN: pieces,
    HIDDEN_DOTS: lambda answer: (answer.dots, pieces(answer)),
    LOOSE_WALLS: lambda answer: (pieces(answer), answer.loose),
}
BRUTE_FORCE: dict[RuleVariant, Callable[[int, int], set]] = {
    TOROIDAL: brute_force.toroidal,
    BLACK_HOLES: brute_force.black_holes,
    QUARTER_TURN: brute_force.quarter_turn,
    RECTANGULAR: brute_force.rectangular,
    THIN: brute_force.thin,
    HIDDEN_DOTS: brute_force.hidden_dots,
    LOOSE_WALLS: brute_force.loose_walls,
}


@pytest.mark.slow
@pytest.mark.parametrize("encoding", MEMBERS)
def test_all_answers_of_small_boards(encoding: str) -> None:
    for size in SMALL:
        compare_with_brute_force(encoding, size)


@pytest.mark.slow
@pytest.mark.parametrize(
    "encoding",
    nightly_if(
        lambda member: BLACK_HOLES in member or member not in LAST,
        [m for m in MEMBERS if HIDDEN_DOTS not in m],
    ),
)
def test_all_answers_of_3x3(encoding: str) -> None:
    compare_with_brute_force(encoding, (3, 3))


@pytest.mark.slow
@pytest.mark.parametrize("encoding", [m for m in MEMBERS if HIDDEN_DOTS in m])
def test_hidden_dots_of_3x3(encoding: str) -> None:
    """Whichever dots are shown, there are 21,890 answers: these are some of them."""
    answers = brute_force.hidden_dots(3, 3)
    for dots in [], [(3, 3)], [(1, 1)], [(1, 2), (4, 5)]:
        shown = frozenset(starmap(Point, dots))
        found = ask(Question(encoding, Puzzle(3, 3, dots)))
        assert found.complete
        right = {regions for given, regions in answers if given == shown}
        assert set(map(pieces, found.found)) == right
        assert len(found.found) == len(right) > 0


@pytest.mark.nightly
def test_one_more_answer_on_4x3_is_toroidal() -> None:
    compare_with_brute_force("choice+toroidal", (4, 3))
    (ring,) = brute_force.toroidal(4, 3) - brute_force.galaxies(4, 3)
    assert sorted(len(region) for region, _ in ring) == [1, 1, 10]


def compare_with_brute_force(encoding: str, size: tuple[int, int]) -> None:
    (variant,) = variants(encoding)
    found = ask(Question(encoding, Size(*size)))
    assert found.complete
    answers = set(map(AS_BRUTE_FORCE[variant], found.found))
    assert len(answers) == len(found.found)
    assert answers == BRUTE_FORCE[variant](*size)


@pytest.mark.slow
@pytest.mark.parametrize("variant", RuleVariant)
def test_the_verifier_accepts_these_answers(variant: RuleVariant) -> None:
    size = Size(3, 2)
    base = ENCODINGS[variant][0]
    found = ask(Question(f"{base}+{variant}", size)).found
    for answer in found:
        assert faults(puzzle_of(size, answer), answer, frozenset({variant})) == ()
    ordinary = ask(Question(base, size)).found
    for answer in found ^ ordinary:
        puzzle = puzzle_of(size, answer)
        rules = frozenset() if answer in found else frozenset({variant})
        assert faults(puzzle, answer, rules)


def boards(width: int, height: int, most: int) -> Iterator[Puzzle]:
    """Yield all boards of a size with at most so many dots."""
    points = list(product(range(1, 2 * width), range(1, 2 * height)))
    for number in range(most + 1):
        for dots in combinations(points, number):
            yield Puzzle(width, height, dots)


def answers_by_dots(variant: RuleVariant, size: tuple[int, int]) -> dict[Dots, set]:
    found: dict[Dots, set] = {}
    for answer in BRUTE_FORCE[variant](*size):
        found.setdefault(frozenset(center for _, center in answer), set()).add(answer)
    return found


@pytest.mark.parametrize(
    "variant", [TOROIDAL, BLACK_HOLES, QUARTER_TURN, RECTANGULAR, THIN]
)
@pytest.mark.parametrize(
    ("size", "most"),
    [
        ((3, 1), 3),
        ((2, 2), 1),
        pytest.param((2, 2), 2, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_verifier_on_all_labels(
    variant: RuleVariant, size: tuple[int, int], most: int
) -> None:
    expected = answers_by_dots(variant, size)
    for puzzle in boards(*size, most):
        right = set()
        numbers = range(NO_DOT, len(puzzle.centers))
        for values in product(numbers, repeat=size[0] * size[1]):
            labels = np.array(values, np.int32).reshape(size[::-1])
            if not check_labels(puzzle, labels, frozenset({variant})):
                right.add(
                    frozenset(
                        (
                            frozenset(
                                c for c in puzzle.cells() if _at(labels, c) == dot
                            ),
                            center,
                        )
                        for dot, center in enumerate(puzzle.centers)
                    )
                )
        assert right == expected.get(frozenset(puzzle.centers), set())


def _at(labels: np.ndarray, cell: Point) -> int:
    return int(labels[cell.y // 2, cell.x // 2])


@pytest.mark.parametrize("variant", RuleVariant)
@pytest.mark.parametrize(
    ("width", "height"), [(2, 2), pytest.param(3, 2, marks=pytest.mark.slow)]
)
def test_the_verifier_on_all_walls(
    variant: RuleVariant, width: int, height: int
) -> None:
    """A set of walls is right if it is drawn by some answer of brute force."""
    edges = list(inner_edges(width, height))
    cells = brute_force.cells_of(width, height)
    expected: dict[Dots, set[frozenset[Point]]] = {}
    for answer in BRUTE_FORCE[variant](width, height):
        shown, regions, loose = None, answer, frozenset()
        if variant is HIDDEN_DOTS:
            shown, regions = answer
        elif variant is LOOSE_WALLS:
            regions, loose = answer
        dots = frozenset(c for _, c in regions) if shown is None else shown
        number = {cell: i for i, (region, _) in enumerate(regions) for cell in region}
        labels = np.array(
            [
                [number.get(Point(x, y), 99) for x in range(1, 2 * width, 2)]
                for y in range(1, 2 * height, 2)
            ],
            np.int32,
        )
        board = Puzzle(width, height)
        walls = walls_between(labels.tolist(), board.holes) | loose
        expected.setdefault(dots, set()).add(walls)
    assert len(cells) == width * height
    for puzzle in boards(width, height, 1):
        right = {
            walls
            for number in range(len(edges) + 1)
            for walls in map(frozenset, combinations(edges, number))
            if not verify(Position(puzzle, walls), variants=frozenset({variant}))
        }
        wanted = expected.get(frozenset(puzzle.centers), set())
        if variant is BLACK_HOLES:
            # Walls between cells of no region can be drawn, too.
            assert wanted <= right
        else:
            assert right == wanted


def test_toroidal_regions_first_matter_on_4x3() -> None:
    encoding = "choice+toroidal"
    assert solve(RING).status == "none"
    (solution,) = solve(RING, 0, rules=encoding).solutions
    assert solution.labels.tolist() == [[0, 0, 0, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    rules = frozenset({TOROIDAL})
    assert {one.kind for one in verify(solution, variants=PUZZLE)} == {
        *(Fault.CROSSED_DOT, Fault.REGION_WITHOUT_DOT)
    }
    assert verify(solution, variants=rules) == []
    drawn = Position(RING, solution.walls)
    assert verify(drawn, variants=rules) == []
    assert {one.kind for one in verify(drawn)} >= {Fault.CROSSED_DOT}


def test_one_dot_is_the_centre_of_one_region_only() -> None:
    """The ring on 3x3 and the cell in it have the same centre."""
    walls = frozenset(map(Point, (3, 2, 4, 3), (2, 3, 3, 4)))
    drawn = Position(Puzzle(3, 3, [(3, 3)]), walls)
    (violation,) = verify(drawn, variants=frozenset({TOROIDAL}))
    assert violation.kind is Fault.DISCONNECTED_REGION
    assert solve(drawn.puzzle, rules="choice+toroidal").status == "unique"


def test_no_quarter_turn_about_an_edge() -> None:
    puzzle = Puzzle(2, 1, [(2, 1)])
    assert solve(puzzle, rules="choice+quarter-turn").status == "none"
    (violation,) = verify(
        Position(puzzle, None, np.zeros((1, 2), np.int32)),
        variants=frozenset({QUARTER_TURN}),
    )
    assert violation.kind is Fault.UNTURNED_REGION


def test_black_holes_are_drawn_with_walls_around_them() -> None:
    puzzle = Puzzle(3, 1, [(1, 1)])
    result = solve(puzzle, 0, rules="growth+black-holes")
    (solution,) = result.solutions
    assert solution.labels.tolist() == [[0, NO_DOT, NO_DOT]]
    assert solution.walls == {Point(2, 1)}
    assert solve(Puzzle(2, 2), 0, rules="growth+black-holes").status == "unique"


def test_variants_with_holes_and_given_walls() -> None:
    hole = Puzzle(3, 3, [(3, 1), (3, 5)], holes=[(3, 3)])
    assert solve(hole, rules="choice").status == "none"
    assert solve(hole, 0, rules="choice+black-holes").solutions
    found = ask(Question("growth+hidden-dots", hole)).found
    assert found
    assert all((3, 3) not in answer.hidden for answer in found)
    walled = Puzzle(3, 1, [(3, 1)], walls=[(2, 1)])
    (solution,) = solve(walled, 0, rules="growth+black-holes").solutions
    assert solution.labels.tolist() == [[NO_DOT, 0, NO_DOT]]


@pytest.mark.slow
def test_several_variants_at_once() -> None:
    encoding = "choice+any+black-holes+quarter-turn"
    found = set(map(pieces, ask(Question(encoding, Size(3, 3))).found))
    assert found == brute_force.black_holes(3, 3, brute_force.turned_pieces(3, 3))
    rules = frozenset({BLACK_HOLES, QUARTER_TURN})
    for answer in ask(Question(encoding, Size(2, 2))).found:
        assert faults(puzzle_of(Size(2, 2), answer), answer, rules) == ()


@pytest.mark.parametrize(
    ("encoding", "fault"),
    [
        ("growth+toroidal", "makes sense with cells/cell-choice.lp only"),
        ("choice+loose-walls", "makes sense with cells/cell-walls.lp only"),
        ("walls+pair+loose-walls", "makes sense with symmetry/mirror.lp only"),
        ("auto+toroidal+loose-walls", "no encoding states the variants"),
        ("grow+toroidal", "one page"),
    ],
)
def test_impossible_variants(encoding: str, fault: str) -> None:
    with pytest.raises(EncodingError, match=fault):
        solve(RING, rules=encoding)


@pytest.mark.slow
def test_every_variant_is_a_part_with_a_meaning() -> None:
    folder = data_folder("encodings") / "galaxies" / "parts" / "variants"
    names = {path.stem for path in folder.iterdir()}
    assert names == set(RuleVariant) == set(MEANING) == set(ENCODINGS)
    for member in MEMBERS:
        # Where a region need not contain its dot, nothing asks which cells touch it.
        findings = [
            f
            for f in lint(galaxies_with(variants(member)), member)
            if "touching/2 is derived" not in str(f)
        ]
        assert findings == []
        assert files(member)[-1].parent.name == "variants"


@pytest.mark.slow
def test_what_a_variant_does_is_reported() -> None:
    with Pool(1, NAME) as workers:
        judge = Judge("galaxies", Campaign(workers, RequestLimits(seconds=60)))
        sizes = all_dots(2, 1)
        scope = Scope(sizes, [sizes[-1], board_of(RING)])
        reports = {
            report.rule: report for report in study_variants(judge, "choice+any", scope)
        }
    counts = {
        rule: [
            tuple((len(known.found), known.complete) for known in both)
            for both in report.effects.values()
        ]
        for rule, report in reports.items()
    }
    assert {rule: effects[0][1] for rule, effects in counts.items()} == {
        "toroidal": (2, True),
        "black-holes": (5, True),
        "quarter-turn": (1, True),
        "hidden-dots": (6, True),
        "loose-walls": (2, True),
        "rectangular": (2, True),
        "thin": (2, True),
    }
    assert {effects[0][0] for effects in counts.values()} == {(2, True)}
    assert counts["toroidal"][1] == ((0, True), (1, True))
    assert reports["loose-walls"].base == "walls"
    difference = reports["quarter-turn"].difference
    assert difference is not None
    assert puzzle_of_facts(difference.board.facts) == Puzzle(2, 1, [(2, 1)])
    assert difference.holder == "choice+any"


@pytest.mark.slow
def test_a_file_of_the_user_can_be_judged_by_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(
        '#include "grid.lp".\n#include "interface.lp".\n#include "neighbors.lp".\n'
        '#include "parts/candidates/pruned.lp".\n'
        '#include "parts/cells/cell-growth.lp".\n'
        '#include "parts/symmetry/mirror.lp".\n:- cell(P), 2 { galaxy(P,C) }.\n'
    )
    puzzle = Puzzle(2, 2, [(1, 1)])
    with pytest.raises(EncodingError, match="uncovered cell"):
        solve(puzzle, rules=str(path))
    (solution,) = solve(puzzle, 0, rules=f"{path}+black-holes").solutions
    assert solution.labels.tolist() == [[0, NO_DOT], [NO_DOT, NO_DOT]]
    with Pool(1, NAME) as workers:
        judge = Judge(
            "galaxies+black-holes", Campaign(workers, RequestLimits(seconds=60))
        )
        sizes = all_dots(2, 2)
        verdict = judge.compare_all("choice+black-holes", str(path), sizes)
        assert (verdict.difference, verdict.complete) == (None, True)
        ordinary = Judge("galaxies", Campaign(workers, RequestLimits(seconds=60)))
        verdict = ordinary.compare_all("choice", str(path), sizes)
        assert verdict.difference is not None
        assert verdict.difference.wrong == str(path)
        short = tmp_path / "short.lp"
        rule = ":- galaxy(P,C), galaxy(Q,C), P != Q.\n"
        short.write_text(path.read_text() + rule)
        verdict = judge.compare_all("choice+black-holes", str(short), sizes)
    assert verdict.difference is not None
    assert verdict.difference.wrong == str(short)
    assert puzzle_of_facts(verdict.difference.board.facts) == Puzzle(2, 1, [(2, 1)])


def test_a_file_takes_no_parts(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("")
    with pytest.raises(EncodingError, match="it can be named with variants"):
        solve(RING, rules=f"{path}+pair")


@pytest.mark.slow
def test_on_the_command_line() -> None:
    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(galaxies, arguments, standalone_mode=False)
        return int(result.return_value), result.stdout

    code, out = run(
        "lab", "rules", "--with", "hidden-dots", "--boards", "exhaustive=1x1"
    )
    assert code == 0
    assert "hidden-dots allows it: region without dot" in out
    assert "all dots on 1x1: 1 by the rules of the puzzle, 2 with hidden-dots" in out
    code, out = run(
        "lab", "rules", "--with", "loose-walls", "--boards", "exhaustive=1x1"
    )
    assert "loose-walls (of walls): the same as the rules of the puzzle" in out
    code, out = run("solve", "-e", "growth", "--with", "black-holes", "idp-5x5")
    assert (
        code,
        "at least 2 solutions under the encoding growth+black-holes" in out,
    ) == (1, True)


def test_an_attempt_is_checked_by_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "attempt.txt"
    drawn = Position(Puzzle(3, 2, [(3, 2)]), frozenset({Point(2, 1)}))
    path.write_text(write(drawn, "json"))
    for options, code in ((), 1), (("--with", "loose-walls"), 0):
        result = CliRunner().invoke(
            galaxies, ["check", *options, str(path)], standalone_mode=False
        )
        assert result.return_value == code


def test_solutions_have_their_loose_walls() -> None:
    puzzle = Puzzle(2, 3, [(2, 3)], variants=frozenset({LOOSE_WALLS}))
    expected = {
        loose
        for regions, loose in brute_force.loose_walls(2, 3)
        if [center for _, center in regions] == [(2, 3)]
    }
    found = [solution.loose for solution in solve(puzzle, 0).solutions]
    assert len(expected) == len(found) > 1
    assert set(found) == expected


def test_walls_between_black_cells_are_no_solutions_of_their_own() -> None:
    rules = "auto+black-holes+loose-walls"
    assert len(solve(Puzzle(2, 1), 0, rules=rules).solutions) == 1
    # The cell of the dot alone, or the row of three cells around it.
    assert len(solve(Puzzle(3, 2, ((3, 1),)), 0, rules=rules).solutions) == 2
