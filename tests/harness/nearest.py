"""Which tests run a line: recorded once, so that few tests suffice for each mutant.

    python -m tests.harness.nearest FILE [TESTS...]

Runs the tests under coverage, each in a context of its own, and adds to the JSON FILE
the seconds of each test and the tests that run each line of the package. Lines that run
only in child processes are not seen.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parents[2]
_DURATION = re.compile(r"^([\d.]+)s call +(tests/.*)$", re.MULTILINE)
_UNLISTED = 0.004
"""Seconds of tests that pytest does not list."""


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

    def add(self, data: Path, report: str) -> None:
        """Add the tests of a run: its file of coverage, and what pytest printed."""
        for seconds, test in _DURATION.findall(report):
            self.seconds[test] = float(seconds)
        coverage = CoverageData(str(data))
        coverage.read()
        for name in coverage.measured_files():
            file = name.partition("galaxies_asp/")[2]
            lines = self.lines.setdefault(file, {})
            for line, contexts in coverage.contexts_by_lineno(name).items():
                tests = {one.partition("|")[0] for one in contexts if one}
                lines[line] = sorted(tests.union(lines.get(line, ())))

    def tests(self, file: str, lines: Iterable[int], budget: float) -> list[str]:
        """Return tests that run a line, short ones first, within a number of seconds.

        Of each test function, one case comes before the second one of any other.
        """
        near = self.lines.get(file, {})
        running = {test for line in lines for test in near.get(line, ())}
        cases: defaultdict[str, int] = defaultdict(int)
        ranked = []
        for test in sorted(running, key=self._seconds):
            function = test.partition("[")[0]
            ranked.append((cases[function], self._seconds(test), test))
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

    def _seconds(self, test: str) -> float:
        return self.seconds.get(test, _UNLISTED)


def main() -> None:
    """Run the command of this module."""
    path = Path(sys.argv[1])
    nearest = Nearest.read(path)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "coverage")
        pytest = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-vv",
            "--dist",
            "no",
            "-n",
            "0",
        ]
        coverage = ["--cov=galaxies_asp", "--cov-context=test", "--cov-report="]
        durations = ["--durations=0", f"--durations-min={_UNLISTED}"]
        done = subprocess.run(
            [*pytest, *coverage, *durations, *sys.argv[2:]],
            cwd=ROOT,
            env=os.environ | {"COVERAGE_FILE": str(data)},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        nearest.add(data, done.stdout)
    nearest.write(path)


if __name__ == "__main__":
    main()
