"""Signals that end the command."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from galaxies_asp._start import end_at_once
from galaxies_asp.processes.system import ENDING_SIGNALS


@contextmanager
def handled() -> Iterator[None]:
    """Raise exceptions at signals, so that temporary files are removed.

    The first Ctrl-C raises KeyboardInterrupt, a second one ends the process. The other
    signals raise SystemExit with 128 + the number of the signal; they stay ignored
    where the caller ignores them, as `nohup` does.
    """
    before = {signal.SIGINT: signal.getsignal(signal.SIGINT)}
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.getsignal(number)
    hook = sys.unraisablehook
    sys.unraisablehook = _end_or_report
    for number in before:
        signal.signal(number, _interrupt if number == signal.SIGINT else _end)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: Any) -> None:
    signal.signal(signal.SIGINT, end_at_once)
    raise KeyboardInterrupt


def _end(number: int, _frame: Any) -> None:
    raise SystemExit(128 + number)


def _end_or_report(unraisable: Any) -> None:
    """End the process at Ctrl-C where no exception can be raised, as in `__del__`."""
    if unraisable.exc_type is KeyboardInterrupt:
        end_at_once(signal.SIGINT, None)
    sys.__unraisablehook__(unraisable)
