"""Read and write files; `database` does so for databases.

A file that is replaced is, at any time, either the old one or the complete new one,
also after a crash of the program or of the machine: the content goes to a temporary
file in the same folder, which is flushed to the disk and renamed; then the folder is
flushed. If writing fails, the temporary file is removed. A process that is killed may
leave one, named `.NAME.*.tmp`; it is never read, and the next replacement of NAME
removes it.

A file that is appended to is locked, so that a second process is refused. Each line
reaches the operating system when it is written, and the disk at the end.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from galaxies_asp.board.errors import InputError, OutputError
from galaxies_asp.processes.system import flush_folder, lock_file


def read_file(path: Path, most: int) -> bytes:
    """Return the content of a file; errors do not name it.

    Raises
    ------
    InputError
        If it cannot be read, or has more than `most` bytes.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {_reason(error)}") from None
    if len(data) > most:
        raise InputError(f"longer than {most} bytes")
    return data


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write to, which replaces `path` at the end of the block.

    A symbolic link stays; the file that it names is replaced. A device or a pipe is
    written to directly.

    Raises
    ------
    OutputError
        If the file cannot be written; the old file is then unchanged.
    """
    with _writing(path):
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        handle, name = _temporary(target)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(name, 0o666 & ~mask)
                os.fsync(file.fileno())
                os.replace(name, target)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(name)
            raise
        flush_folder(target.parent)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file; see `replacing`."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def appending(path: Path) -> Iterator["AppendedFile"]:
    """Open a file to add lines to it.

    Raises
    ------
    OutputError
        If the file cannot be written, or if another process has it open here.
    """
    with _writing(path):
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        file = os.fdopen(handle, "a+b", buffering=0)
    with file:
        with _writing(path):
            if not lock_file(file.fileno(), wait=False):
                raise OSError(errno.EBUSY, "another process is writing to it")
        yield AppendedFile(path, file)
        with _writing(path):
            os.fsync(file.fileno())


class AppendedFile:
    """A locked file to which lines are added; see `appending`."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file

    def read(self) -> bytes:
        """Return the content."""
        with _writing(self.path):
            self._file.seek(0)
            return self._file.read()

    def truncate(self, end: int) -> None:
        """Remove everything from this byte on."""
        with _writing(self.path):
            self._file.truncate(end)

    def add(self, line: bytes) -> None:
        """Write a line completely, or nothing of it."""
        with _writing(self.path):
            end = self._file.seek(0, os.SEEK_END)
            left = memoryview(line)
            try:
                while left:
                    left = left[self._file.write(left) :]
            except BaseException:
                self._file.truncate(end)
                raise


def remove_file(path: Path) -> None:
    """Remove a file, if there is one.

    Raises
    ------
    OutputError
        If it cannot be removed.
    """
    with _writing(path):
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder, unless there is one.

    Raises
    ------
    OutputError
        If it cannot be made.
    """
    with _writing(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _temporary(path: Path) -> tuple[int, str]:
    """Create a locked temporary file; remove those that no process has locked."""
    prefix = f".{path.name[:40]}."
    for name in os.listdir(path.parent):
        if name.startswith(prefix) and name.endswith(".tmp"):
            _remove_unlocked(path.parent / name)
    import tempfile

    while True:
        handle, name = tempfile.mkstemp(".tmp", prefix, path.parent)
        try:
            lock_file(handle, wait=True)
            if os.fstat(handle).st_nlink:
                return handle, name
        except BaseException:
            os.unlink(name)
            raise
        os.close(handle)  # another process has removed it before it was locked


def _remove_unlocked(path: Path) -> None:
    with suppress(OSError), path.open("rb") as file:
        if lock_file(file.fileno(), wait=False):
            path.unlink()
