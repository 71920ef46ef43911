"""Making puzzles, and writing them: what `generate` and `picture` share."""

import time
from collections.abc import Generator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import is_given
from galaxies_asp.cli.output import (
    WRITABLE,
    ProgressBar,
    collected,
    echo,
    format_of,
    is_separate,
    warn,
    write_output,
    written,
)
from galaxies_asp.cli.recipe_options import RecipeOptions, puzzles_of
from galaxies_asp.cli.render import SUFFIXES, drawn, numbered_file, say_numbered
from galaxies_asp.core.board.errors import NotationError, counted
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.endings import StoppedError
from galaxies_asp.generating import lines
from galaxies_asp.generating.made import Made, hashed
from galaxies_asp.generating.making import NotReachedError
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.generating.series import (
    TimeLimitError,
    game_ids,
    generate_with,
    has_game_ids,
)
from galaxies_asp.notation import write
from galaxies_asp.processes.files import make_folder

_FILES = SUFFIXES | {".json": "json", ".lp": "facts"}
_SEEDS = 1_000_000
"""How many seeds there are to choose from; all are short to type."""
_KEEPING = (NotReachedError, StoppedError, TimeLimitError)
"""The ends of a run after which the puzzles that are finished are written."""


@dataclass(frozen=True, kw_only=True)
class Making:
    """Which puzzles are made, how many, how, and where they are written."""

    recipes: RecipeOptions
    count: Annotated[int, options.COUNT, "Number of puzzles."] = 1
    format_: Annotated[
        str | None, options.format_option([*SUFFIXES.values(), *WRITABLE, "csv"])
    ]
    as_json: Annotated[bool, options.JSON, "Write JSON lines with metadata."]
    solution: Annotated[bool, "Include the solution."]
    output: Annotated[
        str | None,
        options.output_file(*options.PICTURES),
        "Write to a file, by its suffix or -f; pictures and facts are numbered: "
        "FILE-1.svg, ... FILE.jsonl and FOLDER/ get JSON lines until there are N "
        "puzzles.",
    ]
    jobs: options.Jobs
    time_limit: Annotated[
        options.TimeLimit,
        "Wall-clock limit for the whole run; finished puzzles are kept.",
    ]
    quiet: options.Quiet

    @property
    def style(self) -> TextStyle:
        """How text is drawn."""
        return TextStyle(color=options.uses_color())

    def make(self, recipe: Recipe) -> int:
        """Print puzzles, or add their JSON lines to a file; return the exit code."""
        path = self._appended(recipe)
        if not self.quiet:
            _say_if_long(recipe)
        if path is not None or is_given("seed"):
            return self._make(recipe, path)
        import secrets  # a seed is known as a rule

        chosen = replace(recipe, seed=secrets.randbelow(_SEEDS))
        code = self._make(chosen, path)
        if code == exits.ANSWERED and not self.quiet:
            echo(f"--seed {chosen.seed} makes the same again", err=True)
        return code

    def _make(self, recipe: Recipe, path: Path | None) -> int:
        named = {} if path or self.output in (None, "-") else _FILES
        if named and not self.format_:
            kind = format_of(self.output, named, "text")
            return replace(self, format_=kind)._make(recipe, path)
        # Facts of other families do not say where another puzzle begins.
        alone = ("text",) if recipe.is_styled else ("text", "facts")
        try:
            if path is not None:
                self._add_all(recipe, path)
            elif self._is_painted or (named and self.format_ in alone):
                self._write_files(recipe)
            elif self._has_ids(recipe):
                with collected(self.output) as show:
                    for some in game_ids(recipe, self.count):
                        show("".join(f"{game_id}\n" for game_id in some))
            else:
                with (
                    collected(self.output, _KEEPING) as show,
                    closing(self._finished(recipe)) as puzzles,
                ):
                    for index, made in enumerate(puzzles):
                        show(self._shown(recipe, index, made))
        except NotReachedError as error:
            warn(error)
            return exits.NEGATIVE
        except (StoppedError, TimeLimitError) as stop:
            if self.time_limit is None and isinstance(stop, StoppedError):
                raise KeyboardInterrupt from None
            warn("the time limit was reached")
            return exits.LIMIT_REACHED
        return exits.ANSWERED

    def _write_files(self, recipe: Recipe) -> None:
        """Write texts into one file, pictures and facts into a file for each puzzle.

        So it is with all texts of other families than Galaxies.
        """
        is_text = recipe.is_styled and self.format_ == "text"
        is_apart = not is_text and self.count > 1 and self.output not in (None, "-")
        number = 0
        with (
            collected(None if is_apart else self.output, _KEEPING) as show,
            closing(self._finished(recipe)) as puzzles,
        ):
            for number, made in enumerate(puzzles, 1):
                shown = made.solved if self.solution else made.blank
                shown = replace(shown, name=lines.name_of(recipe, made))
                content = self._content(recipe, shown)
                if is_apart:
                    write_output(content, numbered_file(self.output, number))
                else:
                    show("\n" if number > 1 and not self._is_painted else "")
                    show(content)
        if is_apart:
            say_numbered(self.output, number, self.quiet)

    @property
    def _is_painted(self) -> bool:
        return self.format_ in SUFFIXES.values() and self.format_ != "text"

    def _has_ids(self, recipe: Recipe) -> bool:
        """Tell whether game IDs alone are asked for, which are made many at a time."""
        is_usual = self.format_ == "tatham" and not self.as_json
        has_caveat = min(recipe.width, recipe.height) < 3  # `written` says it
        return is_usual and not (self.time_limit or has_caveat) and has_game_ids(recipe)

    def _content(self, recipe: Recipe, sheet: AnySheet) -> str | bytes:
        """Return what a file of one puzzle holds; a text can be read again."""
        kind = self.format_ or ""
        if self._is_painted or (recipe.is_styled and recipe.lattice == SQUARE):
            return drawn(sheet, kind, self.style)
        usual = sheet.family.notations[0]
        if kind == "text" and usual != "text" and not sheet.omitted(usual):
            return sheet.written(usual)
        facts, drawing = sheet.written("facts"), sheet.text(PLAIN)
        shown = [] if kind == "facts" or drawing == facts else drawing.splitlines()
        lines = (f"% {line}".rstrip() for line in (sheet.family.name, *shown))
        return "\n".join((*lines, facts))

    def _appended(self, recipe: Recipe) -> Path | None:
        """Return the file that JSON lines are added to, if they are."""
        output = self.output or "-"
        if output.endswith("/"):
            make_folder(Path(output))
            name = f"{recipe.width}x{recipe.height}-{lines.recipe_hash(recipe)}"
            return Path(output) / f"{name}.jsonl"
        is_named = output.lower().endswith(".jsonl") and not self.format_
        return Path(output) if output != "-" and (is_named or self.as_json) else None

    def _add_all(self, recipe: Recipe, path: Path) -> None:
        """Append to a file, line by line; print the number of puzzles at the end."""
        with lines.continued(path, recipe) as file:
            start = total = len(file.seen)
            asked = recipe
            if recipe.unlike and start:
                asked = replace(recipe, unlike=(*recipe.unlike, *puzzles_of(path)))
            try:
                with closing(self._puzzles(asked, start, file.seen)) as puzzles:
                    for made in puzzles:
                        file.add(lines.line(recipe, made, with_solution=self.solution))
                        total += 1
            finally:
                if not self.quiet:
                    new = f"{total - start:,} new"
                    echo(f"{path}: {counted(total, 'puzzle')}, {new}", err=True)

    def _puzzles(self, recipe: Recipe, start: int, seen: set[str]) -> Generator[Made]:
        """Yield the puzzles that are missing, several by workers; show progress."""
        from galaxies_asp.processes.pool import Pool  # loads threads and more

        progress, missing = ProgressBar(self.quiet), max(0, self.count - start)
        done, attempts = start, 0

        def report(what: str, number: int, total: int | None) -> None:
            known = f"{number} of {total}" if total else f"{number}"
            progress(f"{known} {what}; puzzles", done, self.count)

        limit, jobs = self.time_limit, max(1, min(self.jobs, missing))
        is_alone = limit is None and jobs == 1
        with nullcontext() if is_alone else Pool(jobs) as executor:
            puzzles = generate_with(
                executor,
                recipe,
                missing,
                start=start,
                seen=seen,
                report=report,
                deadline=time.monotonic() + limit if limit else None,
            )
            for made in puzzles:
                if done == 0 and not (self.quiet or recipe.is_styled):
                    _say_if_bare(made)
                yield made
                done, attempts = done + 1, attempts + made.attempt + 1
                progress(f"{attempts} attempts; puzzles", done, self.count)

    def _finished(self, recipe: Recipe) -> Generator[Made]:
        """Yield the puzzles; where the last one was stopped, its best form so far."""
        index = 0
        with closing(self._puzzles(recipe, 0, set())) as puzzles:
            try:
                for made in puzzles:
                    yield made
                    index += 1
            except StoppedError as stop:
                (best,) = stop.args
                if not recipe.has_walkthrough:
                    yield Made(best.blank, best, hashed(best.facts), index=index)
                    warn(
                        "stopped: the last puzzle may have clues that it does not need"
                    )
                raise

    def _shown(self, recipe: Recipe, index: int, made: Made) -> str:
        """Return a puzzle as a line of JSON, in a notation, or as a drawing."""
        if self.as_json:
            return lines.line(recipe, made, with_solution=self.solution)
        name, puzzle = lines.name_of(recipe, made), made.blank
        usual = "text" if recipe.is_styled else puzzle.family.notations[0]
        notation = self.format_ or usual
        if notation != "text" or (self.format_ and not recipe.is_styled):
            shown = made.solved if self.solution else puzzle
            text = written(replace(shown, name=name), notation)
        else:
            text = f"% {puzzle.family.name} {name}\n"  # by which the drawing is read
            text = _title(name, made) if recipe.is_styled else text
            if self.solution:
                text += puzzle.text_with(made.solved, self.style)
            else:
                text += puzzle.text(self.style)
        return "\n" * (index > 0 and is_separate(notation)) + text


def _say_if_long(recipe: Recipe) -> None:
    """Warn of a size or a grade that is not made within seconds."""
    family, soon = recipe.family, recipe.family.made
    if soon and not soon.names((recipe.width, recipe.height), recipe.grade):
        sides = 1 if family.has_side else 2
        texts = [[*map(str, size)][:sides] for size in (soon.size, soon.largest)]
        low, high = map("x".join, texts)
        grades = f", of {low} {' or '.join(soon.grades)}" if soon.grades else ""
        known = f"made within seconds are sizes {low} to {high}{grades}"
        warn(f"{family.name}: {known}; this may take long, see --time-limit")


def _say_if_bare(made: Made) -> None:
    """Warn of a puzzle that needs no clue."""
    from galaxies_asp.families.making import lacks_taste  # loads clingo

    if lacks_taste(made.solved):
        warn("the board has one solution without any clue: give it a taste")


def _title(name: str, made: Made) -> str:
    puzzle = made.puzzle
    title = f"{name}: {counted(len(puzzle.centers), 'dot')}"
    if made.grade:
        title += f", {made.grade}"
    if made.walkthrough_effort is not None:
        title += f", effort {made.walkthrough_effort:.2f}"
    if made.techniques:
        steps = (f"{number} {name}" for name, number in made.techniques.items())
        title += f"\n{', '.join(steps)}"
    for notation in ("tatham", "puzzlink", "penpa"):
        with suppress(NotationError):
            return f"{title}\n{write(puzzle, notation)}"
    return f"{title}\n"
