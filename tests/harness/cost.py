"""The CPU time of each test, which decides when it is run.

    python -m tests.harness.cost TABLE [--judge] [--marks EXPRESSION] [TESTS...]

Runs the tests of all tiers, or those that EXPRESSION selects, and adds a row to the
file TABLE when one ends: the CPU seconds of the test with all processes that it starts,
those of the fixtures that it shares with other tests, and its name, separated by tabs.
Tests that have a row are not run: a run that was ended goes on. `--judge` runs none,
and takes the times of an earlier run. Then names each test whose mark contradicts the
table, and
prints what the tiers cost; exit code 1 if there are contradictions.

| tier    | mark      | CPU seconds    | run by          |
| ------- | --------- | -------------- | --------------- |
| default | none      | less than 0.1  | the README      |
| CI      | `slow`    | 0.1 to 2       | `.ci/run`       |
| nightly | `nightly` | 2, or one more | `.ci/nightly`   |

Times vary, so only a factor of two contradicts a mark. Then the test is run again,
twice in one process: the first test of a process pays for imports that others need,
too. A mark holds for the cases of a function that share it: it is too high if none of
them needs it. `slow` with a reason, or in a browser, may take longer: nothing smaller
notices the fault. `nightly` with a reason may take less: it is one more case of what
others test.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

LIMITS = {"default": 0.1, "slow": 2.0, "nightly": float("inf")}
"""The CPU seconds of a test of each tier."""
TOLERANCE = 2.0
CORES = 2
USED = 0.85
"""The part of the time in which the tests keep both cores busy."""
PROPERTY = "cost"
KNOWN = "GALAXIES_COSTS"
"""The variable that names the table whose tests are not run."""


@dataclass(frozen=True)
class Cost:
    """The CPU seconds of a test, and those of the fixtures of several tests."""

    own: float
    shared: float


@dataclass(frozen=True)
class Mark:
    """The tier of a test, and whether its mark states why its time does not decide."""

    tier: str
    is_excused: bool = False


def used() -> float:
    """Return the CPU seconds of this process and all that it has started."""
    times = [os.times()[:4]]
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times.append(child.cpu_times()[:4])
    return sum(map(sum, times))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what was measured."""
    path = Path(os.environ.get(KNOWN, os.devnull))
    known = read(path) if path.exists() else {}
    items[:] = [item for item in items if item.nodeid not in known]


_BEGIN = pytest.StashKey[float]()
_SHARED = pytest.StashKey[float]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin to measure a test."""
    item.stash[_BEGIN], item.stash[_SHARED] = used(), 0.0


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Iterator[None]:
    """Measure a fixture that several tests share."""
    item = request._pyfuncitem
    if fixturedef.scope == "function" or _SHARED not in item.stash:
        return (yield)
    before = used()
    try:
        return (yield)
    finally:
        item.stash[_SHARED] += used() - before


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Tell what a test has cost, before the fixtures of a session end with the last."""
    if call.when == "call" and _BEGIN in item.stash:
        shared = item.stash[_SHARED]
        own = used() - item.stash[_BEGIN] - shared
        item.user_properties.append((PROPERTY, (own, shared)))


class Recorder:
    """A plugin of pytest that adds each test to a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test that has run; in the process that hears of all of them."""
        if report.when != "call":
            return
        for own, shared in (v for k, v in report.user_properties if k == PROPERTY):
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{own:.3f}\t{shared:.3f}\t{report.nodeid}\n")


class Collected:
    """A plugin of pytest that keeps the marks of all tests."""

    def __init__(self) -> None:
        self.marks: dict[str, Mark] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the marks."""
        for item in session.items:
            found = [item.get_closest_marker(name) for name in ("nightly", "slow")]
            mark = next(filter(None, found), None)
            is_page = "browser" in getattr(item, "fixturenames", ())
            self.marks[item.nodeid] = (
                Mark(mark.name, bool(mark.args) or is_page) if mark else Mark("default")
            )


def read(path: Path) -> dict[str, Cost]:
    """Return the costs in a file: the least one of each test."""
    costs: dict[str, Cost] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        own, shared, name = line.split("\t", 2)
        cost = Cost(float(own), float(shared))
        if name not in costs or cost.own < costs[name].own:
            costs[name] = cost
    return costs


def contradictions(
    costs: dict[str, Cost], marks: dict[str, Mark]
) -> Iterator[tuple[str, str]]:
    """Yield tests that were measured, each with what contradicts its mark."""
    groups: defaultdict[tuple[str, Mark], list[str]] = defaultdict(list)
    for name, mark in marks.items():
        if name in costs:
            groups[name.partition("[")[0], mark].append(name)
            own = costs[name].own
            if own > LIMITS[mark.tier] * TOLERANCE and not mark.is_excused:
                yield name, f"{name}: {own:.2f} CPU seconds are many for {mark.tier}"
    lower = dict(zip([*LIMITS][1:], LIMITS.values(), strict=False))
    for (function, mark), names in groups.items():
        if mark.tier != "default" and not (mark.tier == "nightly" and mark.is_excused):
            most = max(costs[name].own for name in names)
            if most < lower[mark.tier] / TOLERANCE:
                words = f"{function}: {most:.2f} CPU seconds are few for {mark.tier}"
                yield from ((name, words) for name in names)


def summary(costs: dict[str, Cost], marks: dict[str, Mark]) -> Iterator[str]:
    """Yield what the tiers cost, the folders that cost most first."""
    for tier in LIMITS:
        names = [name for name in costs if marks.get(name, Mark("")).tier == tier]
        folders: defaultdict[str, float] = defaultdict(float)
        for name in names:
            folder = Path(name.partition("::")[0]).parent.as_posix()
            folders[folder] += costs[name].own + costs[name].shared
        total = sum(folders.values())
        minutes = total / CORES / USED / 60
        yield f"{tier}: {len(names)} tests, {total:.0f} CPU s, {minutes:.1f} minutes"
        for folder in sorted(folders, key=lambda one: -folders[one]):
            yield f"  {folders[folder]:7.1f} {folder}"


def run(path: Path, tests: Sequence[str], marks: str = "") -> int:
    """Run tests, and add their costs to a file."""
    plugins = ["-p", "tests.harness.cost", "-p", "no:cacheprovider"]
    return int(pytest.main(["-q", "-m", marks, *plugins, *tests], [Recorder(path)]))


def collected(tests: Sequence[str]) -> dict[str, Mark]:
    """Return the marks of tests."""
    plugin = Collected()
    quiet = ["--co", "-n", "0", "-m", "", "-p", "no:terminal", "-p", "no:cacheprovider"]
    pytest.main([*quiet, *tests], [plugin])
    return plugin.marks


def main() -> None:
    """Run the command of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--marks", default="")
    parser.add_argument("tests", nargs="*")
    given = parser.parse_intermixed_args()
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS"):
        os.environ.pop(name, None)
    if not given.judge:
        os.environ[KNOWN] = str(given.table.absolute())
        run(given.table, ["-n", "auto", *given.tests], given.marks)
        del os.environ[KNOWN]
    marks = collected(given.tests)
    again = sorted({name for name, _ in contradictions(read(given.table), marks)})
    if again and not given.judge:
        for _ in range(2):
            run(given.table, ["-n", "0", *again])
    costs = read(given.table)
    found = dict.fromkeys(words for _, words in contradictions(costs, marks))
    print(*summary(costs, marks), *found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
