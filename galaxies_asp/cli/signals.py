"""Signals that end the command."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from galaxies_asp._start import end_at_once
from galaxies_asp.processes.system import ENDING_SIGNALS

_SAME_TIME = 0.1
"""Seconds within which two signals count as one."""


@contextmanager
def handled() -> Iterator[None]:
    """Raise exceptions at signals, so that temporary files are removed.

    Ctrl-C raises KeyboardInterrupt. The other signals raise SystemExit with 128 + the
    number of the signal; they stay ignored where the caller ignores them, as `nohup`
    does. A second signal ends the process, unless it comes at the same time: a
    process may receive one alone and with its group.
    """
    before = {signal.SIGINT: signal.getsignal(signal.SIGINT)}
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.getsignal(number)
    hook = sys.unraisablehook
    sys.unraisablehook = _end_or_report
    first: list[float] = []

    def end(number: int, frame: FrameType | None) -> None:
        if (searching := _search_that_reports(frame)) is not None:
            _call_in(searching, lambda: end(number, None))
            return
        if first and time.monotonic() - first[0] > _SAME_TIME:
            end_at_once(number, frame)
        if not first:
            first.append(time.monotonic())
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            raise SystemExit(128 + number)

    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _search_that_reports(frame: FrameType | None) -> FrameType | None:
    """Return the caller of a search if clingo is reporting on the search.

    Python handles a signal that arrives during a search in the first code that runs
    after it, which is that report. An exception in it would end the process.
    """
    while frame is not None and frame.f_globals.get("__name__") == "clingo.control":
        if frame.f_code.co_name == "_pyclingo_solve_event_callback":
            return frame.f_back
        frame = frame.f_back
    return None


def _call_in(frame: FrameType, action: Callable[[], None]) -> None:
    """Call an action when a frame continues; what it raises is raised there."""
    before = sys.gettrace()

    def call(*_: object) -> None:
        sys.settrace(before)
        action()

    frame.f_trace = call
    sys.settrace(lambda *_: None)


def _end_or_report(unraisable: Any) -> None:
    """End the process at Ctrl-C where no exception can be raised, as in `__del__`."""
    if unraisable.exc_type is KeyboardInterrupt:
        end_at_once(signal.SIGINT, None)
    sys.__unraisablehook__(unraisable)
