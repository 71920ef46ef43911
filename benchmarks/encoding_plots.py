"""Draw measured runs: docs/encodings/*.svg.

    galaxies lab compare grow assign idp-5x5 idp-10x10 -f csv -o runs.csv
    python benchmarks/encoding_plots.py runs.csv docs/encodings

A triangle is a run that was stopped. It needs pandas and matplotlib.
"""

import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas
from matplotlib.axes import Axes

from galaxies_asp import Position, load_all

MARKERS = "osDvPX*<>hpd"
STOPPED = ("time", "memory")
PLOTS = {
    "cactus": ("CPU seconds for a puzzle", "puzzles solved"),
    "cpu": ("cells", "CPU seconds"),
    "rules": ("cells", "ground rules"),
}
"""The axes of each plot, those against the size named by what they show."""
FILES = {"cactus": "cactus.svg", "cpu": "time.svg", "rules": "ground.svg"}
STYLE: Any = {"svg.hashsalt": "galaxies", "svg.fonttype": "none", "font.size": 9}

Runs = Any
"""A frame of pandas, which has no types."""


def main(path: Path, folder: Path) -> None:
    """Draw each plot as a file."""
    runs = pandas.read_csv(path)
    cells = {name: size(name) for name in runs.instance.unique()}
    runs["cells"] = runs.instance.map(cells)
    runs["stopped"] = runs.status.isin(STOPPED)
    with mpl.rc_context(STYLE):
        for name, (across, up) in PLOTS.items():
            figure, axes = plt.subplots(figsize=(6, 4.2), layout="constrained")
            axes.set(xlabel=across, ylabel=up, xscale="log")
            groups = runs.groupby("encoding", sort=False)
            for (encoding, group), marker in zip(groups, cycle(MARKERS), strict=False):
                if name == "cactus":
                    cactus(axes, group, encoding, marker)
                else:
                    axes.set_yscale("log")
                    against_size(axes, group, encoding, marker, name)
            figure.legend(loc="outside right upper", fontsize=8)
            figure.savefig(folder / FILES[name], metadata={"Date": None})
            plt.close(figure)


def size(name: str) -> int:
    """Return the number of cells of a shipped puzzle."""
    (board, *_) = load_all(name)
    assert isinstance(board, Position)
    return board.puzzle.width * board.puzzle.height


def cactus(axes: Axes, runs: Runs, name: str, marker: str) -> None:
    """Draw the number of puzzles that are solved within a time."""
    seconds = sorted(runs[~runs.stopped].groupby("instance").cpu.median())
    numbers = range(1, len(seconds) + 1)
    axes.step(seconds, numbers, where="post", marker=marker, ms=4, label=name)


def against_size(axes: Axes, runs: Runs, name: str, marker: str, what: str) -> None:
    """Draw the median of each size, and where runs were stopped."""
    ended = runs[~runs.stopped].groupby("cells")[what].median()
    (line,) = axes.plot(ended.index, ended, marker=marker, ms=4, label=name)
    stopped = runs[runs.stopped]
    if what == "cpu" and len(stopped):
        axes.plot(stopped.cells, stopped.cpu, "^", mfc="none", color=line.get_color())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
