"""The default encoding's program, written as ground rules without grounding.

`encodings/galaxies/grow.lp` lets a region grow from its dot by pairs of cells that
mirror each other. Here propagation finds these pairs (see `fixpoint`); what remains is
written as the ground rules of `grow.lp`, in the solver's own text format (aspif), which
it reads faster than it takes rules one by one through its interface. Atom i + 1 says
that open pair i is taken.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from galaxies_asp.asp.labeling import Labeling, Meaning
from galaxies_asp.fast.lists import PairLists


def labeling(pairs: PairLists, width: int) -> Labeling:
    """Return the cells and dots that the atoms stand for.

    Large boards have many pairs; only what is needed here of them is kept.
    """
    dots, cells, images = pairs.dots, pairs.cells, pairs.images

    def meanings() -> Iterator[Meaning]:
        taken = zip(dots, cells, images, strict=True)
        for atom, (dot, cell, image) in enumerate(taken, 1):
            yield atom, ((cell, dot), (image, dot))

    return Labeling(width, pairs.labels, meanings)


def rules(pairs: PairLists) -> str:
    """Return the rules for the open pairs."""
    return "".join([*_growth(pairs), *_one_pair_a_cell(pairs), _walls(pairs)])


def relaxed(pairs: PairLists, weights: Mapping[int, int]) -> str:
    """Return the rules that leave as little as possible uncovered.

    The weight of the cells that no pair covers is minimized. The number of a pair,
    counted from 1, is shown where it is taken: reading what is shown is faster than
    asking for the truth of each atom.
    """
    n = len(pairs.dots)
    at_most_one = [_at_most_one(k, cells) for k, cells in _by_count(pairs)]
    cells = sorted(_pairs_of_cells(pairs).items())
    soft = [
        f"1 0 1 {uncovered} 0 {len(atoms)} {' '.join(f'-{atom}' for atom in atoms)}\n"
        for uncovered, (_, atoms) in enumerate(cells, n + 1)
    ]
    costs = [(atom, weights[cell]) for atom, (cell, _) in enumerate(cells, n + 1)]
    minimize = _block(
        f"2 0 {len(cells)}" + len(cells) * " %d %d", [chain.from_iterable(costs)]
    )
    shown = [f"4 {len(str(atom))} {atom} 1 {atom}\n" for atom in range(1, n + 1)]
    return "".join(
        [*_growth(pairs), *at_most_one, _walls(pairs), *soft, minimize, *shown]
    )


def _growth(pairs: PairLists) -> Iterator[str]:
    """Write that a pair may be taken where one beside it is."""
    n = len(pairs.dots)
    alone = [i for i, supported in enumerate(pairs.supported) if not supported]
    yield _block("1 1 1 %d 0 0", [(i + 1,) for i in range(n) if pairs.supported[i]])
    for way in pairs.beside:
        grown = [(i + 1, way[i] + 1) for i in alone if way[i] < n]
        yield _block("1 1 1 %d 0 1 %d", grown)


def _one_pair_a_cell(pairs: PairLists) -> Iterator[str]:
    """Write that each cell takes exactly one of its pairs."""
    for k, cells in _by_count(pairs):
        yield _block(f"1 0 0 0 {k}" + k * " -%d", cells)
        yield _at_most_one(k, cells)


def _at_most_one(k: int, cells: list[list[int]]) -> str:
    """Write that each cell, with k pairs, takes no two of them."""
    if k == 2:
        return _block("1 0 0 0 2 %d %d", cells)
    return _block(f"1 0 0 1 2 {k}" + k * " %d 1", cells) if k > 2 else ""


def _by_count(pairs: PairLists) -> list[tuple[int, list[list[int]]]]:
    """Return the atoms of each cell, by their number."""
    of_count: dict[int, list[list[int]]] = {}
    for _, atoms in sorted(_pairs_of_cells(pairs).items()):
        of_count.setdefault(len(atoms), []).append(atoms)
    return sorted(of_count.items())


def _pairs_of_cells(pairs: PairLists) -> dict[int, list[int]]:
    """Return the atoms of the pairs of each cell."""
    of_cell: dict[int, list[int]] = {}
    for atom, (cell, image) in enumerate(
        zip(pairs.cells, pairs.images, strict=True), 1
    ):
        of_cell.setdefault(cell, []).append(atom)
        if image != cell:
            of_cell.setdefault(image, []).append(atom)
    return of_cell


def _walls(pairs: PairLists) -> str:
    """Write that a given wall keeps pairs of one dot apart."""
    return _block("1 0 0 0 2 %d %d", [(a + 1, b + 1) for a, b in pairs.apart])


def _block(template: str, atoms: Sequence[Iterable[int]]) -> str:
    """Return one line for each row of atoms."""
    return (template + "\n") * len(atoms) % tuple(chain.from_iterable(atoms))
