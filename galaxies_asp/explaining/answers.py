"""Hints, reasons and difficulties as JSON objects, for people and programs.

Each is a `Figure.answer` (sentences, marks, legend, what-ifs) with the target, the rule
instances and the level. Dots are counted from 0; their names stand beside.
"""

from typing import Any

from galaxies_asp.board.grid import dot_name
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.grading import Difficulty
from galaxies_asp.explaining.hints import Hint
from galaxies_asp.explaining.levels import level_of
from galaxies_asp.explaining.reasons import Reason
from galaxies_asp.explaining.steps import Finished, Step
from galaxies_asp.explaining.words import level_name
from galaxies_asp.fast.bitboard import Bitboard

Answer = dict[str, Any]


def hint_answer(position: Position, hint: Hint) -> Answer:
    """Return what `galaxies hint --json` prints, apart from schema and name."""
    if isinstance(hint, Step):
        return {"kind": "step"} | step_answer(position, hint)
    shown = figure(position, hint, ())
    answer = {"text": "\n".join(shown.lines())} | shown.answer()
    if isinstance(hint, Finished):
        return {"kind": "solved" if hint.solved else "free"} | answer
    wrong = [_instance(instance) for instance in hint.wrong]
    return {"kind": "mistake", "wrong": wrong} | answer | _fields(hint.reason)


def step_answer(position: Position, step: Step) -> Answer:
    """Return the fields of a step from a position."""
    shown = figure(position, step, ())
    return {
        "text": "\n".join(shown.lines()),
        "level": level_name(step.level),
        "cells": [list(cell) for cell in step.cells + step.images],
        **shown.answer(),
        **_fields(step.reason),
    }


def reason_answer(position: Position, reason: Reason) -> Answer:
    """Return the fields of a reason."""
    shown = figure(position, reason, ())
    level = level_of(Bitboard(position.puzzle), reason)
    return {
        "text": "\n".join(shown.lines()),
        "level": level_name(level),
        **shown.answer(),
        **_fields(reason),
    }


def difficulty_answer(measured: Difficulty) -> Answer:
    """Return the fields of a difficulty."""
    return {
        "grade": measured.grade,
        "level": int(measured.level),
        "effort": round(measured.effort, 4),
        "largest_reason": measured.largest,
        "steps": {level_name(level): n for level, n in measured.steps.items()},
    }


def _fields(reason: Reason) -> Answer:
    return {
        "target": _target(reason.target),
        "rules": [_instance(instance) for instance in reason.premises],
        "rounds": reason.rounds,
        "at_least": reason.at_least,
    }


def _target(target: Fact) -> Answer:
    answer: Answer = {"asked": str(target.kind)}
    if target.kind is not Kind.NO_SOLUTION:
        answer["at"] = list(target.at)
    return answer | _dot(target.dot)


def _instance(instance: Fact) -> Answer:
    answer: Answer = {"rule": str(instance.kind), "at": list(instance.at)}
    return answer | _dot(instance.dot)


def _dot(dot: int) -> Answer:
    return {} if dot == NO_DOT else {"dot": dot, "name": dot_name(dot)}
