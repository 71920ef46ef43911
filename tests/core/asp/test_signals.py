"""Signals that arrive in a block are handled after it."""

import signal
import socket
import threading
from types import FrameType

import pytest

from galaxies_asp.core.asp.signals import signals_deferred


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
