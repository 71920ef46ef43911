"""Make the tables of docs/tables: counts, statistics, and how their cost grows.

    python benchmarks/tables_of_boards.py counts [--cells N]
    python benchmarks/tables_of_boards.py large
    python benchmarks/tables_of_boards.py statistics [--cells N]
    python benchmarks/tables_of_boards.py plot

Each number is printed by `galaxies boards` in a process of its own, whose CPU time and
memory are measured. Rows that are in the tables already are left as they are; remove a
table to make it afresh.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from galaxies_asp.counting.boards.costs import estimate
from galaxies_asp.counting.boards.counting import KINDS
from galaxies_asp.counting.boards.shape import BoardShape

TABLES = Path(__file__).parent.parent / "docs" / "tables"
METHODS = {
    "arrangements": "transfer along the frontier, one bit a column",
    "partitions": "additions of blocks, compiled",
    "galaxies": "depth-first search, compiled",
    "galaxies-toroidal": "depth-first search, compiled",
    "dot-sets": "classes of beginnings, compiled",
    "proper": "classes of beginnings, compiled",
}
MOST_CELLS = {
    "partitions": 100,
    "arrangements": 144,
    "galaxies": 49,
    "galaxies-toroidal": 42,
    "dot-sets": 30,
    "proper": 30,
}
LARGE = [
    *(("partitions", 11, 11), ("partitions", 12, 12)),
    *(("galaxies", 6, 8), ("galaxies", 7, 8), ("proper", 6, 6)),
]

SAMPLES = 1000

COLORS = {
    "partitions": "#1f77b4",
    "arrangements": "#2ca02c",
    "galaxies": "#d62728",
    "dot-sets": "#9467bd",
}
"""Of the kinds that are drawn."""

BOARDS = ("-m", "galaxies_asp", "boards")

Lines = dict[tuple[str, bool], list[tuple[int, float]]]
"""The points of each kind, by arrays and compiled."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["counts", "large", "statistics", "plot"])
    parser.add_argument("--cells", type=int, default=1000, help="at most so many cells")
    arguments = parser.parse_args()
    match arguments.what:
        case "counts":
            counts(arguments.cells)
        case "large":
            large()
        case "statistics":
            statistics(arguments.cells)
        case "plot":
            plot()


def counts(cells: int) -> None:
    """Count every kind on all boards within its limit, the cheap ones first."""
    table = Table(TABLES / "counts.csv")
    wanted = [
        (kind, height, width)
        for kind in KINDS
        for height in range(1, 13)
        for width in range(height, 13)
        if height * width <= min(cells, MOST_CELLS[kind])
    ]
    wanted.sort(key=lambda one: estimate(one[0], BoardShape(*one[1:])).seconds)
    for board in wanted:
        add_count(table, *board)


def large() -> None:
    """Count the boards that take minutes."""
    table = Table(TABLES / "counts.csv")
    for board in LARGE:
        add_count(table, *board)


def add_count(table: Table, kind: str, height: int, width: int) -> None:
    """Add a row to the table of counts, unless it is there."""
    key = {"kind": kind, "height": str(height), "width": str(width)}
    method = {"method": METHODS[kind]}
    if table.has(key | method):
        return
    arguments = ["count", kind, f"{width}x{height}", "--json", "--force"]
    arguments += ["--memory-limit", "12000"]
    answer, seconds, megabytes = measured([*BOARDS, *arguments])
    measures = {"cpu_seconds": f"{seconds:.2f}", "peak_mb": str(megabytes)}
    number = {"count": str(answer["count"])}
    table.add(key | number | measures | method | {"version": version("galaxies-asp")})


def statistics(cells: int) -> None:
    """Estimate statistics of square boards from samples."""
    table = Table(TABLES / "statistics.csv")
    for kind, most in (("partitions", 9), ("galaxies", 7)):
        for n in range(2, most + 1):
            key = {"kind": kind, "n": str(n)}
            if n * n > cells or table.has(key):
                continue
            program = str(Path(__file__).with_name("sample_statistics.py"))
            answer, seconds, _ = measured([program, kind, f"{n}x{n}", str(SAMPLES)])
            row = {"samples": str(SAMPLES), "seed": "0"}
            names = ("regions", "on_cells", "on_edges", "on_vertices", "proper")
            for name in names:
                for part, value in zip(
                    ("", "_low", "_high"), answer[name] or [""] * 3, strict=True
                ):
                    row[name + part] = str(value)
            regions = sum(answer["sizes"].values())
            for size in range(1, 9):
                share = answer["sizes"].get(str(size), 0) / regions
                row[f"size_{size}"] = f"{share:.4f}"
            table.add(key | row | {"cpu_seconds": f"{seconds:.1f}"})


def measured(arguments: list[str]) -> tuple[dict[str, Any], float, int]:
    """Return what a program prints as JSON, its CPU seconds, its memory in MB."""
    command = [sys.executable, *arguments]
    print(*command[2:], file=sys.stderr)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    seconds = usage.ru_utime + usage.ru_stime
    return json.loads(text), seconds, usage.ru_maxrss // 1024


class Table:
    """A CSV file that is complete after every row."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[dict[str, str]] = []
        if path.exists():
            with path.open(newline="") as file:
                self.rows = list(csv.DictReader(file))

    def has(self, key: dict[str, str]) -> bool:
        """Tell whether there is such a row."""
        return any(key.items() <= row.items() for row in self.rows)

    def add(self, row: dict[str, str]) -> None:
        """Add a row and write the table."""
        self.rows.append(row)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_suffix(".unfinished")
        with unfinished.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(self.rows[0]), lineterminator="\n")
            writer.writeheader()
            for row in sorted(self.rows, key=_order):
                writer.writerow(row)
        unfinished.replace(self.path)


def _order(row: dict[str, str]) -> tuple[int, int, int]:
    sides = [int(row[name]) for name in ("height", "width", "n") if name in row]
    return (list(KINDS).index(row["kind"]), sides[0], sides[-1])


def plot() -> None:
    """Draw time and memory against the size of square boards, one line a method."""
    rows = Table(TABLES / "counts.csv").rows
    squares = [row for row in rows if row["height"] == row["width"]]
    for name, column, unit in (
        ("time", "cpu_seconds", "CPU seconds"),
        ("memory", "peak_mb", "MB of memory"),
    ):
        lines: Lines = {}
        for row in squares:
            if row["kind"] in COLORS and not row["method"].endswith("stored"):
                key = row["kind"], row["method"].endswith("compiled")
                point = int(row["height"]), float(row[column])
                lines.setdefault(key, []).append(point)
        (TABLES / f"{name}.svg").write_text(_chart(lines, unit), encoding="utf-8")


def _chart(lines: Lines, unit: str) -> str:
    """Return a chart of lines over n, logarithmic upwards; dashed: compiled."""
    width, height, margin = 520, 320, 46
    values = [value for line in lines.values() for _, value in line]
    low, high = (math.log10(f(values)) for f in (min, max))
    most = max(n for line in lines.values() for n, _ in line)

    def place(n: float, logarithm: float) -> tuple[float, float]:
        x = margin + (width - 2 * margin) * (n - 1) / (most - 1)
        y = height - margin - (height - 2 * margin) * (logarithm - low) / (high - low)
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{margin}" y="20">{unit}, boards of n x n cells; dashed: compiled'
        "</text>",
    ]
    for power in range(math.ceil(low), math.floor(high) + 1):
        x, y = place(1, power)
        line = f'<line x1="{x}" y1="{y}" x2="{width - margin}" y2="{y}" stroke="#ddd"/>'
        parts += [line, f'<text x="8" y="{y + 4}">1e{power}</text>']
    for n in range(1, most + 1):
        x, _y = place(n, low)
        parts.append(f'<text x="{x - 3}" y="{height - margin + 18}">{n}</text>')
    for (kind, is_compiled), pairs in lines.items():
        points = [place(n, math.log10(value)) for n, value in sorted(pairs)]
        path = " ".join(f"{x},{y}" for x, y in points)
        look = f'fill="none" stroke="{COLORS[kind]}" stroke-width="2"'
        look += ' stroke-dasharray="5 3"' if is_compiled else ""
        parts.append(f'<polyline points="{path}" {look}/>')
        if not is_compiled:
            x, y = points[-1]
            text = f'<text x="{x - 58}" y="{y - 6}" fill="{COLORS[kind]}">{kind}</text>'
            parts.append(text)
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
