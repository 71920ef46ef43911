"""`galaxies convert` and `render`: puzzles in other notations, and their pictures."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import command, note
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import (
    WRITABLE,
    echo,
    format_of,
    joined,
    report_omissions,
    write_output,
    written,
)
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.core.sheet import AnySheet

SUFFIXES = {".txt": "text", ".svg": "svg", ".png": "png", ".pdf": "pdf"}
"""The format of each suffix of a file."""


@command("convert")
def convert_command(
    sources: Sources,
    format_: Annotated[str, options.format_option(WRITABLE, "Notation of the result")],
    output: options.Output,
) -> int:
    """Rewrite puzzles, and what is drawn on them, in another notation."""
    texts = []
    omissions: dict[str, list[str]] = {}

    def convert(entry: AnySheet) -> int:
        texts.append(written(entry, format_, omissions))
        return exits.ANSWERED

    code = sources.answer_each(convert)
    report_omissions(omissions)
    if texts:
        write_output(joined(texts, format_), output)
    return code


@command("render")
def render_command(
    sources: Sources,
    solution: Annotated[bool, "Solve the puzzle and include its solution."],
    violations: Annotated[bool, "Mark the places of broken rules."],
    width: Annotated[int | None, Range(16, 16384), "Pixels of a PNG."],
    layers: Annotated[bool, "Name the parts of an SVG, as layers of layout programs."],
    output: Annotated[
        str | None,
        options.output_file(*options.PICTURES),
        "Write to a file; several puzzles are numbered: picture-1.svg, ...",
    ],
    format_: Annotated[
        str | None,
        options.format_option(
            list(SUFFIXES.values()),
            "Format (default: by the suffix of -o, otherwise text)",
        ),
    ],
    rules: options.RulesOptions,
    style: options.DrawingStyle,
) -> int:
    """Draw puzzles: as text, SVG, PNG or PDF."""
    format_ = format_ or format_of(output, SUFFIXES, "text")
    if width is not None and format_ != "png":
        raise click.UsageError("--width is for PNG; give a name in .png, or -f png")
    if layers and format_ != "svg":
        raise click.UsageError("--layers is for SVG; give a name in .svg, or -f svg")
    marked = rules if violations else None
    entries = list(sources)
    if solution:
        from galaxies_asp.solving.search import solve

    def draw_one(entry: AnySheet, number: int) -> int:
        file = numbered_file(output, number * (len(entries) > 1))
        shown = _declared(entry, rules)
        if solution:
            result = solve(entry, rules=rules)
            if not result.solutions:
                note(entry.name, result.verdict())
                return exits.NEGATIVE
            if result.status == "multiple":
                note(entry.name, "there are several solutions; this is one of them")
            shown = entry.drawn(result.solutions[0])
        drawing = drawn(shown, format_, style, marked, width, in_layers=layers)
        write_output(drawing, file)
        return exits.ANSWERED

    code = sources.answer_each(draw_one, zip(entries, count(1)))
    say_numbered(output, len(entries) if len(entries) > 1 else 0)
    return code


def numbered_file(output: str | None, number: int) -> str | None:
    """Return the name of a file with a number before its suffix, unless that is 0."""
    if output in (None, "-") or not number:
        return output
    path = Path(output or "")
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def say_numbered(output: str | None, number: int, quiet: bool = False) -> None:
    """Print the names of several files on standard error; nothing for one file."""
    if output not in (None, "-") and number and not quiet:
        first, last = numbered_file(output, 1), numbered_file(output, number)
        echo(f"{first} to {last}" if number > 1 else first, err=True)


def _declared(sheet: AnySheet, rules: Rules) -> AnySheet:
    """Return a board with its clues as rules declare them, if they do."""
    try:
        return sheet.under(rules)
    except NotationError:
        if rules != STANDARD:
            raise
        return sheet


def drawn(
    sheet: AnySheet,
    format_: str,
    style: TextStyle,
    rules: Rules | None = None,
    width: int | None = None,
    *,
    in_layers: bool = False,
) -> str | bytes:
    """Return a drawing of a board.

    `rules`: mark the places where what is drawn breaks them. `width`: pixels of a PNG.
    `in_layers`: whether the parts of an SVG are named.
    """
    marks: Sequence[Point] = ()
    if rules and sheet.is_attempt:
        from galaxies_asp.solving.judging import judge

        broken = judge(sheet, rules)
        marks = [place for violation in broken for place in violation.places]
    if format_ == "text":
        return sheet.text(style)
    scene = sheet.scene(marks=marks)
    if in_layers:
        from galaxies_asp.core.drawing.svg import paint

        return paint(scene, in_layers=True)
    return painted(scene, format_, width=width)
