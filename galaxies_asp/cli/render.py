"""`galaxies render`: pictures of puzzles, attempts and solutions."""

from collections.abc import Callable
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    Look,
    from_option,
    inputs_argument,
    look_options,
)
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Position
from galaxies_asp.verify.rules import verify

_SUFFIXES = {
    ".txt": "text",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".tex": "tikz",
}
_STYLES = list(_SUFFIXES.values())


@click.command(name="render")
@inputs_argument
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The picture's file; several puzzles are numbered: picture-1.svg, ...",
)
@click.option(
    "--style",
    type=click.Choice(_STYLES),
    help="What to draw; by default as the output's name says, or text.",
)
@click.option("--solution", is_flag=True, help="Solve it first, and draw the solution.")
@click.option("--violations", is_flag=True, help="Mark the places of broken rules.")
@click.option("--width", type=click.IntRange(16, 16384), help="Pixels of a PNG.")
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    output: str | None,
    style: str | None,
    solution: bool,
    violations: bool,
    width: int | None,
    from_: str | None,
    look: Look,
) -> int:
    """Draw puzzles: as text, SVG, PNG, PDF, or TikZ."""
    sources = Inputs(inputs, from_)
    style = style or _style_of(output)
    draw = _drawer(style, look, violations, width)
    entries = list(sources)
    codes = []
    for number, entry in enumerate(entries, 1):
        try:
            position = _solved(entry) if solution else entry.position
        except GalaxiesError as error:
            click.echo(f"galaxies: {entry.name}: {error}", err=True)
            codes.append(exits.NEGATIVE)
            continue
        path = output
        if output not in (None, "-") and len(entries) > 1:
            path = _numbered(Path(output or ""), number)
        write_output(draw(position), path)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _style_of(output: str | None) -> str:
    if output in (None, "-"):
        return "text"
    suffix = Path(output or "").suffix.lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise click.UsageError(
            f"{output}: the name ends in none of {known}; say what to draw with --style"
        )
    return _SUFFIXES[suffix]


def _numbered(path: Path, number: int) -> str:
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def _drawer(
    style: str, look: Look, violations: bool, width: int | None
) -> Callable[[Position], str | bytes]:
    """Return what draws a position in the style."""
    if style == "text":
        return look.draw

    from galaxies_asp.render.raster import pdf, png
    from galaxies_asp.render.svg import svg
    from galaxies_asp.render.tikz import tikz

    def draw(position: Position) -> str | bytes:
        marks = _marks(position) if violations else ()
        if style == "svg":
            return svg(position, marks=marks)
        if style == "png":
            return png(position, width=width, marks=marks)
        if style == "pdf":
            return pdf(position, marks=marks)
        return tikz(position)

    return draw


def _marks(position: Position) -> tuple[Point, ...]:
    if not position.is_attempt:
        return ()
    return tuple(place for violation in verify(position) for place in violation.places)


def _solved(entry: Entry) -> Position:
    from galaxies_asp.cli.solve import verdict
    from galaxies_asp.solve.search import solve

    result = solve(entry.position.puzzle, 1)
    if not result.solutions:
        raise GalaxiesError(verdict(result))
    return result.solutions[0].position()
