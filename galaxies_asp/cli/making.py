"""Commands that make puzzles: their options, and how puzzles are made and written."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import click

from galaxies_asp.board.errors import NotationError, counted
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import ABSENT, Decorator, Run, command
from galaxies_asp.cli.output import WRITABLE, Progress, echo, is_separate, written
from galaxies_asp.cli.recipe_options import RecipeOptions, recipe_options
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.generating.lines import (
    SheetRecipe,
    continued,
    line,
    name_of,
    sheet_line,
)
from galaxies_asp.generating.making import (
    MadePuzzle,
    NotReachedError,
    Seen,
    TimeLimitError,
    generate,
    generate_with,
)
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.generating.shards import continued_folder
from galaxies_asp.notation import write
from galaxies_asp.processes.sharing import Sharing


@dataclass(frozen=True)
class Making(Run):
    """A run of a command that makes puzzles: how many, how, and where to write them."""

    recipes: RecipeOptions = ABSENT
    solution: bool = False
    time_limit: float | None = None

    @property
    def file(self) -> Path | None:
        """The file or folder of JSON lines; None: print the puzzles.

        Raises
        ------
        click.UsageError
            If another format is wanted.
        """
        path = None if self.output in (None, "-") else Path(self.output or "")
        if self.format_ and (self.as_json or path is not None):
            raise click.UsageError(
                "-f writes to standard output; --json and -o write JSON lines, which "
                "`galaxies convert` rewrites"
            )
        return path

    def make(self, recipe: Recipe) -> int:
        """Make the puzzles; return the exit code."""
        path = self.file
        try:
            if path is None:
                self._show_all(recipe)
            else:
                self._add_all(recipe, path)
        except NotReachedError as error:
            echo(f"galaxies: {error}", err=True)
            return exits.NEGATIVE
        except TimeLimitError:
            echo("galaxies: the time limit was reached", err=True)
            return exits.LIMIT_REACHED
        return exits.ANSWERED

    def _show_all(self, recipe: Recipe) -> None:
        count = _Count(self.progress(), self.count)
        with self._puzzles(recipe, set(), count) as puzzles:
            for made in puzzles:
                self._show(recipe, made)
                count.add()

    def _add_all(self, recipe: Recipe, path: Path) -> None:
        """Append to a file, or to a folder of shards, line by line.

        Print the number of puzzles at the end.
        """
        count = _Count(self.progress(), self.count)
        in_shards = (self.output or "").endswith("/") or path.is_dir()
        opened = continued_folder if in_shards else continued
        with opened(path, recipe) as (seen, file):
            existed = count.puzzles = len(seen)
            try:
                with self._puzzles(recipe, seen, count) as puzzles:
                    for made in puzzles:
                        text = line(recipe, made, with_solution=self.solution)
                        file.add(text.encode("utf-8"))
                        count.add()
            finally:
                self._conclude(path, count.puzzles, count.puzzles - existed)

    def _conclude(self, path: Path, total: int, new: int) -> None:
        if not self.quiet:
            echo(f"{path}: {counted(total, 'puzzle')}, {new:,} new", err=True)

    @contextmanager
    def _puzzles(
        self, recipe: Recipe, seen: Seen, count: "_Count"
    ) -> Iterator[Iterator[MadePuzzle]]:
        """Yield the puzzles that are missing, made by worker processes."""
        start = len(seen)
        missing = max(0, self.count - start)
        jobs, scheduler = min(self.sharing.jobs, missing), self.sharing.scheduler
        if jobs < 2 and scheduler is None and self.time_limit is None:
            made = generate(recipe, start=start, seen=seen, on_attempt=count.attempt)
            yield islice(made, missing)
            return
        deadline = time.monotonic() + self.time_limit if self.time_limit else None
        with Sharing(max(1, jobs), scheduler).workers() as executor:
            yield count.attempts_of(
                generate_with(
                    executor, recipe, missing, start=start, seen=seen, deadline=deadline
                )
            )

    def make_sheets(self, recipe: SheetRecipe) -> int:
        """Make puzzles of another family; return the exit code."""
        path = self.file
        if path is None:
            self._show_sheets(recipe)
            return exits.ANSWERED
        if (self.output or "").endswith("/"):
            raise click.UsageError("-o FOLDER/ takes puzzles of Galaxies only")
        with continued(path, recipe) as (_, file):
            start = total = file.read().count(b"\n")
            try:
                for _, text in self._sheets(recipe, start):
                    file.add(text.encode("utf-8"))
                    total += 1
            finally:
                self._conclude(path, total, total - start)
        return exits.ANSWERED

    def _show_sheets(self, recipe: SheetRecipe) -> None:
        notation = self.format_ or [*recipe.family.notations, "facts"][0]
        between = "\n" if is_separate(notation) else ""
        for number, (made, text) in enumerate(self._sheets(recipe, 0)):
            if not self.as_json:
                text = written(made if self.solution else made.puzzle, notation)
                text = f"{between if number else ''}{text}"
            echo(text, nl=False)

    def _sheets(self, recipe: SheetRecipe, start: int) -> Iterator[tuple[Any, str]]:
        """Yield the puzzles that are missing, with their lines."""
        progress = self.progress()
        for index in range(start, self.count):
            sheet = recipe.made(index, progress)
            text = sheet_line(recipe, index, sheet, with_solution=self.solution)
            yield sheet, text
            progress("puzzles", index + 1, self.count)

    def _show(self, recipe: Recipe, made: MadePuzzle) -> None:
        position = Position(made.puzzle)
        if self.solution:
            position = made.solution.position()
        if self.as_json:
            text = line(recipe, made, with_solution=self.solution)
        elif self.format_ and self.format_ != "text":
            entry = GalaxiesSheet(name_of(recipe, made), position)
            text = written(entry, self.format_)
        elif self.solution:
            text = f"{_title(recipe, made)}{self.style.draw_beside_puzzle(position)}\n"
        else:
            text = f"{_title(recipe, made)}{self.style.draw(position)}\n"
        echo(text, nl=False, color=True)


@dataclass
class _Count:
    """The numbers of puzzles and attempts so far, as the progress shows them."""

    progress: Progress
    total: int
    puzzles: int = 0
    attempts: int = 0

    def attempt(self) -> None:
        """Count an attempt."""
        self.attempts += 1
        self._show()

    def add(self) -> None:
        """Count a puzzle."""
        self.puzzles += 1
        self._show()

    def attempts_of(self, puzzles: Iterator[MadePuzzle]) -> Iterator[MadePuzzle]:
        """Yield puzzles, and count the attempts that each took."""
        for made in puzzles:
            self.attempts += made.attempt + 1
            yield made

    def _show(self) -> None:
        what = f"{self.attempts} attempts; puzzles"
        self.progress(what, self.puzzles, self.total)


def _title(recipe: Recipe, made: MadePuzzle) -> str:
    puzzle = made.puzzle
    title = f"{name_of(recipe, made)}: {counted(len(puzzle.centers), 'dot')}"
    if made.grade:
        title += f", {made.grade}"
    if made.walkthrough_effort is not None:
        title += f", effort {made.walkthrough_effort:.2f}"
    if made.techniques:
        steps = ", ".join(
            f"{number} {name}" for name, number in made.techniques.items()
        )
        title += f"\n{steps}"
    return f"{title}\n{_address(puzzle)}"


def _address(puzzle: Puzzle) -> str:
    """Return the game ID or address of the puzzle; empty if it has none."""
    for notation in ("tatham", "puzzlink"):
        try:
            return write(puzzle, notation)
        except NotationError:
            continue
    return ""


def making(name: str, *special: options.Option) -> Decorator:
    """Return a decorator that makes a command of a function of `Making`."""
    return command(
        name,
        *special,
        recipe_options,
        options.count_option("Number of puzzles."),
        options.format_option(["text", *WRITABLE]),
        options.json_option("Write JSON lines with metadata."),
        click.option("--solution", is_flag=True, help="Include the solution."),
        options.output_option(
            "Append JSON lines to a file until it has N puzzles, or to the files of a "
            "folder (FOLDER/)."
        ),
        options.sharing_options(),
        options.time_limit_option(
            "Wall-clock limit for the whole run; finished puzzles are kept."
        ),
        options.quiet_option,
        options.style_options,
        kind=Making,
    )
