"""Measure whole processes: CPU seconds and modules of short commands.

    python benchmarks/starting.py
    GALAXIES_BEFORE=../old python benchmarks/starting.py

The commands take turns with `import clingo, click`, and all times are scaled so that
these imports take 0.085 s, as on an idle machine: the ratio depends little on the load.
`GALAXIES_BEFORE` names the folder of another version, which is measured in turns, too.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, table

from galaxies_asp.notation import parse_all, write

ROOT = Path(__file__).parents[1]
IMPORTS = ("-c", "import clingo, click")
IMPORTS_SECONDS = 0.085
RUNS = 15

COMMANDS = (
    ("galaxies --version", 0.07, ("--version",)),
    ("solve --json, 15x15", 0.12, ("solve", "--json", "idp-15x15")),
    ("solve --json, 30x30", 0.15, ("solve", "--json", "{folder}/30x30.txt")),
    (
        "solve --json -e fast, 15x15",
        None,
        ("solve", "--json", "-e", "fast", "idp-15x15"),
    ),
    ("hint, 15x15", 0.17, ("hint", "idp-15x15")),
)


def lines() -> Iterator[str]:
    """Yield the table of the section `start`."""
    before = os.environ.get("GALAXIES_BEFORE")
    versions = [ROOT, Path(before).resolve()] if before else [ROOT]
    with tempfile.TemporaryDirectory() as folder:
        text = (ROOT / "puzzles" / "tatham-normal-30x30.txt").read_text("utf-8")
        easy = write(parse_all(text)[0], "drawing")
        Path(folder, "30x30.txt").write_text(easy, encoding="utf-8")
        commands = [
            (version, *(word.format(folder=folder) for word in words))
            for _, _, words in COMMANDS
            for version in versions
        ]
        least = scaled_seconds(commands, folder)
    figures = [Figure("python -c 'import clingo, click'", IMPORTS_SECONDS)]
    for what, target, _ in COMMANDS:
        now, *old = (least.pop(0) for _ in versions)
        figures.append(Figure(what, now, target, *old))
    yield from table(figures, "before" if before else "")


def scaled_seconds(
    commands: list[tuple[Path, *tuple[str, ...]]], folder: str, times: int = RUNS
) -> list[float]:
    """Return the CPU seconds of commands of versions, as on an idle machine."""
    runs = [(ROOT, IMPORTS)]
    runs += [(at, ("-m", "galaxies_asp", *words)) for at, *words in commands]
    imports, *seconds = _least(runs, Path(folder), times)
    return [IMPORTS_SECONDS / imports * value for value in seconds]


def _least(
    runs: list[tuple[Path, tuple[str, ...]]], folder: Path, times: int
) -> list[float]:
    """Return the least CPU seconds of each Python command, taking turns."""
    least = [float("inf")] * len(runs)
    for _ in range(times):
        for i, (version, words) in enumerate(runs):
            environment = {
                **os.environ,
                "PYTHONPATH": str(version),
                "PYTHONPYCACHEPREFIX": str(folder / version.name),
            }
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            started = _children_seconds()
            subprocess.run(
                [sys.executable, *words],
                env=environment,
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
