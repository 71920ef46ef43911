"""Faults of input and output: the n-th call of the operating system fails.

    python -m tests.harness.faults [--only NAME]

For each verb that writes, each call of `processes/files.py` (open, write, flush, fsync,
rename, lock), of standard output and of starting a process fails once, with each error.
Afterwards: a documented exit code, no traceback, no half file, and the next run gives
what an uninterrupted run gives.
"""

import argparse
import errno
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from galaxies_asp.cli import main
from tests.harness.commands import READING, WRITING, prepare
from tests.harness.signals import files_in

ERRORS: dict[str, Callable[[], BaseException]] = {
    "ENOSPC": lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    "EIO": lambda: OSError(errno.EIO, os.strerror(errno.EIO)),
    "EPIPE": lambda: BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)),
    "MemoryError": MemoryError,
}
CODES = (0, 1, 3, 74)
"""Exit codes after a fault: an answer, no memory, no output."""
UNREADABLE = 65, "cannot be read: "
"""The exit code and a part of the message where an input is not read."""

CALLS = ("open", "fsync", "replace", "chmod", "unlink", "fstat", "listdir")
"""The functions of `os` that fail, besides those of files."""


class Faults:
    """Counts calls; one of them fails."""

    def __init__(self, failing: int, error: Callable[[], BaseException]) -> None:
        self.calls = 0
        self._failing = failing
        self._error = error

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, one call of which fails."""

        def counted(*arguments: Any, **options: Any) -> Any:
            self.calls += 1
            if self.calls == self._failing:
                raise self._error()
            return function(*arguments, **options)

        return counted


class File(io.FileIO):
    """A file whose calls may fail."""

    def __init__(self, faults: Faults, handle: int, mode: str) -> None:
        super().__init__(handle, mode)
        for name in ("write", "read", "seek", "truncate", "flush"):
            setattr(self, name, faults.call(getattr(super(), name)))


class Output(io.BytesIO):
    """Standard output, whose writes may fail."""

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self.stream = io.TextIOWrapper(self, "utf-8", write_through=True)
        self.write = faults.call(super().write)


@contextmanager
def injected(faults: Faults) -> Iterator[Output]:
    """Let calls of the operating system fail."""
    output = Output(faults)
    with ExitStack() as stack:
        calls = dict(vars(os)) | {
            name: faults.call(getattr(os, name)) for name in CALLS
        }
        calls["fdopen"] = lambda handle, mode, **_: File(faults, handle, mode)
        system = SimpleNamespace(**calls)
        stack.enter_context(patch("galaxies_asp.processes.files.os", system))
        started = faults.call(subprocess.Popen)
        stack.enter_context(patch.object(subprocess, "Popen", started))
        stack.enter_context(patch.object(sys, "stdout", output.stream))
        yield output


def run(verb: list[str], faults: Faults) -> tuple[int, str, bytes]:
    """Run a verb in this process; return its exit code, messages and output."""
    messages = io.StringIO()
    code = 0
    with (
        injected(faults) as output,
        redirect_stderr(messages),
        patch.object(sys, "argv", ["galaxies", *verb]),
        patch("galaxies_asp.cli._discard_output", lambda: None),
    ):
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, messages.getvalue(), output.getvalue()


def faults_of(verb: list[str]) -> Iterator[str]:
    """Yield what is wrong after each fault of a verb."""
    never = Faults(0, MemoryError)
    with folder_of_verb() as folder:
        run(verb, never)
        expected = files_in(folder)
    for kind, error in ERRORS.items():
        for failing in range(1, never.calls + 1):
            with folder_of_verb() as folder:
                code, messages, _ = run(verb, Faults(failing, error))
                where = f"call {failing} of {never.calls}, {kind}: "
                is_unread = code == UNREADABLE[0] and UNREADABLE[1] in messages
                if not (code in CODES or is_unread) or "Traceback" in messages:
                    yield f"{where}exit {code}: {messages[-300:]}"
                for name, content in files_in(folder).items():
                    if not expected[name].startswith(content):
                        yield f"{where}{name} is damaged"
                    if content != expected[name] and not name.endswith("l"):
                        yield f"{where}half of {name}"
                if left := list(folder.glob(".*-tmp")):
                    yield f"{where}{left} is left"
                code, messages, _ = run(verb, Faults(0, MemoryError))
                if files_in(folder) != expected:
                    yield f"{where}the next run gives other files: {messages[-300:]}"


@contextmanager
def folder_of_verb() -> Iterator[Path]:
    """Work in a new folder with the files that the verbs read."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


def main_() -> None:
    """Print each fault; exit with 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the name of a verb")
    options = parser.parse_args()
    verbs = {f"{name} (reads)": verb for name, verb in READING.items()}
    verbs |= {f"{name} (writes)": verb for name, verb in WRITING.items()}
    found = 0
    for name, verb in verbs.items():
        if options.only in name:
            wrong = list(faults_of(verb))
            found += len(wrong)
            print(f"{name}: {len(wrong)} faults", *wrong[:10], sep="\n  ", flush=True)
    sys.exit(found > 0)


if __name__ == "__main__":
    main_()
