"""What some rule instances force on a small board, by trying all boards; no solver."""

from collections.abc import Iterable, Iterator
from itertools import product

from galaxies_asp.core.board.grid import Point, adjacent_cells, mirror, touched_cells
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.facts import Fact, Kind

Labels = dict[Point, int | None]


def candidates(puzzle: Puzzle) -> dict[Point, list[int]]:
    """Return the dots that could ever reach each cell."""
    found: dict[Point, list[int]] = {cell: [] for cell in puzzle.cells()}
    touched = {cell for c in puzzle.centers for cell in touched_cells(c)}
    for dot, center in enumerate(puzzle.centers):
        layer = set(touched_cells(center))
        seen = set(layer)
        while layer:
            layer = {
                cell
                for at in layer
                for cell in adjacent_cells(at)
                if puzzle.has_cell(cell) and puzzle.has_cell(mirror(center, cell))
                if not {cell, mirror(center, cell)} & touched
            } - seen
            seen |= layer
        for cell in seen:
            found[cell].append(dot)
    return found


def boards(puzzle: Puzzle) -> Iterator[Labels]:
    """Yield every way to give each cell one of its candidates or none."""
    choices = candidates(puzzle)
    for labels in product(*([None, *dots] for dots in choices.values())):
        yield dict(zip(choices, labels, strict=True))


def keeps(puzzle: Puzzle, labels: Labels, instance: Fact) -> bool:
    """Tell whether a board keeps an instance of a rule."""
    centers = dict(enumerate(puzzle.centers))
    region = {cell for cell, dot in labels.items() if centers.get(dot) == instance.at}
    match instance.kind:
        case Kind.COVER:
            return labels[instance.at] is not None
        case Kind.CELL:
            return centers.get(labels[instance.at]) == instance.center
        case Kind.WALL:
            one, other = touched_cells(instance.at)
            return labels[one] is None or labels[one] != labels[other]
        case Kind.CENTER:
            return region >= set(touched_cells(instance.at))
        case Kind.SYMMETRY:
            return {mirror(instance.at, cell) for cell in region} == region
        case Kind.CONNECTED:
            layer = region & set(touched_cells(instance.at))
            seen = set(layer)
            while layer:
                layer = {n for at in layer for n in adjacent_cells(at)} & region - seen
                seen |= layer
            return seen == region


def holds(puzzle: Puzzle, labels: Labels, target: Fact) -> bool:
    """Tell whether a board has what is asked."""
    if target.kind is Kind.CELL:
        dot = labels[target.at]
        return dot is not None and puzzle.centers[dot] == target.center
    if target.kind is Kind.NO_SOLUTION:
        return False
    one, other = touched_cells(target.at)
    same = labels[one] is not None and labels[one] == labels[other]
    return same == (target.kind is Kind.OPEN)


def broken(
    puzzle: Puzzle, instances: Iterable[Fact], target: Fact
) -> list[frozenset[Fact]]:
    """Return, for each board without what is asked, the instances that it breaks.

    A set of instances forces the target if and only if it meets each of these sets.
    """
    some = list(instances)
    return [
        frozenset(i for i in some if not keeps(puzzle, labels, i))
        for labels in boards(puzzle)
        if not holds(puzzle, labels, target)
    ]


def forces(sets: list[frozenset[Fact]], instances: Iterable[Fact]) -> bool:
    """Tell whether some instances meet all sets that `broken` returned."""
    chosen = frozenset(instances)
    return all(chosen & broken_ones for broken_ones in sets)
