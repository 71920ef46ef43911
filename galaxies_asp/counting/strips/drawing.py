"""Automata for people: as text, as JSON, and for Graphviz."""

import json
from collections.abc import Callable

from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.picture import svg


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


STYLES: dict[str, Callable[[Automaton], str]] = {
    "text": text,
    "json": as_json,
    "dot": dot,
    "svg": svg,
}
"""The ways to write an automaton."""
