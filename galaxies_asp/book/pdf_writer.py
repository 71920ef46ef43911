"""A book as PDF, typeset by typst; `book.typ` has the layout, this module the data."""

import json
import unicodedata
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from galaxies_asp.board.errors import GalaxiesError, MissingLibraryError, OptionError
from galaxies_asp.book import lesson, words
from galaxies_asp.book.booklet import Booklet, Item
from galaxies_asp.book.paging import LINE, RIM, Page, PlacedBlock
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

    template = files("galaxies_asp.book").joinpath("book.typ").read_bytes()
    try:
        document: bytes = typst.compile(
            template,
            format="pdf",
            sys_inputs={"book": json.dumps(_book(book))},
            ignore_system_fonts=not book.design.font,
        )
    except typst.TypstError as error:
        raise GalaxiesError(f"typst cannot set this book: {error.message}") from None
    return document


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
    design = book.design
    cover = lesson.cover_scene(book.problems, design.shading)
    return {
        "title": clean(design.title),
        "author": clean(design.author),
        "date": clean(design.date),
        "font": design.font,
        "grades": design.grades,
        "linked": design.with_solutions,
        "paper": asdict(design.paper),
        "cover": {
            "summary": words.summary(book.problems),
            "picture": _drawn(cover, lesson.COVER_CELL),
        },
        "lesson": _lesson(book),
        "words": {"puzzles": words.PUZZLES, "solutions": words.SOLUTIONS},
        "puzzles": [_page(book, page, False) for page in book.puzzle_pages],
        "solutions": [_page(book, page, True) for page in book.solution_pages],
    }


def _lesson(book: Booklet) -> Data:
    problems = book.problems
    levels = words.legend(problems) if book.design.grades != "none" else []
    cell = lesson.panel_width(book.design.paper) / (lesson.EXAMPLE.width + RIM)
    return {
        "title": words.RULES,
        "rules": list(words.rules(problems, book.rule)),
        "example": {
            "title": words.EXAMPLE,
            "gutter": lesson.GUTTER,
            "panels": [
                {"picture": _drawn(scene, cell), "caption": scene.title}
                for scene in lesson.panel_scenes(problems)
            ],
        },
        "legend": {"title": words.LEGEND, "levels": levels},
        "playing": {
            "title": words.PLAYING,
            "words": words.playing(book.sites, is_cut=book.is_cut),
        },
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
            _entry(book.items[placed.index], placed, is_solved)
            for placed in page.placed
        ],
    }


def _entry(item: Item, placed: PlacedBlock, is_solved: bool) -> Data:
    grade = item.problem.grade
    return {
        "number": item.number,
        "mark": "" if item.problem.is_unique else words.AMBIGUOUS,
        "size": item.problem.label,
        "level": grade.level if grade else 0,
        "word": grade.word if grade else "",
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
