r"""A book as a LaTeX document with TikZ pictures; `book.tex` is its preamble.

The document is complete: pdflatex makes a PDF of it, and needs nothing else. With
characters beyond those of European languages, take xelatex or lualatex.
"""

from collections.abc import Callable, Iterator
from importlib.resources import files

from galaxies_asp.book.booklet import Booklet
from galaxies_asp.book.contents import Data, Picture, contents
from galaxies_asp.book.paging import LINE, SOLUTIONS
from galaxies_asp.drawing.tikz import escaped, paint

_IN_A_COLUMN = 30
"""More hints take two columns."""


def latex(book: Booklet) -> str:
    """Write the document."""
    return "\n".join(_Writer(book).lines()) + "\n"


class _Writer:
    def __init__(self, book: Booklet) -> None:
        self._book, self._design = book, book.design
        self._contents = contents(book)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the document; some are several lines."""
        design, parts = self._design, self._contents
        title, author, date = map(escaped, (design.title, design.author, design.date))
        yield r"\RequirePackage{fix-cm}  % fonts of all sizes"
        yield r"\documentclass[11pt]{article}"
        yield from self._lengths()
        yield files("galaxies_asp.book").joinpath("book.tex").read_text("utf-8")
        yield f"\\hypersetup{{pdftitle={{{title}}},pdfauthor={{{author}}}}}"
        if design.is_two_up:
            yield r"\usepackage{pgfpages}"
            yield (
                "\\pgfpagesuselayout{2 on 1}"
                f"[physical paper width={design.paper.height}mm,"
                f"physical paper height={design.paper.width}mm]"
            )
        yield r"\linkedtrue" if design.with_solutions else r"\linkedfalse"
        yield r"\begin{document}"
        summary = r"\\".join(map(escaped, parts["cover"]["summary"]))
        yield f"\\booktitle{{{title}}}{{{summary}}}{{%"
        yield self._drawn(parts["cover"]["picture"])
        yield f"}}{{{author}}}{{{date}}}"
        if parts["instructions"]:
            yield r"\thispagestyle{norule}"
            for is_heading, text in parts["instructions"]:
                paragraph = f"{escaped(text)}\\par\\vspace{{2.5\\unit}}"
                yield _heading(text) if is_heading else paragraph
            yield r"\newpage"
        yield from self._rules()
        yield from self._section("puzzles", self._puzzle)
        yield from self._hints()
        yield from self._section("solutions", self._solution)
        yield r"\end{document}"

    def _lengths(self) -> Iterator[str]:
        """Yield the lengths of the layout as commands."""
        puzzles, scale = self._book.puzzle_pages[0].layout, self._design.scale
        paper = self._design.page.reduced(1 / scale)
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

    def _rules(self) -> Iterator[str]:
        """Yield the pages of rules; on the first one, what stars and lines mean."""
        notes = list(self._notes())
        for page in self._contents["rules"]:
            yield r"\thispagestyle{norule}"
            yield _heading(page["title"])
            yield r"\begin{rules}"
            yield from (f"\\item {escaped(rule)}" for rule in page["rules"])
            yield r"\end{rules}"
            if page["panels"]:
                yield _heading(page["example"])
                yield from self._panels(page)
            yield from (*notes, r"\newpage")
            notes = []
        if notes:
            yield from (*notes, r"\newpage")

    def _notes(self) -> Iterator[str]:
        legend, playing = self._contents["legend"], self._contents["playing"]
        starred = self._design.grades == "stars"
        if legend["levels"]:
            yield _heading(legend["title"])
        for level, word, meaning in legend["levels"]:
            stars = f"\\stars{{{level}}}\\hspace{{3\\unit}}" if starred else ""
            yield f"\\level{{{stars}\\textit{{{escaped(word)}}}}}{{{escaped(meaning)}}}"
        if playing["words"]:
            yield _heading(playing["title"])
            yield escaped(playing["words"]) + r"\par"

    def _panels(self, page: Data) -> Iterator[str]:
        gutter = f"\\hspace{{{page['gutter']}\\unit}}%"
        columns = int(self._design.page.body[0] / page["panels"][0]["width"])
        for number, panel in enumerate(page["panels"], 1):
            drawing, caption = self._drawn(panel["picture"]), escaped(panel["caption"])
            yield f"\\panel{{{panel['width']:.2f}}}{{%\n{drawing}\n}}{{{caption}}}%"
            yield gutter if number % columns else r"\par\vspace{3\unit}"
        yield r"\par"

    def _hints(self) -> Iterator[str]:
        for title, explanation, entries in self._contents["hints"]:
            yield r"\thispagestyle{norule}"
            yield _heading(title)
            is_long = len(entries) > _IN_A_COLUMN
            begin, end = r"\begin{multicols}{2}", r"\end{multicols}"
            yield escaped(explanation) + r"\par\vspace{2\unit}" + begin * is_long
            for number, text in entries:
                yield f"\\hint{{{number}}}{{{escaped(text)}}}"
            yield end * is_long + r"\newpage"

    def _section(
        self, name: str, block: Callable[[Data, str], Iterator[str]]
    ) -> Iterator[str]:
        """Yield the pages of puzzles or solutions: rows of slots with blocks."""
        title = escaped(self._contents["words"][name])
        for page in self._contents[name]:
            entries, columns = page["entries"], page["columns"]
            first, last = entries[0]["number"], entries[-1]["number"]
            numbers = str(first) if first == last else f"{first}--{last}"
            yield f"\\head{{{escaped(self._design.title)}}}{{{title} {numbers}}}%"
            if first == 1:
                yield f"\\pdfbookmark[0]{{{title}}}{{{name}}}%"
            width, height = page["slot"]
            for index, entry in enumerate(entries):
                column = index % columns
                if index and not column:
                    yield f"}}\n\\vspace{{{page['gap']:.2f}\\unit}}%"
                if not column:
                    yield f"\\slotrow{{{height:.2f}}}{{%"
                else:
                    yield f"\\hspace{{{page['gap']:.2f}\\unit}}%"
                yield f"\\slot{{{width:.2f}}}{{%"
                number = f"{{{entry['number']}}}{{{entry['mark']}}}"
                yield from block(entry, f"{number}{{{page['width']:.2f}}}")
                yield "}%"
            yield "}\n\\newpage"

    def _puzzle(self, entry: Data, number: str) -> Iterator[str]:
        shown = ""
        if entry["level"] and self._design.grades == "stars":
            shown = f"\\stars{{{entry['level']}}}"
        elif self._design.grades == "words":
            shown = escaped(entry["word"])
        if entry["effort"]:
            effort = escaped(entry["effort"])
            shown = f"{{\\normalfont\\color{{black!65}}{effort}}} {shown}"
        yield f"\\puzzle{number}{{{escaped(entry['size'])}}}{{{shown}}}{{%"
        yield self._drawn(entry["picture"])
        yield "}{%"
        for text in entry["texts"]:
            for line in map(escaped, text["lines"]):
                if text["link"]:
                    url = text["link"].replace("%", r"\%").replace("#", r"\#")
                    line = f"\\href{{{url}}}{{{line}}}"
                yield f"\\below{{{line}}}%"
        yield "}%"

    def _solution(self, entry: Data, number: str) -> Iterator[str]:
        yield f"\\solution{number}{{%"
        yield self._drawn(entry["picture"])
        yield "}%"

    def _drawn(self, picture: Picture) -> str:
        unit = self._design.scale * picture.cell / 20
        return paint(picture.scene, unit).rstrip("\n") + "%"


def _heading(text: str) -> str:
    return f"\\bookheading{{{escaped(text)}}}"
