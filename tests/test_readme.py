"""The examples of the README and of the documents, run from the built package."""

import doctest
import re
import shlex
from itertools import chain
from pathlib import Path

import outputs
import pytest
from support.documents import README, ROOT, SMALLER, steps
from support.marks import nightly_if


@pytest.mark.parametrize(
    "page",
    [README, pytest.param(ROOT / "docs/how-to/notebook.md", marks=pytest.mark.slow)],
)
def test_python_examples(page: Path) -> None:
    failed, attempted = doctest.testfile(str(page), module_relative=False)
    assert attempted >= 5
    assert not failed


def test_the_rules_are_those_of_the_encoding() -> None:
    _, _, shown = README.read_text("utf-8").partition("```prolog\n")
    text = (ROOT / "encodings/galaxies/assign.lp").read_text("utf-8")
    bare = re.sub(r"%\*.*?\*%", "", text, flags=re.DOTALL).splitlines()
    rules = [line for line in bare if line and not line.startswith(("%", "#"))]
    assert shown.partition("```")[0].splitlines() == rules


IN_CI = ("README.md", "docs/how-to/batch.md")
"""The pages that are tested with each change; the others are tested each night."""


@pytest.mark.slow("each command is a process")
@pytest.mark.parametrize(
    "page",
    nightly_if(
        lambda page: not page.as_posix().startswith(IN_CI),
        filter(steps, outputs.PAGES),
    ),
    ids=str,
)
def test_commands(page: Path, programs: Path) -> None:
    """Each page begins in an empty folder and has what its commands need."""
    assert list(outputs.faults(steps(page), programs)) == []


@pytest.mark.parametrize("part", SMALLER)
def test_parts_that_are_made_smaller_are_documented(part: str) -> None:
    assert any(part in (ROOT / page).read_text("utf-8") for page in outputs.PAGES)


def test_pages_are_found() -> None:
    pages = {page.as_posix(): steps(page) for page in outputs.PAGES}
    assert len(pages["docs/tour.md"]) > 30
    assert len(pages["docs/strips.md"]) > 5
    for step in chain.from_iterable(pages.values()):
        assert isinstance(step, outputs.File) or shlex.split(step.line)


@pytest.mark.parametrize(
    ("shown", "output", "same"),
    [
        ("a 1.5 s\n", "a 12 s\n", True),
        ("a 1.5\n", "a 1.6\n", False),
        ("first\n...\nlast\n", "first\nsecond\nlast\n", True),
        ("first\n...\n", "second\n", False),
    ],
)
def test_outputs_are_compared(shown: str, output: str, same: bool) -> None:
    assert outputs.matches(shown, output) is same
