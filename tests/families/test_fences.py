"""Fences and a loop: each answer is compared with that of another program."""

import random
import re
from functools import cache, partial
from typing import Any

import pytest
from oracles import fences
from support.marks import nightly_if, slow_if

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.result import Result
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.making import generate
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.families.shipped import instances, text_of
from galaxies_asp.solving import search
from galaxies_asp.solving.plan import solver

SMALL = {"tiny": (0, 0), "s3a": (4, 1), "s4a": (4, 1), "square-enclose": (1, 1)}
"""The numbers of solutions and of loops."""

EXAMPLE = "js-2024-09-example"
OLD_EXAMPLE = (
    '{"id": "js-2024-09-example", "side": 3, "posts": '
    "[[0, -3, 7], [3, -2, 5], [-1, 0, 1], [1, 1, 1], [-3, 2, 3], [0, 3, 2]]}"
)
"""The example as older versions have written it."""


def read(text: str) -> AnySheet:
    (sheet,) = sheets(text)
    if isinstance(sheet, Exception):
        raise sheet
    return sheet


def board(lattice: str, facts: str) -> AnySheet:
    (sheet,) = family_named(f"{lattice}-fences").read(facts)
    return sheet


@cache
def solved(name: str) -> Result[Any]:
    return search.solve(read(text_of(name)), 0)


def loops_of(result: Result[Any]) -> set[frozenset[Atom]]:
    return {
        frozenset(atom for atom in solution.atoms if atom.name == "line")
        for solution in result.solutions
    }


# The search ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", slow_if(lambda name: name != "square-enclose", SMALL))
def test_known_puzzles(name: str) -> None:
    if name == "tiny":
        result = search.solve(
            read('{"id": "tiny", "side": 1, "posts": [[0, 0, 1]]}'), 0
        )
    else:
        result = solved(name)
    assert result.complete
    assert (len(result.solutions), len(loops_of(result))) == SMALL[name]


@pytest.mark.nightly
def test_the_original_has_one_solution() -> None:
    result = solved("js-2024-09")
    assert result.status == "unique"
    sheet = result.sheet.drawn(result.solutions[0])
    assert len(loops_of(result).pop()) == 76
    # The product of the visits of the colors: 20 * 19 * 19 * 14 * 2 * 2
    axis = "reflection in the line through (-1/2,-1/2) along (1,-1)"
    assert sheet.remark == f"answer 404320; {axis}"
    assert not sheet.family.verify(sheet.position)


@pytest.mark.slow
def test_the_example_has_two_loops() -> None:
    result = solved(EXAMPLE)
    assert result.status == "multiple"
    assert sorted(map(len, loops_of(result))) == [8, 12]
    remarks = {result.sheet.drawn(one).remark for one in result.solutions}
    assert {re.findall(r"\d+", said)[0] for said in remarks} == {"4", "48"}
    assert result.different() == {"line": 2, "fence": 49}


@pytest.mark.slow
@pytest.mark.parametrize("lattice", nightly_if("square".__eq__, fences.GOALS))
def test_random_puzzles_against_brute_force(lattice: str) -> None:
    """The solutions are those of the oracle."""
    rng, solvable, goal = random.Random(8), 0, fences.GOALS[lattice]
    for _ in range(10):
        cells = rng.sample(sorted(fences.board(2, lattice)), rng.randint(2, 4))
        posts = {cell: rng.choice([1, 1, 2, 3]) for cell in cells}
        sheet = board(lattice, fences.facts(2, posts))
        found = {frozenset(map(str, s.atoms)) for s in search.solve(sheet, 0).solutions}
        wanted = {
            frozenset(fences.atoms(2, loop, built, lattice))
            for loop, built in fences.solutions(2, posts, lattice, goal)
        }
        assert found == wanted, posts
        solvable += bool(found)
    assert solvable


def test_a_model_limit_is_no_count() -> None:
    result = search.solve(read(text_of(EXAMPLE)), 3)
    assert len(result.solutions) == 3
    assert (result.complete, result.stopped_by) == (False, "models")


def test_a_post_that_sees_too_little() -> None:
    posts = {(0, 0): 3, (1, 0): 1, (0, 1): 1, (-1, 0): 1, (-1, 1): 1}
    facts = fences.facts(1, {(*cell, 0): n for cell, n in posts.items()})
    result = search.solve(board("hexagonal", facts))
    said = "the post at c2r2 has the number 3, but sees 2 cells only"
    assert (result.status, result.reason) == ("none", said)


# The verifier -------------------------------------------------------------------------

# A ring of twelve cells around the middle, with two posts inside and one outside.
RING = (
    *((0, -2), (1, -2), (2, -2), (2, -1), (2, 0), (1, 1)),
    *((0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-1, -1)),
)
POSTS = {(-1, 0): 1, (1, 0): 1, (3, -3): 1}
FENCES = {((-1, 0), 1, 1), ((1, 0), 4, 1), ((3, -3), 5, 1)}


def drawn(
    posts: dict[tuple[int, int], int] = POSTS,
    built: Any = FENCES,
    loop: tuple[tuple[int, int], ...] = RING,
    lattice: str = "hexagonal",
) -> list[str]:
    """Return what the verifier says of a board of side 3."""
    path = tuple((x, y, 0) for x, y in loop)
    raised = frozenset(((*post, 0), way, n) for post, way, n in built)
    facts = fences.facts(3, {(*cell, 0): n for cell, n in posts.items()})
    atoms = fences.atoms(3, path, raised, lattice)
    family = family_named(f"{lattice}-fences")
    (sheet,) = family.read(f"{facts} {' '.join(f'{atom}.' for atom in sorted(atoms))}")
    return [str(one) for one in family.verify(sheet.position)]


BROKEN = {
    "the fence at c1r4-c1r3 belongs to no post": partial(
        drawn, built=FENCES | {((-3, 0), 1, 1)}
    ),
    "the fence of the post at c3r4 runs through the post at c5r4": partial(
        drawn,
        {(-1, 0): 2, (1, 0): 1, (3, -3): 1},
        {((-1, 0), 2, 2), ((1, 0), 4, 1), ((3, -3), 5, 1)},
    ),
    "fences of the posts at c3r4 and c4r5 share the cell c4r4": partial(
        drawn, {(-1, 0): 1, (0, 1): 1}, {((-1, 0), 2, 1), ((0, 1), 0, 1)}
    ),
    "the fences of the post at c5r4 have the total length 0 instead of 1": partial(
        drawn, built={((-1, 0), 1, 1), ((3, -3), 5, 1)}
    ),
    "the loop runs through the post at c6r4": partial(drawn, {**POSTS, (2, 0): 1}),
    "the loop runs through the fence at c4r2": partial(
        drawn, built={((-1, 0), 1, 1), ((1, 0), 4, 1), ((3, -3), 4, 1)}
    ),
    "the corner at c2r3 is too sharp": partial(
        drawn,
        {},
        (),
        ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ),
    "the loop visits no cell of color 0": partial(
        drawn, {}, (), ((2, -3), (3, -3), (3, -2), (2, -1), (1, -1), (1, -2))
    ),
    "no post is inside the loop": partial(
        drawn, {}, (), ((0, 0), (1, 0), (1, 1), (0, 1)), "square"
    ),
    "no rotation and no reflection maps the loop to itself": partial(
        drawn,
        {},
        (),
        (
            *((-2, 2), (-3, 2), (-3, 1), (-2, 0), (-2, -1), (-1, -2), (0, -2)),
            *((1, -2), (2, -2), (3, -2), (3, -1), (2, 0), (1, 1), (0, 2), (-1, 2)),
        ),
    ),
}


def test_the_ring_is_correct() -> None:
    assert drawn() == []


@pytest.mark.parametrize("said", BROKEN)
def test_broken_rule(said: str) -> None:
    faults = BROKEN[said]()
    assert any(said in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("", "there is no loop"),
        ("line((2,1)).", "1 lines of the loop end at c1r1, not 2"),
    ],
)
def test_broken_rule_on_squares(drawn: str, said: str) -> None:
    sheet = board("square", f"side(1). {drawn}")
    assert sheet.family.verify(sheet.position)[0].message == said


# The maker ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "lattice"),
    [
        (2, "hexagonal"),
        pytest.param(3, "hexagonal", marks=pytest.mark.nightly),
        pytest.param(4, "hexagonal", marks=pytest.mark.nightly),
        pytest.param(3, "square", marks=pytest.mark.nightly),
    ],
)
def test_generated_puzzles_have_one_solution(side: int, lattice: str) -> None:
    family = family_named(f"{lattice}-fences")
    made = generate(family, (side, side), random.Random(7))
    assert not family.verify(made.position)
    assert search.solve(made.blank, 2).solutions == (made.position,)
    assert generate(family, (side, side), random.Random(7)) == made
    posts = re.findall(r"post\(.*?\)\.", made.facts)
    for post in posts if lattice == "hexagonal" else ():  # each post is needed
        fewer = board(lattice, made.facts.replace(post, ""))
        assert len(search.solve(fewer, 2).solutions) == 2


# Older notations ----------------------------------------------------------------------


def test_objects_of_older_versions() -> None:
    shipped = read(text_of(EXAMPLE))
    assert read(OLD_EXAMPLE) == shipped
    loop = [[x, y] for x, y in RING]
    old = (
        f'{OLD_EXAMPLE[:-1]}, "attempt": {{"fences": [[0, 3, 0, 2]], "loop": {loop}}}}}'
    )
    sheet = read(old)
    assert sheet.blank == shipped
    names = [atom.name for atom in sheet.atoms]
    assert (names.count("line"), names.count("fence")) == (12, 2)


@pytest.mark.slow
def test_rows_of_cells() -> None:
    rows = "name: x\n   . . .\n  . 2 . .\n . . . . 1\n  . . . .\n   3 . .\n"
    sheet = read(rows)
    posts = {(0, -1, 0): 2, (2, 0, 0): 1, (-2, 2, 0): 3}
    wanted = board("hexagonal", fences.facts(2, posts))
    assert (sheet.name, sheet.facts) == ("x", wanted.facts)
    square = read("goal: enclose\n. . .\n. 2 .\n. . 1\n")
    assert square.family.name == "square-fences"
    assert (
        square.facts == board("square", "side(1). post((3,3),2). post((5,5),1).").facts
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"side":2,"posts":[[0,0,1],[2,1,1]]}', "post((9,7),1): its declaration"),
        ('{"side":2,"posts":[[0,0,1],[0,0,2]]}', "post((5,5),1): this clue is there"),
        ('{"side":2,"posts":[[0,0,0]]}', "N is 1 to 12 there"),
        ('{"side":2,"posts":[[0,0,13]]}', "N is 1 to 12 there"),
        ('{"side":2,"posts":[[0,0]]}', '"posts"[0] is [0, 0], not [x, y, number]'),
        ('{"side":2,"posts":[[0,0,1.5]]}', '"posts"[0] is [0, 0, 1.5], not'),
        ('{"side":2,"posts":[[0,0,true]]}', '"posts"[0] is [0, 0, True], not'),
        ('{"side":2,"posts":7}', '"posts" is 7, not a list'),
        ('{"side":2}', 'the field "posts" is missing'),
        ('{"side":0,"posts":[]}', "side 0: 1 to 30 are possible"),
        ('{"side":31,"posts":[]}', "side 31: 1 to 30 are possible"),
        ('{"side":"x","posts":[]}', "not a whole number"),
        ('{"side":2,"posts":[],"post":1}', "unknown field 'post'"),
        ('{"side":2,"posts":[],"lattice":"cubic"}', "no lattice 'cubic'"),
        ('{"side":2,"posts":[],"goal":"win"}', "the goal 'win': on hexagonal cells"),
        ('{"side":2,"posts":[],"attempt":[]}', '"attempt" is []'),
        ('{"side":2,"posts":[],"attempt":{"loop":[[1]]}}', '"loop"[0] is [1]'),
        (
            '{"side":2,"posts":[],"attempt":{"fences":[[0,0,6,1]],"loop":[]}}',
            "fence 1: the direction is not 0 to 5",
        ),
    ],
)
def test_bad_objects_name_line_and_post(line: str, message: str) -> None:
    with pytest.raises(GalaxiesError) as caught:
        read("# a comment\n" + line)
    assert str(caught.value).startswith("line 2")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (". .\n. x .\n. .", "line 2, column 3: 'x' stands for nothing here"),
        (". .\n. . 99\n. .", "line 2, column 5: post((5,3),99): its declaration"),
        (". .\n. . .\n. . .", "line 1, column 1: the rows have 2, 3, 3 cells"),
        ("shape: x\n. .\n. . .\n. .", "line 1, column 1: the rows have 2, 2, 3, 2"),
        ("name: nothing else", "line 1, column 7: no rows follow 'name'"),
    ],
)
def test_bad_rows(rows: str, message: str) -> None:
    with pytest.raises(GalaxiesError) as caught:
        list(family_named("hexagonal-fences").read(rows))
    assert message in str(caught.value)


def test_a_size_is_one_number() -> None:
    with pytest.raises(GalaxiesError, match="2x3: the size of fences is one number"):
        generate(family_named("square-fences"), (2, 3), random.Random(1))


# Pictures -----------------------------------------------------------------------------


@pytest.mark.slow
def test_drawing_of_the_original(golden: Any) -> None:
    result = solved("js-2024-09")
    sheet = result.sheet.drawn(result.solutions[0])
    golden("hex-original.txt", sheet.text(PLAIN._replace(rulers=False)))
    golden("hex-original.svg", paint(sheet.scene()))
    assert sheet.text(PLAIN).count("●") == 76
    assert "\x1b[38;5;16;48;5;183m" in sheet.text(PLAIN._replace(color=True))


def test_shipped_puzzles_say_their_source() -> None:
    known = instances()
    assert "Jane Street" in known["js-2024-09"].source
    assert known["square-enclose"].family == "square-fences"


@pytest.mark.parametrize("number", [1, 2])
def test_fences_end_where_the_number_of_the_post_is_used_up(number: int) -> None:
    (sheet,) = family_named("square-fences").read(f"side(2). post((5,5),{number}).")
    ahead = solver(sheet, Rules()).whole().atoms(["ahead/5"])
    assert {atom.arguments[2] for atom in ahead} == {*range(1, number + 1)}


@pytest.mark.parametrize("name", ["square-fences", "hexagonal-fences"])
def test_linear_parts_are_what_their_names_say(name: str) -> None:
    text = (data_folder("encodings") / "families" / name / "encoding.lp").read_text()
    found = re.findall(r'^linear\("(.+)",\((.+)\)\)\.', text, re.MULTILINE)
    assert found
    for said, numbers in found:
        a, b, c, d = map(int, numbers.split(","))
        assert a * d - b * c == (-1 if "reflection" in said else 1), said
        point = x, y = 2, 7
        for _ in range(3 if "120 degrees" in said else 2):
            x, y = a * x + b * y, c * x + d * y
        assert (x, y) == point, said
