"""`galaxies enumerate`: all solutions in bulk, or some drawn uniformly."""

import io
import json
from collections.abc import Iterator
from functools import partial
from itertools import islice

import click
import numpy as np

from galaxies_asp.all_solutions.enumerate import TooManyDecisionsError, batches, sample
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    Limits,
    from_option,
    inputs_argument,
    limits_options,
)
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.fast.pairs import NoSolutionError
from galaxies_asp.notation import write
from galaxies_asp.processes.worker import LimitReachedError, WorkerDiedError, limited
from galaxies_asp.puzzle import Labels, Puzzle, Solution, label_rows

_MOST_ON_A_SHEET = 400


@click.command(name="enumerate")
@inputs_argument
@click.option("-n", "--models", type=click.IntRange(min=1), help="At most so many.")
@click.option(
    "--sample",
    "sampled",
    type=click.IntRange(min=1),
    metavar="K",
    help="K solutions, each drawn uniformly from all, instead of all in order.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    help="Shuffle the order, or draw other samples; the same for the same seed.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["json", "npz", "drawing", "sheet"]),
    default="json",
    show_default=True,
    help="One JSON array a line; packed arrays; drawings; an SVG with all boards.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@limits_options
@from_option
def command(
    inputs: tuple[str, ...],
    models: int | None,
    sampled: int | None,
    seed: int | None,
    style: str,
    output: str | None,
    quiet: bool,
    limits: Limits,
    from_: str | None,
) -> int:
    """Give the solutions of one puzzle, always in the same order, each verified.

    With --seed the order is shuffled: where all solutions are known as a diagram, each
    is as likely to come early as any other; where they are searched for, solutions
    that come one after the other are still alike. At a limit, those that were found
    are written, and the exit code is 3.

    A JSON line has the numbers of the dots row by row; null in holes.
    """
    sources = Inputs(inputs, from_)
    entries = list(sources)
    if sources.faulty:
        return exits.DATA_ERROR
    if len(entries) != 1:
        raise click.UsageError(f"one puzzle at a time; these are {len(entries)}")
    puzzle = entries[0].position.puzzle
    call = partial(_solutions, puzzle, sampled, seed)
    solutions = limited(call, time_limit=limits.time, memory_limit=limits.memory)
    progress = Progress(quiet)
    found = 0
    stopped_by = None

    def watched() -> Iterator[Labels]:
        nonlocal found, stopped_by
        try:
            for labels in islice((one for batch in solutions for one in batch), models):
                found += 1
                progress.report(entries[0].name, found)
                yield labels
        except LimitReachedError as limit:
            stopped_by = f"the {limit.limit} limit was reached"
        except WorkerDiedError as error:
            stopped_by = str(error)
        progress.clear()

    try:
        if style == "json" and output in (None, "-"):
            for labels in watched():
                click.echo(_json_line(labels))
        else:
            write_output(_collected(puzzle, watched(), style), output)
    except NoSolutionError:
        return exits.NEGATIVE
    if stopped_by is not None:
        click.echo(f"galaxies: only {found} solutions: {stopped_by}", err=True)
        return exits.LIMIT_REACHED
    return exits.ANSWERED if found else exits.NEGATIVE


def _solutions(
    puzzle: Puzzle, sampled: int | None, seed: int | None
) -> Iterator[Labels]:
    """Yield arrays (n, H, W) of solutions."""
    if sampled is None:
        yield from batches(puzzle, seed=seed)
        return
    try:
        yield sample(puzzle, sampled, seed or 0)
    except TooManyDecisionsError:
        raise GalaxiesError(
            "the solutions cannot be counted, so that none can be drawn uniformly"
        ) from None


def _json_line(labels: Labels) -> str:
    return json.dumps(label_rows(labels.tolist()))


def _collected(puzzle: Puzzle, labels: Iterator[Labels], style: str) -> str | bytes:
    if style == "json":
        return "".join(_json_line(one) + "\n" for one in labels)
    if style == "npz":
        shape = (-1, puzzle.height, puzzle.width)
        data = io.BytesIO()
        np.savez_compressed(
            data,
            labels=np.array(list(labels)).reshape(shape),
            centers=np.array(puzzle.centers).reshape(-1, 2),
        )
        return data.getvalue()
    positions = (Solution(puzzle, one).position() for one in labels)
    if style == "drawing":
        return "\n".join(write(position, "drawing") for position in positions)

    from galaxies_asp.render.svg import sheet_svg

    shown = list(islice(positions, _MOST_ON_A_SHEET + 1))
    if len(shown) > _MOST_ON_A_SHEET:
        raise GalaxiesError(
            f"more than {_MOST_ON_A_SHEET} solutions do not fit; say how many "
            "with --models or --sample"
        )
    return sheet_svg(shown)
