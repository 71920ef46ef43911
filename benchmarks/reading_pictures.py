"""Measure how many pictures of boards are read right.

    python benchmarks/reading_pictures.py [NUMBER] [--seed SEED] [--wrong FOLDER]

NUMBER boards are drawn by this package, and as many in the style of each of other
programs, from 12 pixels a cell: random ones, and shipped ones with their solution.
Every fifth picture is as it was drawn; others are blurred, compressed as JPEG of
quality 60, turned by up to 3 degrees, or seen from up to 5 degrees beside the vertical.
A board is right if its size, all dots with their colors, and all walls are. `--wrong`
writes the other pictures to a folder.
"""

import argparse
import io
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image, ImageDraw, ImageFilter

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.drawing.raster import png
from galaxies_asp.families.shipped import text_of
from galaxies_asp.images import read
from galaxies_asp.notation import NOTATIONS, parse_all

SOLVED = ("tatham-normal-7x7", "tatham-unreasonable-10x10", "idp-7x7", "heart")
"""Shipped puzzles with their solutions."""
PZPR_MODULE = Path(__file__).parent.parent / "tests/page/node_modules/pzpr"
PZPR = """
const [module, address, cell] = process.argv.slice(1);
const puzzle = new (require(module).Puzzle)();
puzzle.open(address, () => console.log(puzzle.toBuffer("svg", +cell).toString()));
"""
KINDS = ("clean", "blurred", "JPEG", "turned", "perspective")
FINE = 4
"""The scale at which other styles are drawn, before they are scaled down."""


def random_board(rng: random.Random) -> Position:
    """Return a board of any dots that touch different cells, and of any walls."""
    width, height = rng.randint(4, 15), rng.randint(4, 15)
    points = [Point(x, y) for x in range(1, 2 * width) for y in range(1, 2 * height)]
    rng.shuffle(points)
    free = {(x, y) for x in range(width) for y in range(height)}
    dots = []
    for x, y in points[: rng.choice((60, 200, 1000))]:
        cells = {
            (x // 2 - i, y // 2 - j) for i in {0, 1 - x % 2} for j in {0, 1 - y % 2}
        }
        if cells <= free:
            free -= cells
            dots.append(Point(x, y))
    share = rng.choice((0.0, 0.0, 0.5))
    black = frozenset(dot for dot in dots if rng.random() < share)
    puzzle = Puzzle(
        width, height, tuple(sorted(dots, key=lambda d: (d.y, d.x))), black=black
    )
    if rng.random() < 0.3:
        return solved(rng)
    edges = [
        edge
        for edge in puzzle.edges()
        if not {edge, *SQUARE.edge_ends(edge)} & set(dots)
    ]
    walls = rng.sample(edges, len(edges) * rng.choice((0, 0, 1, 3)) // 10)
    return Position(puzzle, frozenset(walls) or None)


def solved(rng: random.Random) -> Position:
    """Return the solution of a shipped puzzle, whose regions may be filled."""
    return rng.choice(parse_all(text_of(rng.choice(SOLVED))))


def own(board: Position, cell: int) -> Image.Image:
    """Return the picture that this package draws."""
    width = round((board.puzzle.width + 0.25) * cell)
    return Image.open(io.BytesIO(png(scene_of(board), width=width))).convert("RGB")


@dataclass(frozen=True)
class Style:
    """How another program draws boards; lengths in cells.

    Attributes
    ----------
    frame, wall, grid
        The thickness of lines, or 0 for one pixel. Frame and walls have `thinnest`
        pixels or more.
    dash
        The length of the dashes of gridlines, and 0 if they have none.
    dot, rim
        The radius of a dot, and the width of its outline.
    """

    frame: float
    wall: float
    grid: float
    dot: float
    rim: float
    dash: float = 0.0
    paper: str = "white"
    grid_color: str = "black"
    thinnest: int = 1

    def __call__(self, board: Position, cell: int) -> Image.Image:
        """Draw a board with a margin of half a cell."""
        puzzle, unit, least = board.puzzle, cell * FINE, self.thinnest / cell
        width, height = puzzle.width + 1, puzzle.height + 1
        picture = Image.new("RGB", (width * unit, height * unit), self.paper)
        pen = ImageDraw.Draw(picture)

        def box(x: float, y: float, right: float, down: float, color: str) -> None:
            left, top = (x + 0.5) * unit, (y + 0.5) * unit
            pen.rectangle(
                (left - right, top - down, left + right - 1, top + down - 1), fill=color
            )

        def line(x: float, y: float, length: float, thick: float, color: str) -> None:
            """Draw a line to the right, or down where the length is negative."""
            half, across = abs(length) / 2 * unit, thick * unit / 2
            if length > 0:
                box(x + length / 2, y, half, across, color)
            else:
                box(x, y - length / 2, across, half, color)

        pieces = 1 if not self.dash else round(1 / (2 * self.dash))
        for edge in puzzle.edges():
            x, y = (edge.x - 1) / 2, (edge.y - 1) / 2
            begin = (edge.x / 2, y) if edge.x % 2 == 0 else (x, edge.y / 2)
            sign = -1 if edge.x % 2 == 0 else 1
            for piece in range(pieces):
                far = piece / pieces
                at = (
                    (begin[0], begin[1] + far)
                    if sign < 0
                    else (begin[0] + far, begin[1])
                )
                length = sign * (self.dash or 1)
                line(*at, length, self.grid or 1 / cell, self.grid_color)
        for edge in board.walls or ():
            upright = edge.x % 2 == 0
            x, y = edge.x / 2 - (not upright) / 2, edge.y / 2 - upright / 2
            line(x, y, -1 if upright else 1, max(self.wall, least), "black")
        for x, y, length in (
            *((0, y, puzzle.width) for y in (0, puzzle.height)),
            *((x, 0, -puzzle.height) for x in (0, puzzle.width)),
        ):
            line(x, y, length, max(self.frame, least), "black")
        for dot in puzzle.centers:
            x, y = (dot.x + 1) / 2 * unit, (dot.y + 1) / 2 * unit
            far = self.dot * unit
            fill = "black" if dot in puzzle.black else "white"
            rim = max(FINE, round(self.rim * unit))
            pen.ellipse((x - far, y - far, x + far, y + far), fill, "black", rim)
        return picture.resize((width * cell, height * cell), Image.Resampling.BOX)


def pzpr(board: Position, cell: int) -> Image.Image:
    """Return the picture that the program of puzz.link draws, without walls."""
    address = NOTATIONS.write(board.puzzle, "puzzlink").rpartition("?")[2].strip()
    command = ["node", "-e", PZPR, str(PZPR_MODULE), address, str(cell)]
    drawn = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    picture = resvg_py.svg_to_bytes(svg_string=drawn.stdout, background="#ffffff")
    return Image.open(io.BytesIO(picture)).convert("RGB")


STYLES: dict[str, Callable[[Position, int], Image.Image]] = {
    "own": own,
    "Tatham": Style(1 / 16, 1 / 8, 0, 1 / 4, 1 / 32, 0, "#e6e6e6", "#b8b8b8", 2),
    "puzz.link": Style(0.1, 0.08, 1 / 36, 0.18, 0.04, 0.1, grid_color="#7f7f7f"),
    "Penpa+": Style(0.06, 0.08, 1 / 38, 0.2, 0.06, grid_color="#999999"),
    "janko.at": Style(0.09, 0.09, 1 / 30, 0.17, 0.05),
    "pzpr": pzpr,
}


def changed(
    picture: Image.Image, kind: str, cell: int, rng: random.Random
) -> Image.Image:
    """Return a picture as a person may have it."""
    if kind == "blurred":
        return picture.filter(ImageFilter.GaussianBlur(cell * 0.06))
    if kind == "JPEG":
        packed = io.BytesIO()
        picture.save(packed, "JPEG", quality=60)
        return Image.open(packed)
    if kind == "clean":
        return picture
    wide = Image.new("RGB", (picture.width + 40, picture.height + 40), "white")
    wide.paste(picture, (20, 20))
    if kind == "turned":
        angle = rng.uniform(-3, 3)
        return wide.rotate(angle, Image.Resampling.BICUBIC, True, fillcolor="white")
    slant = np.radians([rng.uniform(-5, 5), rng.uniform(-5, 5)])
    return wide.transform(
        wide.size,
        Image.Transform.PERSPECTIVE,
        _seen_from(slant[0], slant[1], *wide.size),
        Image.Resampling.BICUBIC,
        fillcolor="white",
    )


def _seen_from(right: float, down: float, width: int, height: int) -> list[float]:
    """Return the coefficients of a view from two lengths of the picture away."""
    far = 2 * max(width, height)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    tilt = np.array(
        [
            [1 / np.cos(right), 0, 0],
            [0, 1 / np.cos(down), 0],
            [np.sin(right) / far, np.sin(down) / far, 1],
        ]
    )
    back = np.linalg.inv(middle) @ tilt @ middle
    return list((back / back[2, 2]).ravel()[:8])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("number", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--style", choices=STYLES, action="append")
    parser.add_argument("--wrong", type=Path)
    options = parser.parse_args()
    for style in options.style or STYLES:
        right, unsure, start = Counter[str](), 0, time.process_time()
        for number in range(options.number):
            rng = random.Random(f"{options.seed} {style} {number}")
            board, cell = random_board(rng), rng.randint(12, 40)
            kind = KINDS[number % len(KINDS)]
            packed = io.BytesIO()
            picture = changed(STYLES[style](board, cell), kind, cell, rng)
            picture.save(packed, "PNG")
            said = ""
            if style == "pzpr":
                board = Position(board.puzzle)
            try:
                (found,) = read(packed.getvalue())
                unsure += len(found.unsure)
                said = difference(board, found.position)
            except GalaxiesError as error:
                said = str(error)
            right[kind] += not said
            if said:
                print(
                    f"  {style} {number}: {kind}, {cell} pixels: {said}",
                    file=sys.stderr,
                )
                if options.wrong:
                    picture.save(options.wrong / f"{style}-{number}.png")
        kinds = ", ".join(f"{kind} {right[kind]}" for kind in KINDS)
        seconds = (time.process_time() - start) / options.number
        print(
            f"{style}: {right.total()} of {options.number} ({kinds}), "
            f"{unsure} unsure points, {seconds:.2f} s a board"
        )


def difference(board: Position, found: Position) -> str:
    """Return how a board was misread; empty if it was not."""
    there, here = board.puzzle, found.puzzle
    if (there.width, there.height) != (here.width, here.height):
        return f"{there.width}x{there.height} read as {here.width}x{here.height}"
    parts = {
        "dots": (set(there.centers), set(here.centers)),
        "colors": (set(there.black), set(here.black)),
        "walls": (set(board.walls or ()), set(found.walls or ())),
    }
    return ", ".join(
        f"{name}: {len(a - b)} missing, {len(b - a)} false"
        for name, (a, b) in parts.items()
        if a != b
    )


if __name__ == "__main__":
    main()
