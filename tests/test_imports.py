"""Which commands load numpy and clingo: both take longer than most puzzles."""

import subprocess
import sys
from pathlib import Path

import pytest

import galaxies_asp
from galaxies_asp.core.notation import CORE
from galaxies_asp.notation import NOTATIONS

FOLDER = Path(galaxies_asp.__file__).parent

HEAVY = {
    *("numpy", "clingo", "rich", "subprocess", "psutil", "multiprocessing", "asyncio"),
    *("concurrent", "logging", "pickle", "queue", "html"),
    *("galaxies_asp.core.possibilities", "galaxies_asp.explaining.words.source_words"),
    *(notation.module for notation in NOTATIONS if notation not in CORE),
}
"""Libraries that take a millisecond or more to load, and modules that few need."""

EASY = "7x7:cghsppedzzaccdtce"
"""Propagation decides this puzzle."""

PROGRAM = """
import sys
from galaxies_asp.cli import main
sys.argv = ["galaxies", *sys.argv[1:]]
try:
    main()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


def loaded(*arguments: str) -> set[str]:
    """Run a command, and return the heavy libraries that it has loaded."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return HEAVY & set(run.stderr.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--version",), set()),
        (("solve", "--json", EASY), set()),
        (("solve", "idp-15x15"), set()),
        (("solve", "-e", "fast", "--json", EASY), set()),
        (("solve", "--json", "random-40x40#1"), set()),
        (("hint", EASY), set()),
        (("hint", "--json", EASY), {"html"}),
        (("convert", "-f", "puzzlink", EASY), set()),
    ],
)
def test_libraries_of_a_command(arguments: tuple[str, ...], expected: set[str]) -> None:
    assert loaded(*arguments) <= expected


MODULES = sorted(
    ".".join(path.relative_to(FOLDER.parent).with_suffix("").parts)
    for path in FOLDER.rglob("*.py")
    if path.stem not in ("__init__", "__main__", "entry")
    and "site" not in path.relative_to(FOLDER).parts  # of exported pages
)


HIDDEN = """
import importlib, sys
from functools import reduce
for name in sys.argv[1:]:
    importlib.import_module(name)
for name in sys.argv[1:]:
    first, *rest = name.split(".")
    found = reduce(getattr, rest, sys.modules[first])
    if found is not sys.modules[name]:
        print(name)
"""


@pytest.mark.slow
def test_every_module_can_be_imported_under_another_name() -> None:
    """A function that a package offers does not hide a module of the same name."""
    command = [sys.executable, "-c", HIDDEN, *MODULES]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == ""


def test_the_package_offers_what_it_lists() -> None:
    from galaxies_asp import explaining

    for package in (galaxies_asp, explaining):
        for name in package.__all__:
            assert getattr(package, name) is not None
        assert set(package.__all__) <= set(dir(package))
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            package.nothing  # noqa: B018
