"""Which commands load numpy and clingo: both take longer than most puzzles."""

import subprocess
import sys

import pytest

HEAVY = {
    *("numpy", "clingo", "rich", "subprocess", "psutil", "multiprocessing", "asyncio"),
    *("concurrent", "logging", "pickle", "queue"),
}
"""Libraries that take a millisecond or more to load."""

EASY = "7x7:cghsppedzzaccdtce"
"""Propagation decides this puzzle."""

PROGRAM = """
import sys
from galaxies_asp.cli import main
sys.argv = ["galaxies", *sys.argv[1:]]
try:
    main()
finally:
    print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--version",), set()),
        (("solve", "--json", EASY), {"clingo"}),
        (("solve", "idp-15x15"), {"clingo"}),
        (("solve", "-e", "fast", "--json", EASY), set()),
        (("solve", "--json", "random-40x40#1"), {"clingo"}),
        (("hint", EASY), {"clingo"}),
        (("hint", "--json", EASY), {"clingo"}),
        (("convert", "-f", "puzzlink", EASY), set()),
    ],
)
def test_libraries_of_a_command(arguments: tuple[str, ...], expected: set[str]) -> None:
    assert loaded(*arguments) <= expected


def test_functions_hide_packages_of_the_same_name() -> None:
    program = """
import galaxies_asp.solve.search, galaxies_asp.verify.rules, galaxies_asp.render.svg
import galaxies_asp.explain.walkthrough
from galaxies_asp import parse, render, solve, verify
from galaxies_asp.explain import walkthrough
assert galaxies_asp.solve is solve and galaxies_asp.verify is verify
puzzle = parse("2x1:b")
assert verify(galaxies_asp.solve(puzzle).solutions[0]) == []
assert walkthrough(puzzle).steps
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_package_offers_what_it_lists() -> None:
    import galaxies_asp
    from galaxies_asp import explain

    for package in (galaxies_asp, explain):
        for name in package.__all__:
            assert getattr(package, name) is not None
        assert set(package.__all__) <= set(dir(package))
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            package.nothing  # noqa: B018
