"""The README's examples, run as they stand."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from galaxies_asp.cli import galaxies

README = Path(__file__).parent.parent / "README.md"


def test_python_examples() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert attempted > 5
    assert not failed


COMMANDS = [
    line.split("#")[0].strip()
    for line in README.read_text(encoding="utf-8").splitlines()
    if re.match(r" {4}galaxies ", line)
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = shlex.split(command.replace("puzzles/*.txt", "puzzles/idp-5x5.txt"))[1:]
    arguments = [
        str(README.parent / a) if a.startswith("puzzles/") else a for a in arguments
    ]
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(galaxies, arguments, standalone_mode=False, input="")
    assert result.exception is None
    assert result.return_value == 0
