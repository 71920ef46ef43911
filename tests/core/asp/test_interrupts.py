"""Signals during calls of clingo, and searches that are left early.

What may end the process runs in another one.
"""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import clingo
import pytest
from support.marks import POSIX

from galaxies_asp.core.asp import program
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.sources import Text


class StruckError(Exception):
    """What the handler of a signal raises."""


NUMBER = getattr(signal, "SIGALRM", signal.SIGTERM)


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    """Handle a signal by an exception, as programs do that limit their time."""

    def strike(number: int, frame: FrameType | None) -> None:
        assert frame is not None
        raise StruckError

    before = signal.signal(NUMBER, strike)
    yield
    assert signal.signal(NUMBER, before) is strike


def strike() -> None:
    signal.raise_signal(NUMBER)


SEARCHES: list[Callable[[Program], object]] = [
    lambda asked: asked.search(),
    lambda asked: next(asked.models()),
    lambda asked: asked.shared("brave", str),
    lambda asked: next(asked.collect(lambda: True)),
]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("short", [True, False])
def test_a_program_can_be_used_after_a_signal_at_the_start_of_a_search(
    search: Callable[[Program], object], short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Program(["0"], short_searches=short)
    asked.add("{a; b}.")
    asked.ground()
    solve = clingo.Control.solve

    def struck(*arguments: Any, **options: Any) -> Any:
        started = solve(*arguments, **options)
        strike()
        return started

    monkeypatch.setattr(clingo.Control, "solve", struck)
    with pytest.raises(StruckError):
        search(asked)
    monkeypatch.undo()
    assert len(list(asked.models())) == 4


@pytest.mark.parametrize("short", [True, False])
def test_models_are_listed_after_an_interrupted_consequence(short: bool) -> None:
    asked = Program(["0"], short_searches=short)
    asked.add("{a; b}.")
    asked.ground()

    def read(_: clingo.Model) -> None:
        raise StruckError

    with pytest.raises(StruckError):
        asked.shared("cautious", read)
    assert len(list(asked.models())) == 4


FAULTY = "p(1..9).\nq :- r(.\n"
SOURCE = Text(FAULTY, ((Path("test.lp"), 1), (Path("test.lp"), 2)))


@pytest.mark.parametrize(
    "read",
    [
        lambda: Program(source=SOURCE),
        lambda: Program().add(FAULTY),
        lambda: program.statements(SOURCE, "the test"),
        lambda: facts_of(FAULTY),
    ],
)
def test_a_signal_while_clingo_reports_messages_is_handled_after_it(
    read: Callable[[], object],
) -> None:
    """An exception in there would end the process."""
    before = signal.getsignal(NUMBER)

    def profile(frame: FrameType, event: str, _: object) -> None:
        is_report = frame.f_code.co_name == "_pyclingo_logger_callback"
        if is_report and event == "call" and signal.getsignal(NUMBER) is not before:
            strike()

    sys.setprofile(profile)
    try:
        with pytest.raises(StruckError):
            read()
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("short", [True, False])
def test_an_error_in_a_call_for_each_model_is_no_end_of_the_models(short: bool) -> None:
    def take() -> None:
        raise ValueError("a fault")

    asked = Program(["0"], short_searches=short)
    asked.add("{a; b}.")
    asked.ground()
    with pytest.raises((ValueError, RuntimeError), match="a fault"):
        list(asked.collect(take))


END = """
import os, signal, sys, threading, time
from galaxies_asp.core.asp.program import Program

def interrupt():
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)

kind, short = sys.argv[1], sys.argv[2] == "short"
if kind == "ground":
    asked = Program(short_searches=short, most=10**8)
    asked.add("p(X,Y) :- X = 1..2000, Y = 1..2000.")
    threading.Thread(target=interrupt).start()
    try:
        asked.ground()
    except KeyboardInterrupt:
        pass
else:
    asked = Program(["0"], short_searches=short)
    asked.add("{a(1..30)}.")
    asked.ground()
    left = asked.models() if kind == "models" else asked.collect(lambda: 1)
    next(left)
print("end")
"""


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("short", ["short", "long"])
@pytest.mark.parametrize("kind", ["ground", "models", "collect"])
def test_python_ends_while_clingo_works(kind: str, short: str) -> None:
    command = [sys.executable, "-c", END, kind, short]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"end\n", b"")


def test_a_search_left_in_a_variable_does_not_crash_the_end_of_a_program() -> None:
    code = "from galaxies_asp import *\n"
    code += "found = iter(enumerate_solutions(parse('6x6:pzizizcf'), rules='grow'))\n"
    code += "next(found)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
