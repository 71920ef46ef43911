"""The examples of the README and of the documents, run as written."""

import doctest
import shlex
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from support.commands import galaxies
from support.documents import README, ROOT, Command, commands, prepare


def test_python_examples() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert attempted > 5
    assert not failed


COSTLY = (
    *("lab compare", "lab rules", "lab repeat", "walkthrough -o", "hex generate"),
    *(
        "generate --size 15x15",
        "generate --size 10 ",
        "hex count-empty",
        "book",
        "cover",
    ),
    *("hex solve js", "boards statistics", "strip statistics"),
    *("boards dots", "hex solve -n", "strip gf circuit-board"),
    *("boards random 15", "boards random 30", "boards witness", "boards sample"),
    *("lab ground", "walkthrough --difficulty", "picture cat.png", "repair --json"),
    *("strip gf ring-ring", "generate", "repair", "lab search", "count --time-limit"),
    *("boards table", "boards count", "strip terms", "count --with", "lab circuit"),
    *("walkthrough --with", "explain --at c3r3 --smallest", "lab lint"),
)
"""Commands that take more than half a second of CPU time: run by `-m slow`."""


VERY_COSTLY = (
    *("boards count partitions 12x12", "strip terms two-not-touch-square --size 16"),
    *("hex count-empty 5", "hex count-empty 4 --lattice square", "lab mutants"),
    *("hex count-empty 6", "boards count proper 6x6"),
    *("boards table partitions 10", "boards table proper 5", "boards table galaxies 7"),
)
"""Commands that take minutes: run by `-m long`."""


def cases() -> list[ParameterSet]:
    def marks(verb: str) -> list[pytest.MarkDecorator]:
        if verb.startswith(VERY_COSTLY):
            return [pytest.mark.long]
        return [pytest.mark.slow] if verb.startswith(COSTLY) else []

    return [
        pytest.param(
            command, id=f"{command.page}: {command.line}", marks=marks(command.verb)
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
    if "seven/" in command.line:
        galaxies("generate", "--size", "4", "-n", "2", "-o", "seven/")
    output = b""
    for stage in command.stages(tmp_path):
        done = galaxies(*stage, stdin=output)
        assert done.returncode in command.codes, done.stderr.decode()
        output = done.stdout


def test_pages_are_found() -> None:
    pages = {command.page for command in commands()}
    assert {"README.md", "docs/strips.md", "encodings/README.md"} <= pages
    assert (ROOT / "docs").is_dir()
    assert all(shlex.split(command.line) for command in commands())
