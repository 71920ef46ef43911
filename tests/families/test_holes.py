"""Boards with missing cells, of all shipped folders."""

from itertools import combinations

import pytest
from support.commands import galaxies
from support.marks import nightly_if

from galaxies_asp.core.asp.atoms import cells_in, facts_of, values
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError, OptionError
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating import make
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.solving.search import solve


def regions(*rows: str) -> str:
    """Return the facts of regions; a blank has none."""
    cells = [(x, y, name) for y, row in enumerate(rows) for x, name in enumerate(row)]
    return "".join(
        f"region(({2 * x + 1},{2 * y + 1}),{name})."
        for x, y, name in cells
        if name != " "
    )


def numbers(*rows: str) -> str:
    """Return the facts of numbers; a blank has none."""
    return regions(*rows).replace("region", "number")


BOARDS = {
    "akari": ("lamp", "width(4). height(3). hole((1,1)). hole((5,3)). wall((3,3),1)."),
    "circuit-board": ("edge", "width(4). height(2). hole((1,1)). hole((7,1))."),
    "heyawake": (
        "shaded",
        "width(4). height(3). hole((1,1)). hole((5,3)). number((5,5),1)."
        + regions(" 112", "31 2", "3444"),
    ),
    "hitori": (
        "shaded",
        "width(4). height(3). hole((1,1)). hole((5,3))."
        + numbers(" 121", "33 4", "1   "),
    ),
    "masyu": ("line", "width(4). height(3). hole((7,1)). white((3,1))."),
    "nurikabe": (
        "shaded",
        'width(4). height(3). hole((5,3)). number((1,1),2). number((7,5),"?").',
    ),
    "ring-ring": ("line", "width(4). height(3). hole((3,3)). black((5,3))."),
    "shikaku": ("wall", "width(4). height(2). hole((3,3))." + numbers("21  ", "  4 ")),
    "slitherlink": ("loop", "width(2). height(2). hole((1,1)). number((3,3),2)."),
    "tents": (
        "tent",
        "width(4). height(3). hole((1,1)). tree((3,1)). tree((5,5)). count((7,-1),0).",
    ),
    "star-battle": (
        "star",
        "width(4). height(4). hole((1,1)). hole((7,7))."
        + regions(" 111", "3322", "3442", "344 "),
    ),
}
"""For each folder the predicate of its output, and a board."""


@pytest.mark.parametrize("name", ["heyawake", "hitori"])
def test_one_white_cell_at_most_where_no_two_cells_touch(name: str) -> None:
    marked = {"hitori": numbers, "heyawake": regions}[name]("1 2 3")
    board = f"width(5). height(1). hole((3,1)). hole((7,1)). {marked}"
    (apart,) = family_named(name).read(board)
    found = solve(apart, models=0).solutions
    assert sorted(len(one.atoms) for one in found) == [2, 2, 2, 3]


@pytest.mark.parametrize("hole", ["(1,1)", "(3,1)"])
def test_a_column_without_cells_lacks_its_star(hole: str) -> None:
    """The encoding and the verifier agree."""
    cell = {"(1,1)": "(3,1)", "(3,1)": "(1,1)"}[hole]
    facts = f"width(2). height(1). hole({hole}). region({cell},1)."
    (board,) = family_named("star-battle").read(facts)
    assert solve(board).status == "none"


LONG = "masyu", "star-battle"
"""Types with many sets of places."""


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_if(LONG.__contains__, BOARDS))
def test_solutions_are_those_of_brute_force(name: str) -> None:
    """All sets of places that the verifier accepts; of cells and holes, or of sides."""
    predicate, facts = BOARDS[name]
    family, cells = family_named(name), cells_in(facts_of(facts))
    places = {*cells}
    if predicate in ("line", "wall", "edge"):
        sides = [side for cell in cells for side in SQUARE.edges(cell)]
        places = {side for side in sides if sides.count(side) == 2}
    elif predicate == "loop":
        places = {side for cell in cells for side in SQUARE.edges(cell)}
    puzzle = family.puzzle(facts)
    atoms = [Atom(predicate, (place,)) for place in sorted(places)]
    right = {
        frozenset(some)
        for number in range(len(atoms) + 1)
        for some in combinations(atoms, number)
        if not family.verify(family.drawn(puzzle, frozenset(some)))
    }
    found = solve(Sheet(family, "", puzzle), 0)
    assert {one.atoms for one in found.solutions} == right
    assert right


def test_loops_run_around_holes() -> None:
    family = family_named("slitherlink")
    facts = "width(3). height(3). hole((3,3)). number((1,1),2). number((5,5),2)."
    given = "number((5,1),2). number((1,5),2)."
    found = solve(Sheet(family, "", family.puzzle(facts + given)), 0)
    assert max(len(one.atoms) for one in found.solutions) == 12
    assert found.verified


def test_holes_are_drawn() -> None:
    sheet = next(iter(family_named("nurikabe").read(BOARDS["nurikabe"][1])))
    assert sheet.text(PLAIN).splitlines()[4] == "r2 ┆   ┆   ┆░░░┆   ┆"
    assert [s for s in sheet.scene().shapes if s.role == "hole"]
    with pytest.raises(NotationError, match="cannot hold hole"):
        sheet.written("puzzlink")
    assert "hole((5,3))." in sheet.written("facts")


@pytest.mark.parametrize(
    ("hole", "fault"),
    [
        ("hole((2,1)).", "line 1, column 22: hole((2,1)): this is no cell of a board"),
        ("hole((9,1)).", "hole((9,1)): this is no cell of a board of 2x1"),
        ("hole(a).", "hole(a): this is no cell of a board"),
        ("hole((1,1)). hole((3,1)).", "all cells are missing"),
        ("hole((1,1)). number((1,1),1).", "number((1,1),1): its declaration excludes"),
    ],
)
def test_wrong_holes_are_refused(hole: str, fault: str) -> None:
    done = galaxies("solve", "--family", "nurikabe", f"width(2). height(1). {hole}")
    assert done.returncode == 65
    assert fault in done.stderr.decode()


@pytest.mark.slow("a type may make its boards in a way of its own")
@pytest.mark.parametrize("name", [*BOARDS, "kakuro"])
def test_shaped_boards_are_made(name: str) -> None:
    """Two opposite corners are missing."""
    sizes = {"circuit-board": (4, 3), "star-battle": (5, 5), "kakuro": (4, 4)}
    width, height = sizes.get(name, (5, 6))
    ends = (0, width + height - 2)
    shape = tuple(tuple(x + y not in ends for x in range(width)) for y in range(height))
    recipe = Recipe(width, height, family=family_named(name), shape=shape, seed=1)
    solved, corners = make(recipe).solved, {(1, 1), (2 * width - 1, 2 * height - 1)}
    assert {at for (at,) in values(facts_of(solved.facts), "hole")} == corners
    assert not solved.family.verify(solved.position)
    assert corners.isdisjoint(at for one in solved.atoms for at in one.arguments)


@pytest.mark.slow
def test_random_cells_are_missing() -> None:
    asked = Recipe(4, 4, family=family_named("nurikabe"), holes=2, seed=1)
    assert make(asked).blank.facts.count("hole(") == 2
    with pytest.raises(OptionError, match="boards of hexagonal-fences have no missing"):
        make(Recipe(2, 2, family=family_named("hexagonal-fences"), holes=1))
    with pytest.raises(OptionError, match="16 holes on 16 cells: 0 to 15"):
        Recipe(4, 4, family=family_named("nurikabe"), holes=16)
