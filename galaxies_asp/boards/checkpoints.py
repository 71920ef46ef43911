"""What a long count has found so far, in files from which it can go on.

A file is complete or not there: it is written under another name and then renamed. It
says which count it belongs to, and ends in a checksum; a damaged or foreign file is
named and never used.
"""

import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from galaxies_asp.boards.galaxies import Slab
from galaxies_asp.boards.partitions import Front
from galaxies_asp.errors import GalaxiesError

Arrays = dict[str, np.ndarray]

_MAGIC = b"galaxies-asp checkpoint 1\n"
_DIGEST_BYTES = hashlib.sha256().digest_size


class CheckpointError(GalaxiesError):
    """A checkpoint cannot be used, or cannot be written."""


class SlabFiles:
    """The slabs of a count of galaxies boards, one file each; see `galaxies.Slabs`.

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

    def __getitem__(self, number: int) -> Slab:
        arrays = _read(self._path(number), self._count)
        values: dict[str, Any] = dict(arrays)
        values |= {name: int(arrays[name]) for name in ("rank", "remainders")}
        return Slab(**values)

    def append(self, slab: Slab) -> None:
        """Write one more slab."""
        arrays = {name: np.asarray(value) for name, value in vars(slab).items()}
        _write(self._path(self._length), self._count, arrays)
        self._length += 1

    def _path(self, number: int) -> Path:
        return self._folder / f"slab-{number:05}.checkpoint"


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
    """A file whose bytes are hashed on their way there."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        return self._file.write(data)

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
    data = path.read_bytes()
    if not data.startswith(_MAGIC):
        raise CheckpointError(f"{path}: this is no checkpoint of this program")
    content, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        raise CheckpointError(
            f"{path}: damaged, the checksum does not match; remove it, and what it "
            "held is computed again"
        )
    file = io.BytesIO(content)
    file.seek(len(_MAGIC))
    header = json.loads(file.readline())
    if header["count"] != count:
        raise CheckpointError(
            f"{path}: this belongs to another count ({header['count']}), not to "
            f"{count}; name another folder"
        )
    read = np.lib.format.read_array
    return {name: read(file, allow_pickle=False) for name in header["arrays"]}
