"""Measure reasons and walkthroughs as whole processes, beyond start-up.

    python benchmarks/explaining.py

Times are CPU seconds, scaled as in `starting.py`, less those of the same command on a
board with one dot: these are its start-up.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, table
from starting import ROOT, scaled_seconds

from galaxies_asp.notation import parse_all, write

RUNS = 3
FILES = (
    *("tatham-normal-15x15", "tatham-unreasonable-15x15", "tatham-normal-20x20"),
    *("tatham-unreasonable-20x20", "tatham-normal-30x30"),
)
"""Files whose first puzzles are measured."""

ONE_DOT = "1x2:b"
CELL = "c5r11"

COMMANDS = (
    ("walkthrough --difficulty", 0.3, "15x15"),
    ("walkthrough", 0.8, "15x15"),
    ("walkthrough", 2.0, "20x20"),
    ("walkthrough", 10.0, "30x30"),
    (f"explain --at {CELL}", 0.06, "15x15"),
    (f"explain --at {CELL} -e grow", 0.25, "15x15"),
    (f"explain --at {CELL} -e assign", 0.25, "15x15"),
    (f"explain --at {CELL} -e walls", 0.25, "15x15"),
    ("hint", None, "15x15"),
)
"""A command, the seconds to reach, and the size of the boards."""


def lines() -> Iterator[str]:
    """Yield the table, each figure with the seconds to reach."""
    works = [
        (command, target, name)
        for command, target, size in COMMANDS
        for name in FILES
        if name.endswith(size)
    ]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "one.txt").write_text(ONE_DOT, encoding="utf-8")
        for name in FILES:
            text = (ROOT / "puzzles" / f"{name}.txt").read_text("utf-8")
            first = write(parse_all(text)[0], "drawing")
            Path(folder, f"{name}.txt").write_text(first, encoding="utf-8")
        commands = [
            (ROOT, *words.split(), f"{folder}/{file}.txt")
            for command, _, name in works
            for words, file in ((command, name), (command.replace(CELL, "c1r1"), "one"))
        ]
        seconds = scaled_seconds(commands, folder, RUNS)
    beyond = [
        now - start for now, start in zip(seconds[::2], seconds[1::2], strict=True)
    ]
    yield from table(
        Figure(f"{command}, {name}", measured, target)
        for (command, target, name), measured in zip(works, beyond, strict=True)
    )


if __name__ == "__main__":
    print(*lines(), sep="\n")
