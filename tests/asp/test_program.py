"""Programs: grounding, searches with and without threads, messages."""

import os
import subprocess
import threading
from typing import Any, NoReturn

import clingo
import pytest

from galaxies_asp import Puzzle, parse
from galaxies_asp.asp import program

SEVERAL = parse("4x4:dzkdz") if False else Puzzle(4, 4, ((4, 4),))


def fail(*_: Any, **__: Any) -> NoReturn:
    raise AssertionError("a thread or a process is started")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid threads, processes and asynchronous searches, as in a browser."""
    search = clingo.Control.solve

    def synchronous(control: clingo.Control, *args: Any, **options: Any) -> Any:
        assert not options.get("async_"), "an asynchronous search"
        return search(control, *args, **options)

    monkeypatch.setattr(program, "can_wait", lambda: False)
    monkeypatch.setattr(clingo.Control, "solve", synchronous)
    monkeypatch.setattr(threading.Thread, "start", fail)
    monkeypatch.setattr(subprocess, "Popen", fail)
    monkeypatch.setattr(os, "fork", fail)
