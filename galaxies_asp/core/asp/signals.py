"""Signals that wait until their handlers do no harm."""

import _signal  # type: ignore[import-not-found]  # ten times faster: it has no enums
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

_SIGNALS = tuple(map(int, signal.valid_signals()))


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Handle the signals that arrive in the block after it.

    Their handlers may raise exceptions. What calls Python from another language may end
    the process at an exception.
    """
    handlers: dict[int, Callable[[int, object], object]] = {}
    arrived: set[int] = set()
    is_open = False

    def handle(number: int, frame: object) -> None:
        if is_open:
            arrived.add(number)
        else:  # an exception at either end of the block has left this handler
            handlers[number](number, frame)

    for number in _SIGNALS:
        if callable(handler := _signal.getsignal(number)):
            handlers[number] = handler
    try:
        with suppress(ValueError):  # handlers run in the main thread only: not here
            for number in handlers:
                _signal.signal(number, handle)
            is_open = True
        yield
    finally:
        is_open = False
        with suppress(ValueError):
            for number, handler in handlers.items():
                _signal.signal(number, handler)
        with ExitStack() as handling:  # of each, although one raises an exception
            for number in arrived:
                handling.callback(handlers[number], number, sys._getframe())
