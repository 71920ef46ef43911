"""Labels: for each cell the number of its dot.

They are stored as bytes, and are lists or arrays when these are needed: numpy takes
longer to load than most puzzles to solve.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from galaxies_asp.core.board.grid import SQUARE, Lattice, Point, cell_at, reachable

Rows = Sequence[MutableSequence[int]]
"""Labels: H rows of W numbers; compact arrays where there are many."""

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Labels: TypeAlias = NDArray[np.int32]
    AnyLabels: TypeAlias = NDArray[Any] | Rows
else:
    Labels = AnyLabels = object

NO_DOT = -1
"""The label of a hole, and of a cell whose dot is not known."""


def walls_between(
    labels: AnyLabels, holes: Iterable[Point] | None = None, lattice: Lattice = SQUARE
) -> frozenset[Point]:
    """Return the edges between two cells whose labels differ.

    `labels`: an (H, W) array, or rows. `holes`: the cells without an edge; by default
    those that have no label.
    """
    rows = as_rows(labels)
    if holes is None:
        outside = NO_DOT
    else:  # a label that no cell has
        outside = NO_DOT - 1
        rows = [row[:] for row in rows]
        for x, y in holes:
            rows[y // 2][x // 2] = outside
    walls = []
    for dx, dy in lattice.steps:
        right, down = dx // 2, dy // 2
        first, second = max(0, -right), max(0, right)
        for y, (row, below) in enumerate(zip(rows, rows[down:], strict=False)):
            if down and not right and row == below:
                continue
            pairs = zip(row[first:], below[second:], strict=False)
            for x, (label, other) in enumerate(pairs, first):
                if label != other and label != outside != other:
                    walls.append(Point(2 * x + 1 + right, 2 * y + 1 + down))
    return frozenset(walls)


def known(labels: Sequence[Sequence[int]] | None) -> Iterator[tuple[Point, int]]:
    """Yield the cells that have a label, in reading order; none without labels."""
    for y, row in enumerate(labels or ()):
        for x, label in enumerate(row):
            if label != NO_DOT:
                yield cell_at(x, y), label


def differing(ours: dict[Point, int], theirs: dict[Point, int]) -> Iterator[set[int]]:
    """Yield the dots of each group that has the same cells in two other ways."""
    rivals: dict[int, set[int]] = {}
    for cell in ours | theirs:
        pair = {some[cell] for some in (ours, theirs) if cell in some}
        if ours.get(cell) != theirs.get(cell):
            for dot in pair:
                rivals.setdefault(dot, set()).update(pair)
    while rivals:
        members = reachable([min(rivals)], rivals.__getitem__)
        for dot in members:
            del rivals[dot]
        yield members


def label_rows(labels: AnyLabels) -> list[list[int | None]]:
    """Return labels for JSON, with None for `NO_DOT`."""
    return [
        [None if label == NO_DOT else label for label in row] for row in as_rows(labels)
    ]


def as_rows(labels: AnyLabels) -> Rows:
    """Return labels as rows."""
    rows: Rows = labels if isinstance(labels, Sequence) else labels.tolist()
    return rows


def rows_of(flat: MutableSequence[int], width: int) -> Rows:
    """Return flat labels, in reading order, as rows."""
    return [flat[first : first + width] for first in range(0, len(flat), width)]


def rows_of_bytes(labels: bytes, width: int) -> Rows:
    """Return labels that were stored as bytes."""
    return rows_of(memoryview(labels).cast("i").tolist(), width)


def labels_with(labels: bytes, width: int, dots: Mapping[Point, int]) -> bytes:
    """Return labels that were stored as bytes with those of further cells."""
    flat = array("i", labels)
    for (x, y), dot in dots.items():
        flat[y // 2 * width + x // 2] = dot
    return flat.tobytes()


def array_of_bytes(labels: bytes, width: int) -> Labels:
    """Return labels that were stored as bytes as a read-only (H, W) array."""
    import numpy as np

    return np.frombuffer(labels, np.int32).reshape(-1, width)


def cells_where(mask: "NDArray[np.bool_]") -> frozenset[Point]:
    """Return the cells at which an (H, W) mask is true."""
    rows, columns = mask.nonzero()
    return frozenset(map(cell_at, columns.tolist(), rows.tolist()))
