"""The fewest and most atoms in a solution, compared with all solutions."""

import json
import time

import pytest
from support.commands import galaxies

from galaxies_asp.all_solutions.extremes import extreme
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import STANDARD
from galaxies_asp.core.asp.search import Outcome
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.plan import engine

BOARDS = [
    ("slitherlink", "loop", "width(3). height(2). number((1,1),2)."),
    ("hitori", "shaded", "width(3). height(2). number((1,1),1). number((3,1),1)."),
    ("masyu", "line", "width(4). height(3)."),
    ("star-battle", "star", "width(1). height(1). region((1,1),1)."),
]


@pytest.mark.parametrize(("family", "atom", "facts"), BOARDS)
def test_extremes_of_all_solutions(family: str, atom: str, facts: str) -> None:
    (sheet,) = family_named(family).read(facts)
    found = engine(sheet, STANDARD).solutions(SolveRequest(sheet, 1000, STANDARD))
    numbers = [len(one.atoms) for one in found if not isinstance(one, Outcome)]
    for option, wanted in (("--fewest", min), ("--most", max)):
        arguments = ("count", "--family", family, option, atom)
        done = galaxies(*arguments, stdin=facts)
        if numbers:
            assert done.stdout.decode() == f"{wanted(numbers)}\n"
        else:
            assert (done.returncode, done.stdout) == (1, b"")
            assert b"no solution" in done.stderr


def test_answers_in_json_and_wrong_names() -> None:
    facts = BOARDS[0][2]
    ask = ("count", "--family", "slitherlink", "--json")
    answer = json.loads(galaxies(*ask, "--most", "loop", stdin=facts).stdout)
    assert (answer["atom"], answer["which"], answer["complete"]) == (
        "loop",
        "most",
        True,
    )
    wrong = galaxies(*ask, "--most", "loops", stdin=facts)
    assert (wrong.returncode, wrong.stdout) == (65, b"")
    assert b"did you mean 'loop'?" in wrong.stderr
    both = galaxies(*ask, "--most", "loop", "--fewest", "loop", stdin=facts)
    assert both.returncode == 2


def test_a_time_limit_ends_after_now(monkeypatch: pytest.MonkeyPatch) -> None:
    deadlines: list[float] = []

    def search(program: Program, on_model: object, *, deadline: float) -> None:
        deadlines.append(deadline)
        raise LimitReachedError("time", 0)

    monkeypatch.setattr(Program, "search", search)
    (sheet,) = family_named("slitherlink").read(BOARDS[0][2])
    with pytest.raises(LimitReachedError):
        extreme(sheet, "loop", "most", time_limit=600)
    assert 0 < deadlines[0] - time.monotonic() <= 600


LARGE = "width(40). height(40)."


@pytest.mark.slow
def test_no_option_is_dropped() -> None:
    ask = ("count", "--family", "slitherlink", "--most", "loop")
    limited = galaxies(*ask, "--memory-limit", "1", stdin=BOARDS[0][2])
    assert (limited.returncode, limited.stdout) == (3, b"")
    assert b"the memory limit was reached" in limited.stderr
    timed = galaxies(*ask, "--time-limit", "0.001", stdin=LARGE)
    assert timed.returncode == 3
    assert b"Traceback" not in timed.stderr
    part = galaxies(*ask, "--of", "loop", stdin=BOARDS[0][2])
    assert (part.returncode, part.stdout) == (2, b"")
