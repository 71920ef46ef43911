"""Make the puzzles of a recipe, show them or add them to a file."""

import functools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import WRITABLE, Look, look_options
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import NotationError
from galaxies_asp.generate.lines import ExistingPuzzles, continued, line, name_of
from galaxies_asp.generate.making import MadePuzzle, NotReachedError
from galaxies_asp.generate.production import TimeLimitError, generate, generate_with
from galaxies_asp.generate.recipe import Recipe
from galaxies_asp.notation import write
from galaxies_asp.processes.pool import Pool
from galaxies_asp.puzzle import Position, Puzzle

_Command = TypeVar("_Command", bound=Callable[..., Any])


def making_options(command: _Command) -> _Command:
    """Let the user say how many puzzles to make, and where to; passes `making`."""

    @click.option(
        "-n",
        "--count",
        "number",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="How many puzzles.",
    )
    @click.option(
        "--to",
        type=click.Choice(WRITABLE),
        metavar="NOTATION",
        help="Write, instead of drawing: " + ", ".join(WRITABLE) + ".",
    )
    @click.option("--json", "as_json", is_flag=True, help="JSON lines with metadata.")
    @click.option(
        "--with-solution", is_flag=True, help="The solution too, in whatever is shown."
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
    @functools.wraps(command)
    def with_making(*args: Any, **kwargs: Any) -> Any:
        names = Making.__dataclass_fields__
        making = Making(**{name: kwargs.pop(name) for name in names})
        return command(*args, making=making, **kwargs)

    return with_making  # type: ignore[return-value]


@dataclass(frozen=True)
class Making:
    """How many puzzles are made, in which way, and where they go."""

    number: int
    to: str | None
    as_json: bool
    with_solution: bool
    output: Path | None
    jobs: int | None
    time_limit: float | None
    quiet: bool
    look: Look

    def run(self, recipe: Recipe) -> int:
        """Make the puzzles; return the exit code."""
        if self.to and (self.as_json or self.output):
            raise click.UsageError(
                "--to writes to standard output; JSON lines, which a file gets, are "
                "rewritten by galaxies convert"
            )
        try:
            if self.output is None:
                self._show_all(recipe)
            else:
                self._add_all(recipe, self.output)
        except NotReachedError as error:
            click.echo(f"galaxies: {error}", err=True)
            return exits.NEGATIVE
        except TimeLimitError:
            click.echo("galaxies: the time limit was reached", err=True)
            return exits.LIMIT_REACHED
        return exits.ANSWERED

    def _show_all(self, recipe: Recipe) -> None:
        with self._puzzles(recipe, ExistingPuzzles(0, frozenset())) as puzzles:
            for made in puzzles:
                self._show(recipe, made)

    def _add_all(self, recipe: Recipe, path: Path) -> None:
        """Add to a file, line by line, and say in the end how many there are."""
        progress = Progress(self.quiet)
        with continued(path, recipe) as (finished, file):
            new = 0
            try:
                with self._puzzles(recipe, finished) as puzzles:
                    for made in puzzles:
                        self._add(recipe, made, file)
                        new += 1
                        progress.report("puzzles", new)
            finally:
                progress.clear()
                if not self.quiet:
                    total = finished.number + new
                    click.echo(f"{path}: {total} puzzles, {new} of them new", err=True)

    @contextmanager
    def _puzzles(
        self, recipe: Recipe, finished: ExistingPuzzles
    ) -> Iterator[Iterator[MadePuzzle]]:
        """Give the puzzles that are not finished, made by some processes."""
        start, seen = finished.number, set(finished.seen)
        missing = max(0, self.number - start)
        jobs = min(self.jobs or os.cpu_count() or 1, missing)
        if jobs < 2 and self.time_limit is None:
            yield islice(generate(recipe, start=start, seen=seen), missing)
            return
        deadline = time.monotonic() + self.time_limit if self.time_limit else None
        with Pool(max(1, jobs)) as executor:
            yield generate_with(
                executor, recipe, missing, start=start, seen=seen, deadline=deadline
            )

    def _show(self, recipe: Recipe, made: MadePuzzle) -> None:
        puzzle = made.solution.puzzle
        position = made.solution.position() if self.with_solution else Position(puzzle)
        if self.as_json:
            text = line(recipe, made, with_solution=self.with_solution)
        elif self.to:
            text = write(position, self.to)
        elif self.with_solution:
            text = f"{_title(recipe, made)}{self.look.draw_beside_puzzle(position)}\n"
        else:
            text = f"{_title(recipe, made)}{self.look.draw(position)}\n"
        click.echo(text, nl=False, color=True)

    def _add(self, recipe: Recipe, made: MadePuzzle, file: IO[str]) -> None:
        """Add a line so that it is there even if we are killed."""
        file.write(line(recipe, made, with_solution=self.with_solution))
        file.flush()


def _title(recipe: Recipe, made: MadePuzzle) -> str:
    puzzle = made.solution.puzzle
    title = f"{name_of(recipe, made)}: {len(puzzle.centers)} dots"
    if made.grade:
        title += f", {made.grade}"
    return f"{title}\n{_address(puzzle)}"


def _address(puzzle: Puzzle) -> str:
    """Return what others call the puzzle, as a line; nothing if they cannot hold it."""
    for notation in ("tatham", "puzzlink"):
        try:
            return write(puzzle, notation)
        except NotationError:
            continue
    return ""
