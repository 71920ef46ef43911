"""Walkthroughs as self-contained HTML pages."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from galaxies_asp.explain.difficulty import difficulty
from galaxies_asp.explain.figures import Figure, colors_of, figure
from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.steps import Finished
from galaxies_asp.explain.walkthrough import Walkthrough
from galaxies_asp.explain.words import difficulty_in_words
from galaxies_asp.render.svg import clean

_FOLDER = Path(__file__).parent / "page"
_SHORT = 4
"""What-ifs with fewer deductions are unfolded."""


def page(way: Walkthrough) -> str:
    """Return a walkthrough as a self-contained HTML page, a frame for each step.

    Without scripts, and on paper, all frames are shown one below the other.
    """
    puzzle = way.puzzle
    name = escape(clean(puzzle.name or f"Galaxies {puzzle.width}x{puzzle.height}"))
    style, script = (_read(f"page.{suffix}") for suffix in ("css", "js"))
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{name}: walkthrough</title>",
            f"<style>\n{style}</style>",
            f"<h1>{name}</h1>",
            *body(way),
            f"<script>\n{script}</script>",
            "</html>\n",
        )
    )


def body(way: Walkthrough) -> Iterator[str]:
    """Yield the difficulty, the controls and the frames, as HTML."""
    if way.steps:
        for line in difficulty_in_words(difficulty(way)).split("\n"):
            yield f"<p>{escape(line)}</p>"
    yield _read("controls.html").strip()
    colors = colors_of(way.puzzle)
    positions = way.positions()
    if way.mistake is not None:
        yield _frame(figure(positions[0], way.mistake, colors))
        return
    for number, (position, step) in enumerate(
        zip(positions, way.steps, strict=False), 1
    ):
        shown = figure(position, step, colors)
        yield _frame(shown, number, len(way.steps), step.level)
    yield _frame(figure(positions[-1], Finished(way.solved), colors))


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _frame(
    shown: Figure, number: int = 0, total: int = 0, level: Level | None = None
) -> str:
    heading = clean(shown.head) + "."
    kind = ""
    if level is not None:
        heading = f"{number} of {total}: {heading}"
        kind = f' id="{number}" data-level="{int(level)}"'
    parts = [f"<section{kind}>", _drawing(shown), f"<div><h2>{escape(heading)}</h2>"]
    if level is not None:
        scale = f"level {int(level)} of {len(Level)}"
        parts.append(f"<p><em>{shown.technique}</em> ({scale})</p>")
    parts += [_list(shown.sentences), _list(shown.follows)]
    parts += map(_folded, shown.what_ifs)
    return "\n".join((*filter(None, parts), "</div></section>"))


def _folded(what_if: Figure) -> str:
    """Return a what-if with a drawing for each deduction, unfolded if it is short."""
    unfolded = " open" if len(what_if.frames) < _SHORT else ""
    summary = escape(what_if.head[:1].upper() + what_if.head[1:])
    items = "".join(
        f"<li>{escape(frame.head)}{''.join(map(_folded, frame.what_ifs))}"
        f"{_drawing(frame)}</li>"
        for frame in what_if.frames
    )
    return f"<details{unfolded}><summary>{summary}:</summary><ol>{items}</ol></details>"


def _drawing(shown: Figure) -> str:
    # A title would show as a tooltip on every frame; the text is beside the drawing.
    return re.sub("<title>.*?</title>\n", "", shown.svg(), count=1, flags=re.DOTALL)


def _list(sentences: tuple[str, ...]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""
