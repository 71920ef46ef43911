"""Which tests run a line: recorded once, so that few tests suffice for each mutant.

    python -m tests.harness.nearest FILE [--of NAMES] [TESTS...]

Runs the tests, and adds to the JSON FILE the CPU seconds of each test and the tests
that run each line of the package, also in processes that they fork. Lines that run only
in programs that the tests start are not seen. `--of a.py,b/c.py` records the lines of
some files of the package, in a fraction of the time.
"""

import argparse
import json
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PACKAGE = f"{ROOT}{os.sep}galaxies_asp{os.sep}"


@dataclass(frozen=True)
class Nearest:
    """The seconds of each test, and the tests that run each line of each file."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    @classmethod
    def read(cls, path: Path) -> "Nearest":
        """Return what was recorded in a file."""
        if not path.exists():
            return cls({}, {})
        fields = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            fields["seconds"],
            {
                file: {int(line): tests for line, tests in lines.items()}
                for file, lines in fields["lines"].items()
            },
        )

    def write(self, path: Path) -> None:
        """Write the record as JSON."""
        fields = {"seconds": self.seconds, "lines": self.lines}
        path.write_text(json.dumps(fields), encoding="utf-8")

    def add(self, file: str, line: int, tests: Iterable[str]) -> None:
        """Add tests that run a line of a file."""
        near = self.lines.setdefault(file, {}).setdefault(line, [])
        near += [test for test in tests if test not in near]

    def tests(
        self, file: str, lines: Iterable[int], folders: tuple[str, ...], budget: float
    ) -> list[str]:
        """Return tests in some folders that run a line, within some seconds."""
        near = self.lines.get(file, {})
        running = {test for line in lines for test in near.get(line, ())}
        return self._short(running, folders, budget)

    def named(
        self, words: frozenset[str], folders: tuple[str, ...], budget: float
    ) -> list[str]:
        """Return tests in some folders, those first whose names have some words."""
        named = {test for test in self.seconds if any(word in test for word in words)}
        first = self._short(named, folders, budget)
        budget -= sum(map(self.seconds.__getitem__, first))
        return [*first, *self._short({*self.seconds} - named, folders, budget)]

    def _short(
        self, running: set[str], folders: tuple[str, ...], budget: float
    ) -> list[str]:
        """Return tests in some folders, short ones first, within a number of seconds.

        Of each test function, one case comes before the second one of any other.
        """
        running = {test for test in running if test.startswith(folders)}
        cases: defaultdict[str, int] = defaultdict(int)
        ranked = []
        for test in sorted(running, key=self.seconds.__getitem__):
            function = test.partition("[")[0]
            ranked.append((cases[function], self.seconds[test], test))
            cases[function] += 1
        chosen: list[str] = []
        for _, seconds, test in sorted(ranked):
            budget -= seconds
            if chosen and budget < 0:
                break
            chosen.append(test)
        return chosen

    def tests_of(self, file: str, folders: tuple[str, ...], budget: float) -> list[str]:
        """Return tests that run any line of a file."""
        return self.tests(file, self.lines.get(file, {}), folders, budget)


class Recorder:
    """A plugin of pytest that adds each test to a record."""

    def __init__(self, nearest: Nearest, folder: Path, names: list[str]) -> None:
        from coverage import Coverage  # the other harnesses do without it

        self._nearest = nearest
        self._folder = folder
        self._coverage = Coverage(
            folder / "lines",
            data_suffix=True,
            config_file=False,
            include=[f"{_PACKAGE}{name}" for name in names],
        )
        # A forked process writes what it has run when it ends.
        self._coverage.set_option("run:patch", ["_exit"])
        self._coverage.start()

    def end(self) -> None:
        """Record no more, and add which tests run which lines."""
        self._coverage.stop()
        self._coverage.save()
        self._coverage.combine([str(self._folder)])
        data = self._coverage.get_data()
        for path in data.measured_files():
            file = path.removeprefix(_PACKAGE)
            for line, tests in data.contexts_by_lineno(path).items():
                self._nearest.add(file, line, filter(None, tests))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record a test."""
        self._coverage.switch_context(item.nodeid)
        before = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            self._nearest.seconds[item.nodeid] = sum(os.times()[:4]) - before


def main() -> None:
    """Run the command of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--of", default="*", metavar="NAMES")
    given, tests = parser.parse_known_args()
    path = given.file.absolute()
    os.chdir(ROOT)
    nearest = Nearest.read(path)
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(nearest, Path(folder), given.of.split(","))
        pytest.main(["-q", "-n", "0", *tests], [recorder])
        recorder.end()
    nearest.write(path)


if __name__ == "__main__":
    main()
