"""Hints and reasons under any rules in one form for all outputs."""

from dataclasses import dataclass

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.errors import OptionError
from galaxies_asp.explaining.answers import Answer, hint_answer, reason_answer
from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.figures import Figure, figure
from galaxies_asp.explaining.hints import next_hard_step
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.mistakes import Mistake
from galaxies_asp.explaining.questions import explain
from galaxies_asp.explaining.reasons import Reason
from galaxies_asp.explaining.steps import Finished


@dataclass(frozen=True)
class Shown:
    """A hint or a reason.

    Attributes
    ----------
    position
        The board on which it was found.
    answer
        The JSON object.
    found
        Whether a hint is a step, or the board is solved; whether a reason is about the
        place that was asked for.
    builtin
        The reason, if it consists of the built-in rules.
    """

    position: Position
    figure: Figure
    answer: Answer
    found: bool
    builtin: Reason | None = None


def shown_hint(rules: Rules, position: Position, level: int) -> Shown:
    """Return the mistake in a position, or the easiest next step of some level.

    Under other rules than the standard ones, the level is the size of the reason.
    """
    if rules.are_standard(rules.puzzle(position.puzzle)):
        if level > len(Level):
            raise OptionError(f"level {level}: 1 to {len(Level)} are possible")
        position, hint = next_hard_step(position, Level(level))
        found = not isinstance(hint, Mistake) and (
            not isinstance(hint, Finished) or hint.solved
        )
        fields = hint_answer(position, hint)
        return Shown(position, figure(position, hint), fields, found)
    # Other rules need numpy and clingo's parser.
    from galaxies_asp.explaining.encoded_steps import (
        EncodedEnd,
        EncodedMistake,
        hint_by,
    )
    from galaxies_asp.explaining.source_words import hint_fields, hint_figure

    encoded, by_rules = hint_by(rules, position, level)
    found = not isinstance(by_rules, EncodedMistake) and (
        not isinstance(by_rules, EncodedEnd) or by_rules.solved
    )
    shown, fields = hint_figure(encoded, by_rules), hint_fields(encoded, by_rules)
    return Shown(position, shown, fields, found)


def shown_reason(
    rules: Rules, position: Position, at: Point | None, *, smallest: bool = False
) -> Shown | None:
    """Return why a place is as it is; None if nothing is forced there.

    Raises
    ------
    OptionError
        If nothing can be asked about the place, or a smallest reason is wanted under
        other rules than the standard ones.
    """
    if rules.are_standard(rules.puzzle(position.puzzle)):
        reason = explain(position, at, smallest=smallest)
        if reason is None:
            return None
        is_there = at is None or (
            reason.target.kind is not Kind.NO_SOLUTION and reason.target.at == at
        )
        fields = reason_answer(position, reason)
        return Shown(position, figure(position, reason), fields, is_there, reason)
    if smallest:
        raise OptionError("--smallest needs the standard rules, and no -e")
    from galaxies_asp.explaining.source_reasons import explain_by
    from galaxies_asp.explaining.source_words import reason_answer_by, reason_figure

    encoded, by_rules = explain_by(rules, position, at)
    if by_rules is None:
        return None
    known = encoded.known(position)
    return Shown(
        position,
        reason_figure(encoded, by_rules, known),
        reason_answer_by(encoded, by_rules, known),
        by_rules.fact is not None or at is None,
    )
