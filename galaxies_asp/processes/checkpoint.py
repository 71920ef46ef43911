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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.processes.files import make_folder, opened, remove_file, replacing

Arrays = Mapping[str, NDArray[Any]]

_FORMAT = b"galaxies-asp checkpoint "
_VERSION = b"3\n"
_TYPES = {f"<{kind}{size}" for kind in "iu" for size in (2, 4, 8)}
_TYPES |= {"|u1", "|i1", "<f8"}
_CHECKSUM = hashlib.sha256().digest_size

SECONDS_BETWEEN = 30.0
"""Time between two writes of `Checkpoint.write_sometimes`."""


class CheckpointError(GalaxiesError):
    """A checkpoint cannot be used."""


@dataclass
class Checkpoint:
    """A file from which a computation is resumed, or a folder of such files."""

    path: Path | None
    """The file or the folder; None if nothing is kept."""
    kind: str
    parameters: Mapping[str, object]
    """The computation: a few words, and values of JSON."""
    _written: float = field(default_factory=time.monotonic, repr=False)

    def named(self, name: str) -> "Checkpoint":
        """Return the checkpoint with a name in this folder, which is made."""
        if self.path is None:
            return self
        make_folder(self.path)
        return replace(self, path=self.path / f"{name}.checkpoint")

    def read(self) -> dict[str, np.ndarray] | None:
        """Return the arrays that were written; None if there is no file.

        Raises `CheckpointError` if the file is damaged, or belongs to another
        computation.
        """
        if self.path is None:
            return None
        try:
            with opened(self.path, os.O_RDONLY) as file:
                data = bytearray(os.fstat(file.fileno()).st_size)
                file.readinto(data)  # type: ignore[attr-defined]
        except FileNotFoundError:
            return None
        except OSError as error:
            reason = f"the checkpoint cannot be read: {error.strerror}"
            raise self._error(reason) from None
        return self._arrays(data)

    def write(self, arrays: Arrays) -> None:
        """Write arrays of numbers atomically, or raise `OutputError`."""
        if self.path is None:
            return
        stored = {
            name: np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
            for name, array in arrays.items()
        }
        shapes = [[name, a.dtype.str, a.shape] for name, a in stored.items()]
        header = {"kind": self.kind, "parameters": dict(self.parameters)}
        line = _FORMAT + _VERSION + json.dumps(header | {"arrays": shapes}).encode()
        start = line + b" " * (-len(line) % 64 + 63) + b"\n"  # arrays are aligned
        views = (array.reshape(-1).view(np.uint8).data for array in stored.values())
        contents: list[bytes | memoryview] = [start, *views]
        digest = hashlib.sha256()
        with replacing(self.path) as file:
            for part in contents:
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

    def _arrays(self, data: bytearray) -> dict[str, np.ndarray]:
        """Return the arrays in the content of a file; they share its memory."""
        if not data.startswith(_FORMAT):
            raise self._error("not a checkpoint; name another file")
        if not data.startswith(_FORMAT + _VERSION):
            raise self._error("a checkpoint of another version of this program")
        body, checksum = memoryview(data)[:-_CHECKSUM], data[-_CHECKSUM:]
        arrays: dict[str, np.ndarray] = {}
        try:
            if hashlib.sha256(body).digest() != checksum:
                raise ValueError("checksum")
            end = data.index(b"\n", len(_FORMAT + _VERSION)) + 1
            header = json.loads(data[len(_FORMAT + _VERSION) : end])
            computation = header["kind"], header["parameters"]
            for name, kind, shape in header["arrays"]:
                if kind not in _TYPES or min(shape, default=0) < 0:
                    raise ValueError(kind)
                arrays[name] = np.ndarray(shape, kind, body, end)
                end += arrays[name].nbytes
            if end != len(body):
                raise ValueError("size")
        except (ValueError, KeyError, TypeError, RecursionError):
            reason = "the checkpoint is damaged; remove it to compute it again"
            raise self._error(reason) from None
        if computation != (self.kind, dict(self.parameters)):
            theirs, ours = (
                " ".join([kind, *(f"{name}={value}" for name, value in values.items())])
                for kind, values in (computation, (self.kind, self.parameters))
            )
            raise self._error(
                f"a checkpoint of another computation ({theirs}), not of {ours}; name "
                "another file or remove this one"
            )
        return {name: np.require(array, None, "A") for name, array in arrays.items()}

    def _error(self, message: str) -> CheckpointError:
        return CheckpointError(f"{self.path}: {message}")


NO_CHECKPOINT = Checkpoint(None, "", {})
"""Keeps nothing."""
