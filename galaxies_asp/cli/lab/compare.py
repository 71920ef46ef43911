"""`galaxies lab compare`: the solutions of encodings, and their cost."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.asp.encodings import BUILT_IN, FAST, MIXES
from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.options import (
    MEGABYTE,
    Boards,
    memory_limit_option,
    time_limit_option,
)
from galaxies_asp.cli.lab.plot import check_plot, write_plots
from galaxies_asp.cli.lab.report import agreement_lines, difference_text
from galaxies_asp.cli.lab.sweep import sweep_options
from galaxies_asp.cli.options.common import Look, from_option, look_options
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.lab.agreement import Agreement, agree
from galaxies_asp.lab.answers import Size
from galaxies_asp.lab.campaign import campaign
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.equivalence import Judge, sizes
from galaxies_asp.lab.record import jobs, record, to_json
from galaxies_asp.lab.settings import Options
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.table import (
    References,
    csv_text,
    json_lines,
    markdown,
    summaries,
    table,
    totals,
)
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.worker import Worker
from galaxies_asp.puzzle import Puzzle


@click.command(name="compare")
@click.argument("arguments", nargs=-1, required=True, metavar="ENCODING... INPUT...")
@click.option("--exhaustive", type=Boards(), help="Also all dots on all boards up to.")
@click.option("--seeds", type=click.IntRange(1, 1000), default=3, show_default=True)
@sweep_options
@click.option("--equal-only", is_flag=True, help="Compare solutions, measure nothing.")
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="So many at once (default: one a processor).",
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Remember answers and runs in this file: what is in it is not done again.",
)
@click.option(
    "--to",
    type=click.Choice(["table", "markdown", "csv", "json"]),
    default="table",
    show_default=True,
)
@click.option("--sum", "add_up", is_flag=True, help="Tables: add up the puzzles.")
@click.option("-o", "--output", metavar="FILE", help="Write the figures there.")
@click.option(
    "--plot",
    metavar="FILE|FOLDER",
    help="Draw the costs: all in one FILE (.svg, .png, .pdf), or each in a FOLDER.",
)
@click.option(
    "--record",
    "record_path",
    metavar="FILE",
    help="Write down all that `lab repeat` needs to measure the same again.",
)
@time_limit_option
@memory_limit_option
@from_option
@look_options
def command(
    arguments: tuple[str, ...],
    exhaustive: Size | None,
    seeds: int,
    variants: list[Options],
    equal_only: bool,
    processes: int,
    store: Path | None,
    to: str,
    add_up: bool,
    output: str | None,
    plot: str | None,
    record_path: str | None,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
    look: Look,
) -> int:
    """Compare the solutions of encodings, and what they cost.

    First the solutions: each encoding is held against the first that finds all of them.
    An encoding that differs is shown with its smallest board, and not measured. Then
    CPU times, medians over the seeds with the least and the most; what reached a limit
    has no time. Lists of values of clingo's options make a row for each combination.
    """
    encodings = list(dict.fromkeys(filter(is_encoding, arguments)))
    given = tuple(name for name in arguments if not is_encoding(name))
    if not encodings:
        raise click.UsageError("name an encoding, and puzzles after it")
    if not given and exhaustive is None:
        raise click.UsageError("name puzzles, or boards with --exhaustive 3x3")
    check_plot(plot)
    sources = Inputs(given, from_) if given else None
    puzzles = [
        replace(entry.position.puzzle, name=entry.name) for entry in sources or ()
    ]
    boards = [*(sizes(exhaustive) if exhaustive else ()), *puzzles]
    limits = Limits(time_limit, memory_limit * MEGABYTE)
    with Store(store) as memory, _resumable(store):
        refused = _unreadable(encodings)
        readable = [name for name in encodings if name not in refused]
        agreement = _agree(readable, boards, memory, limits, processes)
        codes = [exits.DATA_ERROR for _ in refused] + _report(agreement, look)
        refused |= {found.wrong: found.reason for found in agreement.differences}
        if not equal_only and puzzles:
            numbers = range(1, seeds + 1)
            planned = jobs(agreement.sound, puzzles, variants, numbers)
            runs = measure(planned, memory, limits, processes)
            references = _references(agreement, puzzles)
            rows = {  # also for those that are not measured
                job: runs.get(job) or Run("refused", message=refused[job.encoding])
                for job in jobs(encodings, puzzles, variants, numbers)
            }
            write_output(_figures(rows, references, to, add_up), output)
            if plot is not None:
                write_plots(plot, runs)
            if record_path is not None:
                made = record(agreement.sound, puzzles, variants, numbers, limits, runs)
                write_output(to_json(made), record_path)
            codes += [exit_code(run) for run in runs.values()]
    return exits.DATA_ERROR if sources and sources.faulty else exits.worst(codes)


def is_encoding(name: str) -> bool:
    """Tell an argument that names an encoding from one that names a puzzle."""
    base = name if Path(name).is_file() else name.split("+")[0]
    return base in (FAST, *BUILT_IN, *MIXES) or Path(base).suffix == ".lp"


@contextmanager
def _resumable(store: Path | None) -> Iterator[None]:
    """Say after an interruption how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        if store is None:
            hint = "with --store FILE, what was done would not be lost"
        else:
            hint = f"the same command goes on where this one stopped, from {store}"
        click.echo(f"galaxies: {hint}", err=True)
        raise


def _unreadable(encodings: list[str]) -> dict[str, str]:
    """Return the encodings that cannot be used at all, and say why."""
    faults = {encoding: Judge.fault(encoding) for encoding in encodings}
    refused = {encoding: fault for encoding, fault in faults.items() if fault}
    for encoding, fault in refused.items():
        click.echo(f"{encoding}: refused: {fault}", err=True)
    return refused


def _agree(
    encodings: list[str],
    boards: Sequence[Puzzle | Size],
    store: Store,
    limits: Limits,
    processes: int,
) -> Agreement:
    """Hold encodings against each other; one alone is held against nothing."""
    if len(encodings) < 2:
        return Agreement(tuple(encodings), (), ())
    progress = Progress()
    with Worker(NAME) as worker:
        judge = Judge(worker, limits, store=store)
        judge.prepare(encodings, boards, processes, progress.report)
        progress.clear()
        return agree(judge, encodings, boards)


def _report(agreement: Agreement, look: Look) -> list[int]:
    """Print what came of comparing solutions; return exit codes."""
    for difference in agreement.differences:
        click.echo(difference_text(difference, look), nl=False, color=True)
    for line in agreement_lines(agreement):
        click.echo(line, err=True)
    codes = [exits.NEGATIVE for _ in agreement.differences]
    for comparison in agreement.comparisons:
        if comparison.why == "refused":
            codes.append(exits.DATA_ERROR)
        elif comparison.why != "unasked" and not comparison.verdict.complete:
            codes.append(exits.LIMIT_REACHED)
    return codes


def _references(agreement: Agreement, puzzles: list[Puzzle]) -> References:
    return {
        (encoding, puzzle.name): agreement.reference(encoding, puzzle)
        for encoding in agreement.sound
        for puzzle in puzzles
    }


def measure(
    planned: list[Job], store: Store, limits: Limits, processes: int
) -> dict[Job, Run]:
    """Measure jobs, showing progress; say how many runs were known, and what failed."""
    known = sum(store.get(job, limits) is not None for job in planned)
    progress = Progress()
    runs = campaign(
        planned, store, limits=limits, processes=processes, report=progress.report
    )
    progress.clear()
    if known:
        new = len(planned) - known
        click.echo(f"{new} runs measured, {known} remembered", err=True)
    refused = {job.encoding: run.message for job, run in runs.items() if run.message}
    for encoding, message in refused.items():
        click.echo(f"{encoding}: refused: {message}", err=True)
    return runs


def _figures(
    runs: Mapping[Job, Run], references: References, to: str, add_up: bool
) -> str:
    if to == "csv":
        return csv_text(runs, references)
    if to == "json":
        return json_lines(runs, references)
    rows = (totals if add_up else summaries)(runs, references)
    return markdown(rows) if to == "markdown" else table(rows)


def exit_code(run: Run) -> int:
    """Return the exit code for what a run came to."""
    if run.status == "refused":
        return exits.DATA_ERROR
    return exits.ANSWERED if run.finished else exits.LIMIT_REACHED
