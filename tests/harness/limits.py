"""Limits under an external clock: each verb on boards that are too large for it.

    python -m tests.harness.limits [--seconds 3] [--megabytes 200] [--only NAME]

Each verb runs on each board with a limit of time, with a limit of memory, and in an
address space of four times this memory (`ulimit -v`). Prints the exit code, the
wall-clock and CPU seconds beyond the limit, and the peak of the memory of a process.
`galaxies check` of the same board, run just before, is subtracted: it starts the
program and reads.
"""

import argparse
import json
import os
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, Popen

VERBS = (
    ("solve", "-q"),  # drawings are not limited
    ("count",),
    ("enumerate", "-q"),
    ("enumerate", "--sample", "-n", "3", "-q"),
    ("forced",),
    ("explain",),
    ("hint", "-q"),
    ("walkthrough",),
    ("repair", "-q"),
)
"""The verbs that take a puzzle and a limit."""

MAKERS = (("generate", "--size", "60", "-n", "1000", "-q", "-f", "tatham"),)
"""The verbs that make boards within a limit of time."""

CODES = (0, 1, 3, 65)
"""Exit codes: an answer, a limit, a board that the verb refuses."""

PATIENCE = 60.0
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Run:
    """The end of a command: seconds, and bytes of its largest process."""

    code: int
    seconds: float
    cpu_seconds: float
    memory: int
    message: str

    @property
    def is_clean(self) -> bool:
        """Whether the exit code is documented and the message has no traceback."""
        return self.code in CODES and "Traceback" not in self.message


def boards() -> dict[str, dict[str, object]]:
    """Return a sparse board, a huge sparse one, and one of 10^5 dots, as JSON."""
    return {
        "sparse": _board(
            300, [(x, y) for y in _steps(300, 20) for x in _steps(300, 20)]
        ),
        "huge": _board(
            1000, [(x, y) for y in _steps(1000, 200) for x in _steps(1000, 200)]
        ),
        "dense": _board(
            316, [(x, y) for y in range(1, 632, 2) for x in range(1, 632, 2)]
        ),
    }


def _steps(side: int, step: int) -> range:
    return range(step // 2 - 1, 2 * side, step)


def _board(side: int, centers: list[tuple[int, int]]) -> dict[str, object]:
    return {"id": "board", "width": side, "height": side, "centers": centers}


def run(arguments: list[str], allowed: float, address_space: int | None = None) -> Run:
    """Run a command; kill it after the allowed seconds."""

    def bound() -> None:
        if address_space is not None:
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))

    with tempfile.TemporaryFile() as messages:
        started = time.monotonic()
        process = Popen(
            [sys.executable, "-m", "galaxies_asp", *arguments],
            stdout=DEVNULL,
            stderr=messages,
            preexec_fn=bound,
        )
        clock = threading.Timer(allowed, process.kill)
        clock.start()
        _, status, used = os.wait4(process.pid, 0)
        clock.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        return Run(
            process.returncode,
            time.monotonic() - started,
            used.ru_utime + used.ru_stime,
            used.ru_maxrss * 1024,
            messages.read().decode(),
        )


def of_time(verb: tuple[str, ...], path: Path | None, seconds: float) -> Iterator[str]:
    """Yield a line for a run with a limit of time."""
    read = Run(0, 0.0, 0.0, 0, "")
    if path is not None:
        read = run(["check", str(path)], PATIENCE)
    limit = ["--time-limit", str(seconds)]
    inputs = [] if path is None else [str(path)]
    one = run([*verb, *inputs, *limit], seconds + PATIENCE)
    beyond = one.seconds - seconds - read.seconds
    cpu = one.cpu_seconds - seconds - read.cpu_seconds
    yield f"exit {one.code:2}, {beyond:+6.1f} s wall, {cpu:+6.1f} s CPU"
    if not one.is_clean:
        yield one.message[-300:]
    elif beyond > 2:
        yield "FAULT: more than 2 s beyond the limit"


def of_memory(verb: tuple[str, ...], path: Path, limit: int) -> Iterator[str]:
    """Yield a line for a run with a limit of memory, and of time to end it."""
    read = run(["check", str(path)], PATIENCE)
    limits = ["--memory-limit", str(limit // MEGABYTE), "--time-limit", str(PATIENCE)]
    one = run([*verb, str(path), *limits], 2 * PATIENCE)
    yield f"exit {one.code:2}, {one.memory / MEGABYTE:6.0f} MB, {one.seconds:5.1f} s"
    if not one.is_clean:
        yield one.message[-300:]
    elif one.memory > max(1.5 * limit, read.memory + limit / 2):
        yield "FAULT: more than half of the limit beyond it"


def of_address_space(verb: tuple[str, ...], path: Path, limit: int) -> Iterator[str]:
    """Yield a line for a run in a small address space."""
    limits = ["--time-limit", str(PATIENCE)]
    one = run([*verb, str(path), *limits], 2 * PATIENCE, limit)
    yield f"exit {one.code:2}, {one.seconds:5.1f} s"
    if not one.is_clean:
        yield one.message[-300:]


def main() -> None:
    """Print the runs; exit with 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--only", default="", help="part of the name of a run")
    options = parser.parse_args()
    memory = options.megabytes * MEGABYTE
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        runs = []
        for board, fields in boards().items():
            path = Path(folder) / f"{board}.json"
            path.write_text(json.dumps(fields), encoding="utf-8")
            for verb in VERBS:
                name = f"{' '.join(verb)} {board}"
                runs += [
                    (f"time: {name}", of_time(verb, path, options.seconds)),
                    (f"memory: {name}", of_memory(verb, path, memory)),
                    (
                        f"address space: {name}",
                        of_address_space(verb, path, 4 * memory),
                    ),
                ]
        for verb in MAKERS:
            runs.append(
                (f"time: {' '.join(verb)}", of_time(verb, None, options.seconds))
            )
        for name, lines in runs:
            if options.only not in name:
                continue
            found = list(lines)
            faults += len(found) > 1
            print(f"{name:50}", *found, flush=True)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
