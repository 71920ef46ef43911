"""The documented protocol of the page is the one that the requests and answers have."""

import base64
import json
import re
from math import nan
from pathlib import Path
from typing import Any

import pytest
from support.marks import slow_if
from support.puzzles import IDP_7X7, SEVERAL

from galaxies_asp.core.drawing import painted
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.play.answers import PLACES, answer, work
from galaxies_asp.play.request import Request
from galaxies_asp.play.workers import LANES, lane_of

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "protocol.md"
ROW = re.compile(r"^\| `(\w+)` \| (.*) \| (.*) \|$", re.MULTILINE)
NAME = re.compile(r"`(\w+)(\?)?`")

UNIQUE = sheet_of(IDP_7X7).plain()
NURIKABE = {"family": "nurikabe", "facts": "width(2). height(1). number((1,1),2)."}
PICTURE = base64.b64encode(painted(sheet_of(IDP_7X7).scene(), "png")).decode()
PIXELS = base64.b64encode(b"#.#\n.#.\n#.#").decode()

REQUESTS: dict[str, tuple[dict[str, Any], ...]] = {
    "load": (
        {"text": "3x3:i"},
        {"board": UNIQUE},
        {"boards": [UNIQUE]},
        {"board": NURIKABE, "marks": [{"at": [1, 1], "role": "target"}]},
        {"image": PICTURE},
    ),
    "collection": ({}, {"file": "idp-7x7"}),
    "edit": ({"board": NURIKABE, "at": [1, 1], "clue": "number 1"},),
    "convert": ({"board": UNIQUE},),
    "hint": ({"board": UNIQUE},),
    "wrong": ({"board": UNIQUE},),
    "why": ({"board": UNIQUE, "at": [1, 1]},),
    "walkthrough": ({"board": UNIQUE},),
    "grade": ({"board": UNIQUE},),
    "number": ({"board": UNIQUE},),
    "solutions": ({"board": UNIQUE},),
    "count": ({"board": UNIQUE},),
    "forced": ({"board": UNIQUE},),
    "repair": ({"board": sheet_of(SEVERAL[0]).plain()},),
    "choices": ({},),
    "generate": (
        {"width": 3, "height": 3},
        {"width": 3, "height": 3, "rules": "as this board", "board": UNIQUE},
    ),
    "picture": ({"image": PIXELS},),
    "book": ({"boards": [UNIQUE]},),
    "course": ({},),
    "encodings": ({},),
    "program": ({},),
    "experiment": ({"board": UNIQUE}, {"board": UNIQUE, "program": "a("}),
    "invent": ({"width": 3, "height": 3}, {"width": 3, "height": 3, "program": "a("}),
    "difference": ({}, {"program": "a("}),
}
"""Requests that together read all fields, or nearly so, and have all answers."""

ELSEWHERE = {"hint", "wrong", "why", "walkthrough", "grade", "solutions"} | {
    *("count", "forced")
}
"""Their answers also have the fields of a command's answer or of a figure."""

OTHER_FAMILIES = {"why": {"atoms"}}
IMAGES = {"picture": {"width"}}
"""Fields that only other requests read."""


def names(column: str) -> tuple[set[str], set[str]]:
    """Return the fields that a column of the table lists, and the optional ones."""
    listed = NAME.findall(column)
    return {name for name, _ in listed}, {name for name, mark in listed if mark}


TABLE = {ask: columns for ask, *columns in ROW.findall(PAGE.read_text("utf-8"))}


class Read(dict[str, Any]):
    """The fields of a request, which remember which of them are read."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


def test_all_requests_are_documented() -> None:
    assert set(TABLE) == set(PLACES)
    assert set(REQUESTS) | {"strokes"} == set(PLACES)


@pytest.mark.parametrize("ask", REQUESTS)
def test_fields_are_as_documented(ask: str) -> None:
    """Requests read the fields of the table; answers have the fields of the table."""
    read: set[str] = set()
    keys: list[set[str]] = []
    for fields in REQUESTS[ask]:
        recorded = Read(fields)
        *_, last = work(ask, Request(recorded))
        read |= recorded.names
        keys.append(set(last["answer"]))
    asked, optional = names(TABLE[ask][0])
    assert read | OTHER_FAMILIES.get(ask, set()) | IMAGES.get(ask, set()) == asked
    assert set(REQUESTS[ask][0]) >= asked - optional
    answered, may_miss = names(TABLE[ask][1])
    for found in keys:
        assert found >= answered - may_miss
        assert ask in ELSEWHERE or found <= answered


WRONG: tuple[Any, ...] = (
    5,
    10**400,
    nan,
    "x",
    "\ud800",
    "\0",
    True,
    [],
    [None],
    {"a": 1},
)
"""Values of kinds that most fields do not have."""

SLOW = ("walkthrough", "book", "generate", "invent", "experiment", "repair", "why")
DEAR = ("difference", "load")
"""Requests that are answered for long where a wrong field is not read."""


@pytest.mark.parametrize(
    "ask",
    [
        *slow_if(SLOW.__contains__, [ask for ask in REQUESTS if ask not in DEAR]),
        *(pytest.param(ask, marks=pytest.mark.nightly) for ask in DEAR),
    ],
)
def test_fields_of_wrong_kinds_get_an_answer(ask: str) -> None:
    """Whatever a field is, also those of other requests: an answer, or an error."""
    for fields in REQUESTS[ask]:
        for name in {*names(TABLE[ask][0])[0], "under", "board", "ask"}:
            for value in WRONG:
                request = {"ask": ask} | fields | {name: value}
                assert lane_of(request) in LANES
                assert json.dumps(answer(request)) != "{}"


@pytest.mark.parametrize("request_", [5, None, [], "x", {}, {"ask": []}])
def test_what_is_no_request_gets_an_error(request_: Any) -> None:
    assert lane_of(request_) in LANES
    assert set(answer(request_)) == {"error"}
