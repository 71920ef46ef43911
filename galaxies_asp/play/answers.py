"""The answers to the page's requests: all logic of the page, without HTTP.

A request is a JSON object; its field `ask` names one of `HANDLERS`. A handler returns
the answer, or yields events: `{"progress": ...}` any number of times, then
`{"answer": ...}`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from galaxies_asp.board.answer import plain
from galaxies_asp.board.errors import GalaxiesError, OptionError

if TYPE_CHECKING:  # the server needs the names only
    from galaxies_asp.play.board import Answer
    from galaxies_asp.play.request import Request

Handler = Callable[["Request"], "Answer | Iterator[Answer]"]

QUICK = {
    "load": "playing.load",
    "move": "playing.move",
    "edit": "playing.edit",
    "blank": "playing.blank",
    "turn": "playing.turn",
    "welcome": "playing.welcome",
    "convert": "playing.convert",
    "collection": "playing.collection",
    "choices": "making.choices",
    "encodings": "experiments.encodings",
    "program": "experiments.program",
    "course": "lessons.course",
}
"""The requests that take milliseconds and never search."""

HANDLERS = QUICK | {
    "hint": "helping.next_hint",
    "wrong": "helping.wrong",
    "why": "helping.why",
    "walkthrough": "helping.frames",
    "grade": "helping.grade",
    "number": "exploring.number",
    "strokes": "exploring.strokes",
    "solutions": "exploring.solutions",
    "count": "exploring.count",
    "forced": "exploring.forced",
    "repair": "exploring.repair",
    "generate": "making.generate",
    "picture": "making.picture",
    "book": "making.book",
    "experiment": "experiments.experiment",
    "difference": "experiments.difference",
    "invent": "experiments.invent",
}


def handler(name: str) -> Handler:
    """Return what handles a request; its module is imported now."""
    if name not in HANDLERS:
        raise OptionError(f"no request {name!r}")
    module, _, function = HANDLERS[name].partition(".")
    found: Handler = getattr(import_module(f"galaxies_asp.play.{module}"), function)
    return found


def answer(request: Any) -> "Answer":
    """Return the answer to a request, or `{"error": message}`."""
    last: dict[str, Any] = {}
    for event in events(request):
        last = event
    found: dict[str, Any] = last.get("answer", last)
    return found


def events(request: Any) -> "Iterator[Answer]":
    """Yield the progress of a request, then its answer or `{"error": message}`."""
    from galaxies_asp.play.request import Request

    try:
        folder = request.get("folder") if isinstance(request, dict) else None
        fields = Request(request, folder)
        name = fields.text("ask")
        result = handler(name)(fields)
        if isinstance(result, dict):
            result = iter([{"answer": result}])
        yield from map(plain, result)
    except GalaxiesError as error:
        yield {"error": str(error)}
