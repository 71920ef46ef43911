"""`galaxies lab export`: encodings and puzzles for plain clingo."""

from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.completion import complete_encoding_or_input
from galaxies_asp.cli.inputs import from_option
from galaxies_asp.cli.lab.options import (
    Measuring,
    cpu_limits_options,
    family_option,
    measuring_options,
    subject,
)
from galaxies_asp.cli.lab.sweep import sweep_options
from galaxies_asp.cli.options import output_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.lab.export import PROGRAM, benchmark_folder, export
from galaxies_asp.lab.record import Plan, record, to_json
from galaxies_asp.lab.settings import Options
from galaxies_asp.processes.files import make_folder
from galaxies_asp.processes.pool import Limits


@click.command(name="export")
@click.argument(
    "arguments",
    nargs=-1,
    required=True,
    metavar="ENCODING... INPUT...",
    shell_complete=complete_encoding_or_input,
)
@output_option("Write to FILE.lp, and a record for `lab repeat` to FILE.json.")
@click.option(
    "--benchmark-tool",
    "folder",
    metavar="FOLDER",
    help="Write a folder for Potassco's benchmark-tool: runscript, encodings, puzzles.",
)
@family_option
@measuring_options
@sweep_options
@cpu_limits_options
@from_option
def command(
    arguments: tuple[str, ...],
    output: str | None,
    folder: str | None,
    family: str,
    measuring: Measuring,
    variants: list[Options],
    limits: Limits,
    from_: str | None,
) -> int:
    """Write one file with facts and encoding that plain clingo solves.

    --benchmark-tool writes a folder for any number of encodings, instances and options.
    The seeds and limits are those of a repeated or exported comparison.
    """
    if output is not None and Path(output).suffix == ".json":
        raise click.UsageError(f"{output}: this is the name of the record")
    given = subject(arguments, family, from_)
    if not given.boards:
        if given.faulty:
            return exits.DATA_ERROR
        raise click.UsageError("give an encoding, and a puzzle after it")
    plan = Plan(
        *(given.family.name, given.boards, given.boards, tuple(variants)),
        *(tuple(range(measuring.seeds)), measuring.task, measuring.perturb, limits),
    )
    if folder is not None:
        for path, text in list(benchmark_folder(plan, given.encodings)):
            target = Path(folder) / path
            make_folder(target.parent)
            write_output(text, str(target))
            if path == PROGRAM:
                target.chmod(0o755)
        made = record(plan, given.encodings)
        write_output(to_json(made), str(Path(folder) / "record.json"))
        return exits.DATA_ERROR if given.faulty else exits.ANSWERED
    for what, things in (
        ("encoding", given.encodings),
        ("puzzle", given.boards),
        ("set of options", variants),
    ):
        if len(things) > 1:
            raise click.UsageError(
                f"a file contains one {what}, not {len(things)}; "
                "--benchmark-tool FOLDER takes several"
            )
    encoding, board = given.encodings[0], given.boards[0]
    write_output(export(given.family, encoding, board, variants[0]), output)
    if output not in (None, "-"):
        made = record(plan, given.encodings)
        write_output(to_json(made), str(Path(output or "").with_suffix(".json")))
    return exits.ANSWERED
