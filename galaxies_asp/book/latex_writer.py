r"""A book as a LaTeX document with TikZ pictures; `book.tex` is its preamble.

The document is complete: pdflatex makes a PDF of it, and needs nothing else. With
characters beyond those of European languages, take xelatex or lualatex.
"""

from collections.abc import Iterator
from importlib.resources import files

from galaxies_asp.book import lesson, words
from galaxies_asp.book.booklet import Booklet, Design, Item
from galaxies_asp.book.paging import LINE, SOLUTIONS, Page, PlacedBlock
from galaxies_asp.drawing.scene import Scene
from galaxies_asp.drawing.tikz import escaped, paint

_IN_A_COLUMN = 30
"""More hints take two columns."""


def latex(book: Booklet) -> str:
    """Write the document."""
    preamble = files("galaxies_asp.book").joinpath("book.tex").read_text("utf-8")
    design = book.design
    lines = [
        r"\RequirePackage{fix-cm}  % fonts of all sizes",
        r"\documentclass[11pt]{article}",
        *_lengths(book),
        preamble,
        f"\\hypersetup{{pdftitle={{{escaped(design.title)}}},"
        f"pdfauthor={{{escaped(design.author)}}}}}",
        *_two_up(design),
        r"\linkedtrue" if design.with_solutions else r"\linkedfalse",
        r"\begin{document}",
        *_title(book),
        *_instructions(book),
        *_lesson(book),
        *_section(book, "puzzles", book.puzzle_pages, is_solved=False),
        *_hints(book),
        *_section(book, "solutions", book.solution_pages, is_solved=True),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _lengths(book: Booklet) -> Iterator[str]:
    """Yield the lengths of the layout as commands."""
    puzzles, scale = book.puzzle_pages[0].layout, book.design.scale
    paper = book.design.page.reduced(1 / scale)
    yield (
        f"\\usepackage[paperwidth={paper.width:g}mm,paperheight={paper.height:g}mm,"
        f"hmargin={paper.side:g}mm,top={paper.top:g}mm,bottom={paper.bottom:g}mm]"
        "{geometry}"
    )
    yield f"\\newcommand{{\\percent}}{{{round(100 * scale)}}}"
    for name, length in (
        ("puzzleheading", puzzles.heading),
        ("solutionheading", SOLUTIONS.heading),
        ("abovelines", puzzles.above_lines),
        ("lineheight", LINE),
    ):
        yield f"\\newcommand{{\\{name}}}{{{length}\\unit}}"


def _two_up(design: Design) -> Iterator[str]:
    if design.is_two_up:
        paper = design.paper
        yield r"\usepackage{pgfpages}"
        yield (
            f"\\pgfpagesuselayout{{2 on 1}}[physical paper width={paper.height}mm,"
            f"physical paper height={paper.width}mm]"
        )


def _title(book: Booklet) -> Iterator[str]:
    design = book.design
    summary = r"\\".join(map(escaped, words.summary(book)))
    yield f"\\booktitle{{{escaped(design.title)}}}{{{summary}}}{{%"
    yield _drawn(*lesson.cover(book.problems, design), book)
    yield f"}}{{{escaped(design.author)}}}{{{escaped(design.date)}}}"


def _instructions(book: Booklet) -> Iterator[str]:
    if paragraphs := words.instructions(book):
        yield r"\thispagestyle{norule}"
        for is_heading, paragraph in paragraphs:
            text = escaped(paragraph)
            yield _heading(text) if is_heading else f"{text}\\par\\vspace{{2.5\\unit}}"
        yield r"\newpage"


def _lesson(book: Booklet) -> Iterator[str]:
    notes = list(_notes(book))
    for page in words.rules_pages(book):
        yield r"\thispagestyle{norule}"
        yield _heading(escaped(page.title))
        yield r"\begin{rules}"
        yield from (f"\\item {escaped(rule)}" for rule in page.rules)
        yield r"\end{rules}"
        if page.panels:
            yield _heading(escaped(book.design.phrases("example.title")))
            yield from _panels(book, page)
        yield from (*notes, r"\newpage")
        notes = []
    yield from (*notes, r"\newpage") if notes else ()


def _notes(book: Booklet) -> Iterator[str]:
    """Yield what the stars and the lines below the boards mean."""
    say = book.design.phrases
    if levels := words.legend(book):
        yield _heading(escaped(say("legend.title")))
        starred = book.design.grades == "stars"
        for level, word, meaning in levels:
            stars = f"\\stars{{{level}}}\\hspace{{3\\unit}}" if starred else ""
            yield f"\\level{{{stars}\\textit{{{escaped(word)}}}}}{{{escaped(meaning)}}}"
    if playing := words.playing(book):
        yield _heading(escaped(say("playing.title")))
        yield escaped(playing) + r"\par"


def _heading(text: str) -> str:
    return f"\\bookheading{{{text}}}"


def _panels(book: Booklet, page: words.RulesPage) -> Iterator[str]:
    sizes = lesson.sizes(page.panels, book.design.page)
    columns = int(book.design.page.body[0] / sizes[0][0])
    for index, (panel, (width, cell)) in enumerate(
        zip(page.panels, sizes, strict=True)
    ):
        drawing = _drawn(panel.scene, cell, book)
        yield f"\\panel{{{width:.2f}}}{{%\n{drawing}\n}}{{{escaped(panel.caption)}}}%"
        is_last = (index + 1) % columns == 0
        yield (
            r"\par\vspace{3\unit}" if is_last else f"\\hspace{{{lesson.GUTTER}\\unit}}%"
        )
    yield r"\par"


def _hints(book: Booklet) -> Iterator[str]:
    for title, explanation, entries in words.hint_sections(book):
        yield r"\thispagestyle{norule}"
        yield _heading(escaped(title))
        is_long = len(entries) > _IN_A_COLUMN
        begin, end = r"\begin{multicols}{2}", r"\end{multicols}"
        yield escaped(explanation) + r"\par\vspace{2\unit}" + begin * is_long
        for number, text in entries:
            yield f"\\hint{{{number}}}{{{escaped(text)}}}"
        yield end * is_long + r"\newpage"


def _section(
    book: Booklet, name: str, pages: tuple[Page, ...], *, is_solved: bool
) -> Iterator[str]:
    for number, page in enumerate(pages):
        first, last = page.placed[0].index + 1, page.placed[-1].index + 1
        numbers = str(first) if first == last else f"{first}--{last}"
        title = escaped(book.design.phrases(f"section.{name}"))
        yield f"\\head{{{escaped(book.design.title)}}}{{{title} {numbers}}}%"
        if number == 0:
            yield f"\\pdfbookmark[0]{{{title}}}{{{name}}}%"
        yield from _rows(book, page, is_solved=is_solved)
        yield r"\newpage"


def _rows(book: Booklet, page: Page, *, is_solved: bool) -> Iterator[str]:
    width, height = page.slot
    columns = page.grid.columns
    for start in range(0, len(page.placed), columns):
        if start:
            yield f"\\vspace{{{page.layout.gap:.2f}\\unit}}%"
        yield f"\\slotrow{{{height:.2f}}}{{%"
        for column, placed in enumerate(page.placed[start : start + columns]):
            if column:
                yield f"\\hspace{{{page.layout.gap:.2f}\\unit}}%"
            yield f"\\slot{{{width:.2f}}}{{%"
            block = _solution if is_solved else _puzzle
            yield from block(book, book.items[placed.index], page, placed)
            yield "}%"
        yield "}"


def _puzzle(
    book: Booklet, item: Item, page: Page, placed: PlacedBlock
) -> Iterator[str]:
    grade = item.problem.grade
    shown = ""
    if grade and book.design.grades == "stars":
        shown = f"\\stars{{{grade.level}}}"
    elif grade and book.design.grades == "words":
        shown = escaped(words.grade(book, grade))
    if effort := words.effort(book, item.problem):
        shown = f"{{\\normalfont\\color{{black!65}}{escaped(effort)}}} {shown}"
    size = escaped(item.label)
    yield f"\\puzzle{_number(item, page)}{{{size}}}{{{shown}}}{{%"
    yield _drawn(item.scene, placed.cell, book)
    yield "}{%"
    for lines, link in zip(placed.lines, item.links, strict=True):
        for line in map(escaped, lines):
            if link:
                url = link.replace("%", r"\%").replace("#", r"\#")
                line = f"\\href{{{url}}}{{{line}}}"
            yield f"\\below{{{line}}}%"
    yield "}%"


def _solution(
    book: Booklet, item: Item, page: Page, placed: PlacedBlock
) -> Iterator[str]:
    yield f"\\solution{_number(item, page)}{{%"
    yield _drawn(item.solved, placed.cell, book)
    yield "}%"


def _number(item: Item, page: Page) -> str:
    mark = "" if item.problem.is_unique else words.AMBIGUOUS
    return f"{{{item.number}}}{{{mark}}}{{{page.width:.2f}}}"


def _drawn(scene: Scene, cell: float, book: Booklet) -> str:
    return paint(scene, book.design.scale * cell / 20).rstrip("\n") + "%"
