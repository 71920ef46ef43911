"""The commands of `galaxies strip`: numbers of boards, boards, automata, new rules."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Argument, Option, command, is_given
from galaxies_asp.cli.output import (
    ProgressBar,
    echo,
    print_answer,
    sequence,
    warn,
    write_output,
)
from galaxies_asp.cli.strip.functions import fitted, name_of
from galaxies_asp.cli.strip.options import (
    GALAXIES,
    SQUARE,
    STARS,
    Checkpoint,
    LimitedRun,
    StripRun,
    check_time,
)
from galaxies_asp.cli.values import ANY_FILE
from galaxies_asp.core.board.answer import Answer, Natural
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.fields import Range
from galaxies_asp.counting.strips.automaton import Automaton, means, samples
from galaxies_asp.counting.strips.column import find_column
from galaxies_asp.counting.strips.galaxies_two_rows import count_boards
from galaxies_asp.counting.strips.growth import GrowthBounds, growth_bounds
from galaxies_asp.counting.strips.lines import LoopSummary, are_closed, summarize
from galaxies_asp.counting.strips.matrix import Strip, lumped, terms
from galaxies_asp.counting.strips.proved import THEOREM, proved
from galaxies_asp.counting.strips.squares import count_squares
from galaxies_asp.processes.sharing import ALONE


@dataclass(frozen=True, kw_only=True)
class TermsOptions(LimitedRun):
    """Which terms are counted."""

    size: Annotated[int | None, Range(1), f"{SQUARE}: the size."]
    at: Annotated[int | None, Range(0), "Only the term for N columns; N may be large."]
    modulo: Annotated[
        int | None,
        Range(2),
        Option(metavar="M"),
        "With --at: the remainder of the term.",
    ]
    count: Annotated[int, options.COUNT, "Number of terms, from 0 columns on."] = 12
    checkpoint: Checkpoint
    format_: options.SequenceFormat
    output: options.Output


@command("terms")
def terms_command(run: TermsOptions) -> int:
    """Print the numbers of boards with 0, 1, 2, ... columns, one per line."""
    if run.modulo is not None and run.at is None:
        raise click.UsageError("--modulo needs --at")
    if run.at is not None and is_given("count"):
        raise click.UsageError("--at is one term: leave out --count")
    if run.size is not None and run.puzzle != SQUARE:
        raise click.UsageError(f"--size belongs to {SQUARE}")
    if run.puzzle in (SQUARE, GALAXIES):
        numbers = _without_automaton(run)
    elif run.at is None:
        numbers = run.call(_terms, run)
    else:
        numbers = [run.call(_single_term, run, run.at)]
    first = run.at if run.at is not None else run.size or 0
    write_output(sequence(numbers, first, run.format_, name=name_of(run)), run.output)
    return exits.ANSWERED


def _without_automaton(run: TermsOptions) -> list[int]:
    if {name for name, _ in run.constants} - {STARS}:
        raise click.UsageError(f"{run.puzzle} takes no further options")
    if run.at is not None or run.checkpoint is not None:
        raise click.UsageError(f"{run.puzzle} takes neither --at nor --checkpoint")
    if run.puzzle == SQUARE:
        if run.size is None or run.stars is None or run.rows is not None:
            raise click.UsageError(f"{SQUARE} takes --size and --const stars=N")
        if (known := proved(run.size, run.stars)) is not None:
            warn(f"{known} boards: {THEOREM}")
            return [known]
        return [run.call(partial(count_squares, run.size, run.stars, force=run.force))]
    if run.rows != 2 or run.stars is not None:
        raise click.UsageError(f"{GALAXIES} takes --rows 2; see docs/strips.md")
    check_time(f"{run.count:,} terms", 1.5e-8 * min(run.count, 10**50) ** 4, run.force)
    return run.call(count_boards, run.count)


def _terms(run: TermsOptions, report: Report) -> list[int]:
    strip = run.strip(report)
    seconds = _seconds_to_write(strip, run.count) * min(run.count, 10**50) / 3
    check_time(f"{run.count:,} terms", seconds, run.force)
    return terms(strip, run.count, checkpoint=run.checkpoint, report=report)


def _single_term(run: TermsOptions, index: int, report: Report) -> int:
    """Step to the term, or use the generating function if that is shorter."""
    strip = lumped(run.strip(report))
    if index < 2 * strip.states:
        known = terms(strip, index + 1, checkpoint=run.checkpoint, report=report)
        return known[index] % run.modulo if run.modulo else known[index]
    if run.modulo is None:
        seconds = _seconds_to_write(strip, index)
        check_time(f"the term for {index:,} columns", seconds, run.force)
    _, function = fitted(run, run.checkpoint, ALONE, report)
    return function.term(index, run.modulo)


def _seconds_to_write(strip: Strip, index: int) -> float:
    """Return about how long the digits of a term take, whose number is its square."""
    if index < 10_000:
        return 0.0
    some = terms(strip, 65)
    digits = min(index, 10**50) * math.log10(max(1, *some)) / 64
    return 1.3e-11 * digits**2


@dataclass(frozen=True)
class GrowthAnswer(Answer):
    """Answer of galaxies strip growth --json."""

    states: Annotated[Natural, "Number of states between columns."]
    growth: Annotated[str, "Growth per column: the decimal digits that are certain."]
    low: Annotated[str, "Lower bound."]
    high: Annotated[str, "Upper bound."]


@command("growth")
def growth_command(
    run: LimitedRun,
    as_json: Annotated[bool, options.JSON, "Print JSON with the bounds as decimals."],
    output: options.Output,
) -> int:
    """Print proven bounds of the growth per column.

    This is much faster than the generating function, which `strip gf` prints.
    """
    states, bounds = run.call(_growth, run)
    low, high = bounds.ends
    answer = GrowthAnswer(states, bounds.decimal(), low, high)
    text = (
        f"states:  {states:,}\n"
        f"growth:  {answer.growth} per column\n"
        f"between: {low} and {high}\n"
    )
    return print_answer(answer, text, as_json, output)


def _growth(run: LimitedRun, report: Report) -> tuple[int, GrowthBounds]:
    strip = run.strip(report)
    return strip.states, growth_bounds(strip, report=report)


# Boards and automata ------------------------------------------------------------------

StripRows = Annotated[Sequence[str], "A board: its rows."]
"""A line of galaxies strip sample --json."""


@dataclass(frozen=True, kw_only=True)
class SampleOptions(StripRun):
    """Which boards are drawn at random."""

    columns: Annotated[int, Range(1), "Width of the boards."]
    force: options.Force
    seed: options.Seed
    output: options.Output


@command("sample")
def sample_command(
    run: SampleOptions,
    count: options.BoardCount,
    as_json: Annotated[bool, options.JSON, "Print JSON: a list of rows per board."],
) -> int:
    """Draw boards, each with the same probability."""
    boards = samples(_automaton(run), run.columns, count, run.seed)
    if as_json:
        text = "".join(json.dumps(board) + "\n" for board in boards)
    else:
        text = "\n".join("\n".join(board) + "\n" for board in boards)
    write_output(text, run.output)
    return exits.ANSWERED


@dataclass(frozen=True)
class StripStatisticsAnswer(Answer):
    """Answer of galaxies strip statistics --json."""

    means: Annotated[
        Mapping[str, str],
        "Exact mean number of each character on all boards, as fractions.",
    ]
    loops: Annotated[LoopSummary | None, "Absent if lines end or branch."] = None
    seed: Annotated[Natural | None, "Random seed of the sample."] = None


@command("statistics")
def statistics_command(
    run: SampleOptions,
    count: options.SampleCount,
    as_json: Annotated[
        bool,
        options.JSON,
        "Print JSON: exact means as fractions, intervals as three numbers.",
    ],
) -> int:
    """Print the exact mean number of each character, and statistics of closed lines.

    The means are over all boards. Closed lines are counted and measured on a sample of
    boards, where the lines of the puzzle have no ends and branches.
    """
    automaton = _automaton(run)
    exact = means(automaton, run.columns)
    progress = ProgressBar()
    drawn = []
    for board in samples(automaton, run.columns, count, run.seed):
        drawn.append(board)
        progress("boards drawn", len(drawn), count)
    loops = summarize(drawn) if all(map(are_closed, drawn)) else None
    if loops and not loops.lengths:
        loops = None
    fractions = {name: str(value) for name, value in exact.items()}
    answer = StripStatisticsAnswer(fractions, loops, run.seed if loops else None)
    lines = [f"{name} {float(value):.6f}\n" for name, value in exact.items()]
    text = "".join(lines) + (_text(loops) if loops else "")
    return print_answer(answer, text, as_json, run.output)


def _automaton(run: SampleOptions) -> Automaton:
    """Return the automaton; refuse boards whose statistics take too long."""
    automaton = run.automaton()
    seconds = 2.6e-7 * min(run.columns, 10**50) ** 2
    check_time(f"boards of {run.columns:,} columns", seconds, run.force)
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


@command("automaton")
def automaton_command(
    *,
    run: StripRun,
    format_: Annotated[str, options.format_option(["text", "json"])] = "text",
    output: options.Output,
) -> int:
    """Print the minimal automaton that reads the columns of a board."""
    automaton = run.automaton()
    text = automaton.json() if format_ == "json" else automaton.text()
    write_output(text, output)
    return exits.ANSWERED


@command("new")
def new_command(file: Annotated[Path, Argument(), ANY_FILE]) -> int:
    """Write the encoding of dominoes to a new file, to begin your own puzzle from."""
    if file.exists():
        raise click.UsageError(f"{file} exists; name a new file")
    write_output(find_column("dominoes").read_text(encoding="utf-8"), str(file))
    echo(f"{file}: try galaxies strip terms {file} --rows 4", err=True)
    return exits.ANSWERED
