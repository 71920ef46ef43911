"""The cheapest changes that give a puzzle exactly one solution."""

from collections.abc import Iterator

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.families.making import cheapest_repairs
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.play.board import Answer, board
from galaxies_asp.play.request import Request
from galaxies_asp.repairing import WEIGHTS, Allowed, Repair, change_in_words
from galaxies_asp.repairing.answers import RepairRun
from galaxies_asp.repairing.search import Progress, RepairTask

MOST_REPAIRS = 20


def repair(request: Request) -> Iterator[Answer]:
    """Yield the cheapest changes that give the puzzle exactly one solution."""
    drawn = request.board()
    if isinstance(drawn, Sheet):
        yield {"progress": {"text": "searching"}}
        yield {"answer": _repairs_of(drawn.puzzle, request.rules.encoding)}
        return
    puzzle = drawn.puzzle
    run = RepairRun(
        RepairTask(puzzle, Allowed(WEIGHTS), MOST_REPAIRS, rules=request.rules)
    )
    for event in run:
        if isinstance(event, Progress):
            text = f"{event.proposals} changed puzzles examined"
            yield {"progress": {"text": text}}
    answer = run.answer()
    text = f"{len(answer.repairs)} smallest changes make the puzzle unique."
    if len(answer.repairs) == 1:
        text = "One smallest change makes the puzzle unique."
    if answer.is_sound:
        text = "The puzzle is unique."
    repairs = [_repair(puzzle, repair) for repair in answer.repairs]
    yield {"answer": {"text": text, "repairs": repairs}}


def _repair(puzzle: Puzzle, repair: Repair) -> Answer:
    """Return the changes in words, where they are, and the changed board."""
    marks = [
        {"at": at, "role": role, "text": ""}
        for change in repair.changes
        for at, role in ((change.at, "wrong"), (change.to, "target"))
        if at not in (None, (0, 0))
    ]
    return {
        "changes": [change_in_words(puzzle, change) for change in repair.changes],
        "marks": [m | {"role": "target"} if len(marks) == 1 else m for m in marks],
        "board": board(Position(repair.puzzle)),
    }


def _repairs_of(sheet: Sheet, encoding: str) -> Answer:
    found = cheapest_repairs(sheet, encoding, MOST_REPAIRS)
    repairs = [
        {
            "changes": [
                f"{change[0].upper()}{change[1:]}." for change in repair.changes
            ],
            "marks": [],
            "board": repair.solved.puzzle.plain(),
        }
        for repair in found
        if repair.cost
    ]
    text = f"{len(repairs)} smallest changes of the clues make the puzzle unique."
    return {
        "text": text if repairs else "No change is needed, or none helps.",
        "repairs": repairs,
    }
