"""`galaxies generate` and `picture`: puzzles with exactly one solution."""

import time
from collections.abc import Generator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command, is_given, refuse_options
from galaxies_asp.cli.inputs import FamilyName, say_ignored
from galaxies_asp.cli.output import (
    WRITABLE,
    ProgressBar,
    collected,
    echo,
    format_of,
    is_separate,
    print_drawing,
    warn,
    write_output,
    written,
)
from galaxies_asp.cli.recipe_options import REMOVED, RecipeOptions, puzzles_of
from galaxies_asp.cli.render import SUFFIXES, drawn, numbered_file
from galaxies_asp.cli.values import SIZE, Choice
from galaxies_asp.core.board.errors import NotationError, counted
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import LATTICES, SQUARE
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.making import lacks_taste
from galaxies_asp.families.registry import family_named
from galaxies_asp.families.thinning import StoppedError
from galaxies_asp.generating import lines
from galaxies_asp.generating.made import Made, hashed
from galaxies_asp.generating.making import NotReachedError
from galaxies_asp.generating.recipe import (
    BLACK,
    BlackShare,
    HoleNumber,
    Recipe,
    hexagonal_shape,
)
from galaxies_asp.generating.series import (
    TimeLimitError,
    game_ids,
    generate_with,
    has_game_ids,
)
from galaxies_asp.notation import write
from galaxies_asp.processes.files import make_folder

_FILES = SUFFIXES | {".json": "json", ".lp": "facts"}
_SUFFIX_OF = {kind: suffix[1:] for suffix, kind in _FILES.items()}


@dataclass(frozen=True, kw_only=True)
class Making:
    """Which puzzles are made, how many, how, and where they are written."""

    recipes: RecipeOptions
    count: Annotated[int, options.COUNT, "Number of puzzles."] = 1
    format_: Annotated[
        str | None, options.format_option([*SUFFIXES.values(), *WRITABLE])
    ]
    as_json: Annotated[bool, options.JSON, "Write JSON lines with metadata."]
    solution: Annotated[bool, "Include the solution."]
    output: Annotated[
        str | None,
        options.output_file(*options.PICTURES),
        "Write to a file, by its suffix or -f; pictures are numbered. FILE.jsonl and "
        "FOLDER/ get JSON lines until there are N puzzles.",
    ]
    sharing: options.Shared
    time_limit: Annotated[
        options.TimeLimit,
        "Wall-clock limit for the whole run; finished puzzles are kept.",
    ]
    quiet: options.Quiet

    @property
    def style(self) -> TextStyle:
        """How text is drawn."""
        return TextStyle(color=options.uses_color("auto"))

    def make(self, recipe: Recipe, before: int = 0) -> int:
        """Print the puzzles, or add their JSON lines to a file; return the exit code.

        `before`: how many puzzles of other recipes are printed before.
        """
        path = self._appended(recipe)
        named = {} if path or self.output in (None, "-") else _FILES
        if named and not self.format_:
            kind = format_of(self.output, named, "text")
            return replace(self, format_=kind).make(recipe, before)
        index, numbered = before, self.count > 1
        # Facts of other families do not say where another puzzle begins.
        alone = ("text",) if recipe.is_styled else ("text", "facts")
        try:
            if path is not None:
                self._add_all(recipe, path)
            elif self._is_painted or (named and self.format_ in alone):
                with closing(self._puzzles(recipe, 0, set())) as puzzles:
                    for number, made in enumerate(puzzles, 1):
                        shown = made.solved if self.solution else made.blank
                        shown = replace(shown, name=lines.name_of(recipe, made))
                        file = numbered_file(self.output, number * numbered)
                        write_output(self._content(recipe, shown), file)
            elif self._has_ids(recipe):
                with collected(self.output) as show:
                    for some in game_ids(recipe, self.count):
                        show("".join(f"{game_id}\n" for game_id in some))
            else:
                with (
                    collected(self.output) as show,
                    closing(self._puzzles(recipe, 0, set())) as puzzles,
                ):
                    for made in puzzles:
                        show(self._shown(recipe, index, made))
                        index += 1
        except NotReachedError as error:
            warn(error)
            return exits.NEGATIVE
        except StoppedError as stop:
            (best,) = stop.args
            if path is None and not recipe.has_walkthrough:
                made = Made(best.blank, best, hashed(best.facts), index=index)
                print_drawing(self._shown(recipe, index, made))
                warn("stopped: the last puzzle may have clues that it does not need")
            if self.time_limit is None:
                raise KeyboardInterrupt from None
            warn("the time limit was reached")
            return exits.LIMIT_REACHED
        except TimeLimitError:
            warn("the time limit was reached")
            return exits.LIMIT_REACHED
        return exits.ANSWERED

    @property
    def _is_painted(self) -> bool:
        return self.format_ in SUFFIXES.values() and self.format_ != "text"

    def _has_ids(self, recipe: Recipe) -> bool:
        """Tell whether game IDs alone are asked for, which are made many at a time."""
        is_usual = self.format_ == "tatham" and not self.as_json
        is_shared = self.time_limit is not None or self.sharing.scheduler is not None
        return is_usual and not is_shared and has_game_ids(recipe)

    def _content(self, recipe: Recipe, sheet: AnySheet) -> str | bytes:
        """Return what a file of one puzzle holds; a text can be read again."""
        kind = self.format_ or ""
        if self._is_painted or (recipe.is_styled and recipe.lattice == SQUARE):
            return drawn(sheet, kind, self.style)
        usual = sheet.family.notations[0]
        if kind == "text" and usual != "text" and not sheet.omitted(usual):
            return sheet.written(usual)
        facts, drawing = sheet.written("facts"), sheet.text(PLAIN)
        if kind == "facts" or drawing == facts:
            return facts
        lines = (f"% {line}".rstrip() for line in drawing.splitlines())
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
                        line = lines.line(recipe, made, with_solution=self.solution)
                        file.add(line)
                        total += 1
            finally:
                if not self.quiet:
                    new = f"{total - start:,} new"
                    echo(f"{path}: {counted(total, 'puzzle')}, {new}", err=True)

    def _puzzles(self, recipe: Recipe, start: int, seen: set[str]) -> Generator[Made]:
        """Yield the puzzles that are missing, several by workers; show progress."""
        progress, missing = ProgressBar(self.quiet), max(0, self.count - start)
        done, attempts = start, 0

        def report(what: str, number: int, total: int | None) -> None:
            progress(f"{number} {what}; puzzles", done, self.count)

        limit, sharing = self.time_limit, self.sharing
        is_shared = sharing.is_shared and (missing > 1 or sharing.scheduler is not None)
        is_alone = limit is None and not is_shared
        with nullcontext() if is_alone else sharing.workers(most=missing) as executor:
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
                is_first = done == 0 and not (self.quiet or recipe.is_styled)
                if is_first and lacks_taste(made.solved):
                    warn("the board has one solution without any clue: give it a taste")
                yield made
                done, attempts = done + 1, attempts + made.attempt + 1
                progress(f"{attempts} attempts; puzzles", done, self.count)

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
            text = _title(name, made) if recipe.is_styled else f"{name}\n"
            if self.solution:
                text += puzzle.text_with(made.solved, self.style)
            else:
                text += puzzle.text(self.style)
        return "\n" * (index > 0 and is_separate(notation)) + text


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
    for notation in ("tatham", "puzzlink"):
        with suppress(NotationError):
            return f"{title}\n{write(puzzle, notation)}"
    return f"{title}\n"


@command("generate", REMOVED)
def generate_command(
    *,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Lattice of the cells: square, or hexagonal."
    ] = SQUARE.name,
    black: BlackShare = 0.0,
    holes: HoleNumber = 0,
    shape: Annotated[
        options.File,
        "A text with # for cells and . for holes, or an image; replaces --size.",
    ],
    size: Annotated[
        tuple[int, int],
        Option(type=SIZE, default="10x10"),
        "Columns and rows; one number is a square, or the side of a hexagon.",
    ],
    rules: options.MixedRules,
    family: FamilyName,
    run: Making,
) -> int:
    """Generate puzzles with exactly 1 solution, each proven and verified.

    The same options give the same puzzles in the same order, whatever the number of
    processes. With -o, the same command continues an interrupted run.

    Under other rules (--with quarter-turn, -e mine.lp) puzzles are sampled from the
    encoding itself; these take no style. Puzzles of other families,
    as in --family ring-ring --size 6x5, take a grade, or the size of the
    largest reason in their walkthrough; the size of fences is the number of steps from
    the middle of the board to its border.
    """
    chosen = family_named(family) if family else GALAXIES
    if chosen != GALAXIES:
        refuse_options(
            lambda name: name not in _OF_ALL_FAMILIES, "puzzles of Galaxies only"
        )
    say_ignored(chosen, rules.encoding)
    rows = None
    if shape is not None:
        if is_given("size"):
            raise click.UsageError("--shape has a size of its own; leave out --size")
        from galaxies_asp.cli.cover import pixels_of  # rarely needed

        _, pixels = pixels_of(shape, None)
        rows = tuple(map(tuple, (pixels == BLACK).tolist()))
    elif lattice != SQUARE.name and size[0] == size[1]:
        rows = hexagonal_shape(size[0])
    if rows is not None:
        size = len(rows[0]), len(rows)
    return run.make(
        run.recipes.recipe(
            *size,
            black=black,
            holes=holes,
            shape=rows,
            rules=rules,
            lattice=LATTICES[lattice],
            family=chosen,
        )
    )


_OF_ALL_FAMILIES = {
    *("family", "size", "seed", "count", "format_", "as_json", "solution", "output"),
    *("quiet", "grade", "attempts", "time_limit", "jobs", "scheduler"),
    *("dots", "pattern", "effort"),
}
"""The parameters that have an effect on puzzles of all families."""


@command("picture", REMOVED)
def picture_command(
    *,
    each: Annotated[bool, "A puzzle for each letter; -o names a folder."],
    width: Annotated[int | None, Range(1), "Columns of an image."],
    height: Annotated[int | None, Range(1), "Rows of an image."],
    threshold: Annotated[
        int | None,
        Range(0, 255),
        "Darker pixels are black (default: the best separation of the pixels).",
    ],
    margin: Annotated[
        int,
        Range(0, 255),
        "Pixels within this distance of the threshold may become either.",
    ] = 0,
    by_dots: Annotated[
        bool, "Draw with black dots, one in each black pixel, instead of regions."
    ],
    invert: Annotated[bool, "Exchange black and white."],
    preview: Annotated[bool, "Print the picture as a text; make no puzzle."],
    file: options.PictureFile,
    text: Annotated[
        str | None,
        options.WORD,
        "Letters and digits as the picture, in place of FILE.",
    ],
    rules: options.MixedRules,
    run: Making,
) -> int:
    """Make a puzzle whose black dots, or their regions, draw a picture.

    FILE is an image, SVG, or a text with # for black, . for white and ? for either.
    `galaxies render --solution` draws the solution. By default, the longer side of an
    image becomes 30 cells.
    """
    from galaxies_asp.cli.cover import pixels_of
    from galaxies_asp.generating.picture import drawn_by_dots, to_text

    if each and text is None:
        raise click.UsageError("--each needs the letters of --text")
    image = {"width": width, "height": height, "threshold": threshold, "margin": margin}
    words = dict.fromkeys((text or "").upper().replace(" ", "")) if each else [text]
    codes: list[int] = []
    for word in words:
        _, picture = pixels_of(file, word, inverted=invert, **image)
        if preview:
            echo(to_text(picture), nl=False)
            continue
        rows, columns = picture.shape
        if by_dots:
            picture = drawn_by_dots(picture)
        pixels = tuple(map(tuple, picture.tolist()))
        one = run
        if each and run.output not in (None, "-"):  # a file for each letter
            folder = Path(run.output or "")
            make_folder(folder)
            suffix = f".{_SUFFIX_OF.get(run.format_ or '', 'txt')}"
            name = f"{word}{suffix if run.format_ else '.jsonl'}"
            one = replace(run, output=str(folder / name))
        recipe = run.recipes.recipe(columns, rows, picture=pixels, rules=rules)
        codes.append(one.make(recipe, before=len(codes)))
    return exits.worst(codes)
