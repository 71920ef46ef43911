"""`galaxies lab`: experiments with encodings."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.lab import compare, export, ground, repeat, rules
from galaxies_asp.cli.options.group import Group
from galaxies_asp.lab.lint import lint


@click.group(name="lab", cls=Group)
def command() -> None:
    """Experiment with encodings.

    An encoding is fast, grow, assign, idp, a file, or a mix: choice, growth or walls
    with parts added, as in choice+level+pair, and with rules removed, as in
    choice+no-symmetry. The parts are the files in the folders of encodings/galaxies.
    """


for verb in (compare, rules, ground, export, repeat):
    command.add_command(verb.command)


@command.command(name="lint")
@click.argument("encodings", nargs=-1, required=True, metavar="ENCODING...")
def lint_command(encodings: tuple[str, ...]) -> int:
    """Find probable mistakes: undocumented, unused and underivable predicates."""
    found = list(dict.fromkeys(str(f) for name in encodings for f in lint(name)))
    for finding in found:
        click.echo(finding)
    return exits.NEGATIVE if found else exits.ANSWERED
