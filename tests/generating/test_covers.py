"""The fewest galaxies that cover a shape, compared with all divisions."""

import json
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from oracles.brute_force import Region, boards_of
from oracles.covers import fewest, fewest_unique, polyominoes
from support.marks import others_nightly

from galaxies_asp import parse, solve
from galaxies_asp.cli import galaxies
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.generating.cover import Cover, Shape, covers
from galaxies_asp.generating.picture import from_text, lettered
from galaxies_asp.generating.recipe import BLACK

NUMBERS = [1, 1, 2, 5, 12, 35, 108, 369, 1285]
"""The polyominoes of 1, 2, ... cells (OEIS A000105)."""


def shape_of(cells: Region) -> Shape:
    shape = np.zeros((9, 9), dtype=bool)
    for x, y in cells:
        shape[y // 2, x // 2] = True
    return shape


def best(shape: Shape, unique: bool = False) -> Cover:
    *_, last = covers(shape, unique=unique)
    assert last.fewest
    return last


def assert_fewest(cells: int) -> None:
    shapes = polyominoes(cells)
    assert len(shapes) == NUMBERS[cells - 1]
    for one in shapes:
        shape, boards = shape_of(one), boards_of(one)
        for cover in covers(shape):
            assert cover.at_least <= fewest(boards) <= cover.galaxies
        assert best(shape).galaxies == fewest(boards)
        cover = best(shape, unique=True)
        assert cover.galaxies == fewest_unique(boards)
        assert solve(cover.solution.puzzle).solutions == (cover.solution,)


@pytest.mark.slow
@pytest.mark.parametrize("cells", [1, 2, 3, 4, 5])
def test_polyominoes(cells: int) -> None:
    assert_fewest(cells)


def is_rectangle(region: Region) -> bool:
    width, height = (len({point[axis] for point in region}) for axis in (0, 1))
    return len(region) == width * height


@pytest.mark.parametrize("one", polyominoes(5))
def test_other_rules(one: Region) -> None:
    divisions = [d for divisions in boards_of(one).values() for d in divisions]
    *_, cover = covers(shape_of(one), rules=Rules("choice"))
    assert cover.galaxies == cover.at_least == min(map(len, divisions))
    *_, cover = covers(shape_of(one), rules=Rules("auto+rectangular"))
    rectangles = [d for d in divisions if all(map(is_rectangle, d))]
    assert cover.galaxies == cover.at_least == min(map(len, rectangles))


@pytest.mark.parametrize("variant", ["black-holes", "hidden-dots", "loose-walls"])
def test_variants_that_have_no_covers(variant: str) -> None:
    with pytest.raises(OptionError, match="no cover of all cells"):
        next(covers(np.ones((2, 2), dtype=bool), rules=Rules(f"auto+{variant}")))
    with pytest.raises(OptionError, match="need the standard rules"):
        next(covers(np.ones((2, 2), dtype=bool), unique=True, rules=Rules("choice")))


@pytest.mark.slow
@pytest.mark.parametrize("cells", others_nightly([6, 7]))
def test_larger_polyominoes(cells: int) -> None:
    assert_fewest(cells)


@pytest.mark.slow
def test_words() -> None:
    """The letters of STAR need 5, 2, 4 and 7 galaxies, however they are turned."""
    shape = from_text(lettered("STAR")) == BLACK
    for turned in (shape, shape[::-1], np.rot90(shape)):
        cover = best(turned)
        assert (cover.galaxies, cover.at_least) == (18, 18)
        assert not verify(cover.solution)


@pytest.mark.slow
def test_the_first_cover_has_a_lower_bound_soon() -> None:
    shape = np.ones((7, 8), dtype=bool)
    shape[0, 0] = False
    first, second, *_ = covers(shape)
    assert first.at_least <= second.at_least <= 6


def test_shapes_in_parts() -> None:
    shape = from_text("##..#\n##..#\n.....\n#.#.#") == BLACK
    assert best(shape).galaxies == 5


def test_deadline() -> None:
    found = covers(np.ones((4, 4), dtype=bool), deadline=time.monotonic() - 1)
    assert not next(found).fewest
    with pytest.raises(TimeoutError):
        next(found)


@pytest.mark.parametrize("shape", [np.zeros((2, 2), bool), np.ones((30, 30), bool)])
def test_refused_shapes(shape: Shape) -> None:
    with pytest.raises(GalaxiesError):
        list(covers(shape))


def test_all_letters_are_drawn() -> None:
    rows = lettered("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").split("\n")
    assert len(rows) == 9
    assert len(set(map(len, rows))) == 1
    glyphs = {lettered(one) for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
    assert len(glyphs) == 36


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(galaxies, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    assert result.return_value == code
    return result.stdout


@pytest.mark.slow
def test_command(tmp_path: Path) -> None:
    limit = "--time-limit", "600"
    answer = json.loads(run("cover", "--text", "A", "--unique", "--json", *limit))
    assert (answer["galaxies"], answer["fewest"]) == (4, True)
    puzzle = parse(json.dumps(answer["cover"]))
    assert len(solve(puzzle).solutions) == 1
    path = tmp_path / "box.txt"
    path.write_text("##\n##\n", encoding="utf-8")
    assert "1 galaxy covers the 4 cells; fewer do not suffice" in run(
        "cover", str(path)
    )
    path.write_text("##\n#o\n", encoding="utf-8")
    with pytest.raises(GalaxiesError, match="line 2, column 2"):
        run("cover", str(path))


def test_the_picture_of_a_letter() -> None:
    made = run("picture", "--seed", "0", "--text", "I", "-q", "--json")
    picture = from_text(lettered("I"))
    (solution,) = solve(parse(made)).solutions
    black = [center in solution.puzzle.black for center in solution.puzzle.centers]
    assert (np.array(black)[solution.labels] == (picture == BLACK)).all()
