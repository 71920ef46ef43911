"""What Python shows of boards and answers: drawings and JSON objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]


def painted(board: Any, style: str) -> str:
    """Return a puzzle, position or solution of Galaxies as `text` or `svg`."""
    from galaxies_asp.core.drawing import render  # needed where something is shown

    return str(render(board, style))  # type: ignore[arg-type]


def as_text(finding: Any, style: str) -> str:
    """Return a hint, a reason or a walkthrough as `text` or `html`."""
    from galaxies_asp.explaining.answers.pages import shown

    return shown(finding, style)


def as_json(answer: Any) -> Fields:
    """Return the object that the command prints with `--json` for an answer."""
    for kind in type(answer).__mro__:
        if of := _JSON.get(kind.__name__):
            return of(answer)
    raise TypeError(f"no JSON for {type(answer).__name__}")


# The modules are imported here, where an answer is asked for its JSON object.


def _solved(result: Any) -> Fields:
    from galaxies_asp.solving.answers import SolveAnswer

    return SolveAnswer.about(result.sheet.name, result, None).plain()


def _counted(result: Any) -> Fields:
    from galaxies_asp.all_solutions.answers import CountAnswer

    return CountAnswer.about(result.sheet.name, result).plain()


def _forced(possible: Any) -> Fields:
    from galaxies_asp.all_solutions.answers import ForcedAnswer

    return ForcedAnswer.about(possible.sheet.name, possible).plain()


def _repaired(result: Any) -> Fields:
    from galaxies_asp.repairing.answers import RepairAnswer

    return RepairAnswer.about(result.sheet.name, result).plain()


def _hinted(hint: Any) -> Fields:
    from galaxies_asp.explaining.answers.figures import figure
    from galaxies_asp.explaining.answers.objects import hint_answer

    return hint_answer(hint.known.sheet.name, hint, figure(hint)).plain()


def _reasoned(reason: Any) -> Fields:
    from galaxies_asp.explaining.answers.figures import figure
    from galaxies_asp.explaining.answers.objects import reason_answer

    return reason_answer(reason.known.sheet.name, reason, figure(reason)).plain()


def _told(way: Any) -> Fields:
    from galaxies_asp.explaining.answers.objects import walkthrough_answer
    from galaxies_asp.explaining.answers.pages import Frames

    return walkthrough_answer(way.sheet.name, Frames(way), with_steps=True).plain()


def _made(made: Any) -> Fields:
    known = {
        "index": made.index,
        "attempts": made.attempt + 1,
        "difficulty": made.grade,
    }
    known |= {"effort": made.walkthrough_effort, "techniques": dict(made.techniques)}
    known = {name: one for name, one in known.items() if one not in (None, {})}
    return _sheet(made.blank) | known | {"canonical": made.canonical}


def _board(board: Any) -> Fields:
    from galaxies_asp.core.board.puzzle import position_of
    from galaxies_asp.core.notation.json_lines import JsonPuzzle

    return JsonPuzzle.about(position_of(board)).plain()


def _sheet(sheet: Any) -> Fields:
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
