"""Calls of clingo during which signals are handled, or wait until they do no harm.

clingo returns to Python only when grounding or a search has ended, and Python handles
signals only then. So both run in a thread, for which the calling thread waits in short
steps.

clingo calls Python to report messages, and the start and the end of a search. If the
handler of a signal raises an exception in there, clingo ends the process. So signals
are deferred while the calling thread is in clingo. The process also ends if a thread of
clingo calls Python when Python has ended. So searches end before, but those that daemon
threads still ask for.
"""

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.signals import signals_deferred

CHECK_SECONDS = 0.1


class Bound(clingo.Observer):
    """Ends grounding at a number of rules; `left` rules may still come."""

    def __init__(self, most: int) -> None:
        self._most = self.left = most

    def rule(self, *_: object) -> None:
        """Count a rule."""
        self.left -= 1
        if self.left < 0:
            raise RuntimeError(f"it has over {self._most} ground rules")


def ground(work: Callable[[], object], bound: Bound | None) -> None:
    """Ground in a thread while this one handles signals.

    After an exception the thread still works on, until the process ends. If there is a
    bound, the thread stops at the next rule, and the process ends after it.
    """
    raised: list[BaseException] = []
    ended = threading.Event()  # an exception in `join` marks a thread as ended

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)
        finally:
            ended.set()

    with signals_deferred():
        threading.Thread(target=run, daemon=bound is None).start()
    try:
        while not ended.wait(CHECK_SECONDS):
            pass
    except BaseException:
        if bound is not None:
            bound.left = 0
        raise
    for error in raised:
        raise error


@contextmanager
def solving(
    control: clingo.Control,
    *,
    in_thread: bool,
    release: Callable[[], object] = lambda: None,
    **options: Any,
) -> Iterator[clingo.SolveHandle]:
    """Start a search, which ends with the block, or before Python does.

    `release`: lets go what the search waits for; called before its end. `options`:
    arguments of `clingo.Control.solve`.
    """
    handle: clingo.SolveHandle | None = None
    owner = threading.current_thread()

    def cancel() -> None:
        assert handle is not None
        if owner.daemon and owner.is_alive():
            return  # it may be using the handle, which two threads must not
        release()
        handle.cancel()

    try:
        with signals_deferred():
            handle = control.solve(async_=in_thread, **options)
            at_end_of_python = weakref.finalize(handle, cancel)
        yield handle
    finally:
        with signals_deferred():
            if handle is not None:
                at_end_of_python.detach()
                release()
                handle.__exit__(None, None, None)  # type: ignore[no-untyped-call]


def ends(handle: clingo.SolveHandle, deadline: float | None) -> bool:
    """Wait while this thread handles signals; tell whether a search ends in time."""
    while not handle.wait(CHECK_SECONDS):
        if deadline is not None and time.monotonic() > deadline:
            return False
    return True
