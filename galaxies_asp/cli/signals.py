"""Signals that end the command."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

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


def _end_or_report(unraisable: "sys.UnraisableHookArgs") -> None:
    """End the process at a signal where no exception can be raised, as in `__del__`."""
    if unraisable.exc_type is KeyboardInterrupt:
        end_at_once(signal.SIGINT, None)
    if isinstance(unraisable.exc_value, SystemExit):
        os._exit(int(unraisable.exc_value.code or 0))
    sys.__unraisablehook__(unraisable)
