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
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from galaxies_asp.errors import GalaxiesError
from galaxies_asp.processes.files import replacing

Arrays = Mapping[str, np.ndarray[Any, Any]]

_FORMAT = b"galaxies-asp checkpoint "
_VERSION = b"2\n"
_LONGEST_HEADER = 1 << 16
_TYPES = {f"<{kind}{size}" for kind in "iu" for size in (2, 4, 8)}
_TYPES |= {"|u1", "|i1", "<f8"}
_CHUNK = 1 << 20


class CheckpointError(GalaxiesError):
    """A checkpoint cannot be used."""


def write_checkpoint(
    path: Path, kind: str, parameters: Mapping[str, Any], arrays: Arrays
) -> None:
    """Write arrays of numbers atomically.

    Parameters
    ----------
    kind, parameters
        The computation: a few words, and values of JSON.

    Raises `OutputError` if the file cannot be written.
    """
    stored = {
        name: np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        for name, array in arrays.items()
    }
    header = {
        "kind": kind,
        "parameters": dict(parameters),
        "arrays": [
            [name, array.dtype.str, array.shape] for name, array in stored.items()
        ],
    }
    digest = hashlib.sha256()
    start = _FORMAT + _VERSION + json.dumps(header).encode() + b"\n"
    with replacing(path) as file:
        parts: list[bytes | memoryview] = [start, *map(_bytes, stored.values())]
        for part in parts:
            digest.update(part)
            file.write(part)
        file.write(digest.digest())


def read_checkpoint(
    path: Path, kind: str, parameters: Mapping[str, Any]
) -> dict[str, np.ndarray] | None:
    """Read the arrays of `write_checkpoint`; None if there is no file.

    Raises `CheckpointError` if the file is damaged, or belongs to another computation.
    """
    try:
        with path.open("rb") as file:
            return _Reader(path, file).arrays(kind, dict(parameters))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CheckpointError(
            f"{path}: the checkpoint cannot be read: {error.strerror}"
        ) from None


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
        found = [self._array(*entry) for entry in header["arrays"]]
        checksum = self._digest.digest()
        if self._file.read() != checksum:
            raise self._damaged()
        if (header["kind"], header["parameters"]) != (kind, parameters):
            raise self._error(
                f"a checkpoint of another computation ({_named(**header)}), not of "
                f"{_named(kind, parameters)}; name another file or remove this one"
            )
        return dict(found)

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
