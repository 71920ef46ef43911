"""Work in a separate process, which can be stopped at any moment.

Grounding can neither be interrupted within a process nor be given a memory limit of its
own. Work under a limit is therefore done by a worker process, which is killed when it
exceeds the limit; the results that it sent before are kept.

A worker process serves one function of this package, given by its name. It is a new
interpreter and not a fork, so that neither threads nor an unguarded `__main__` of the
caller matter. The current folder is not on its module path.
"""

import contextlib
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp.signals import signals_deferred
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.processes import serving
from galaxies_asp.processes.errors import SolverCrashedError, WorkerDiedError
from galaxies_asp.processes.system import interrupts_blocked, is_crash

if TYPE_CHECKING:
    import subprocess

Message = tuple[str, Any]
"""What a worker process sends; see `serving.serve`."""

LIMIT_CHECK_SECONDS = 0.02

_DEATH_SECONDS = 5.0
"""A process that has closed its pipe ends within this time."""


class Worker:
    """A worker process, started when needed, and again after it was killed.

    Use it as a context manager; at its end no process is left. `function` is
    "package.module:function", which takes a request and yields items; both are pickled.
    """

    def __init__(self, function: str) -> None:
        if function.partition(".")[0] != serving.PACKAGE:
            raise ValueError(f"{function}: not a function of {serving.PACKAGE}")
        self._function = function
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._is_closed = False

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def stream(
        self,
        request: object,
        *,
        time_limit: float | None = None,
        cpu_limit: float | None = None,
        memory_limit: int | None = None,
        ends_part: Callable[[object], bool] = lambda item: False,
    ) -> Iterator[Any]:
        """Send a request; yield the items of the answer.

        Raises `LimitReachedError` if a limit stops the work. The worker is killed then.
        Raises `WorkerDiedError` if the process ends by itself or is killed. Raises
        `SolverCrashedError` if it ends by a fault.

        `request`: the argument of the worker's function; anything that pickles.
        `time_limit`: wall-clock seconds from the moment at which the worker is ready.
        `cpu_limit`: CPU seconds of the worker for this request. `memory_limit`: bytes
        of resident memory of the worker process. `ends_part`: tells which items end a
        part of the request. The limits hold for each part.
        """
        process = self.start()
        assert process.stdin is not None
        meter = None
        if (time_limit, cpu_limit, memory_limit) != (None, None, None):
            meter = _Meter(process.pid, time_limit, cpu_limit, memory_limit)
        finished = False
        try:
            data = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
            # A process that has ended is noticed when its answer is read.
            with contextlib.suppress(OSError, ValueError):
                process.stdin.write(data)
                process.stdin.flush()
            while True:
                try:
                    pause = None if meter is None else LIMIT_CHECK_SECONDS
                    kind, value = self._messages.get(timeout=pause)
                except queue.Empty:
                    kind, value = "", None
                if kind == "died":
                    raise _death(process)
                finished = kind in ("raised", "end")
                if kind == "raised":
                    raise value
                if finished:
                    return
                if kind == "yielded":
                    yield value
                if meter is not None:
                    if kind == "yielded" and ends_part(value):
                        meter.restart()
                    meter.check()
        finally:
            if not finished:
                self.kill()

    def is_alive(self) -> bool:
        """Tell whether there is a process at the moment."""
        process = self._process
        return process is not None and process.poll() is None

    def memory(self) -> int:
        """Return the bytes of resident memory of the process; 0 without one."""
        process = self._process
        return 0 if process is None else _usage(process.pid)[1]

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the process, unless there is one, and wait until it is ready."""
        import subprocess  # loaded by work under a limit only

        with self._lock:
            if self._process is not None:
                if self._process.poll() is None:
                    return self._process
                _end(self._process)
            if self._is_closed:
                raise WorkerDiedError("the worker is closed")
            messages = self._messages = queue.SimpleQueue()
            script = str(Path(serving.__file__).resolve())
            # The child ignores Ctrl-C: its parent kills it.
            with signals_deferred(), interrupts_blocked():
                process = self._process = subprocess.Popen(
                    [sys.executable, "-P", script, self._function],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=safe_environment(),
                )
                reading = (process, messages)
                threading.Thread(target=_receive, args=reading, daemon=True).start()
        kind, _ = messages.get()
        if kind != "ready":
            self.kill()
            raise WorkerDiedError("the worker process could not be started")
        return process

    def kill(self) -> None:
        """End the process, if there is one. Any thread may call this."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            _end(process)

    def close(self) -> None:
        """End the process, and start no other one."""
        self._is_closed = True
        self.kill()


class _Meter:
    """What a request uses, compared with its limits."""

    def __init__(
        self, pid: int, wall: float | None, cpu: float | None, memory: int | None
    ) -> None:
        self._pid, self._wall, self._cpu, self._memory = pid, wall, cpu, memory
        self.restart()

    def restart(self) -> None:
        """Start to measure."""
        self._started = self._due = time.monotonic()
        self._before, _ = _usage(self._pid)

    def check(self) -> None:
        """Raise LimitReachedError if a limit is exceeded; not at each call."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + LIMIT_CHECK_SECONDS
        is_late = self._wall is not None and now - self._started > self._wall
        if not is_late and (self._cpu, self._memory) == (None, None):
            return
        seconds, memory = _usage(self._pid)
        seconds -= self._before
        if self._memory is not None and memory > self._memory:
            raise LimitReachedError("memory", seconds)
        if is_late or (self._cpu is not None and seconds > self._cpu):
            raise LimitReachedError("time", seconds)


def _usage(pid: int) -> tuple[float, int]:
    """Return the CPU seconds and the memory of a process; 0 if it has ended."""
    import psutil

    try:
        process = psutil.Process(pid)
        with process.oneshot():
            times, memory = process.cpu_times(), process.memory_info().rss
    except psutil.Error:
        return 0.0, 0
    return times.user + times.system, memory


def safe_environment() -> dict[str, str]:
    """Return the environment without the current folder on Python's module path."""
    here = Path.cwd()
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    kept = [path for path in paths if path and Path(path).resolve() != here.resolve()]
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    environment.pop("PYTHONPATH", None)
    return environment | ({"PYTHONPATH": os.pathsep.join(kept)} if kept else {})


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and close the pipe to it."""
    process.kill()
    process.wait()
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # unsent data of a dead worker
        process.stdin.close()


def _death(process: "subprocess.Popen[bytes]") -> Exception:
    """Return the error about a process that sent no answer, or an unreadable one."""
    import subprocess

    try:
        code = process.wait(timeout=_DEATH_SECONDS)
    except subprocess.TimeoutExpired:
        return WorkerDiedError("the worker process sent an unreadable answer")
    if is_crash(code):
        return SolverCrashedError()
    return WorkerDiedError("the worker process ended unexpectedly")


def _receive(
    process: "subprocess.Popen[bytes]", messages: "queue.SimpleQueue[Message]"
) -> None:
    """Pass on what the worker sends, until its end; then no zombie is left of it."""
    assert process.stdout is not None
    with process.stdout as pipe, contextlib.suppress(Exception):
        while True:  # until the pipe is closed, or cut off in a message
            messages.put(pickle.load(pipe))
    messages.put(("died", None))
    process.wait()
