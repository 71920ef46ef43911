r"""A book as a LaTeX document with TikZ pictures; `book.tex` is its preamble.

The document is complete: pdflatex makes a PDF of it, and needs nothing else. With
characters beyond those of European languages, take xelatex or lualatex.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files

from galaxies_asp.book.booklet import Booklet
from galaxies_asp.book.contents import Data, Picture, contents
from galaxies_asp.book.paging import LINE, SOLUTIONS
from galaxies_asp.core.drawing.tikz import escaped, paint

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
        yield _command("hypersetup", f"pdftitle={{{title}}},pdfauthor={{{author}}}")
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
        picture = self._drawn(parts["cover"]["picture"])
        yield _command("booktitle", title, summary, picture, author, date)
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
        yield _command("newcommand", r"\percent", round(100 * scale))
        for name, length in (
            ("puzzleheading", puzzles.heading),
            ("solutionheading", SOLUTIONS.heading),
            ("abovelines", puzzles.above_lines),
            ("lineheight", LINE),
        ):
            yield _command("newcommand", f"\\{name}", rf"{length}\unit")

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
            stars = _command("stars", level) + r"\hspace{3\unit}" if starred else ""
            name = stars + _command("textit", escaped(word))
            yield _command("level", name, escaped(meaning))
        if playing["words"]:
            yield _heading(playing["title"])
            yield escaped(playing["words"]) + r"\par"

    def _panels(self, page: Data) -> Iterator[str]:
        gutter = f"\\hspace{{{page['gutter']}\\unit}}%"
        columns = int(self._design.page.body[0] / page["panels"][0]["width"])
        for number, panel in enumerate(page["panels"], 1):
            drawing, caption = self._drawn(panel["picture"]), escaped(panel["caption"])
            yield _command("panel", f"{panel['width']:.2f}", drawing, caption) + "%"
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
                yield _command("hint", number, escaped(text))
            yield end * is_long + r"\newpage"

    def _section(
        self, name: str, block: Callable[[Data], Sequence[str]]
    ) -> Iterator[str]:
        """Yield the pages of puzzles or solutions: rows of slots with blocks."""
        title = escaped(self._contents["words"][name])
        for page in self._contents[name]:
            entries, columns = page["entries"], page["columns"]
            first, last = entries[0]["number"], entries[-1]["number"]
            numbers = str(first) if first == last else f"{first}--{last}"
            running = escaped(self._design.title), f"{title} {numbers}"
            yield _command("head", *running) + "%"
            if first == 1:
                yield _command("pdfbookmark[0]", title, name) + "%"
            lengths = (*page["slot"], page["gap"], page["width"])
            across, height, gap, width = (f"{length:.2f}" for length in lengths)
            rows, kind = [], name.removesuffix("s")
            for start in range(0, len(entries), columns):
                slots = []
                for entry in entries[start : start + columns]:
                    head = entry["number"], entry["mark"], width
                    content = f"%\n{_command(kind, *head, *block(entry))}%\n"
                    slots.append(_command("slot", across, content) + "%\n")
                row = f"\\hspace{{{gap}\\unit}}%\n".join(slots)
                rows.append(_command("slotrow", height, f"%\n{row}") + "\n")
            yield f"\\vspace{{{gap}\\unit}}%\n".join(rows) + r"\newpage"

    def _puzzle(self, entry: Data) -> Sequence[str]:
        grade = ""
        if entry["level"] and self._design.grades == "stars":
            grade = _command("stars", entry["level"])
        elif self._design.grades == "words":
            grade = escaped(entry["word"])
        if entry["effort"]:
            effort = escaped(entry["effort"])
            grade = f"{{\\normalfont\\color{{black!65}}{effort}}} {grade}"
        below = "%\n"
        for text in entry["texts"]:
            for line in map(escaped, text["lines"]):
                if text["link"]:
                    url = text["link"].replace("%", r"\%").replace("#", r"\#")
                    line = _command("href", url, line)
                below += _command("below", line) + "%\n"
        return escaped(entry["size"]), grade, self._drawn(entry["picture"]), below

    def _solution(self, entry: Data) -> Sequence[str]:
        return [self._drawn(entry["picture"])]

    def _drawn(self, picture: Picture) -> str:
        unit = self._design.scale * picture.cell / 20
        return f"%\n{paint(picture.scene, unit).rstrip()}%\n"


def _command(name: str, *arguments: object) -> str:
    """Return a command with its arguments in braces."""
    return f"\\{name}" + "".join(f"{{{argument}}}" for argument in arguments)


def _heading(text: str) -> str:
    return _command("bookheading", escaped(text))
