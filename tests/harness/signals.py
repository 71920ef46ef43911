"""Signals at random moments of each verb.

    python -m tests.harness.signals [--rounds 100] [--seed 1] [--only NAME]

After INT, TERM, HUP or KILL: the documented exit code, no traceback, no process left,
no damaged file; and the next run gives what an uninterrupted run gives, apart from
measured times and memory. Checkpoints are written at every step.
"""

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.harness.commands import OUTPUTS, READING, WRITING, prepare

CHECKPOINTED = """
import sys
sys.argv[0] = "galaxies"
from galaxies_asp.processes import checkpoint
checkpoint.SECONDS_BETWEEN = 0.0
from galaxies_asp.cli import main
main()
"""
"""Runs a command that writes a checkpoint at every step."""

_MEASURED = re.compile(rb'"(ground|solve|cpu|peak)": [^,}\n]+|[0-9.]+ s of CPU time')

SIGNALS = [
    signal.Signals[name]
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")
    if hasattr(signal, name)
]


@dataclass(frozen=True)
class Reference:
    """An uninterrupted run: its files, and its seconds."""

    files: dict[str, bytes]
    seconds: float


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the results in a folder."""
    paths = [folder / name for name in OUTPUTS]
    return {
        path.name: _MEASURED.sub(b"", path.read_bytes())
        for path in paths
        if path.exists()
    }


def start(arguments: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own."""
    program = ("-c", CHECKPOINTED) if "gf" in arguments else ("-m", "galaxies_asp")
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_handle_hangups,
    )


def _handle_hangups() -> None:
    """Let the command handle SIGHUP also where this program runs under `nohup`."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def reference(arguments: list[str]) -> Reference:
    """Run a command to its end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        started = time.monotonic()
        process = start(arguments, folder)
        process.communicate()
        assert process.returncode in (0, 1), arguments
        return Reference(files_in(folder), time.monotonic() - started)


def strike(
    arguments: list[str], number: signal.Signals, delay: float, expected: Reference
) -> str:
    """Send a signal after a delay; return what is wrong afterwards, or nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        process = start(arguments, folder)
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        _, messages = process.communicate(timeout=120)
        if process.returncode not in (0, 1, 128 + number, -number):
            return f"exit {process.returncode}: {messages.decode()[-300:]}"
        if b"Traceback" in messages and b"galaxies_asp" in messages:
            return messages.decode()[-1500:]
        if left := processes_left(process.pid):
            return f"processes left: {left}"
        for path, content in files_in(folder).items():
            complete = expected.files[path]
            kept = complete.startswith(content) if path.endswith("l") else False
            if content != complete and not kept:
                return f"{path} is damaged"
        again = start(arguments, folder)
        _, messages = again.communicate(timeout=120)
        if again.returncode not in (0, 1):
            return f"the next run: exit {again.returncode}: {messages.decode()[-300:]}"
        if files_in(folder) != expected.files:
            return "the next run gives other files"
        if left_files := [path.name for path in folder.glob(".*-tmp")]:
            return f"files left: {left_files}"
    return ""


def processes_left(session: int, patience: float = 5.0) -> list[str]:
    """Return the processes of a session that have not ended after some seconds."""
    deadline = time.monotonic() + patience
    while True:
        found = []
        for process in psutil.process_iter():
            try:
                if os.getsid(process.pid) == session and process.status() != "zombie":
                    found.append(" ".join(process.cmdline()))
            except (OSError, psutil.Error):
                continue
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.05)


def main() -> None:
    """Print each fault; exit with 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the name of a verb")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    runs = {
        **{f"read: {name}": verb for name, verb in READING.items()},
        **{f"write: {name}": verb for name, verb in WRITING.items()},
    }
    runs = {name: verb for name, verb in runs.items() if options.only in name}
    expected = {name: reference(verb) for name, verb in runs.items()}
    faults = 0
    for _ in range(options.rounds):
        name = chance.choice(list(runs))
        number = chance.choice(SIGNALS)
        delay = chance.uniform(0.03, expected[name].seconds)
        fault = strike(runs[name], number, delay, expected[name])
        if fault:
            faults += 1
            print(f"{name}, {number.name} after {delay:.2f} s: {fault}", flush=True)
    print(f"{options.rounds} rounds, {faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
