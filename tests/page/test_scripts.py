"""The scripts of the page: their modules in Node, their types, and their style."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def run(*command: str) -> None:
    done = subprocess.run(
        command, cwd=HERE, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_drawing_and_input() -> None:
    """Elements are patched, and gestures draw what they are meant to draw."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    run(node, "--test", *sorted(path.name for path in HERE.glob("*.test.js")))


@pytest.mark.slow("the tools read all scripts")
@pytest.mark.parametrize("check", ["lint", "types"])
def test_checks(check: str) -> None:
    """ESLint and the compiler of TypeScript have nothing to say."""
    npm = shutil.which("npm")
    if npm is None or not (HERE / "node_modules").is_dir():
        pytest.skip(f"the tools are not installed: npm ci --prefix {HERE}")
    run(npm, "run", "--silent", check)
