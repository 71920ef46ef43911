"""Run the program that section 6 of Morris (2023) prints, in all readings of its text.

    python benchmarks/printed_counter.py 4

Cells are added row by row to frames (the first column and the first row). The text
leaves four things open: whether a new region gets the highest label of the board plus
one or of the neighbors; when a cell has two choices of a region, printed as "northwest
equals northeast, or northeast equals southwest", which counts one region twice if the
latter are equal; which labels `merge` lowers, printed as those below the label that is
dropped; and whether the merged list contains the new cell. For each reading the script
prints the length of the final list, and the number of different lists in it.
"""

import sys
from collections.abc import Iterator
from itertools import product

Frame = tuple[int, ...]

HIGHEST = "of the board", "of the neighbors"
TWO = "nw = ne or ne = sw", "nw = ne or nw = sw", "any two are equal"
LOWERED = "below", "above", "none"
CONTAINED = "with the cell", "without"


def frames(n: int) -> Iterator[Frame]:
    """Yield the first column, from the top, and the rest of the first row."""
    for walls in product((0, 1), repeat=2 * n - 2):
        frame = [1]
        for place, wall in enumerate(walls):
            before = frame[-1] if place != n - 1 else 1
            frame.append(max(frame) + 1 if wall else before)
        yield tuple(frame)


def choices(nw: int, ne: int, sw: int, new: int, two: str) -> tuple[int, ...]:
    """Return the labels that a cell may get; 0 unites the regions beside it."""
    if nw == ne == sw:
        return nw, new
    pairs = {
        TWO[0]: ne in (nw, sw),
        TWO[1]: nw in (ne, sw),
        TWO[2]: len({nw, ne, sw}) < 3,
    }
    return (ne, sw, new) if pairs[two] else (sw, ne, new, 0)


def merged(frame: Frame, ne: int, sw: int, lowered: str) -> Frame:
    """Give two regions the lower one of their labels."""
    kept, dropped = sorted((ne, sw))

    def label(old: int) -> int:
        if old == dropped:
            return kept
        is_lowered = old < dropped if lowered == LOWERED[0] else old > dropped
        return old - (is_lowered and lowered != LOWERED[2])

    return tuple(map(label, frame))


def count(n: int, reading: tuple[str, str, str, str]) -> tuple[int, int]:
    """Return the length of the final list, and how many of its lists differ."""
    highest, two, lowered, contained = reading
    found = list(frames(n))
    for row, column in product(range(n - 1), repeat=2):
        added = []
        for frame in found:
            if column == 0:
                nw, ne, sw = frame[row], frame[1 - n], frame[row + 1]
            else:
                nw, ne, sw = frame[-n], frame[1 - n], frame[-1]
            new = max(frame if highest == HIGHEST[0] else (nw, ne, sw)) + 1
            for label in choices(nw, ne, sw, new, two):
                if label:
                    added.append((*frame, label))
                    continue
                united = merged(frame, ne, sw, lowered)
                cell = (min(ne, sw),) if contained == CONTAINED[0] else ()
                added.append(united + cell)
        found = added
    return len(found), len(set(found))


def main() -> None:
    """Print a row for each reading."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for reading in product(HIGHEST, TWO, LOWERED, CONTAINED):
        length, different = count(n, reading)
        print(f"{' | '.join(reading)}: {length}, {different} different", flush=True)


if __name__ == "__main__":
    main()
