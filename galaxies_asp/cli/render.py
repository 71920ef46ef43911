"""`galaxies convert` and `render`: puzzles in other notations, and their pictures."""

from itertools import count
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import command, note
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import (
    WRITABLE,
    format_of,
    joined,
    report_omissions,
    write_output,
    written,
)
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.families.entry import Entry

SUFFIXES = {".txt": "text", ".svg": "svg", ".png": "png", ".pdf": "pdf", ".tex": "tikz"}
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

    def convert(entry: Entry) -> int:
        texts.append(written(entry, format_, omissions))
        return exits.ANSWERED

    code = sources.answer_each(convert)
    report_omissions(omissions, format_)
    if texts:
        write_output(joined(texts, format_), output)
    return code


@command("render")
def render_command(
    sources: Sources,
    solution: Annotated[bool, "Solve the puzzle and include its solution."],
    violations: Annotated[bool, "Mark the places of broken rules."],
    width: Annotated[int | None, Range(16, 16384), "Pixels of a PNG."],
    output: Annotated[
        options.OutputFile,
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
    """Draw puzzles: as text, SVG, PNG, PDF, or TikZ."""
    format_ = format_ or format_of(output, SUFFIXES, "text")
    if width is not None and format_ != "png":
        raise click.UsageError("--width is for PNG; give a name in .png, or -f png")
    marked = rules if violations else None
    entries = list(sources)
    if solution:
        from galaxies_asp.cli.solve import verdict
        from galaxies_asp.solving.search import solve

    def draw_one(entry: Entry, number: int) -> int:
        file = output
        if file not in (None, "-") and len(entries) > 1:
            path = Path(file or "")
            file = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
        shown = entry.declared(rules)
        if solution:
            result = solve(entry.puzzle, rules=rules)
            if not result.solutions:
                note(entry.name, verdict(result))
                return exits.NEGATIVE
            if result.status == "multiple":
                note(entry.name, "there are several solutions; this is one of them")
            shown = entry.drawn(result.solutions[0])
        drawing = drawn(shown, format_, style, rules=marked, width=width)
        write_output(drawing, file)
        return exits.ANSWERED

    return sources.answer_each(draw_one, zip(entries, count(1)))


def drawn(entry: Entry, format_: str, style: TextStyle, **more: Any) -> str | bytes:
    """Return a drawing of a board; see `Entry.picture`."""
    if format_ == "text":
        return entry.text(style)
    return entry.picture(format_, **more)
