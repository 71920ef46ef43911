"""`galaxies book`: puzzles on paper, with solutions at the back."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.book import problems
from galaxies_asp.book.booklet import Design, GradeStyle, Site, compose
from galaxies_asp.book.paging import PAPERS, PER_PAGE
from galaxies_asp.book.pdf_writer import check_ready, pdf, unusual_letters
from galaxies_asp.book.phrases import Phrases, phrases_of, shipped, template
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, Settings, command
from galaxies_asp.cli.inputs import Sources
from galaxies_asp.cli.output import ProgressBar, echo, warn, write_output
from galaxies_asp.cli.values import Choice, Keyed
from galaxies_asp.core.asp.encodings import title_of
from galaxies_asp.core.board.errors import (
    GalaxiesError,
    OptionError,
    OutputError,
    counted,
)
from galaxies_asp.core.board.fields import field_of
from galaxies_asp.families.sources import file_text
from galaxies_asp.generating.made import ALIKE, Likeness
from galaxies_asp.processes.sharing import executor

_NAMED = 10
"""The most pairs of boards whose likeness is named."""

_SITES: tuple[Site, ...] = ("tatham", "puzzlink")


def _instructions(_context: object, _option: object, name: str | None) -> str:
    try:
        return file_text(Path(name)) if name else ""
    except GalaxiesError as error:
        raise OptionError(f"{name}: {error}") from None


def _show_phrases(context: click.Context, _option: object, is_wanted: bool) -> None:
    if is_wanted:
        echo(template(), nl=False)
        context.exit()


_layout = Settings(
    "--layout",
    "Sheets and pages, as in paper=letter,per-page=2",
    Design,
    paper=Option(type=Keyed(PAPERS), help="a4, a5 or letter (a4)", default=None),
    in_large_print=Option("--large-print"),
    per_page=Option(type=Keyed({str(count): count for count in PER_PAGE})),
    **dict.fromkeys(("title", "author", "date", "instructions", "grades", "sites")),
    **dict.fromkeys(("with_rules", "with_effort", "with_hints", "with_names")),
    **dict.fromkeys(("with_solutions", "with_keys", "phrases")),
)


@command("book")
def book_command(
    *,
    sources: Sources,
    order: Annotated[problems.Order, "Order of the puzzles."] = "difficulty",
    output: Annotated[
        str | None,
        options.output_file(".pdf"),
        "Write to a PDF file (required); -: standard output.",
    ],
    rules: options.RulesOptions,
    add: Annotated[
        tuple[str, ...],
        Choice(["ambiguous", "effort", "hints", "keys", "names"]),
        "Also print puzzles with several solutions, marked; the effort beside the "
        "difficulty; hints before the solutions: where to look, then which technique "
        "or rules; answer keys of two marked rows at the back; names and sources.",
    ],
    omit: Annotated[
        tuple[str, ...],
        Choice(["rules", "solutions", *_SITES]),
        "Do not print the rules; the solutions; below each puzzle its game ID in Simon "
        "Tatham's collection; its address at puzz.link.",
    ],
    title: Annotated[str, field_of(Design, "title").note(str)] = "",
    author: Annotated[str, "Author on the title page."] = "",
    date: Annotated[str, "Date on the title page, as written."] = "",
    instructions: Annotated[
        str,
        Option(metavar="FILE", callback=_instructions),
        "A text for the first pages: paragraphs between empty lines; one that starts "
        "with # is a heading.",
    ] = "",
    grades: Annotated[GradeStyle, "Form of the difficulty."] = "stars",
    layout: Annotated[Design, _layout],
    phrases: Annotated[
        Phrases,
        Option(
            "--language",
            type=str,
            metavar="NAME|FILE",
            callback=lambda _context, _option, name: phrases_of(name),
            default="english",
        ),
        f"Language of the book: {', '.join(shipped())}, or a file of phrases.",
    ],
    jobs: options.Jobs,
    show_phrases: Annotated[
        bool,
        Option(is_eager=True, callback=_show_phrases),
        "Print the file of English phrases, to be translated, and exit.",
    ],
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
    if output is None:
        raise click.UsageError("give a file with -o")
    design = replace(
        layout,
        title=title,
        author=author,
        date=date,
        instructions=instructions,
        grades=grades,
        phrases=phrases,
        with_effort="effort" in add,
        with_hints="hints" in add,
        with_keys="keys" in add,
        with_names="names" in add,
        with_rules="rules" not in omit,
        with_solutions="solutions" not in omit,
        sites=tuple(site for site in _SITES if site not in omit),
    )
    path = Path(output)
    if output != "-" and path.suffix.lower() != ".pdf":
        raise click.UsageError(f"{path}: the name of a book ends in .pdf")
    if not path.parent.is_dir():
        raise OutputError(f"{path}: the folder {path.parent} does not exist")
    check_ready(design.font)
    unusual = unusual_letters(design.title + design.author + design.date)
    if unusual and not design.font:
        said = f"the default font cannot print {unusual!r}"
        warn(f"{said}; choose another one with --layout font=NAME")
    tasks = [problems.task(one.name, one, one.metadata, rules) for one in sources]
    if design.grades != "none" or design.with_effort or order == "difficulty":
        tasks = problems.to_be_rated(tasks, with_effort=design.with_effort)
    tasks = [replace(task, with_hints=design.with_hints) for task in tasks]
    if sources.faulty:
        return exits.DATA_ERROR
    progress = ProgressBar()
    try:
        solved = _solved(tasks, "ambiguous" in add, jobs, progress)
    except problems.UnfitError as error:
        hint = "\n--add ambiguous prints those with several" * error.ambiguous
        warn(f"{error}{hint}")
        return exits.NEGATIVE
    for problem in solved:
        if problem.remark:
            warn(problem.remark)
    for remark in islice(_alike(problems.in_order(solved, order)), _NAMED):
        warn(remark)
    without = sum(not problem.hints for problem in solved) * design.with_hints
    if without:
        number = f"{without} of {len(solved)} puzzles"
        warn(f"--add hints: {number} have none, as they have several solutions")
    progress("typesetting", 0)
    if not design.title:
        is_galaxies = all(problem.board is not None for problem in solved)
        title = design.phrases(f"title.{'galaxies' if is_galaxies else 'puzzles'}")
        design = replace(design, title=title)
    ordered = problems.in_order(solved, order)
    book = compose(ordered, design, title_of(rules.encoding))
    write_output(pdf(book), output)
    if missing := design.phrases.missing:
        lacking = counted(len(missing), "phrase")
        warn(f"the language lacks {lacking}, printed in English: {', '.join(missing)}")
    if book.smallest_cell < 2:  # they are hard to draw in
        said = f"some cells are only {book.smallest_cell:.1f} mm wide"
        warn(f"{said}; the largest boards are too large for this paper")
    return exits.ANSWERED


def _alike(ordered: list[problems.Problem]) -> Iterator[str]:
    """Yield which boards of a book resemble each other, in words."""
    boards = [
        (number, problem.sheet.name, Likeness.of(problem.board))
        for number, problem in enumerate(ordered, 1)
        if problem.board is not None
    ]
    for (one, name, dots), (other, second, those) in combinations(boards, 2):
        if (share := dots.to(those)) >= ALIKE:
            yield (
                f"puzzles {one} and {other} ({name}, {second}) resemble each other: "
                f"they share {share:.0%} of their dots, maybe turned or mirrored"
            )


def _solved(
    tasks: list[problems.Task],
    allow_ambiguous: bool,
    jobs: int,
    progress: ProgressBar,
) -> list[problems.Problem]:
    """Solve and rate the puzzles."""
    to_rate = sum(t.is_rated and (t.with_effort or not t.grade) for t in tasks)
    work = "solving and rating" if to_rate else "solving"

    def report(what: str, done: int, total: int | None) -> None:
        progress(f"{work} {what}", done, total)

    # Fewer than 8 puzzles take less time than worker processes to start.
    with executor(jobs if to_rate >= 8 else 1) as workers:
        return problems.prepare(
            tasks, allow_ambiguous=allow_ambiguous, executor=workers, report=report
        )
