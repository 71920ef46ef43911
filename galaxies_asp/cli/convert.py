"""`galaxies convert`: from any notation to any."""

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.options import format_option, output_option
from galaxies_asp.cli.output import WRITABLE, joined, report_omissions, written
from galaxies_asp.families.entry import Entry


@on_puzzles(
    "convert",
    format_option(WRITABLE, "Notation of the result", required=True),
    output_option(),
)
def command(run: Run) -> int:
    """Rewrite puzzles, and what is drawn on them, in another notation."""
    texts = []
    omissions: dict[str, list[str]] = {}

    def convert(entry: Entry) -> int:
        texts.append(written(entry, run.format_, omissions))
        return exits.ANSWERED

    code = run.answer_each(convert)
    report_omissions(omissions, run.format_)
    if texts:
        run.write(joined(texts, run.format_))
    return code
