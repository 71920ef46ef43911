"""Automata for people: as text, as JSON, for Graphviz, and drawn as SVG.

A drawing has the states on the diagonal of a table, and in row i and column j the
columns of a board that lead from the state i to the state j. Arrows leave a state to
the side, and enter it from above or below. A list beside the picture says what the
states stand for.
"""

import json
from collections.abc import Iterator, Sequence
from html import escape

from galaxies_asp.core.board.errors import LimitError, counted
from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.lines import STEPS, lines_of

MAX_DRAWN_STATES = 60

_CELL = 9.0
_GAP = 4.0
_RADIUS = 13.0
_SPACE = 16.0
"""Space around labels and states, and at the border."""
_LINE = 14.0
"""Height of a line of the list of states."""
_CHARACTER = 6.5
"""Width of a character of the list of states."""


def text(automaton: Automaton) -> str:
    """List the states, and below each its columns side by side."""
    sizes = automaton.rows, len(automaton.steps), len(automaton.symbols)
    lines = [", ".join(map(counted, sizes, ("row", "state", "symbol")))]
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


def as_json(automaton: Automaton) -> str:
    """Return the automaton as a JSON object."""
    data = {
        "rows": automaton.rows,
        "states": automaton.names,
        "start": 0,
        "accepting": [state for state, ends in enumerate(automaton.accepting) if ends],
        "transitions": [
            (state, *entry)
            for state, step in enumerate(automaton.steps)
            for entry in step
        ],
    }
    return json.dumps(data, ensure_ascii=False) + "\n"


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

    Raises `LimitError` if there are more than `MAX_DRAWN_STATES`.
    """
    states = len(automaton.steps)
    if states > MAX_DRAWN_STATES:
        raise LimitError(
            f"{states} states: at most {MAX_DRAWN_STATES} fit into a picture; "
            "Graphviz lays out more (--format dot)"
        )
    bundles = list(automaton.bundles())
    places, right, bottom = _laid_out(automaton, bundles)
    lines = automaton.state_lines()
    width = right + _CHARACTER * max(map(len, lines)) + _SPACE
    height = max(bottom, _LINE * (len(lines) + 2))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} '
        f'{height:.1f}" width="{width:.0f}" height="{height:.0f}" '
        'role="img" font-family="sans-serif" font-size="10" text-anchor="middle">',
        f"<title>{states} states, {len(automaton.symbols)} symbols</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="#fff"/>',
    ]
    labels: list[str] = []
    for source, target, symbols in bundles:
        (x, y), (end, down) = places[source], places[target]
        if source == target:
            label = x + _RADIUS + _SPACE + _width(symbols) / 2
            above = y - automaton.rows * _CELL / 2 - _SPACE / 2
            path = f"V{above:.1f}H{x:.1f}V{y - _RADIUS:.1f}"
        else:
            label = end
            path = f"V{down + (_RADIUS if y > down else -_RADIUS):.1f}"
        parts.append(
            f'<path d="M{x:.1f} {y:.1f}H{label:.1f}{path}" fill="none" stroke="#888" '
            'marker-end="url(#tip)"/>'
        )
        labels += _columns(symbols, label, y)
    parts += labels
    for state, (x, y) in enumerate(places):
        fill = "#dfd" if state == 0 else "#fff"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS:g}" fill="{fill}" '
            f'stroke="#000"><title>{escape(automaton.names[state])}</title></circle>'
        )
        if automaton.accepting[state]:
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS - 3:g}" fill="none" '
                'stroke="#000"/>'
            )
        parts.append(f'<text x="{x:.1f}" y="{y + 3.5:.1f}">{state}</text>')
    for number, line in enumerate(lines):
        y = _LINE * (number + 1.5)
        parts.append(
            f'<text x="{right:.1f}" y="{y:.1f}" text-anchor="start" font-size="11">'
            f"{escape(line)}</text>"
        )
    return "\n".join((*parts, "</svg>\n"))


def _laid_out(
    automaton: Automaton, bundles: Sequence[tuple[int, int, Sequence[str]]]
) -> tuple[list[tuple[float, float]], float, float]:
    """Return the places of the states, and the right and lower end of the table."""
    before = [_RADIUS] * len(automaton.steps)
    after = before.copy()
    for source, target, symbols in bundles:
        half = _width(symbols) / 2
        beside = _RADIUS + _SPACE + 2 * half if source == target else half
        after[target] = max(after[target], beside)
        if source != target:
            before[target] = max(before[target], half)
    pitch = max(2 * _RADIUS, automaton.rows * _CELL) + 2 * _SPACE
    places = []
    right = 0.0
    for number, (nearer, beyond) in enumerate(zip(before, after, strict=True)):
        right += nearer + beyond + _SPACE
        places.append((right - beyond, pitch * (number + 0.5)))
    return places, right + 2 * _SPACE, pitch * len(places)


def _width(symbols: Sequence[str]) -> float:
    """Return the width of columns side by side."""
    return len(symbols) * (_CELL + _GAP) - _GAP


def _columns(symbols: Sequence[str], x: float, y: float) -> Iterator[str]:
    """Draw columns side by side around a point."""
    left, top = x - _width(symbols) / 2, y - len(symbols[0]) * _CELL / 2
    for number, symbol in enumerate(symbols):
        x = left + number * (_CELL + _GAP)
        yield f'<g transform="translate({x:.1f} {top:.1f})">'
        yield (
            f'<rect width="{_CELL:g}" height="{len(symbol) * _CELL:g}" fill="#fff" '
            'stroke="#bbb" stroke-width=".7"/>'
        )
        strokes, half = "", _CELL / 2
        for row, picture in enumerate(symbol):
            middle = (row + 0.5) * _CELL
            if not lines_of(picture):
                yield (
                    f'<text x="{half:g}" y="{middle + 3:g}" font-size="9">'
                    f"{escape(picture)}</text>"
                )
            for line, (dx, dy) in STEPS.items():
                if lines_of(picture) & line:
                    strokes += f"M{half:g} {middle:g}l{dx * half:g} {dy * half:g}"
        if strokes:
            yield (
                f'<path d="{strokes}" stroke="#063" stroke-width="2" '
                'stroke-linecap="round"/>'
            )
        yield "</g>"


STYLES = {"text": text, "json": as_json, "dot": dot, "svg": svg}
"""The ways to write an automaton."""
