"""`galaxies lab show`: an encoding as one page."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.completion import complete_encoding
from galaxies_asp.cli.lab.options import family_option
from galaxies_asp.cli.options import output_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.page import page


@click.command(name="show")
@click.argument("encoding", shell_complete=complete_encoding)
@family_option
@output_option("Write the page to FILE, which is itself an encoding.")
def command(encoding: str, family: str, output: str | None) -> int:
    """Print an encoding, such as a mix, as one readable page.

    Included files stand in place of their includes, each after its name.
    """
    write_output(page(family_named(family), encoding), output)
    return exits.ANSWERED
