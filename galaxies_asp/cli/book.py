"""`galaxies book`: puzzles on paper, with solutions at the back."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.asp.encodings import title_of
from galaxies_asp.board.errors import GalaxiesError, OptionError, OutputError
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.book.booklet import LARGE_PRINT, Design, Site, compose
from galaxies_asp.book.grades import Rating
from galaxies_asp.book.latex_writer import latex
from galaxies_asp.book.paging import PAPERS, PER_PAGE
from galaxies_asp.book.pdf_writer import check_ready, pdf, unusual_letters
from galaxies_asp.book.phrases import phrases_of, shipped, template
from galaxies_asp.book.problems import (
    Order,
    Problem,
    Task,
    UnfitError,
    in_order,
    prepare,
    task,
    to_be_rated,
)
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.decoding import decoded
from galaxies_asp.cli.output import Progress, format_of
from galaxies_asp.cli.values import Choice
from galaxies_asp.notation import MAX_CHARACTERS
from galaxies_asp.processes.files import read_file
from galaxies_asp.processes.sharing import Sharing

_FORMATS = {".pdf": "pdf", ".tex": "latex"}
_SITES: dict[str, tuple[Site, ...]] = {
    "both": ("tatham", "puzzlink"),
    "tatham": ("tatham",),
    "puzzlink": ("puzzlink",),
    "none": (),
}
_SHARED_FROM = 8
"""The number of puzzles to rate from which worker processes pay off."""
_FINE = 2.0
"""Millimeters; smaller cells are hard to draw in."""


def _show_phrases(context: click.Context, _option: object, is_wanted: bool) -> None:
    if is_wanted:
        click.echo(template(), nl=False)
        context.exit()


_design_options = options.grouped(
    "design",
    Design,
    click.option(
        "--title",
        default="",
        help="Title page (default: Galaxies; Puzzles, where there are others).",
    ),
    click.option("--author", default="", help="Author on the title page."),
    click.option("--date", default="", help="Date on the title page, as written."),
    click.option(
        "--paper",
        type=Choice(list(PAPERS)),
        callback=lambda _ctx, _option, name: PAPERS[name],
        default="a4",
        show_default=True,
        help="Paper size.",
    ),
    click.option(
        "--two-up",
        "is_two_up",
        is_flag=True,
        help="Two pages side by side on each sheet, for printing.",
    ),
    click.option(
        "--large-print",
        "in_large_print",
        is_flag=True,
        help=f"Texts, lines and margins {LARGE_PRINT:g} times as large.",
    ),
    click.option(
        "--per-page",
        type=Choice([str(count) for count in PER_PAGE]),
        callback=lambda _ctx, _option, count: int(count or 0),
        help="Puzzles per page; fewer if their cells would be too small (default: 4; 1 "
        "in large print).",
    ),
    click.option(
        "--instructions",
        default="",
        metavar="FILE",
        callback=lambda _ctx, _option, name: name and _text_of(name),
        help="A text for the first pages: paragraphs between empty lines; one that "
        "starts with # is a heading.",
    ),
    click.option(
        "--rules/--no-rules",
        "with_rules",
        default=True,
        help="Print the rules, a page for each family and variant.",
    ),
    click.option(
        "--grades",
        type=Choice(["stars", "words", "none"]),
        default="stars",
        show_default=True,
        help="Form of the difficulty.",
    ),
    click.option(
        "--effort",
        "with_effort",
        is_flag=True,
        help="Print the effort beside the difficulty.",
    ),
    click.option(
        "--hints",
        "with_hints",
        is_flag=True,
        help="Print hints before the solutions: where to look, then which technique.",
    ),
    click.option(
        "--ids",
        "sites",
        type=Choice(list(_SITES)),
        callback=lambda _ctx, _option, name: _SITES[name],
        default="both",
        show_default=True,
        help="Below each puzzle: its game ID in Simon Tatham's collection, its address "
        "at puzz.link, or both.",
    ),
    click.option(
        "--names",
        "with_names",
        is_flag=True,
        help="Also print names and sources of puzzles.",
    ),
    click.option(
        "--solutions/--no-solutions",
        "with_solutions",
        default=True,
        help="Print solutions at the back.",
    ),
    click.option(
        "--in-color",
        is_flag=True,
        help="Color the solutions instead of shading them gray.",
    ),
    click.option("--font", default="", metavar="FAMILY", help="An installed font."),
    click.option(
        "--language",
        "phrases",
        default="english",
        show_default=True,
        metavar="NAME|FILE",
        callback=lambda _ctx, _option, name: phrases_of(name),
        help=f"Language of the book: {', '.join(shipped())}, or a file of phrases.",
    ),
)


@on_puzzles(
    "book",
    options.output_option("Write to a file: book.pdf, or book.tex for LaTeX."),
    options.format_option(
        list(_FORMATS.values()), "Format (default: by the suffix of -o)"
    ),
    options.rules_options,
    _design_options,
    click.option(
        "--order",
        type=Choice(["difficulty", "given", "size"]),
        default="difficulty",
        show_default=True,
        help="Order of the puzzles.",
    ),
    click.option(
        "--rating",
        type=Choice(["walkthrough", "outline"]),
        help="Method of rating: both give the same grade; walkthrough is slow, but "
        "also measures the effort without what-ifs (default: unless a board has over "
        "256 cells).",
    ),
    click.option(
        "--allow-ambiguous",
        is_flag=True,
        help="Also print puzzles with several solutions; they are marked.",
    ),
    options.sharing_options(),
    options.quiet_option,
    click.option(
        "--show-phrases",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_phrases,
        help="Print the file of English phrases, to be translated, and exit.",
    ),
    with_metadata=True,
)
def command(
    run: Run,
    design: Design,
    order: Order,
    rating: Rating | None,
    allow_ambiguous: bool,
) -> int:
    """Make a book of puzzles, easy ones first, with their solutions at the back.

    Each puzzle is solved, and rejected if it does not have exactly 1 solution. Its
    difficulty is the field `difficulty` of its JSON object, which is checked; without
    this field the puzzle is rated, which takes most of the time. With `--grades none`
    and another order, puzzles are not rated.

    Puzzles of other families are printed with their pictures, and not rated.

    Each variant and family has its page of rules. An encoding of yours is named by its
    title, the first comment of the file.

    Equal puzzles and options give equal PDF files.
    """
    format_ = run.format_ or format_of(run.output, _FORMATS)
    folder = Path(run.output or "-").parent
    if not folder.is_dir():
        raise OutputError(f"{run.output}: the folder {folder} does not exist")
    if format_ == "pdf":
        _check_typesetting(design)
    tasks = [
        task(entry.name, entry.puzzle, getattr(entry, "metadata", {}), run.rules)
        for entry in run.sources
    ]
    if design.grades != "none" or design.with_effort or order == "difficulty":
        tasks = to_be_rated(tasks, rating, with_effort=design.with_effort)
    tasks = [replace(task, with_hints=design.with_hints) for task in tasks]
    if run.sources.faulty:
        return exits.DATA_ERROR
    progress = run.progress()
    try:
        problems = _prepared(tasks, allow_ambiguous, run.sharing, progress)
    except UnfitError as error:
        progress.clear()
        hint = "\n--allow-ambiguous prints those with several" * error.ambiguous
        click.echo(f"galaxies: {error}{hint}", err=True)
        return exits.NEGATIVE
    progress.clear()
    for problem in problems:
        if problem.remark:
            click.echo(f"galaxies: {problem.remark}", err=True)
    progress("typesetting", 0)
    if not design.title:
        is_galaxies = all(isinstance(problem.puzzle, Puzzle) for problem in problems)
        title = design.phrases(f"title.{'galaxies' if is_galaxies else 'puzzles'}")
        design = replace(design, title=title)
    book = compose(in_order(problems, order), design, title_of(run.rules.encoding))
    data = pdf(book) if format_ == "pdf" else latex(book)
    progress.clear()
    run.write(data)
    if missing := design.phrases.missing:
        note = f"galaxies: printed in English, as {len(missing)} phrases are missing: "
        click.echo(note + ", ".join(missing), err=True)
    if book.smallest_cell < _FINE:
        click.echo(
            f"galaxies: some cells are only {book.smallest_cell:.1f} mm wide; the "
            "largest boards are too large for this paper",
            err=True,
        )
    return exits.ANSWERED


def _text_of(name: str) -> str:
    try:
        return decoded(read_file(Path(name), MAX_CHARACTERS))
    except GalaxiesError as error:
        raise OptionError(f"{name}: {error}") from None


def _check_typesetting(design: Design) -> None:
    check_ready(design.font)
    unusual = unusual_letters(design.title + design.author + design.date)
    if unusual and not design.font:
        click.echo(
            f"galaxies: the default font cannot print {unusual!r}; choose another "
            "one with --font",
            err=True,
        )


def _prepared(
    tasks: list[Task], allow_ambiguous: bool, sharing: Sharing, progress: Progress
) -> list[Problem]:
    to_rate = sum(task.rating == "walkthrough" and task.grade is None for task in tasks)
    work = "solving and rating" if to_rate else "solving"

    def report(what: str, done: int, total: int | None) -> None:
        progress(f"{work} {what}", done, total)

    is_shared = to_rate >= _SHARED_FROM
    with sharing.executor() if is_shared else nullcontext() as executor:
        return prepare(
            tasks, allow_ambiguous=allow_ambiguous, executor=executor, report=report
        )
