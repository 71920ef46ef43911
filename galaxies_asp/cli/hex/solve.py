"""`galaxies hex solve` and `count`: solutions of puzzles of fences."""

import json
from functools import partial

import click

from galaxies_asp.asp.search import SearchInterrupted
from galaxies_asp.cli import exits
from galaxies_asp.cli.hex.inputs import Entry, lattice_option, sources_options
from galaxies_asp.cli.hex.report import KINDS, Report
from galaxies_asp.cli.options.inputs import Sources
from galaxies_asp.cli.options.limits import time_limit_option
from galaxies_asp.cli.options.look import color_option
from galaxies_asp.cli.options.output import format_option, json_option, quiet_option
from galaxies_asp.cli.options.progress import Progress
from galaxies_asp.cli.options.selection import (
    UNIQUENESS,
    seed_option,
    solutions_option,
)
from galaxies_asp.fences.lattice import by_name
from galaxies_asp.fences.notation import puzzle_of
from galaxies_asp.fences.puzzle import MAX_SIDE
from galaxies_asp.fences.solve import WORKER, Of, Result, solve
from galaxies_asp.processes.worker import Worker


@click.command(name="solve")
@sources_options
@solutions_option
@click.option(
    "--of",
    type=click.Choice(KINDS),
    default="solutions",
    show_default=True,
    help="What has to differ: fences or loop, the loops, or the fences.",
)
@time_limit_option()
@seed_option("Random seed of the search (default: not random).", default=None)
@json_option()
@format_option(
    ["text", "drawing", "json"],
    "Format of the solutions; `check` and `render` read drawing and json",
    default="text",
)
@quiet_option
@color_option
def solve_command(
    sources: Sources[Entry],
    count: int,
    of: Of,
    time_limit: float | None,
    seed: int | None,
    as_json: bool,
    format_: str,
    quiet: bool,
    color: bool,
) -> int:
    """Solve puzzles; by default, also decide whether the solution is unique."""
    report = Report("" if as_json else format_, quiet, color)
    with Worker(WORKER) as worker:

        def answer(entry: Entry) -> int:
            progress = Progress(quiet)
            try:
                result = solve(
                    puzzle_of(entry.board),
                    count,
                    of=of,
                    time_limit=time_limit,
                    seed=seed,
                    worker=worker,
                    progress=partial(progress, f"{entry.name}: {of}"),
                )
            except SearchInterrupted as stop:
                progress.clear()
                report.print(entry.name, stop.result)
                raise
            progress.clear()
            report.print(entry.name, result)
            return _exit_code(result, count)

        return sources.answer_each(answer)


def _exit_code(result: Result, count: int) -> int:
    is_none = result.complete and not result.solutions
    if is_none or (count == UNIQUENESS and len(result.solutions) > 1):
        return exits.NEGATIVE
    return exits.LIMIT_REACHED if result.stopped_by == "time" else exits.ANSWERED


@click.command(name="count")
@sources_options
@click.option(
    "--of",
    type=click.Choice(KINDS),
    multiple=True,
    help="What to count; repeatable (default: all three).",
)
@time_limit_option("Wall-clock limit for each count, grounding included.")
@json_option()
@quiet_option
def count_command(
    sources: Sources[Entry],
    of: tuple[Of, ...],
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Count loops, sets of fences, and solutions, which are pairs of the two."""

    def answer(entry: Entry) -> int:
        counts: dict[str, int | None] = {}
        progress = Progress(quiet)
        for kind in of or KINDS:
            result = solve(
                puzzle_of(entry.board),
                of=kind,
                time_limit=time_limit,
                progress=partial(progress, kind),
            )
            counts[kind] = len(result.solutions) if result.complete else None
        progress.clear()
        is_known = None not in counts.values()
        if as_json:
            fields = {"schema": 1, "id": entry.name, **counts, "complete": is_known}
            click.echo(json.dumps(fields))
        else:
            words = [
                f"{kind}: {'not known' if number is None else number}"
                for kind, number in counts.items()
            ]
            click.echo(f"{entry.name}: {', '.join(words)}")
        return exits.ANSWERED if is_known else exits.LIMIT_REACHED

    return sources.answer_each(answer)


@click.command(name="count-empty")
@click.argument("side", type=click.IntRange(1, MAX_SIDE))
@lattice_option
@json_option()
@quiet_option
def count_empty_command(side: int, lattice: str, as_json: bool, quiet: bool) -> int:
    """Count the symmetric loops through all colors on an empty board."""
    from galaxies_asp.fences.count import count_symmetric_loops

    progress = Progress(quiet)
    count = count_symmetric_loops(
        side,
        by_name(lattice),
        progress,
    )
    progress.clear()
    fields = {"schema": 1, "lattice": lattice, "side": side, "symmetric_loops": count}
    click.echo(json.dumps(fields) if as_json else str(count))
    return exits.ANSWERED
