"""What a long computation of terms has reached, in a file, to go on from there."""

import hashlib
import io
import time
import zipfile
from pathlib import Path

import numpy as np

from galaxies_asp.processes.files import replace_file
from galaxies_asp.strips.errors import StripError
from galaxies_asp.strips.matrix import ExactVector
from galaxies_asp.strips.sweep import Strip

SECONDS_BETWEEN = 30.0


class Checkpoint:
    """A file that holds the terms so far and the vector after them.

    Parameters
    ----------
    path
        The file; with None nothing is saved.
    strip
        What is computed. The file remembers it, so that no other strip goes on from it.
    """

    def __init__(self, path: Path | None, strip: Strip) -> None:
        self._path = path
        self._identity = _identity(strip) if path is not None else ""
        self._last = time.monotonic()

    def load(self) -> tuple[list[int], ExactVector] | None:
        """Return what was saved; None if there is nothing.

        Raises
        ------
        StripError
            If the file is no checkpoint, or that of another strip.
        """
        if self._path is None or not self._path.exists():
            return None
        try:
            with np.load(self._path, allow_pickle=False) as saved:
                identity = str(saved["identity"])
                numbers = [int(text, 16) for text in str(saved["terms"]).split()]
                vector = ExactVector(saved["limbs"], int(saved["bits"]))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            raise StripError(f"{self._path}: this is no checkpoint") from None
        if identity != self._identity:
            raise StripError(
                f"{self._path}: this checkpoint belongs to another strip; remove it "
                "or name another file"
            )
        return numbers, vector

    def save_sometimes(self, numbers: list[int], vector: ExactVector) -> None:
        """Save, if the last time was some while ago."""
        if self._path is None or time.monotonic() - self._last < SECONDS_BETWEEN:
            return
        data = io.BytesIO()
        np.savez(
            data,
            identity=self._identity,
            terms=" ".join(f"{number:x}" for number in numbers),
            limbs=vector.limbs,
            bits=vector.bits,
        )
        try:
            replace_file(self._path, data.getvalue())
        except OSError as error:
            raise StripError(
                f"{self._path}: cannot be written: {error.strerror}"
            ) from None
        self._last = time.monotonic()

    def remove(self) -> None:
        """Forget what was saved, as the work is done."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _identity(strip: Strip) -> str:
    digest = hashlib.sha256(strip.final.tobytes())
    for layer in strip.layers:
        digest.update(repr(layer.shape).encode())
        for part in (layer.sources, layer.targets, layer.weights):
            digest.update(part.tobytes())
    return digest.hexdigest()
