"""`galaxies solve`: solutions, drawn or as JSON, and what is known about others."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.search import STOPPED, SearchResult
from galaxies_asp.board.grid import cell_at, cell_name, in_reading_order
from galaxies_asp.board.puzzle import Position, Puzzle, Solution, label_rows
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options, sharing_options
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import (
    SOLVABLE,
    collected,
    format_option,
    joined,
    json_option,
    output_option,
    quiet_option,
    written,
)
from galaxies_asp.cli.options.progress import Progress
from galaxies_asp.cli.options.rules import (
    print_decision,
    rules_options,
    under,
    verbose_option,
)
from galaxies_asp.cli.options.selection import (
    UNIQUENESS,
    seed_option,
    solutions_option,
)
from galaxies_asp.processes.sharing import Sharing
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import WORKER, Search

if TYPE_CHECKING:
    from galaxies_asp.processes.worker import Worker


@click.command(name="solve")
@sources_options
@solutions_option
@rules_options
@click.option(
    "--confirm",
    metavar="NAME",
    help="Check solutions and completeness with a second encoding.",
)
@limits_options
@sharing_options(default=1)
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
@format_option(["text", *SOLVABLE], "Format of the solutions", default="text")
@output_option()
@verbose_option
@click.option("--stats", is_flag=True, help="Print clingo's statistics as JSON.")
@quiet_option
@look_options
def command(
    sources: Inputs,
    count: int,
    rules: Rules,
    confirm: str | None,
    limits: Limits,
    sharing: Sharing,
    threads: int,
    seed: int | None,
    options: tuple[str, ...],
    as_json: bool,
    format_: str,
    output: str | None,
    verbose: bool,
    stats: bool,
    quiet: bool,
    look: Look,
) -> int:
    """Solve puzzles; by default, also decide whether the solution is unique.

    The encoding auto grounds and solves `grow.lp` on boards of up to 900 cells, and
    takes fast, a grounder for this program that propagates first, on larger ones. In a
    long batch of puzzles, fast is faster. With --jobs or --scheduler, answers keep the
    order of the puzzles, and a limit holds for each puzzle, its confirmation included.
    """
    settings = Settings(
        *(count, rules, confirm, limits, threads, seed, options),
        *("" if as_json else format_, stats, verbose, quiet, look),
    )
    with collected(output) as show:
        if sharing.is_shared:
            from galaxies_asp.cli.batch import answer_all

            return answer_all(sources, settings, sharing, show)
        with limits.worker(WORKER) as worker:
            return sources.answer_each(
                lambda entry: _answer(entry, settings, show, worker)
            )


class Settings(NamedTuple):
    """How puzzles are solved, and answers printed; no format stands for JSON."""

    models: int
    rules: Rules
    confirm: str | None
    limits: Limits
    threads: int
    seed: int | None
    options: tuple[str, ...]
    format_: str
    stats: bool
    verbose: bool
    quiet: bool
    look: Look

    def search(self, puzzle: Puzzle, worker: "Worker | None" = None) -> Search:
        """Return the search for the solutions of a puzzle."""
        request = SolveRequest(
            puzzle,
            models=self.models,
            rules=self.rules,
            threads=self.threads,
            seed=self.seed,
            options=self.options,
            statistics=self.stats,
        )
        return Search(
            request,
            time_limit=self.limits.time,
            memory_limit=self.limits.memory,
            worker=worker,
        )

    def conclude(
        self, entry: Entry, search: Search, result: Result, show: Callable[[str], None]
    ) -> int:
        """Confirm and print a result; return the exit code."""
        confirmed = self._is_confirmed(result, search.request)
        Report(entry, self, show).print(result, self.confirm if confirmed else None)
        if confirmed is False:
            message = f"not confirmed by {self.confirm}: a limit was reached"
            click.echo(f"galaxies: {entry.name}: {message}", err=True)
            return exits.LIMIT_REACHED
        return exit_code(result, self.models)

    def _is_confirmed(self, result: Result, request: SolveRequest) -> bool | None:
        """Tell whether the answer is confirmed; None if this is not asked for."""
        if self.confirm is None:
            return None
        from galaxies_asp.solving.confirm import confirm

        return confirm(
            *(result, request, self.confirm),
            time_limit=self.limits.time,
            memory_limit=self.limits.memory,
        )


def _answer(
    entry: Entry,
    settings: Settings,
    show: Callable[[str], None],
    worker: "Worker | None",
) -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    search = settings.search(entry.position.puzzle, worker)
    progress = Progress(settings.quiet)
    solutions: list[Solution] = []
    try:
        for solution in search:
            solutions.append(solution)
            progress(f"{entry.name}: solutions", len(solutions))
    except KeyboardInterrupt:
        progress.clear()
        Report(entry, settings, show).print(search.result(solutions))
        raise
    progress.clear()
    return settings.conclude(entry, search, search.result(solutions), show)


def exit_code(result: SearchResult[Any], models: int) -> int:
    """Return the exit code for the result of a search."""
    count = len(result.solutions)
    if (result.complete and not count) or (count > 1 and models == UNIQUENESS):
        return exits.NEGATIVE
    is_limited = result.stopped_by in ("time", "memory")
    return exits.LIMIT_REACHED if is_limited else exits.ANSWERED


class Report:
    """Print the answer about one puzzle."""

    def __init__(
        self, entry: Entry, settings: Settings, show: Callable[[str], None]
    ) -> None:
        self.entry = entry
        self.settings = settings
        self.show = show

    def print(self, result: Result, confirmed_by: str | None = None) -> None:
        """Print the result."""
        for message in result.messages:
            click.echo(message, err=True)
        decision = (result.encoding, result.decided_by, self.settings.verbose)
        print_decision(self.entry.name, *decision)
        if not self.settings.format_:
            fields = answer(self.entry.name, result)
            if confirmed_by is not None:
                fields["confirmed_by"] = confirmed_by
            self.show(json.dumps(fields) + "\n")
        elif self.settings.format_ == "text":
            self._print_drawings(result, confirmed_by)
        else:
            self._print_notation(result)
        if self.settings.stats:
            click.echo(json.dumps(result.statistics, indent=2), err=True)

    def _print_notation(self, result: Result) -> None:
        name = self.entry.name
        texts = [
            written(name, one.position(), self.settings.format_)
            for one in result.solutions
        ]
        self.show(joined(texts, self.settings.format_))
        if result.status != "unique":
            click.echo(f"{self.entry.name}: {verdict(result)}", err=True)

    def _print_drawings(self, result: Result, confirmed_by: str | None) -> None:
        more = f", confirmed by {confirmed_by}" if confirmed_by else ""
        self.show(f"{self.entry.name}: {verdict(result)}{more}\n")
        if self.settings.quiet:
            return
        look = self.settings.look
        if not result.solutions:
            self.show(look.draw(Position(result.puzzle)))
        for number, solution in enumerate(result.solutions):
            draw = look.draw if number else look.draw_beside_puzzle
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
    found += under(result.outcome.encoding)
    verified = "verified"
    if not result.outcome.verified:
        verified = "not verified: no verifier for these rules"
    if result.complete and not count:
        where = under(result.outcome.encoding)
        return f"no solution{where}" + (f": {result.reason}" if result.reason else "")
    if result.complete:
        return f"exactly {found}, {verified}"
    why = STOPPED[result.stopped_by]
    if not count:
        return f"no solution found: {why}"
    return f"at least {found}, {verified}; {why}"


def _differences(one: Solution, other: Solution) -> str:
    """Return the cells in which two solutions differ."""
    differing = [
        cell_name(cell_at(column, row))
        for row, column in zip(*(one.labels != other.labels).nonzero(), strict=True)
    ]
    shown = " ".join(differing[:20]) + (" ..." if len(differing) > 20 else "")
    return f"The two solutions differ in {len(differing)} cells: {shown}"


def _more_than_labels(result: Result) -> dict[str, Any]:
    """Return the fields for hidden dots and loose walls, one item per solution."""
    shown = len(result.puzzle.centers)
    fields = {
        "hidden": [
            [list(dot) for dot in one.puzzle.centers[shown:]]
            for one in result.solutions
        ],
        "loose_walls": [
            [list(wall) for wall in in_reading_order(one.loose)]
            for one in result.solutions
        ],
    }
    return {name: items for name, items in fields.items() if any(items)}


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
        "encoding": result.encoding,
        "decided_by": result.decided_by,
        "verified": result.verified,
        "solutions": [label_rows(solution.rows()) for solution in result.solutions],
        **_more_than_labels(result),
        "seconds": seconds(result),
    }


def seconds(result: SearchResult[Any]) -> dict[str, float]:
    """Return the CPU seconds of a search, rounded to microseconds."""
    return {name: round(value, 6) for name, value in result.seconds._asdict().items()}
