"""Signals; and the program works where the operating system has nothing of POSIX."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType

import pytest
from support.documents import ROOT
from support.marks import POSIX

from galaxies_asp.processes.system import signals_deferred

WITHOUT_POSIX = ROOT / "tests" / "support" / "without_posix"
MOST_AT_RISK = (
    *("cli", "generating", "processes"),
    *("core/asp/test_sources.py", "families/test_folders.py"),
)
"""The tests of files, signals, processes and terminals."""


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
def test_what_is_most_at_risk_without_posix() -> None:
    tests = [ROOT / "tests" / name for name in MOST_AT_RISK]
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


def test_only_one_module_depends_on_the_system() -> None:
    system = re.compile(
        r"^\s*(?:import|from) (?:fcntl|grp|pty|pwd|resource|termios|tty)\b"
        r"|\bos\.(?:fork|killpg|name|setsid)\b|\bSIGKILL\b",
        re.MULTILINE,
    )
    for path in (ROOT / "galaxies_asp").rglob("*.py"):
        assert path.name == "system.py" or not system.search(path.read_text("utf-8"))


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


def test_signals_are_handled_after_the_block() -> None:
    """All of them, although the first handler raises an exception."""
    handled = []

    def handle(number: int, frame: FrameType | None) -> None:
        assert frame is not None
        handled.append(number)
        raise TimeoutError(number)

    def strike() -> None:
        for number in (*numbers, *numbers):
            signal.raise_signal(number)
        assert not handled

    numbers = [signal.SIGINT, signal.SIGTERM]
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        with pytest.raises(TimeoutError), signals_deferred():
            strike()
        assert sorted(handled) == numbers
        assert [signal.getsignal(number) for number in numbers] == [handle, handle]
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def test_a_deferred_signal_wakes_an_event_loop_once() -> None:
    """Loops such as that of asyncio are told by a byte for each signal."""
    reading, writing = socket.socketpair()
    with reading, writing:
        for one in (reading, writing):
            one.setblocking(False)
        before = signal.set_wakeup_fd(writing.fileno())
        handler = signal.signal(signal.SIGTERM, lambda *_: None)
        try:
            with signals_deferred():
                signal.raise_signal(signal.SIGTERM)
        finally:
            signal.signal(signal.SIGTERM, handler)
            signal.set_wakeup_fd(before)
        assert reading.recv(10) == bytes([signal.SIGTERM])


def test_signals_are_deferred_within_deferral() -> None:
    reached = []

    def strike() -> None:
        with signals_deferred():
            signal.raise_signal(signal.SIGINT)
            reached.append("inner")
        reached.append("outer")

    with pytest.raises(KeyboardInterrupt), signals_deferred():
        strike()
    assert reached == ["inner", "outer"]


def test_a_signal_while_deferral_ends_changes_no_handler_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import _signal

    set_handler = _signal.signal
    default = signal.getsignal(signal.SIGINT)

    def struck(number: int, handler: object) -> None:
        if handler is default:
            monkeypatch.undo()
            signal.raise_signal(signal.SIGINT)
        set_handler(number, handler)

    monkeypatch.setattr(_signal, "signal", struck)
    with pytest.raises(KeyboardInterrupt), signals_deferred():
        pass
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, default)


def test_other_threads_defer_nothing() -> None:
    handlers = []

    def defer() -> None:
        with signals_deferred():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=defer)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]
