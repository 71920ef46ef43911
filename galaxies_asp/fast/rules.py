"""The default encoding's program, written as ground rules without grounding.

`encodings/galaxies/grow.lp` lets a region grow from its dot by pairs of cells that
mirror each other. Here propagation finds these pairs (see `fixpoint`); what remains is
written as the ground rules of `grow.lp`, in the solver's own text format (aspif), which
it reads faster than it takes rules one by one through its interface. Atom i + 1 says
that open pair i is taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from galaxies_asp.fast.lists import PairLists


def rules(pairs: PairLists) -> str:
    """Return the rules for the open pairs."""
    apart = _block("1 0 0 0 2 %d %d", [(a + 1, b + 1) for a, b in pairs.apart])
    return "".join([*_growth(pairs), *_one_pair_a_cell(pairs), apart])


def _growth(pairs: PairLists) -> Iterator[str]:
    """Write that a pair may be taken where one beside it is."""
    n = len(pairs.dots)
    alone = [i for i, supported in enumerate(pairs.supported) if not supported]
    yield _block("1 1 1 %d 0 0", [(i + 1,) for i in range(n) if pairs.supported[i]])
    for way in pairs.beside:
        found = [(i + 1, way[i] + 1) for i in alone if way[i] < n]
        yield _block("1 1 1 %d 0 1 %d", found)


def _one_pair_a_cell(pairs: PairLists) -> Iterator[str]:
    """Write that each cell takes exactly one of its pairs."""
    of_cell: dict[int, list[int]] = {}
    for atom, (cell, image) in enumerate(
        zip(pairs.cells, pairs.images, strict=True), 1
    ):
        of_cell.setdefault(cell, []).append(atom)
        if image != cell:
            of_cell.setdefault(image, []).append(atom)
    of_count: dict[int, list[list[int]]] = {}
    for _, atoms in sorted(of_cell.items()):
        of_count.setdefault(len(atoms), []).append(atoms)
    for k, cells in sorted(of_count.items()):
        yield _block(f"1 0 0 0 {k}" + k * " -%d", cells)
        if k == 2:
            yield _block("1 0 0 0 2 %d %d", cells)
        elif k > 2:
            yield _block(f"1 0 0 1 2 {k}" + k * " %d 1", cells)


def _block(template: str, atoms: Sequence[Iterable[int]]) -> str:
    """Return one line for each row of atoms."""
    return (template + "\n") * len(atoms) % tuple(chain.from_iterable(atoms))
