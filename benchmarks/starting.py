"""Measure whole processes: the CPU time of short commands, and the start of `play`.

    python benchmarks/starting.py
    GALAXIES_BEFORE=../old python benchmarks/starting.py

The commands take turns with `import clingo, click`, and their times are multiples of
that of these imports: the ratio depends little on the load. `GALAXIES_BEFORE` names the
folder of another version, which is measured in turns, too.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, table

from galaxies_asp.notation import parse_all, write

ROOT = Path(__file__).parents[1]
IMPORTS = ("-c", "import clingo, click")
IMPORTS_SECONDS = 0.085
"""The CPU time of these imports on an idle machine."""

RUNS = 15
STARTS = 5

COMMANDS = (
    ("galaxies --version", 0.82, ("--version",)),
    ("galaxies --help", 0.71, ("--help",)),
    ("solve --json, 15x15", 1.25, ("solve", "--json", "idp-15x15")),
    ("solve --json, 30x30", None, ("solve", "--json", "{folder}/30x30.txt")),
    (
        "solve --json -e fast, 15x15",
        None,
        ("solve", "--json", "-e", "fast", "idp-15x15"),
    ),
    ("hint, 15x15", 1.6, ("hint", "idp-15x15")),
)
"""What is measured, the target as a multiple of the imports, and the arguments."""


def lines() -> Iterator[str]:
    """Yield the table of the section `start`."""
    before = os.environ.get("GALAXIES_BEFORE")
    versions = [ROOT, Path(before).resolve()] if before else [ROOT]
    with tempfile.TemporaryDirectory() as folder:
        text = (ROOT / "puzzles" / "tatham-normal-30x30.txt").read_text("utf-8")
        easy = write(parse_all(text)[0], "drawing")
        Path(folder, "30x30.txt").write_text(easy, encoding="utf-8")
        commands: list[tuple[Path, tuple[str, ...]]] = [
            (version, tuple(word.format(folder=folder) for word in words))
            for _, _, words in COMMANDS
            for version in versions
        ]
        least = [s / IMPORTS_SECONDS for s in scaled_seconds(commands, folder)]
        figures = [Figure("python -c 'import clingo, click'", 1)]
        for what, target, _ in COMMANDS:
            now, old = least.pop(0), least.pop(0) if before else None
            figures.append(Figure(what, now, target, old))
        first = [first_answer(version, folder) for version in versions]
        what = "play: first answer, seconds of wall-clock time"
        figures.append(Figure(what, first[0], 0.5, first[1] if before else None))
    yield from table(figures, "before" if before else "")


def scaled_seconds(
    commands: list[tuple[Path, tuple[str, ...]]], folder: str, times: int = RUNS
) -> list[float]:
    """Return the CPU seconds of commands of versions, as on an idle machine."""
    runs: list[tuple[Path, tuple[str, ...]]] = [(ROOT, IMPORTS)]
    runs += [(at, ("-m", "galaxies_asp", *words)) for at, words in commands]
    imports, *seconds = _least(runs, Path(folder), times)
    return [IMPORTS_SECONDS / imports * value for value in seconds]


def first_answer(version: Path, folder: str) -> float:
    """Return the least seconds from the start of `play` to its first answer."""
    least = float("inf")
    words = ("-m", "galaxies_asp", "play", "--no-browser", "--port", "0")
    for _ in range(STARTS):
        started = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, *words],
            env=_environment(version, Path(folder)),
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        with server:
            address = server.stdout.readline().strip()
            request = urllib.request.Request(
                f"{address}answers",
                json.dumps({"ask": "welcome"}).encode(),
                {"content-type": "application/json", "origin": address[:-1]},
            )
            with urllib.request.urlopen(request) as response:
                response.read()
            least = min(least, time.perf_counter() - started)
            server.terminate()
    return least


def _environment(version: Path, folder: Path) -> dict[str, str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(version),
        "PYTHONPYCACHEPREFIX": str(folder / version.name),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _least(
    runs: list[tuple[Path, tuple[str, ...]]], folder: Path, times: int
) -> list[float]:
    """Return the least CPU seconds of each Python command, taking turns."""
    least = [float("inf")] * len(runs)
    for _ in range(times):
        for i, (version, words) in enumerate(runs):
            started = _children_seconds()
            subprocess.run(
                [sys.executable, *words],
                env=_environment(version, folder),
                cwd=folder,
                stdout=subprocess.DEVNULL,
                check=True,
            )
            least[i] = min(least[i], _children_seconds() - started)
    return least


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    print(*lines(), sep="\n")
