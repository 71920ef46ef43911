"""`galaxies lab`: experiments with encodings."""

import click

from galaxies_asp.cli.helping import CommandGroup
from galaxies_asp.cli.lab import comparing, encodings, explaining, exporting, proving


@click.group(name="lab", cls=CommandGroup)
def lab_command() -> None:
    """Experiment with encodings.

    An encoding is fast, grow, assign, idp, a file, or a mix: choice, growth or walls
    with parts added, as in choice+level+pair, and with rules removed, as in
    choice+no-symmetry. The parts are the files in the folders of encodings/galaxies.

    Encodings of other problems are compared with --family.
    """


lab_command.add_all(comparing, encodings, explaining, exporting, proving)
