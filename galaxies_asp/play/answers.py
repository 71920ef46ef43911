"""The answers to the page's requests: all logic of the page, without HTTP.

A request is a JSON object; its field `ask` names one of `PLACES`. The function of this
name returns the answer; if that takes time, it yields progress before. Modules are
imported when they are first asked: in a browser, numpy and clingo may be missing.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from galaxies_asp.core.board.answer import Fields, plain
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.play.messages import in_words

if TYPE_CHECKING:  # the server needs the names only
    from galaxies_asp.play.board import Reply
    from galaxies_asp.play.request import Request

QUICK, SHORT, LONG, PROGRAMS = "quick", "short", "long", "programs"
"""The lanes: requests of a lane wait only for each other; see `workers`."""

_REQUESTS = {
    ("playing", QUICK): "load edit convert collection",
    ("programs", QUICK): "encodings program",
    ("making", QUICK): "choices",
    ("lessons", QUICK): "course",
    ("questions", SHORT): "hint wrong why number strokes",
    ("questions", LONG): "walkthrough grade solutions count forced",
    ("making", LONG): "generate picture book repair",
    ("experiments", PROGRAMS): "experiment difference invent",
}
PLACES = {name: place for place, names in _REQUESTS.items() for name in names.split()}
"""The module that answers each request, and the lane in which it waits."""


def answer(request: object) -> Fields:
    """Return the answer to a request, or `{"error": message}`."""
    *_, last = events(request)
    return last.get("answer", last)  # type: ignore[no-any-return]


def events(request: object) -> Iterator[Fields]:
    """Yield the progress of a request, then its answer or `{"error": message}`."""
    from galaxies_asp.play.request import Request

    try:
        folder = request.get("folder") if isinstance(request, dict) else None
        fields = Request(request, folder)
        with fields.under() as fields.rules:
            path = fields.rules.encoding.partition("+")[0]
            for event in map(plain, work(fields.text("ask"), fields)):
                yield _renamed(event, path) if "/" in path else event
    except GalaxiesError as error:
        yield {"error": in_words(str(error))}
    except ModuleNotFoundError as error:
        lacks = f"this needs {error.name}, which this site lacks"
        yield {"error": f"{lacks}; a full distribution of Pyodide has it"}


def work(name: str, request: "Request") -> "Iterator[Reply]":
    """Yield the progress of a request of a name, then its answer."""
    if name not in PLACES:
        raise OptionError(f"no request {name!r}")
    module, _ = PLACES[name]
    found = getattr(import_module(f"galaxies_asp.play.{module}"), name)(request)
    yield {"answer": found if isinstance(found, dict) else (yield from found)}


def _renamed(event: Fields, path: str) -> Fields:
    """Return an event with a name in the place of the path of the program."""
    written = json.dumps(path)[1:-1]
    renamed: Fields = json.loads(json.dumps(event).replace(written, "your program"))
    return renamed
