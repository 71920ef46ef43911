"""Read and write files.

A file that is replaced is, at any time, either the old one or the complete new one,
also after a crash of the program or of the machine: the content goes to a file in a
temporary folder beside the target, which is flushed to the disk and renamed; then the
folder of the target is flushed. The new file has the permissions of the old one; other
hard links keep the old content. A process that is killed may leave its temporary
folder, `.NAME.????????.galaxies-tmp`. It is never read, and the next replacement of
NAME removes it, if it holds this program's marker, unlocked, and nothing else but the
new file.

A file that is appended to is locked, so that a second process is refused. Each line
reaches the operating system when it is written, and the disk at the end.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from galaxies_asp.core.board.errors import InputError, OutputError
from galaxies_asp.processes.system import flush_folder, lock_file

_MARKER = "galaxies-asp"
_MARK = b"A temporary folder of galaxies-asp; it may be removed.\n"
_NEW = "new"
_SUFFIX = ".galaxies-tmp"
_PATIENCE = 10.0
"""Seconds to wait for the process that writes to a pipe."""


def opened(path: Path, flags: int, *, pipes: bool = False) -> IO[bytes]:
    """Open a regular file, without waiting for anything.

    `flags`: flags of `os.open`. `pipes`: whether pipes and devices are opened, too.
    Raises `OSError` if it cannot be opened, or is of another kind.
    """
    for name in ("O_NONBLOCK", "O_BINARY"):  # not on all platforms
        flags |= getattr(os, name, 0)
    handle = os.open(path, flags, 0o666)
    try:
        mode = os.fstat(handle).st_mode
        if not (stat.S_ISREG(mode) or (pipes and not stat.S_ISDIR(mode))):
            raise OSError(errno.EINVAL, "it is not a regular file")
        if stat.S_ISFIFO(mode) and not flags & os.O_WRONLY:
            import select  # pipes are rare

            if not select.select([handle], [], [], _PATIENCE)[0]:
                raise OSError(errno.EAGAIN, "no process writes to this pipe")
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(handle, True)
        mode_of = {os.O_RDONLY: "rb", os.O_WRONLY: "wb"}
        kind = mode_of.get(flags & (os.O_WRONLY | os.O_RDWR), "r+b")
        return os.fdopen(handle, kind, buffering=0 if kind == "r+b" else -1)
    except BaseException:
        os.close(handle)
        raise


def read_file(path: Path, most: int) -> bytes:
    """Return the content of a file; errors do not name it.

    Raises `InputError` if it cannot be read, or has more than `most` bytes.
    """
    try:
        with opened(path, os.O_RDONLY, pipes=True) as file:
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

    Raises `OutputError` if the file cannot be written; the old file is then unchanged.
    """
    with _writing(path):
        target = Path(os.path.realpath(path))
        try:
            mode = target.stat().st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            with opened(target, os.O_WRONLY, pipes=True) as file:
                yield file
            return
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _remove_leftovers(target)
        with _temporary_folder(target) as folder:
            new = folder / _NEW
            with new.open("xb") as file:
                yield file
                file.flush()
                if mode is not None:
                    os.chmod(new, stat.S_IMODE(mode))
                os.fsync(file.fileno())
            os.replace(new, target)
        flush_folder(target.parent)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file; see `replacing`."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def appending(path: Path) -> Iterator["AppendedFile"]:
    """Open a file to add lines to it.

    Raises `OutputError` if the file cannot be written, or if another process has it
    open here.
    """
    with _writing(path):
        file = opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    with file:
        with _writing(path):
            if lock_file(file.fileno(), wait=False) is False:
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
    """Remove a file, if there is one. Raises `OutputError` if it cannot be removed."""
    with _writing(path):
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder, unless there is one. Raises `OutputError` if it cannot be made."""
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


@contextmanager
def _temporary_folder(target: Path) -> Iterator[Path]:
    """Give a new folder beside the target, with a locked marker; remove it at last."""
    import tempfile

    prefix = f".{target.name[:40]}."
    with (
        tempfile.TemporaryDirectory(
            _SUFFIX, prefix, target.parent, ignore_cleanup_errors=True
        ) as name,
        (Path(name) / _MARKER).open("xb", buffering=0) as marker,
    ):
        lock_file(marker.fileno(), wait=True)
        marker.write(_MARK)  # from now on, only the lock protects the folder
        yield Path(name)


def _remove_leftovers(target: Path) -> None:
    """Remove the temporary folders of killed processes."""
    name = re.escape(f".{target.name[:40]}.") + "[a-z0-9_]{8}" + re.escape(_SUFFIX)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)
    for entry in os.scandir(target.parent):
        if not re.fullmatch(name, entry.name) or entry.is_symlink():
            continue
        folder = Path(entry.path)
        with suppress(OSError):
            if not set(os.listdir(folder)) <= {_MARKER, _NEW}:
                continue
            with opened(folder / _MARKER, flags) as marker:
                if lock_file(marker.fileno(), wait=False) and marker.read() == _MARK:
                    (folder / _NEW).unlink(missing_ok=True)
                    (folder / _MARKER).unlink()
                    folder.rmdir()
