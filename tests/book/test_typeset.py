"""Books as PDF: what stands on their pages."""

import io
import json
import sys
from dataclasses import replace

import pytest
from pypdf import PdfReader
from support.books import COLORED, SEVEN, everything, many, problems

from galaxies_asp.book.booklet import Booklet, Design, compose
from galaxies_asp.book.contents import contents, hint_sections
from galaxies_asp.book.paging import PAPERS
from galaxies_asp.book.pdf_writer import _drawn, pdf, unusual_letters
from galaxies_asp.book.phrases import phrases_of
from galaxies_asp.book.problems import PrintedHint, Problem
from galaxies_asp.core.board.errors import MissingLibraryError, OptionError
from galaxies_asp.core.board.grid import cell_at
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing.palette import INK, PALETTE, tint
from galaxies_asp.explaining.words.levels import Technique

FULL = Design(title="A full book", author="Ann", date="Spring", with_names=True)


WITH_HINTS = [
    Design(
        instructions="# Welcome", paper=PAPERS["a5"], with_hints=True, with_effort=True
    ),
    Design(
        instructions="# Welcome",
        in_large_print=True,
        with_hints=True,
        phrases=phrases_of("german"),
    ),
]


def with_hints() -> list[Problem]:
    """Return all kinds of puzzles, one with hints."""
    hint = PrintedHint(((1, 1), (2, 1)), Technique.WHAT_IF)
    return [replace(problem, hints=(hint,)) for problem in everything()]


def read(book: Booklet) -> PdfReader:
    return PdfReader(io.BytesIO(pdf(book)))


def pictures(book: Booklet) -> str:
    return json.dumps(contents(book), default=_drawn)


def links(reader: PdfReader) -> set[str]:
    actions = [
        note.get_object().get("/A", {})
        for page in reader.pages
        for note in page.get("/Annots", [])
    ]
    return {action["/URI"] for action in actions if "/URI" in action}


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
@pytest.mark.parametrize("per_page", [1, 4, 12])
def test_pages_of_the_pdf(paper: str, per_page: int) -> None:
    design = replace(FULL, paper=PAPERS[paper], per_page=per_page)
    book = compose(everything(), design)
    reader = read(book)
    front = 3 if paper == "a5" else 2  # the rules take a second small page
    back = len(book.puzzle_pages) + len(book.solution_pages)
    assert len(reader.pages) == front + back
    box = reader.pages[0].mediabox
    millimeters = [float(side) / 72 * 25.4 for side in (box.width, box.height)]
    assert millimeters == pytest.approx(
        [design.paper.width, design.paper.height], abs=0.1
    )
    for number, page in enumerate(reader.pages[1:], 2):
        assert page.extract_text().rstrip().endswith(str(number))


@pytest.mark.slow
def test_what_stands_in_the_pdf() -> None:
    book = compose(everything(), FULL)
    reader = read(book)
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("A full book", "Ann")
    pages = [page.extract_text() for page in reader.pages]
    for line in ("A full book", "Ann", "Spring", "8 puzzles from", "trivial to"):
        assert line in pages[0]
    assert all(word in pages[1] for word in ("The rules", "very hard", "puzz.link"))
    whole = "".join("".join(pages[2:]).split())
    for item in book.items:
        for text in (*item.notes, *(one.text for one in item.addresses)):
            assert "".join(text.split()) in whole
        assert {one.link for one in item.addresses} <= links(reader)
    assert "5*" in whole
    assert [entry["/Title"] for entry in reader.outline[-2:]] == [  # type: ignore[call-overload, index]
        "Puzzles",
        "Solutions",
    ]


def test_all_is_drawn_with_lines() -> None:
    reader = read(compose(everything(), FULL))
    assert not any(len(page.images) for page in reader.pages)


def test_numbers_lead_to_solutions_and_back() -> None:
    def jumps(with_solutions: bool) -> int:
        book = compose(many(3), Design(with_solutions=with_solutions, sites=()))
        return sum(len(page.get("/Annots", [])) for page in read(book).pages)

    assert jumps(with_solutions=True) == 6
    assert jumps(with_solutions=False) == 0


def test_the_same_book_has_the_same_bytes() -> None:
    book = compose(everything(), FULL)
    assert pdf(book) == pdf(compose(everything(), FULL))


def test_without_solutions_addresses_and_grades() -> None:
    design = Design(with_solutions=False, sites=(), grades="none")
    book = compose(many(4), design)
    reader = read(book)
    text = "".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == 3
    assert not links(reader)
    for word in ("puzz.link", "7x7", "Playing", "How hard", "Solutions"):
        assert word not in text


@pytest.mark.parametrize("grades", ["stars", "words", "none"])
def test_grades_are_shown(grades: str) -> None:
    book = compose(many(1), Design(grades=grades))  # type: ignore[arg-type]
    page = read(book).pages[2].extract_text()
    assert ("easy" in page) == (grades == "words")


@pytest.mark.slow
def test_an_address_that_is_too_long_is_a_link_all_the_same() -> None:
    side = 40
    dots = [cell_at(x, y) for x in range(side) for y in range(side)]
    book = compose(problems(Puzzle(side, side, dots)), Design())
    reader = read(book)
    assert "too long to be typed" in reader.pages[1].extract_text()
    assert {one.link for one in book.items[0].addresses} <= links(reader)


def test_colors_only_where_they_are_asked_for() -> None:
    gray, colored = (
        compose(many(1), Design(in_color=in_color)) for in_color in (False, True)
    )
    blue = PALETTE[0].web
    assert blue not in pictures(gray)
    assert blue in pictures(colored)
    assert pdf(gray) != pdf(colored)


def test_solutions_show_the_picture_of_black_and_white_dots() -> None:
    ink = tint(INK).web
    assert ink in pictures(compose(problems(COLORED), Design()))
    assert ink not in pictures(compose(problems(SEVEN), Design()))


def test_fonts() -> None:
    with pytest.raises(OptionError, match=r"no font 'Nope'; there are .*DejaVu"):
        pdf(compose(many(1), Design(font="Nope")))
    assert pdf(compose(many(1), Design(font="new computer modern"))).startswith(b"%PDF")
    assert unusual_letters("Ænigma Θ Галактики 12 (!) 数独") == "数独"


def test_titles_of_all_kinds() -> None:
    title = '#panic("x") $ * _ @ref <label> \\ " \u0007 \ud7ff'
    book = compose(many(1), Design(title=title, author="[#]", date="/* // "))
    assert '#panic("x") $ * _ @ref <label> \\' in read(book).pages[0].extract_text()


def test_a_long_title_takes_no_further_page() -> None:
    book = compose(many(1), Design(title="A long title " * 15, author="Ann " * 40))
    assert len(read(book).pages) == 4


def test_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingLibraryError, match=r"galaxies-asp\[pdf\]"):
        pdf(compose(many(1), Design()))


@pytest.mark.slow
@pytest.mark.parametrize("design", WITH_HINTS)
def test_hints_are_printed_before_solutions(design: Design) -> None:
    book = compose(with_hints(), design)
    text = "".join(page.extract_text() for page in read(book).pages)
    places = [text.index(title) for title, _, _ in hint_sections(book)]
    (solutions,) = (design.phrases("section.solutions"),)
    assert sorted(places) == places
    assert places[-1] < text.rindex(solutions)
