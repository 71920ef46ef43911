"""`galaxies lab`: experiments with encodings."""

import click

from galaxies_asp.cli.group import Group
from galaxies_asp.cli.lab import (
    circuit,
    compare,
    export,
    ground,
    lint,
    mutants,
    repeat,
    rules,
    search,
    show,
)


@click.group(name="lab", cls=Group)
def command() -> None:
    """Experiment with encodings.

    An encoding is fast, grow, assign, idp, a file, or a mix: choice, growth or walls
    with parts added, as in choice+level+pair, and with rules removed, as in
    choice+no-symmetry. The parts are the files in the folders of encodings/galaxies.
    sat stands for the puzzle as clauses for a SAT solver.

    Encodings of other problems are compared with --family.
    """


for verb in (
    show,
    compare,
    mutants,
    rules,
    ground,
    search,
    lint,
    export,
    repeat,
    circuit,
):
    command.add_command(verb.command)
