"""Programs: grounding, messages, and searches with and without threads."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import clingo
import numpy as np
import pytest
from support.waiting import after_work

from galaxies_asp import enumerate_solutions, parse, solve
from galaxies_asp.all_solutions.count import count, forced
from galaxies_asp.core.asp import program
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.search import LimitedSearch
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import EncodingError, OptionError
from galaxies_asp.explaining import walkthrough
from galaxies_asp.families.registry import family_named
from galaxies_asp.fast import stream
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.solving.enumeration import batches

UNIQUE = parse("7x7:cghsppedzzaccdtce")
SEVERAL = parse("6x6:pzizizcf")  # seven solutions
(STARS,) = family_named("two-not-touch").read(
    "two-not-touch 1\naabb\naabb\nccdd\nccdd\n"
)

(FENCES,) = family_named("hexagonal-fences").read("side(2).")


def _pairs() -> PairLists:
    return Kernel.settled(SEVERAL).open_lists()


ANSWERS: list[Callable[[], object]] = [
    lambda: solve(UNIQUE).solutions,
    lambda: solve(SEVERAL, 0, rules="grow").solutions,
    lambda: list(enumerate_solutions(SEVERAL)),
    lambda: count(SEVERAL).total,
    lambda: np.concatenate(list(batches(SEVERAL))).tolist(),
    lambda: np.concatenate(list(stream.models(_pairs()))).tolist(),
    lambda: stream.number_of_models(_pairs(), 100),
    lambda: forced(SEVERAL).dots,
    lambda: walkthrough(UNIQUE).steps,
    lambda: solve(FENCES, 0).solutions,
    lambda: solve(STARS, 0).solutions,
]


def fail(*_: Any, **__: Any) -> NoReturn:
    raise AssertionError("a thread or a process is started")


def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid threads, processes and asynchronous searches, as in a browser."""
    search = clingo.Control.solve

    def synchronous(*args: Any, async_: bool = False, **options: Any) -> Any:
        assert not async_, "an asynchronous search"
        return search(*args, **options)

    monkeypatch.setattr(clingo.Control, "solve", synchronous)
    monkeypatch.setattr(threading.Thread, "start", fail)
    monkeypatch.setattr(subprocess, "Popen", fail)
    monkeypatch.setattr(os, "fork", fail, raising=False)


@pytest.mark.parametrize("answer", ANSWERS)
def test_answers_need_no_threads(
    answer: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = answer()
    without_threads(monkeypatch)
    monkeypatch.setattr(program, "can_wait", lambda: False)
    assert answer() == expected


def test_refused_option() -> None:
    with pytest.raises(OptionError, match="clingo refuses its options"):
        Program(["--no-such-option"])


def test_refused_text_names_the_program() -> None:
    with pytest.raises(EncodingError, match=r"clingo refuses the test:\n.*syntax"):
        Program(name="the test").add("a :-")


def test_a_fault_in_a_further_text_is_in_no_file() -> None:
    source = Text("a.\nb.\n", ((Path("test.lp"), 1), (Path("test.lp"), 2)))
    with pytest.raises(EncodingError, match=r"<block>:\d+:1-2: error: syntax"):
        Program(source=source).add("c :-")


@pytest.mark.parametrize("short", [True, False])
def test_models_and_assumptions(short: bool) -> None:
    asked = Program(["0"], short_searches=short)
    asked.add("{a; b}. c :- a.")
    asked.ground()
    assert len(list(asked.models())) == 4
    assert asked.exhausted
    a = (clingo.Function("a"), True)
    shown = [model.symbols(shown=True) for model in asked.models([a])]
    assert len(shown) == 2
    assert all(clingo.Function("c") in symbols for symbols in shown)
    assert asked.search(assumptions=[a, (clingo.Function("c"), False)]).unsatisfiable


HARD = """
{ at(P,H) : H = 1..11 } = 1 :- P = 1..12.
:- at(P,H), at(Q,H), P < Q.
"""


@pytest.mark.parametrize(
    "search",
    [
        lambda asked: list(asked.models()),
        lambda asked: asked.search(),
        lambda asked: list(asked.collect(lambda: None)),
    ],
)
def test_searches_handle_interrupts(search: Callable[[Program], object]) -> None:
    asked = Program(["0"])
    asked.add(HARD)
    asked.ground()
    interrupt = partial(os.kill, os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), after_work(0.05, interrupt):
        search(asked)


def test_deadline() -> None:
    asked = Program(["0"])
    asked.add(HARD)
    asked.ground()
    with pytest.raises(TimeoutError):
        list(asked.models(deadline=0.0))
    assert not asked.search(deadline=0.0).exhausted


def stopped(*events: int | Exception) -> LimitedSearch[int]:
    """Return a search that yields numbers and may raise an exception then."""

    def found() -> Iterator[int]:
        for event in events:
            if isinstance(event, Exception):
                raise event
            yield event

    return LimitedSearch(found())  # type: ignore[arg-type]


def test_a_limit_is_part_of_the_outcome() -> None:
    search = stopped(1, 2, LimitReachedError("memory", 7.0))
    assert list(search) == [1, 2]
    outcome = search.outcome
    assert (outcome.exhausted, outcome.stopped_by) == (False, "memory")
    assert 7 <= outcome.seconds.total < 8


def test_a_search_that_is_left_is_not_exhausted() -> None:
    search = stopped(1, 2)
    for _ in search:
        break
    assert (search.outcome.exhausted, search.outcome.stopped_by) == (False, None)
