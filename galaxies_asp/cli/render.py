"""`galaxies convert` and `render`: puzzles in other notations, and their pictures."""

from itertools import count
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits, options, output
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.solving.judging import judge

SUFFIXES = {".txt": "text", ".svg": "svg", ".png": "png", ".pdf": "pdf", ".tex": "tikz"}
"""The format of each suffix of a file."""


@on_puzzles(
    "convert",
    options.format_option(output.WRITABLE, "Notation of the result", required=True),
    "output",
)
def convert_command(run: Run) -> int:
    """Rewrite puzzles, and what is drawn on them, in another notation."""
    texts = []
    omissions: dict[str, list[str]] = {}

    def convert(entry: Sheet[Any]) -> int:
        texts.append(output.written(entry, run.format_, omissions))
        return exits.ANSWERED

    code = run.answer_each(convert)
    output.report_omissions(omissions, run.format_)
    if texts:
        run.write(output.joined(texts, run.format_))
    return code


@on_puzzles(
    "render",
    options.output_option(
        "Write to a file; several puzzles are numbered: picture-1.svg, ..."
    ),
    options.format_option(
        list(SUFFIXES.values()), "Format (default: by the suffix of -o, otherwise text)"
    ),
    "rules",
    "style",
)
def render_command(
    run: Run,
    solution: Annotated[bool, "Solve the puzzle and include its solution."] = False,
    violations: Annotated[bool, "Mark the places of broken rules."] = False,
    width: Annotated[int | None, click.IntRange(16, 16384), "Pixels of a PNG."] = None,
) -> int:
    """Draw puzzles: as text, SVG, PNG, PDF, or TikZ."""
    format_ = run.format_ or output.format_of(run.output, SUFFIXES, "text")
    if width is not None and format_ != "png":
        raise click.UsageError("--width is for PNG; give a name in .png, or -f png")
    marked = run.rules if violations else None
    entries = list(run.sources)
    if solution:
        from galaxies_asp.cli.solve import verdict
        from galaxies_asp.solving.search import solve

    def draw_one(entry: Sheet[Any], number: int) -> int:
        file = run.output
        if file not in (None, "-") and len(entries) > 1:
            path = Path(file or "")
            file = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
        shown = _declared(entry, run.rules)
        if solution:
            result = solve(entry, rules=run.rules)
            if not result.solutions:
                note(entry.name, verdict(result))
                return exits.NEGATIVE
            if result.status == "multiple":
                note(entry.name, "there are several solutions; this is one of them")
            shown = entry.drawn(result.solutions[0])
        drawing = drawn(shown, format_, run.style, rules=marked, width=width)
        output.write_output(drawing, file)
        return exits.ANSWERED

    return run.sources.answer_each(draw_one, zip(entries, count(1)))


def _declared(sheet: Sheet[Any], rules: Rules) -> Sheet[Any]:
    """Return a board with its clues as rules declare them, if they do."""
    try:
        return sheet.under(rules)
    except NotationError:
        if rules != STANDARD:
            raise
        return sheet


def drawn(
    sheet: Sheet[Any],
    format_: str,
    style: TextStyle,
    rules: Rules | None = None,
    width: int | None = None,
) -> str | bytes:
    """Return a drawing of a board.

    Parameters
    ----------
    rules
        Mark the places where what is drawn breaks them.
    width
        Pixels of a PNG.
    """
    broken = judge(sheet, rules) if rules and sheet.is_attempt else ()
    marks = [place for violation in broken for place in violation.places]
    if format_ == "text":
        return sheet.text(style)
    return painted(sheet.scene(marks=marks), format_, width)
