"""Boards that are read from images: drawn in several styles, and changed."""

import io
import os
import random
import signal
import struct
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from reading_pictures import KINDS, STYLES, changed, difference, random_board
from support.commands import COMMAND, galaxies
from support.marks import POSIX
from support.waiting import (
    PATIENCE,
    cpu_seconds,
    descendants,
    have_ended,
    started,
    until,
)

from galaxies_asp import images
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.families.shipped import text_of
from galaxies_asp.images import boards, guarded, pixels
from galaxies_asp.notation import parse, parse_all

DRAWN = [style for style in STYLES if style != "pzpr"]  # which needs Node


def packed(picture: Image.Image, format_: str = "PNG") -> bytes:
    data = io.BytesIO()
    picture.save(data, format_)
    return data.getvalue()


@pytest.mark.parametrize("style", DRAWN)
@pytest.mark.parametrize("kind", KINDS)
def test_all_of_a_board_is_read(style: str, kind: str) -> None:
    rng = random.Random(f"{style} {kind}")
    board = random_board(rng)
    picture = changed(STYLES[style](board, 20), kind, 20, rng)
    assert difference(board, boards(packed(picture))[0].position) == ""


@pytest.mark.nightly
@pytest.mark.parametrize("style", DRAWN)
def test_nearly_all_boards_are_read(style: str) -> None:
    wrong = []
    for number in range(60):
        rng = random.Random(f"many {style} {number}")
        board, cell = random_board(rng), rng.randint(14, 40)
        kind = KINDS[number % len(KINDS)]
        picture = changed(STYLES[style](board, cell), kind, cell, rng)
        if said := difference(board, boards(packed(picture))[0].position):
            wrong.append((number, said))
    assert len(wrong) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2500, 900), (750, 270)])
def test_shade_of_light_and_size_do_not_matter(size: tuple[int, int]) -> None:
    board = Position(Puzzle(6, 2, ((3, 1), (6, 2), (11, 3)), black=frozenset({(6, 2)})))
    picture = STYLES["own"](board, 60).resize(size)
    shade = (
        Image.linear_gradient("L").resize(size).point(lambda value: 255 - value // 3)
    )
    dimmed = Image.merge("RGB", [shade] * 3)
    board_shaded = Image.blend(picture, dimmed, 0.3)
    (found,) = boards(packed(board_shaded, "JPEG"))
    assert found.position.puzzle.black == {(6, 2)}
    assert found.position.puzzle.centers == board.puzzle.centers


def board_picture() -> Image.Image:
    return STYLES["own"](Position(Puzzle(4, 3, ((2, 2), (7, 1), (6, 4)))), 24)


def test_a_faint_spot_is_no_dot() -> None:
    picture = board_picture().resize((420, 320))
    pen = ImageDraw.Draw(picture)
    x, y = (1.125 * 420 / 4.25, 2.625 * 320 / 3.25)
    for dark, radius in ((244, 17), (255, 12)):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), (dark,) * 3)
    (found,) = boards(packed(picture))
    assert (2, 5) not in found.position.puzzle.centers


def two_boards() -> Image.Image:
    one = board_picture()
    both = Image.new("RGB", (2 * one.width + 30, one.height), "white")
    both.paste(one, (0, 0))
    both.paste(one, (one.width + 30, 0))
    return both


def tiny_dots() -> Image.Image:
    """Return a board of 10^5 cells with a dot in each."""
    picture = Image.new("L", (1600, 1600), 255)
    pen = ImageDraw.Draw(picture)
    for at in range(0, 1600, 5):
        pen.line((at, 0, at, 1600), 180)
        pen.line((0, at, 1600, at), 180)
    for x in range(2, 1600, 5):
        pen.point([(x, y) for y in range(2, 1600, 5)], 0)
    pen.rectangle((0, 0, 1599, 1599), outline=0, width=2)
    return picture


def cut_off() -> Image.Image:
    board = board_picture()
    return board.crop((0, 0, board.width - 15, board.height))


@pytest.mark.parametrize("style", DRAWN)
@pytest.mark.parametrize("side", range(4))
def test_boards_cut_along_a_line_are_refused(style: str, side: int) -> None:
    """What is left looks like a board, but one side of it is no frame."""
    (solved,) = parse_all(text_of("tatham-normal-7x7"))[:1]
    whole = STYLES[style](solved, 24)
    margin = (1 / 8 if style == "own" else 1 / 2) * 24
    edges = [0, 0, whole.width, whole.height]
    edges[side] += round((margin + 24) * (-1 if side > 1 else 1))
    with pytest.raises(NotationError, match=r"no whole board|side of the board"):
        boards(packed(whole.crop((edges[0], edges[1], edges[2], edges[3]))))


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (Image.new("RGB", (400, 300), "white"), "no whole board is recognized"),
        (Image.effect_noise((300, 300), 90), "no whole board is recognized"),
        (two_boards(), "2 boards"),
        (cut_off(), "no whole board|right side"),
        (STYLES["own"](Position(Puzzle(4, 3, ())), 24), "shows no dots"),
    ],
)
def test_pictures_without_exactly_one_board(picture: Image.Image, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        boards(packed(picture))


@pytest.mark.slow
def test_too_many_dots() -> None:
    with pytest.raises(NotationError, match=r"no whole board|not clear"):
        boards(packed(tiny_dots()))


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG file of many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        checked = name + data
        size, check = len(data), zlib.crc32(checked)
        return struct.pack(">I", size) + checked + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(10_000))
    parts = chunk(b"IHDR", head), chunk(b"IDAT", rows), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize("side", [8_000, 44_000])
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_bombs_are_not_decoded(side: int) -> None:
    with pytest.raises(NotationError, match="pixels"):
        boards(bomb(side, side))


def test_images_on_pages_are_limited() -> None:
    data = packed(Image.new("L", (40, 40)), "PDF")
    grown = data.replace(b"/Width 40", b"/Width 99000").replace(
        b"/Height 40", b"/Height 99000"
    )
    assert grown != data
    with pytest.raises(NotationError, match="pixels"):
        boards(grown)


def test_damaged_images() -> None:
    data = packed(board_picture())
    for part in (data[:20], data[: len(data) // 2], b"\x89PNG" + bytes(100)):
        with pytest.raises(NotationError, match="image"):
            boards(part)


@pytest.mark.slow
def test_pages_with_a_board_are_read() -> None:
    sheet = Image.new("RGB", (600, 800), "white")
    page = sheet.copy()
    page.paste(board_picture().resize((420, 320)), (60, 90))
    data = io.BytesIO()
    page.save(data, "PDF", save_all=True, append_images=[sheet, page])
    first, second = boards(data.getvalue())
    assert first.position.puzzle.centers == ((7, 1), (2, 2), (6, 4))
    assert second.position == first.position
    with pytest.raises(NotationError, match="no whole board"):
        boards(packed(sheet, "PDF"))
    with pytest.raises(NotationError, match="cannot be read"):
        boards(b"%PDF-1.7\n")


@pytest.mark.slow
def test_repair_begins_where_a_picture_is_unsure(tmp_path: Path) -> None:
    """A faint dot is missed and named; without it, there is no solution."""
    picture = STYLES["own"](Position(parse("7x7:cghsppedzzaccdtce")), 60)
    box = tuple(round((1 / 8 + at) * 60) for at in (4.7, 0.2, 5.3, 0.8))
    dot = picture.crop((box[0], box[1], box[2], box[3]))
    picture.paste(dot.point(lambda dark: 255 - (255 - dark) * 0.08), box[:2])
    file = tmp_path / "faint.png"
    file.write_bytes(packed(picture))
    answer = galaxies("repair", "-q", str(file))
    assert b"check the edge (10,1)" in answer.stderr
    assert b"add a dot at c5r1-c6r1" in answer.stdout


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["MOST_SECONDS", "MOST_BYTES"])
def test_a_file_that_reaches_a_limit_is_refused(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarded, limit, {"MOST_SECONDS": 0.01, "MOST_BYTES": 1}[limit])
    data = io.BytesIO()
    Image.new("L", (60, 60), "white").save(data, "PNG")
    with pytest.raises(NotationError, match="limit; the limits are"):
        images.read(data.getvalue())


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["", "px", "mm", "cm", "in", "pt"])
def test_sizes_of_svg_files_may_have_units(unit: str) -> None:
    box = f'<rect width="4{unit}" height="4{unit}"/>'
    size = f'width="8{unit}" height="4{unit}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{box}</svg>'
    drawn = np.asarray(guarded.grays(guarded.png_of_svg(svg)))
    assert abs((drawn < 128).mean() - 0.5) < 0.02


@pytest.mark.parametrize("effect", ["filter", "mask", "pattern", "svg:feImage"])
def test_effects_that_no_outline_needs_are_refused(effect: str) -> None:
    with pytest.raises(NotationError, match="is not read"):
        pixels.png_of_svg(f"<svg><{effect}/></svg>")


ENDLESS = """
from collections import deque
from itertools import repeat
from galaxies_asp.images import pixels

def endless(*_):  # a loop in C, which runs no handler of a signal
    deque(repeat(0), maxlen=0)

pixels.colored = pixels.png_of_svg = pixels.images = endless
"""


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.nightly),
    ],
)
def test_a_signal_ends_the_command_and_the_process_that_reads(
    suffix: str, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    file = tmp_path / f"picture.{suffix}"
    file.write_bytes(packed(Image.new("L", (60, 60), "white")))
    if suffix == "svg":
        file.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    if suffix == "pdf":
        file.write_bytes(b"%PDF-1.4\n")
    asked = ["solve"] if suffix == "pdf" else ["picture", "--preview"]
    (tmp_path / "sitecustomize.py").write_text(ENDLESS)
    with started(
        [*COMMAND, *asked, file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    ) as process:
        until(process, lambda: cpu_seconds(*descendants(process.pid)) > 0.5)
        below = descendants(process.pid)
        process.send_signal(number)
        out, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (code, b"")
        assert said in (b"", b"galaxies: interrupted\n")
        assert have_ended(below)
