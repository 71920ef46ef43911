"""`galaxies cover`: the fewest galaxies of a shape; pictures as inputs of commands."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import command, note
from galaxies_asp.cli.output import (
    WRITABLE,
    ProgressBar,
    echo,
    format_of,
    write_output,
    written,
)
from galaxies_asp.cli.render import SUFFIXES, drawn
from galaxies_asp.core.board.errors import InputError, NotationError, counted
from galaxies_asp.core.notation.json_lines import JsonPuzzle
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.generating import picture as pictures
from galaxies_asp.generating.cover import Cover, CoverAnswer, covers
from galaxies_asp.generating.recipe import BLACK
from galaxies_asp.images.guarded import png_of_svg
from galaxies_asp.images.pixels import MAX_BYTES
from galaxies_asp.processes.files import read_file


def pixels_of(
    file: Path | None, word: str | None, *, inverted: bool = False, **image: Any
) -> tuple[str, pictures.Colors]:
    """Return the name and the pixels of a picture: a file, or a word to draw.

    `image`: how an image is read, see `from_image`. Raises `InputError` if it cannot be
    read.
    """
    if (file is None) == (word is None):
        raise click.UsageError("give either a file or --text WORD")
    name = f"--text {word}" if file is None else str(file)
    try:
        if file is None:
            letters = pictures.lettered(word or "")
            return word or "", pictures.from_text(letters, inverted=inverted)
        data = read_file(file, MAX_BYTES)
        with suppress(UnicodeDecodeError):
            if b"\0" not in data:
                text = data.decode("utf-8-sig")
                if not text.lstrip().startswith("<"):
                    return file.stem, pictures.from_text(text, inverted=inverted)
                data = png_of_svg(text)
        picture = pictures.from_image(data, inverted=inverted, **image)
        if pictures.looks_like_board(data):
            note(
                name,
                "the image shows a board, which galaxies solve reads; this picture is "
                "of its lines",
            )
        if image.get("threshold") is None and (lost := pictures.loss(data, picture)):
            note(name, _loss_in_words(lost, *picture.shape))
        return file.stem, picture
    except (InputError, NotationError) as error:
        raise InputError(f"{name}: {error}") from None


def _loss_in_words(lost: pictures.Loss, rows: int, columns: int) -> str:
    option = "width" if columns >= rows else "height"
    larger = (
        f"--image {option}={lost.enough} shows all" if lost.enough else "no size does"
    )
    return (
        f"the picture of {columns}x{rows} cells does not show "
        f"{counted(lost.areas, 'detail')}, the largest at column {lost.column}, row "
        f"{lost.row}; {larger}; --preview prints the picture"
    )


@command("cover")
def cover_command(
    unique: Annotated[bool, "Only covers whose dots have exactly 1 solution."],
    shape: options.PictureFile,
    text: Annotated[str | None, options.WORD, "The shape of a word (letters, digits)."],
    rules: options.RulesOptions,
    time_limit: Annotated[
        options.TimeLimit, "Wall-clock limit; the best cover that was found is shown."
    ],
    format_: Annotated[
        str | None,
        options.format_option(
            [*SUFFIXES.values(), *WRITABLE],
            "Format (default: by the suffix of -o, or text)",
        ),
    ],
    as_json: options.Json,
    output: options.Picture,
    style: options.DrawingStyle,
) -> int:
    """Find the fewest galaxies that cover a shape exactly.

    SHAPE is a text file with # for the cells of the shape and . for others, or an
    image. The number of galaxies is proven to be the fewest, unless a limit ends the
    search. The dots may have several solutions, unless --unique is given. Under other
    rules (-e, --with) the shape is covered as a whole, which takes longer.
    """
    name, pixels = pixels_of(shape, text)
    format_ = format_ or format_of(output, SUFFIXES, "text")
    deadline = None if time_limit is None else time.monotonic() + time_limit
    progress = ProgressBar()
    best, code = None, exits.ANSWERED
    try:
        for best in covers(
            pixels == BLACK, unique=unique, deadline=deadline, rules=rules
        ):
            progress("galaxies", best.galaxies, None)
    except TimeoutError:
        code = exits.LIMIT_REACHED
    except KeyboardInterrupt:
        code = exits.INTERRUPTED
    except (InputError, NotationError) as error:
        raise InputError(f"{name}: {error}") from None
    if best is None:
        note(name, "no cover was found in time")
        return code
    entry = Sheet(GALAXIES, name, best.solution)
    if as_json:
        answer = CoverAnswer.of(
            best,
            id=name,
            unique=unique,
            encoding=rules.encoding,
            cover=JsonPuzzle.about(entry.position),
        )
        write_output(f"{answer.json()}\n", output)
        return code
    is_apart = output is None and format_ == "text"
    echo(f"{name}: {_summary(best, unique)}", err=not is_apart)
    if format_ in WRITABLE:
        write_output(written(entry, format_), output)
    else:
        write_output(drawn(entry, format_, style), output)
    return code


def _summary(cover: Cover, unique: bool) -> str:
    several = cover.galaxies > 1
    number = f"{cover.galaxies} galaxies cover" if several else "1 galaxy covers"
    cells = int(cover.solution.puzzle.cell_mask().sum())
    proof = "fewer do not suffice"
    if not cover.fewest:
        proof = f"fewer may suffice, but not fewer than {max(1, cover.at_least)}"
    puzzle = ", in a puzzle with exactly 1 solution" if unique else ""
    trust = "" if cover.verified else " (not verified: no verifier for these rules)"
    return f"{number} the {cells} cells{puzzle}; {proof}{trust}"
