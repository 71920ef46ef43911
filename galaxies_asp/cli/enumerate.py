"""`galaxies enumerate`: all solutions in bulk, or some drawn uniformly."""

import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Annotated, Any

import click

from galaxies_asp.all_solutions.answers import EnumerateAnswer, SolutionLine
from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.search import STOPPED, Outcome
from galaxies_asp.board.errors import GalaxiesError, counted
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.inputs import stopped
from galaxies_asp.cli.output import Progress, echo
from galaxies_asp.families.entry import Entry
from galaxies_asp.families.galaxies.sheet import MOST_ON_A_SHEET
from galaxies_asp.processes.progress import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import limited
from galaxies_asp.solving.engine import Batch, TooManyDecisionsError, solution_of
from galaxies_asp.solving.plan import engine


@on_puzzles(
    "enumerate",
    options.count_option("Maximum number of solutions; 0: all.", default=0, minimum=0),
    options.seed_option(
        "Random seed: shuffle the order, or draw other samples.", default=None
    ),
    options.format_option(
        ["json", "npz", "drawing", "sheet"],
        "One JSON array per line, packed arrays, drawings, or an SVG of all boards",
        default="json",
    ),
    options.json_option(
        "Print an object for each solution, and at last one that says whether these "
        "are all, and how they were found."
    ),
    options.output_option(),
    options.quiet_option,
    options.verbose_option,
    options.rules_options,
    options.limits_options,
)
def command(
    run: Run,
    of: str,
    sampled: Annotated[
        bool,
        "--sample",
        "Draw N solutions uniformly, with replacement, instead of listing them.",
    ] = False,
) -> int:
    """List the solutions of one puzzle, always in the same order, each verified.

    --seed shuffles the order. It is uniform where a decision diagram represents all
    solutions; where they are searched for, consecutive solutions are similar. At a
    limit, the solutions found so far are written, and the exit code is 3; at Ctrl-C
    they are printed, but a file stays as it was.

    A JSON line contains the dot of each cell, row by row, counted from 0; holes are
    null. With hidden dots or loose walls it is an object that also names these. Of
    another family it contains a solution as in `solve --json`.
    """
    if sampled and not run.count:
        raise click.UsageError("--sample needs the number of solutions, as in -n 5")
    entries = list(run.sources)
    if run.sources.faulty:
        return exits.DATA_ERROR
    if len(entries) != 1:
        raise click.UsageError(f"enumerate takes one puzzle, but got {len(entries)}")
    (entry,) = entries
    entry = entry.under(run.rules)
    events = _events(run, entry.puzzle, of, sampled)
    most = run.count or (MOST_ON_A_SHEET + 1 if run.format_ == "sheet" else None)
    listing = _Listing(run, entry.name, events, most)
    solutions: list[Any] = []
    try:
        for solution in listing:
            if listing.is_stream:
                echo(_line(entry, solution, run.as_json))
            else:
                solutions.append(solution)
    except NoSolutionError:
        return exits.NEGATIVE
    except KeyboardInterrupt:
        listing.stopped_by = STOPPED["interrupt"]
    is_interrupted = listing.stopped_by == STOPPED["interrupt"]
    if not listing.is_stream and not (is_interrupted and run.output):
        run.write(_collected(entry, solutions, run.format_))
    outcome, stopped_by = listing.outcome, listing.stopped_by
    run.print_decision(entry.name, outcome.encoding, outcome.decided_by)
    if run.as_json:
        run.print(
            EnumerateAnswer.of(
                outcome,
                id=entry.name,
                family=entry.family_name,
                count=listing.count,
                complete=stopped_by is None and not sampled and outcome.exhausted,
                stopped_by=stopped_by,
                uniform=sampled,
            )
        )
    if stopped_by is not None:
        echo(
            f"galaxies: only {counted(listing.count, 'solution')}"
            + ("" if is_interrupted else f": {stopped_by}"),
            err=True,
        )
        if is_interrupted:
            raise KeyboardInterrupt
        return exits.LIMIT_REACHED
    return exits.ANSWERED if listing.count else exits.NEGATIVE


class _Listing:
    """The solutions of a puzzle, and what is known when they end.

    Attributes
    ----------
    is_stream
        Whether each solution is printed when it is found.
    count
        The number of solutions so far.
    stopped_by
        Why they ended early; None if they did not.
    """

    def __init__(
        self, run: Run, name: str, events: Iterator[Any], most: int | None
    ) -> None:
        self._name, self._events, self._most = name, events, most
        self.is_stream = run.as_json or (
            run.format_ == "json" and run.output in (None, "-")
        )
        self._progress = Progress(run.quiet or (self.is_stream and sys.stdout.isatty()))
        self.count = 0
        self.stopped_by: str | None = None
        self.outcome = Outcome()

    def __iter__(self) -> Iterator[Any]:
        try:
            for solution in islice(self._solutions(), self._most):
                self.count += 1
                self._progress(f"{self._name}: solutions", self.count, self._most)
                yield solution
        except (LimitReachedError, WorkerDiedError) as error:
            self.stopped_by = stopped(error)

    def _solutions(self) -> Iterator[Any]:
        for event in self._events:
            if not isinstance(event, Outcome):
                yield event
                continue
            self.outcome = event
            if event.stopped_by in ("time", "memory"):
                self.stopped_by = STOPPED[event.stopped_by]


def _events(run: Run, puzzle: Any, part: str, sampled: bool) -> Iterator[Any]:
    """Yield the solutions of a puzzle; the first item and the last one are outcomes."""
    if sampled and not run.quiet and not engine(puzzle, run.rules).has_bits:
        echo("galaxies: all solutions are listed, then drawn uniformly", err=True)
    number = run.count if sampled else None
    call = partial(_batches, puzzle, run.rules, part, number, run.seed)
    for batch in limited(call, **run.limits.keywords()):
        if isinstance(batch, Outcome):
            yield batch
            continue
        for raw in batch:
            yield solution_of(puzzle, raw)


def _batches(
    puzzle: Any, rules: Rules, part: str, sampled: int | None, seed: int | None
) -> Iterator[Batch | Outcome]:
    """Yield batches of solutions; the first item and the last one are outcomes."""
    answering = engine(puzzle, rules, part)
    outcome = Outcome(
        encoding=answering.encoding,
        decided_by=answering.decided_by(),
        verified=answering.verified,
    )
    yield outcome
    if sampled is None:
        yield from answering.batches(seed)
        yield outcome._replace(exhausted=True)
        return
    try:
        yield answering.sample(sampled, seed or 0)
    except TooManyDecisionsError:
        raise GalaxiesError(
            "the solutions cannot be counted, so they cannot be drawn uniformly"
        ) from None


def _line(entry: Entry, solution: Any, in_objects: bool = False) -> str:
    """Return a solution as a line of JSON; an object if there is more to say."""
    fields = entry.fields(solution)
    if in_objects or len(fields) > 1:
        return SolutionLine(**fields).json()
    (alone,) = fields.values()
    return json.dumps(alone, ensure_ascii=False)


def _collected(entry: Entry, solutions: list[Any], format_: str) -> str | bytes:
    if format_ == "json":
        return "".join(_line(entry, solution) + "\n" for solution in solutions)
    return entry.all_written(solutions, format_)
