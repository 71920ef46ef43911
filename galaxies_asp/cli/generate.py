"""`galaxies generate`: puzzles with exactly one solution."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO

import click
import psutil

from galaxies_asp.cli import exits
from galaxies_asp.cli.generate_options import recipe_options
from galaxies_asp.cli.options import WRITABLE, Look, look_options
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import NotationError
from galaxies_asp.generate.lines import Finished, continued, line, name_of
from galaxies_asp.generate.production import generate, generate_with
from galaxies_asp.generate.recipe import Made, NotReachedError, Recipe
from galaxies_asp.notation import write
from galaxies_asp.puzzle import Position, Puzzle


@click.command(name="generate")
@click.option(
    "-n", "--count", "number", type=click.IntRange(min=1), default=1, help="How many."
)
@recipe_options
@click.option(
    "--to", type=click.Choice(WRITABLE), metavar="NOTATION", help="Write, not draw."
)
@click.option("--json", "as_json", is_flag=True, help="JSON lines with metadata.")
@click.option(
    "--with-solution", is_flag=True, help="The solution too, in drawings and JSON."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add JSON lines to a file, up to the count; what is there is kept.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 256),
    help="How many processes (default: one a core).",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="End after this time, with what is finished.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@look_options
def command(
    number: int,
    recipe: Recipe,
    to: str | None,
    as_json: bool,
    with_solution: bool,
    output: Path | None,
    jobs: int | None,
    time_limit: float | None,
    quiet: bool,
    look: Look,
) -> int:
    """Make puzzles with exactly one solution, each proven and verified.

    The same request makes the same puzzles, whatever the number of processes, and more
    of them begin with the same ones. With -o the same command continues a run that was
    interrupted.
    """
    if to and (as_json or output):
        raise click.UsageError(
            "--to writes to standard output; JSON lines, which a file gets, are "
            "rewritten by galaxies convert"
        )

    def show(made: Made) -> None:
        if as_json:
            click.echo(line(recipe, made, with_solution=with_solution), nl=False)
        elif to:
            click.echo(write(_shown(made, with_solution), to), nl=False)
        else:
            click.echo(_drawn(recipe, made, with_solution, look))

    deadline = None if time_limit is None else time.monotonic() + time_limit
    progress = Progress(quiet)
    try:
        with ExitStack() as stack:
            finished, file = Finished(0, frozenset()), None
            if output is not None:
                finished, file = stack.enter_context(continued(output, recipe))
            puzzles = _puzzles(recipe, number, finished, jobs, deadline)
            for count, made in enumerate(stack.enter_context(puzzles), 1):
                if file is None:
                    progress.clear()
                    show(made)
                else:
                    _add(file, line(recipe, made, with_solution=with_solution))
                progress.update("puzzles", count)
    except NotReachedError as error:
        click.echo(f"galaxies: {error}", err=True)
        return exits.NEGATIVE
    except TimeoutError:
        click.echo("galaxies: the time limit was reached", err=True)
        return exits.LIMIT_REACHED
    finally:
        progress.clear()
    return exits.ANSWERED


def _shown(made: Made, with_solution: bool) -> Position:
    return made.solution.position() if with_solution else Position(made.solution.puzzle)


def _drawn(recipe: Recipe, made: Made, with_solution: bool, look: Look) -> str:
    puzzle = made.solution.puzzle
    title = f"{name_of(recipe, made)}: {len(puzzle.centers)} dots"
    if made.grade:
        title += f", {made.grade}"
    position = _shown(made, with_solution)
    drawn = look.draw_beside_puzzle(position) if with_solution else look.draw(position)
    return f"{title}\n{_address(puzzle)}{drawn}"


def _address(puzzle: Puzzle) -> str:
    """Return what others call the puzzle, as a line; nothing if they cannot hold it."""
    for notation in ("tatham", "puzzlink"):
        try:
            return write(puzzle, notation)
        except NotationError:
            continue
    return ""


def _add(file: IO[str], text: str) -> None:
    """Add a line so that it is there even if we are killed."""
    file.write(text)
    file.flush()


@contextmanager
def _puzzles(
    recipe: Recipe,
    number: int,
    finished: Finished,
    jobs: int | None,
    deadline: float | None,
) -> Iterator[Iterator[Made]]:
    """Give the puzzles that are not finished, made by some processes."""
    start, seen = finished.number, set(finished.seen)
    missing = max(0, number - start)
    jobs = min(jobs or os.cpu_count() or 1, missing)
    if jobs < 2 and deadline is None:
        yield islice(generate(recipe, start=start, seen=seen), missing)
        return
    pool = ProcessPoolExecutor(max(1, jobs), initializer=_leave_interrupts)
    try:
        yield generate_with(
            pool, recipe, missing, start=start, seen=seen, deadline=deadline
        )
    except BaseException:
        _stop(pool)
        raise
    pool.shutdown()


def _leave_interrupts() -> None:
    """Let Ctrl-C be for the main process alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are doing."""
    for child in psutil.Process().children():
        child.terminate()
    pool.shutdown(wait=False, cancel_futures=True)
