"""`galaxies book`: puzzles on paper, with solutions at the back."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from galaxies_asp.book.addresses import Site
from galaxies_asp.book.booklet import Booklet, Design, GradeStyle, compose
from galaxies_asp.book.grades import Rating
from galaxies_asp.book.latex import latex
from galaxies_asp.book.paging import PAPERS, PER_PAGE
from galaxies_asp.book.pdf import check_ready, pdf, unusual_letters
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
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import from_option, inputs_argument
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.processes.pool import executor_of

_FORMATS = {".pdf": "pdf", ".tex": "latex"}
_SITES: dict[str, tuple[Site, ...]] = {
    "both": ("tatham", "puzzlink"),
    "tatham": ("tatham",),
    "puzzlink": ("puzzlink",),
    "none": (),
}
_SHARED_FROM = 8
"""So many puzzles to be rated are shared out; fewer do not repay the start."""
_FINE = 2.0
"""Smaller cells, in millimetres, are hard to draw in."""


@click.command(name="book")
@inputs_argument
@click.option("-o", "--output", metavar="FILE", help="book.pdf, or book.tex for LaTeX.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(_FORMATS.values())),
    help="What to write; by default as the output's name says.",
)
@click.option("--title", default="Galaxies", show_default=True)
@click.option("--author", default="", help="For the title page.")
@click.option("--date", default="", help="For the title page, in any form.")
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True
)
@click.option(
    "--per-page",
    type=click.Choice([str(count) for count in PER_PAGE]),
    default="4",
    show_default=True,
    help="Puzzles a page; fewer where their cells would be too small.",
)
@click.option(
    "--order",
    type=click.Choice(["difficulty", "given", "size"]),
    default="difficulty",
    show_default=True,
)
@click.option(
    "--rating",
    type=click.Choice(["walkthrough", "outline"]),
    help="How to rate puzzles: an outline calls moderate what is easier, a walkthrough "
    "does not, but is slow, and the default only if no board has over 256 cells.",
)
@click.option(
    "--grades",
    type=click.Choice(["stars", "words", "none"]),
    default="stars",
    show_default=True,
    help="How to show the difficulty of a puzzle.",
)
@click.option(
    "--ids",
    type=click.Choice(list(_SITES)),
    default="both",
    show_default=True,
    help="Below each puzzle, its game ID in Simon Tatham's collection, its address at "
    "puzz.link, or both.",
)
@click.option("--names", is_flag=True, help="Print names and sources of puzzles, too.")
@click.option("--solutions/--no-solutions", default=True, help="At the back.")
@click.option("--in-color", is_flag=True, help="Color the solutions (default: gray).")
@click.option("--font", default="", metavar="FAMILY", help="A font of your system.")
@click.option(
    "--allow-ambiguous",
    is_flag=True,
    help="Print puzzles with several solutions, too; they are marked.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="Share the work of rating puzzles (default: as there are cores).",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@from_option
def command(
    inputs: tuple[str, ...],
    output: str | None,
    form: str | None,
    title: str,
    author: str,
    date: str,
    paper: str,
    per_page: str,
    order: Order,
    rating: Rating | None,
    grades: GradeStyle,
    ids: str,
    names: bool,
    solutions: bool,
    in_color: bool,
    font: str,
    allow_ambiguous: bool,
    processes: int | None,
    quiet: bool,
    from_: str | None,
) -> int:
    """Make a book of puzzles, easy ones first, with their solutions at the back.

    Each puzzle is solved, and refused if it does not have exactly one solution. Its
    difficulty is the field `difficulty` of its JSON object, where it is there; else it
    is found out here, which takes by far the longest. With `--grades none` and another
    order, none is needed.

    The same puzzles and options give the same PDF, byte by byte.
    """
    form = form or _form_of(output)
    _check_place(output)
    design = Design(
        title=title,
        author=author,
        date=date,
        paper=PAPERS[paper],
        per_page=int(per_page),
        grades=grades,
        sites=_SITES[ids],
        with_names=names,
        with_solutions=solutions,
        in_color=in_color,
        font=font,
    )
    if form == "pdf":
        _check_typesetting(design)
    sources = Inputs(inputs, from_, with_metadata=True)
    tasks = [task(one.name, one.position.puzzle, one.metadata) for one in sources]
    if grades != "none" or order == "difficulty":
        tasks = to_be_rated(tasks, rating)
    if sources.faulty:
        return exits.DATA_ERROR
    with _progress(quiet) as progress:
        try:
            problems = _prepared(tasks, allow_ambiguous, processes, progress)
        except UnfitError as error:
            progress.clear()
            hint = "\n--allow-ambiguous prints those with several" * error.ambiguous
            click.echo(f"galaxies: {error}{hint}", err=True)
            return exits.NEGATIVE
        progress.show("typesetting")
        book = compose(in_order(problems, order), design)
        data = pdf(book) if form == "pdf" else latex(book)
    write_output(data, output)
    _warn(book)
    return exits.ANSWERED


def _form_of(output: str | None) -> str:
    if output in (None, "-"):
        raise click.UsageError(
            "name the book's file with -o book.pdf or -o book.tex; or say with "
            "--format what goes to standard output"
        )
    suffix = Path(output or "").suffix.lower()
    if suffix not in _FORMATS:
        known = " and ".join(_FORMATS)
        raise click.UsageError(
            f"{output}: the name ends in none of {known}; say with --format what to "
            "write"
        )
    return _FORMATS[suffix]


def _check_place(output: str | None) -> None:
    """Raise GalaxiesError where there is no folder for the book, before any work."""
    if output in (None, "-"):
        return
    folder = Path(output or "").parent
    if not folder.is_dir():
        raise GalaxiesError(f"{output}: there is no folder {folder}")


def _check_typesetting(design: Design) -> None:
    check_ready(design.font)
    unusual = unusual_letters(design.title + design.author + design.date)
    if unusual and not design.font:
        click.echo(
            f"galaxies: the usual font cannot print {unusual!r}; name another one with "
            "--font",
            err=True,
        )


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    progress = Progress(quiet)
    try:
        yield progress
    finally:
        progress.clear()


def _prepared(
    tasks: list[Task],
    allow_ambiguous: bool,
    processes: int | None,
    progress: Progress,
) -> list[Problem]:
    to_rate = sum(task.rating == "walkthrough" for task in tasks)
    if processes is None:
        processes = os.cpu_count() or 1
    work = "solving and rating" if to_rate else "solving"

    def report(what: str, done: int, total: int | None) -> None:
        progress.report(f"{work} {what}", done, total)

    with executor_of(processes if to_rate >= _SHARED_FROM else 1) as executor:
        return prepare(
            tasks, allow_ambiguous=allow_ambiguous, executor=executor, report=report
        )


def _warn(book: Booklet) -> None:
    if book.smallest_cell < _FINE:
        click.echo(
            f"galaxies: some cells are only {book.smallest_cell:.1f} mm wide; the "
            "largest boards are too large for this paper",
            err=True,
        )
