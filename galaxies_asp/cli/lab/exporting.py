"""`galaxies lab export`: an encoding and an instance in one file."""

from typing import Annotated

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Option, command
from galaxies_asp.cli.inputs import NotationName
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.options import Output, format_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.lab.cost import variants
from galaxies_asp.lab.source import export


@command("export")
def export_command(
    *,
    format_: Annotated[
        str,
        format_option(
            ["lp", "plain"],
            "lp; plain, without documentation and comments, at whose blocks tools such "
            "as xclingo stop",
        ),
    ] = "lp",
    arguments: lab.EncodingsAndInputs,
    option_texts: Annotated[
        str,
        Option("--options", metavar="OPTIONS"),
        "Options of clingo in the command that the file names.",
    ] = "",
    output: Output,
    family: lab.FamilyName,
    from_: NotationName,
) -> int:
    """Write one file with facts and encoding that plain clingo solves."""
    given = lab.subject(family, arguments, from_)
    if not given.boards:
        if given.faulty:
            return exits.DATA_ERROR
        raise click.UsageError("give an encoding, and a puzzle after it")
    for what, things in (("encoding", given.encodings), ("puzzle", given.boards)):
        if len(things) > 1:
            raise click.UsageError(f"a file contains one {what}, not {len(things)}")
    (options,) = variants([option_texts])
    chosen = given.encodings[0], given.boards[0], options
    text = export(given.family, *chosen, is_plain=format_ == "plain")
    write_output(text, output)
    return exits.ANSWERED
