"""`galaxies render`: pictures of puzzles, attempts and solutions."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.inputs import asked
from galaxies_asp.cli.output import format_of, write_output
from galaxies_asp.cli.text_style import TextStyle
from galaxies_asp.drawing import Format, render
from galaxies_asp.solving.judging import judge_position

if TYPE_CHECKING:
    from galaxies_asp.families.family import Family

SUFFIXES = {
    ".txt": "text",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".tex": "tikz",
}
"""The format of each suffix of a file."""


@on_puzzles(
    "render",
    options.output_option(
        "Write to a file; several puzzles are numbered: picture-1.svg, ..."
    ),
    options.format_option(
        list(SUFFIXES.values()), "Format (default: by the suffix of -o, otherwise text)"
    ),
    options.rules_options,
    options.solution_option,
    click.option("--violations", is_flag=True, help="Mark the places of broken rules."),
    click.option(
        "--width", type=click.IntRange(16, 16384), metavar="N", help="Pixels of a PNG."
    ),
    options.style_options,
)
def command(run: Run, solution: bool, violations: bool, width: int | None) -> int:
    """Draw puzzles: as text, SVG, PNG, PDF, or TikZ."""
    format_ = run.format_ or format_of(run.output, SUFFIXES, "text")
    draw = drawer(format_, run.style, run.rules if violations else None, width)
    entries = list(run.sources)
    numbers = count(1)

    def draw_one(entry: Any) -> int:
        number = next(numbers)
        is_asked = solution and (entry.family is None or not entry.is_attempt)
        position_of = _solved if is_asked else _declared
        position = position_of(entry, run.rules)
        if position is None:
            return exits.NEGATIVE
        write_output(
            draw(position, entry.family), numbered(run.output, number, len(entries))
        )
        return exits.ANSWERED

    return run.sources.print_each(entries, draw_one)


def numbered(output: str | None, number: int, total: int) -> str | None:
    """Return the name of the file of one of several pictures, as in picture-1.svg."""
    if output in (None, "-") or total == 1:
        return output
    path = Path(output or "")
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def drawer(
    format_: str,
    style: TextStyle,
    rules: Rules | None = None,
    width: int | None = None,
) -> Callable[..., str | bytes]:
    """Return the function that draws a position, of Galaxies or of the family given.

    With rules, it marks violations.
    """
    if format_ == "text":
        return lambda position, family=None: style.draw(position, family=family)

    options = {"width": width} if format_ == "png" else {}

    def draw(position: Any, family: "Family | None" = None) -> str | bytes:
        if family is not None:
            from galaxies_asp.families.formats import picture  # loads clingo

            return picture(family, position, format_)
        marks = _marks(position, rules) if rules else ()
        return render(position, cast("Format", format_), marks=marks, **options)

    return draw


def _marks(position: Position, rules: Rules) -> tuple[Point, ...]:
    if not position.is_attempt:
        return ()
    return tuple(
        place
        for violation in judge_position(position, rules)
        for place in violation.places
    )


def _declared(entry: Any, rules: Rules) -> Any:
    """Return the position of a puzzle; its clues are drawn as the rules declare."""
    position = entry.position
    if entry.family is not None or not entry.puzzle.clues:
        return position
    if rules == STANDARD and not entry.puzzle.variants:
        return position
    return Position(rules.puzzle(entry.puzzle), position.walls, position.rows())


def _solved(entry: Any, rules: Rules) -> Any:
    """Return a solution of a puzzle; None, with a message, if there is none."""
    from galaxies_asp.cli.solutions import drawn, verdict
    from galaxies_asp.solving.search import solve

    result = solve(asked(entry), rules=rules)
    if not result.solutions:
        note(entry.name, verdict(result))
        return None
    if result.status == "multiple":
        note(entry.name, "there are several solutions; this is one of them")
    return drawn(result.solutions[0])
