"""`galaxies convert`: from any notation to any."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import WRITABLE, from_option, inputs_argument
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.notation import by_name, write


@click.command(name="convert")
@inputs_argument
@click.option(
    "--to",
    required=True,
    type=click.Choice(WRITABLE),
    metavar="NOTATION",
    help="One of " + ", ".join(WRITABLE) + ".",
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@from_option
def command(
    inputs: tuple[str, ...], to: str, output: str | None, from_: str | None
) -> int:
    """Rewrite puzzles, with what is drawn on them, in another notation."""
    sources = Inputs(inputs, from_)
    texts = []
    codes = []
    for entry in sources:
        try:
            texts.append(write(entry.position, to))
        except GalaxiesError as error:
            click.echo(f"galaxies: {entry.name}: {error}", err=True)
            codes.append(exits.DATA_ERROR)
    between = "" if by_name(to).one_line or to in ("json", "pzprv3") else "\n"
    write_output(between.join(texts), output)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)
