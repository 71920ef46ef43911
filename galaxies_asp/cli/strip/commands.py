"""The commands of `galaxies strip`: numbers of boards, boards, automata, new rules."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import click
import numpy as np

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.output import echo, sequence, write_output
from galaxies_asp.cli.strip.options import (
    GALAXIES,
    SQUARE,
    StripRun,
    checkpoint_option,
    limits_options,
    puzzle_options,
)
from galaxies_asp.cli.values import ANY_FILE
from galaxies_asp.core.board.answer import Answer, Height, Natural, Part
from galaxies_asp.core.board.effort import Report
from galaxies_asp.counting.strips.automaton import Automaton, means, samples
from galaxies_asp.counting.strips.column import find_column
from galaxies_asp.counting.strips.fitting import check_cost, generating_function
from galaxies_asp.counting.strips.galaxies_two_rows import count_boards
from galaxies_asp.counting.strips.generating_function import (
    Certificate,
    GeneratingFunction,
    latex,
    summary,
    sympy,
)
from galaxies_asp.counting.strips.growth import GrowthBounds, growth_bounds
from galaxies_asp.counting.strips.lines import LoopSummary, are_closed, summarize
from galaxies_asp.counting.strips.matrix import Strip, lumped, terms
from galaxies_asp.counting.strips.squares import count_squares
from galaxies_asp.processes.sharing import ALONE, Sharing


@command(
    "terms",
    puzzle_options,
    options.count_option("Number of terms, from 0 columns on.", default=12),
    checkpoint_option,
    limits_options,
    options.sequence_format_option,
    "output",
    kind=StripRun,
)
def terms_command(
    run: StripRun,
    size: Annotated[int | None, click.IntRange(min=1), f"{SQUARE}: the size."] = None,
    at: Annotated[
        int | None,
        click.IntRange(min=0),
        "Only the term for N columns; N may be large.",
    ] = None,
    modulo: Annotated[
        int | None, click.IntRange(min=2), "M", "With --at: the remainder of the term."
    ] = None,
) -> int:
    """Print the numbers of boards with 0, 1, 2, ... columns, one per line."""
    if modulo is not None and at is None:
        raise click.UsageError("--modulo needs --at")
    if size is not None and run.puzzle != SQUARE:
        raise click.UsageError(f"--size belongs to {SQUARE}")
    if run.puzzle in (SQUARE, GALAXIES):
        numbers = _without_automaton(run, size, at)
    elif at is None:
        numbers = run.call(_terms, run)
    else:
        numbers = [run.call(_single_term, run, at, modulo)]
    first = at if at is not None else size or 0
    run.write(sequence(numbers, first, run.format_))
    return exits.ANSWERED


def _without_automaton(run: StripRun, size: int | None, at: int | None) -> list[int]:
    if run.forbidden is not None or run.constants or run.declarative:
        raise click.UsageError(f"{run.puzzle} takes no further options")
    if at is not None or run.checkpoint is not None:
        raise click.UsageError(f"{run.puzzle} takes neither --at nor --checkpoint")
    if run.puzzle == SQUARE:
        if size is None or run.stars is None or run.rows is not None:
            raise click.UsageError(f"{SQUARE} takes --size and --stars")
        return [run.call(partial(count_squares, size, run.stars, force=run.force))]
    if run.rows != 2 or run.stars is not None:
        raise click.UsageError(f"{GALAXIES} takes --rows 2; see docs/strips.md")
    run.check_time(f"{run.count:,} terms", 1.5e-8 * min(run.count, 10**50) ** 4)
    return run.call(count_boards, run.count)


def _terms(run: StripRun, report: Report) -> list[int]:
    strip = run.strip(report)
    seconds = _seconds_to_write(strip, run.count) * min(run.count, 10**50) / 3
    run.check_time(f"{run.count:,} terms", seconds)
    return terms(strip, run.count, checkpoint=run.checkpoint, report=report)


def _single_term(run: StripRun, index: int, modulo: int | None, report: Report) -> int:
    """Step to the term, or use the generating function if that is shorter."""
    strip = lumped(run.strip(report))
    if index < 2 * strip.states:
        known = terms(strip, index + 1, checkpoint=run.checkpoint, report=report)
        return known[index] % modulo if modulo else known[index]
    if modulo is None:
        seconds = _seconds_to_write(strip, index)
        run.check_time(f"the term for {index:,} columns", seconds)
    return _fitted(run, ALONE, report)[1].term(index, modulo)


def _seconds_to_write(strip: Strip, index: int) -> float:
    """Return about how long the digits of a term take, whose number is its square."""
    if index < 10_000:
        return 0.0
    some = terms(strip, 65)
    digits = min(index, 10**50) * math.log10(max(1, *some)) / 64
    return 1.3e-11 * digits**2


@dataclass(frozen=True)
class GeneratingFunctionAnswer(Part):
    """Answer of galaxies strip gf -f json."""

    numerator: Annotated[
        Sequence[int], "Coefficients of the numerator, lowest power first."
    ]
    denominator: Annotated[Sequence[int], "Coefficients of the denominator."]
    growth: Annotated[str, "Growth rate in decimal digits."]
    order: Annotated[Natural, "Order of the recurrence."]
    certified: Annotated[bool, "Whether the fraction is proved."]
    certificate: Certificate


@dataclass(frozen=True)
class StripCertificate(Answer):
    """File of galaxies strip gf --certificate: a fraction, and what proves it."""

    puzzle: Annotated[str, "Name of the puzzle, or path of its encoding."]
    rows: Height
    states: Annotated[Natural, "Number of states; boards begin at state 0."]
    entries: Annotated[
        Sequence[tuple[int, int, int]],
        "Entries of the matrix of a column: state before, state after, weight.",
    ]
    final: Annotated[Sequence[Natural], "Weight of the boards that end at each state."]
    numerator: Annotated[
        Sequence[int], "Coefficients of the numerator, lowest power first."
    ]
    denominator: Annotated[Sequence[int], "Coefficients of the denominator."]
    terms: Annotated[
        Natural, "Number of terms that prove the fraction: its order and the states."
    ]

    @classmethod
    def about(
        cls, puzzle: str, rows: int, strip: Strip, function: GeneratingFunction
    ) -> "StripCertificate":
        """Return the certificate of a fraction of a merged strip."""
        (step,) = strip.layers
        entries = np.stack([step.sources, step.targets, step.weights], axis=1)
        order = max(len(function.numerator), len(function.denominator) - 1)
        return cls.of(
            function,
            puzzle=puzzle,
            rows=rows,
            states=strip.states,
            entries=entries.tolist(),
            final=strip.final.tolist(),
            terms=order + strip.states,
        )


@command(
    "gf",
    puzzle_options,
    options.format_option(["text", "json", "latex", "sympy"], default="text"),
    checkpoint_option,
    "sharing",
    limits_options,
    "output",
    kind=StripRun,
)
def gf_command(
    run: StripRun,
    digits: Annotated[
        int,
        click.IntRange(1, 1000),
        "Digits of the growth rate after the decimal point.",
    ] = 20,
    certificate: Annotated[
        str | None,
        "FILE",
        "Write the merged matrix and the fraction to this file, as JSON, for "
        "benchmarks/check_certificate.py.",
    ] = None,
) -> int:
    """Print the generating function of the numbers of boards, with a certificate."""
    strip, function = run.call(_fitted, run, run.sharing)
    if run.format_ == "json":
        growth = function.growth(digits).decimal(digits)
        fields = {"growth": growth, "certified": True}
        text = GeneratingFunctionAnswer.of(function, **fields).json()
    elif run.format_ == "text":
        text = summary(function, digits)
    else:
        text = latex(function) if run.format_ == "latex" else sympy(function)
    run.write(f"{text.rstrip()}\n")
    if certificate is not None:
        proof = StripCertificate.about(run.puzzle, run.rows or 0, strip, function)
        write_output(f"{proof.json()}\n", certificate)
    return exits.ANSWERED


def _fitted(
    run: StripRun, sharing: Sharing, report: Report
) -> tuple[Strip, GeneratingFunction]:
    """Return the merged strip of a puzzle, and its generating function.

    Raises `LimitError` if it would take too long, unless it is forced.
    """
    strip = lumped(run.strip(report))
    if not run.force:
        check_cost(strip, sharing.jobs)
    with sharing.executor() as executor:
        return strip, generating_function(
            strip, executor=executor, checkpoint=run.checkpoint, report=report
        )


@dataclass(frozen=True)
class GrowthAnswer(Answer):
    """Answer of galaxies strip growth --json."""

    states: Annotated[Natural, "Number of states between columns."]
    growth: Annotated[str, "Growth per column: the decimal digits that are certain."]
    low: Annotated[str, "Lower bound."]
    high: Annotated[str, "Upper bound."]


@command(
    "growth",
    puzzle_options,
    limits_options,
    options.json_option("Print JSON with the bounds as decimals."),
    "output",
    kind=StripRun,
)
def growth_command(run: StripRun) -> int:
    """Print proven bounds of the growth per column.

    This is much faster than the generating function, which `strip gf` prints.
    """
    states, bounds = run.call(_growth, run)
    low, high = bounds.ends
    answer = GrowthAnswer(states, bounds.decimal(), low, high)
    return run.answer(
        answer,
        f"states:  {states:,}\n"
        f"growth:  {answer.growth} per column\n"
        f"between: {low} and {high}\n",
    )


def _growth(run: StripRun, report: Report) -> tuple[int, GrowthBounds]:
    strip = run.strip(report)
    return strip.states, growth_bounds(strip, report=report)


# Boards and automata ------------------------------------------------------------------

StripRows = Annotated[Sequence[str], "A board: its rows."]
"""A line of galaxies strip sample --json."""

sample_options = options.all_of(
    puzzle_options,
    options.option(
        "--columns", click.IntRange(min=1), "Width of the boards.", required=True
    ),
    options.force_option,
    options.seed_option(),
    "output",
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
    options.format_option(["text", "json"], default="text"),
    "output",
    kind=StripRun,
)
def automaton_command(run: StripRun) -> int:
    """Print the minimal automaton that reads the columns of a board."""
    automaton = run.automaton()
    run.write(automaton.json() if run.format_ == "json" else automaton.text())
    return exits.ANSWERED


@command("new", click.argument("file", type=ANY_FILE))
def new_command(_run: Run, file: Path) -> int:
    """Write the encoding of dominoes to a new file, to begin your own puzzle from."""
    if file.exists():
        raise click.UsageError(f"{file} exists; name a new file")
    write_output(find_column("dominoes").read_text(encoding="utf-8"), str(file))
    echo(f"{file}: try galaxies strip terms {file} --rows 4", err=True)
    return exits.ANSWERED
