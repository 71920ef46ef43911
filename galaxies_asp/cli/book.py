"""`galaxies book`: puzzles on paper, with solutions at the back."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.book import problems
from galaxies_asp.book.booklet import Design, Site, compose
from galaxies_asp.book.paging import PAPERS, PER_PAGE
from galaxies_asp.book.pdf_writer import check_ready, pdf, unusual_letters
from galaxies_asp.book.phrases import phrases_of, shipped, template
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.inputs import file_text
from galaxies_asp.cli.output import Progress, echo, warn
from galaxies_asp.cli.values import Choice, Keyed
from galaxies_asp.core.asp.encodings import title_of
from galaxies_asp.core.board.errors import (
    GalaxiesError,
    OptionError,
    OutputError,
    counted,
)
from galaxies_asp.core.board.puzzle import Puzzle

_SITES: dict[str, tuple[Site, ...]] = {
    "both": ("tatham", "puzzlink"),
    "tatham": ("tatham",),
    "puzzlink": ("puzzlink",),
    "none": (),
}


def _instructions(_context: object, _option: object, name: str) -> str:
    try:
        return name and file_text(Path(name))
    except GalaxiesError as error:
        raise OptionError(f"{name}: {error}") from None


def _show_phrases(context: click.Context, _option: object, is_wanted: bool) -> None:
    if is_wanted:
        echo(template(), nl=False)
        context.exit()


_design_options = options.grouped(
    "design",
    Design,
    options.option(
        *("--title", "TEXT"),
        "Title page (default: Galaxies; Puzzles, where there are others).",
        default="",
    ),
    *options.declared(
        Design,
        *("author", "date", "grades", "in_color", "font"),
        is_two_up="--two-up",
        in_large_print="--large-print",
        with_rules="--rules/--no-rules",
        with_effort="--effort",
        with_hints="--hints",
        with_names="--names",
        with_solutions="--solutions/--no-solutions",
    ),
    options.option("--paper", Keyed(PAPERS), "Paper size.", default="a4"),
    options.option(
        *("--per-page", Choice([str(count) for count in PER_PAGE])),
        "Puzzles per page; fewer if their cells would be too small (default: 4; 1 in "
        "large print).",
        callback=lambda _ctx, _option, count: int(count or 0),
    ),
    options.option(
        *("--instructions", "FILE"),
        "A text for the first pages: paragraphs between empty lines; one that starts "
        "with # is a heading.",
        callback=_instructions,
        default="",
    ),
    options.option(
        *("--ids", Keyed(_SITES)),
        "Below each puzzle: its game ID in Simon Tatham's collection, its address at "
        "puzz.link, or both.",
        default="both",
        parameter="sites",
    ),
    options.option(
        *("--language", "NAME|FILE"),
        f"Language of the book: {', '.join(shipped())}, or a file of phrases.",
        callback=lambda _ctx, _option, name: phrases_of(name),
        default="english",
        parameter="phrases",
    ),
)


@on_puzzles(
    "book",
    options.output_option("Write to a PDF file (required); -: standard output."),
    "rules",
    _design_options,
    options.sharing_options(),
    "quiet",
    options.option(
        "--show-phrases",
        "Print the file of English phrases, to be translated, and exit.",
        is_eager=True,
        expose_value=False,
        callback=_show_phrases,
        default=False,
    ),
)
def command(
    run: Run,
    design: Design,
    order: Annotated[problems.Order, "Order of the puzzles."] = "difficulty",
    rating: Annotated[
        problems.Rating | None,
        "Method of rating: both give the same grade; walkthrough is slow, but "
        "also measures the effort without what-ifs (default: unless a board has over "
        "256 cells).",
    ] = None,
    allow_ambiguous: Annotated[
        bool, "Also print puzzles with several solutions; they are marked."
    ] = False,
) -> int:
    """Make a book of puzzles, easy ones first, with their solutions at the back.

    Each puzzle is solved, and rejected if it does not have exactly 1 solution. Its
    difficulty is the field `difficulty` of its JSON object, which is checked; without
    this field the puzzle is rated, which takes most of the time. With `--grades none`
    and another order, puzzles are not rated.

    Puzzles of other families are printed with their pictures, and not rated.

    Each variant and family has its page of rules. An encoding of yours is named by its
    title, the first comment of the file.

    Equal puzzles and options give equal files.
    """
    if run.output is None:
        raise click.UsageError("give a file with -o")
    path = Path(run.output)
    if run.output != "-" and path.suffix.lower() != ".pdf":
        raise click.UsageError(f"{path}: the name of a book ends in .pdf")
    if not path.parent.is_dir():
        raise OutputError(f"{path}: the folder {path.parent} does not exist")
    check_ready(design.font)
    unusual = unusual_letters(design.title + design.author + design.date)
    if unusual and not design.font:
        said = f"the default font cannot print {unusual!r}"
        warn(f"{said}; choose another one with --font")
    tasks = [
        problems.task(entry.name, entry.puzzle, entry.metadata, run.rules)
        for entry in run.sources
    ]
    if design.grades != "none" or design.with_effort or order == "difficulty":
        tasks = problems.to_be_rated(tasks, rating, with_effort=design.with_effort)
    tasks = [replace(task, with_hints=design.with_hints) for task in tasks]
    if run.sources.faulty:
        return exits.DATA_ERROR
    progress = run.progress()
    try:
        solved = _solved(tasks, allow_ambiguous, run, progress)
    except problems.UnfitError as error:
        hint = "\n--allow-ambiguous prints those with several" * error.ambiguous
        warn(f"{error}{hint}")
        return exits.NEGATIVE
    for problem in solved:
        if problem.remark:
            warn(problem.remark)
    without = sum(not problem.hints for problem in solved) * design.with_hints
    if without:
        number = f"{without} of {len(solved)} puzzles"
        warn(f"--hints: {number} have none, as they have several solutions")
    progress("typesetting", 0)
    if not design.title:
        is_galaxies = all(isinstance(problem.puzzle, Puzzle) for problem in solved)
        title = design.phrases(f"title.{'galaxies' if is_galaxies else 'puzzles'}")
        design = replace(design, title=title)
    ordered = problems.in_order(solved, order)
    book = compose(ordered, design, title_of(run.rules.encoding))
    run.write(pdf(book))
    if missing := design.phrases.missing:
        lacking = counted(len(missing), "phrase")
        warn(f"the language lacks {lacking}, printed in English: {', '.join(missing)}")
    if book.smallest_cell < 2:  # they are hard to draw in
        said = f"some cells are only {book.smallest_cell:.1f} mm wide"
        warn(f"{said}; the largest boards are too large for this paper")
    return exits.ANSWERED


def _solved(
    tasks: list[problems.Task], allow_ambiguous: bool, run: Run, progress: Progress
) -> list[problems.Problem]:
    """Solve and rate the puzzles."""
    to_rate = sum(task.rating == "walkthrough" and task.grade is None for task in tasks)
    work = "solving and rating" if to_rate else "solving"

    def report(what: str, done: int, total: int | None) -> None:
        progress(f"{work} {what}", done, total)

    is_shared = to_rate >= 8  # fewer take less time than worker processes to start
    with run.sharing.executor() if is_shared else nullcontext() as executor:
        return problems.prepare(
            tasks, allow_ambiguous=allow_ambiguous, executor=executor, report=report
        )
