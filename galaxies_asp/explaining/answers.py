"""Hints, reasons and difficulties as JSON objects, for people and programs.

Each is a `Figure.answer` (sentences, marks, legend, what-ifs) with the target, the
premises and the level; under other rules than the standard ones, with the rules of the
encoding. Dots are counted from 0; their names stand beside.
"""

from typing import Any

from galaxies_asp.board.grid import Point, dot_name
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.findings import Finished, Hint, Reason, Step
from galaxies_asp.explaining.grading import Difficulty, Sizes
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.words import level_name
from galaxies_asp.fast.bitboard import Bitboard

Answer = dict[str, Any]


def hint_answer(hint: Hint, shown: Figure) -> Answer:
    """Return what `galaxies hint --json` prints, apart from schema and name."""
    if isinstance(hint, Step):
        return {"kind": "step"} | step_answer(hint, shown)
    answer = _shown(shown)
    if isinstance(hint, Finished):
        return {"kind": "solved" if hint.solved else "free"} | answer
    dots = _Dots(hint)
    named = _known if hint.reason.source else _premise
    wrong = [named(dots, fact) for fact in hint.wrong]
    return {"kind": "mistake", "wrong": wrong} | answer | _fields(dots, hint.reason)


def step_answer(step: Step, shown: Figure) -> Answer:
    """Return the fields of a step."""
    dots = _Dots(step)
    if step.reason.source is not None:
        fields = {"facts": [_known(dots, fact) for fact in step.facts]}
        return {"kind": "step"} | _shown(shown) | fields | _fields(dots, step.reason)
    return {
        "text": "\n".join(shown.lines()),
        "level": level_name(Level(step.level)),
        "cells": [list(cell) for cell in step.cells],
        **shown.answer(),
        **_fields(dots, step.reason),
    }


def reason_answer(position: Position, reason: Reason, shown: Figure) -> Answer:
    """Return the fields of a reason in a position."""
    dots = _Dots(reason, position)
    answer = _shown(shown)
    if reason.source is None:
        level = level_of(Bitboard(position.puzzle), reason)
        answer = {"text": answer["text"], "level": level_name(level)} | answer
    elif reason.target != NO_SOLUTION:
        answer["target"] = _known(dots, reason.target)
    return answer | _fields(dots, reason)


def difficulty_answer(measured: Difficulty | Sizes) -> Answer:
    """Return the fields of a difficulty."""
    if isinstance(measured, Sizes):
        return {
            "encoding": measured.source.encoding,
            "verified": measured.source.verified,
            "steps": measured.steps,
            "largest_reason": measured.largest,
            "mean_reason": round(measured.mean, 2),
        }
    return {
        "grade": measured.grade,
        "level": int(measured.level),
        "effort": round(measured.effort, 4),
        "largest_reason": measured.largest,
        "steps": {level_name(level): n for level, n in measured.steps.items()},
    }


class _Dots:
    """The numbers of the dots, hidden ones that are found after those of the puzzle."""

    def __init__(self, found: Hint | Reason, position: Position | None = None) -> None:
        known = found.known
        if known is not None and isinstance(found, Step):
            known = known.with_facts(found.facts)
        position = known.position if known is not None else position
        assert position is not None
        self._centers = position.puzzle.centers
        self._shown = known.shown if known is not None else len(self._centers)

    def of(self, center: Point | None) -> Answer:
        """Return the number, the name and the place of a hidden dot, as fields."""
        if center is None:
            return {}
        centers = self._centers
        dot = centers.index(center) if center in centers else len(centers)
        hidden = {"hidden": list(center)} if dot >= self._shown else {}
        return {"dot": dot, "name": dot_name(dot)} | hidden


def _shown(shown: Figure) -> Answer:
    return {"text": "\n".join(shown.lines())} | shown.answer()


def _fields(dots: _Dots, reason: Reason) -> Answer:
    if reason.source is not None:
        return _source_fields(dots, reason)
    return {
        "target": _known(dots, reason.target),
        "rules": [_premise(dots, fact) for fact in reason.premises],
        "rounds": reason.rounds,
        "at_least": reason.at_least,
    }


def _source_fields(dots: _Dots, reason: Reason) -> Answer:
    """Return the rules and facts of a reason, and who verified the solutions."""
    from galaxies_asp.explaining.source_words import by_rule  # loads clingo

    assert reason.source is not None
    return {
        "encoding": reason.source.encoding,
        "verified": reason.source.verified,
        "size": None if reason.by_search else reason.size,
        "minimal": reason.minimal,
        "known": [_known(dots, fact) for fact in reason.premises],
        "rules": [
            {
                "heading": rule.heading,
                "rule": rule.text,
                "file": rule.file,
                "line": rule.line,
                "instances": [
                    dict(zip(rule.terms, map(str, instance.values), strict=True))
                    for instance in instances
                ],
            }
            for rule, instances in by_rule(reason).items()
        ],
    }


def _known(dots: _Dots, fact: Fact) -> Answer:
    at = {} if fact == NO_SOLUTION else {"at": list(fact.at)}
    return {"asked": str(fact.kind)} | at | dots.of(fact.center)


def _premise(dots: _Dots, fact: Fact) -> Answer:
    rule = "label" if fact.kind is Kind.CELL else str(fact.kind)
    is_dot = fact.kind in (Kind.CENTER, Kind.SYMMETRY, Kind.CONNECTED)
    dot = dots.of(fact.at if is_dot else fact.center)
    return {"rule": rule, "at": list(fact.at)} | dot
