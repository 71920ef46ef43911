"""From the truth of the atoms of open pairs to the labels of a board, and back."""

from collections.abc import Callable
from dataclasses import dataclass

from galaxies_asp.board.labels import Rows, rows_of
from galaxies_asp.fast.lists import Ints, PairLists


@dataclass(frozen=True)
class PairLabeling:
    """What the atoms of the rules of open pairs say: atom i + 1 takes pair i.

    Large boards have many pairs; only what is needed here of them is kept.

    Attributes
    ----------
    width
        The width of the board.
    base
        The labels in reading order that hold in every model.
    dots, cells, images
        See `PairLists`.
    """

    width: int
    base: list[int]
    dots: Ints
    cells: Ints
    images: Ints

    @classmethod
    def of(cls, pairs: PairLists, width: int) -> "PairLabeling":
        """Return the labeling of some pairs."""
        base = list(pairs.labels)  # all solutions share its numbers
        return cls(width, base, pairs.dots, pairs.cells, pairs.images)

    def rows(self, is_true: Callable[[int], bool]) -> Rows:
        """Return the labels of the model in which these atoms are true."""
        labels = self.base[:]
        both = zip(self.dots, self.cells, self.images, strict=True)
        for atom, (dot, cell, image) in enumerate(both, 1):
            if is_true(atom):
                labels[cell] = labels[image] = dot
        return rows_of(labels, self.width)

    def assumptions(self, rows: Rows) -> list[int] | None:
        """Return literals that hold in the models with these labels only.

        None if no model has them.
        """
        flat = [label for row in rows for label in row]
        taken = {
            atom
            for atom, (dot, cell, image) in enumerate(
                zip(self.dots, self.cells, self.images, strict=True), 1
            )
            if flat[cell] == flat[image] == dot
        }
        if self.rows(taken.__contains__) != rows:
            return None
        return [a if a in taken else -a for a in range(1, len(self.dots) + 1)]
