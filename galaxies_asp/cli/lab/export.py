"""`galaxies lab export`: encodings and puzzles for plain clingo."""

from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.options import cpu_limits_options, is_encoding, seeds_option
from galaxies_asp.cli.lab.sweep import sweep_options
from galaxies_asp.cli.options.inputs import Inputs, from_option
from galaxies_asp.cli.options.output import make_folder, output_option, write_output
from galaxies_asp.lab.export import benchmark_folder, export
from galaxies_asp.lab.record import record, to_json
from galaxies_asp.lab.settings import Options
from galaxies_asp.processes.pool import Limits


@click.command(name="export")
@click.argument("arguments", nargs=-1, required=True, metavar="ENCODING... INPUT...")
@output_option("Write to FILE.lp, and a record for `lab repeat` to FILE.json.")
@click.option(
    "--benchmark-tool",
    "folder",
    metavar="FOLDER",
    help="Write a folder for Potassco's benchmark-tool: runscript, encodings, puzzles.",
)
@seeds_option
@sweep_options
@cpu_limits_options
@from_option
def command(
    arguments: tuple[str, ...],
    output: str | None,
    folder: str | None,
    seeds: int,
    variants: list[Options],
    limits: Limits,
    from_: str | None,
) -> int:
    """Write one file with facts and encoding that plain clingo solves.

    --benchmark-tool writes a folder for any number of encodings, puzzles and options.
    The seeds and limits are those of a repeated or exported comparison.
    """
    encodings = list(dict.fromkeys(filter(is_encoding, arguments)))
    given = tuple(name for name in arguments if not is_encoding(name))
    if not encodings or not given:
        raise click.UsageError("give an encoding, and a puzzle after it")
    if output is not None and Path(output).suffix == ".json":
        raise click.UsageError(f"{output}: this is the name of the record")
    sources = Inputs(given, from_)
    puzzles = [replace(entry.position.puzzle, name=entry.name) for entry in sources]
    if not puzzles:
        return exits.DATA_ERROR
    numbers = range(1, seeds + 1)
    if folder is not None:
        files = list(benchmark_folder(encodings, puzzles, variants, numbers, limits))
        for path, text in files:
            target = Path(folder) / path
            make_folder(target.parent)
            write_output(text, str(target))
        made = record(encodings, puzzles, variants, numbers, limits)
        write_output(to_json(made), str(Path(folder) / "record.json"))
        return sources.worst([])
    for what, things in (
        ("encoding", encodings),
        ("puzzle", puzzles),
        ("set of options", variants),
    ):
        if len(things) > 1:
            raise click.UsageError(
                f"a file contains one {what}, not {len(things)}; "
                "--benchmark-tool FOLDER takes several"
            )
    write_output(export(encodings[0], puzzles[0], variants[0]), output)
    if output not in (None, "-"):
        made = record(encodings, puzzles, variants, numbers, limits)
        write_output(to_json(made), str(Path(output or "").with_suffix(".json")))
    return exits.ANSWERED
