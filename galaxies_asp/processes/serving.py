"""A worker process: `python -P serving.py MODULE:FUNCTION`.

It reads requests, and sends what the function yields. The file is run by its path, with
only the standard library and the installed packages on the module path. The package is
imported from the folder of this file: in a checkout its parent may be the current
folder, whose other modules must not be imported.
"""

import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TypeVar

PACKAGE = "galaxies_asp"

CALL = f"{PACKAGE}.processes.serving:call"
"""Serves calls: functions without arguments, such as `functools.partial` makes."""

Function = Callable[[object], Iterator[object]]

Request = tuple[object, Exception | None]
"""A request, or the error about one that cannot be unpickled."""

Item = TypeVar("Item")


def call(request: Callable[[], Item]) -> Iterator[Item]:
    """Yield the result of a call."""
    yield request()


def call_each(request: Callable[[], Iterator[Item]]) -> Iterator[Item]:
    """Yield the items that a call yields."""
    return request()


def named(name: str) -> Function:
    """Return the function "package.module:function", ready to be called.

    If its module has a function `warm_up`, that is called first: it loads libraries, so
    that no request has to.

    Raises `ValueError` if the module is not part of this package.
    """
    module, _, function = name.partition(":")
    if module.partition(".")[0] != PACKAGE or not function.isidentifier():
        raise ValueError(f"{name}: a worker serves functions of {PACKAGE} only")
    imported = import_module(module)
    served: Function = getattr(imported, function)
    if hasattr(imported, "warm_up"):
        imported.warm_up()
    return served


def serve(name: str) -> None:
    """Answer the requests on standard input until its end.

    A request is a pickled argument of the function. The answers on standard output are
    pickled pairs: `("ready", None)` once, then for each request any number of
    `("yielded", item)` and one `("end", None)` or `("raised", error)`.

    The process ends as soon as standard input or output is closed, also in the middle
    of a request: that is how it notices the end of its parent.
    """
    function = named(name)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may be written between the answers

    def send(kind: str, value: object = None) -> None:
        data = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
        try:
            answers.write(data)
            answers.flush()
        except BrokenPipeError:
            os._exit(0)

    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests,), daemon=True).start()
    send("ready")
    while True:
        request, error = requests.get()
        try:
            if error is not None:
                raise error
            for item in function(request):
                send("yielded", item)
            send("end")
        except Exception as raised:
            try:
                send("raised", raised)
            except Exception:  # it cannot be pickled
                send("raised", RuntimeError(str(raised)))


def _receive(requests: "queue.SimpleQueue[Request]") -> None:
    """Pass on requests, and errors of unpickling; end with standard input."""
    while True:
        try:
            requests.put((pickle.load(sys.stdin.buffer), None))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)
        except Exception as error:  # for instance, of an import
            requests.put((None, error))


def import_package() -> None:
    """Import the package without a search along the module path."""
    init = Path(__file__).resolve().parent.parent / "__init__.py"
    spec = spec_from_file_location(PACKAGE, init)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[spec.name] = package = module_from_spec(spec)
    spec.loader.exec_module(package)


if __name__ == "__main__":
    import_package()
    import_module(CALL.partition(":")[0]).serve(sys.argv[1])
