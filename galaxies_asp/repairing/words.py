"""Repairs in words."""

from galaxies_asp.asp.search import STOPPED
from galaxies_asp.board.declarations import Clue
from galaxies_asp.board.grid import Point, cell_name, dot_name
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.repairing.answers import RepairResult
from galaxies_asp.repairing.changes import Change, Kind, Repair

_NOT_AT_ONCE = "many rules together leave none (`galaxies explain` names them)"


def change_in_words(puzzle: Puzzle, change: Change) -> str:
    """Describe a change; dots have the letters of the original puzzle."""
    if change.clue:
        clue = Clue(change.clue)
        where = f" at {_place(puzzle, change.at)}" if clue.point() else ""
        return f"{change.kind} the clue {clue.words}{where}"
    at = _place(puzzle, change.at)
    if change.kind is Kind.ADD:
        return f"add a dot at {at}"
    if change.kind in (Kind.MOVE, Kind.REMOVE):
        dot = f"dot {dot_name(puzzle.centers.index(change.at))}"
        if change.to is None:
            return f"remove {dot} at {at}"
        return f"move {dot} from {at} to {_place(puzzle, change.to)}"
    verb = "draw a wall" if change.kind is Kind.DRAW else "erase the given wall"
    return f"{verb} at {at}"


def _place(puzzle: Puzzle, at: Point) -> str:
    """Return a cell, the two cells beside an edge, or those across a corner."""
    cells = puzzle.lattice.touched_cells(at)
    first, last = cell_name(cells[0]), cell_name(cells[-1])
    if first == last:
        return first
    is_edge = puzzle.lattice.is_edge(at)
    return f"{first}-{last}" if is_edge else f"the corner of {first} and {last}"


def repair_in_words(puzzle: Puzzle, repair: Repair) -> str:
    """Describe the changes, one per line."""
    return "\n".join(change_in_words(puzzle, change) for change in repair.changes)


def answer_in_words(answer: RepairResult) -> str:
    """Summarize the original puzzle, its repair, and the proof in one line."""
    if answer.is_sound:
        return "exactly 1 solution, verified; nothing to repair"
    return f"{_before(answer)}; {_after(answer)}"


def _before(answer: RepairResult) -> str:
    before = answer.before
    if before is not None and before.status == "multiple":
        return "several solutions"
    if before is not None and before.status == "none":
        return f"no solution: {before.reason or _NOT_AT_ONCE}"
    return "the number of solutions is not known"


def _after(answer: RepairResult) -> str:
    stopped = STOPPED[answer.stopped_by]
    if answer.best is None:
        if answer.complete:
            return "no changes of the kinds that are allowed repair it"
        least = f"a repair costs at least {answer.at_least}"
        return f"no repair found: {stopped}; {least}"
    number = len(answer.best.changes)
    changes = "1 change" if number == 1 else f"{number} changes"
    cost = answer.best.cost
    repaired = f"repaired by {changes} at a cost of {cost}"
    if not answer.minimal:
        least = f"the least cost is at least {answer.at_least}"
        return f"{repaired}, not proven least: {stopped}; {least}"
    repaired += ", proven least"
    if len(answer.repairs) > 1:
        repaired += f", in {len(answer.repairs)} ways"
    return repaired if answer.complete else f"{repaired}; {stopped}"
