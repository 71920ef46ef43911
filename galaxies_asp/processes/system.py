"""The operating system: everything that differs between Linux, macOS and Windows.

No other module imports a module of POSIX or asks which system it runs on. Where the
system lacks something, the program works without it:

- Without `fcntl`, files are not locked: two processes may add to one file, and
  temporary folders that killed processes have left are not removed.
- Without `O_DIRECTORY`, a renamed file may have its old name after a power failure.
- Without `pthread_sigmask`, Ctrl-C may interrupt a worker process while it starts.
- Without SIGHUP, closing the terminal ends the program without cleaning up.
- Without `fork`, a crash of the solver in this process is not reported.

Text is UTF-8 with line feeds everywhere, whatever the code page.
"""

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # `--version` needs no paths
    from pathlib import Path

ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals beside Ctrl-C that ask a process to end."""

_FAULTS = {
    -getattr(signal, name)
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
    if hasattr(signal, name)
}
_WINDOWS_FAULTS = 0xC0000000
"""From here on, the exit codes of Windows are faults such as an access violation."""


def is_crash(code: int) -> bool:
    """Tell whether a process with this exit code (`-N`: signal N) has crashed."""
    return code in _FAULTS or code >= _WINDOWS_FAULTS


def lock_file(handle: int, *, wait: bool) -> bool | None:
    """Lock an open file; tell whether it is locked; None where files have no locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def flush_folder(folder: "Path") -> None:
    """Write the entry of a renamed file to the disk, where folders can be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Hold Ctrl-C back, also from a process that is started in the block.

    The mask of signals is inherited: not even the start can be interrupted.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def continued_in_child() -> int | None:
    """Go on in a child process, so that a crash leaves a process that can report it.

    The child ends with this process, and receives the signals that it receives.

    Returns None in the child, and where no process can be forked; otherwise, when the
    child has ended, its exit code (`-N`: signal N).
    """
    if not hasattr(os, "fork"):
        return None
    import threading  # not needed by most commands

    reading, writing = os.pipe()
    # Signals wait until they are asked for: none may be sent on when the child is gone.
    awaited = {signal.SIGINT, signal.SIGCHLD, *ENDING_SIGNALS}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    handler = signal.signal(signal.SIGCHLD, lambda *_: None)  # or it may be dropped
    child = os.fork()
    if child == 0:
        os.close(writing)

        def end_with_parent() -> None:
            os.read(reading, 1)  # until its end, when no process has the other end open
            os._exit(128 + signal.SIGTERM)

        threading.Thread(target=end_with_parent, daemon=True).start()
        signal.signal(signal.SIGCHLD, handler or signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return None
    os.close(reading)
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if (number := signal.sigwait(awaited)) != signal.SIGCHLD:
            os.kill(child, number)
    os.close(writing)
    signal.signal(signal.SIGCHLD, handler or signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return os.waitstatus_to_exitcode(ended[1])


def prepare_standard_files() -> None:
    """Open the null device for standard files that are closed; write UTF-8.

    Without the former, the next file that is opened takes the number of one of them. A
    terminal keeps its encoding, and shows `?` for characters that it lacks. Messages
    that cannot be written are dropped: the exit code tells what happened.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    elif sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        raw = io.BufferedWriter(_DroppingFile(2, "w", closefd=False))
        encoding, errors = sys.stderr.encoding, sys.stderr.errors
        sys.stderr = io.TextIOWrapper(raw, encoding, errors, line_buffering=True)
    for stream in (sys.stdout, sys.stderr):
        if not hasattr(stream, "reconfigure"):
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors=stream.errors, newline="\n")


class _DroppingFile(io.FileIO):
    """A file that drops what cannot be written."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)
