"""`galaxies solve`: solutions, drawn or as JSON, and what is known about others."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import click

from galaxies_asp.asp.search import STOPPED, SearchResult
from galaxies_asp.cli import exits
from galaxies_asp.cli.convert import joined
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import (
    WRITABLE,
    collected,
    format_option,
    json_option,
    output_option,
    quiet_option,
)
from galaxies_asp.cli.options.progress import Progress
from galaxies_asp.cli.options.selection import (
    UNIQUENESS,
    mixed_encoding_options,
    seed_option,
    solutions_option,
)
from galaxies_asp.grid import cell_at, cell_name
from galaxies_asp.notation import write
from galaxies_asp.processes.worker import Worker
from galaxies_asp.puzzle import Solution, label_rows
from galaxies_asp.solve.request import Request
from galaxies_asp.solve.result import Result
from galaxies_asp.solve.search import WORKER, Search


@click.command(name="solve")
@sources_options
@solutions_option
@mixed_encoding_options
@limits_options
@click.option(
    "--threads",
    default=1,
    type=click.IntRange(1, 64),
    show_default=True,
    metavar="N",
    help="Number of clingo's threads.",
)
@seed_option("Random seed of the search (default: not random).", default=None)
@click.option(
    "-c",
    "--clingo",
    "options",
    multiple=True,
    metavar="OPTION",
    help="Option of clingo, as in --clingo=--configuration=jumpy; repeatable.",
)
@json_option()
@format_option(["text", *WRITABLE], "Format of the solutions", default="text")
@output_option()
@click.option("--stats", is_flag=True, help="Print clingo's statistics as JSON.")
@quiet_option
@look_options
def command(
    sources: Inputs,
    count: int,
    encoding: str,
    limits: Limits,
    threads: int,
    seed: int | None,
    options: tuple[str, ...],
    as_json: bool,
    format_: str,
    output: str | None,
    stats: bool,
    quiet: bool,
    look: Look,
) -> int:
    """Solve puzzles; by default, also decide whether the solution is unique."""
    with collected(output) as show, Worker(WORKER) as worker:

        def answer(entry: Entry) -> int:
            request = Request(
                entry.position.puzzle, count, encoding, threads, seed, options, stats
            )
            search = Search(
                request,
                time_limit=limits.time,
                memory_limit=limits.memory,
                worker=worker,
            )
            report = _Report(
                entry, "" if as_json else format_, stats, quiet, look, show
            )
            return _run(search, report)

        return sources.answer_each(answer)


def _run(search: Search, report: "_Report") -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    progress = Progress(report.quiet)
    solutions: list[Solution] = []
    try:
        for solution in search:
            solutions.append(solution)
            progress(f"{report.entry.name}: solutions", len(solutions))
    except KeyboardInterrupt:
        progress.clear()
        report.print(search.result(solutions))
        raise
    progress.clear()
    result = search.result(solutions)
    report.print(result)
    return exit_code(result, search.request.models)


def exit_code(result: SearchResult[Any], models: int) -> int:
    """Return the exit code for the result of a search."""
    count = len(result.solutions)
    if (result.complete and not count) or (count > 1 and models == UNIQUENESS):
        return exits.NEGATIVE
    is_limited = result.stopped_by in ("time", "memory")
    return exits.LIMIT_REACHED if is_limited else exits.ANSWERED


@dataclass(frozen=True)
class _Report:
    """Print the answer about one puzzle; no format stands for JSON."""

    entry: Entry
    format_: str
    stats: bool
    quiet: bool
    look: Look
    show: Callable[[str], None]

    def print(self, result: Result) -> None:
        """Print the result."""
        for message in result.messages:
            click.echo(message, err=True)
        if not self.format_:
            self.show(json.dumps(answer(self.entry.name, result)) + "\n")
        elif self.format_ == "text":
            self._print_drawings(result)
        else:
            self._print_notation(result)
        if self.stats:
            click.echo(json.dumps(result.statistics, indent=2), err=True)

    def _print_notation(self, result: Result) -> None:
        texts = [write(one.position(), self.format_) for one in result.solutions]
        self.show(joined(texts, self.format_))
        if result.status != "unique":
            click.echo(f"{self.entry.name}: {verdict(result)}", err=True)

    def _print_drawings(self, result: Result) -> None:
        self.show(f"{self.entry.name}: {verdict(result)}\n")
        if self.quiet:
            return
        if not result.solutions:
            self.show(self.look.draw(self.entry.position))
        for number, solution in enumerate(result.solutions):
            draw = self.look.draw if number else self.look.draw_beside_puzzle
            self.show(draw(solution.position()))
        if len(result.solutions) == UNIQUENESS:
            self.show(f"{_differences(*result.solutions)}\n")


def verdict(result: SearchResult[Any], found: str | None = None) -> str:
    """Return the number of solutions in words, and whether it is exact.

    Parameters
    ----------
    found
        The number and what is counted (default: solutions).
    """
    count = len(result.solutions)
    found = found or f"{count} {'solution' if count == 1 else 'solutions'}"
    if result.complete and not count:
        return "no solution" + (f": {result.reason}" if result.reason else "")
    if result.complete:
        return f"exactly {found}, verified"
    why = STOPPED[result.stopped_by]
    return (
        f"at least {found}, verified; {why}" if count else f"no solution found: {why}"
    )


def _differences(one: Solution, other: Solution) -> str:
    """Return the cells in which two solutions differ."""
    differing = [
        cell_name(cell_at(column, row))
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
        "solutions": [label_rows(solution.labels) for solution in result.solutions],
        "seconds": seconds(result),
    }


def seconds(result: SearchResult[Any]) -> dict[str, float]:
    """Return the CPU seconds of a search, rounded to microseconds."""
    return {name: round(value, 6) for name, value in asdict(result.seconds).items()}
