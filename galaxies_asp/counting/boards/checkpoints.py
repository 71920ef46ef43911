"""Checkpoints of counts of boards.

Levels of galaxies boards, fronts of partitions, classes of dot sets.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.dot_sets import Classes
from galaxies_asp.counting.boards.partitions import Front
from galaxies_asp.counting.exact import ExactVector
from galaxies_asp.processes.checkpoint import (
    read_checkpoint,
    write_checkpoint,
)
from galaxies_asp.processes.files import make_folder

Parameters = Mapping[str, int]


class LevelFiles:
    """The levels of a count of galaxies boards, one file each; see `galaxies.Files`."""

    def __init__(self, folder: Path, kind: str, parameters: Parameters) -> None:
        make_folder(folder)
        self._folder = folder
        self._computation = kind, parameters

    def read(self, name: str) -> dict[str, NDArray[Any]] | None:
        """Return the arrays that were kept; None if there are none."""
        return read_checkpoint(self._path(name), *self._computation)

    def write(self, name: str, arrays: dict[str, NDArray[Any]]) -> None:
        """Keep arrays in a file."""
        write_checkpoint(self._path(name), *self._computation, arrays)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.checkpoint"


class FrontFile:
    """The latest front of a count of partitions; see `partitions.Fronts`."""

    def __init__(self, folder: Path, kind: str, parameters: Parameters) -> None:
        make_folder(folder)
        self._path = folder / "row.checkpoint"
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


class ClassFile:
    """The latest classes of a census of dot sets; see `dot_sets.File`."""

    def __init__(self, folder: Path, parameters: Parameters) -> None:
        make_folder(folder)
        self._path = folder / "classes.checkpoint"
        self._computation = "dot-sets", parameters

    def latest(self) -> tuple[int, Classes] | None:
        """Return how many centers were decided, and the classes; None if not kept."""
        arrays = read_checkpoint(self._path, *self._computation)
        if arrays is None:
            return None
        decided = int(arrays.pop("decided")[0])
        return decided, Classes(**arrays)

    def keep(self, decided: int, classes: Classes) -> None:
        """Replace the classes."""
        arrays = {"decided": np.array([decided]), **vars(classes)}
        write_checkpoint(self._path, *self._computation, arrays)
