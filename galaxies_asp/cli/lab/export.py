"""`galaxies lab export`: run an encoding without this program, or again with it."""

from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.compare import is_encoding
from galaxies_asp.cli.lab.options import (
    MEGABYTE,
    memory_limit_option,
    time_limit_option,
)
from galaxies_asp.cli.lab.sweep import sweep_options
from galaxies_asp.cli.options.common import from_option
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.lab.export import benchmark_folder, export
from galaxies_asp.lab.record import record, to_json
from galaxies_asp.lab.settings import Options
from galaxies_asp.processes.pool import Limits


@click.command(name="export")
@click.argument("arguments", nargs=-1, required=True, metavar="ENCODING... INPUT...")
@click.option(
    "-o",
    "--output",
    metavar="FILE.lp",
    help="Write there, and a record for `lab repeat` beside it: FILE.json.",
)
@click.option(
    "--benchmark-tool",
    "folder",
    metavar="FOLDER",
    help="Write a runscript of Potassco's benchmark-tool, encodings, and puzzles.",
)
@click.option("--seeds", type=click.IntRange(1, 1000), default=3, show_default=True)
@sweep_options
@time_limit_option
@memory_limit_option
@from_option
def command(
    arguments: tuple[str, ...],
    output: str | None,
    folder: str | None,
    seeds: int,
    variants: list[Options],
    time_limit: float,
    memory_limit: int,
    from_: str | None,
) -> int:
    """Write one file, facts and encoding, that plain clingo runs to the same answer.

    Or, with any number of encodings, puzzles and options, a folder for Potassco's
    benchmark-tool. The seeds and limits are those of a repeated or exported comparison.
    """
    encodings = list(dict.fromkeys(filter(is_encoding, arguments)))
    given = tuple(name for name in arguments if not is_encoding(name))
    if not encodings or not given:
        raise click.UsageError("name an encoding, and a puzzle after it")
    if output is not None and Path(output).suffix == ".json":
        raise click.UsageError(f"{output}: this is what the record would be called")
    sources = Inputs(given, from_)
    puzzles = [replace(entry.position.puzzle, name=entry.name) for entry in sources]
    if not puzzles:
        return exits.DATA_ERROR
    limits = Limits(time_limit, memory_limit * MEGABYTE)
    numbers = range(1, seeds + 1)
    if folder is not None:
        files = list(benchmark_folder(encodings, puzzles, variants, numbers, limits))
        for path, text in files:
            target = Path(folder) / path
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise GalaxiesError(f"{folder}: {error.strerror}") from None
            write_output(text, str(target))
        made = record(encodings, puzzles, variants, numbers, limits)
        write_output(to_json(made), str(Path(folder) / "record.json"))
        return exits.DATA_ERROR if sources.faulty else exits.ANSWERED
    for what, things in (
        ("encoding", encodings),
        ("puzzle", puzzles),
        ("set of options", variants),
    ):
        if len(things) > 1:
            raise click.UsageError(
                f"one {what} goes into a file, not {len(things)}; "
                "--benchmark-tool FOLDER takes many"
            )
    write_output(export(encodings[0], puzzles[0], variants[0]), output)
    if output not in (None, "-"):
        made = record(encodings, puzzles, variants, numbers, limits)
        write_output(to_json(made), str(Path(output or "").with_suffix(".json")))
    return exits.ANSWERED
