"""Hints as drawings, and walkthroughs as pages.

A red ring marks the target or the mistake, blue rings mark the cells, edges and dots of
the rules used.
"""

import re
from collections.abc import Iterator
from html import escape

from galaxies_asp.explain.difficulty import difficulty
from galaxies_asp.explain.hints import Hint
from galaxies_asp.explain.instances import Asked
from galaxies_asp.explain.mistakes import Mistake
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.steps import Finished, Step
from galaxies_asp.explain.walkthrough import Walkthrough
from galaxies_asp.explain.words import (
    difficulty_in_words,
    finished_in_words,
    mistake_in_words,
    step_in_words,
)
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Position
from galaxies_asp.render.svg import clean, svg


def picture(position: Position, shown: Hint | Reason) -> str:
    """Draw a position as SVG, and mark the places of a hint or a reason."""
    if isinstance(shown, Finished):
        return svg(position)
    reason = shown if isinstance(shown, Reason) else shown.reason
    marks: tuple[Point, ...] = ()
    if isinstance(shown, Mistake):
        marks = shown.places
    elif isinstance(shown, Step) and shown.cells:
        marks = shown.cells + shown.images
    elif reason.target.asked is not Asked.NO_SOLUTION:
        marks = (reason.target.at,)
    places = {instance.at for instance in reason.instances}
    return svg(position, marks=marks, hints=places - set(marks))


def page(way: Walkthrough) -> str:
    """Return a walkthrough as a self-contained HTML page, a frame for each step.

    Without scripts, and on paper, all frames are shown one below the other.
    """
    puzzle = way.puzzle
    name = clean(puzzle.name or f"Galaxies {puzzle.width}x{puzzle.height}")
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(name)}: walkthrough</title>",
        f"<style>{_STYLE}</style>",
        f"<h1>{escape(name)}</h1>",
    ]
    if way.steps:
        parts.append(f"<p>{escape(difficulty_in_words(difficulty(way)))}</p>")
    parts += [_CONTROLS, *_frames(way), f"<script>{_SCRIPT}</script>", "</html>\n"]
    return "\n".join(parts)


def _frames(way: Walkthrough) -> Iterator[str]:
    positions = way.positions()
    if way.mistake is not None:
        words = mistake_in_words(way.puzzle, way.mistake)
        yield _frame("", words, picture(positions[0], way.mistake))
        return
    for number, step in enumerate(way.steps, 1):
        words = step_in_words(way.puzzle, step)
        drawing = picture(positions[number], step)
        yield _frame(f"{number} of {len(way.steps)}: ", words, drawing)
    words = finished_in_words(Finished(way.solved))
    yield _frame("", words, svg(positions[-1]))


def _frame(number: str, words: str, drawing: str) -> str:
    # A title would show as a tooltip on every frame; the text is beside the drawing.
    drawing = re.sub("<title>.*?</title>\n", "", drawing, count=1, flags=re.DOTALL)
    lines = escape(clean(number + words)).split("\n")
    text = "".join(f"<p>{line}</p>" for line in lines)
    return f"<section>\n{drawing}<div>{text}</div>\n</section>"


_STYLE = (
    "body{font:16px/1.4 sans-serif;margin:1em auto;max-width:70em;padding:0 1em}"
    "section{display:flex;flex-wrap:wrap;gap:1.5em;margin:1em 0}"
    "section[hidden]{display:none}"
    "section div{flex:1 1 20em}"
    "svg{max-width:100%;height:auto}"
    "p{margin:.3em 0}"
    "nav{display:none;gap:1em}"
    "nav input{flex:1}"
    "@media screen{.script nav{display:flex}}"
    "@media print{section[hidden]{display:flex}}"
)
_CONTROLS = (
    '<nav><button type="button" aria-label="previous step">&larr;</button>'
    '<input type="range" min="0" value="0" aria-label="step">'
    '<button type="button" aria-label="next step">&rarr;</button></nav>'
)
_SCRIPT = """
const frames = [...document.querySelectorAll("section")];
const slider = document.querySelector("nav input");
const [back, forth] = document.querySelectorAll("nav button");
function show(step) {
  slider.value = step;
  frames.forEach((frame, i) => frame.hidden = i !== slider.valueAsNumber);
}
slider.max = frames.length - 1;
slider.oninput = () => show(slider.valueAsNumber);
back.onclick = () => show(slider.valueAsNumber - 1);
forth.onclick = () => show(slider.valueAsNumber + 1);
document.onkeydown = (event) => {
  if (event.target === slider) return;
  if (event.key === "ArrowLeft") back.onclick();
  if (event.key === "ArrowRight") forth.onclick();
};
document.documentElement.className = "script";
show(0);
"""
