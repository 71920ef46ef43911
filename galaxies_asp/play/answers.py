"""The answers to the page's requests: all logic of the page, without HTTP.

A request is a JSON object; its field `ask` names one of `MODULES`. The function of this
name returns the answer, or yields events: `{"progress": ...}` any number of times, then
`{"answer": ...}`. Modules are imported when they are first asked: in a browser, numpy
and clingo may be missing.
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

_REQUESTS = {
    "playing": "load move edit blank turn welcome convert collection",
    "helping": "hint wrong why walkthrough grade",
    "exploring": "number strokes solutions count forced",
    "repairs": "repair",
    "making": "choices generate picture book",
    "programs": "encodings program",
    "experiments": "experiment difference invent",
    "lessons": "course",
}
MODULES = {name: module for module, all_ in _REQUESTS.items() for name in all_.split()}
"""The module that answers each request."""


def handler(name: str) -> Handler:
    """Return the function that answers a request; its module is imported now."""
    if name not in MODULES:
        raise OptionError(f"no request {name!r}")
    module = import_module(f"galaxies_asp.play.{MODULES[name]}")
    found: Handler = getattr(module, name)
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
        result = handler(fields.text("ask"))(fields)
        if isinstance(result, dict):
            result = iter([{"answer": result}])
        yield from map(plain, result)
    except GalaxiesError as error:
        yield {"error": str(error)}
    except ModuleNotFoundError as error:
        lacks = f"this needs {error.name}, which this site lacks"
        yield {"error": f"{lacks}; a full distribution of Pyodide has it"}
