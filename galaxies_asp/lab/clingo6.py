"""Answers of clingo 6, in a process of its own: `python -m galaxies_asp.lab.clingo6`.

The package uses clingo 5, beside which clingo 6 does not run in one process. So this
module alone names its interface. Standard input has a request as JSON; an answer for
each of its programs goes to standard output.
"""

import json
import sys
from collections.abc import Callable, Collection
from typing import Any, NamedTuple


class Answered(NamedTuple):
    """The answer to a program."""

    models: list[tuple[list[str], list[str]]]
    """For each model the output that is shown, and the true atoms of the input."""
    complete: bool
    """Whether there are no others."""
    refused: str
    """The messages, if clingo 6 refuses the program."""


def version() -> str:
    """Return the version of clingo 6; `ImportError` if it is not installed."""
    from clingo_funasp import core  # type: ignore[import-not-found]

    return ".".join(map(str, core.version()))


def answer(
    program: str, most: int, outputs: Collection[str], inputs: Collection[str]
) -> Answered:
    """Return at most this many models of a program, as atoms with these signatures."""
    from clingo_funasp import control, core

    messages: list[str] = []
    library = core.Library(logger=lambda _, message: messages.append(message))
    found: list[tuple[list[str], list[str]]] = []

    def keep(model: Any) -> None:
        shown, true = model.symbols(shown=True), model.symbols(atoms=True)
        found.append((_named(shown, outputs), _named(true, inputs)))

    try:
        solver = control.Control(library, [str(most), "--project=project"])
        solver.parse_string(program)
        solver.ground()
        result = solver.solve(on_model=keep)
    except RuntimeError as error:
        return Answered([], False, "\n".join(messages) or str(error))
    return Answered(found, bool(result.exhausted), "")


def _named(symbols: Any, signatures: Collection[str]) -> list[str]:
    """Return the symbols with these signatures as texts."""
    return [str(one) for one in symbols if _signature(one) in signatures]


def _signature(symbol: Any) -> str:
    """Return the signature of an atom; of other terms nothing."""
    if symbol.signature is None:
        return ""
    name, arity, is_positive = symbol.signature
    return f"{'' if is_positive else '-'}{name}/{arity}"


def main(read: Callable[[], str] = sys.stdin.read) -> None:
    """Answer the request of standard input."""
    request = json.loads(read())
    rest = request["models"], request["outputs"], request["inputs"]
    found = [answer(program, *rest) for program in request["programs"]]
    sys.stdout.write(json.dumps({"version": version(), "answers": found}))


if __name__ == "__main__":
    main()
