"""Write results: to standard output, or to a file that is complete or not there."""

import os
import sys
import tempfile
from pathlib import Path

import click

from galaxies_asp.errors import GalaxiesError


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
        _replace(Path(path), content)
    except OSError as error:
        raise GalaxiesError(f"{path}: cannot be written: {error.strerror}") from None


def _replace(path: Path, content: bytes) -> None:
    """Put the content in place at one stroke, so that no half file is ever seen."""
    if path.exists() and not path.is_file():  # a device or a pipe
        path.write_bytes(content)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
