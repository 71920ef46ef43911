"""Exact terms: the numbers of boards with 0, 1, 2, ... columns."""

import time
from pathlib import Path

from galaxies_asp.counting.exact import ExactVector, bytes_of, integers_of, unit
from galaxies_asp.counting.strips.matrix import limb_bits
from galaxies_asp.counting.strips.sweep import Strip
from galaxies_asp.processes.checkpoint import (
    Arrays,
    read_checkpoint,
    write_checkpoint,
)
from galaxies_asp.processes.files import remove_file
from galaxies_asp.processes.progress import Report, silent

SECONDS_BETWEEN = 30.0
"""Time between two writes of a checkpoint."""


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
        A file to which the state of the computation is written from time to time, and
        from which it is resumed; removed at the end.

    Raises
    ------
    CheckpointError
        If the checkpoint is damaged or belongs to another strip.
    """
    saved = None if checkpoint is None else _Checkpoint(checkpoint, strip)
    numbers: list[int] = []
    vector = unit(strip.states, limb_bits(strip.layers, strip.final))
    if saved is not None:
        numbers, vector = saved.load() or (numbers, vector)
    while len(numbers) < count:
        numbers.append(vector.times(strip.final))
        for layer in strip.layers:
            vector = layer.push_exactly(vector)
        if saved is not None:
            saved.save_sometimes(numbers, vector)
        report("terms", len(numbers), count)
    if checkpoint is not None:
        remove_file(checkpoint)
    return numbers[:count]


class _Checkpoint:
    """A file that holds the terms so far and the vector after them."""

    def __init__(self, path: Path, strip: Strip) -> None:
        self._path = path
        self._computation = "terms of the strip", {"digest": strip.digest()}
        self._bits = limb_bits(strip.layers, strip.final)
        self._last = time.monotonic()

    def load(self) -> tuple[list[int], ExactVector] | None:
        """Return the saved terms and vector; None if there is no file."""
        arrays = read_checkpoint(self._path, *self._computation)
        if arrays is None:
            return None
        vector = ExactVector(arrays["limbs"], self._bits)
        return integers_of(arrays["terms"]), vector

    def save_sometimes(self, numbers: list[int], vector: ExactVector) -> None:
        """Save, unless the last time was a short while ago."""
        if time.monotonic() - self._last >= SECONDS_BETWEEN:
            arrays: Arrays = {"terms": bytes_of(numbers), "limbs": vector.limbs}
            write_checkpoint(self._path, *self._computation, arrays)
            self._last = time.monotonic()
