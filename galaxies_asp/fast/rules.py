"""The default encoding's program, written as ground rules without grounding.

`encodings/galaxies/grow.lp` lets a region grow from its dot by pairs of cells that
mirror each other. Here propagation finds these pairs (see `kernel`); what remains is
written as the ground rules of `grow.lp`, in the solver's own text format (aspif), which
it reads faster than it takes rules one by one through its interface. Atom i + 1 says
that open pair i is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count

from galaxies_asp.core.board.labels import Rows, rows_of
from galaxies_asp.fast.pairs import PairLists


class Labeling:
    """The labels that models of the rules stand for.

    Large boards have many pairs; only what is needed here of them is kept.
    """

    def __init__(self, pairs: PairLists, width: int) -> None:
        self._base, self._width = pairs.labels, width
        self._dots, self._cells, self._images = pairs.dots, pairs.cells, pairs.images

    def _atoms(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the atoms of pairs, each with the cells and the dot of its pair."""
        return zip(count(1), self._cells, self._images, self._dots, strict=False)

    def rows(self, is_true: Callable[[int], bool]) -> Rows:
        """Return the labels of the model in which these atoms are true."""
        labels = self._base[:]
        for atom, cell, image, dot in self._atoms():
            if is_true(atom):
                labels[cell] = labels[image] = dot
        return rows_of(labels, self._width)

    def assumptions(self, rows: Rows) -> list[int] | None:
        """Return literals for the models with these labels alone, or None."""
        flat = list(chain.from_iterable(rows))
        literals = [
            atom if flat[cell] == flat[image] == dot else -atom
            for atom, cell, image, dot in self._atoms()
        ]
        taken = self.rows(set(literals).__contains__)
        return literals if list(chain.from_iterable(taken)) == flat else None


def rules(pairs: PairLists) -> str:
    """Return the rules for the open pairs."""
    one_pair_a_cell = (
        _block(f"1 0 0 0 {k}" + k * " -%d", cells) + _at_most_one(k, cells)
        for k, cells in _by_count(pairs)
    )
    return "".join([*_growth(pairs), *one_pair_a_cell, _walls(pairs)])


def _growth(pairs: PairLists) -> Iterator[str]:
    """Write that a pair may be taken where one beside it is."""
    n = len(pairs.dots)
    alone = [i for i, supported in enumerate(pairs.supported) if not supported]
    yield _block("1 1 1 %d 0 0", [(i + 1,) for i in range(n) if pairs.supported[i]])
    for way in pairs.beside:
        grown = [(i + 1, way[i] + 1) for i in alone if way[i] < n]
        yield _block("1 1 1 %d 0 1 %d", grown)


def _at_most_one(k: int, cells: list[list[int]]) -> str:
    """Write that each cell, with k pairs, takes no two of them."""
    if k == 2:
        return _block("1 0 0 0 2 %d %d", cells)
    return _block(f"1 0 0 1 2 {k}" + k * " %d 1", cells) if k > 2 else ""


def _by_count(pairs: PairLists) -> list[tuple[int, list[list[int]]]]:
    """Return the atoms of the pairs of each cell, by their number."""
    of_count: dict[int, list[list[int]]] = {}
    for _, held in sorted(pairs.of_cells().items()):
        of_count.setdefault(len(held), []).append([pair + 1 for pair in held])
    return sorted(of_count.items())


def _walls(pairs: PairLists) -> str:
    """Write that a given wall keeps pairs of one dot apart."""
    return _block("1 0 0 0 2 %d %d", [(a + 1, b + 1) for a, b in pairs.apart])


def _block(template: str, atoms: Sequence[Iterable[int]]) -> str:
    """Return one line for each row of atoms."""
    return (template + "\n") * len(atoms) % tuple(chain.from_iterable(atoms))
