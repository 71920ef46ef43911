"""Automata for people: as text, for Graphviz, and as SVG."""

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from math import cos, hypot, pi, sin

from galaxies_asp.strips.automaton import Automaton
from galaxies_asp.strips.errors import TooLargeError
from galaxies_asp.strips.strokes import BLANK, CHARACTERS, STEPS, lines_of

MAX_DRAWN_STATES = 60

_CELL = 9.0
_RADIUS = 13.0


def text(automaton: Automaton) -> str:
    """List the states, and below each its columns side by side."""
    symbols = automaton.symbols
    lines = [
        f"{_counted(automaton.rows, 'row')}, "
        f"{_counted(len(automaton.steps), 'state')}, "
        f"{_counted(len(symbols), 'symbol')}",
    ]
    for number, step in enumerate(automaton.steps):
        marks = ["start"] * (number == 0) + ["end"] * automaton.accepting[number]
        note = f" ({', '.join(marks)})" if marks else ""
        lines += ["", f"{number}: {automaton.names[number]}{note}"]
        targets = [str(target) for _, target in step]
        for row in range(automaton.rows):
            pictures = (
                symbol[row].ljust(len(target))
                for (symbol, _), target in zip(step, targets, strict=True)
            )
            lines.append(("    " + "  ".join(pictures)).rstrip())
        if step:
            lines.append("  → " + "  ".join(targets))
    return "\n".join(lines) + "\n"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def as_json(automaton: Automaton) -> str:
    """Return the automaton as a JSON object."""
    return (
        json.dumps(
            {
                "rows": automaton.rows,
                "states": list(automaton.names),
                "start": 0,
                "accepting": [
                    state for state, ends in enumerate(automaton.accepting) if ends
                ],
                "transitions": [
                    [state, symbol, target]
                    for state, step in enumerate(automaton.steps)
                    for symbol, target in step
                ],
            },
            ensure_ascii=False,
        )
        + "\n"
    )


def dot(automaton: Automaton) -> str:
    """Return the automaton for Graphviz; columns are written from the top down."""
    lines = [
        "digraph automaton {",
        "  rankdir=LR;",
        '  node [shape=circle, fontname="monospace"];',
        '  edge [fontname="monospace"];',
        "  start [shape=none, label=START];",
        "  start -> 0;",
    ]
    for number, ends in enumerate(automaton.accepting):
        shape = "doublecircle" if ends else "circle"
        tip = automaton.names[number].replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'  {number} [shape={shape}, tooltip="{tip}"];')
    for source, target, symbols in _bundles(automaton):
        rows = (
            " ".join(symbol[row] for symbol in symbols) for row in range(automaton.rows)
        )
        label = "\\n".join(rows).replace('"', '\\"')
        lines.append(f'  {source} -> {target} [label="{label}"];')
    return "\n".join((*lines, "}\n"))


def _bundles(automaton: Automaton) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the pairs of states that are joined, with all the symbols between them."""
    for source, step in enumerate(automaton.steps):
        ordered = sorted(step, key=lambda one: (one[1], one[0]))
        for target, group in groupby(ordered, key=lambda one: one[1]):
            yield source, target, [symbol for symbol, _ in group]


def svg(automaton: Automaton) -> str:
    """Draw the states on a circle, and the columns on the arrows between them.

    Raises `TooLargeError` if there are more than `MAX_DRAWN_STATES`.
    """
    states = len(automaton.steps)
    if states > MAX_DRAWN_STATES:
        raise TooLargeError(
            f"{states} states: at most {MAX_DRAWN_STATES} fit into a picture; "
            "Graphviz lays out more (--format dot)"
        )
    radius = max(110.0, states * 26.0) + automaton.rows * _CELL
    places = [
        (-radius * cos(2 * pi * state / states), -radius * sin(2 * pi * state / states))
        for state in range(states)
    ]
    edge = radius + 60 + automaton.rows * _CELL
    size = 2 * edge
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-edge:g} {-edge:g} '
        f'{size:g} {size:g}" width="{size:g}" height="{size:g}" role="img" '
        'font-family="sans-serif" font-size="10" text-anchor="middle">',
        f"<title>{_counted(states, 'state')}, "
        f"{_counted(len(automaton.symbols), 'symbol')}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        f'<rect x="{-edge:g}" y="{-edge:g}" width="{size:g}" height="{size:g}" '
        'fill="#fff"/>',
    ]
    pictures: list[str] = []
    for source, target, symbols in _bundles(automaton):
        arrow, middle = _arrow(places[source], places[target], automaton.rows)
        parts.append(
            f'<path d="{arrow}" fill="none" stroke="#666" marker-end="url(#tip)"/>'
        )
        pictures += _columns(symbols, *middle)
    parts += pictures
    for state, (x, y) in enumerate(places):
        parts += _state(automaton, state, x, y)
    return "\n".join((*parts, "</svg>\n"))


_Place = tuple[float, float]


def _arrow(start: _Place, end: _Place, rows: int) -> tuple[str, _Place]:
    """Return the path of an arrow between two states, and where its columns go."""
    (x, y), (u, v) = start, end
    if start == end:  # a loop on the outside of the circle
        length = hypot(x, y) or 1.0
        ox, oy = x / length, y / length
        reach = _RADIUS + rows * _CELL + 30
        left = (x + reach * ox - 30 * oy, y + reach * oy + 30 * ox)
        right = (x + reach * ox + 30 * oy, y + reach * oy - 30 * ox)
        path = (
            f"M{x - _RADIUS * oy:.1f} {y + _RADIUS * ox:.1f}"
            f"C{left[0]:.1f} {left[1]:.1f} {right[0]:.1f} {right[1]:.1f} "
            f"{x + _RADIUS * oy:.1f} {y - _RADIUS * ox:.1f}"
        )
        # The middle of a cubic curve lies 3/4 of the way to its control points.
        out = 0.75 * reach
        return path, (x + out * ox, y + out * oy)
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    # Arrows there and back bend to different sides.
    bend = 0.18 * length
    cx, cy = (x + u) / 2 - bend * dy, (y + v) / 2 + bend * dx
    sx, sy = _towards(start, (cx, cy))
    ex, ey = _towards(end, (cx, cy))
    path = f"M{sx:.1f} {sy:.1f}Q{cx:.1f} {cy:.1f} {ex:.1f} {ey:.1f}"
    return path, ((sx + ex) / 4 + cx / 2, (sy + ey) / 4 + cy / 2)


def _towards(state: _Place, place: _Place) -> _Place:
    """Return the point of a state's rim that faces a place."""
    dx, dy = place[0] - state[0], place[1] - state[1]
    length = hypot(dx, dy) or 1.0
    return state[0] + _RADIUS * dx / length, state[1] + _RADIUS * dy / length


def _columns(symbols: list[str], x: float, y: float) -> Iterator[str]:
    """Draw columns side by side, around a place."""
    gap = _CELL + 4
    left = x - (len(symbols) * gap - 4) / 2
    top = y - len(symbols[0]) * _CELL / 2
    for number, symbol in enumerate(symbols):
        yield f'<g transform="translate({left + number * gap:.1f} {top:.1f})">'
        yield (
            f'<rect width="{_CELL:g}" height="{len(symbol) * _CELL:g}" fill="#fff" '
            'stroke="#bbb" stroke-width=".7"/>'
        )
        strokes = ""
        for row, picture in enumerate(symbol):
            middle = (row + 0.5) * _CELL
            if picture not in CHARACTERS or picture == BLANK:
                yield (
                    f'<text x="{_CELL / 2:g}" y="{middle + 3:g}" font-size="9">'
                    f"{_escaped(picture)}</text>"
                )
                continue
            for line, (dx, dy) in STEPS.items():
                if lines_of(picture) & line:
                    strokes += (
                        f"M{_CELL / 2:g} {middle:g}"
                        f"l{dx * _CELL / 2:g} {dy * _CELL / 2:g}"
                    )
        if strokes:
            yield (
                f'<path d="{strokes}" stroke="#063" stroke-width="2" '
                'stroke-linecap="round"/>'
            )
        yield "</g>"


def _state(automaton: Automaton, state: int, x: float, y: float) -> Iterator[str]:
    fill = "#dfd" if state == 0 else "#fff"
    yield (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS:g}" fill="{fill}" '
        'stroke="#000">'
        f"<title>{_escaped(automaton.names[state])}</title></circle>"
    )
    if automaton.accepting[state]:
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS - 3:g}" fill="none" '
            'stroke="#000"/>'
        )
    yield f'<text x="{x:.1f}" y="{y + 3.5:.1f}">{state}</text>'
    if state == 0:
        yield f'<text x="{x:.1f}" y="{y + _RADIUS + 12:.1f}">START</text>'


def _escaped(picture: str) -> str:
    return picture.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


STYLES: dict[str, Callable[[Automaton], str]] = {
    "text": text,
    "json": as_json,
    "dot": dot,
    "svg": svg,
}
"""The ways to write an automaton."""
