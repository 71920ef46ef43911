"""Walkthroughs as figures, one for each step, and as self-contained HTML pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from string import Template

from galaxies_asp.core.drawing.svg import clean
from galaxies_asp.explaining.answers.figures import figure
from galaxies_asp.explaining.answers.grading import Difficulty, Sizes, difficulty, sizes
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.explaining.words.findings import Hint, Reason, Step, Walkthrough
from galaxies_asp.explaining.words.levels import Level, Technique
from galaxies_asp.explaining.words.marks import Role

_FOLDER = Path(__file__).parent / "page"
_SHORT = 4
"""What-ifs with fewer deductions are unfolded."""


@dataclass(frozen=True)
class Frames:
    """A walkthrough with its figures and its difficulty, each made when asked for."""

    way: Walkthrough

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """A figure for each step."""
        return tuple(map(figure, self.way.steps))

    @cached_property
    def end(self) -> Figure:
        """The solved board, or why the steps end before."""
        return figure(self.way.end)

    @cached_property
    def difficulty(self) -> Difficulty | Sizes | None:
        """The difficulty; None without steps."""
        if not self.way.steps:
            return None
        return difficulty(self.way) if self.way.is_told else sizes(self.way)

    @property
    def rating(self) -> str:
        """The difficulty in words; empty without steps."""
        return "" if self.difficulty is None else self.difficulty.in_words()

    def verdict(self) -> str:
        """Return the difficulty, and why the steps end before the board is full."""
        lines = [self.rating] if self.rating else []
        if not self.way.solved:
            lines += self.end.lines()
        return "\n".join(lines)


def shown(finding: Hint | Reason | Walkthrough, style: str) -> str:
    """Return a finding as the commands print it, as `text`, or as `html`."""
    if isinstance(finding, Walkthrough):
        if style == "html":
            text = escape(page(finding), quote=True)
            return f'<iframe srcdoc="{text}" width="100%" height="720"></iframe>'
        way, told = Frames(finding), set[Role]()
        figures = (one.printed(told) for one in way.figures)
        steps = (f"{number}. {one}" for number, one in enumerate(figures, 1))
        return "\n".join((*steps, way.verdict()))
    if finding.known is None:
        return repr(finding)
    found = figure(finding)
    return found._repr_html_() if style == "html" else str(found)


def kind_in_words(step: Step) -> str:
    """Return how hard a step is, for people."""
    if isinstance(step.technique, Technique):
        return f"level {step.level} of {len(Level)}"
    if step.reason.by_search:
        return "a long search"
    return "1 rule at a place" if step.size == 1 else f"{step.size} rules at places"


def page(way: Walkthrough | Frames) -> str:
    """Return a walkthrough as a self-contained HTML page, a frame for each step.

    Without scripts, and on paper, all frames are shown one below the other.
    """
    shown = way if isinstance(way, Frames) else Frames(way)
    sheet = shown.way.sheet
    name = escape(clean(sheet.family.title(sheet)))
    style, script = _read("page.css"), _read("page.js")
    body = "\n".join(_body(shown))
    html = Template(_read("page.html"))
    return html.substitute(name=name, style=style, body=body, script=script)


def _body(shown: Frames) -> Iterator[str]:
    """Yield the difficulty, the controls and the frames, as HTML."""
    sheet, steps = shown.way.sheet, shown.way.steps
    caption = sheet.family.caption(sheet.position)
    for line in filter(None, [*shown.rating.split("\n"), caption]):
        yield f"<p>{escape(line)}</p>"
    yield _read("controls.html").strip()
    for number, (frame, step) in enumerate(zip(shown.figures, steps, strict=True), 1):
        kind = f' id="{number}" data-level="{int(step.level)}"'
        how = f"<em>{escape(frame.technique)}</em> ({kind_in_words(step)})"
        yield _section(frame, f"{number} of {len(steps)}: ", kind, f"<p>{how}</p>")
    yield _section(shown.end)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _section(shown: Figure, start: str = "", kind: str = "", how: str = "") -> str:
    heading = escape(f"{start}{clean(shown.head)}.")
    parts = [f"<section{kind}>", _drawing(shown), f"<div><h2>{heading}</h2>", how]
    parts += [_list(shown.sentences), _list(shown.follows)]
    parts += map(_folded, shown.what_ifs)
    return "\n".join((*filter(None, parts), "</div></section>"))


def _folded(what_if: Figure) -> str:
    """Return a what-if with a drawing for each deduction, unfolded if it is short."""
    unfolded = " open" if len(what_if.frames) < _SHORT else ""
    summary = escape(what_if.head[:1].upper() + what_if.head[1:])
    items = "".join(
        f"<li>{_deduction(frame)}{''.join(map(_folded, frame.what_ifs))}"
        f"{_drawing(frame)}</li>"
        for frame in what_if.frames
    )
    return f"<details{unfolded}><summary>{summary}:</summary><ol>{items}</ol></details>"


def _deduction(frame: Figure) -> str:
    """Return what follows, with its reason folded."""
    head = escape(frame.head)
    why = escape("; ".join(frame.sentences))
    return f"<details><summary>{head}</summary>{why}</details>" if why else head


def _drawing(shown: Figure) -> str:
    # A title would show as a tooltip on every frame; the text is beside the drawing.
    return re.sub("<title>.*?</title>\n", "", shown.svg(), count=1, flags=re.DOTALL)


def _list(sentences: tuple[str, ...]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""
