"""Time large boards of types, as collections have them: grounding and search together.

    python benchmarks/large_boards.py [--scale 1] [TYPE...]

The boards are made here: rectangles of Shikaku cut at random; islands of Nurikabe in
rows with gaps, and two large ones. Each line has the board, the CPU seconds of the
search for two solutions with its grounding, and how many were found. `--scale 0.2`
makes smaller boards.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random

from galaxies_asp import solve
from galaxies_asp.families.registry import family_named


def rectangles(width: int, height: int) -> Iterator[str]:
    """Yield a number in each rectangle of a random partition."""
    rng, left = Random(1), [(0, 0, width, height)]
    while left:
        x, y, w, h = left.pop()
        if w * h <= rng.choice((4, 6, 8, 10, 12, 16)):
            at = (2 * (x + rng.randrange(w)) + 1, 2 * (y + rng.randrange(h)) + 1)
            yield f"number(({at[0]},{at[1]}),{w * h})."
        elif w >= h:
            part = rng.randrange(1, w)
            left += [(x, y, part, h), (x + part, y, w - part, h)]
        else:
            part = rng.randrange(1, h)
            left += [(x, y, w, part), (x, y + part, w, h - part)]


def islands(width: int, height: int) -> Iterator[str]:
    """Yield a number in each run of up to three cells of every second row."""
    rng = Random(1)
    for y in range(1, height, 2):
        for x in range(0, width, 4):
            run = range(x, min(x + 3, width))
            yield f"number(({2 * rng.choice(run) + 1},{2 * y + 1}),{len(run)})."


BOARDS = {
    "shikaku": [((36, 20), rectangles), ((45, 31), rectangles)],
    "nurikabe": [
        ((45, 31), islands),
        ((10, 10), lambda *_: ["number((1,5),37). number((19,13),36)."]),
    ],
}


def main() -> None:
    """Print a line for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("types", nargs="*", default=[*BOARDS])
    parser.add_argument("--scale", type=float, default=1)
    arguments = parser.parse_args()
    for name in arguments.types:
        for (width, height), make in BOARDS[name]:
            if arguments.scale != 1 and (width, height) == (10, 10):
                continue
            w, h = (max(3, round(n * arguments.scale)) for n in (width, height))
            clues = " ".join(make(w, h))
            (sheet,) = family_named(name).read(f"width({w}). height({h}). {clues}")
            start = time.process_time()
            found = len(solve(sheet).solutions)
            seconds = time.process_time() - start
            print(f"{name:10} {w:3}x{h:<3} {seconds:6.2f} s  {found} solutions")


if __name__ == "__main__":
    main()
