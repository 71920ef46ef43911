"""Golden files, budgets of time, and the package as it is installed.

`pytest --update-golden` writes down what the program draws now.
"""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, settings

# On a busy machine, the time of one example says nothing about the program.
_UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=10, **_UNTIMED)
settings.register_profile("thorough", max_examples=200, **_UNTIMED)
settings.load_profile("quick")

GOLDEN = Path(__file__).parent / "golden"

LEAST_SHARE = 0.06
TOLERANCE = 3.0
"""The part of its budget at which a folder fails: times vary on a busy machine."""
DEFAULT = "not slow and not nightly"
"""What selects the default tests."""
CPU_SECONDS = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the files in tests/golden instead of comparing with them",
    )


def pytest_sessionstart() -> None:
    """Let tests interrupt themselves, also in a job in the background of a script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let `nightly` at a case take the place of the `slow` of its function."""
    for item in items:
        if any(mark.name == "nightly" for mark in item.own_markers):
            item.own_markers[:] = [m for m in item.own_markers if m.name != "slow"]


def cpu_seconds() -> float:
    """Return the time of this process and of those that have ended in it."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[CPU_SECONDS] = cpu_seconds()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.when == "teardown":
        seconds = cpu_seconds() - item.stash.get(CPU_SECONDS, cpu_seconds())
        item.user_properties.append(("CPU seconds", seconds))


def lines(folder: str) -> int:
    """Return the lines of a part of the package, with those of the rules."""
    root = Path(__file__).parents[1]
    files = [*(root / "galaxies_asp" / folder).rglob("*.py")]
    if folder in ("", "core/asp"):
        files += (root / "encodings").rglob("*.lp")
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def budget(folder: str) -> float:
    """Return the share of the default tests' time that those of a folder may take.

    It is the share of its package in all lines. A share is the same on slow machines.
    """
    return max(LEAST_SHARE, lines(folder) / lines("") if folder else 0)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if all default tests were run, and those of a folder take far too long."""
    option, source = session.config.option, session.config.args_source
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    is_whole = source is pytest.Config.ArgsSource.TESTPATHS and not option.keyword
    if reporter is None or not is_whole or option.markexpr != DEFAULT:
        return
    taken = Counter[str]()
    for reports in reporter.stats.values():
        for report in reports:
            for name, seconds in getattr(report, "user_properties", ()):
                if name == "CPU seconds":
                    folder = Path(report.nodeid.partition("::")[0]).parent.as_posix()
                    taken[folder.removeprefix("tests").removeprefix("/")] += seconds
    reporter.ensure_newline()
    for folder, seconds in taken.most_common():
        share = seconds / taken.total()
        if share > (allowed := budget(folder)):
            words = f"{share:.0%} of the time of default tests, of {allowed:.0%}"
            reporter.write_line(f"tests/{folder}: {words}")
            if share > allowed * TOLERANCE and not session.exitstatus:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


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
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder]
    root = Path(__file__).parents[1]
    subprocess.run([*build, root], check=True, capture_output=True)
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
    install = [*uv, "pip", "install", "-q", "-p", environment]
    subprocess.run([*install, f"{package}[{extras}]"], check=True)
    return environment / "bin"
