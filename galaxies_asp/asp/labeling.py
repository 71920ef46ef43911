"""From the truth of literals to the labels of a board, without symbols."""

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from typing import NamedTuple

from galaxies_asp.board.labels import NO_DOT, Rows, rows_of

Meaning = tuple[int, Sequence[tuple[int, int]]]
"""A literal; and cells, as indices into the flat labels, each with its dot."""


class TwoDotsError(Exception):
    """A model gives one cell, an index into the flat labels, to two dots."""

    def __init__(self, cell: int) -> None:
        self.cell = cell
        super().__init__(cell)


class Labeling(NamedTuple):
    """The cells and dots that the literals of a ground program stand for.

    Attributes
    ----------
    width
        The width of the board.
    base
        The labels in reading order that hold in every model.
    meanings
        Returns what each literal stands for.
    """

    width: int
    base: MutableSequence[int]
    meanings: Callable[[], Iterable[Meaning]]

    def rows(self, is_true: Callable[[int], bool]) -> Rows:
        """Return the labels of the model in which these literals are true.

        Raises
        ------
        TwoDotsError
            If they give one cell to two dots.
        """
        labels = self.base[:]
        for literal, cells in self.meanings():
            if is_true(literal):
                for cell, dot in cells:
                    if labels[cell] not in (NO_DOT, dot):
                        raise TwoDotsError(cell)
                    labels[cell] = dot
        return rows_of(labels, self.width)

    def assumptions(self, rows: Rows) -> list[int] | None:
        """Return literals that hold in the models with these labels only.

        None if no model has them.
        """
        flat = [label for row in rows for label in row]
        true = {
            literal
            for literal, cells in self.meanings()
            if all(flat[cell] == dot for cell, dot in cells)
        }
        if [label for row in self.rows(true.__contains__) for label in row] != flat:
            return None
        return [
            literal if literal in true else -literal for literal, _ in self.meanings()
        ]
