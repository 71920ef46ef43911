"""Limits under an external clock: each verb on boards that are too large for it.

    python -m tests.harness.limits [--seconds 3] [--megabytes 300]

Prints, for each verb and board, the exit code and the seconds or megabytes beyond the
limit. The time includes the start of the program and reading the board.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

VERBS = (
    ("solve",),
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

MAKERS = (
    ("generate", "--size", "60", "-n", "1000", "-q", "-f", "tatham"),
    ("boards", "random", "30x30", "--engine", "clingo", "-n", "1000", "-f", "json"),
)
"""The verbs that make boards within a limit."""


@dataclass(frozen=True)
class Run:
    """The end of a command."""

    name: str
    code: int
    seconds: float
    message: str


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


def run(name: str, arguments: list[str], allowed: float, most: int | None) -> Run:
    """Run a command; `most` bounds the bytes of its address space."""

    def bound() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_AS, (most, most))

    started = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "galaxies_asp", *arguments],
            capture_output=True,
            timeout=allowed,
            check=False,
            preexec_fn=bound,
        )
        code, message = done.returncode, done.stderr.decode()[-200:]
    except subprocess.TimeoutExpired:
        code, message = -1, "did not end"
    return Run(name, code, time.monotonic() - started, message)


def all_runs(seconds: float, folder: Path, chosen: str) -> Iterator[Run]:
    """Run each verb on each board under a limit of time."""
    limit = ["--time-limit", str(seconds)]
    for board, fields in boards().items():
        path = folder / f"{board}.json"
        path.write_text(json.dumps(fields), encoding="utf-8")
        for verb in VERBS:
            name = f"{' '.join(verb)} {board}"
            if chosen in name:
                yield run(name, [*verb, str(path), *limit], seconds + 60, None)
    for verb in MAKERS:
        if chosen in " ".join(verb):
            yield run(" ".join(verb), [*verb, *limit], seconds + 60, None)


def main() -> None:
    """Print the runs; exit with 1 if one is later than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--only", default="", help="part of the name of a run")
    options = parser.parse_args()
    late = 0
    with tempfile.TemporaryDirectory() as folder:
        for one in all_runs(options.seconds, Path(folder), options.only):
            beyond = one.seconds - options.seconds
            late += beyond > 2 + 1.5 or one.code not in (0, 1, 3)
            print(f"{one.name:40} exit {one.code:3} {beyond:+6.1f} s", flush=True)
            if one.code not in (0, 1, 3):
                print(one.message)
    sys.exit(late > 0)


if __name__ == "__main__":
    main()
