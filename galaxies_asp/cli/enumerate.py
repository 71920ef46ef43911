"""`galaxies enumerate`: all solutions in bulk, or some drawn uniformly."""

import io
import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice

import click
import numpy as np

from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.search import Outcome
from galaxies_asp.board.grid import in_reading_order
from galaxies_asp.board.puzzle import Labels, Puzzle, Solution, label_rows
from galaxies_asp.board.variants import MORE_THAN_LABELS
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options
from galaxies_asp.cli.options.output import (
    MOST_ON_A_SHEET,
    format_option,
    json_option,
    output_option,
    quiet_option,
    write_output,
)
from galaxies_asp.cli.options.progress import Progress
from galaxies_asp.cli.options.rules import (
    print_decision,
    rules_options,
    verbose_option,
)
from galaxies_asp.cli.options.selection import count_option, seed_option
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.notation import write
from galaxies_asp.processes.stopped import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import limited
from galaxies_asp.solving.engine import Batch, TooManyDecisionsError
from galaxies_asp.solving.plan import engine


@click.command(name="enumerate")
@sources_options
@count_option("Maximum number of solutions; 0: all.", default=0, minimum=0)
@click.option(
    "--sample",
    "sampled",
    is_flag=True,
    help="Draw N solutions uniformly, with replacement, instead of listing them.",
)
@seed_option("Random seed: shuffle the order, or draw other samples.", default=None)
@format_option(
    ["json", "npz", "drawing", "sheet"],
    "One JSON array per line, packed arrays, drawings, or an SVG of all boards",
    default="json",
)
@json_option(
    "Print an object for each solution, and at last one that says whether these are "
    "all, and how they were found."
)
@output_option()
@quiet_option
@verbose_option
@rules_options
@limits_options
def command(
    sources: Inputs,
    rules: Rules,
    count: int,
    sampled: bool,
    seed: int | None,
    format_: str,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
    limits: Limits,
) -> int:
    """List the solutions of one puzzle, always in the same order, each verified.

    --seed shuffles the order. It is uniform where a decision diagram represents all
    solutions; where they are searched for, consecutive solutions are similar. At a
    limit, the solutions found so far are written, and the exit code is 3.

    A JSON line contains the dot of each cell, row by row, counted from 0; holes are
    null. With hidden dots or loose walls it is an object that also names these.
    """
    if sampled and not count:
        raise click.UsageError("--sample needs the number of solutions, as in -n 5")
    entries = list(sources)
    if sources.faulty:
        return exits.DATA_ERROR
    if len(entries) != 1:
        raise click.UsageError(f"enumerate takes one puzzle, but got {len(entries)}")
    puzzle = rules.puzzle(entries[0].position.puzzle)
    if sampled and engine(puzzle, rules).bits is None and not quiet:
        click.echo("galaxies: all solutions are listed, then drawn uniformly", err=True)
    call = partial(_solutions, puzzle, rules, count if sampled else None, seed)
    solutions = limited(call, time_limit=limits.time, memory_limit=limits.memory)
    is_stream = as_json or (format_ == "json" and output in (None, "-"))
    progress = Progress(quiet or (is_stream and sys.stdout.isatty()))
    found = 0
    stopped_by = None
    outcome = Outcome()

    def each() -> Iterator[Labels | Solution]:
        nonlocal outcome
        for batch in solutions:
            if isinstance(batch, Outcome):
                outcome = batch
            else:
                yield from batch

    def watched() -> Iterator[Solution]:
        nonlocal found, stopped_by
        try:
            for one in islice(each(), count or None):
                found += 1
                progress(f"{entries[0].name}: solutions", found, count or None)
                yield one if isinstance(one, Solution) else Solution(puzzle, one)
        except LimitReachedError as limit:
            stopped_by = f"the {limit.limit} limit was reached"
        except WorkerDiedError as error:
            stopped_by = str(error)
        progress.clear()

    try:
        if is_stream:
            for solution in watched():
                click.echo(_json_line(puzzle, solution, as_json))
        else:
            write_output(_collected(puzzle, watched(), format_), output)
    except NoSolutionError:
        return exits.NEGATIVE
    name = entries[0].name
    print_decision(name, outcome.encoding, outcome.decided_by, verbose)
    if as_json:
        complete = stopped_by is None and not sampled and outcome.exhausted
        fields = {"count": found, "complete": complete, "stopped_by": stopped_by}
        fields |= {"encoding": outcome.encoding, "decided_by": outcome.decided_by}
        fields |= {"verified": outcome.verified, "uniform": sampled}
        click.echo(json.dumps({"schema": 1, "id": name} | fields))
    if stopped_by is not None:
        click.echo(f"galaxies: only {found} solutions: {stopped_by}", err=True)
        return exits.LIMIT_REACHED
    return exits.ANSWERED if found else exits.NEGATIVE


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
    yield outcome._replace(exhausted=True)


def _json_line(puzzle: Puzzle, solution: Solution, in_objects: bool = False) -> str:
    labels = label_rows(solution.rows())
    if not puzzle.variants & MORE_THAN_LABELS:
        return json.dumps({"labels": labels} if in_objects else labels)
    hidden = solution.puzzle.centers[len(puzzle.centers) :]
    walls = in_reading_order(solution.loose)
    return json.dumps({"labels": labels, "hidden": hidden, "loose_walls": walls})


def _collected(
    puzzle: Puzzle, solutions: Iterator[Solution], format_: str
) -> str | bytes:
    if format_ == "json":
        return "".join(_json_line(puzzle, one) + "\n" for one in solutions)
    if format_ == "npz":
        shape = (-1, puzzle.height, puzzle.width)
        data = io.BytesIO()
        np.savez_compressed(
            data,
            labels=np.array([one.labels for one in solutions]).reshape(shape),
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
