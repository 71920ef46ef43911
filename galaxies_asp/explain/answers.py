"""Hints, reasons and difficulties as JSON objects."""

from typing import Any

from galaxies_asp.explain.difficulty import Difficulty
from galaxies_asp.explain.hints import Hint
from galaxies_asp.explain.instances import Asked, Instance, Target
from galaxies_asp.explain.mistakes import Mistake
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.steps import Finished, Step
from galaxies_asp.explain.words import hint_in_words, level_name
from galaxies_asp.puzzle import NO_DOT, Puzzle

Answer = dict[str, Any]


def hint_answer(puzzle: Puzzle, hint: Hint) -> Answer:
    """Return what `galaxies hint --json` prints, apart from schema and name."""
    text = hint_in_words(puzzle, hint)
    if isinstance(hint, Finished):
        return {"kind": "solved" if hint.solved else "free", "text": text}
    if isinstance(hint, Mistake):
        wrong = [_instance(instance) for instance in hint.wrong]
        return {"kind": "mistake", "wrong": wrong, "text": text} | reason_answer(
            hint.reason
        )
    return {"kind": "step", "text": text} | step_answer(hint)


def step_answer(step: Step) -> Answer:
    """Return the fields of a step."""
    return {
        "level": level_name(step.level),
        "cells": [list(cell) for cell in step.cells + step.images],
    } | reason_answer(step.reason)


def reason_answer(reason: Reason) -> Answer:
    """Return the fields of a reason; dots are counted from 0, as in labels."""
    return {
        "target": _target(reason.target),
        "rules": [_instance(instance) for instance in reason.instances],
        "rounds": reason.rounds,
        "at_least": reason.at_least,
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


def _target(target: Target) -> Answer:
    answer: Answer = {"asked": str(target.asked)}
    if target.asked is not Asked.NO_SOLUTION:
        answer["at"] = list(target.at)
    if target.dot != NO_DOT:
        answer["dot"] = target.dot
    return answer


def _instance(instance: Instance) -> Answer:
    answer: Answer = {"rule": str(instance.rule), "at": list(instance.at)}
    if instance.dot != NO_DOT:
        answer["dot"] = instance.dot
    return answer
