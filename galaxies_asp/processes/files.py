"""Write files atomically.

A file that is written here is, at any time, either the old one or the complete new one,
also after a crash of the program or the machine: the content goes to a temporary file
in the same folder, which is flushed to the disk and renamed; then the folder is
flushed. If writing fails, the temporary file is removed. Only a killed process may
leave one, named `.NAME.*.tmp`; it is never read.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, which replaces `path` at the end of the block.

    A symbolic link stays; the file that it names is replaced. A device or a pipe is
    written to directly.

    Raises
    ------
    OSError
        If the file cannot be written; the old file is then unchanged.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    import tempfile

    handle, name = tempfile.mkstemp(
        dir=path.parent, prefix=f".{path.name}.", suffix=".tmp"
    )
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    _flush_folder(path.parent)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file; see `replacing`."""
    with replacing(path) as file:
        file.write(content)


def _flush_folder(folder: Path) -> None:
    """Write the entry of a renamed file to the disk, where folders can be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
