"""`galaxies lab compare`: the solutions of encodings, and their cost."""

import os
import shlex
from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.files import write_output
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.lab_options import (
    MEGABYTE,
    Boards,
    memory_limit_option,
    time_limit_option,
)
from galaxies_asp.cli.lab_report import difference_text, verdict_text
from galaxies_asp.cli.options import Look, from_option, look_options
from galaxies_asp.cli.progress import Progress
from galaxies_asp.encodings import BUILT_IN, FAST, MIXES
from galaxies_asp.lab.answers import Size
from galaxies_asp.lab.campaign import Limits, campaign
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.equivalence import Judge, sizes
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.table import (
    csv_text,
    json_lines,
    markdown,
    summaries,
    table,
    totals,
)
from galaxies_asp.lab.worker import NAME
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.supervise import Worker


@click.command(name="compare")
@click.argument("arguments", nargs=-1, required=True, metavar="ENCODING... INPUT...")
@click.option("--exhaustive", type=Boards(), help="Also all dots on all boards up to.")
@click.option("--seeds", type=click.IntRange(1, 1000), default=3, show_default=True)
@click.option(
    "--options",
    "variants",
    multiple=True,
    metavar="OPTIONS",
    help="Measure with these options for clingo, as in --options=--eq=0; repeatable.",
)
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
    help="Remember runs in this file: what is in it is not measured again.",
)
@click.option(
    "--to",
    type=click.Choice(["table", "markdown", "csv", "json"]),
    default="table",
    show_default=True,
)
@click.option("--sum", "add_up", is_flag=True, help="Tables: add up the puzzles.")
@click.option("-o", "--output", metavar="FILE", help="Write the figures there.")
@time_limit_option
@memory_limit_option
@from_option
@look_options
def command(
    arguments: tuple[str, ...],
    exhaustive: Size | None,
    seeds: int,
    variants: tuple[str, ...],
    equal_only: bool,
    processes: int,
    store: Path | None,
    to: str,
    add_up: bool,
    output: str | None,
    time_limit: float,
    memory_limit: int,
    from_: str | None,
    look: Look,
) -> int:
    """Compare the solutions of encodings, and what they cost.

    First the solutions: each encoding is held against the first. An encoding that
    differs is shown with its smallest board, and not measured. Then CPU times, medians
    over the seeds with the least and the most; what reached a limit has no time.
    """
    encodings = [name for name in arguments if _is_encoding(name)]
    given = tuple(name for name in arguments if not _is_encoding(name))
    if not encodings:
        raise click.UsageError("name an encoding, and puzzles after it")
    if not given and exhaustive is None:
        raise click.UsageError("name puzzles, or boards with --exhaustive 3x3")
    sources = Inputs(given, from_) if given else None
    puzzles = [
        replace(entry.position.puzzle, name=entry.name) for entry in sources or ()
    ]
    limits = Limits(time_limit, memory_limit * MEGABYTE)
    sound, codes = _sound(encodings, puzzles, exhaustive, limits, look)
    if not equal_only and puzzles and sound:
        jobs = [
            Job(encoding, puzzle, seed, options)
            for encoding in sound
            for options in map(_split, variants or ("",))
            for puzzle in puzzles
            for seed in range(1, seeds + 1)
        ]
        runs = _measure(jobs, store, limits, processes)
        write_output(_figures(runs, to, add_up), output)
        codes += [_exit_code(run) for run in runs.values()]
    return exits.DATA_ERROR if sources and sources.faulty else exits.worst(codes)


def _split(options: str) -> tuple[str, ...]:
    """Take options apart as a shell does."""
    try:
        return tuple(shlex.split(options))
    except ValueError as error:
        raise click.UsageError(f"--options {options!r}: {error}") from None


def _is_encoding(name: str) -> bool:
    return name.split("+")[0] in (FAST, *BUILT_IN, *MIXES) or Path(name).suffix == ".lp"


def _sound(
    encodings: list[str],
    puzzles: list[Puzzle],
    exhaustive: Size | None,
    limits: Limits,
    look: Look,
) -> tuple[list[str], list[int]]:
    """Hold encodings against each other; return those not at fault, and exit codes."""
    sound, codes = list(dict.fromkeys(encodings)), []
    boards = [*(sizes(exhaustive) if exhaustive else ()), *puzzles]
    with Worker(NAME) as worker:
        judge = Judge(worker, limits)
        for encoding in tuple(sound):
            fault = judge.fault(encoding)
            if fault:
                click.echo(f"{encoding}: refused: {fault}", err=True)
                sound.remove(encoding)
                codes.append(exits.DATA_ERROR)
        pending = sound[1:] if boards else []
        while pending:
            one, other = sound[0], pending.pop(0)
            verdict = judge.compare_all(one, other, boards)
            if verdict.difference is None:
                click.echo(verdict_text(verdict, one, other), err=True)
                if verdict.message or not verdict.complete:
                    codes.append(exits.LIMIT_REACHED)
                continue
            difference = judge.minimal(verdict.difference)
            click.echo(difference_text(difference, look), nl=False, color=True)
            sound.remove(difference.wrong)
            codes.append(exits.NEGATIVE)
            if difference.wrong == one:  # what was held against it proves nothing
                pending = sound[1:]
    return sound, codes


def _measure(
    jobs: list[Job], store: Path | None, limits: Limits, processes: int
) -> dict[Job, Run]:
    progress = Progress()
    done = {True: 0, False: 0}

    def report(job: Job, measured: bool) -> None:
        done[measured] += 1
        progress.update(f"{job.encoding} {job.puzzle.name}", sum(done.values()))

    with Store(store) as memory:
        runs = campaign(jobs, memory, limits=limits, processes=processes, report=report)
    progress.clear()
    if done[False]:
        click.echo(f"{done[True]} runs measured, {done[False]} remembered", err=True)
    refused = {job.encoding: run.message for job, run in runs.items() if run.message}
    for encoding, message in refused.items():
        click.echo(f"{encoding}: refused: {message}", err=True)
    return runs


def _figures(runs: dict[Job, Run], to: str, add_up: bool) -> str:
    if to == "csv":
        return csv_text(runs)
    if to == "json":
        return json_lines(runs)
    rows = totals(runs) if add_up else summaries(runs)
    return markdown(rows) if to == "markdown" else table(rows)


def _exit_code(run: Run) -> int:
    if run.status == "refused":
        return exits.DATA_ERROR
    return exits.ANSWERED if run.finished else exits.LIMIT_REACHED
