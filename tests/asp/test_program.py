"""Programs: grounding, searches with and without threads, messages."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any, NoReturn

import clingo
import numpy as np
import pytest
from support.models import as_set
from support.puzzles import IDP_5X5, SPARSE

from galaxies_asp import Puzzle, enumerate_solutions, parse, solve
from galaxies_asp.all_solutions.count import count
from galaxies_asp.all_solutions.forced import possibilities
from galaxies_asp.asp import program
from galaxies_asp.asp.program import Program
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.fast import stream
from galaxies_asp.fast.fixpoint import open_pairs
from galaxies_asp.fences.puzzle import FencePuzzle
from galaxies_asp.fences.solve import solve as solve_fences
from galaxies_asp.strips.clues.board import parse as parse_clues
from galaxies_asp.strips.clues.solve import solve as solve_clues

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
