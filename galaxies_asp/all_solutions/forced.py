"""Brave and cautious consequences: what some solution has, and what all have."""

import time
from typing import Any, overload

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.solving.engine import FamilyPuzzle
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.result import Possibilities


@overload
def forced(
    puzzle: Puzzle, *, rules: Rules | str = ..., time_limit: float | None = ...
) -> Possibilities: ...


@overload
def forced(
    puzzle: FamilyPuzzle, *, rules: Rules | str = ..., time_limit: float | None = ...
) -> Any: ...


def forced(
    puzzle: Puzzle | FamilyPuzzle,
    *,
    rules: Rules | str = STANDARD,
    time_limit: float | None = None,
) -> Any:
    """Return the cells and walls that are the same in all solutions, and the others.

    Parameters
    ----------
    puzzle
        The puzzle; of another family than Galaxies, a `Sheet`, whose answer is about
        the atoms of the output.
    rules
        The rules, or the name of an encoding; by default the standard rules.
    time_limit
        Wall-clock seconds.

    Raises
    ------
    NoSolutionError
        If there is no solution.
    TimeoutError
        If this is not known within the limit.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return engine(puzzle, Rules.of(rules)).possibilities(deadline)
