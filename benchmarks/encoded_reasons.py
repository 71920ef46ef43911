"""CPU time of reasons from encodings, for every fifth cell of two boards of 7x7."""

import time
from statistics import median

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.explaining import explain
from galaxies_asp.notation import parse

PUZZLES = ("7x7:cghsppedzzaccdtce", "7x7:bgsgqbzbfxxfzb")
ENCODINGS = ("grow", "assign", "choice", "walls", "idp")
STEP = 5


def main() -> None:
    """Print a table: the median and the slowest, and the largest reason."""
    print("| encoding | median | slowest | largest reason |")
    print("| --- | --: | --: | --: |")
    for encoding in ENCODINGS:
        seconds, sizes = [], []
        for name in PUZZLES:
            puzzle = parse(name)
            for cell in list(puzzle.cells())[::STEP]:
                started = time.process_time()
                reason = explain(puzzle, cell, rules=Rules(encoding))
                seconds.append(1000 * (time.process_time() - started))
                assert reason is not None
                sizes.append(reason.size)
        print(
            f"| `{encoding}` | {median(seconds):.0f} | {max(seconds):.0f} | "
            f"{max(sizes)} |"
        )


if __name__ == "__main__":
    main()
