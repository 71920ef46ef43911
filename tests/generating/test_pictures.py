"""Puzzles whose solution shows a picture, compared pixel by pixel."""

import io
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image, ImageDraw
from support.commands import galaxies, text
from support.marks import NEEDS_LIBRARY

from galaxies_asp import Solution, parse, solve
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.generating.making import make
from galaxies_asp.generating.picture import (
    drawn_by_dots,
    from_image,
    from_text,
    lettered,
    looks_like_board,
    loss,
    to_text,
)
from galaxies_asp.generating.recipe import BLACK, EITHER, WHITE, Recipe

pytestmark = NEEDS_LIBRARY

HEART = """
.##.##.
#######
#######
.#####.
..###..
...#...
""".lstrip()


def made(picture: np.ndarray, seed: int = 0, rules: Rules = STANDARD) -> Solution:
    height, width = picture.shape
    pixels = tuple(tuple(row) for row in picture.tolist())
    recipe = Recipe(width, height, picture=pixels, seed=seed, rules=rules)
    return make(recipe).solution


def shown(solution: Solution) -> np.ndarray:
    """Return (H, W): whether the cell's dot is black."""
    puzzle = solution.puzzle
    black = np.array([center in puzzle.black for center in puzzle.centers])
    return black[solution.labels]


def assert_shows(solution: Solution, picture: np.ndarray) -> None:
    """Solve the puzzle by another encoding, and compare each pixel."""
    rules = "choice" if solution.puzzle.variants else "grow"
    result = solve(solution.puzzle, rules=rules)
    assert result.status == "unique"
    image = shown(result.solutions[0])
    assert image[picture == BLACK].all()
    assert not image[picture == WHITE].any()


def test_a_heart() -> None:
    picture = from_text(HEART)
    assert picture.shape == (6, 7)
    assert_shows(made(picture), picture)


RING = from_text("....\n.##.\n.##.\n....\n")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["auto+thin", "auto+quarter-turn", "choice"])
def test_other_rules(encoding: str) -> None:
    solution = made(RING, rules=Rules(encoding))
    assert_shows(solution, RING)
    dots = made(drawn_by_dots(RING), rules=Rules(encoding)).puzzle
    assert dots.black == {(3, 3), (5, 3), (3, 5), (5, 5)}


@pytest.mark.slow
@given(
    arrays(
        np.uint8,
        st.tuples(st.integers(2, 7), st.integers(2, 7)),
        elements=st.sampled_from([WHITE, BLACK, EITHER]),
    )
)
def test_any_pixels(picture: np.ndarray) -> None:
    picture[0, 0], picture[-1, -1] = BLACK, WHITE
    assert_shows(made(picture), picture)


def drawn(width: int = 300, height: int = 300, mode: str = "L") -> Image.Image:
    image = Image.new(mode, (width, height), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((width * 0.2, height * 0.2, width * 0.8, height * 0.8), fill="black")
    return image


def data_of(image: Image.Image, form: str = "PNG") -> bytes:
    data = io.BytesIO()
    image.save(data, form)
    return data.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "PDF"])
def test_an_image_becomes_a_puzzle(form: str) -> None:
    picture = from_image(data_of(drawn(), form))
    assert picture.shape == (30, 30)
    x, y = np.meshgrid(np.arange(30) + 0.5, np.arange(30) + 0.5)
    distance = np.hypot(x - 15, y - 15)
    assert (picture[distance < 8] == BLACK).all()
    assert (picture[distance > 10] == WHITE).all()
    assert_shows(made(picture), picture)


@pytest.mark.slow
def test_nothing_is_stretched() -> None:
    data = data_of(drawn(400, 200))
    assert from_image(data).shape == (15, 30)
    assert from_image(data, height=10).shape == (10, 20)
    assert from_image(data, width=8).shape == (4, 8)
    assert from_image(data, width=8, height=8).shape == (8, 8)


@pytest.mark.slow
def test_thresholds_margins_and_inversion() -> None:
    gray = Image.fromarray(np.array([[0, 100, 120, 200]], dtype=np.uint8))
    data = data_of(gray)
    size = {"width": 4, "height": 1}
    assert from_image(data, threshold=110, **size).tolist() == [[2, 2, 1, 1]]
    assert from_image(data, threshold=50, **size).tolist() == [[2, 1, 1, 1]]
    assert from_image(data, threshold=110, margin=15, **size).tolist() == [[2, 3, 3, 1]]
    inverted = from_image(data, threshold=110, inverted=True, **size)
    assert inverted.tolist() == [[1, 1, 2, 2]]


def test_what_is_transparent_is_white() -> None:
    image = Image.new("RGBA", (20, 10), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((0, 0, 9, 9), fill=(0, 0, 0, 255))
    picture = from_image(data_of(image), width=2, height=1)
    assert picture.tolist() == [[BLACK, WHITE]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no pixels"),
        ("  \n \n", "no pixels"),
        ("..\n.o\n", "line 2, column 2"),
        ("#." * 150, "200 a side"),
    ],
)
def test_texts_that_are_no_picture(text: str, message: str) -> None:
    with pytest.raises(GalaxiesError, match=message):
        from_text(text)


@pytest.mark.slow
def test_images_that_are_none() -> None:
    with pytest.raises(GalaxiesError, match="no image that can be read"):
        from_image(b"\0\1\2\3")
    with pytest.raises(GalaxiesError, match="cannot be read"):
        from_image(data_of(drawn(), "JPEG")[:900])
    several = io.BytesIO()
    drawn().save(several, "PDF", save_all=True, append_images=[drawn()])
    with pytest.raises(GalaxiesError, match="2 pages; a picture is one"):
        from_image(several.getvalue())
    with pytest.raises(GalaxiesError, match="no pixel of the picture is black"):
        made(from_image(data_of(Image.new("L", (9, 9), "white"))))
    with pytest.raises(GalaxiesError, match="no pixel of the picture is white"):
        made(from_text("###"))
    with pytest.raises(GalaxiesError, match="200 a side"):
        from_image(data_of(drawn()), width=300)


def test_dots_draw_a_picture() -> None:
    """Each black pixel has a black dot in its middle, and no other dot is black."""
    done = text(
        "picture",
        "--seed",
        "0",
        "--text",
        "A",
        "--image",
        "dots",
        "--json",
        "-n",
        "2",
        "--seed",
        "1",
    )
    pixels = np.argwhere(from_text(lettered("A")) == BLACK)
    cells = {(2 * column + 1, 2 * row + 1) for row, column in pixels.tolist()}
    for line in done.stdout.splitlines():
        puzzle = parse(line)
        assert puzzle.black == cells
        assert len(puzzle.centers) > len(cells)
        assert solve(puzzle, rules="grow").status == "unique"


@pytest.mark.slow
def test_command(tmp_path: Path) -> None:
    path = tmp_path / "heart.txt"
    path.write_text(HEART, encoding="utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return text("picture", "--seed", "0", *arguments)

    done = run(str(path), "--json", "-n", "2")
    assert done.returncode == 0
    for line in done.stdout.splitlines():
        fields = json.loads(line)
        puzzle = parse(line)
        assert len(puzzle.black) == len(fields["black"])
        (solution,) = solve(puzzle).solutions
        assert (shown(solution) == (from_text(HEART) == BLACK)).all()
    inverted = run(str(path), "--image", "invert", "--json")
    (solution,) = solve(parse(inverted.stdout)).solutions
    assert (shown(solution) == (from_text(HEART) == WHITE)).all()
    image = tmp_path / "disc.png"
    image.write_bytes(data_of(drawn()))
    assert run(str(image), "--image", "width=12", "-f", "puzzlink").returncode == 0
    path.write_text(HEART, encoding="utf-8-sig")
    assert run(str(path)).returncode == 0
    path.write_text("heart", encoding="utf-8")
    bad = run(str(path))
    assert bad.returncode == 65
    assert "'h' is no pixel" in bad.stderr


@pytest.mark.parametrize("form", ["EPS", "DDS", "PCX"])
def test_other_formats_are_refused(form: str) -> None:
    data = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(data, form)
    with pytest.raises(GalaxiesError, match=r"no image that can be read \(PNG, JPEG"):
        from_image(data.getvalue())


def face(side: int = 400) -> Image.Image:
    """Return a black disc with two white eyes, a twentieth of the side wide."""
    image = Image.new("L", (side, side), "white")
    draw = ImageDraw.Draw(image)
    unit = side // 40
    draw.ellipse((2 * unit, 2 * unit, 38 * unit, 38 * unit), fill="black")
    for x in (12, 26):
        draw.rectangle((x * unit, 15 * unit, (x + 2) * unit, 17 * unit), fill="white")
    return image


@pytest.mark.slow
def test_lost_details_and_the_size_that_shows_them() -> None:
    data = data_of(face())
    picture = from_image(data, width=8)
    lost = loss(data, picture)
    assert lost is not None
    assert lost.areas == 2
    assert lost.row == 4  # row 16 of 40
    assert lost.enough is not None
    enough = from_image(data, width=lost.enough)
    assert loss(data, enough) is None
    row = enough[16 * lost.enough // 40]
    middle = row[2 * lost.enough // 10 : 8 * lost.enough // 10]
    assert (middle == WHITE).any()
    assert loss(data, from_image(data, width=lost.enough - 1)) is not None


@pytest.mark.slow
def test_images_of_boards_are_recognized(tmp_path: Path) -> None:
    dense = tmp_path / "dense.json"  # a dot for every two cells
    options = ("--size", "7", "--regions", "mean=2", "--seed", "2", "-f", "json")
    dense.write_text(text("generate", "--seed", "0", *options).stdout, encoding="utf-8")
    for puzzle in ("idp-7x7", "idp-15x15", str(dense)):
        text("render", puzzle, "-o", str(tmp_path / "board.png"))
        assert looks_like_board((tmp_path / "board.png").read_bytes())
    assert not looks_like_board(data_of(face()))
    assert not looks_like_board(data_of(drawn()))


@pytest.mark.slow
def test_a_preview_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "face.png"
    path.write_bytes(data_of(face()))
    found = galaxies(
        "picture", "--seed", "0", str(path), "--image", "width=8", "--preview"
    )
    assert found.returncode == 0
    assert b"does not show 2 details" in found.stderr
    picture = from_text(found.stdout.decode())
    assert to_text(picture).encode() == found.stdout
    assert np.array_equal(picture, from_image(path.read_bytes(), width=8))


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">{}</svg>'


@pytest.mark.slow
def test_svg_is_drawn_and_other_files_are_not(tmp_path: Path) -> None:
    path = tmp_path / "half.svg"
    path.write_text(SVG.format('<rect width="2" height="2"/>'))
    done = text("picture", "--preview", "--image", "width=4", str(path))
    assert done.stdout == "##..\n##..\n"
    for part in ('<image href="x.png"/>', '<x:image href="x.png"/>', "<!ENTITY", "<g>"):
        path.write_text(SVG.format(part))
        done = text("picture", "--preview", str(path))
        assert done.returncode
        assert "is not read" in done.stderr or "cannot be drawn" in done.stderr


@pytest.mark.slow
def test_lost_details_of_many_dots_are_named(tmp_path: Path) -> None:
    """A drawing that is ruled like a board loses details like any other."""
    image = Image.new("L", (301, 301), "white")
    draw = ImageDraw.Draw(image)
    for at in range(0, 301, 30):
        draw.line((at, 0, at, 300), fill="black", width=2)
        draw.line((0, at, 300, at), fill="black", width=2)
        for other in range(0, 300, 30):
            draw.ellipse((at + 10, other + 10, at + 18, other + 18), fill="black")
    path = tmp_path / "ruled.png"
    image.save(path)
    done = text("picture", "--preview", "--image", "width=8", str(path))
    assert "shows a board" in done.stderr
    assert "does not show" in done.stderr
