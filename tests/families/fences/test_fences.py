"""Fences and a loop: each part held against another way to find the same."""

import json
import random
import xml.etree.ElementTree as ElementTree
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import fences
from support.marks import slow_if

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import GalaxiesError, PuzzleError
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.core.result import Result
from galaxies_asp.families.fences.count import count_symmetric_loops
from galaxies_asp.families.fences.drawing import scene, text
from galaxies_asp.families.fences.family import family, sheet_of
from galaxies_asp.families.fences.generate import generate
from galaxies_asp.families.fences.lattice import (
    HEXAGONAL,
    LATTICES,
    SQUARE,
    Cell,
    FenceLattice,
    symmetries,
)
from galaxies_asp.families.fences.notation import read, write_drawing, write_json
from galaxies_asp.families.fences.puzzle import (
    Attempt,
    FencePuzzle,
    Position,
    Post,
)
from galaxies_asp.families.fences.verify import verify
from galaxies_asp.solving import search

FOLDER = data_folder("puzzles") / "hex"
KNOWN = {
    fields["id"]: fields
    for path in FOLDER.glob("*.jsonl")
    for fields in map(json.loads, path.read_text(encoding="utf-8").splitlines())
}
PUZZLES = {
    board.puzzle.name: board.puzzle
    for path in FOLDER.glob("*.jsonl")
    for board in read(path.read_text(encoding="utf-8"))
}
EXAMPLE = PUZZLES["js-2024-09-example"]


def solve(puzzle: FencePuzzle, models: int = 0, **options: Any) -> Result[Attempt]:
    sheet = sheet_of(puzzle)
    return cast(Result[Attempt], search.solve(sheet, models, **options))


def loops_of(result: Result[Attempt]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(dict.fromkeys(solution.loop for solution in result.solutions))


@cache
def solved(name: str) -> Result[Attempt]:
    return solve(PUZZLES[name])


def brute_force(puzzle: FencePuzzle) -> tuple[int, int]:
    name = puzzle.lattice.name
    posts = {fences.cube(*cell, name): n for cell, n in puzzle.posts}
    return fences.count(puzzle.side, posts, name, puzzle.goal)


@pytest.mark.parametrize(
    ("side", "lattice", "number"),
    [
        (2, "hexagonal", 88),
        pytest.param(2, "square", 9349, marks=pytest.mark.slow),
        pytest.param(3, "hexagonal", 20204, marks=pytest.mark.slow),
    ],
)
def test_loops_satisfy_the_theorem_of_pick(
    side: int, lattice: str, number: int
) -> None:
    cells = fences.board(side, lattice)
    loops = list(fences.cycles(cells, lattice))
    assert len(loops) == number
    for loop in loops:
        pairs = zip(loop, loop[1:] + loop[:1], strict=True)
        twice_the_area = abs(sum(x * b - y * a for (x, y, _), (a, b, _) in pairs))
        inside = sum(fences.encloses(loop, cell) for cell in cells - set(loop))
        assert twice_the_area == 2 * inside + len(loop) - 2


# The search ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_if(lambda name: name == "js-2024-09", KNOWN))
def test_known_puzzles(name: str) -> None:
    result = solved(name)
    assert result.complete
    assert len(result.solutions) == KNOWN[name]["solutions"]
    assert len(set(result.solutions)) == len(result.solutions)
    assert len(loops_of(result)) == KNOWN[name]["loops"]
    if "loop_length" in KNOWN[name]:
        assert len(loops_of(result)[0]) == KNOWN[name]["loop_length"]
    if "visits" in KNOWN[name]:
        assert list(result.solutions[0].visits) == KNOWN[name]["visits"]
    assert not any(map(verify, result.solutions))


@pytest.mark.slow
def test_the_original_has_one_solution() -> None:
    result = solved("js-2024-09")
    assert result.status == "unique"
    assert [one.answer for one in result.solutions] == [
        404320
    ]  # 20 * 19 * 19 * 14 * 2 * 2


def test_the_example_has_two_loops() -> None:
    result = solved("js-2024-09-example")
    assert result.status == "multiple"
    assert sorted(map(len, loops_of(result))) == [8, 12]
    assert {one.answer for one in result.solutions} == {4, 48}
    assert result.different() == {"loops": 2, "fences": 49}


@pytest.mark.parametrize(
    "name",
    slow_if(
        lambda name: PUZZLES[name].side > 3,
        [name for name, puzzle in PUZZLES.items() if puzzle.side <= 4],
    ),
)
def test_search_against_brute_force(name: str) -> None:
    result = solved(name)
    assert (len(loops_of(result)), len(result.solutions)) == brute_force(PUZZLES[name])


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["visit", "enclose"])
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_random_puzzles_against_brute_force(lattice: FenceLattice, goal: str) -> None:
    rng = random.Random(8)
    solvable = 0
    for _ in range(10):
        cells = rng.sample(list(lattice.cells(2)), rng.randint(2, 4))
        posts = [Post(cell, rng.choice([1, 1, 2, 3])) for cell in cells]
        puzzle = FencePuzzle(2, tuple(posts), lattice, goal)  # type: ignore[arg-type]
        result = solve(puzzle)
        found = (len(loops_of(result)), len(result.solutions))
        assert found == brute_force(puzzle), posts
        solvable += bool(result.solutions)
        assert len(solve(puzzle, part="loops").solutions) == found[0]
        sets = {solution.fences for solution in result.solutions}
        assert len(solve(puzzle, part="fences").solutions) == len(sets)
    assert solvable


def test_a_model_limit_is_no_count() -> None:
    result = solve(EXAMPLE, 3)
    assert len(result.solutions) == 3
    assert not result.complete
    assert result.stopped_by == "models"


@pytest.mark.slow
def test_a_time_limit_is_no_count() -> None:
    result = solve(FencePuzzle(5), part="loops", time_limit=10)
    assert not result.complete
    assert result.stopped_by == "time"
    assert result.solutions


def test_a_post_that_sees_too_little() -> None:
    posts = [(Cell(0, 0), 3), *((Cell(*at), 1) for at in ((1, 0), (0, 1), (-1, 0)))]
    result = solve(FencePuzzle(1, (*map(tuple, posts), (Cell(-1, 1), 1))))
    assert result.status == "none"
    assert result.reason == ("post 1 at (0,0) has the number 3, but sees 2 cells only")


# Counting -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "count"),
    [(1, 1), (2, 52), pytest.param(3, 1904, marks=pytest.mark.slow)],
)
def test_loops_on_the_empty_board(side: int, count: int) -> None:
    assert count_symmetric_loops(side) == count
    assert len(solve(FencePuzzle(side), part="loops").solutions) == count


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_counts_against_brute_force(lattice: FenceLattice) -> None:
    for side in (1, 2):
        loops, _ = brute_force(FencePuzzle(side, (), lattice))
        assert count_symmetric_loops(side, lattice) == loops


@pytest.mark.slow
def test_count_of_side_four() -> None:
    assert count_symmetric_loops(4) == 87427


# Lattices and symmetries --------------------------------------------------------------


def test_colors_as_stated() -> None:
    for q, r in HEXAGONAL.cells(4):
        stated = [
            q <= 0 and r < 0,
            q > 0 and q + r <= 0,
            r <= 0 and q + r > 0,
            q >= 0 and r > 0,
            q < 0 and q + r >= 0,
            r >= 0 and q + r < 0,
        ]
        color = HEXAGONAL.color(Cell(q, r))
        assert [index == color for index in range(6)] == stated


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_symmetries_keep_the_loop(lattice: FenceLattice) -> None:
    kinds = set()
    for seed in range(6):
        board = FencePuzzle(3, (), lattice)
        (solution,) = solve(board, 1, part="loops", seed=seed).solutions
        for symmetry in symmetries(lattice, solution.loop):
            kinds.add((symmetry.kind, symmetry.order))
            assert {symmetry.image(cell) for cell in solution.loop} == set(
                solution.loop
            )
            steps = {
                Cell(x - symmetry.s, y - symmetry.t)
                for x, y in map(symmetry.image, lattice.vectors)
            }
            assert steps == set(lattice.vectors)
            cell = solution.loop[0]
            for _ in range(symmetry.order):
                cell = symmetry.image(cell)
            assert cell == solution.loop[0]
    assert {("rotation", 2), ("reflection", 2)} <= kinds


def test_the_same_loop_is_equal_wherever_it_starts() -> None:
    loop = solve(EXAMPLE, 1).solutions[0].loop
    for start in range(len(loop)):
        turned = (*loop[start:], *loop[:start])
        assert Attempt(EXAMPLE, (), turned).loop == loop
        assert Attempt(EXAMPLE, (), turned[::-1]).loop == loop


# The generator ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "lattice"),
    [
        (2, HEXAGONAL),
        pytest.param(3, HEXAGONAL, marks=pytest.mark.slow),
        pytest.param(4, HEXAGONAL, marks=pytest.mark.slow),
        pytest.param(3, SQUARE, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("goal", ["visit", "enclose"])
def test_generated_puzzles_have_one_solution(
    side: int, lattice: FenceLattice, goal: str
) -> None:
    puzzles = family(f"{lattice.name}-fences+{goal}")
    made = generate((side, side), random.Random(7), puzzles)
    assert not verify(made)
    assert solve(made.puzzle, 2).solutions == (made,)
    assert generate((side, side), random.Random(7), puzzles) == made
    if goal == "enclose":  # without a post that is alone in the loop there is none
        return
    for post in made.puzzle.posts:  # each post is needed
        others = tuple(other for other in made.puzzle.posts if other != post)
        fewer = FencePuzzle(side, others, lattice)
        assert len(solve(fewer, 2).solutions) == 2


# Notations ----------------------------------------------------------------------------


@st.composite
def puzzles(draw: st.DrawFn) -> FencePuzzle:
    lattice = draw(st.sampled_from(list(LATTICES.values())))
    side = draw(st.integers(1, 5))
    cells = st.sampled_from(list(lattice.cells(side)))
    chosen = sorted(draw(st.sets(cells, max_size=9)), key=lambda cell: (cell.y, cell.x))
    posts = [
        Post(cell, draw(st.integers(1, room(lattice, cell, side)))) for cell in chosen
    ]
    goal = draw(st.sampled_from(["visit", "enclose"]))
    return FencePuzzle(side, tuple(posts), lattice, goal)  # type: ignore[arg-type]


def room(lattice: FenceLattice, cell: Cell, side: int) -> int:
    board = set(lattice.cells(side))
    return sum(lattice.reach(cell, d, board.__contains__) for d in lattice.directions)


@given(puzzles())
def test_what_is_written_can_be_read(puzzle: FencePuzzle) -> None:
    assert read(write_json(puzzle)) == [puzzle]
    assert read(write_drawing(puzzle)) == [puzzle]


def test_attempts_can_be_read_again() -> None:
    boards: list[Position] = list(solve(EXAMPLE).solutions)
    assert read("".join(map(write_json, boards))) == boards


def test_facts() -> None:
    assert (
        FencePuzzle(2, (Post(Cell(-1, 0), 3),)).facts == "side(2).\npost((-1,0),3).\n"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"side":2,"posts":[[0,0,1],[2,1,1]]}', "post 2 at (2,1): outside the board"),
        ('{"side":2,"posts":[[0,0,1],[0,0,2]]}', "post 2 at (0,0): post 1 is there"),
        ('{"side":2,"posts":[[0,0,0]]}', "post 1 at (0,0): number 0 is below 1"),
        ('{"side":2,"posts":[[0,0,13]]}', "post 1 at (0,0): number 13 is too large"),
        ('{"side":2,"posts":[[0,0]]}', '"posts"[0] is [0, 0], not [x, y, number]'),
        ('{"side":2,"posts":[[0,0,1.5]]}', '"posts"[0] is [0, 0, 1.5], not'),
        ('{"side":2,"posts":[[0,0,true]]}', '"posts"[0] is [0, 0, True], not'),
        ('{"side":2,"posts":7}', '"posts" is 7, not a list'),
        ('{"side":2}', 'the field "posts" is missing'),
        ('{"posts":[]}', 'the field "side" is missing'),
        ('{"side":0,"posts":[]}', "side 0: 1 to"),
        ('{"side":1000,"posts":[]}', "side 1000: 1 to"),
        ('{"side":"x","posts":[]}', "not a whole number"),
        ('{"side":2,"posts":[],"post":1}', "unknown field 'post'"),
        ('{"side":2,"posts":[],"side":3}', "the field 'side' twice"),
        ('{"side":2,"posts":[],"lattice":"cubic"}', "no lattice 'cubic'"),
        ('{"side":2,"posts":[],"goal":"win"}', "no goal 'win'"),
        ('{"side":2,"posts":[],"attempt":[]}', '"attempt" is []'),
        (
            '{"side":2,"posts":[],"attempt":{"loop":[[1]]}}',
            '"loop"[0] is [1]',
        ),
        (
            '{"side":2,"posts":[],"attempt":{"fences":[[0,0,6,1]]}}',
            "fence 1: the direction is not 0 to 5",
        ),
        ("[1]", "expected an object"),
        ("posts", "1 rows: the board is too small"),
        ("{", "this is not JSON"),
        ("{" + '"a":' + "[" * 100000, "nested too deeply"),
        ('{"side":' + "9" * 5000 + "}", "too long"),
    ],
)
def test_bad_input_names_line_and_post(line: str, message: str) -> None:
    with pytest.raises(GalaxiesError) as caught:
        read("# a comment\n" + line)
    assert str(caught.value).startswith("line 2")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        (". .\n. x .\n. .", "line 2: 'x' is neither a number nor '.'"),
        (". .\n. . 9\n. .", "line 2: post 1 at (1,0): number 9 is too large"),
        (". .\n. . .\n. . .", "line 1: the rows have 2, 3, 3 cells"),
        ("shape: x\n. .\n. . .\n. .", "line 1: 'shape' before a drawing"),
        ("goal: x\n. .\n. . .\n. .", "no goal 'x'"),
        ("name: nothing else", "the rows have no cells"),
        ("", "the text is empty"),
    ],
)
def test_bad_drawings(drawing: str, message: str) -> None:
    with pytest.raises(GalaxiesError) as caught:
        read(drawing)
    assert message in str(caught.value)


def test_impossible_puzzles_are_not_constructed() -> None:
    with pytest.raises(PuzzleError, match="outside the board"):
        FencePuzzle(1, (Post(Cell(1, 1), 1),))


# Pictures -----------------------------------------------------------------------------


@pytest.mark.slow
def test_drawing_of_the_original(golden: object) -> None:
    (solution,) = solved("js-2024-09").solutions
    golden("hex-original.txt", text(solution))  # type: ignore[operator]
    golden("hex-original.svg", paint(scene(solution)))  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_pictures_of_all_kinds(lattice: FenceLattice) -> None:
    for seed in range(6):
        board = FencePuzzle(3, (), lattice, name="<&\x00>")
        (solution,) = solve(board, 1, part="loops", seed=seed).solutions
        picture = ElementTree.fromstring(paint(scene(solution)))
        title = picture.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text == "<&\ufffd>"
        assert text(solution).count("●") == len(solution.loop)
        plain = text(board)
        assert plain.count("·") == len(list(lattice.cells(3)))
        assert "\x1b[" in text(solution, color=True)
