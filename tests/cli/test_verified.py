"""A solution that the verifier rejects is shown by no command."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from galaxies_asp.cli import galaxies
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.solving import enumeration
from tests.harness.commands import SEVERAL, UNIQUE

COMMANDS = [
    ["solve", UNIQUE],
    ["solve", "-e", "assign", "idp-5x5"],
    ["solve", "-f", "json", "idp-5x5"],
    ["enumerate", SEVERAL],
    ["enumerate", "--sample", "-n", "2", SEVERAL],
    ["render", "--solution", "idp-7x7"],
    ["book", "-o", "-", "idp-7x7"],
    ["generate", "--size", "3", "-n", "1", "-j", "1", "--solution"],
    ["picture", "shape.txt", "-n", "1", "-j", "1", "--solution"],
    ["walkthrough", "idp-7x7"],
    ["repair", SEVERAL],
    ["boards", "sample", "galaxies", "3x3"],
    ["boards", "sample", "galaxies", "3x3", "--engine", "chain:1"],
    ["cover", "shape.txt"],
]


@pytest.fixture
def rejecting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the verifier reject everything, in this process."""
    monkeypatch.chdir(tmp_path)
    Path("shape.txt").write_text("##\n##\n#.\n")
    module = importlib.import_module
    rejected = [Violation(Fault.UNCOVERED_CELL, (), "rejected")]
    with (
        patch.object(
            module("galaxies_asp.core.verifying.rules"),
            "keeps_the_rules",
            lambda *_: False,
        ),
        patch.object(
            module("galaxies_asp.core.verifying.labels"),
            "violations_of_labels",
            lambda *_: rejected,
        ),
        patch.object(
            enumeration, "all_keep_the_rules", lambda _, labels: bytes(len(labels))
        ),
    ):
        yield


@pytest.mark.usefixtures("rejecting")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_is_shown_that_the_verifier_rejects(command: list[str]) -> None:
    shown = CliRunner().invoke(galaxies, command, standalone_mode=False)
    assert shown.stdout == ""
    assert shown.exception is not None or shown.return_value in (1, 65)
