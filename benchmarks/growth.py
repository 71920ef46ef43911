"""Measure how the CPU time of the commands grows with the number of cells.

    python benchmarks/growth.py

Each command runs in this process on a shipped puzzle of each side, which has one
solution; `count` and `solve` also on large random boards. The exponent is the slope of
a line through the logarithms of the times and of the numbers of cells.
"""

import math
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from functools import partial
from pathlib import Path
from statistics import linear_regression

from click.testing import CliRunner
from figures import least_cpu_seconds, number, row
from random_boards import random_board

from galaxies_asp.cli import galaxies as commands
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.notation import parse_all, write
from galaxies_asp.solving.search import solve

SIDES = (10, 15, 20, 30)
LARGE = (30, 60, 120)
RUNS = 3

ON_PUZZLES = (
    *("solve", "solve -e fast", "enumerate", "count", "forced", "convert -f json"),
    *("render", "hint", "walkthrough"),
)
ON_LARGE = ("solve -e fast", "count")


def lines() -> Iterator[str]:
    """Yield the table of the section `growth`."""
    yield row("command", "sides", "seconds", "exponent")
    yield row("---", "---", "--:", "--:")
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for side in SIDES:
            _write_puzzle(side)
        for side in LARGE:
            board = random_board(side, side, mean_size=7, seed=3)
            Path(f"random-{side}").write_text(write(board, "facts"))
        for command in ON_PUZZLES:
            yield _growth(command, SIDES, f"{command} puzzle-{{side}}")
        yield _growth("check", SIDES, "check solved-{side}")
        made = "generate --size {side} --seed 1 -n 5"
        yield _growth("generate, 5 puzzles", SIDES, made)
        for command in ON_LARGE:
            yield _growth(f"{command}, random", LARGE, f"{command} random-{{side}}")


def _write_puzzle(side: int) -> None:
    path = data_folder("puzzles") / f"tatham-normal-{side}x{side}.txt"
    puzzle = next(iter(parse_all(path.read_text(encoding="utf-8")))).puzzle
    Path(f"puzzle-{side}").write_text(write(puzzle))
    Path(f"solved-{side}").write_text(write(solve(puzzle).solutions[0]))


def _growth(command: str, sides: tuple[int, ...], words: str) -> str:
    """Return the row of a command; its words name the side."""
    works = [partial(_run, words.format(side=side).split()) for side in sides]
    for work in works[:1]:
        work()  # loads the modules
    seconds = least_cpu_seconds(works, RUNS)
    cells = [2 * math.log(side) for side in sides]
    slope = linear_regression(cells, [*map(math.log, seconds)]).slope
    times = f"{number(seconds[0])} to {number(seconds[-1])}"
    return row(f"`{command}`", f"{sides[0]} to {sides[-1]}", times, f"{slope:.2f}")


def _run(words: list[str]) -> None:
    done = CliRunner().invoke(commands, words)
    assert done.exit_code in (0, 1), (words, done.output[-300:])


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
