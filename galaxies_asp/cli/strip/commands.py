"""The commands of `galaxies strip`: numbers of boards, boards, automata, new rules."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Argument, Option, command, is_given
from galaxies_asp.cli.output import echo, print_answer, sequence, write_output
from galaxies_asp.cli.strip.functions import fitted
from galaxies_asp.cli.strip.options import Checkpoint, LimitedRun, StripRun, check_time
from galaxies_asp.cli.values import ANY_FILE
from galaxies_asp.core.board.answer import Answer, Natural
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.fields import Range
from galaxies_asp.counting.strips.automaton import Automaton, samples
from galaxies_asp.counting.strips.column import find_column
from galaxies_asp.counting.strips.growth import GrowthBounds, growth_bounds
from galaxies_asp.counting.strips.matrix import Strip, lumped, terms


@dataclass(frozen=True, kw_only=True)
class TermsOptions(LimitedRun):
    """Which terms are counted."""

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
    if run.at is None:
        numbers = run.call(_terms, run)
    else:
        numbers = [run.call(_single_term, run, run.at)]
    first = run.at or 0
    write_output(sequence(numbers, first, run.format_), run.output)
    return exits.ANSWERED


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
    _, function = fitted(run, run.checkpoint, 1, report)
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


def _automaton(run: SampleOptions) -> Automaton:
    """Return the automaton; refuse boards that take too long."""
    automaton = run.automaton()
    seconds = 2.6e-7 * min(run.columns, 10**50) ** 2
    check_time(f"boards of {run.columns:,} columns", seconds, run.force)
    return automaton


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
