"""Where the time of a search goes."""

import json

import pytest
from support.commands import lab
from support.lab import board_of

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.cost import Job, measure
from galaxies_asp.lab.profiling import PERIODS, TraceRequest
from galaxies_asp.notation import parse_all

HARD = board_of(
    parse_all(
        (data_folder("puzzles") / "random-hard-12x12.txt").read_text(encoding="utf-8"),
        "drawing",
    )[0].puzzle
)


@pytest.mark.slow
def test_every_decision_of_the_search_is_noted() -> None:
    for encoding in ("grow", "choice"):
        found = TraceRequest("galaxies", encoding, HARD).result()
        *_, run = measure(Job("galaxies", encoding, HARD))
        assert run.counts is not None
        assert found.decisions == run.counts["choices"] > 0
        assert found.conflicts == run.counts["conflicts"]
    found = TraceRequest("galaxies", "choice+edge", HARD).result()
    noted = [one.decisions for one in found.predicates.values()]
    assert sum(map(sum, noted)) == found.decisions
    periods = [sum(one[period] for one in noted) for period in range(PERIODS)]
    assert max(periods) - min(periods) <= 1
    assert {"galaxy/2", "parent/3"} <= found.predicates.keys()
    assert sum(sum(a.conflicts) for a in found.predicates.values()) > 0
    assert all(p.at.x % 2 == p.at.y % 2 == 1 for p in found.places)


@pytest.mark.slow
def test_a_search_on_the_command_line() -> None:
    code, out, _ = lab("search", "grow", "idp-5x5", "--json")
    found = json.loads(out)
    assert (code, found["id"], found["decisions"]) == (0, "idp-5x5", 0)
    code, out, _ = lab("search", "choice", "random-hard-12x12#1")
    assert code == 0
    assert "galaxy/2" in out
    with pytest.raises(EncodingError, match="name no atoms"):
        lab("search", "fast", "idp-5x5")
