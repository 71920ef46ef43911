"""Compare the solutions of hexagonal boards with brute force."""

from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from oracles import hexagons
from oracles.hexagons import Region
from support.commands import galaxies
from support.marks import NEEDS_LIBRARY

from galaxies_asp import Puzzle, solve, verify
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    SQUARE,
    Point,
    hexagon,
    in_reading_order,
    mirror,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Solution
from galaxies_asp.core.drawing import render
from galaxies_asp.core.drawing.boxes import draw
from galaxies_asp.core.result import Result
from galaxies_asp.explaining.answers.questions import walkthrough
from galaxies_asp.explaining.engine.facts import Kind
from galaxies_asp.generating import Recipe, make
from galaxies_asp.notation import parse, parse_all, write
from galaxies_asp.solving.plan import engine

ENCODINGS = ("grow", "assign", "choice", "growth", "walls", "choice+pair+level")
BOARDS = {1: 1, 2: 100, 3: 4_027_044}
"""The numbers of all boards that are hexagons, by their side."""


def board(side: int) -> Puzzle:
    width, height, holes = hexagon(side)
    return Puzzle(width, height, holes=holes, lattice=HEXAGONAL)


def puzzle(side: int, dots: list[Point]) -> Puzzle:
    blank = board(side)
    return Puzzle(
        *(blank.width, blank.height, tuple(dots)), holes=blank.holes, lattice=HEXAGONAL
    )


def cells_of(blank: Puzzle) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x, y in blank.cells())


def regions_of(solution: Solution) -> frozenset[Region]:
    regions: dict[int, set[tuple[int, int]]] = {}
    for x, y in solution.puzzle.cells():
        regions.setdefault(solution.label(Point(x, y)), set()).add((x, y))
    regions.pop(NO_DOT, None)
    return frozenset(map(frozenset, regions.values()))


def found(result: Result[Solution]) -> set[frozenset[Region]]:
    assert result.complete
    return set(map(regions_of, result.solutions))


def random_puzzle(side: int, seed: int) -> Puzzle:
    """Return a puzzle that has a solution: regions grow at random."""
    rng, blank = Random(seed), board(side)
    free, dots = set(blank.cells()), []
    while free:
        cell = rng.choice(sorted(free))
        near = [cell, *HEXAGONAL.edges(cell)]
        dot = rng.choice(
            [p for p in near if free.issuperset(HEXAGONAL.touched_cells(p))]
        )
        region = set(HEXAGONAL.touched_cells(dot))
        for _ in range(rng.randrange(10)):
            around = {n for c in region for n in HEXAGONAL.adjacent_cells(c)}
            around = {n for n in around & free - region if mirror(dot, n) in free}
            if around:
                more = rng.choice(sorted(around))
                region |= {more, mirror(dot, more)}
        free -= region
        dots.append(dot)
    return puzzle(side, in_reading_order(dots))


@pytest.mark.slow
def test_all_small_sets_of_dots_against_brute_force() -> None:
    cells = cells_of(board(2))
    solvable = 0
    for number in (1, 2, 3):
        for dots in combinations(hexagons.places(cells), number):
            expected = hexagons.solutions(cells, dots)
            given = puzzle(2, [Point(*dot) for dot in dots])
            assert found(solve(given, 0, rules=Rules("fast"))) == expected
            solvable += bool(expected)
    assert solvable == 19


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_against_brute_force(encoding: str) -> None:
    cells = cells_of(board(2))
    places, rng = hexagons.places(cells), Random(1)
    samples = [rng.sample(places, rng.randint(1, 4)) for _ in range(25)]
    samples += [
        [tuple(dot) for dot in random_puzzle(2, seed).centers] for seed in range(15)
    ]
    for dots in samples:
        given = puzzle(2, [Point(*dot) for dot in dots])
        expected = hexagons.solutions(cells, dots)
        assert found(solve(given, 0, rules=Rules(encoding))) == expected


@pytest.mark.parametrize("seed", range(12))
def test_both_engines_agree_on_random_boards(seed: int) -> None:
    given = random_puzzle(3, seed)
    expected = hexagons.solutions(
        cells_of(given), [tuple(dot) for dot in given.centers]
    )
    for encoding in ("fast", "grow"):
        rules = Rules(encoding)
        assert found(solve(given, 0, rules=rules)) == expected
        assert [*engine(given, rules).bounds()][-1].total == len(expected)
    by_bits, by_program = (
        engine(given, Rules(name)).possibilities() for name in ("fast", "grow")
    )
    assert by_bits.fields() == by_program.fields()


@pytest.mark.parametrize("side", BOARDS)
def test_number_of_all_boards(side: int) -> None:
    assert hexagons.number_of_boards(cells_of(board(side))) == BOARDS[side]


@pytest.mark.parametrize("side", [1, 2])
def test_number_of_all_boards_by_the_encoding(side: int) -> None:
    sample = "galaxies/questions/sample.lp"
    program = Program(["0"], bundled("galaxies/grow.lp", sample))
    program.add(facts.program(board(side)) + ":- not limited.")
    program.add("\n".join(facts.point_lines("place", board(side).places())))
    program.ground()
    assert sum(1 for _ in program.models()) == BOARDS[side]


def test_the_verifier_rejects_changed_solutions() -> None:
    given = random_puzzle(3, 5)
    (solution, *_) = solve(given, 1).solutions
    assert not verify(solution)
    right = solution.rows()
    for cell in given.cells():
        for dot in range(len(given.centers)):
            rows = [row[:] for row in right]
            if rows[cell.y // 2][cell.x // 2] != dot:
                rows[cell.y // 2][cell.x // 2] = dot
                assert verify(Solution(given, rows))
    assert not verify(Position(given, solution.walls))
    for wall in solution.walls:
        assert verify(Position(given, solution.walls - {wall}))
    for edge in set(given.edges()) - solution.walls:
        assert verify(Position(given, solution.walls | {edge}))


@pytest.mark.slow
def test_walls_across_the_third_direction_are_given_and_kept() -> None:
    given = random_puzzle(3, 2)
    for solution in solve(given, 0).solutions:
        for wall in sorted(solution.walls):
            walled = Puzzle(
                *(given.width, given.height, given.centers),
                holes=given.holes,
                walls=frozenset({wall}),
                lattice=HEXAGONAL,
            )
            expected = {
                regions_of(s) for s in solve(given, 0).solutions if wall in s.walls
            }
            for encoding in ("fast", "grow", "choice"):
                assert found(solve(walled, 0, rules=Rules(encoding))) == expected


@pytest.mark.parametrize("notation", ["drawing", "facts", "json"])
def test_notations_hold_the_lattice(notation: str) -> None:
    given = random_puzzle(3, 4)
    assert parse(write(given, notation)) == given
    position = solve(given, 1).solutions[0].position()
    (again,) = parse_all(write(position, notation))
    assert again.puzzle == given
    assert again.inner_walls() == position.inner_walls()


@pytest.mark.slow
def test_walkthroughs_deduce_the_solution() -> None:
    unique = (
        given
        for given in (random_puzzle(4, seed) for seed in range(100))
        if solve(given, 2).status == "unique"
    )
    for given, _ in zip(unique, range(5), strict=False):
        way = walkthrough(given)
        assert way.steps
        facts = (fact for step in way.steps for fact in step.facts)
        known = {fact.at: fact.center for fact in facts if fact.kind is Kind.CELL}
        (solution,) = solve(given, 2).solutions
        for cell in given.cells():
            assert known[cell] == given.centers[solution.label(cell)]


@pytest.mark.parametrize(
    "grade", ["easy", "moderate", pytest.param("tricky", marks=NEEDS_LIBRARY)]
)
def test_generated_puzzles_are_unique(grade: str) -> None:
    width, height, holes = hexagon(4)
    shape = Puzzle(width, height, holes=holes).cell_mask().tolist()
    recipe = Recipe(
        *(width, height),
        grade=grade,
        shape=tuple(map(tuple, shape)),
        lattice=HEXAGONAL,
        seed=7,
    )
    made = make(recipe).solution
    assert made.puzzle.lattice == HEXAGONAL
    assert made.puzzle.holes == holes
    for encoding in ("fast", "grow"):
        assert solve(made.puzzle, 2, rules=Rules(encoding)).status == "unique"


@pytest.mark.slow
def test_variants_against_brute_force() -> None:
    cells = cells_of(board(2))
    rng = Random(3)
    places = hexagons.places(cells)
    for _ in range(40):
        dots = rng.sample(places, rng.randint(1, 2))
        given = puzzle(2, [Point(*dot) for dot in dots])
        for variant, expected in (
            ("black-holes", hexagons.partial_solutions(cells, dots)),
            ("toroidal", hexagons.toroidal_solutions(cells, dots)),
        ):
            result = solve(given, 0, rules=Rules(f"auto+{variant}"))
            assert found(result) == expected


@pytest.mark.parametrize(
    ("dot", "message"),
    [
        ((1, 1), "on the hole c1r1"),
        ((2, 2), "on the rim of"),
        ((0, 4), "on the border"),
    ],
)
def test_dots_off_the_hexagon_are_refused(dot: tuple[int, int], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        puzzle(3, [Point(*dot)])


def test_variants_of_squares_are_refused() -> None:
    with pytest.raises(NotationError, match="one of square cells"):
        parse("lattice: hexagonal\nvariants: thin\n+-+\n| |\n+-+\n")


def test_lattices_are_equal_by_name() -> None:
    assert parse("+-+\n|o|\n+-+\n").lattice == SQUARE
    with pytest.raises(NotationError, match="no lattice 'triangular'"):
        parse("lattice: triangular\n+-+\n|o|\n+-+\n")


DRAWING = r"""
   / \ / \
  | A | B |
 / \ / \ / \
| C | d | e |
 \ / D / E /
  | d | e |
   \ / \ /"""

SEVEN = puzzle(2, [Point(3, 1), Point(5, 1), Point(1, 3), Point(2, 4), Point(4, 4)])


def test_text_and_pictures_show_the_shifted_rows() -> None:
    position = solve(SEVEN).solutions[0].position()
    assert draw(position) == DRAWING.splitlines()[1:]
    picture = ElementTree.fromstring(render(position, "svg"))
    name = "{http://www.w3.org/2000/svg}path"
    paths = [path.get("d", "") for path in picture.iter(name)]
    ground = next(path for path in paths if path.endswith("z"))
    assert ground.count("M") == len(cells_of(SEVEN))
    assert ground.count("L") == 5 * len(cells_of(SEVEN))


@pytest.mark.parametrize(
    ("command", "text", "message"),
    [
        (
            "solve",
            "lattice: hexagonal\n+-+-+\n|#o |\n+-+-+\n",
            "on the rim of the hole",
        ),
        ("solve", "lattice: round\n+-+\n|o|\n+-+\n", "no lattice 'round'"),
        ("convert -f puzzlink", write(SEVEN), "cannot hold the hexagonal lattice"),
        ("solve -e idp", write(SEVEN), "states rules of square cells"),
    ],
)
def test_bad_input_is_one_line(
    command: str, text: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(text, encoding="utf-8")
    result = galaxies(*command.split(), str(file))
    error = result.stderr.decode()
    assert result.returncode == 65
    assert not result.stdout
    assert message in error
    assert error.count("\n") == 1
