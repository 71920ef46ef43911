"""Answers as a table: CSV with one row for each answer."""

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO

import click

from galaxies_asp._tables import columns
from galaxies_asp.cli import output


def written(rows: Sequence[dict[str, object]]) -> str:
    """Return a table with all columns of the rows, in the order of their first use."""
    names = [*dict.fromkeys(name for row in rows for name in row)]
    text = StringIO()
    table = csv.DictWriter(text, names, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


@contextmanager
def collected(path: str | None) -> Iterator[None]:
    """Collect the JSON lines that are printed, and write them as a table at the end.

    The rows before an error or an interrupt are written, too.

    Raises `click.UsageError` for a file that has puzzles as JSON lines.
    """
    if (path or "").lower().endswith((".jsonl", "/")):
        raise click.UsageError(f"{path} has JSON lines: name another file for -f csv")
    context = click.get_current_context()
    lines: list[str] = []
    context.meta[output.LINES] = lines
    try:
        yield
    finally:
        del context.meta[output.LINES]
        rows = [dict(columns(json.loads(line))) for line in lines]
        if rows:
            output.write_output(written(rows), path)
