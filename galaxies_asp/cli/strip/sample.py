"""`galaxies strip sample`: random boards, and means over all boards."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.output import json_option, output_option, write_output
from galaxies_asp.cli.options.selection import count_option, seed_option
from galaxies_asp.cli.strip.options import Strip, strip_options
from galaxies_asp.strips.sampling import means, samples


@click.command(name="sample")
@strip_options
@click.option(
    "--columns",
    type=click.IntRange(min=1),
    required=True,
    metavar="N",
    help="Width of the boards.",
)
@count_option("Number of boards.")
@click.option(
    "--means",
    "with_means",
    is_flag=True,
    help="The exact mean number of each character over all boards, instead of boards.",
)
@seed_option()
@json_option("Print JSON: a list of rows per board, or the means as fractions.")
@output_option()
def sample_command(
    strip: Strip,
    columns: int,
    count: int,
    with_means: bool,
    seed: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Draw boards, each with the same probability."""
    automaton = strip.automatic().automaton(strip.progress).minimal()
    strip.progress.clear()
    if with_means:
        found = means(automaton, columns)
        if as_json:
            text = json.dumps({name: str(mean) for name, mean in found.items()}) + "\n"
        else:
            text = "".join(
                f"{name} {float(mean):.6f}\n" for name, mean in found.items()
            )
    else:
        boards = samples(automaton, columns, count, seed)
        if as_json:
            text = "".join(json.dumps(board) + "\n" for board in boards)
        else:
            text = "\n".join("\n".join(board) + "\n" for board in boards)
    write_output(text, output)
    return exits.ANSWERED
