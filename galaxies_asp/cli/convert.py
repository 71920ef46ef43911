"""`galaxies convert`: from any notation to any."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.output import (
    WRITABLE,
    format_option,
    joined,
    output_option,
    write_output,
    written,
)


@click.command(name="convert")
@sources_options
@format_option(WRITABLE, "Notation of the result", required=True)
@output_option()
def command(sources: Inputs, format_: str, output: str | None) -> int:
    """Rewrite puzzles, and what is drawn on them, in another notation."""
    texts = []

    def convert(entry: Entry) -> int:
        texts.append(written(entry.name, entry.position, format_))
        return exits.ANSWERED

    code = sources.answer_each(convert)
    write_output(joined(texts, format_), output)
    return code
