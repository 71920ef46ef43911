"""Processes that tests start, and the states that they wait for."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psutil

PATIENCE = 180
"""Seconds after which nothing will happen anymore, on the slowest machine."""

State = TypeVar("State")


@contextmanager
def started(
    command: Sequence[object], **options: Any
) -> "Iterator[subprocess.Popen[Any]]":
    """Start a process; kill what runs of it, and of its children, after the block."""
    with subprocess.Popen([str(word) for word in command], **options) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                for one in (*descendants(process.pid), process):
                    with suppress(psutil.NoSuchProcess):
                        one.kill()


def until(process: "subprocess.Popen[Any]", state: Callable[[], State]) -> State:
    """Wait until a function returns something true; until then, the process runs."""
    deadline = time.monotonic() + PATIENCE
    while not (found := state()):
        assert process.poll() is None, f"ended with {process.returncode} too early"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


def descendants(pid: int | None = None) -> list[psutil.Process]:
    """Return the processes below a process (without a number: this one)."""
    with suppress(psutil.NoSuchProcess):
        return list(psutil.Process(pid).children(recursive=True))
    return []


def cpu_seconds(*processes: psutil.Process) -> float:
    """Return the CPU time that processes have taken; of ended ones none."""
    seconds = 0.0
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            seconds += sum(one.cpu_times()[:2])
    return seconds


def cpu_seconds_below(pid: int | None = None) -> float:
    """Return the CPU time of a process and of those below it."""
    with suppress(psutil.NoSuchProcess):
        return cpu_seconds(psutil.Process(pid), *descendants(pid))
    return 0.0


def have_ended(processes: Sequence[psutil.Process]) -> bool:
    """Wait for processes to end; tell whether all have ended."""
    return not psutil.wait_procs(processes, timeout=PATIENCE)[1]


@contextmanager
def after_work(seconds: float, act: Callable[[], object]) -> Iterator[None]:
    """Act once this process and its children have worked for some CPU time."""
    is_over = threading.Event()
    end = cpu_seconds_below() + seconds

    def wait() -> None:
        while not is_over.wait(0.02):
            if cpu_seconds_below() > end:
                act()
                return

    thread = threading.Thread(target=wait)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
