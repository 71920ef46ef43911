"""What Python shows of boards and answers: drawings and JSON objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from galaxies_asp.core.board.answer import Fields
    from galaxies_asp.core.board.puzzle import Position, Puzzle
    from galaxies_asp.core.drawing import Format
    from galaxies_asp.core.possibilities import Count, Possibilities
    from galaxies_asp.core.result import AnyResult
    from galaxies_asp.core.sheet import AnySheet
    from galaxies_asp.explaining.words.findings import Hint, Reason, Walkthrough
    from galaxies_asp.generating.made import Made
    from galaxies_asp.repairing.answers import RepairResult


def painted(board: Puzzle | Position, style: Format) -> str:
    """Return a puzzle, position or solution of Galaxies as `text` or `svg`."""
    from galaxies_asp.core.drawing import render  # needed where something is shown

    return str(render(board, style))


def as_text(finding: Hint | Reason | Walkthrough, style: str) -> str:
    """Return a hint, a reason or a walkthrough as `text` or `html`."""
    from galaxies_asp.explaining.answers.pages import shown

    return shown(finding, style)


def as_json(answer: object) -> Fields:
    """Return the object that the command prints with `--json` for an answer."""
    for kind in type(answer).__mro__:
        if of := _JSON.get(kind.__name__):
            return of(answer)
    raise TypeError(f"no JSON for {type(answer).__name__}")


# The modules are imported here, where an answer is asked for its JSON object.


def _solved(result: AnyResult) -> Fields:
    from galaxies_asp.solving.answers import SolveAnswer

    return SolveAnswer.about(result.sheet.name, result, None).plain()


def _counted(result: Count) -> Fields:
    from galaxies_asp.all_solutions.answers import CountAnswer

    return CountAnswer.about(result.sheet.name, result).plain()


def _forced(possible: Possibilities[object]) -> Fields:
    from galaxies_asp.all_solutions.answers import ForcedAnswer

    return ForcedAnswer.about(possible.sheet.name, possible).plain()


def _repaired(result: RepairResult) -> Fields:
    from galaxies_asp.repairing.answers import RepairAnswer

    return RepairAnswer.about(result.sheet.name, result).plain()


def _hinted(hint: Hint) -> Fields:
    from galaxies_asp.explaining.answers.figures import figure
    from galaxies_asp.explaining.answers.objects import hint_answer

    name = hint.known.sheet.name if hint.known else ""
    return hint_answer(name, hint, figure(hint)).plain()


def _reasoned(reason: Reason) -> Fields:
    from galaxies_asp.explaining.answers.figures import figure
    from galaxies_asp.explaining.answers.objects import reason_answer

    name = reason.known.sheet.name if reason.known else ""
    return reason_answer(name, reason, figure(reason)).plain()


def _told(way: Walkthrough) -> Fields:
    from galaxies_asp.explaining.answers.objects import walkthrough_answer
    from galaxies_asp.explaining.answers.pages import Frames

    return walkthrough_answer(way.sheet.name, Frames(way), with_steps=True).plain()


def _made(made: Made) -> Fields:
    known = {
        "difficulty": made.grade,
        "effort": made.walkthrough_effort,
        "techniques": dict(made.techniques) or None,
    }
    told = {name: one for name, one in known.items() if one is not None}
    number = {"index": made.index, "attempts": made.attempt + 1}
    return _sheet(made.blank) | number | told | {"canonical": made.canonical}


def _board(board: Puzzle | Position) -> Fields:
    from galaxies_asp.core.board.puzzle import position_of
    from galaxies_asp.core.notation.json_lines import JsonPuzzle

    return JsonPuzzle.about(position_of(board)).plain()


def _sheet(sheet: AnySheet) -> Fields:
    import json

    fields: Fields = json.loads(sheet.written("json"))
    return fields


_JSON: dict[str, Callable[[Any], Fields]] = {
    "Result": _solved,
    "Count": _counted,
    "Possibilities": _forced,
    "RepairResult": _repaired,
    "Step": _hinted,
    "Mistake": _hinted,
    "Finished": _hinted,
    "Reason": _reasoned,
    "Walkthrough": _told,
    "Made": _made,
    "Puzzle": _board,
    "Position": _board,
    "Solution": _board,
    "Sheet": _sheet,
}
"""By the name of a class, so that no module is imported before it is needed."""
