"""`galaxies lab`: experiments with encodings."""

import click

from galaxies_asp.cli.helping import CommandGroup
from galaxies_asp.cli.lab import comparing, encodings, explaining, proving, records


@click.group(name="lab", cls=CommandGroup)
def lab_command() -> None:
    """Experiment with encodings.

    An encoding is fast, grow, assign, idp, a file, or a mix: choice, growth or walls
    with parts added, as in choice+level+pair, and with rules removed, as in
    choice+no-symmetry. The parts are the files in the folders of encodings/galaxies.

    Encodings of other problems are compared with --family.
    """


for _part in (
    encodings.new_command,
    encodings.show_command,
    encodings.lint_command,
    encodings.mutants_command,
    comparing.compare_command,
    proving.prove_command,
    explaining.explain_difference_command,
    proving.rules_command,
    encodings.ground_command,
    encodings.search_command,
    records.export_command,
    records.repeat_command,
    records.report_command,
):
    lab_command.add_command(_part)
