r"""A book as a LaTeX document with TikZ pictures; `book.tex` is its preamble.

The document is complete: pdflatex makes a PDF of it, and needs nothing else. With
characters beyond those of European languages, take xelatex or lualatex.
"""

from collections.abc import Iterator
from importlib.resources import files

from galaxies_asp.book import lesson, words
from galaxies_asp.book.booklet import Booklet, Item
from galaxies_asp.book.paging import LINE, RIM, SOLUTIONS, Page, PlacedBlock
from galaxies_asp.drawing.scene import Scene
from galaxies_asp.drawing.tikz import escaped, paint


def latex(book: Booklet) -> str:
    """Write the document."""
    preamble = files("galaxies_asp.book").joinpath("book.tex").read_text("utf-8")
    lines = [
        r"\RequirePackage{fix-cm}  % fonts of all sizes",
        r"\documentclass[11pt]{article}",
        *_lengths(book),
        preamble,
        f"\\hypersetup{{pdftitle={{{escaped(book.design.title)}}},"
        f"pdfauthor={{{escaped(book.design.author)}}}}}",
        r"\linkedtrue" if book.design.with_solutions else r"\linkedfalse",
        r"\begin{document}",
        *_title(book),
        *_lesson(book),
        *_section(book, words.PUZZLES, book.puzzle_pages, is_solved=False),
        *_section(book, words.SOLUTIONS, book.solution_pages, is_solved=True),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _lengths(book: Booklet) -> Iterator[str]:
    """Yield the lengths of the layout as commands."""
    paper, puzzles = book.design.paper, book.puzzle_pages[0].layout
    yield (
        f"\\usepackage[paperwidth={paper.width}mm,paperheight={paper.height}mm,"
        f"hmargin={paper.side}mm,top={paper.top}mm,bottom={paper.bottom}mm]{{geometry}}"
    )
    for name, length in (
        ("puzzleheading", puzzles.heading),
        ("solutionheading", SOLUTIONS.heading),
        ("abovelines", puzzles.above_lines),
        ("lineheight", LINE),
    ):
        yield f"\\newcommand{{\\{name}}}{{{length}mm}}"


def _title(book: Booklet) -> Iterator[str]:
    design = book.design
    summary = r"\\".join(map(escaped, words.summary(book.problems)))
    yield f"\\booktitle{{{escaped(design.title)}}}{{{summary}}}{{%"
    cover = lesson.cover_scene(book.problems, design.shading)
    yield _drawn(cover, lesson.COVER_CELL)
    yield f"}}{{{escaped(design.author)}}}{{{escaped(design.date)}}}"


def _lesson(book: Booklet) -> Iterator[str]:
    problems = book.problems
    yield r"\thispagestyle{norule}"
    yield _heading(words.RULES)
    yield r"\begin{rules}"
    yield from (f"\\item {escaped(rule)}" for rule in words.rules(problems, book.rule))
    yield r"\end{rules}"
    if panels := list(_panels(book)):
        yield _heading(words.EXAMPLE)
        yield "\\hfill\n".join(panels) + r"\par"
    levels = words.legend(problems) if book.design.grades != "none" else []
    if levels:
        yield _heading(words.LEGEND)
        starred = book.design.grades == "stars"
        yield f"\\begin{{tabular}}{{@{{}}{'l' * (2 + starred)}@{{}}}}"
        for level, word, meaning in levels:
            stars = f"\\stars{{{level}}} & " if starred else ""
            yield f"{stars}\\textit{{{word}}} & {meaning} \\\\"
        yield r"\end{tabular}\par"
    playing = words.playing(book.sites, is_cut=book.is_cut)
    if playing:
        yield _heading(words.PLAYING)
        yield escaped(playing)
    yield r"\newpage"


def _heading(text: str) -> str:
    return f"\\bookheading{{{text}}}"


def _panels(book: Booklet) -> Iterator[str]:
    width = lesson.panel_width(book.design.paper)
    cell = width / (lesson.EXAMPLE.width + RIM)
    for scene in lesson.panel_scenes(book.problems):
        drawing = _drawn(scene, cell)
        yield f"\\panel{{{width:.2f}}}{{%\n{drawing}\n}}{{{escaped(scene.title)}}}"


def _section(
    book: Booklet, name: str, pages: tuple[Page, ...], *, is_solved: bool
) -> Iterator[str]:
    for number, page in enumerate(pages):
        first, last = page.placed[0].index + 1, page.placed[-1].index + 1
        numbers = str(first) if first == last else f"{first}--{last}"
        yield f"\\head{{{escaped(book.design.title)}}}{{{name} {numbers}}}%"
        if number == 0:
            yield f"\\pdfbookmark[0]{{{name}}}{{{name}}}%"
        yield from _rows(book, page, is_solved=is_solved)
        yield r"\newpage"


def _rows(book: Booklet, page: Page, *, is_solved: bool) -> Iterator[str]:
    width, height = page.slot
    columns = page.grid.columns
    for start in range(0, len(page.placed), columns):
        if start:
            yield f"\\vspace{{{page.layout.gap:.2f}mm}}%"
        yield f"\\slotrow{{{height:.2f}}}{{%"
        for column, placed in enumerate(page.placed[start : start + columns]):
            if column:
                yield f"\\hspace{{{page.layout.gap:.2f}mm}}%"
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
        shown = grade.word
    size = escaped(item.problem.label)
    yield f"\\puzzle{_number(item, page)}{{{size}}}{{{shown}}}{{%"
    yield _drawn(item.scene, placed.cell)
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
    yield _drawn(item.solved, placed.cell)
    yield "}%"


def _number(item: Item, page: Page) -> str:
    mark = "" if item.problem.is_unique else words.AMBIGUOUS
    return f"{{{item.number}}}{{{mark}}}{{{page.width:.2f}}}"


def _drawn(scene: Scene, cell: float) -> str:
    return paint(scene, cell / 20).rstrip("\n") + "%"
