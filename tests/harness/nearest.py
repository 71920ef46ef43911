"""Which tests run a line: recorded once, so that few tests suffice for each mutant.

    python -m tests.harness.nearest FILE [TESTS...]

Runs the tests, and adds to the JSON FILE the seconds of each test and the tests that
run each line of the package, also in processes that they fork. Lines that run only in
programs that the tests start are not seen. Needs Python 3.12 for `sys.monitoring`: a
line reports once for each test, so that recording takes hardly longer than testing.
"""

import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

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

    def add(self, test: str, seconds: float, lines: Iterable[tuple[str, int]]) -> None:
        """Add a test, and the files and numbers of the lines that it runs."""
        self.seconds[test] = seconds
        for file, line in lines:
            self.lines.setdefault(file, {}).setdefault(line, []).append(test)

    def tests(self, file: str, lines: Iterable[int], budget: float) -> list[str]:
        """Return tests that run a line, short ones first, within a number of seconds.

        Of each test function, one case comes before the second one of any other.
        """
        near = self.lines.get(file, {})
        running = {test for line in lines for test in near.get(line, ())}
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

    def tests_of(self, file: str, budget: float) -> list[str]:
        """Return tests that run any line of a file."""
        return self.tests(file, self.lines.get(file, {}), budget)


class Recorder:
    """A plugin of pytest that adds each test to a record."""

    def __init__(self, nearest: Nearest, folder: Path) -> None:
        self._nearest = nearest
        self._lines: set[tuple[str, int]] = set()
        self._seconds = 0.0
        self._forked = folder / "lines"
        """The lines that forked processes run, as they run."""
        self._parent = os.getpid()
        # `sys.monitoring` is unknown to the oldest supported Python.
        self._monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        tool = self._monitoring.COVERAGE_ID
        self._monitoring.use_tool_id(tool, "nearest")
        event = self._monitoring.events.LINE
        self._monitoring.register_callback(tool, event, self._see)
        self._monitoring.set_events(tool, event)

    def end(self) -> None:
        """Record no more."""
        self._monitoring.set_events(self._monitoring.COVERAGE_ID, 0)

    def _see(self, code: CodeType, line: int) -> Any:
        if code.co_filename.startswith(_PACKAGE):
            file = code.co_filename.removeprefix(_PACKAGE)
            self._lines.add((file, line))
            if os.getpid() != self._parent:
                with self._forked.open("a", encoding="utf-8") as output:
                    output.write(f"{file}:{line}\n")
        return self._monitoring.DISABLE

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record a test."""
        self._lines, self._seconds = set(), 0.0
        self._forked.write_bytes(b"")
        self._monitoring.restart_events()
        done = yield
        for entry in self._forked.read_text(encoding="utf-8").splitlines():
            file, _, line = entry.rpartition(":")
            self._lines.add((file, int(line)))
        # A thread that the test has left may still add lines.
        self._nearest.add(item.nodeid, self._seconds, self._lines.copy())
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of a phase."""
        self._seconds += report.duration


def main() -> None:
    """Run the command of this module."""
    path = Path(sys.argv[1]).absolute()
    os.chdir(ROOT)
    nearest = Nearest.read(path)
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(nearest, Path(folder))
        pytest.main(["-q", "-n", "0", *sys.argv[2:]], [recorder])
        recorder.end()
    nearest.write(path)


if __name__ == "__main__":
    main()
