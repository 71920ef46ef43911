"""Commands run as processes, or in this process."""

import json
import subprocess
import sys
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from support.waiting import PATIENCE

from galaxies_asp.cli import galaxies as group
from galaxies_asp.cli import main

UNIQUE = "7x7:cghsppedzzaccdtce"

SEVERAL = "6x6:pzizizcf"  # seven solutions

NONE = "5x4:fucgdm"

COMMAND = [sys.executable, "-m", "galaxies_asp"]


def galaxies(
    *arguments: str, stdin: str | bytes = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process, through the same `main` as from a shell."""
    runner = CliRunner()
    with runner.isolation(stdin, environment) as (stdout, stderr, _):
        with (
            patch.object(sys, "argv", ["galaxies", *arguments]),
            pytest.raises(SystemExit) as stop,
        ):
            main()
        sys.stdout.flush()
        code = int(stop.value.code or 0)
        return subprocess.CompletedProcess(
            arguments, code, stdout.getvalue(), stderr.getvalue()
        )


def text(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this process; its output and messages are text."""
    done = galaxies(*arguments)
    return subprocess.CompletedProcess(
        arguments, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def process(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command, which has these options, as a process."""
    done = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, timeout=PATIENCE, check=False
    )
    assert b"No such option" not in done.stderr
    return done


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def lab(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(group, ["lab", *arguments], standalone_mode=False)
    if isinstance(result.exception, Exception):
        raise result.exception
    return int(result.return_value), result.stdout, result.stderr
