"""What a long count has found so far, in files from which it can go on.

A file is complete or not there: it is written under another name and then renamed. It
says which count it belongs to, and ends in a checksum; a damaged or foreign file is
named and never used.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from galaxies_asp.combinatorics.galaxies import Level
from galaxies_asp.combinatorics.partitions import Front
from galaxies_asp.errors import GalaxiesError

Arrays = dict[str, np.ndarray]

_MAGIC = b"galaxies-asp checkpoint 1\n"


class CheckpointError(GalaxiesError):
    """A checkpoint cannot be used, or cannot be written."""


class LevelFiles:
    """The levels of a count of galaxies boards, one file each; see `galaxies.Levels`.

    Only what is being worked on is in memory, so that larger boards can be counted.
    """

    def __init__(self, folder: Path, count: str) -> None:
        self._folder = _made(folder)
        self._count = count
        self._length = 0
        while self._path(self._length).exists():
            self._length += 1

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, rank: int) -> Level:
        arrays = _read(self._path(rank), self._count)
        remainders = int(arrays.pop("remainders"))
        return Level(remainders=remainders, **cast(Mapping[str, Any], arrays))

    def append(self, level: Level) -> None:
        """Write one more level."""
        arrays = {name: np.asarray(value) for name, value in vars(level).items()}
        _write(self._path(self._length), self._count, arrays)
        self._length += 1

    def _path(self, rank: int) -> Path:
        return self._folder / f"level-{rank:02}.checkpoint"


class FrontFile:
    """The latest front of a count of partitions; see `partitions.Fronts`."""

    def __init__(self, folder: Path, count: str) -> None:
        self._path = _made(folder) / "front.checkpoint"
        self._count = count

    def latest(self) -> Front | None:
        """Return the front that was kept last; None if there is none."""
        if not self._path.exists():
            return None
        arrays = _read(self._path, self._count)
        return Front(int(arrays["rows"]), arrays["keys"], arrays["ways"])

    def keep(self, front: Front) -> None:
        """Replace the front."""
        arrays = {name: np.asarray(value) for name, value in vars(front).items()}
        _write(self._path, self._count, arrays)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CheckpointError(
            f"{folder}: no folder can be made here: {error.strerror}"
        ) from None
    return folder


class _Hashed:
    """A file whose bytes are hashed on their way."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        return self._file.write(data)

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._hash.update(data)
        return data

    def read_line(self) -> bytes:
        line = self._file.readline(1 << 16)
        self._hash.update(line)
        return line

    def digest(self) -> bytes:
        return self._hash.digest()


def _write(path: Path, count: str, arrays: Arrays) -> None:
    """Write arrays in one stroke."""
    unfinished = path.with_suffix(".unfinished")
    try:
        with unfinished.open("wb") as file:
            hashed = _Hashed(file)
            hashed.write(_MAGIC)
            header = {"count": count, "arrays": list(arrays)}
            hashed.write(json.dumps(header).encode() + b"\n")
            for array in arrays.values():
                np.lib.format.write_array(
                    cast(BinaryIO, hashed), array, allow_pickle=False
                )
            file.write(hashed.digest())
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        raise CheckpointError(
            f"{path}: the checkpoint cannot be written: {error.strerror}"
        ) from None


def _read(path: Path, count: str) -> Arrays:
    """Read what `_write` wrote.

    Raises
    ------
    CheckpointError
        If it is damaged, or belongs to another count.
    """
    with path.open("rb") as file:
        hashed = _Hashed(file)
        if hashed.read(len(_MAGIC)) != _MAGIC:
            raise CheckpointError(f"{path}: this is no checkpoint of this program")
        header = _undamaged(path, lambda: json.loads(hashed.read_line()))
        if header.get("count") != count:
            raise CheckpointError(
                f"{path}: this belongs to another count ({header.get('count')}), not "
                f"to {count}; name another folder"
            )
        arrays: Arrays = _undamaged(path, lambda: _arrays(hashed, header["arrays"]))
        if file.read() != hashed.digest():
            raise _damaged(path)
    return arrays


def _arrays(hashed: _Hashed, names: list[str]) -> Arrays:
    read = np.lib.format.read_array
    return {name: read(cast(BinaryIO, hashed), allow_pickle=False) for name in names}


def _undamaged(path: Path, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (ValueError, EOFError, KeyError, TypeError, MemoryError, SyntaxError):
        raise _damaged(path) from None


def _damaged(path: Path) -> CheckpointError:
    return CheckpointError(
        f"{path}: damaged, the checksum does not match; remove it, and what it held is "
        "computed again"
    )
