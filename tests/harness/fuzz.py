"""Coverage-guided fuzzing of the readers of `targets`, with a kept corpus.

    python -m tests.harness.fuzz [--seconds 60] [--only NAME] [--keep 40]

Needs atheris (`pip install atheris`). Each target runs in a process of its own, from
its corpus in `tests/harness/corpus/NAME.json`. Prints the inputs, the slowest of them,
the peak of memory, and each input that raises anything but an error for the user.
Inputs that reach new code are added to the corpus, up to `--keep`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from galaxies_asp.processes.files import replace_file

CORPUS = Path(__file__).with_name("corpus")
SECONDS_PER_INPUT = 20
MEGABYTES = 1000
LONGEST = 2000
"""Bytes of an input."""

MOST_KEPT = 20_000
"""Bytes of the kept inputs of a target."""


@dataclass(frozen=True)
class Figures:
    """What the fuzzer measured."""

    inputs: int
    slowest: int
    megabytes: int
    fault: str


def corpus(name: str) -> list[bytes]:
    """Return the kept inputs of a target."""
    path = CORPUS / f"{name}.json"
    if not path.exists():
        return []
    return [one.encode("latin-1") for one in json.loads(path.read_text("utf-8"))]


def keep(name: str, inputs: list[bytes]) -> None:
    """Replace the kept inputs of a target."""
    texts = sorted({one.decode("latin-1") for one in inputs}, key=lambda s: (len(s), s))
    CORPUS.mkdir(exist_ok=True)
    text = json.dumps(texts, indent=1, ensure_ascii=True) + "\n"
    replace_file(CORPUS / f"{name}.json", text.encode())


def fuzz(name: str, seconds: int, most: int) -> Figures:
    """Fuzz a target in a process of its own; extend its corpus."""
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder) / "old", Path(folder) / "new"
        old.mkdir()
        new.mkdir()
        from tests.harness.targets import seeds

        for number, data in enumerate([*corpus(name), *seeds(name)]):
            (old / str(number)).write_bytes(data)
        bounds = [f"-max_len={LONGEST}", f"-timeout={SECONDS_PER_INPUT}"]
        bounds += [f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={folder}/"]
        messages = _run(
            name,
            [*bounds, f"-max_total_time={seconds}", "-print_final_stats=1"],
            [new, old],
        )
        found = [path.read_bytes() for part in (old, new) for path in part.iterdir()]
        keep(name, covering(name, found, most))
        return Figures(
            _figure(messages, "number_of_executed_units"),
            _figure(messages, "slowest_unit_time_sec"),
            _figure(messages, "peak_rss_mb"),
            _fault(messages, Path(folder)),
        )


def covering(name: str, inputs: list[bytes], most: int) -> list[bytes]:
    """Return inputs, short ones first, that each reach lines that no earlier one does.

    They are at most so many, and have at most `MOST_KEPT` bytes together.
    """
    from tests.harness.targets import accepted

    reached: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if "galaxies_asp" not in frame.f_code.co_filename:
            return None
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    chosen = []
    for data in sorted(set(inputs), key=lambda data: (len(data), data)):
        before = len(reached)
        sys.settrace(trace)
        try:
            accepted(name, data)
        finally:
            sys.settrace(None)
        size = sum(map(len, chosen)) + len(data)
        if len(reached) > before and len(chosen) < most and size <= MOST_KEPT:
            chosen.append(data)
    return chosen


def _run(name: str, options: list[str], folders: list[Path]) -> str:
    command = [sys.executable, "-m", "tests.harness.fuzz", "--target", name, "--"]
    done = subprocess.run(
        [*command, *options, *map(str, folders)],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.stderr.decode(errors="replace") + done.stdout.decode(errors="replace")


def _figure(messages: str, name: str) -> int:
    found = re.search(rf"stat::{name}:\s+(\d+)", messages)
    return int(found[1]) if found else 0


def _fault(messages: str, folder: Path) -> str:
    """Return the input that failed and its error; nothing if none has."""
    inputs = [
        ascii(path.read_bytes())
        for kind in ("crash", "timeout", "oom", "leak")
        for path in folder.glob(f"{kind}-*")
    ]
    if not inputs:
        return "" if "stat::" in messages else messages[-1000:]
    start = messages.find("Uncaught Python exception")
    return f"{inputs[0][:2000]}\n{messages[start : start + 1500] if start >= 0 else ''}"


def serve(name: str, options: list[str]) -> None:
    """Fuzz a target in this process, which ends."""
    import atheris

    with atheris.instrument_imports(include=["galaxies_asp"]):
        from tests.harness.targets import accepted, seeds

        for data in seeds(name):  # imports the modules
            accepted(name, data)

    def one(data: bytes) -> None:
        accepted(name, data)

    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


def main() -> None:
    """Print a line for each target; exit with 1 if an input fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--keep", type=int, default=40)
    parser.add_argument("--only", default="", help="part of the name of a target")
    parser.add_argument("--target", help=argparse.SUPPRESS)
    parser.add_argument("options", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.target:
        serve(options.target, options.options)
        return
    from tests.harness.targets import TARGETS

    faults = 0
    for name in TARGETS:
        if options.only not in name:
            continue
        found = fuzz(name, options.seconds, options.keep)
        print(
            f"{name:12} {found.inputs:9} inputs, slowest {found.slowest} s, "
            f"{found.megabytes} MB",
            flush=True,
        )
        if found.fault:
            faults += 1
            print(found.fault, flush=True)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
