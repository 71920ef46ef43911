"""Runs of commands, each in a child process, and what is wrong with them."""

import json
import os
import pickle
import re
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import psutil

import galaxies_asp
from galaxies_asp.cli import exits
from tests.harness.use.calls import Field, Use, option_names
from tests.harness.use.calls import line as line_of

DOCUMENTED = {
    value
    for name, value in vars(exits).items()
    if name.isupper() and name[0] != "_"
    if isinstance(value, int)
} - {exits.INTERNAL_ERROR, exits.INTERRUPTED}
"""The exit codes of answers and errors; a fault of the program is none of them."""
SECONDS = 60.0
"""A run that takes more of the processor is a fault, or an hour."""

NEUTRAL = {
    *("time_limit", "memory_limit", "jobs", "family", "cpu_limit", "threads"),
    *("store", "record", "color"),
}
"""Parameters that change no answer."""
ALSO_NEUTRAL = {
    "confirm",
    "encoding",
    "verifier",
    "seed",
    "quiet",
    "output",
    "letters",
    "rulers",
}
"""Parameters that change how an answer is found or shown, not the exit code."""
VARYING = re.compile(
    r"seconds|time|statistics|encoding|proposals|rivals|choices|conflicts|verified"
    r"|decided|memory|statistics|^id$|trials"
)
"""The fields of answers that tell how they were found."""


_NOT_LOADED = re.compile(
    r"__main__|_start|compiled.galaxies|images|play|plots|clingo6|_native"
)
"""Modules that need libraries of extras, or do something when they are imported."""


@dataclass(frozen=True)
class Done:
    """How a command ended, what it printed and which files it wrote."""

    words: tuple[str, ...]
    code: int | None
    """None if it did not end in time."""
    out: bytes = b""
    said: bytes = b""
    files: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def fault(self) -> str:
        """What is wrong with this run alone; maybe empty."""
        if self.code is None:
            return f"no end in {SECONDS:.0f} CPU seconds"
        if b"Traceback" in self.said:
            return "a traceback: " + self.said.decode(errors="replace").splitlines()[-1]
        if self.code not in DOCUMENTED:
            return f"exit code {self.code}: {self.said.decode(errors='replace')[-200:]}"
        if self.code != exits.ANSWERED and not (self.out or self.said):
            return f"exit code {self.code} without a message"
        return ""

    @property
    def shown(self) -> object:
        """All that a user sees."""
        return self.code, self.out, self.said, self.files

    def answer(self) -> Any:
        """Return what is printed; of JSON without the fields that may vary."""
        try:
            return [without_varying(json.loads(line)) for line in self.out.splitlines()]
        except ValueError:
            return self.out


def without_varying(value: Any) -> Any:
    """Return a value of JSON without the fields that tell how it was found."""
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if not VARYING.search(k)}
        return {name: without_varying(one) for name, one in kept.items()}
    if isinstance(value, list):
        return [without_varying(one) for one in value]
    return value


def preload() -> None:
    """Import the modules of commands, so that not each child does."""
    for found in walk_packages(galaxies_asp.__path__, "galaxies_asp."):
        if not _NOT_LOADED.search(found.name):
            import_module(found.name)
    import support.commands  # noqa: F401


def run(
    words: list[str],
    folder: Path,
    missing: Sequence[str] = (),
    environment: dict[str, str] | None = None,
) -> Done:
    """Run a command in a child process, in a new folder below a folder."""
    place = Path(tempfile.mkdtemp(dir=folder))
    reading, writing = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run_here(words, place, writing, missing, environment or {})
    os.close(writing)
    data, is_late = _read_until(reading, child, started + 60 * SECONDS)
    os.close(reading)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = {one.name: one.read_bytes() for one in place.iterdir() if one.is_file()}
    shutil.rmtree(place)
    code, out, said = pickle.loads(data) if data else (status, b"", b"")
    code = None if is_late else code
    return Done(tuple(words), code, out, said, found, time.monotonic() - started)


def _run_here(
    words: list[str],
    place: Path,
    writing: int,
    missing: Sequence[str],
    environment: dict[str, str],
) -> None:
    """Run a command in this process, send how it ended, and end the process."""
    try:
        os.setsid()
        os.chdir(place)
        os.environ.update(environment)
        sys.modules.update(dict.fromkeys(missing))  # type: ignore[arg-type]
        from support.commands import galaxies

        done = galaxies(*words)
        result = done.returncode, done.stdout, done.stderr
    except BaseException as error:  # is a fault that the parent prints
        text = "".join(traceback.format_exception(error))
        result = 70, b"", text.encode()
    with os.fdopen(writing, "wb") as pipe:
        pickle.dump(result, pipe)
    os._exit(0)


def _read_until(reading: int, child: int, deadline: float) -> tuple[bytes, bool]:
    """Return what a process sends, and whether it was killed after a time."""
    data = b""
    while True:
        while not select.select([reading], [], [], 1)[0]:
            if time.monotonic() > deadline or _cpu_seconds(child) > SECONDS:
                os.killpg(child, signal.SIGKILL)
                return b"", True
        part = os.read(reading, 1 << 20)
        if not part:
            return data, False
        data += part


def _cpu_seconds(child: int) -> float:
    """Return the time that a process and those that it has started have computed."""
    known, seconds = psutil.Process(child), 0.0
    for process in (known, *known.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(process.cpu_times()[:4])
    return seconds


def differs(
    uses: Sequence[Use], base: Done, done: Done, *, measures: bool = False
) -> str:
    """Return how an answer differs that should be the same; maybe empty.

    `measures`: whether the command prints times, so that no two runs are equal.
    """
    parameters = {use.parameter for use in uses}
    refused = exits.USAGE_ERROR, exits.DATA_ERROR, exits.LIMIT_REACHED
    others = (*refused, exits.MISSING_LIBRARY)
    if not parameters or not parameters <= NEUTRAL | ALSO_NEUTRAL:
        return ""
    if done.code in others or base.code in others:
        return ""
    if done.code != base.code:
        return f"exit code {done.code}, without the option {base.code}"
    if parameters <= NEUTRAL and not measures and done.answer() != base.answer():
        return "another answer than without the option"
    return ""


@dataclass(frozen=True)
class Run:
    """A run with options, beside one without."""

    done: Done
    fault: str
    is_idle: bool
    """Whether the options change nothing."""


def field_runs(
    field: Field, folder: Path, missing: Sequence[str], environment: dict[str, str]
) -> Iterator[Run]:
    """Yield the runs of a command with a type."""
    line = line_of(field.name, field.command, field.subject)
    has_json = "--json" in option_names(field.command)
    bases: dict[bool, Done] = {}
    for uses in field.uses:
        is_neutral = bool(uses) and {u.parameter for u in uses} <= NEUTRAL
        is_json = has_json and is_neutral
        plain = [*line, *["--json"] * is_json]
        words = [*plain, *(word for use in uses for word in use.words)]
        done = run(words, folder, missing, environment)
        fault = done.fault
        if done.code == exits.MISSING_LIBRARY and b"galaxies-asp[" not in done.said:
            fault = "exit code 69 without the name of an extra"
        if not uses:
            bases[False] = done
        elif not fault and {u.parameter for u in uses} <= NEUTRAL | ALSO_NEUTRAL:
            if is_json not in bases:
                bases[is_json] = run(plain, folder, missing, environment)
            fault = differs(
                uses, bases[is_json], done, measures=field.name[:3] == "lab"
            )
        base = bases.get(is_json)
        is_idle = bool(uses) and base is not None and base.shown == done.shown
        yield Run(done, fault, is_idle)
