"""`galaxies solve`: solutions, drawn or as JSON, and what is known about others."""

import json
from typing import Any

import click

from galaxies_asp.asp.encodings import mixed
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    WRITABLE,
    Limits,
    Look,
    from_option,
    inputs_argument,
    limits_options,
    look_options,
)
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import OptionError
from galaxies_asp.grid import cell_at
from galaxies_asp.notation import write
from galaxies_asp.processes.worker import Worker, WorkerDiedError
from galaxies_asp.puzzle import Solution, label_rows
from galaxies_asp.solve.request import Request
from galaxies_asp.solve.result import Result
from galaxies_asp.solve.search import WORKER, Search

UNIQUENESS = 2
"""So many models answer the question whether there is exactly one solution."""


@click.command(name="solve")
@inputs_argument
@click.option(
    "-n",
    "--models",
    default=UNIQUENESS,
    show_default=True,
    type=click.IntRange(min=0),
    help="At most so many solutions; 0 for all; 2 asks whether there is exactly one.",
)
@click.option(
    "-e",
    "--encoding",
    default="auto",
    show_default=True,
    help="fast, grow, assign, idp, a mix such as choice+level, or a file of your own.",
)
@click.option(
    "--with", "with_", multiple=True, metavar="PART", help="Add this part to a mix."
)
@click.option(
    "--without", multiple=True, metavar="RULE", help="Leave this rule out of a mix."
)
@limits_options
@click.option("--threads", default=1, type=click.IntRange(1, 64), show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Search at random.")
@click.option(
    "-c",
    "--clingo",
    "options",
    multiple=True,
    metavar="OPTION",
    help="An option for clingo, as in --clingo=--configuration=jumpy; repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
@click.option(
    "--to",
    type=click.Choice(WRITABLE),
    metavar="NOTATION",
    help="Write the solutions in a notation that can hold them, instead of drawing.",
)
@click.option("--stats", is_flag=True, help="Print clingo's statistics as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress, no drawings.")
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    models: int,
    encoding: str,
    with_: tuple[str, ...],
    without: tuple[str, ...],
    limits: Limits,
    threads: int,
    seed: int | None,
    options: tuple[str, ...],
    as_json: bool,
    to: str | None,
    stats: bool,
    quiet: bool,
    from_: str | None,
    look: Look,
) -> int:
    """Solve puzzles; by default, prove also that there is no other solution."""
    sources = Inputs(inputs, from_)
    codes: list[int] = []
    with Worker(WORKER) as worker:
        for entry in sources:
            try:
                request = Request(
                    entry.position.puzzle,
                    models,
                    mixed(encoding, with_, without),
                    threads,
                    seed,
                    options,
                    stats,
                )
                search = Search(
                    request,
                    time_limit=limits.time,
                    memory_limit=limits.memory,
                    worker=worker,
                )
                report = _Report(entry, models, as_json, to, stats, quiet, look)
                codes.append(_run(search, report))
            except OptionError as error:
                raise click.UsageError(str(error)) from None
            except WorkerDiedError as error:
                click.echo(f"galaxies: {entry.name}: {error}", err=True)
                codes.append(exits.LIMIT_REACHED)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _run(search: Search, report: "_Report") -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    progress = Progress(report.quiet)
    solutions: list[Solution] = []
    try:
        for solution in search:
            solutions.append(solution)
            progress.report(report.entry.name, len(solutions))
    except KeyboardInterrupt:
        progress.clear()
        report.print(search.result(solutions))
        raise
    progress.clear()
    result = search.result(solutions)
    report.print(result)
    return _exit_code(result, search.request.models)


def _exit_code(result: Result, models: int) -> int:
    if result.stopped_by in ("time", "memory") and result.status != "multiple":
        return exits.LIMIT_REACHED
    if result.status == "none":
        return exits.NEGATIVE
    if result.status == "multiple" and models == UNIQUENESS:
        return exits.NEGATIVE
    if result.stopped_by in ("time", "memory"):
        return exits.LIMIT_REACHED
    return exits.ANSWERED


class _Report:
    """Print the answer about one puzzle."""

    def __init__(
        self,
        entry: Entry,
        models: int,
        as_json: bool,
        to: str | None,
        stats: bool,
        quiet: bool,
        look: Look,
    ) -> None:
        self.entry = entry
        self.models = models
        self.as_json = as_json
        self.to = to
        self.stats = stats
        self.quiet = quiet
        self.look = look

    def print(self, result: Result) -> None:
        """Print the result in the form that was asked for."""
        for message in result.messages:
            click.echo(message, err=True)
        if self.as_json:
            click.echo(json.dumps(answer(self.entry.name, result)))
        elif self.to is not None:
            self._print_notation(result, self.to)
        else:
            self._print_drawings(result)
        if self.stats:
            click.echo(json.dumps(result.statistics, indent=2), err=True)

    def _print_notation(self, result: Result, notation: str) -> None:
        for number, solution in enumerate(result.solutions):
            if number and notation in ("drawing", "grid"):
                click.echo()
            click.echo(write(solution.position(), notation), nl=False)
        if result.status != "unique":
            click.echo(f"{self.entry.name}: {verdict(result)}", err=True)

    def _print_drawings(self, result: Result) -> None:
        click.echo(f"{self.entry.name}: {verdict(result)}")
        if self.quiet:
            return
        if not result.solutions:
            click.echo(self.look.draw(self.entry.position), nl=False, color=True)
        for number, solution in enumerate(result.solutions):
            position = solution.position()
            draw = self.look.draw if number else self.look.draw_beside_puzzle
            click.echo(draw(position), nl=False, color=True)
        if len(result.solutions) == UNIQUENESS:
            click.echo(_differences(*result.solutions))


def verdict(result: Result) -> str:
    """Say in words how many solutions there are, and how far this is known."""
    count = len(result.solutions)
    stopped = {
        "time": "the time limit was reached",
        "memory": "the memory limit was reached",
        "interrupt": "interrupted",
        "models": "the search was not exhausted",
    }
    if result.complete:
        if count == 0:
            return "no solution" + (f": {result.reason}" if result.reason else "")
        plural = "solution" if count == 1 else "solutions"
        return f"exactly {count} {plural}, verified"
    why = stopped[result.stopped_by or "interrupt"]
    if count == 0:
        return f"no solution found: {why}"
    plural = "solution" if count == 1 else "solutions"
    return f"at least {count} {plural}, verified; {why}"


def _differences(one: Solution, other: Solution) -> str:
    """Say where two solutions differ."""
    differing = [
        str(cell_at(column, row))
        for row, column in zip(*(one.labels != other.labels).nonzero(), strict=True)
    ]
    shown = " ".join(differing[:20]) + (" ..." if len(differing) > 20 else "")
    return f"The two solutions differ in {len(differing)} cells: {shown}"


def answer(name: str, result: Result) -> dict[str, Any]:
    """Return the answer as an object for JSON, schema 1."""
    return {
        "schema": 1,
        "id": name,
        "width": result.puzzle.width,
        "height": result.puzzle.height,
        "status": result.status,
        "count": len(result.solutions),
        "complete": result.complete,
        "stopped_by": result.stopped_by,
        "solutions": [label_rows(solution.rows()) for solution in result.solutions],
        "seconds": {
            "ground": round(result.seconds.ground, 6),
            "solve": round(result.seconds.solve, 6),
            "total": round(result.seconds.total, 6),
        },
    }
