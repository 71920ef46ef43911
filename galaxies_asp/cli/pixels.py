"""A picture as the input of a command: a file, or a word to draw."""

from collections.abc import Iterator
from pathlib import Path

import click

from galaxies_asp.board.errors import InputError, NotationError
from galaxies_asp.cli.commands import note
from galaxies_asp.cli.options import Option, all_of
from galaxies_asp.cli.values import FILE
from galaxies_asp.generating.picture import (
    MAX_BYTES,
    Colors,
    from_image,
    from_text,
    lettered,
    looks_like_board,
    loss,
)
from galaxies_asp.processes.files import read_file


def source_options(argument: str, text_help: str) -> Option:
    """Return a decorator that adds the argument for a file, and --text for a word."""
    return all_of(
        click.argument(argument, required=False, type=FILE),
        click.option("--text", metavar="WORD", help=text_help),
    )


def pixels_of(
    file: Path | None,
    word: str | None,
    *,
    width: int | None = None,
    height: int | None = None,
    threshold: int | None = None,
    margin: int = 0,
    inverted: bool = False,
) -> tuple[str, Colors]:
    """Return the name and the pixels of a picture: a file, or a word to draw.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    if (file is None) == (word is None):
        raise click.UsageError("give either a file or --text WORD")
    name = str(file) if file is not None else f"--text {word}"
    try:
        if word is not None:
            return word, from_text(lettered(word), inverted=inverted)
        assert file is not None
        data = read_file(file, MAX_BYTES)
        text = _text(data)
        if text is not None:
            return file.stem, from_text(text, inverted=inverted)
        picture = from_image(
            data,
            width=width,
            height=height,
            threshold=threshold,
            margin=margin,
            inverted=inverted,
        )
        for said in _remarks(data, picture, threshold):
            note(name, said)
        return file.stem, picture
    except (InputError, NotationError) as error:
        raise InputError(f"{name}: {error}") from None


def _remarks(data: bytes, picture: Colors, threshold: int | None) -> Iterator[str]:
    """Yield what a picture shows less well than its image."""
    if looks_like_board(data):
        yield (
            "the image looks like a board; puzzles are not read from images but from "
            "notations (galaxies solve), and this picture is of its lines"
        )
    elif threshold is None and (lost := loss(data, picture)) is not None:
        rows, columns = picture.shape
        option = "width" if columns >= rows else "height"
        larger = (
            f"--{option} {lost.enough} shows all" if lost.enough else "no size does"
        )
        yield (
            f"the picture of {columns}x{rows} cells does not show {lost.areas} "
            f"{'detail' if lost.areas == 1 else 'details'}, the largest at column "
            f"{lost.column}, row {lost.row}; {larger}; --preview prints the picture"
        )


def _text(data: bytes) -> str | None:
    """Return the text of a file; None if it is something else."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
