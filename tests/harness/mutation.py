"""Mutation testing: each small change of the code should fail a test near it.

    python -m tests.harness.mutation [--count 15] [--seed 1] [--only PACKAGE]

Draws `--count` random mutants of each package, and runs the tests near it in a copy of
the repository, with a time limit. Prints the mutants that no test rejects.
Those that change no result are listed, with the reason, in `equivalent.txt` beside this
file.

A mutant changes one operator, comparison, number, truth value or condition, or removes
one statement. Strings, annotations and decorators stay.
"""

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from galaxies_asp.processes.files import replace_file

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
COPIED = ("galaxies_asp", "encodings", "puzzles", "tests", "benchmarks", "docs")


TESTS = {
    "all_solutions": ("all_solutions", "cli/test_verified.py"),
    "asp": ("asp", "verifying", "lab/test_rules.py"),
    "board": ("test_puzzle.py", "verifying", "notation", "drawing"),
    "book": ("book", "cli/test_book.py"),
    "cli": ("cli", "test_readme.py"),
    "counting/boards": ("counting/boards", "cli/test_boards.py"),
    "counting/strips": ("counting/strips", "cli/test_strip.py"),
    "drawing": ("drawing", "explaining", "cli/test_conventions.py"),
    "explaining": ("explaining", "cli/test_explain.py"),
    "families": ("families", "lab/test_families.py", "cli/test_families.py"),
    "fast": ("fast", "all_solutions", "solving"),
    "generating": ("generating",),
    "lab": ("lab",),
    "notation": ("notation",),
    "play": ("play/test_answers.py", "play/test_variants.py", "play/test_server.py"),
    "processes": ("processes", "cli/test_faults.py"),
    "repairing": ("repairing", "cli/test_repair.py"),
    "solving": ("solving", "all_solutions", "asp/test_mixes.py"),
    "verifying": ("verifying", "cli/test_check.py"),
}
"""The tests that should reject the mutants of each package."""

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """A change of some lines of a file."""

    file: str
    line: int
    before: str
    after: str
    changed: bytes
    """The changed file."""

    def __str__(self) -> str:
        return f"{self.file}: {self.before} => {self.after}"


def mutants(file: str, source: bytes) -> list[Mutant]:
    """Return all mutants of a file."""
    lines = source.splitlines(keepends=True)
    found = []
    for node in _changeable(ast.parse(source)):
        old = b"".join(lines[node.lineno - 1 : node.end_lineno])
        start = node.col_offset
        end = len(old) - len(lines[node.end_lineno - 1]) + node.end_col_offset
        for text in _changes(node):
            new = old[:start] + text.encode() + old[end:]
            changed = [*lines[: node.lineno - 1], new, *lines[node.end_lineno :]]
            before, after = (" ".join(one.decode().split()) for one in (old, new))
            found.append(Mutant(file, node.lineno, before, after, b"".join(changed)))
    return found


def _changeable(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions and statements below a node that may be changed."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, (ast.JoinedStr, ast.pattern)):
                continue
            if isinstance(child, (ast.expr, ast.stmt)):
                yield child
            if isinstance(child, ast.AST):
                yield from _changeable(child)


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield the texts that may replace a node."""
    match node:
        case ast.Compare(left, [operator], [right]):
            changed = ast.Compare(left, [OPERATORS[type(operator)]()], [right])
            yield f"({ast.unparse(changed)})"
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            changed = ast.BinOp(left, OPERATORS[type(operator)](), right)
            yield f"({ast.unparse(changed)})"
        case ast.BoolOp(operator, values):
            changed = ast.BoolOp(OPERATORS[type(operator)](), values)
            yield f"({ast.unparse(changed)})"
        case ast.AugAssign(target, operator, value) if type(operator) in OPERATORS:
            changed = ast.AugAssign(target, OPERATORS[type(operator)](), value)
            yield ast.unparse(changed)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.IfExp(test, body, orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case ast.Expr(ast.Call()) | ast.Raise():
            yield "pass"


def sample(package: str, count: int, seed: int) -> list[Mutant]:
    """Return random mutants of a package; the same ones for the same seed."""
    folder = ROOT / "galaxies_asp"
    found = []
    for path in sorted((folder / package).rglob("*.py")):
        found += mutants(path.relative_to(folder).as_posix(), path.read_bytes())
    return random.Random(f"{seed} {package}").sample(found, min(count, len(found)))


def equivalents() -> frozenset[str]:
    """Return the mutants that are listed as equivalent."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith((" ", "#")))


def copy_of_repository(folder: Path) -> None:
    """Copy what the tests need."""
    for name in COPIED:
        hidden = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(ROOT / name, folder / name, ignore=hidden)
    for path in (ROOT / "pyproject.toml", *ROOT.glob("*.md")):
        shutil.copy(path, folder)


def passes(tests: tuple[str, ...], folder: Path, seconds: float) -> bool:
    """Tell whether the tests pass in a copy of the repository in time."""
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    process = subprocess.Popen(
        [*pytest, *tests],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        start_new_session=True,
    )
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        _end_session(process)


def _end_session(process: subprocess.Popen[bytes]) -> None:
    """End the tests and the processes that they have started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def survivors(package: str, chosen: list[Mutant], folder: Path) -> Iterator[Mutant]:
    """Yield the mutants that pass the tests of their package.

    Raises
    ------
    AssertionError
        If the tests fail without a mutant.
    """
    started = time.monotonic()
    tests = tuple(f"tests/{name}" for name in TESTS[package])
    assert passes(tests, folder, 600), f"the tests fail unchanged: {tests}"
    limit = 30 + 5 * (time.monotonic() - started)
    for mutant in chosen:
        path = folder / "galaxies_asp" / mutant.file
        source = path.read_bytes()
        replace_file(path, mutant.changed)
        try:
            if passes(tests, folder, limit):
                yield mutant
        finally:
            replace_file(path, source)


def main() -> None:
    """Print the mutants that live; exit with 1 if one is not known as equivalent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the name of a package")
    options = parser.parse_args()
    known, total, equivalent, alive = equivalents(), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        copy_of_repository(Path(name))
        for package in TESTS:
            if options.only not in package:
                continue
            chosen = sample(package, options.count, options.seed)
            living = list(survivors(package, chosen, Path(name)))
            new = [one for one in living if str(one) not in known]
            total += len(chosen)
            alive += len(new)
            equivalent += len(living) - len(new)
            print(f"{package}: {len(chosen)} mutants, {len(living)} live", flush=True)
            for one in new:
                print(f"  line {one.line} of {one}", flush=True)
    print(f"{total} mutants: {equivalent} equivalent, {alive} others live")
    sys.exit(alive > 0)


if __name__ == "__main__":
    main()
