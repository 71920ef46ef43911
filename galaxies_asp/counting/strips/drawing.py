"""Automata for people: as text, as JSON, for Graphviz, and drawn as SVG.

A drawing has the states on a circle, and the columns on the arrows between them. No two
labels overlap: each slides along its arrow to a free place, and the circle grows until
all labels have one. A list beside the picture says what the states stand for.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, hypot, pi, sin

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.lines import BLANK, CHARACTERS, STEPS, lines_of

MAX_DRAWN_STATES = 60

_CELL = 9.0
_GAP = 4.0
_RADIUS = 13.0
_MARGIN = 3.0
"""Space around labels and states."""
_GROWTH = 1.15
"""Factor of the circle's radius while a label has no free place."""
_LINE = 14.0
"""Height of a line of the list of states."""
_CHARACTER = 6.5
"""Width of a character of the list of states."""

_TRIED = [0.5 + sign * step / 40 for step in range(17) for sign in (1, -1)]
"""Places along an arrow, from 0 to 1, in the order in which they are tried."""

Place = tuple[float, float]


@dataclass(frozen=True)
class _Box:
    """A rectangle, given by its middle."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "_Box") -> bool:
        """Tell whether two rectangles are closer than the margin."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 + _MARGIN
            and abs(self.y - other.y) < (self.height + other.height) / 2 + _MARGIN
        )


@dataclass(frozen=True)
class _Arrow:
    """A Bézier curve with four points, and the columns that it stands for."""

    points: tuple[Place, Place, Place, Place]
    symbols: Sequence[str]

    def at(self, t: float) -> Place:
        """Return the point at the parameter t, from 0 to 1."""
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (
            sum(w * p[i] for w, p in zip(weights, self.points, strict=True))
            for i in (0, 1)
        )
        return x, y

    def label(self, t: float) -> _Box:
        """Return the place of the columns around a point."""
        number, rows = len(self.symbols), len(self.symbols[0])
        return _Box(*self.at(t), number * (_CELL + _GAP) - _GAP, rows * _CELL)

    def path(self) -> str:
        """Return the curve for SVG."""
        (x, y), *rest = self.points
        return f"M{x:.1f} {y:.1f}C" + " ".join(f"{u:.1f} {v:.1f}" for u, v in rest)


def text(automaton: Automaton) -> str:
    """List the states, and below each its columns side by side."""
    symbols = automaton.symbols
    lines = [
        f"{_counted(automaton.rows, 'row')}, "
        f"{_counted(len(automaton.steps), 'state')}, "
        f"{_counted(len(symbols), 'symbol')}",
    ]
    named = automaton.state_lines()
    for number, step in enumerate(automaton.steps):
        lines += ["", named[number]]
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
    for source, target, symbols in automaton.bundles():
        rows = (
            " ".join(symbol[row] for symbol in symbols) for row in range(automaton.rows)
        )
        label = "\\n".join(rows).replace('"', '\\"')
        lines.append(f'  {source} -> {target} [label="{label}"];')
    return "\n".join((*lines, "}\n"))


def svg(automaton: Automaton) -> str:
    """Draw an automaton.

    Raises
    ------
    LimitError
        If there are more than `MAX_DRAWN_STATES`.
    """
    states = len(automaton.steps)
    if states > MAX_DRAWN_STATES:
        raise LimitError(
            f"{states} states: at most {MAX_DRAWN_STATES} fit into a picture; "
            "Graphviz lays out more (--format dot)"
        )
    places, arrows, labels = _laid_out(automaton)
    boxes = [*labels, *map(_state_box, places)]
    left, right = (
        min(box.x - box.width / 2 for box in boxes) - 30,
        max(box.x + box.width / 2 for box in boxes) + 30,
    )
    top = min(box.y - box.height / 2 for box in boxes) - 30
    bottom = max(box.y + box.height / 2 for box in boxes) + 30
    lines = automaton.state_lines()
    width = right - left + _CHARACTER * max(map(len, lines)) + 20
    height = max(bottom - top, _LINE * (len(lines) + 2))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} '
        f'{width:.1f} {height:.1f}" width="{width:.0f}" height="{height:.0f}" '
        'role="img" font-family="sans-serif" font-size="10" text-anchor="middle">',
        f"<title>{states} states, {len(automaton.symbols)} symbols</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        'fill="#fff"/>',
    ]
    for arrow in arrows:
        parts.append(
            f'<path d="{arrow.path()}" fill="none" stroke="#888" '
            'marker-end="url(#tip)"/>'
        )
    for arrow, label in zip(arrows, labels, strict=True):
        parts += _columns(arrow.symbols, label)
    for state, (x, y) in enumerate(places):
        parts += _state(automaton, state, x, y)
    for number, line in enumerate(lines):
        y = top + _LINE * (number + 1.5)
        parts.append(
            f'<text x="{right:.1f}" y="{y:.1f}" text-anchor="start" font-size="11">'
            f"{escape(line)}</text>"
        )
    return "\n".join((*parts, "</svg>\n"))


def _laid_out(automaton: Automaton) -> tuple[list[Place], list[_Arrow], list[_Box]]:
    """Return the states, the arrows, and the labels of the arrows."""
    states = len(automaton.steps)
    radius = max(130.0, states * 16.0) + automaton.rows * _CELL
    bundles = list(automaton.bundles())
    while True:
        angles = [2 * pi * state / states for state in range(states)]
        places = [(-radius * cos(angle), -radius * sin(angle)) for angle in angles]
        arrows = [
            _Arrow(_curve(places[source], places[target], automaton.rows), symbols)
            for source, target, symbols in bundles
        ]
        labels = _placed(arrows, list(map(_state_box, places)))
        if labels is not None:
            return places, arrows, labels
        radius *= _GROWTH


def _placed(arrows: Sequence[_Arrow], taken: list[_Box]) -> list[_Box] | None:
    """Return places for the labels, wide ones first; None if one has no place."""
    labels: dict[int, _Box] = {}
    for number in sorted(range(len(arrows)), key=lambda n: -len(arrows[n].symbols)):
        free = (
            label
            for label in map(arrows[number].label, _TRIED)
            if not any(map(label.overlaps, taken))
        )
        label = next(free, None)
        if label is None:
            return None
        labels[number] = label
        taken.append(label)
    return [labels[number] for number in range(len(arrows))]


def _state_box(place: Place) -> _Box:
    return _Box(*place, 2 * _RADIUS, 2 * _RADIUS)


def _curve(start: Place, end: Place, rows: int) -> tuple[Place, Place, Place, Place]:
    """Return an arrow between two states; arrows there and back bend apart."""
    (x, y), (u, v) = start, end
    if start == end:  # a loop on the outside of the circle
        length = hypot(x, y) or 1.0
        ox, oy = (x / length, y / length) if (x, y) != (0, 0) else (-1.0, 0.0)
        reach = _RADIUS + rows * _CELL + 30
        return (
            (x - _RADIUS * oy, y + _RADIUS * ox),
            (x + reach * ox - 30 * oy, y + reach * oy + 30 * ox),
            (x + reach * ox + 30 * oy, y + reach * oy - 30 * ox),
            (x + _RADIUS * oy, y - _RADIUS * ox),
        )
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    bend = 0.18 * length
    control = ((x + u) / 2 - bend * dy, (y + v) / 2 + bend * dx)
    first, last = _towards(start, control), _towards(end, control)
    return (first, _between(first, control), _between(last, control), last)


def _between(end: Place, control: Place) -> Place:
    """Return the cubic control point of a quadratic curve near one of its ends."""
    return end[0] / 3 + 2 * control[0] / 3, end[1] / 3 + 2 * control[1] / 3


def _towards(state: Place, place: Place) -> Place:
    """Return the point of a state's rim that faces a place."""
    dx, dy = place[0] - state[0], place[1] - state[1]
    length = hypot(dx, dy) or 1.0
    return state[0] + _RADIUS * dx / length, state[1] + _RADIUS * dy / length


def _columns(symbols: Sequence[str], box: _Box) -> Iterator[str]:
    """Draw columns side by side."""
    left, top = box.x - box.width / 2, box.y - box.height / 2
    for number, symbol in enumerate(symbols):
        x = left + number * (_CELL + _GAP)
        yield f'<g transform="translate({x:.1f} {top:.1f})">'
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
                    f"{escape(picture)}</text>"
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
        f"<title>{escape(automaton.names[state])}</title></circle>"
    )
    if automaton.accepting[state]:
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS - 3:g}" fill="none" '
            'stroke="#000"/>'
        )
    yield f'<text x="{x:.1f}" y="{y + 3.5:.1f}">{state}</text>'


STYLES: dict[str, Callable[[Automaton], str]] = {
    "text": text,
    "json": as_json,
    "dot": dot,
    "svg": svg,
}
"""The ways to write an automaton."""
