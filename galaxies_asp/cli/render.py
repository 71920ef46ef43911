"""`galaxies render`: pictures of puzzles, attempts and solutions."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits
from galaxies_asp.cli.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options import (
    UNIQUENESS,
    format_option,
    output_option,
    rules_options,
    solution_option,
    style_options,
)
from galaxies_asp.cli.output import format_of, write_output
from galaxies_asp.cli.text_style import TextStyle
from galaxies_asp.solving.judge import judge_position

SUFFIXES = {
    ".txt": "text",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".tex": "tikz",
}
"""The format of each suffix of a file."""


@click.command(name="render")
@sources_options()
@output_option("Write to a file; several puzzles are numbered: picture-1.svg, ...")
@format_option(
    list(SUFFIXES.values()), "Format (default: by the suffix of -o, otherwise text)"
)
@rules_options
@solution_option
@click.option("--violations", is_flag=True, help="Mark the places of broken rules.")
@click.option(
    "--width", type=click.IntRange(16, 16384), metavar="N", help="Pixels of a PNG."
)
@style_options
def command(
    sources: Inputs,
    output: str | None,
    format_: str | None,
    rules: Rules,
    solution: bool,
    violations: bool,
    width: int | None,
    style: TextStyle,
) -> int:
    """Draw puzzles: as text, SVG, PNG, PDF, or TikZ."""
    format_ = format_ or format_of(output, SUFFIXES, "text")
    draw = drawer(format_, style, rules if violations else None, width)
    entries = list(sources)
    numbers = count(1)

    def draw_one(entry: Entry) -> int:
        number = next(numbers)
        position = _solved(entry, rules) if solution else entry.position
        if position is None:
            return exits.NEGATIVE
        path = output
        if output not in (None, "-") and len(entries) > 1:
            path = _numbered(Path(output or ""), number)
        write_output(draw(position), path)
        return exits.ANSWERED

    return sources.print_each(entries, draw_one)


def _numbered(path: Path, number: int) -> str:
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def drawer(
    format_: str, style: TextStyle, rules: Rules | None = None, width: int | None = None
) -> Callable[[Position], str | bytes]:
    """Return the function that draws a position; with rules, it marks violations."""
    if format_ == "text":
        return style.draw

    from galaxies_asp.drawing.raster import pdf, png
    from galaxies_asp.drawing.svg import svg
    from galaxies_asp.drawing.tikz import tikz

    def draw(position: Position) -> str | bytes:
        marks = _marks(position, rules) if rules else ()
        if format_ == "svg":
            return svg(position, marks=marks)
        if format_ == "png":
            return png(position, width=width, marks=marks)
        if format_ == "pdf":
            return pdf(position, marks=marks)
        return tikz(position)

    return draw


def _marks(position: Position, rules: Rules) -> tuple[Point, ...]:
    if not position.is_attempt:
        return ()
    return tuple(
        place
        for violation in judge_position(position, rules)
        for place in violation.places
    )


def _solved(entry: Entry, rules: Rules) -> Position | None:
    """Return a solution of a puzzle; None, with a message, if there is none."""
    from galaxies_asp.cli.solutions import verdict
    from galaxies_asp.solving.search import solve

    result = solve(
        entry.position.puzzle,
        UNIQUENESS,
        encoding=rules.encoding,
        verifier=rules.verifier,
    )
    if not result.solutions:
        click.echo(f"galaxies: {entry.name}: {verdict(result)}", err=True)
        return None
    if result.status == "multiple":
        message = "there are several solutions; this is one of them"
        click.echo(f"galaxies: {entry.name}: {message}", err=True)
    return result.solutions[0].position()
