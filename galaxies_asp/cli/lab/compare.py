"""`galaxies lab compare`: the solutions of encodings, and their cost."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.lab.options import (
    SmallSizeType,
    cpu_limits_options,
    is_encoding,
    seeds_option,
)
from galaxies_asp.cli.lab.plot import check_plot, write_plots
from galaxies_asp.cli.lab.report import agreement_lines, difference_text
from galaxies_asp.cli.lab.sweep import sweep_options
from galaxies_asp.cli.options.inputs import Inputs, from_option
from galaxies_asp.cli.options.limits import jobs_option
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import format_option, output_option, write_output
from galaxies_asp.cli.options.progress import Progress
from galaxies_asp.lab.agreement import Agreement, agree
from galaxies_asp.lab.answers import Size
from galaxies_asp.lab.campaign import campaign
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.equivalence import Judge, sizes
from galaxies_asp.lab.record import jobs as jobs_of
from galaxies_asp.lab.record import record, to_json
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
@click.option(
    "--exhaustive",
    type=SmallSizeType(),
    help="Also all dots on all boards up to this size.",
)
@seeds_option
@sweep_options
@click.option("--equal-only", is_flag=True, help="Compare solutions without measuring.")
@jobs_option()
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep answers and runs in this file, and do not repeat them.",
)
@format_option(["table", "markdown", "csv", "json"], default="table")
@click.option("--sum", "add_up", is_flag=True, help="Add up the puzzles of a table.")
@output_option("Write the figures to a file.")
@click.option(
    "--plot",
    metavar="FILE|FOLDER",
    help="Draw the costs: all in one FILE (.svg, .png, .pdf), or each in a FOLDER.",
)
@click.option(
    "--record",
    "record_path",
    metavar="FILE",
    help="Write a record, from which `lab repeat` measures again.",
)
@cpu_limits_options
@from_option
@look_options
def command(
    arguments: tuple[str, ...],
    exhaustive: Size | None,
    seeds: int,
    variants: list[Options],
    equal_only: bool,
    jobs: int,
    store: Path | None,
    format_: str,
    add_up: bool,
    output: str | None,
    plot: str | None,
    record_path: str | None,
    limits: Limits,
    from_: str | None,
    look: Look,
) -> int:
    """Compare the solutions of encodings, and their cost.

    First, each encoding is compared with the first one that finds all solutions. An
    encoding that differs is shown with its smallest board, and is not measured. Then
    CPU times are measured: the median over the seeds, the minimum and the maximum. A
    run that reaches a limit has no time. Lists of values of clingo's options give a row
    for each combination.
    """
    encodings = list(dict.fromkeys(filter(is_encoding, arguments)))
    given = tuple(name for name in arguments if not is_encoding(name))
    if not encodings:
        raise click.UsageError("give an encoding, and puzzles after it")
    if not given and exhaustive is None:
        raise click.UsageError("give puzzles, or boards with --exhaustive 3x3")
    check_plot(plot)
    sources = Inputs(given, from_) if given else None
    puzzles = [
        replace(entry.position.puzzle, name=entry.name) for entry in sources or ()
    ]
    boards = [*(sizes(exhaustive) if exhaustive else ()), *puzzles]
    with Store(store) as memory, _resumable(store):
        refused = _unreadable(encodings)
        readable = [name for name in encodings if name not in refused]
        agreement = _agree(readable, boards, memory, limits, jobs)
        codes = [exits.DATA_ERROR for _ in refused] + _report(agreement, look)
        refused |= {found.wrong: found.reason for found in agreement.differences}
        if not equal_only and puzzles:
            numbers = range(1, seeds + 1)
            planned = jobs_of(agreement.sound, puzzles, variants, numbers)
            runs = measure(planned, memory, limits, jobs)
            references = _references(agreement, puzzles)
            rows = {  # also for those that are not measured
                job: runs.get(job) or Run("refused", message=refused[job.encoding])
                for job in jobs_of(encodings, puzzles, variants, numbers)
            }
            write_output(_figures(rows, references, format_, add_up), output)
            if plot is not None:
                write_plots(plot, runs)
            if record_path is not None:
                made = record(agreement.sound, puzzles, variants, numbers, limits, runs)
                write_output(to_json(made), record_path)
            codes += [exit_code(run) for run in runs.values()]
    return sources.worst(codes) if sources else exits.worst(codes)


@contextmanager
def _resumable(store: Path | None) -> Iterator[None]:
    """Print after an interruption how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        if store is None:
            hint = "--store FILE keeps what is done when a run is interrupted"
        else:
            hint = f"the same command continues from {store}"
        click.echo(f"galaxies: {hint}", err=True)
        raise


def _unreadable(encodings: list[str]) -> dict[str, str]:
    """Return the encodings that cannot be used, with the reason; print it."""
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
    """Compare encodings; a single encoding is not compared."""
    if len(encodings) < 2:
        return Agreement(tuple(encodings), (), ())
    progress = Progress()
    with Worker(NAME) as worker:
        judge = Judge(worker, limits, store=store)
        judge.prepare(encodings, boards, processes, progress)
        progress.clear()
        return agree(judge, encodings, boards)


def _report(agreement: Agreement, look: Look) -> list[int]:
    """Print the result of the comparison; return exit codes."""
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
    """Measure jobs; print the number of known runs, and errors."""
    known = sum(store.get(job, limits) is not None for job in planned)
    progress = Progress()
    runs = campaign(planned, store, limits=limits, processes=processes, report=progress)
    progress.clear()
    if known:
        new = len(planned) - known
        click.echo(f"{new} runs measured, {known} remembered", err=True)
    refused = {job.encoding: run.message for job, run in runs.items() if run.message}
    for encoding, message in refused.items():
        click.echo(f"{encoding}: refused: {message}", err=True)
    return runs


def _figures(
    runs: Mapping[Job, Run], references: References, format_: str, add_up: bool
) -> str:
    if format_ == "csv":
        return csv_text(runs, references)
    if format_ == "json":
        return json_lines(runs, references)
    rows = (totals if add_up else summaries)(runs, references)
    return markdown(rows) if format_ == "markdown" else table(rows)


def exit_code(run: Run) -> int:
    """Return the exit code for the result of a run."""
    if run.status == "refused":
        return exits.DATA_ERROR
    return exits.ANSWERED if run.finished else exits.LIMIT_REACHED
