"""The program works where the operating system has nothing of POSIX."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.documents import ROOT
from support.marks import POSIX

from galaxies_asp.processes import system

WITHOUT_POSIX = ROOT / "tests" / "support" / "without_posix"
MOST_AT_RISK = ("processes", "core/asp/test_sources.py", "generating/test_generate.py")
"""The tests of files, signals, processes and terminals."""
MORE = ("cli", "families/test_folders.py")


def run(
    *command: str | Path, folder: Path = ROOT
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(WITHOUT_POSIX)},
        capture_output=True,
        timeout=900,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "names", [MOST_AT_RISK, pytest.param(MORE, marks=pytest.mark.nightly)]
)
def test_what_is_most_at_risk_without_posix(names: Sequence[str]) -> None:
    tests = [ROOT / "tests" / name for name in names]
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *tests)
    assert done.returncode == 0, done.stdout.decode()[-4000:]


@pytest.mark.slow
def test_files_are_written_without_posix(tmp_path: Path) -> None:
    """Files can be replaced that are not open, and drawings are UTF-8."""
    for _ in range(2):
        command = ("-m", "galaxies_asp", "solve", "idp-5x5", "--time-limit", "60")
        done = run(*command, "-o", "solved.txt", folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["solved.txt"]
    shown = run(*command, folder=tmp_path).stdout
    assert "┏━┯".encode() in shown
    assert b"\r" not in shown


@pytest.mark.slow
def test_only_one_module_depends_on_the_system() -> None:
    system = re.compile(
        r"^\s*(?:import|from) (?:fcntl|grp|pty|pwd|resource|termios|tty)\b"
        r"|\bos\.(?:fork|killpg|name|setsid)\b|\bSIGKILL\b",
        re.MULTILINE,
    )
    for path in (ROOT / "galaxies_asp").rglob("*.py"):
        assert path.name == "system.py" or not system.search(path.read_text("utf-8"))


def test_a_stream_in_the_place_of_standard_error_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stderr", kept)
    system.prepare_standard_files()
    assert sys.stderr is kept


@POSIX
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_no_file_takes_the_number_of_a_closed_standard_file(closed: int) -> None:
    code = "import os, sys; from galaxies_asp.processes import system\n"
    code += "system.prepare_standard_files()\n"
    code += "sys.exit(100 + os.open(os.devnull, os.O_RDONLY))"
    done = subprocess.run(
        [sys.executable, "-c", code], preexec_fn=lambda: os.close(closed), check=False
    )
    assert done.returncode >= 103
