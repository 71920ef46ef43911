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
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Arrays, Checkpoint
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.pool import UNLIMITED, Pool
from galaxies_asp.processes.worker import Worker

Task = Callable[..., Arrays]
Call = tuple[Checkpoint, Task, *tuple[object, ...]]
"""A checkpoint, a task, and its arguments."""
Cost = tuple[dict[str, int], float]
"""The bytes of the arrays that a task returned, and its CPU seconds."""


class Results(Protocol):
    """The arrays of a task by name, or what stands for them elsewhere."""

    def __getitem__(self, name: str, /) -> Any: ...


_ATTEMPTS = 4
_MAPPED = 1 << 16
"""Smaller files are read as a whole."""


def to(part: int, name: str = "states") -> str:
    """Return the name of an array for a part."""
    return f"{name}-{part}"


def owners(hashes: NDArray[np.uint64], parts: int) -> NDArray[np.intp]:
    """Return the parts to which things with some hashes belong."""
    high = hashes >> np.uint64(32)
    return (high * np.uint64(parts) >> np.uint64(32)).astype(np.intp)


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

    def __init__(self, checkpoints: Checkpoint = NO_CHECKPOINT, parts: int = 1) -> None:
        if parts > 1:
            parameters = {**checkpoints.parameters, "parts": parts}
            checkpoints = replace(checkpoints, parameters=parameters)
        self._checkpoints, self.parts = checkpoints, parts
        self.traffic = Traffic()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Drop all arrays."""

    def run(
        self, name: str, task: Task, inputs: Sequence[Sequence[object]]
    ) -> list[Results]:
        """Call a task for each part; return for each part its arrays, to be passed on.

        Parameters
        ----------
        name
            That of the stage, for checkpoints; without one there is no checkpoint.
        inputs
            The arguments for each part: arrays that `run` returned, as `result[name]`,
            other values, and sequences of both.
        """
        calls: list[Call] = [
            (self.checkpoint(name, part), task, *arguments)
            for part, arguments in enumerate(inputs)
        ]
        self.traffic.stages += 1
        results = self._run(calls)
        for part, (_, cost) in enumerate(results):
            self.traffic.add(part, *cost)
        return [arrays for arrays, _ in results]

    def read(self, results: Results) -> Arrays:
        """Return the arrays of a task to the caller."""
        assert isinstance(results, Mapping)
        return results

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

    def _run(self, calls: Sequence[Call]) -> list[tuple[Results, Cost]]:
        """Return for each call what stands for its arrays, and its cost elsewhere."""
        return [(measured(*call)[0], ({}, 0.0)) for call in calls]


def measured(
    checkpoint: Checkpoint, task: Task, *arguments: object
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

    A task whose process ends is begun again.
    """

    def __init__(self, processes: int, checkpoints: Checkpoint = NO_CHECKPOINT) -> None:
        super().__init__(checkpoints, processes)
        self._pool = Pool(processes)
        self._folder = Path(tempfile.mkdtemp(prefix="galaxies-"))
        self._numbers = count(1)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes, and remove the files."""
        self._pool.__exit__(kind)
        shutil.rmtree(self._folder, ignore_errors=True)

    def read(self, results: Results) -> Arrays:
        """Return the arrays of a task to the caller."""
        assert isinstance(results, dict)
        return {name: np.load(array.path) for name, array in results.items()}

    def _run(self, calls: Sequence[Call]) -> list[tuple[Results, Cost]]:
        futures = [self._pool.use(partial(self._store, call)) for call in calls]
        return [future.result() for future in futures]

    def _store(
        self, call: Call, worker: Worker, attempts: int = _ATTEMPTS
    ) -> tuple[Results, Cost]:
        """Let a worker do a task; return the files of its arrays, and its cost."""
        base = f"{self._folder / str(next(self._numbers))}-"
        try:
            sizes, _ = cost = UNLIMITED.ask(worker, partial(into_files, base, *call))
        except WorkerDiedError:
            if attempts == 1:
                raise
            return self._store(call, worker, attempts - 1)
        return {name: _StoredArray(Path(f"{base}{name}.npy")) for name in sizes}, cost


class _StoredArray:
    """An array in a file, which is removed with it; a worker gets the array instead."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        mode = "r" if self.path.stat().st_size > _MAPPED else None
        return np.load, (self.path, mode)

    def __del__(self) -> None:
        with suppress(OSError):  # the folder is gone, or a worker has it open
            self.path.unlink()


def into_files(base: str, *call: *Call) -> Cost:
    """Write each array that a task returns to a file; return the cost of the task."""
    arrays, cost = measured(*call)
    for name, array in arrays.items():
        np.save(f"{base}{name}.npy", array)
    return cost
