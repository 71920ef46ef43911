"""Checkpoints of counts of boards: slabs of galaxies boards, fronts of partitions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from galaxies_asp.boards.galaxies import Slab
from galaxies_asp.boards.partitions import Front
from galaxies_asp.exact import ExactVector
from galaxies_asp.processes.checkpoint import (
    CheckpointError,
    read_checkpoint,
    write_checkpoint,
)
from galaxies_asp.processes.files import make_folder

Parameters = Mapping[str, int]


class SlabFiles:
    """The slabs of a count of galaxies boards, one file each; see `galaxies.Slabs`.

    Only the current slab is in memory, so that larger boards can be counted.
    """

    def __init__(self, folder: Path, kind: str, parameters: Parameters) -> None:
        make_folder(folder)
        self._folder = folder
        self._computation = kind, parameters
        self._length = 0
        while self._path(self._length).exists():
            self._length += 1

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, number: int) -> Slab:
        values: dict[str, Any] | None
        values = read_checkpoint(self._path(number), *self._computation)
        if values is None:
            raise CheckpointError(f"{self._path(number)}: the file has been removed")
        rank, remainders = values.pop("numbers").tolist()
        return Slab(rank=rank, remainders=remainders, **values)

    def append(self, slab: Slab) -> None:
        """Write one more slab."""
        arrays = dict(vars(slab))
        numbers = np.array([arrays.pop("rank"), arrays.pop("remainders")])
        write_checkpoint(
            self._path(self._length),
            *self._computation,
            {"numbers": numbers, **arrays},
        )
        self._length += 1

    def _path(self, number: int) -> Path:
        return self._folder / f"slab-{number:05}.checkpoint"


class FrontFile:
    """The latest front of a count of partitions; see `partitions.Fronts`."""

    def __init__(self, folder: Path, kind: str, parameters: Parameters) -> None:
        make_folder(folder)
        self._path = folder / "front.checkpoint"
        self._computation = kind, parameters

    def latest(self) -> Front | None:
        """Return the front that was kept last; None if there is none."""
        arrays = read_checkpoint(self._path, *self._computation)
        if arrays is None:
            return None
        rows = int(arrays["rows"][0])
        return Front(rows, ExactVector(arrays["ways"]))

    def keep(self, front: Front) -> None:
        """Replace the front."""
        arrays = {
            "rows": np.array([front.rows]),
            "ways": front.ways.limbs,
        }
        write_checkpoint(self._path, *self._computation, arrays)
