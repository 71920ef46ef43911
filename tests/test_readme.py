"""The examples of the README and of the documents, run as written."""

import doctest
import shlex
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from support.commands import galaxies
from support.documents import PAGES, README, ROOT, SMALLER, Command, commands, prepare


def test_python_examples() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert attempted > 5
    assert not failed


COSTLY = (
    *("boards", "book", "count --", "cover", "explain --at c3r3 --smallest"),
    *("generate", "solve -n", "solve js", "hint puzzle"),
    *("lab", "picture cat.png", "repair", "strip gf", "strip statistics"),
    *("strip terms", "walkthrough -o", "walkthrough --with"),
    "walkthrough --difficulty",
)
"""Commands that take more than half a second of CPU time: run by `-m slow`."""


def cases() -> list[ParameterSet]:
    return [
        pytest.param(
            command,
            id=f"{command.page}: {command.line}",
            marks=[pytest.mark.slow] if command.verb.startswith(COSTLY) else [],
        )
        for command in commands()
    ]


@pytest.mark.parametrize("command", cases())
def test_commands(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(command, tmp_path)
    monkeypatch.chdir(tmp_path)
    if "lab repeat" in command.line:
        galaxies("lab", "compare", "grow", "idp-5x5", "--record", "record.json")
    if "seven/" in command.line and not command.verb.startswith("generate"):
        galaxies("generate", "--size", "4", "-n", "2", "-o", "seven/")
    output = b""
    for stage in command.stages(tmp_path):
        done = galaxies(*stage, stdin=output)
        assert done.returncode in command.codes, done.stderr.decode()
        output = done.stdout


@pytest.mark.parametrize("part", SMALLER)
def test_parts_that_are_made_smaller_are_documented(part: str) -> None:
    assert any(part in page.read_text("utf-8") for page in PAGES)


def test_pages_are_found() -> None:
    pages = {command.page for command in commands()}
    assert {"README.md", "docs/strips.md", "encodings/README.md"} <= pages
    assert (ROOT / "docs").is_dir()
    assert all(shlex.split(command.line) for command in commands())
