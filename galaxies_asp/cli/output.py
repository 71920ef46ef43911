"""Options for results, and their output to a file or to standard output."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli.options.choice import Choice
from galaxies_asp.cli.options.grouping import Option
from galaxies_asp.notation import NOTATIONS, by_name, omitted, write
from galaxies_asp.notation.contents import Part
from galaxies_asp.processes.files import replace_file
from galaxies_asp.verifying.rules import verify

WRITABLE = [notation.name for notation in NOTATIONS if notation.writable]
SOLVABLE = [notation.name for notation in NOTATIONS if Part.WALLS in notation.holds]
"""Notations that can hold a solution."""
MOST_ON_A_SHEET = 400

solution_option = click.option(
    "--solution", is_flag=True, help="Solve the puzzle and include its solution."
)
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="No progress; in answers, no drawings."
)


def output_option(
    help_text: str = "Write the result to a file; -: standard output.",
) -> Option:
    """Return the option for the output file."""
    return click.option("-o", "--output", metavar="FILE", help=help_text)


def format_option(
    names: Sequence[str],
    help_text: str = "Format of the result",
    default: str | None = None,
    required: bool = False,
) -> Option:
    """Return the option for the format; the help text lists the names."""
    return click.option(
        "-f",
        "--format",
        "format_",
        type=Choice(names),
        default=default,
        show_default=default is not None,
        required=required,
        metavar="NAME",
        help=f"{help_text}: {', '.join(names)}.",
    )


sequence_format_option = format_option(
    ["text", "bfile"], "One number per line, or index and number", default="text"
)


def sequence(numbers: Iterable[int], first: int, format_: str) -> str:
    """Return the numbers, one per line; in a b-file with their indices."""
    if format_ == "bfile":
        return "".join(f"{index} {n}\n" for index, n in enumerate(numbers, first))
    return "".join(f"{number}\n" for number in numbers)


def json_option(
    help_text: str = "Print the complete answer as JSON, one object per line.",
) -> Option:
    """Return the flag for answers as JSON lines."""
    return click.option("--json", "as_json", is_flag=True, help=help_text)


def format_of(
    output: str | None, suffixes: Mapping[str, str], default: str | None = None
) -> str:
    """Return the format that the suffix of the output file names."""
    if output in (None, "-"):
        if default is None:
            raise click.UsageError("give a file with -o, or a format with -f")
        return default
    suffix = Path(output or "").suffix.lower()
    if suffix not in suffixes:
        raise click.UsageError(
            f"{output}: the name ends in none of {', '.join(suffixes)}; give a format "
            "with -f"
        )
    return suffixes[suffix]


def written(name: str, position: Position, notation: str) -> str:
    """Return a position in a notation; report what the notation leaves out."""
    text = write(position, notation)
    left_out = omitted(position, notation)
    if Part.LABELS in left_out and not verify(position):
        left_out.remove(Part.LABELS)  # the walls of a solution imply them
    if left_out:
        click.echo(
            f"galaxies: {name}: the notation {notation} leaves out "
            + ", ".join(left_out),
            err=True,
        )
    return text


def joined(texts: list[str], notation: str) -> str:
    """Join texts; an empty line separates those that have several lines."""
    return ("\n" if is_separate(notation) else "").join(texts)


def is_separate(notation: str) -> bool:
    """Return whether an empty line separates boards in the notation."""
    return not by_name(notation).one_line and notation not in ("json", "pzprv3")


def write_output(data: str | bytes, path: str | None) -> None:
    """Write to a file, or to standard output where the path is None or '-'.

    Raises `OutputError` if the file cannot be written.
    """
    if path in (None, "-"):
        if isinstance(data, bytes) and sys.stdout.isatty():
            raise click.UsageError("binary output needs -o FILE")
        click.echo(data, nl=False, color=True)
        return
    content = data if isinstance(data, bytes) else data.encode("utf-8")
    replace_file(Path(path or ""), content)


@contextmanager
def collected(path: str | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that prints; with a path, the texts are written there at last.

    If the work is interrupted, the file stays as it was. Raises `OutputError` if the
    file cannot be written.
    """
    if path is None:
        yield partial(click.echo, nl=False, color=True)
        return
    texts: list[str] = []
    yield texts.append
    write_output("".join(texts), path)
