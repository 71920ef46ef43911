"""A wrong answer breaks rules, which are named with places of the board."""

import json
import re

import pytest
from support.commands import galaxies
from support.commands import text as run

STARS = (
    "width(4). height(4). "
    + " ".join(
        f"region(({2 * x + 1},{2 * y + 1}),{name})."
        for y, names in enumerate(("1112", "3322", "3344", "3444"))
        for x, name in enumerate(names)
    )
    + " star((5,1)). star((7,5)). star((3,7)). "
)
ROW = "width(3). height(1). number((1,1),1)."
LOOP = "width(3). height(2). number((1,1),3). "
SQUARE = "loop((1,0)). loop((0,1)). loop((1,2)). loop((2,1)). "
DOTS = "width(6). height(3). given((1,2)). given((4,1)). "
TREE = (
    "width(3). height(2). edge((2,1)). edge((3,2)). edge((2,3)). edge((1,2)). "
    "edge((4,1)). edge((4,3)). "
)

TENTS = "width(3). height(3). tree((1,1)). tree((5,5)). count((-1,3),0). "

SUMS = (
    "width(2). height(2). black((3,3)). across((-1,1),3). across((-1,3),4). "
    "down((1,-1),6). down((3,-1),1). number((3,1),1). "
)

WRONG = [
    ("kakuro", f"{SUMS} number((1,1),2).", "c1r2 has no number"),
    ("kakuro", f"{SUMS} number((1,1),2). number((1,3),5).", "the sum 7, not 6"),
    ("kakuro", f"{SUMS} number((1,1),1).", "across from c1r1 has a number twice"),
    ("kakuro", f"{SUMS} number((3,3),1).", "the number 1 is wrong in c2r2"),
    ("kakuro", SUMS.replace("across((-1,3),4). ", ""), "across from c1r2 has no sum"),
    ("tents", f"{TENTS} tent((1,1)).", "c1r1, which is no free cell"),
    ("tents", f"{TENTS} tent((3,1)). tent((1,3)).", "c1r2 and c2r1 touch"),
    (
        "tents",
        f"{TENTS} tent((1,3)). tent((5,3)).",
        "the head of r2 asks for 0 tents, n",
    ),
    ("tents", f"{TENTS} tent((3,1)).", "the tree in c3r3 has no tent of its own"),
    ("tents", f"{TENTS} tent((3,1)). tent((3,5)). tent((1,5)).", "no tree of its own"),
    (
        "akari",
        ('width(3). height(2). wall((1,1),1). wall((3,3),"?"). lamp((3,1)).'),
        "c1r2 is not lit",
    ),
    (
        "akari",
        (
            'width(3). height(2). wall((1,1),1). wall((3,3),"?"). lamp((3,1)). '
            "lamp((5,1))."
        ),
        "c2r1 and c3r1 light each other",
    ),
    (
        "akari",
        (
            'width(3). height(2). wall((1,1),1). wall((3,3),"?"). lamp((5,1)). '
            "lamp((5,3))."
        ),
        "0 lamps, not 1, are beside c1r1",
    ),
    (
        "akari",
        ('width(3). height(2). wall((1,1),1). wall((3,3),"?"). lamp((3,3)).'),
        "c2r2, which is no white cell",
    ),
    (
        "masyu",
        (
            "width(3). height(3). line((2,1)). line((4,1)). line((1,2)). "
            "line((1,4)). line((5,2)). line((5,4)). line((2,5)). line((4,5)). "
            "line((3,2))."
        ),
        "3 sides of c2r1 belong to the loop",
    ),
    (
        "masyu",
        (
            "width(3). height(3). line((2,1)). line((4,1)). line((1,2)). "
            "line((1,4)). line((5,2)). line((5,4)). line((2,5)). line((4,5)). "
            "black((3,3))."
        ),
        "does not visit the black pearl in c2r2",
    ),
    (
        "masyu",
        (
            "width(3). height(3). line((2,1)). line((4,1)). line((1,2)). "
            "line((1,4)). line((5,2)). line((5,4)). line((2,5)). line((4,5)). "
            "white((1,1))."
        ),
        "turns at the white pearl in c1r1",
    ),
    (
        "masyu",
        (
            "width(3). height(3). line((2,1)). line((4,1)). line((1,2)). "
            "line((1,4)). line((5,2)). line((5,4)). line((2,5)). line((4,5)). "
            "black((3,1))."
        ),
        "goes straight at the black pearl in c2r1",
    ),
    (
        "masyu",
        (
            "width(2). height(3). line((2,1)). line((2,3)). line((1,2)). "
            "line((3,2)). black((1,1))."
        ),
        "the loop turns beside the black pearl in c1r1",
    ),
    (
        "masyu",
        (
            "width(5). height(2). white((5,1)). line((2,1)). line((4,1)). "
            "line((6,1)). line((8,1)). line((1,2)). line((9,2)). line((2,3)). "
            "line((4,3)). line((6,3)). line((8,3))."
        ),
        "neither before nor after the white pearl in c3r1",
    ),
    (
        "masyu",
        (
            "width(5). height(2). line((2,1)). line((2,3)). line((1,2)). "
            "line((3,2)). line((8,1)). line((8,3)). line((7,2)). line((9,2))."
        ),
        "another loop goes through c4r1",
    ),
    (
        "heyawake",
        (
            "width(3). height(2). region((1,1),1). region((3,1),2). "
            "region((5,1),3). region((1,3),1). region((3,3),2). "
            "region((5,3),3). shaded((3,1)). shaded((5,3)). number((1,1),1)."
        ),
        "the room of c1r1 has 0, not 1",
    ),
    (
        "heyawake",
        (
            "width(3). height(2). region((1,1),1). region((3,1),2). "
            "region((5,1),3). region((1,3),1). region((3,3),2). "
            "region((5,3),3). shaded((3,1)). shaded((3,3))."
        ),
        "c2r1 and c2r2 are shaded and touch",
    ),
    (
        "heyawake",
        (
            "width(3). height(2). region((1,1),1). region((3,1),2). "
            "region((5,1),3). region((1,3),1). region((3,3),2). "
            "region((5,3),3). shaded((3,1))."
        ),
        "reach through rooms from c1r2 to c3r2",
    ),
    (
        "heyawake",
        (
            "width(3). height(2). region((1,1),1). region((3,1),2). "
            "region((5,1),3). region((1,3),1). region((3,3),2). "
            "region((5,3),3). shaded((3,1)). shaded((5,3))."
        ),
        "c3r1 is cut off from c1r1",
    ),
    (
        "hitori",
        "width(3). height(1). number((1,1),1). number((3,1),1). shaded((5,1)).",
        "both show 1",
    ),
    ("hitori", "width(1). height(2). shaded((1,1)). shaded((1,3)).", "c1r1 and c1r2"),
    ("hitori", "width(3). height(1). shaded((3,1)).", "c3r1 is cut off from c1r1"),
    (
        "nurikabe",
        "width(3). height(1). number((1,1),1). shaded((5,1)).",
        "c1r1: 2, not 1",
    ),
    (
        "nurikabe",
        "width(3). height(1). number((3,1),1). shaded((1,1)). shaded((5,1)).",
        "c3r1 is cut off from c1r1",
    ),
    (
        "nurikabe",
        "width(2). height(2). shaded((1,1)). shaded((3,1)). shaded((1,3)). "
        "shaded((3,3)).",
        "the 2 x 2 cells at c1r1 are shaded",
    ),
    ("nurikabe", "width(1). height(1). number((1,1),1). shaded((1,1)).", "at c1r1 is"),
    ("slitherlink", LOOP + SQUARE, "c1r1 has 4 sides, not 3"),
    (
        "slitherlink",
        LOOP + "loop((1,0)). loop((0,1)). loop((1,2)).",
        "the upper right corner of c1r1 has 1 sides of the loop, not 2",
    ),
    (
        "slitherlink",
        LOOP + SQUARE + "loop((5,0)). loop((4,1)). loop((5,2)). loop((6,1)).",
        "another loop, or a part of one, is at c2r1-c3r1",
    ),
    (
        "shikaku",
        "width(3). height(1). number((1,1),1). wall((4,1)).",
        "of c1r1 has 2 cells",
    ),
    ("star-battle", STARS + "star((1,3)). star((3,1)).", "the region of c1r1 has 2"),
    ("star-battle", STARS + "star((1,5)).", "row 2 has 0 stars, not 1"),
    (
        "two-not-touch",
        f"stars(1). {STARS}",
        "the region of c1r2 has",
    ),
    ("two-not-touch", f"stars(1). {STARS} star((1,3)). star((7,7)).", "c4r3 and c4r4"),
    (
        "ring-ring",
        "width(2). height(2). black((1,1)). line((2,1)). line((1,2)).",
        "c1r1",
    ),
    ("circuit-board", TREE, "the edges form a loop through c1r1"),
    ("circuit-board", DOTS + "edge((1,2)).", "is missing"),
]


@pytest.mark.parametrize(("family", "board", "expected"), WRONG)
def test_a_broken_rule_is_named_with_its_place(
    family: str, board: str, expected: str
) -> None:
    done = run("check", "-q", "--family", family, board.strip())
    assert done.returncode == 1
    assert expected in done.stdout, done.stdout


def test_the_cells_of_a_broken_rule_are_places() -> None:
    board = "width(3). height(1). shaded((3,1))."
    done = galaxies("check", "--json", "--family", "hitori", board)
    (fault,) = json.loads(done.stdout)["violations"]
    assert fault["places"] == [[5, 1], [1, 1]]


def test_walls_follow_from_rectangles_and_are_not_supposed() -> None:
    board = (
        "width(5). height(5). number((1,3),8). number((1,9),5). number((5,5),4). "
        "number((7,7),8)."
    )
    said = run("walkthrough", "-q", "--family", "shikaku", board).stdout
    heads = re.findall(r"^(?:.*: )?\d+\. (.*)", said, re.MULTILINE)
    assert len(heads) == 3  # the second step has two rectangles
    assert all(head.startswith("The rectangle of") for head in heads)


def test_a_cell_without_an_atom_is_explained_by_its_sides() -> None:
    loop = "width(2). height(1). number((1,1),3). number((3,1),3)."
    done = run("explain", "-q", "--family", "slitherlink", "--at", "c1r1", loop)
    assert done.stdout.count("on the loop.\n") == 3
    outside = run("explain", "-q", "--family", "slitherlink", "--at", "c9r9", loop)
    assert "the left side of c1r1 is one" in outside.stderr


def test_a_wrong_number_is_refused_with_the_possible_ones() -> None:
    board = "width(2). height(2). number((3,1),9)."
    for family, said in (
        ("nurikabe", "N is 1 to 4 there"),
        ("slitherlink", "N is 0 to 4 there"),
    ):
        done = run("solve", "--family", family, board)
        assert done.returncode == 65
        assert said in done.stderr
    outside = run("solve", "--family", "nurikabe", board.replace("(3,1)", "(9,1)"))
    assert " there" not in outside.stderr
