"""The search for the cheapest repairs of a puzzle of any family."""

import time
from collections.abc import Iterator
from dataclasses import replace

from galaxies_asp.core.asp.search import Outcome
from galaxies_asp.core.board.effort import Seconds
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.repairing.changes import check_kinds
from galaxies_asp.repairing.cheapest import Event, RepairTask
from galaxies_asp.repairing.clues import ClueSearch
from galaxies_asp.repairing.dots import PuzzleSearch


def search(task: RepairTask) -> Iterator[Event | Outcome]:
    """Yield the result for the original puzzle, repairs and progress, and an outcome.

    Of the cheapest repairs, the one with the least `oddity` is the best.

    Raises `OptionError` for changes of a kind that the family does not have; and for
    variants in which the dots are part of the answer.
    """
    started = time.process_time()
    sheet = task.sheet.under(task.rules).blank
    check_kinds(sheet, task.allowed.weights)
    task = replace(task, sheet=sheet)
    begun = PuzzleSearch(task) if is_galaxies(sheet) else ClueSearch(task)
    yield from begun.events()
    yield Outcome(True, Seconds(total=time.process_time() - started))
