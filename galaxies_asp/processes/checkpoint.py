"""Checkpoints: files from which a long computation is resumed.

A file holds a line with the version of the format, a line of JSON with the kind and the
parameters of the computation and the names, types and shapes of its arrays, the bytes
of the arrays, and a SHA-256 checksum of everything before it. Nothing is pickled, and
not more is read than the file holds. A file that is damaged or belongs to another
computation is rejected by name.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.processes.files import make_folder, remove_file, replacing

Arrays = Mapping[str, np.ndarray[Any, Any]]

_FORMAT = b"galaxies-asp checkpoint "
_VERSION = b"3\n"
_LONGEST_HEADER = 1 << 16
_TYPES = {f"<{kind}{size}" for kind in "iu" for size in (2, 4, 8)}
_TYPES |= {"|u1", "|i1", "<f8"}
_CHUNK = 1 << 20

SECONDS_BETWEEN = 30.0
"""Time between two writes of `Checkpoint.write_sometimes`."""


class CheckpointError(GalaxiesError):
    """A checkpoint cannot be used."""


@dataclass
class Checkpoint:
    """A file from which a computation is resumed.

    Parameters
    ----------
    path
        The file; None if nothing is kept.
    kind, parameters
        The computation: a few words, and values of JSON.
    """

    path: Path | None
    kind: str
    parameters: Mapping[str, Any]
    _written: float = field(default_factory=time.monotonic, repr=False)

    def read(self) -> dict[str, np.ndarray] | None:
        """Return the arrays that were written; None if there is no file.

        Raises `CheckpointError` if the file is damaged, or belongs to another
        computation.
        """
        if self.path is None:
            return None
        try:
            with self.path.open("rb") as file:
                reader = _Reader(self.path, file)
                return reader.arrays(self.kind, dict(self.parameters))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CheckpointError(
                f"{self.path}: the checkpoint cannot be read: {error.strerror}"
            ) from None

    def write(self, arrays: Arrays) -> None:
        """Write arrays of numbers atomically.

        Raises `OutputError` if the file cannot be written.
        """
        if self.path is None:
            return
        stored = {
            name: np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
            for name, array in arrays.items()
        }
        header = {
            "kind": self.kind,
            "parameters": dict(self.parameters),
            "arrays": [
                [name, array.dtype.str, array.shape] for name, array in stored.items()
            ],
        }
        digest = hashlib.sha256()
        start = _FORMAT + _VERSION + json.dumps(header).encode() + b"\n"
        with replacing(self.path) as file:
            parts: list[bytes | memoryview] = [start, *map(_bytes, stored.values())]
            for part in parts:
                digest.update(part)
                file.write(part)
            file.write(digest.digest())

    def write_sometimes(self, arrays: Callable[[], Arrays]) -> None:
        """Write, unless the last time was a short while ago."""
        if self.path and time.monotonic() - self._written >= SECONDS_BETWEEN:
            self.write(arrays())
            self._written = time.monotonic()

    def remove(self) -> None:
        """Remove the file, if there is one."""
        if self.path is not None:
            remove_file(self.path)


NO_CHECKPOINT = Checkpoint(None, "", {})


@dataclass(frozen=True)
class CheckpointFolder:
    """The checkpoints of one computation, by their names; see `Checkpoint`."""

    folder: Path | None
    kind: str
    parameters: Mapping[str, Any]

    def __post_init__(self) -> None:
        if self.folder is not None:
            make_folder(self.folder)

    def named(self, name: str) -> Checkpoint:
        """Return the checkpoint with a name."""
        path = self.folder and self.folder / f"{name}.checkpoint"
        return Checkpoint(path, self.kind, self.parameters)

    def kept(
        self, name: str, compute: Callable[[], dict[str, np.ndarray]]
    ) -> dict[str, np.ndarray]:
        """Return the arrays of a checkpoint; compute and write them if it is new."""
        checkpoint = self.named(name)
        arrays = checkpoint.read()
        if arrays is None:
            arrays = compute()
            checkpoint.write(arrays)
        return arrays


NO_CHECKPOINTS = CheckpointFolder(None, "", {})


class _Reader:
    """Reads one file and computes its checksum."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._digest = hashlib.sha256()
        self._left = os.fstat(file.fileno()).st_size

    def arrays(self, kind: str, parameters: dict[str, Any]) -> dict[str, np.ndarray]:
        """Return the arrays of a file of this computation."""
        version = self._line()
        if not version.startswith(_FORMAT):
            raise self._error("not a checkpoint; name another file")
        if version != _FORMAT + _VERSION:
            raise self._error("a checkpoint of another version of this program")
        header = self._header()
        arrays = [self._array(*entry) for entry in header["arrays"]]
        checksum = self._digest.digest()
        if self._file.read() != checksum:
            raise self._damaged()
        if (header["kind"], header["parameters"]) != (kind, parameters):
            raise self._error(
                f"a checkpoint of another computation ({_named(**header)}), not of "
                f"{_named(kind, parameters)}; name another file or remove this one"
            )
        return dict(arrays)

    def _header(self) -> dict[str, Any]:
        """Return the header, checked to be consistent with the size of the file."""
        try:
            header = json.loads(self._line())
            sizes = [
                np.dtype(kind).itemsize * prod(map(_length, shape))
                for _, kind, shape in header["arrays"]
                if kind in _TYPES
            ]
            known = len(sizes) == len(header["arrays"])
            header["kind"], header["parameters"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._damaged() from None
        if not known or sum(sizes) + self._digest.digest_size != self._left:
            raise self._damaged()
        return dict(header)

    def _line(self) -> bytes:
        line = self._file.readline(_LONGEST_HEADER)
        self._digest.update(line)
        self._left -= len(line)
        return line

    def _array(self, name: str, kind: str, shape: list[int]) -> tuple[str, np.ndarray]:
        array = np.empty(shape, dtype=kind)
        view = _bytes(array)
        for start in range(0, len(view), _CHUNK):
            chunk = view[start : start + _CHUNK]
            if self._file.readinto(chunk) != len(chunk):  # type: ignore[attr-defined]
                raise self._damaged()
            self._digest.update(chunk)
        return name, array

    def _error(self, message: str) -> CheckpointError:
        return CheckpointError(f"{self._path}: {message}")

    def _damaged(self) -> CheckpointError:
        return self._error("the checkpoint is damaged; remove it to compute it again")


def _bytes(array: np.ndarray[Any, Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _length(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _named(kind: str, parameters: Mapping[str, Any], **_: Any) -> str:
    return " ".join([kind, *(f"{name}={value}" for name, value in parameters.items())])
