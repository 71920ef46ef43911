"""Questions about a board: why, what next, what is wrong, and all steps.

The ground rules of an encoding give the answers. Under the standard rules of Galaxies
they are told with the techniques of people, otherwise in the words of the encoding.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.errors import EncodingError, OptionError
from galaxies_asp.core.board.grid import Point, point_named
from galaxies_asp.core.galaxies import AnyBoard, sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.explaining.engine.facts import Fact
from galaxies_asp.explaining.words.findings import (
    Hint,
    Mistake,
    Reason,
    Step,
    Walkthrough,
)
from galaxies_asp.explaining.words.levels import Level

if TYPE_CHECKING:
    from galaxies_asp.explaining.dots.asked import BoardRules
    from galaxies_asp.explaining.words.grounded import SourceRules


@checked
def explain(
    board: AnyBoard,
    at: Point | str | None = None,
    *,
    rules: Rules | str = STANDARD,
) -> Reason | None:
    """Return why a cell has its dot, an edge its wall or none, or there is no solution.

    Raises `OptionError` if nothing can be asked about the place.

    Parameters
    ----------
    board
        A puzzle; or a position, or a puzzle of another family: what is drawn on them
        counts as given.
    at
        A cell, or an edge between two cells; or its name, such as `c4r2` or
        `c4r2-c5r2`. Without it, and if the board has no solution, the target is that
        there is no solution.
    rules
        The rules, or the name of an encoding, which may be a file of the user.

    Returns
    -------
    None if nothing is forced there: solutions differ, or there is a solution.
    """
    if isinstance(at, str):
        try:
            at = point_named(at)
        except ValueError as error:
            raise OptionError(str(error)) from None
    return next(reasons(board, at, rules=rules), None)


def reasons(
    board: AnyBoard,
    at: Point | None = None,
    *,
    atom: str = "",
    rules: Rules | str = STANDARD,
) -> Iterator[Reason]:
    """Yield why what is forced at a place is so; see `explain`.

    For other families than Galaxies, `atom` names an atom of the output instead.
    """
    sheet: AnySheet = sheet_of(board)
    if at is not None:
        sheet.family.check_point(sheet.position, at)
    from galaxies_asp.explaining.dots.asked import BoardRules

    source = _rules(rules, sheet)
    if isinstance(source, BoardRules):
        yield from source.reasons_at(sheet, at)
        return
    from galaxies_asp.explaining.words.asking import reasons_at

    yield from reasons_at(source, sheet, at, atom)


@checked
def hint(
    board: AnyBoard,
    *,
    rules: Rules | str = STANDARD,
    level: int = 1,
    near: Sequence[Point] = (),
) -> Hint:
    """Return the mistake in a position if there is one, else the easiest next step.

    Where only walls are drawn the step is about a wall, where only labels are drawn
    about a cell, otherwise about the one or the other.

    Raises `OptionError` if there is no such level.

    Parameters
    ----------
    level
        Steps below this level are taken before; under other rules than the standard
        ones, steps with smaller reasons.
    near
        Where something has changed last: of equally easy steps, a near one is next.
    """
    sheet: AnySheet = sheet_of(board)
    if not 1 <= level <= len(Level):
        raise OptionError(f"level {level}: 1 to {len(Level)} are possible")
    source = _rules(rules, sheet)
    untold: list[Step] = []  # what cannot be drawn, but may be needed
    for finding in source.hints(sheet, near):
        if not isinstance(finding, Step):
            return finding
        if not any(_is_drawable(fact, sheet) for fact in finding.facts):
            untold.append(finding)
        elif finding.level >= level:
            return _told_after(finding, untold) if untold else finding
    raise AssertionError("the steps end with a mistake or an end")


def _is_drawable(fact: Fact, sheet: AnySheet) -> bool:
    """Tell whether a fact is not about a hidden dot, nor an atom of a helper."""
    if fact.center is not None:
        return fact.center in sheet.position.puzzle.centers
    return fact.atom is None or fact.atom.signature in sheet.family.outputs


def _told_after(step: Step, untold: Sequence[Step]) -> Step:
    """Return a step with the reasons of what it takes from earlier ones."""
    needed, lemmas = {*step.reason.premises}, list[Reason]()
    for one in reversed(untold):
        if not needed.isdisjoint(one.facts):
            needed.update(one.reason.premises)
            lemmas.insert(0, one.reason)
    return replace(step, reason=replace(step.reason, lemmas=tuple(lemmas)))


@checked
def find_mistake(board: AnyBoard, *, rules: Rules | str = STANDARD) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution."""
    sheet: AnySheet = sheet_of(board)
    return _rules(rules, sheet).mistake(sheet)


def named(
    faults: Sequence[Violation], sheet: AnySheet, rules: Rules
) -> Sequence[Violation]:
    """Return the faults of an attempt, named by the encoding if no verifier found them.

    They stay as they are where the encoding has no rules, or derives no such attempt.
    """
    from galaxies_asp.explaining.words.headings import broken_in_words
    from galaxies_asp.solving.judging import broken_rules

    if broken_rules(sheet.under(rules), rules):
        return faults
    with suppress(EncodingError):  # the fault is known without its rules
        source = _encoding(rules, sheet)
        faults = [*broken_in_words(source.broken(sheet), source.known(sheet))] or faults
    return faults


@checked
def walkthrough(
    puzzle: AnyBoard,
    *,
    rules: Rules | str = STANDARD,
    report: Callable[[int, int | None], object] | None = None,
    found: Callable[[Step], object] | None = None,
) -> Walkthrough:
    """Deduce the solution step by step, the easiest step first.

    Parameters
    ----------
    report
        Called after each step with the number of facts that have followed, and None.
    found
        Called with each step.
    """
    done = 0
    for one in deduced((puzzle, rules)):
        if isinstance(one, Walkthrough):
            return one
        if found is not None:
            found(one)
        done += len(one.facts)
        if report is not None:
            report(done, None)
    raise AssertionError("a walkthrough ends the steps")


@checked
def deduce_steps(puzzle: AnyBoard, *, rules: Rules | str = STANDARD) -> Iterator[Hint]:
    """Yield the steps of a walkthrough as they are found, and how they end."""
    for one in deduced((puzzle, rules)):
        yield one.end if isinstance(one, Walkthrough) else one


def deduced(asked: tuple[AnyBoard, Rules | str]) -> Iterator[Step | Walkthrough]:
    """Yield the steps on a board as they are found, and at last the walkthrough."""
    board, rules = asked
    source, taken = _rules(rules, sheet_of(board).blank), list[Step]()
    for finding in source.hints(source.sheet):
        if isinstance(finding, Step):
            taken.append(finding)
            yield finding
        else:
            yield Walkthrough(source.sheet, tuple(taken), finding, source.source)


def _rules(rules: Rules | str, sheet: AnySheet) -> "BoardRules | SourceRules":
    """Return what is asked: the board, or the encoding."""
    from galaxies_asp.explaining.dots.asked import BoardRules
    from galaxies_asp.explaining.dots.board import is_standard

    if is_standard(sheet, Rules.of(rules)):
        return BoardRules(sheet, Rules.of(rules))
    return _encoding(rules, sheet)


def _encoding(rules: Rules | str, sheet: AnySheet) -> "SourceRules":
    """Return the encoding to ask."""
    from galaxies_asp.explaining.dots.grounded import rules_of  # loads clingo

    return rules_of(sheet, Rules.of(rules))
