"""Exact terms: how many boards have 0, 1, 2, ... columns."""

from pathlib import Path

from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.strips.checkpoint import Checkpoint
from galaxies_asp.strips.matrix import ExactVector, limb_bits, unit_vector
from galaxies_asp.strips.sweep import Strip


def terms(
    strip: Strip,
    count: int,
    *,
    checkpoint: Path | None = None,
    report: Report = silent,
) -> list[int]:
    """Return the numbers of boards with 0, 1, ..., count - 1 columns, exactly.

    Parameters
    ----------
    checkpoint
        A file to which the state of the computation is written now and then, and from
        which it is continued; removed at the end.

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
        report("terms", len(numbers), count)
    saved.remove()
    return numbers[:count]


def _first_vector(strip: Strip) -> ExactVector:
    return unit_vector(strip.states, limb_bits(strip.layers, strip.final))
