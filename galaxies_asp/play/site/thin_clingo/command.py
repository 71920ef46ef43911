"""The command clingo: a text and options go in, a text and messages come out."""

import re
from collections.abc import Callable
from typing import NoReturn

from clingo_wasm import run  # type: ignore[import-not-found]  # of the page's worker

_LARGEST = 900_000
"""The longest program: the command has a stack of 1 MB, which holds its text."""

_ENDED = (0, 1, 10, 11, 20, 30)
"""Exit codes of clingo: not known, satisfiable, without or with all models; the odd
ones are of searches that have reached a limit."""

Logger = Callable[[object, str], object]
GROUND = "--mode=gringo"


def refuse() -> NoReturn:
    """Raise what the page says where clingo as a command is not enough."""
    raise ModuleNotFoundError(name="the whole of clingo")


def called(program: str, options: str, logger: Logger) -> str:
    """Return what the command prints; log its messages.

    Raises `RuntimeError` with the messages if it ends with an error.
    """
    if len(program) > _LARGEST:
        refuse()
    code, text, messages = run(program, options)
    said = re.sub("^-:", "<string>:", messages, flags=re.MULTILINE)
    for message in filter(None, said.split("\n\n")):
        if not message.startswith("***"):  # of the command
            logger(None, message)
    if code not in _ENDED:
        raise RuntimeError(messages)
    return str(text)
