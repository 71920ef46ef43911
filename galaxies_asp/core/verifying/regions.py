"""Connected components of boards of squares in numpy."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def components(links: Sequence[NDArray[np.bool_]]) -> NDArray[np.int32]:
    """Return the connected components of the cells of a board of squares, (H, W).

    A cell has the smallest index, in reading order, in its component. `links`: (H, W -
    1) and (H - 1, W): whether it is connected to the next one in its row, and below.
    """
    beside, below = links
    height, width = len(beside), below.shape[1]
    root = np.arange(height * width, dtype=np.int32)
    index = root.reshape(height, width)
    first = np.concatenate([index[:, :-1][beside], index[:-1][below]])
    other = np.concatenate([index[:, 1:][beside], index[1:][below]])
    while first.size:
        # Each root takes over the smaller root of a neighbor; then all links are
        # shortened until every cell points to its root.
        np.minimum.at(root, np.maximum(first, other), np.minimum(first, other))
        while not np.array_equal(root, above := root[root]):
            root = above
        first, other = root[first], root[other]
        apart = first != other
        first, other = first[apart], other[apart]
    return root.reshape(height, width)
