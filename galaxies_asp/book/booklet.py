"""A book as data: the contents of its pages, before typesetting.

The addresses are for playing a printed puzzle online.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from galaxies_asp.book.paging import (
    PAPERS,
    SOLUTIONS,
    Block,
    Page,
    Paper,
    paginate,
    puzzle_layout,
)
from galaxies_asp.book.phrases import Phrases, phrases_of
from galaxies_asp.book.problems import Problem
from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.palette import Shading
from galaxies_asp.core.drawing.position import MARGIN
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.notation import write

GradeStyle = Literal["stars", "words", "none"]
Site = Literal["tatham", "puzzlink"]

_PREFIXES: dict[Site, str] = {
    "tatham": "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/galaxies.html#",
    "puzzlink": "https://",
}
"""What comes before the printed text in the full link."""
_TATHAM_SIDE = 3
"""The shortest side of a board in the collection."""
LARGE_PRINT = 1.6
"""How much pages in large print are enlarged."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of a puzzle: the printed text and the full link."""

    site: Site
    text: str
    link: str


@dataclass(frozen=True, slots=True)
class Design:
    """The design of a book; without a font, one that the typesetting library has."""

    title: Annotated[
        str, "Title page (default: Galaxies; Puzzles, where there are others)."
    ] = "Galaxies"
    author: Annotated[str, "Author on the title page."] = ""
    date: Annotated[str, "Date on the title page, as written."] = ""
    paper: Annotated[Paper, "Paper size."] = PAPERS["a4"]
    in_large_print: Annotated[
        bool, f"Texts, lines and margins {LARGE_PRINT:g} times as large."
    ] = False
    per_page: Annotated[
        int,
        "Puzzles per page; fewer if their cells would be too small (default: 4; 1 in "
        "large print).",
    ] = 0
    instructions: Annotated[
        str,
        "A text for the first pages: paragraphs between empty lines; one that starts "
        "with # is a heading.",
    ] = ""
    with_rules: Annotated[bool, "Print the rules of each family and variant."] = True
    grades: Annotated[GradeStyle, "Form of the difficulty."] = "stars"
    with_effort: Annotated[bool, "Print the effort beside the difficulty."] = False
    with_hints: Annotated[
        bool,
        "Print hints before the solutions: where to look, then which technique or "
        "rules.",
    ] = False
    sites: Annotated[
        tuple[Site, ...],
        "Below each puzzle: its game ID in Simon Tatham's collection, its address at "
        "puzz.link, or both.",
    ] = ("tatham", "puzzlink")
    with_names: Annotated[bool, "Also print names and sources of puzzles."] = False
    with_solutions: Annotated[bool, "Print solutions at the back."] = True
    with_keys: Annotated[bool, "Print answer keys at the back."] = False
    in_color: Annotated[bool, "Color the solutions instead of gray."] = False
    font: Annotated[str, "An installed font."] = ""
    phrases: Phrases = field(default_factory=phrases_of)

    @property
    def scale(self) -> float:
        """How much pages are enlarged."""
        return LARGE_PRINT if self.in_large_print else 1.0

    @property
    def page(self) -> Paper:
        """The size of a page before it is enlarged."""
        return self.paper.reduced(self.scale)

    @property
    def shading(self) -> Shading:
        """The shading of the regions of solutions."""
        return "colors" if self.in_color else "grays"


@dataclass(frozen=True, slots=True)
class Item:
    """A problem with its number in the book, its pictures and the text below it.

    The label is the size, or the name of another family; the notes are the name and the
    hard steps, if they are printed.
    """

    number: int
    problem: Problem
    label: str
    notes: tuple[str, ...]
    addresses: tuple[Address, ...]
    scene: Scene
    solved: Scene


@dataclass(frozen=True)
class Booklet:
    """A book: its items in order, and the pages on which they stand."""

    design: Design
    items: tuple[Item, ...]
    puzzle_pages: tuple[Page, ...]
    solution_pages: tuple[Page, ...]
    rule: str = ""
    """A sentence about the rules of an encoding of the user; empty if there is none."""

    @property
    def problems(self) -> list[Problem]:
        """The problems in order."""
        return [item.problem for item in self.items]

    @property
    def smallest_cell(self) -> float:
        """The size in millimeters of the smallest cell of a puzzle."""
        cells = (placed.cell for page in self.puzzle_pages for placed in page.placed)
        return self.design.scale * min(cells)


def compose(problems: Sequence[Problem], design: Design, rule: str = "") -> Booklet:
    """Lay out a book with the problems in this order; the rule as in `Booklet`.

    Raises `GalaxiesError` if there is no problem, or a board is too large for paper.
    """
    if not problems:
        raise GalaxiesError("a book needs at least one puzzle")
    if rule:
        design = replace(design, sites=())  # they have the standard rules
    items = tuple(_item(*numbered, design) for numbered in enumerate(problems, 1))
    puzzles = [
        _block(i.scene, (*i.notes, *(one.text for one in i.addresses))) for i in items
    ]
    solutions = [_block(item.solved) for item in items if design.with_solutions]
    per_page = design.per_page or (1 if design.in_large_print else 4)
    return Booklet(
        design,
        items,
        tuple(paginate(puzzles, puzzle_layout(per_page), design.page)),
        tuple(paginate(solutions, SOLUTIONS, design.page)),
        rule,
    )


def _block(scene: Scene, texts: tuple[str, ...] = ()) -> Block:
    return Block(scene.box.width / 2 - MARGIN, scene.box.height / 2 - MARGIN, texts)


def _item(number: int, problem: Problem, design: Design) -> Item:
    sheet, board, say = problem.sheet, problem.board, design.phrases
    name, steps, links = "", "", tuple[Address, ...]()
    if design.with_names:
        given = (sheet.name, sheet.family.source_of(sheet.position))
        name = ", ".join(" ".join(text.split()) for text in given if text.strip())
    if design.with_effort and problem.grade is not None:
        steps = ", ".join(
            f"{count} × {say(f'needed.{technique.name.lower()}')}"
            for technique, count in problem.grade.techniques
        )
    if board is None:
        label = say.name(problem.family, sheet.family.heading())
    else:
        links = addresses(board, design.sites)
        label = f"{board.width} × {board.height}"
    scene, solved = (
        problem.scene(
            say(f"alt.{key}", number=number),
            say,
            is_solved=key == "solution",
            shading=design.shading,
        )
        for key in ("puzzle", "solution")
    )
    notes = tuple(filter(None, (name, steps)))
    return Item(number, problem, label, notes, links, scene, solved)


def addresses(puzzle: Puzzle, sites: Sequence[Site]) -> tuple[Address, ...]:
    """Return the addresses of the puzzle on the sites that support it."""
    found: list[Address] = []
    is_small = min(puzzle.width, puzzle.height) < _TATHAM_SIDE
    for site in sites if not puzzle.variants else ():  # they have the standard rules
        if site == "puzzlink" or not is_small:
            with suppress(NotationError):
                text = write(Position(puzzle), site).strip().removeprefix("https://")
                found.append(Address(site, text, _PREFIXES[site] + text))
    return tuple(found)
