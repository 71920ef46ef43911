"""From the truth of literals to the labels of a board, without symbols."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.puzzle import Labels


class TwoDotsError(Exception):
    """A model gives one cell, an index into the flat labels, to two dots."""

    def __init__(self, cell: int) -> None:
        self.cell = cell
        super().__init__(cell)


@dataclass(frozen=True)
class Labeling:
    """The cells and dots that the literals of a ground program stand for.

    Attributes
    ----------
    base
        (H, W): the labels that hold in every model.
    literals
        n different literals.
    which, cells, dots
        (k,) each: if literal number `which[i]` is true, then the cell with the flat
        index `cells[i]` belongs to the dot `dots[i]`.
    """

    base: Labels
    literals: tuple[int, ...]
    which: NDArray[np.integer[Any]]
    cells: NDArray[np.integer[Any]]
    dots: NDArray[np.integer[Any]]

    def labels(self, is_true: Callable[[int], bool]) -> Labels:
        """Return the (H, W) labels of the model in which these literals are true.

        Raises
        ------
        TwoDotsError
            If they give one cell to two dots.
        """
        labels = self.base.copy()
        flat = labels.reshape(-1)
        truth = np.fromiter(map(is_true, self.literals), bool, len(self.literals))
        said = truth[self.which]
        cells, dots = self.cells[said], self.dots[said].astype(np.int32)
        decided = self.base.reshape(-1)[cells]
        flat[cells] = dots
        clash = (flat[cells] != dots) | ((decided >= 0) & (decided != dots))
        if clash.any():
            raise TwoDotsError(int(cells[clash][0]))
        return labels

    def assumptions(self, labels: Labels) -> list[int] | None:
        """Return literals that hold in the models with these (H, W) labels only.

        None if no model has them.
        """
        flat = labels.reshape(-1)
        base = self.base.reshape(-1)
        holds = flat[self.cells] == self.dots
        covered = base == flat
        covered[self.cells[holds]] = True
        if not covered.all():
            return None
        truth = np.ones(len(self.literals), dtype=bool)
        np.logical_and.at(truth, self.which, holds)
        return [
            literal if true else -literal
            for literal, true in zip(self.literals, truth.tolist(), strict=True)
        ]
