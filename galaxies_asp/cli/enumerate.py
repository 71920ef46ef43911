"""`galaxies enumerate`: all solutions in bulk, or some drawn uniformly."""

import io
import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import click
import numpy as np

from galaxies_asp.all_solutions.answers import EnumerateAnswer, SolutionLine
from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.search import Outcome
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.board.grid import in_reading_order
from galaxies_asp.board.puzzle import Labels, Puzzle, Solution, label_rows
from galaxies_asp.board.variants import MORE_THAN_LABELS
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.inputs import stopped
from galaxies_asp.cli.output import MOST_ON_A_SHEET, Progress, collected, written
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.notation import write
from galaxies_asp.processes.progress import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import limited
from galaxies_asp.solving.engine import Batch, TooManyDecisionsError
from galaxies_asp.solving.plan import engine


@on_puzzles(
    "enumerate",
    options.count_option("Maximum number of solutions; 0: all.", default=0, minimum=0),
    click.option(
        "--sample",
        "sampled",
        is_flag=True,
        help="Draw N solutions uniformly, with replacement, instead of listing them.",
    ),
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
def command(run: Run, sampled: bool, of: str) -> int:
    """List the solutions of one puzzle, always in the same order, each verified.

    --seed shuffles the order. It is uniform where a decision diagram represents all
    solutions; where they are searched for, consecutive solutions are similar. At a
    limit, the solutions found so far are written, and the exit code is 3.

    A JSON line contains the dot of each cell, row by row, counted from 0; holes are
    null. With hidden dots or loose walls it is an object that also names these.
    """
    if sampled and not run.count:
        raise click.UsageError("--sample needs the number of solutions, as in -n 5")
    entries = list(run.sources)
    if any(entry.family is not None for entry in entries):
        return _list_sheets(run, entries, of)
    if run.sources.faulty:
        return exits.DATA_ERROR
    if len(entries) != 1:
        raise click.UsageError(f"enumerate takes one puzzle, but got {len(entries)}")
    name = entries[0].name
    puzzle = run.rules.puzzle(entries[0].position.puzzle)
    if sampled and not run.quiet and not engine(puzzle, run.rules).has_bits:
        click.echo("galaxies: all solutions are listed, then drawn uniformly", err=True)
    listing = _Listing(run, name, puzzle, sampled)
    try:
        if listing.is_stream:
            for solution in listing:
                click.echo(_json_line(puzzle, solution, run.as_json))
        else:
            run.write(_collected(puzzle, iter(listing), run.format_))
    except NoSolutionError:
        return exits.NEGATIVE
    outcome, stopped_by = listing.outcome, listing.stopped_by
    run.print_decision(name, outcome.encoding, outcome.decided_by)
    if run.as_json:
        complete = stopped_by is None and not sampled and outcome.exhausted
        run.print(
            EnumerateAnswer.of(
                outcome,
                id=name,
                count=listing.count,
                complete=complete,
                stopped_by=stopped_by,
                uniform=sampled,
            )
        )
    if stopped_by is not None:
        click.echo(f"galaxies: only {listing.count} solutions: {stopped_by}", err=True)
        return exits.LIMIT_REACHED
    return exits.ANSWERED if listing.count else exits.NEGATIVE


def _list_sheets(run: Run, entries: list[Any], of: str) -> int:
    """List the solutions of puzzles of other families."""
    from galaxies_asp.cli.solutions import exit_code, searched
    from galaxies_asp.families.answers import solve_answer
    from galaxies_asp.families.formats import fields

    options = {"models": run.count, "rules": run.rules, "seed": run.seed, "part": of}
    with collected(run.output) as show:

        def answer(entry: Any) -> int:
            if entry.family is None:
                raise GalaxiesError("list it alone, without puzzles of other families")
            result: Any = searched(entry, run.limits.keywords(), **options).run()
            for position in result.solutions:
                line = json.dumps(fields(entry.family, position), ensure_ascii=False)
                if run.format_ != "json":
                    line = written(entry.name, position, run.format_, entry.family)
                show(f"{line.rstrip()}\n")
            if run.as_json:
                show(solve_answer(result).json() + "\n")
            return exit_code(result, run.count)

        return run.sources.print_each(entries, answer)


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

    def __init__(self, run: Run, name: str, puzzle: Puzzle, sampled: bool) -> None:
        self._name, self._puzzle, self._most = name, puzzle, run.count or None
        self.is_stream = run.as_json or (
            run.format_ == "json" and run.output in (None, "-")
        )
        self._progress = Progress(run.quiet or (self.is_stream and sys.stdout.isatty()))
        number = run.count if sampled else None
        self._batches = limited(
            partial(_solutions, puzzle, run.rules, number, run.seed),
            **run.limits.keywords(),
        )
        self.count = 0
        self.stopped_by: str | None = None
        self.outcome = Outcome()

    def __iter__(self) -> Iterator[Solution]:
        try:
            for solution in islice(self._each(), self._most):
                self.count += 1
                self._progress(f"{self._name}: solutions", self.count, self._most)
                if isinstance(solution, Solution):
                    yield solution
                else:
                    yield Solution(self._puzzle, solution)
        except (LimitReachedError, WorkerDiedError) as error:
            self.stopped_by = stopped(error)
        self._progress.clear()

    def _each(self) -> Iterator[Labels | Solution]:
        for batch in self._batches:
            if isinstance(batch, Outcome):
                self.outcome = batch
            else:
                yield from batch


def _solutions(
    puzzle: Puzzle, rules: Rules, sampled: int | None, seed: int | None
) -> Iterator[Batch | Outcome]:
    """Yield batches of solutions; the first item and the last one are outcomes."""
    answering = engine(puzzle, rules)
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


def _json_line(puzzle: Puzzle, solution: Solution, in_objects: bool = False) -> str:
    labels = label_rows(solution.rows())
    if puzzle.variants & MORE_THAN_LABELS:
        hidden = solution.puzzle.centers[len(puzzle.centers) :]
        walls = in_reading_order(solution.loose)
        return SolutionLine(labels, hidden=hidden, loose_walls=walls).json()
    return SolutionLine(labels).json() if in_objects else json.dumps(labels)


def _collected(
    puzzle: Puzzle, solutions: Iterator[Solution], format_: str
) -> str | bytes:
    if format_ == "json":
        return "".join(_json_line(puzzle, solution) + "\n" for solution in solutions)
    if format_ == "npz":
        shape = (-1, puzzle.height, puzzle.width)
        data = io.BytesIO()
        np.savez_compressed(
            data,
            labels=np.array([solution.labels for solution in solutions]).reshape(shape),
            centers=np.array(puzzle.centers).reshape(-1, 2),
        )
        return data.getvalue()
    positions = (solution.position() for solution in solutions)
    if format_ == "drawing":
        return "\n".join(write(position, "drawing") for position in positions)

    from galaxies_asp.drawing.svg import sheet_svg

    shown = list(islice(positions, MOST_ON_A_SHEET + 1))
    if len(shown) > MOST_ON_A_SHEET:
        raise GalaxiesError(
            f"a sheet holds at most {MOST_ON_A_SHEET} solutions; limit them with -n"
        )
    return sheet_svg(shown)
