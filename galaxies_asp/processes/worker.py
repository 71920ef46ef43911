"""Work in a process of its own, which can be stopped at any moment.

Grounding cannot be interrupted from within a process, and neither can the memory of a
part of it be bounded. So whoever asks for a limit has the work done by a worker
process, and a worker that exceeds the limit is killed; what it had sent before is not
lost.

A worker is a Python module that calls `serve` when it is run. It is started afresh with
`python -m`, and not forked, so that neither threads nor an unguarded `__main__` of the
caller can harm.
"""

import contextlib
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Literal, TypeVar

Item = TypeVar("Item")

CALLER = "galaxies_asp.processes.caller"
LIMIT_CHECK_SECONDS = 0.02

_PARENT_CHECK_SECONDS = 1.0

_READY = "ready"
_END = "end"


class LimitReachedError(Exception):
    """The work was stopped because it reached a limit."""

    def __init__(self, limit: Literal["time", "memory"], cpu_seconds: float) -> None:
        self.limit = limit
        self.cpu_seconds = cpu_seconds
        super().__init__(limit)


class WorkerDiedError(RuntimeError):
    """The worker process ended by itself, in the middle of its work."""


class Worker:
    """A worker process, started when needed, and again after it was killed.

    Use it as a context manager; at its end no process is left.

    Parameters
    ----------
    module
        The full name of a module that calls `serve` when run with `python -m`.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def stream(
        self,
        request: Any,
        *,
        time_limit: float | None = None,
        cpu_limit: float | None = None,
        memory_limit: int | None = None,
    ) -> Iterator[Any]:
        """Have a request worked on; yield what the worker yields.

        Parameters
        ----------
        request
            What the worker's function takes; anything that pickles.
        time_limit
            Wall-clock seconds from the moment at which the worker is ready.
        cpu_limit
            CPU seconds of the worker for this request.
        memory_limit
            Bytes of resident memory of the worker process, all in all.

        Raises
        ------
        LimitReachedError
            If a limit stops the work. The worker is killed then.
        """
        process = self.start()
        spent = _cpu_seconds(process.pid)
        assert process.stdin is not None
        pickle.dump(request, process.stdin)
        process.stdin.flush()
        deadline = None if time_limit is None else time.monotonic() + time_limit

        def check() -> None:
            seconds = _cpu_seconds(process.pid) - spent
            if memory_limit is not None and _memory(process.pid) > memory_limit:
                raise LimitReachedError("memory", seconds)
            late = deadline is not None and time.monotonic() > deadline
            if late or (cpu_limit is not None and seconds > cpu_limit):
                raise LimitReachedError("time", seconds)

        finished = False
        try:
            while True:
                try:
                    kind, value = self._messages.get(timeout=LIMIT_CHECK_SECONDS)
                except queue.Empty:
                    kind = value = None
                if kind == _END:
                    finished = True
                    return
                if kind == "raised":
                    finished = True
                    raise value
                if kind == "died":
                    raise WorkerDiedError("the solving process died unexpectedly")
                if kind == "yielded":
                    yield value
                check()
        finally:
            if not finished:
                self.kill()

    def is_alive(self) -> bool:
        """Tell whether there is a process at the moment."""
        return self._process is not None and self._process.poll() is None

    def memory(self) -> int:
        """Return the bytes of resident memory of the process; 0 without one."""
        return 0 if self._process is None else _memory(self._process.pid)

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the process, unless there is one, and wait until it is ready."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._messages = queue.SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", self._module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        threading.Thread(
            target=_receive,
            args=(self._process.stdout, self._messages),
            daemon=True,
        ).start()
        kind, _ = self._messages.get()
        if kind != _READY:
            raise WorkerDiedError("the solving process could not be started")
        return self._process

    def kill(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # unsent data of a dead worker
                pipe.close()


def limited(
    call: Callable[[], Iterator[Item]],
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Iterator[Item]:
    """Yield what a call yields; under a limit, from a process of its own.

    Parameters
    ----------
    call
        A function without arguments that can be pickled, such as a
        `functools.partial` of a function in a module.
    time_limit, memory_limit
        Wall-clock seconds, and bytes of the process.

    Raises
    ------
    LimitReachedError
        If a limit was reached.
    """
    if time_limit is None and memory_limit is None:
        yield from call()
        return
    with Worker(CALLER) as worker:
        yield from worker.stream(call, time_limit=time_limit, memory_limit=memory_limit)


def serve(function: Callable[[Any], Iterator[Any]]) -> None:
    """Be a worker: answer each request on standard input with what the function yields.

    Ctrl-C is left to the supervising process, which kills this one.
    """
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may be written between the answers

    def send(kind: str, value: Any = None) -> None:
        pickle.dump((kind, value), answers)
        answers.flush()

    send(_READY)
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            for value in function(request):
                send("yielded", value)
            send(_END)
        except BrokenPipeError:
            return
        except Exception as error:
            send("raised", error)


def _end_with_parent() -> None:
    """Have this process end when its parent has ended, even amid work."""
    import os

    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_CHECK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _receive(pipe: BinaryIO, messages: "queue.SimpleQueue[Any]") -> None:
    """Pass on what the worker sends, until its end."""
    while True:
        try:
            messages.put(pickle.load(pipe))
        except Exception:  # the pipe is closed, or cut off in the middle of a message
            messages.put(("died", None))
            return


def _memory(pid: int) -> int:
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _cpu_seconds(pid: int) -> float:
    import psutil

    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
