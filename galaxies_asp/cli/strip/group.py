"""`galaxies strip`: boards of a puzzle on strips of a fixed height."""

import sys
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.group import Group
from galaxies_asp.cli.options import format_option, output_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.strip.gf import gf_command
from galaxies_asp.cli.strip.growth import growth_command
from galaxies_asp.cli.strip.options import Strip, strip_options
from galaxies_asp.cli.strip.sample import sample_command, statistics_command
from galaxies_asp.cli.strip.terms import terms_command
from galaxies_asp.counting.strips import drawing
from galaxies_asp.counting.strips.column import find_column


@click.group(name="strip", cls=Group)
@click.pass_context
def command(context: click.Context) -> None:
    """Count boards of other puzzles on strips of a fixed height.

    PUZZLE is ring-ring, two-not-touch, circuit-board, partitions, dominoes, or a file
    with an encoding of one column (see docs/strips.md). The command `terms` also takes
    two-not-touch-square, and galaxies with 2 rows.
    """
    # Exact counts may have more digits than Python writes by default.
    digits = sys.get_int_max_str_digits()
    context.call_on_close(lambda: sys.set_int_max_str_digits(digits))
    sys.set_int_max_str_digits(0)


for _part in (
    terms_command,
    gf_command,
    growth_command,
    sample_command,
    statistics_command,
):
    command.add_command(_part)


@command.command(name="new")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def new_command(file: Path) -> int:
    """Write the encoding of dominoes to a new file, to begin your own puzzle from."""
    if file.exists():
        raise click.UsageError(f"{file} exists; name a new file")
    write_output(find_column("dominoes").read_text(encoding="utf-8"), str(file))
    click.echo(f"{file}: try galaxies strip terms {file} --rows 4", err=True)
    return exits.ANSWERED


@command.command(name="automaton")
@strip_options
@format_option(list(drawing.STYLES), default="text")
@output_option()
def automaton_command(strip: Strip, format_: str, output: str | None) -> int:
    """Print or draw the minimal automaton that reads the columns of a board."""
    automaton = strip.automatic().automaton(strip.progress).minimal()
    strip.progress.clear()
    write_output(drawing.STYLES[format_](automaton), output)
    return exits.ANSWERED
