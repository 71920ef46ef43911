"""Verifiers of the user: functions in Python, run only when the user names one."""

import importlib.util
from collections.abc import Callable, Iterable
from pathlib import Path

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.puzzle import Labels, Puzzle
from galaxies_asp.verifying.violations import Kind, Violation

Verifier = Callable[[Puzzle, Labels], list[Violation]]


def load_verifier(name: str) -> Verifier:
    """Import the function `FILE:FUNCTION`; this runs the code of the file.

    The function gets a puzzle and (H, W) labels, and returns the violations: an
    iterable of texts or of `Violation`.

    Raises
    ------
    OptionError
        If there is no such function, or its file cannot be imported.
    """
    file, _, function = name.rpartition(":")
    path = Path(file)
    if not function or not path.is_file():
        raise OptionError(f"the verifier {name!r} is not FILE:FUNCTION with a file")
    spec = importlib.util.spec_from_file_location("verifier_of_the_user", path)
    if spec is None or spec.loader is None:
        raise OptionError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        judge: Callable[[Puzzle, Labels], Iterable[object]] = getattr(module, function)
    except Exception as error:
        raise OptionError(f"{file}: {type(error).__name__}: {error}") from None

    def verifier(puzzle: Puzzle, labels: Labels) -> list[Violation]:
        try:
            found = list(judge(puzzle, labels))
        except Exception as error:
            raise OptionError(f"{name}: {type(error).__name__}: {error}") from None
        return [
            violation
            if isinstance(violation, Violation)
            else Violation(Kind.OWN_RULE, (), str(violation))
            for violation in found
        ]

    return verifier
