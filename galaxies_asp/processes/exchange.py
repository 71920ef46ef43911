"""States that are spread over workers and exchanged between them, stage by stage.

Each part of the states belongs to one worker. A stage has a task for each part. A task
takes arrays of earlier stages, and returns arrays by name; those for another part are
named by `to`. The arrays stay where they are until a task takes them: in memory, in
files between processes of one machine, or on the workers of a cluster, which fetch them
from each other. The caller holds names only.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galaxies_asp.processes.checkpoint import (
    NO_CHECKPOINT,
    NO_CHECKPOINTS,
    Arrays,
    Checkpoint,
    CheckpointFolder,
)
from galaxies_asp.processes.pool import Pool
from galaxies_asp.processes.progress import WorkerDiedError

Task = Callable[..., Arrays]
Call = tuple[Any, ...]
"""A checkpoint, a task, and its arguments."""
Cost = tuple[dict[str, int], float]
"""The bytes of the arrays that a task returned, and its CPU seconds."""

_ATTEMPTS = 4
_MAPPED = 1 << 16
"""Smaller files are read as a whole."""


def to(part: int, name: str = "states") -> str:
    """Return the name of an array for a part."""
    return f"{name}-{part}"


@dataclass
class Traffic:
    """What the stages so far have cost.

    Attributes
    ----------
    stages
        Their number.
    moved
        Bytes that went from one part to another.
    seconds
        CPU seconds of all tasks.
    """

    stages: int = 0
    moved: int = 0
    seconds: float = 0.0

    def add(self, part: int, sizes: Mapping[str, int], seconds: float) -> None:
        """Add the arrays that a task returned, by their bytes."""
        self.seconds += seconds
        for name, size in sizes.items():
            _, _, target = name.rpartition("-")
            if target.isdigit() and int(target) != part:
                self.moved += size


class Exchange(AbstractContextManager["Exchange"]):
    """One part, in the memory of this process.

    Parameters
    ----------
    checkpoints
        Keeps what each task returns; what is there already is not computed again.
    """

    parts = 1

    def __init__(self, checkpoints: CheckpointFolder = NO_CHECKPOINTS) -> None:
        self._checkpoints = checkpoints
        self.traffic = Traffic()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Drop all arrays."""

    def run(self, name: str, task: Task, inputs: Sequence[Sequence[Any]]) -> list[Any]:
        """Call a task for each part; return for each part its arrays, to be passed on.

        Parameters
        ----------
        name
            That of the stage, for checkpoints; without one there is no checkpoint.
        inputs
            The arguments for each part: arrays that `run` returned, as `result[name]`,
            other values, and sequences of both.
        """
        self.traffic.stages += 1
        return self._run(
            [
                (self.checkpoint(name, part), task, *arguments)
                for part, arguments in enumerate(inputs)
            ]
        )

    def read(self, arrays: Any) -> Arrays:
        """Return the arrays of a task to the caller."""
        result: Arrays = arrays
        return result

    def has(self, name: str) -> bool:
        """Tell whether there are checkpoints of a stage."""
        paths = [self.checkpoint(name, part).path for part in range(self.parts)]
        return all(path is not None and path.exists() for path in paths)

    def forget(self, name: str) -> None:
        """Remove the checkpoints of a stage."""
        for part in range(self.parts):
            self.checkpoint(name, part).remove()

    def checkpoint(self, name: str, part: int = 0) -> Checkpoint:
        """Return the checkpoint of a stage and a part."""
        if not name:
            return NO_CHECKPOINT
        return self._checkpoints.named(f"{name}-{part}" if self.parts > 1 else name)

    def _run(self, calls: Sequence[Call]) -> list[Any]:
        return [measured(*call)[0] for call in calls]


def of_parts(checkpoints: CheckpointFolder, parts: int) -> CheckpointFolder:
    """Return the folder of checkpoints of a computation in a number of parts."""
    parameters = {**checkpoints.parameters, "parts": parts}
    return replace(checkpoints, parameters=parameters)


def measured(
    checkpoint: Checkpoint, task: Task, *arguments: Any
) -> tuple[Arrays, Cost]:
    """Return what a task returns, or what it returned before, and its cost."""
    started = time.thread_time()
    arrays = checkpoint.read()
    if arrays is None:
        arrays = dict(task(*arguments))
        checkpoint.write(arrays)
    sizes = {name: array.nbytes for name, array in arrays.items()}
    return arrays, (sizes, time.thread_time() - started)


class FileExchange(Exchange):
    """One part for each process of a pool; arrays are kept in temporary files.

    A task whose process ends is given to another one.
    """

    def __init__(
        self, processes: int, checkpoints: CheckpointFolder = NO_CHECKPOINTS
    ) -> None:
        super().__init__(of_parts(checkpoints, processes))
        self.parts = processes
        self._pool = Pool(processes)
        self._folder = Path(tempfile.mkdtemp(prefix="galaxies-"))
        self._numbers = count(1)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes, and remove the files."""
        self._pool.__exit__(kind)
        shutil.rmtree(self._folder, ignore_errors=True)

    def read(self, arrays: "_Files") -> Arrays:
        """Return the arrays of a task to the caller."""
        files = sorted(arrays.folder.glob("*.npy"))
        return {file.stem: np.load(file) for file in files}

    def _run(self, calls: Sequence[Call]) -> list[Any]:
        files = [_Files(self._folder / str(next(self._numbers))) for _ in calls]
        works = [
            partial(self._pool.submit, into_files, place.folder, *call)
            for place, call in zip(files, calls, strict=True)
        ]
        for part, future in enumerate([work() for work in works]):
            for _ in range(_ATTEMPTS - 1):
                if not isinstance(future.exception(), WorkerDiedError):
                    break
                future = works[part]()
            self.traffic.add(part, *future.result())
        return files


class _Files:
    """The arrays of a task, in a folder that is removed with the last user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __getitem__(self, name: str) -> "_File":
        return _File(self, name)

    def __del__(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class _File(NamedTuple):
    """An array in a file; a worker gets the array instead."""

    files: _Files
    name: str

    def __reduce__(self) -> tuple[Any, ...]:
        path = self.files.folder / f"{self.name}.npy"
        return np.load, (path, "r" if path.stat().st_size > _MAPPED else None)


def into_files(folder: Path, *call: Any) -> Cost:
    """Write what a task returns into a new folder; return its cost."""
    arrays, cost = measured(*call)
    folder.mkdir(exist_ok=True)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    return cost
