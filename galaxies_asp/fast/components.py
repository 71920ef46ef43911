"""Components of open pairs: each is a puzzle of its own."""

from collections.abc import Iterator

from galaxies_asp.fast.lists import PairLists
from galaxies_asp.fast.restricted import part


def components(pairs: PairLists) -> Iterator[PairLists]:
    """Yield parts without common dots or cells: the solutions are all combinations."""
    component = {dot: {dot} for dot in pairs.dots}
    for one, other in _rivals(pairs):
        larger, smaller = component[one], component[other]
        if larger is not smaller:
            if len(larger) < len(smaller):
                larger, smaller = smaller, larger
            larger |= smaller
            component.update(dict.fromkeys(smaller, larger))
    chosen: dict[int, list[int]] = {}
    for pair, dot in enumerate(pairs.dots):
        chosen.setdefault(id(component[dot]), []).append(pair)
    if len(chosen) == 1:
        yield pairs
        return
    for some in chosen.values():
        yield part(pairs, some)


def _rivals(pairs: PairLists) -> set[tuple[int, int]]:
    """Return dots with a cell in common: for each cell its first dot and the others."""
    first: dict[int, int] = {}
    found = set()
    for cells in (pairs.cells, pairs.images):
        for cell, dot in zip(cells, pairs.dots, strict=True):
            other = first.setdefault(cell, dot)
            if other != dot:
                found.add((other, dot))
    return found
