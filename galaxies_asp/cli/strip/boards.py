"""`galaxies strip sample`, `statistics`, `automaton` and `new`: boards and rules."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.board.answer import Answer, Natural
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.output import echo, write_output
from galaxies_asp.cli.strip.options import StripRun, puzzle_options
from galaxies_asp.cli.values import ANY_FILE
from galaxies_asp.counting.strips import drawing
from galaxies_asp.counting.strips.automaton import Automaton, means, samples
from galaxies_asp.counting.strips.column import find_column
from galaxies_asp.counting.strips.lines import LoopSummary, are_closed, summarize

StripRows = Annotated[Sequence[str], "A board: its rows."]
"""A line of galaxies strip sample --json."""

sample_options = options.all_of(
    puzzle_options,
    click.option(
        "--columns",
        type=click.IntRange(min=1),
        required=True,
        metavar="N",
        help="Width of the boards.",
    ),
    options.force_option,
    options.seed_option(),
    options.output_option(),
)


@command(
    "sample",
    sample_options,
    options.count_option("Number of boards."),
    options.json_option("Print JSON: a list of rows per board."),
    kind=StripRun,
)
def sample_command(run: StripRun, columns: int) -> int:
    """Draw boards, each with the same probability."""
    boards = samples(_automaton(run, columns), columns, run.count, run.seed)
    if run.as_json:
        run.write("".join(json.dumps(board) + "\n" for board in boards))
    else:
        run.write("\n".join("\n".join(board) + "\n" for board in boards))
    return exits.ANSWERED


@dataclass(frozen=True)
class StripStatisticsAnswer(Answer):
    """Answer of galaxies strip statistics --json."""

    means: Annotated[
        Mapping[str, str],
        "Exact mean number of each character on all boards, as fractions.",
    ]
    loops: Annotated[
        LoopSummary | None, "Absent where lines have ends or branches."
    ] = None
    seed: Annotated[Natural | None, "Random seed of the sample."] = None


@command(
    "statistics",
    sample_options,
    options.count_option("Number of boards in the sample.", default=1000, minimum=2),
    options.json_option(
        "Print JSON: exact means as fractions, intervals as three numbers."
    ),
    kind=StripRun,
)
def statistics_command(run: StripRun, columns: int) -> int:
    """Print the exact mean number of each character, and statistics of closed lines.

    The means are over all boards. Closed lines are counted and measured on a sample of
    boards, where the lines of the puzzle have no ends and branches.
    """
    automaton = _automaton(run, columns)
    exact = means(automaton, columns)
    progress = run.progress()
    drawn = []
    for board in samples(automaton, columns, run.count, run.seed):
        drawn.append(board)
        progress("boards drawn", len(drawn), run.count)
    loops = summarize(drawn) if all(map(are_closed, drawn)) else None
    if loops and not loops.lengths:
        loops = None
    fractions = {name: str(value) for name, value in exact.items()}
    answer = StripStatisticsAnswer(fractions, loops, run.seed if loops else None)
    lines = [f"{name} {float(value):.6f}\n" for name, value in exact.items()]
    return run.answer(answer, "".join(lines) + (_text(loops) if loops else ""))


def _automaton(run: StripRun, columns: int) -> Automaton:
    """Return the automaton; refuse boards whose statistics take too long."""
    automaton = run.automaton()
    seconds = 2.6e-7 * min(columns, 10**50) ** 2
    run.check_time(f"boards of {columns:,} columns", seconds)
    return automaton


def _text(loops: LoopSummary) -> str:
    """Return the estimates as text, with their 95 % confidence intervals."""
    estimates = {"closed lines": loops.number, "their length": loops.length}
    lines = ["", f"sample of {loops.boards} boards"]
    for name, some in estimates.items():
        if some:
            lines.append(f"{name} {some.value:.3f} ({some.low:.3f} to {some.high:.3f})")
    total = sum(loops.lengths.values())
    for length, number in loops.lengths.items():
        lines.append(f"length {length}: {number / total:.4f}")
    return "\n".join((*lines, ""))


@command(
    "automaton",
    puzzle_options,
    options.format_option(list(drawing.STYLES), default="text"),
    options.output_option(),
    kind=StripRun,
)
def automaton_command(run: StripRun) -> int:
    """Print or draw the minimal automaton that reads the columns of a board."""
    run.write(drawing.STYLES[run.format_](run.automaton()))
    return exits.ANSWERED


@command("new", click.argument("file", type=ANY_FILE))
def new_command(_run: Run, file: Path) -> int:
    """Write the encoding of dominoes to a new file, to begin your own puzzle from."""
    if file.exists():
        raise click.UsageError(f"{file} exists; name a new file")
    write_output(find_column("dominoes").read_text(encoding="utf-8"), str(file))
    echo(f"{file}: try galaxies strip terms {file} --rows 4", err=True)
    return exits.ANSWERED
