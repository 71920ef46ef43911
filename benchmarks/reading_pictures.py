"""Measure how many pictures of boards are read right.

    python benchmarks/reading_pictures.py [NUMBER] [--seed SEED] [--wrong FOLDER]

NUMBER random boards are drawn by this package, and as many in the style of each of other
programs, from 12 pixels a cell. Every fifth picture is as it was drawn; others are
blurred, compressed as JPEG of quality 60, turned by up to 3 degrees, or seen from up to 5
degrees beside the vertical. A board is right if its size, all dots with their colors, and
all walls are. `--wrong` writes the other pictures to a folder.
"""

import argparse
import io
import random
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.raster import png
from galaxies_asp.images import read

KINDS = ("clean", "blurred", "JPEG", "turned", "perspective")
FINE = 4
"""Other styles are drawn so many times larger, and scaled down."""


def random_board(rng: random.Random) -> Position:
    """Return a board of any dots that touch different cells, and of any walls."""
    width, height = rng.randint(4, 15), rng.randint(4, 15)
    points = [Point(x, y) for x in range(1, 2 * width) for y in range(1, 2 * height)]
    rng.shuffle(points)
    free = {(x, y) for x in range(width) for y in range(height)}
    dots = []
    for x, y in points[: rng.choice((60, 200, 1000))]:
        cells = {(x // 2 - i, y // 2 - j) for i in {0, 1 - x % 2} for j in {0, 1 - y % 2}}
        if cells <= free:
            free -= cells
            dots.append(Point(x, y))
    share = rng.choice((0.0, 0.0, 0.5))
    black = frozenset(dot for dot in dots if rng.random() < share)
    puzzle = Puzzle(width, height, tuple(sorted(dots, key=lambda d: (d.y, d.x))), black=black)
    edges = [edge for edge in puzzle.edges() if not set(_around(edge)) & set(dots)]
    walls = rng.sample(edges, len(edges) * rng.choice((0, 0, 1, 3)) // 10)
    return Position(puzzle, frozenset(walls) or None)


def _around(edge: Point) -> list[Point]:
    return [edge]


def own(board: Position, cell: int) -> Image.Image:
    """Return the picture that this package draws."""
    width = round((board.puzzle.width + 0.25) * cell)
    return Image.open(io.BytesIO(png(board, width=width))).convert("RGB")


STYLES = {"own": own}


def changed(picture: Image.Image, kind: str, cell: int, rng: random.Random) -> Image.Image:
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
        _seen_from(*slant, *wide.size),
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
            try:
                found = read(packed.getvalue())
                unsure += len(found.unsure)
                said = difference(board, found.position)
            except GalaxiesError as error:
                said = str(error)
            right[kind] += not said
            if said:
                print(f"  {style} {number}: {kind}, {cell} pixels: {said}", file=sys.stderr)
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
