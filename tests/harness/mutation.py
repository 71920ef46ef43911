"""Mutation testing: each small change of the code should fail a test near it.

    python -m tests.harness.mutation [--count 100] [--seed 1] [--only PACKAGE]
        [--nearest FILE] [--seconds 30] [--kind .py|.lp|.c] [--marks EXPRESSION]
        [--table FILE]

Draws `--count` random lines of code, and a random mutant of each. Runs the tests of its
package in a copy of the repository, with a limit of CPU time. Prints each mutant, and
whether a test rejects it. Those that change no result are listed, with the reason, in
`equivalent.txt` beside this file. `--nearest` names what `tests.harness.nearest` has
recorded: then the tests that run the changed lines are run, short ones first, up to
some seconds; without it, or where none runs them, all tests of the package.

`--kind` changes encodings or C instead of Python; C that does not compile is left out.
Which tests run these lines is not recorded: those that name the folder of an encoding
come first. `--marks` selects tests as `pytest -m` does: "not nightly" asks whether
`.ci/run` would notice. `--table` keeps the results; those noticed are not run again.
"""

import argparse
import compileall
import importlib
import os
import py_compile
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from math import ceil
from pathlib import Path

import pytest

from tests.harness import only, text_mutants
from tests.harness.nearest import Nearest
from tests.harness.python_mutants import Mutant, mutants
from tests.harness.text_mutants import TextMutant

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
COPIED = (
    *("galaxies_asp", "encodings", "puzzles", "tests", "benchmarks", "docs"),
    *("examples", ".ci"),
)


TESTS = {
    "": ("test_puzzle.py", "test_imports.py", "solving", "cli/test_main.py"),
    "all_solutions": ("all_solutions", "cli/test_verified.py"),
    "core/asp": ("core/asp", "core/verifying", "lab/test_rules.py"),
    "core/board": (
        "test_puzzle.py",
        "core/verifying",
        "notation",
        "core/drawing",
        "core/notation",
    ),
    "book": ("book", "cli/test_book.py"),
    "cli": ("cli", "test_readme.py", "play/test_lessons.py"),
    "cli/lab": ("lab", "cli/test_rules.py"),
    "compiled": ("compiled",),
    "counting": ("counting/strips", "counting/test_graphs.py"),
    "counting/boards": ("counting/boards", "cli/test_boards.py"),
    "counting/strips": ("counting/strips", "cli/test_strip.py"),
    "core/drawing": ("core/drawing", "explaining", "cli/test_conventions.py"),
    "explaining": ("explaining", "cli/test_explain.py"),
    "families": ("families", "lab/test_families.py", "cli/test_families.py"),
    "fast": ("fast", "compiled", "all_solutions", "solving"),
    "generating": ("generating", "cli/test_rules.py"),
    "images": ("images",),
    "lab": ("lab",),
    "core": ("core", "solving", "test_puzzle.py", "cli/test_main.py"),
    "core/notation": ("core/notation", "notation"),
    "notation": ("notation",),
    "play": ("play/test_answers.py", "play/test_variants.py", "play/test_server.py"),
    "processes": ("processes", "cli/test_faults.py"),
    "repairing": ("repairing", "cli/test_repair.py"),
    "solving": ("solving", "all_solutions", "core/asp/test_mixes.py"),
    "core/verifying": (
        "core/verifying",
        "core/asp/test_variants.py",
        "cli/test_check.py",
    ),
}
"""The tests that should reject the mutants of each package."""

FEW = 3
"""A line that fewer tests run may run when its module is imported, for other tests."""
PATIENCE = 2
"""Tests that take this many times longer than unchanged do not end."""
START = 20.0
"""The CPU seconds that tests may take besides: they are imported."""
WHOLE = 200.0
"""The CPU seconds of all tests of a package."""
WAITING = 5
"""Seconds of the clock for each CPU second: other work shares the machine."""
LISTED = "tests.list"
LIBRARY = Path("galaxies_asp/compiled/galaxies.so")
MEMORY = 4 << 30
"""The bytes that tests may take: a mutant may ask for more and more."""
WARM = ("clingo", "click", "flint", "numpy", "psutil", "rich.progress")
"""Libraries that are imported once for all mutants."""


def package_of(file: str) -> str:
    """Return the package of a file, one of `TESTS`."""
    inside = (name for name in TESTS if f"{file}/".startswith(f"{name}/"))
    return max(inside, key=len, default="")


def sample(count: int, seed: int, part: str = "") -> list[Mutant]:
    """Return random mutants of different lines; the same ones for the same seed.

    Each line of code that can be changed is as likely as any other. The part is one of
    the names of their packages.
    """
    of_line: dict[tuple[str, int], list[Mutant]] = {}
    folder = ROOT / "galaxies_asp"
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder).as_posix()
        if part in package_of(file):
            for mutant in mutants(file, path.read_bytes()):
                of_line.setdefault((file, mutant.lines[0]), []).append(mutant)
    rng = random.Random(seed)
    lines = rng.sample(sorted(of_line), min(count, len(of_line)))
    return [rng.choice(of_line[line]) for line in sorted(lines)]


def equivalents() -> frozenset[str]:
    """Return the mutants that are listed as equivalent."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith((" ", "#")))


def stale() -> frozenset[str]:
    """Return the listed mutants that the present code does not have."""
    known = equivalents()
    found: set[str] = set()
    for name in {mutant.partition(":")[0] for mutant in known}:
        path = ROOT / "galaxies_asp" / name
        if path.exists():
            found.update(map(str, mutants(name, path.read_bytes())))
        elif (ROOT / name).exists():
            found.update(map(str, text_mutants.mutants(name)))
    return known - found


def copy_of_repository(folder: Path, tests: Iterable[str]) -> None:
    """Copy what some tests need, and compile it; only a mutant is compiled again."""
    for name in COPIED:
        hidden = shutil.ignore_patterns("__pycache__", "node_modules", ".*")
        shutil.copytree(ROOT / name, folder / name, ignore=hidden)
    modules = Path("tests/page/node_modules")
    if (ROOT / modules).exists():
        (folder / modules).symlink_to(ROOT / modules)
    for path in (*ROOT.glob("*.py"), ROOT / "pyproject.toml", *ROOT.glob("*.md")):
        shutil.copy(path, folder)
    by_hash = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder / "galaxies_asp", quiet=1, invalidation_mode=by_hash)
    files = {test.partition("::")[0] for test in tests}
    collect = [
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--co",
        *files,
    ]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, *collect],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def passes(tests: Sequence[str], folder: Path, seconds: float, marks: str = "") -> bool:
    """Tell whether the tests pass in a copy of the repository in some CPU seconds.

    They run in a child of this process, which has imported the libraries already. Each
    process that they start may take as many.

    Raises
    ------
    AssertionError
        If no test is selected, or pytest itself fails.
    """
    (folder / LISTED).write_text("\n".join(tests), encoding="utf-8")
    child = os.fork()
    if not child:
        _run_tests(tests, folder, seconds, marks)
    deadline = time.monotonic() + WAITING * seconds
    try:
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                code = os.waitstatus_to_exitcode(status)
                # C may end the process by a signal.
                assert code in (0, 1, 2) or code < 0, f"{tests} do not run: {code}"
                return code == 0
            time.sleep(0.02)
        return False
    finally:
        _end_session(child)


def _run_tests(tests: Sequence[str], folder: Path, seconds: float, marks: str) -> None:
    """Run tests in a session of their own, and end with the exit code of pytest."""
    code = 3
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        limit = ceil(seconds), resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, limit)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        os.chdir(folder)
        for name in [*sys.modules]:
            if name.partition(".")[0] in ("tests", "galaxies_asp"):
                del sys.modules[name]
        sys.path[:] = [str(folder), *(p for p in sys.path if p and Path(p) != ROOT)]
        sys.dont_write_bytecode = True
        os.environ["PYTHONPATH"] = str(folder)
        os.environ[only.LIST] = str(folder / LISTED)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        arguments = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", marks]
        code = int(pytest.main([*arguments, *files], [only]))
    finally:
        os._exit(code)


def _end_session(child: int) -> None:
    """End the tests and the processes that they have started."""
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)


def lives(
    mutant: Mutant | TextMutant,
    tests: list[str],
    folder: Path,
    seconds: float,
    marks: str = "",
) -> bool:
    """Tell whether a mutant passes all of the tests that pass without it.

    Raises
    ------
    CalledProcessError
        If it is C and does not compile.
    """
    is_text = isinstance(mutant, TextMutant)
    path = folder / mutant.file if is_text else folder / "galaxies_asp" / mutant.file
    kept = {file: file.read_bytes() for file in (path, folder / LIBRARY)}
    while tests:
        try:
            path.write_bytes(mutant.changed)
            build(path, folder)
            if passes(tests, folder, seconds, marks):
                return True
        finally:
            for file, content in kept.items():
                file.write_bytes(content)
        failed = (folder / LISTED).read_text(encoding="utf-8")
        again = [failed] if failed in tests or "::" in failed else tests
        if passes(again, folder, seconds, marks):
            return False
        tests = [test for test in tests if test not in again]
    return True


def build(path: Path, folder: Path) -> None:
    """Compile the library of a copy of the repository again, if a file is of C."""
    if path.suffix == ".c":
        script = [sys.executable, "hatch_build.py"]
        subprocess.run(script, cwd=folder, check=True, capture_output=True)
        if not (folder / LIBRARY).exists():
            raise subprocess.CalledProcessError(1, script)


def near(
    mutant: Mutant | TextMutant, nearest: Nearest, seconds: float
) -> tuple[list[str], float]:
    """Return the tests near a mutant, and the CPU seconds that they may take."""
    if isinstance(mutant, TextMutant):
        own = mutant.tests
        tests = nearest.named(mutant.words, own, seconds)
    else:
        own = tuple(f"tests/{name}" for name in TESTS[package_of(mutant.file)])
        tests = nearest.tests(mutant.file, mutant.lines, own, seconds)
        if len(tests) < FEW:
            tests += nearest.tests_of(mutant.file, own, seconds)
    tests = [*dict.fromkeys(tests)]
    if not tests:
        return [*own], WHOLE
    return tests, START + PATIENCE * sum(map(nearest.seconds.__getitem__, tests))


def sample_of_texts(count: int, seed: int, suffix: str, part: str) -> list[TextMutant]:
    """Return random mutants of encodings or of C, each of another line."""
    of_line: dict[tuple[str, int], list[TextMutant]] = {}
    for file in text_mutants.files(suffix):
        if part in file:
            for mutant in text_mutants.mutants(file):
                of_line.setdefault((file, mutant.line), []).append(mutant)
    rng = random.Random(seed)
    lines = rng.sample(sorted(of_line), min(count, len(of_line)))
    return [rng.choice(of_line[line]) for line in sorted(lines)]


def drawn(kind: str, count: int, seed: int, part: str) -> Sequence[Mutant | TextMutant]:
    """Return random mutants of a kind of files."""
    if kind == ".py":
        return sample(count, seed, part)
    return sample_of_texts(count, seed, kind, part)


def results(path: Path) -> dict[str, str]:
    """Return the result of each mutant in a table."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = (line.split(None, 1) for line in lines if not line.startswith("#"))
    return {mutant: result for result, mutant in rows}


def main() -> None:
    """Print what becomes of each mutant; exit with 1 if one lives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the name of a package")
    parser.add_argument("--nearest", type=Path, help="file of tests.harness.nearest")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--kind", choices=[".py", ".lp", ".c"], default=".py")
    parser.add_argument("--marks", default="")
    parser.add_argument("--table", type=Path, default=Path(os.devnull))
    options = parser.parse_args()
    nearest = Nearest.read(options.nearest) if options.nearest else Nearest({}, {})
    for library in WARM:
        importlib.import_module(library)
    chosen = drawn(options.kind, options.count, options.seed, options.only)
    known, table = equivalents(), results(options.table)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plans = {mutant: near(mutant, nearest, options.seconds) for mutant in chosen}
        copy_of_repository(folder, chain(*(tests for tests, _ in plans.values())))
        for mutant in chosen:
            if table.get(str(mutant)) == "noticed":
                continue
            try:
                tests, limit = plans[mutant]
                is_known = str(mutant) in known
                if is_known or lives(mutant, tests, folder, limit, options.marks):
                    result = "equivalent" if is_known else "lives"
                else:
                    result = "noticed"
            except subprocess.CalledProcessError:
                result = "uncompiled"
            table[str(mutant)] = result
            print(f"line {mutant.line}: {result:10} {mutant}", flush=True)
            rows = "".join(f"{one:10} {mutant}\n" for mutant, one in table.items())
            options.table.write_text(rows, encoding="utf-8")
    counts = Counter(table[str(mutant)] for mutant in chosen)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    sys.exit(counts["lives"] > 0)


if __name__ == "__main__":
    main()
