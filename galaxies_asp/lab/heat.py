"""A heat map of a search: decisions and conflicts for each cell, over time."""

import io
from typing import Any

import numpy as np

from galaxies_asp.lab.plots import require_matplotlib
from galaxies_asp.lab.trace import PERIODS, Trace

_RESOLUTION = 150
_SIDE = 2.6
"""Inches of one board."""


def heat_map(trace: Trace, kind: str) -> bytes:
    """Draw one board for each period: decisions above, conflicts below.

    Parameters
    ----------
    kind
        `svg`, `png` or `pdf`.

    Raises
    ------
    MissingLibraryError
        If matplotlib is not installed.
    """
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    width = max((x for x, _ in trace.places), default=1) // 2 + 1
    height = max((y for _, y in trace.places), default=1) // 2 + 1
    counts = np.zeros((2, PERIODS, height, width), dtype=np.int64)
    for (x, y), activity in trace.places.items():
        counts[0, :, y // 2, x // 2] = activity.decisions
        counts[1, :, y // 2, x // 2] = activity.conflicts
    style: Any = {"svg.hashsalt": "galaxies", "svg.fonttype": "none", "font.size": 9}
    with matplotlib.rc_context(style):
        size = (_SIDE * PERIODS + 1, 2 * _SIDE * height / width + 0.8)
        figure = Figure(figsize=size, layout="constrained")
        axes: Any = figure.subplots(2, PERIODS, squeeze=False)
        for row, what in enumerate(("decisions", "conflicts")):
            highest = max(1, int(counts[row].max()))
            for period in range(PERIODS):
                panel = axes[row][period]
                image = panel.imshow(
                    counts[row, period], cmap="magma_r", vmin=0, vmax=highest
                )
                panel.set_xticks([])
                panel.set_yticks([])
                if row == 0:
                    panel.set_title(
                        f"{100 * period // PERIODS} to "
                        f"{100 * (period + 1) // PERIODS} %"
                    )
            axes[row][0].set_ylabel(what)
            figure.colorbar(image, ax=list(axes[row]), shrink=0.8)
        output = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else None
        figure.savefig(output, format=kind, dpi=_RESOLUTION, metadata=metadata)
    return output.getvalue()
