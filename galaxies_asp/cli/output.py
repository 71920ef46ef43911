"""Write results: to standard output, or to a file that is complete or not there."""

import sys
from pathlib import Path

import click

from galaxies_asp.errors import GalaxiesError
from galaxies_asp.processes.files import replace_file


def write_output(data: str | bytes, path: str | None) -> None:
    """Write to a file, or to standard output where the path is None or '-'.

    Raises
    ------
    GalaxiesError
        If the file cannot be written.
    """
    if path is None or path == "-":
        if isinstance(data, bytes):
            if sys.stdout.isatty():
                raise click.UsageError("name a file with -o; this is no text")
            sys.stdout.buffer.write(data)
        else:
            click.echo(data, nl=False, color=True)
        return
    content = data if isinstance(data, bytes) else data.encode("utf-8")
    try:
        replace_file(Path(path), content)
    except OSError as error:
        raise GalaxiesError(f"{path}: cannot be written: {error.strerror}") from None
