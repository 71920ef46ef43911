"""The default encoding's program, written as ground rules without grounding.

`encodings/galaxies/grow.lp` lets a region grow from its dot by pairs of cells that
mirror each other. Here array operations find these pairs and draw what follows at once
(see `fixpoint`); what remains is written as the ground rules of `grow.lp`, in the
solver's own text format (aspif), which it reads faster than it takes rules one by one
through its interface. Atom i + 1 says that open pair i is taken.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.fast.pairs import OpenPairs


def rules(pairs: OpenPairs) -> str:
    """Return the rules for the open pairs."""
    apart = _block("1 0 0 0 2 %d %d", pairs.apart + 1)
    return "".join([*_growth(pairs), *_one_pair_a_cell(pairs), apart])


def _growth(pairs: OpenPairs) -> Iterator[str]:
    """Write that a pair may be taken where one beside it is."""
    n = len(pairs.dots)
    atoms = np.arange(1, n + 1, dtype=np.int32)
    yield _block("1 1 1 %d 0 0", atoms[pairs.supported])
    beside = pairs.beside[:, ~pairs.supported]
    heads = np.broadcast_to(atoms[~pairs.supported], beside.shape)
    exists = beside < n
    yield _block(
        "1 1 1 %d 0 1 %d", np.stack([heads[exists], beside[exists] + 1], axis=1)
    )


def _one_pair_a_cell(pairs: OpenPairs) -> Iterator[str]:
    """Write that each cell takes exactly one of its pairs."""
    n = len(pairs.dots)
    two = np.flatnonzero(pairs.cells != pairs.images)
    held = np.concatenate([pairs.cells, pairs.images[two]])
    atoms = np.concatenate([np.arange(n), two])[np.argsort(held, kind="stable")] + 1
    count = np.bincount(held)
    first = np.cumsum(count) - count
    for k in range(1, int(count.max(initial=0)) + 1):
        of_cell = atoms[first[count == k][:, None] + np.arange(k)]
        yield _block(f"1 0 0 0 {k}" + k * " -%d", of_cell)
        if k == 2:
            yield _block("1 0 0 0 2 %d %d", of_cell)
        elif k > 2:
            yield _block(f"1 0 0 1 2 {k}" + k * " %d 1", of_cell)


def _block(template: str, atoms: NDArray[np.integer[Any]]) -> str:
    """Return one line for each row of atoms."""
    return (template + "\n") * len(atoms) % tuple(atoms.ravel().tolist())
