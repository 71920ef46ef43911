"""`galaxies strip sample` and `strip statistics`: random boards, and means."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options import (
    count_option,
    json_option,
    output_option,
    seed_option,
)
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.strip.options import Strip, strip_options
from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.loops import LoopSummary, are_closed, summarize
from galaxies_asp.counting.strips.sampling import means, samples

columns_option = click.option(
    "--columns",
    type=click.IntRange(min=1),
    required=True,
    metavar="N",
    help="Width of the boards.",
)


@click.command(name="sample")
@strip_options
@columns_option
@count_option("Number of boards.")
@seed_option()
@json_option("Print JSON: a list of rows per board.")
@output_option()
def sample_command(
    strip: Strip,
    columns: int,
    count: int,
    seed: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Draw boards, each with the same probability."""
    boards = samples(_minimal(strip), columns, count, seed)
    if as_json:
        text = "".join(json.dumps(board) + "\n" for board in boards)
    else:
        text = "\n".join("\n".join(board) + "\n" for board in boards)
    write_output(text, output)
    return exits.ANSWERED


@click.command(name="statistics")
@strip_options
@columns_option
@count_option("Number of boards in the sample.", default=1000, minimum=2)
@seed_option()
@json_option("Print JSON: exact means as fractions, intervals as three numbers.")
@output_option()
def statistics_command(
    strip: Strip,
    columns: int,
    count: int,
    seed: int,
    as_json: bool,
    output: str | None,
) -> int:
    """Print the exact mean number of each character, and statistics of closed lines.

    The means are over all boards. Closed lines are counted and measured on a sample of
    boards, where the lines of the puzzle have no ends and branches.
    """
    automaton = _minimal(strip)
    exact = means(automaton, columns)
    boards = samples(automaton, columns, count, seed)
    drawn = []
    for number, board in enumerate(boards, 1):
        drawn.append(board)
        strip.progress("boards drawn", number, count)
    strip.progress.clear()
    loops = summarize(drawn) if all(map(are_closed, drawn)) else None
    if loops and not loops.lengths:
        loops = None
    if as_json:
        answer = {"means": {name: str(value) for name, value in exact.items()}}
        fields = {} if loops is None else {"loops": _fields(loops), "seed": seed}
        text = json.dumps({"schema": 1, **answer, **fields}) + "\n"
    else:
        lines = [f"{name} {float(value):.6f}" for name, value in exact.items()]
        lines += [] if loops is None else _lines(loops)
        text = "\n".join(lines) + "\n"
    write_output(text, output)
    return exits.ANSWERED


def _minimal(strip: Strip) -> Automaton:
    automaton = strip.automatic().automaton(strip.progress).minimal()
    strip.progress.clear()
    return automaton


def _fields(loops: LoopSummary) -> dict[str, object]:
    return {
        "boards": loops.boards,
        "number": loops.loops.rounded(),
        "length": loops.length and loops.length.rounded(),
        "lengths": loops.lengths,
    }


def _lines(loops: LoopSummary) -> list[str]:
    """Return the estimates as text, with their 95 % confidence intervals."""
    estimates = {"closed lines": loops.loops, "their length": loops.length}
    shown = [
        f"{name} {found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
        for name, found in estimates.items()
        if found
    ]
    total = sum(loops.lengths.values())
    shares = [
        f"length {length}: {number / total:.4f}"
        for length, number in loops.lengths.items()
    ]
    return ["", f"sample of {loops.boards} boards", *shown, *shares]
