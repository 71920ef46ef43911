"""Golden files, and the package as it is installed.

`pytest --update-golden` writes down what the program draws now.
"""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# On a busy machine, the time of one example says nothing about the program.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("thorough", deadline=None, max_examples=200)
settings.load_profile("quick")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the files in tests/golden instead of comparing with them",
    )


def pytest_sessionstart() -> None:
    """Let tests interrupt themselves, also in a job in the background of a script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a golden file; blanks at the ends of lines do not count."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8", newline="\n")
        expected = path.read_text(encoding="utf-8").splitlines()
        assert [line.rstrip() for line in text.splitlines()] == [
            line.rstrip() for line in expected
        ]

    return compare


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel, built from a source distribution."""
    folder = tmp_path_factory.mktemp("package")
    build = [
        sys.executable,
        "-m",
        "build",
        "--outdir",
        folder,
        Path(__file__).parents[1],
    ]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def programs(package: Path) -> Path:
    """Install the wheel in a fresh environment; return the folder of its programs."""
    uv = [sys.executable, "-m", "uv"]
    environment = package.parent / "env"
    subprocess.run([*uv, "venv", "-q", "-p", sys.executable, environment], check=True)
    install = [*uv, "pip", "install", "-q", "-p", environment, f"{package}[all]"]
    subprocess.run(install, check=True)
    return environment / "bin"
