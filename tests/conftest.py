"""Golden files, and the package as it is installed.

`pytest --update-golden` writes down what the program draws now.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
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


@pytest.fixture(autouse=True)
def _options_exist(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Fail if a command has no such option: its exit code 2 would prove nothing."""
    unknown: list[str] = []
    original = click.NoSuchOption.format_message

    def said(error: click.NoSuchOption) -> str:
        unknown.append(error.option_name)
        return original(error)

    monkeypatch.setattr(click.NoSuchOption, "format_message", said)
    yield
    if request.node.get_closest_marker("unknown_option") is None:
        assert unknown == []


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
    """Install the wheel as the README does; return the folder of its programs."""
    uv = [sys.executable, "-m", "uv"]
    environment = package.parent / "env"
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    (extras,) = re.findall(r"pip install -q '\.\[(.*)\]'", readme)
    subprocess.run([*uv, "venv", "-q", "-p", sys.executable, environment], check=True)
    install = [*uv, "pip", "install", "-q", "-p", environment, f"{package}[{extras}]"]
    subprocess.run(install, check=True)
    return environment / "bin"
