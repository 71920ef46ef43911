"""Exact terms: the numbers of boards with 0, 1, 2, ... columns."""

from pathlib import Path

from galaxies_asp.counting.exact import ExactVector, bytes_of, integers_of, unit
from galaxies_asp.counting.strips.matrix import limb_bits
from galaxies_asp.counting.strips.sweep import Strip
from galaxies_asp.processes.checkpoint import Arrays, Checkpoint
from galaxies_asp.processes.progress import Report, silent


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
    file = Checkpoint(checkpoint, "terms of the strip", {"digest": strip.digest()})
    numbers: list[int] = []
    vector = unit(strip.states, limb_bits(strip.layers, strip.final))
    if arrays := file.read():
        numbers = integers_of(arrays["terms"])
        vector = ExactVector(arrays["limbs"], vector.bits)

    def arrays_so_far() -> Arrays:
        return {"terms": bytes_of(numbers), "limbs": vector.limbs}

    while len(numbers) < count:
        numbers.append(vector.times(strip.final))
        for layer in strip.layers:
            vector = layer.push_exactly(vector)
        file.write_sometimes(arrays_so_far)
        report("terms", len(numbers), count)
    file.remove()
    return numbers[:count]
