"""Exact terms: how many boards have 0, 1, 2, ... columns."""

from collections.abc import Callable
from pathlib import Path

from galaxies_asp.strips.checkpoint import Checkpoint
from galaxies_asp.strips.matrix import ExactVector, limb_bits, unit_vector
from galaxies_asp.strips.sweep import Strip

Watch = Callable[[str, int], None]
"""Is told what is being done and how far it has come."""


def terms(
    strip: Strip,
    count: int,
    *,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> list[int]:
    """Return the numbers of boards with 0, 1, ..., count - 1 columns, exactly.

    Parameters
    ----------
    checkpoint
        A file to which the state of the computation is written now and then, and from
        which it is continued; removed at the end.
    watch
        Is told the number of terms that are known.

    Raises
    ------
    StripError
        If the checkpoint belongs to another strip, or cannot be read.
    """
    saved = Checkpoint(checkpoint, strip)
    numbers, vector = saved.load() or ([], _first_vector(strip))
    while len(numbers) < count:
        numbers.append(vector.times(strip.final))
        for layer in strip.layers:
            vector = vector.push(layer)
        saved.save_sometimes(numbers, vector)
        if watch is not None:
            watch("terms", len(numbers))
    saved.remove()
    return numbers[:count]


def _first_vector(strip: Strip) -> ExactVector:
    return unit_vector(strip.states, limb_bits(strip.layers, strip.final))
