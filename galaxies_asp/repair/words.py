"""Repairs in words."""

from galaxies_asp.grid import touched_cells
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.repair.answers import Answer
from galaxies_asp.repair.changes import Change, Kind
from galaxies_asp.repair.search import Repair


def change_in_words(puzzle: Puzzle, change: Change) -> str:
    """Say what to change; dots have the numbers that they have before the change."""
    if change.kind is Kind.ADD:
        return f"add a dot at {change.at}"
    if change.kind in (Kind.MOVE, Kind.REMOVE):
        dot = f"dot {puzzle.centers.index(change.at) + 1}"
        if change.to is None:
            return f"remove {dot} at {change.at}"
        return f"move {dot} from {change.at} to {change.to}"
    one, other = touched_cells(change.at)
    verb = "draw a wall" if change.kind is Kind.DRAW else "erase the given wall"
    return f"{verb} at {change.at}, between the cells {one} and {other}"


def repair_in_words(puzzle: Puzzle, repair: Repair) -> str:
    """Say what to change, a line each."""
    return "\n".join(change_in_words(puzzle, change) for change in repair.changes)


def answer_in_words(answer: Answer) -> str:
    """Say how the puzzle is, what repairs it, and how far this is known; one line."""
    if answer.is_sound:
        return "exactly one solution, verified; nothing to repair"
    return f"{_before(answer)}; {_after(answer)}"


def _before(answer: Answer) -> str:
    before = answer.before
    if before is None:
        return "the number of solutions is not known"
    if before.status == "multiple":
        return "several solutions"
    return "no solution" + (f": {before.reason}" if before.reason else "")


def _after(answer: Answer) -> str:
    if answer.best is None:
        if answer.complete:
            return "no changes of the kinds that are allowed repair it"
        return f"no repair found: {_stopped(answer)}; the cost is at least " + str(
            answer.at_least
        )
    cost = answer.best.cost
    number = len(answer.repairs)
    if not answer.minimal:
        return (
            f"repaired at the cost of {cost}: {_stopped(answer)}; the cost is at most "
            f"{cost}, at least {answer.at_least}"
        )
    proven = f"the smallest repair costs {cost}, proven"
    if number == 1:
        return proven
    rest = "" if answer.complete else f"; {_stopped(answer)}"
    return f"{proven}; found {number} of this cost{rest}"


def _stopped(answer: Answer) -> str:
    if answer.stopped_by == "time":
        return "the time limit was reached"
    return "interrupted"
