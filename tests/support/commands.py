"""Commands run as processes, or in this process."""

import json
import os
import subprocess
import sys

from click.testing import CliRunner

from galaxies_asp.cli import galaxies as group

UNIQUE = "7x7:cghsppedzzaccdtce"

SEVERAL = "6x6:pzizizcf"  # seven solutions

NONE = "5x4:fucgdm"

COMMAND = [sys.executable, "-m", "galaxies_asp"]


def galaxies(
    *arguments: str, stdin: str | bytes = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    return subprocess.run(
        [*COMMAND, *arguments],
        input=data,
        capture_output=True,
        timeout=120,
        env=os.environ | environment,
        check=False,
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def lab(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(group, ["lab", *arguments], standalone_mode=False)
    if isinstance(result.exception, Exception):
        raise result.exception
    return int(result.return_value), result.stdout, result.stderr
