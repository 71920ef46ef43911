"""A book as PDF, typeset by typst; `book.typ` has the layout, this module the data."""

import json
import unicodedata
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from galaxies_asp.board.errors import GalaxiesError, MissingLibraryError, OptionError
from galaxies_asp.book import lesson, words
from galaxies_asp.book.booklet import Booklet, Item
from galaxies_asp.book.paging import LINE, RIM, Page, Paper, PlacedBlock
from galaxies_asp.drawing.position import MARGIN
from galaxies_asp.drawing.scene import Scene
from galaxies_asp.drawing.svg import clean, paint

Data = dict[str, Any]

_FONTS_SHOWN = 8
_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "HEBREW")


def pdf(book: Booklet) -> bytes:
    """Typeset a book.

    The same book gives the same bytes, unless it asks for a font of the system.

    Raises `MissingLibraryError` if typst is not installed. Raises `OptionError` if the
    font is not known.
    """
    check_ready(book.design.font)
    import typst  # optional

    place = files("galaxies_asp.book")
    template = place.joinpath("book.typ").read_bytes()
    options: Any = {"ignore_system_fonts": not book.design.font}
    inputs = {"book": json.dumps(_book(book))}
    try:
        document: bytes = typst.compile(
            template, None, format="pdf", sys_inputs=inputs, **options
        )
        if book.design.is_two_up:
            said = typst.query(template, "<pages>", sys_inputs=inputs, **options)
            document = _two_up(
                document, json.loads(said)[0]["value"], book.design.paper
            )
    except typst.TypstError as error:
        raise GalaxiesError(f"typst cannot set this book: {error.message}") from None
    return document


def _two_up(document: bytes, pages: int, paper: Paper) -> bytes:
    """Return the document with two pages on each sheet."""
    import typst  # optional

    sheet = {"pages": pages, "width": paper.height, "height": paper.width}
    with TemporaryDirectory() as folder:
        Path(folder, "book.pdf").write_bytes(document)
        template = files("galaxies_asp.book").joinpath("two-up.typ").read_bytes()
        Path(folder, "two-up.typ").write_bytes(template)
        sheets: bytes = typst.compile(
            Path(folder, "two-up.typ"),
            format="pdf",
            sys_inputs={"sheet": json.dumps(sheet)},
        )
    return sheets


def check_ready(font: str) -> None:
    """Check that books can be typeset with a font.

    An empty name stands for the font that comes with typst. Raises
    `MissingLibraryError` or `OptionError` as `pdf` does.
    """
    try:
        import typst  # optional
    except ImportError:
        raise MissingLibraryError(
            "a book as PDF needs the library typst: pip install 'galaxies-asp[pdf]'; "
            "one as LaTeX (.tex) does without"
        ) from None
    families = {family.lower(): family for family in typst.Fonts().families()}
    if font and font.lower() not in families:
        first = font.lower()[:3]
        like = [name for key, name in families.items() if key.startswith(first)]
        some = ", ".join((like or sorted(families.values()))[:_FONTS_SHOWN])
        raise OptionError(f"there is no font {font!r}; there are {some}, ...")


def unusual_letters(text: str) -> str:
    """Return the letters for which the font that comes with typst has no shapes."""
    letters = (c for c in text if c.isalpha())
    return "".join(
        c for c in letters if unicodedata.name(c, "").split(" ")[0] not in _SCRIPTS
    )


def _book(book: Booklet) -> Data:
    design, say = book.design, book.design.phrases
    cover, cell = lesson.cover(book.problems, design)
    sections = ("puzzles", "solutions")
    return {
        "title": clean(design.title),
        "author": clean(design.author),
        "date": clean(design.date),
        "font": design.font,
        "grades": design.grades,
        "linked": design.with_solutions,
        "paper": asdict(design.page),
        "scale": design.scale,
        "cover": {
            "summary": words.summary(book),
            "picture": _drawn(cover, cell),
        },
        "instructions": [(head, clean(p)) for head, p in words.instructions(book)],
        "rules": [_rules(book, page) for page in words.rules_pages(book)],
        "legend": {"title": say("legend.title"), "levels": words.legend(book)},
        "playing": {"title": say("playing.title"), "words": words.playing(book)},
        "words": {name: say(f"section.{name}") for name in sections},
        "puzzles": [_page(book, page, False) for page in book.puzzle_pages],
        "hints": words.hint_sections(book),
        "solutions": [_page(book, page, True) for page in book.solution_pages],
    }


def _rules(book: Booklet, page: words.RulesPage) -> Data:
    sizes = lesson.sizes(page.panels, book.design.page)
    return {
        "title": page.title,
        "rules": page.rules,
        "example": book.design.phrases("example.title"),
        "gutter": lesson.GUTTER,
        "panels": [
            {"picture": _drawn(scene, cell), "caption": caption, "width": width}
            for (scene, caption), (width, cell) in zip(page.panels, sizes, strict=True)
        ],
    }


def _page(book: Booklet, page: Page, is_solved: bool) -> Data:
    return {
        "columns": page.grid.columns,
        "slot": page.slot,
        "gap": page.layout.gap,
        "heading": page.layout.heading,
        "above_lines": page.layout.above_lines,
        "line": LINE,
        "width": page.width,
        "entries": [
            _entry(book, book.items[placed.index], placed, is_solved)
            for placed in page.placed
        ],
    }


def _entry(book: Booklet, item: Item, placed: PlacedBlock, is_solved: bool) -> Data:
    grade = item.problem.grade
    return {
        "number": item.number,
        "mark": "" if item.problem.is_unique else words.AMBIGUOUS,
        "size": item.label,
        "level": grade.level if grade else 0,
        "word": words.grade(book, grade) if grade else "",
        "effort": words.effort(book, item.problem),
        "picture": _drawn(item.solved if is_solved else item.scene, placed.cell),
        "texts": [
            {"lines": lines, "link": link}
            for lines, link in zip(placed.lines, item.links, strict=not is_solved)
        ],
    }


def _drawn(scene: Scene, cell: float) -> Data:
    """Return a picture, trimmed to the border of the board."""
    return {
        "svg": paint(scene),
        "alt": clean(scene.title),
        "width": scene.box.width * cell / 2,
        "trim": (MARGIN - RIM) * cell / 2,
    }
