"""Questions about a puzzle of a family, whose answers another process can return."""

from collections.abc import Sequence
from itertools import islice

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import Point
from galaxies_asp.families.answers import FamilyReason, FamilyStep
from galaxies_asp.families.family import Sheet
from galaxies_asp.families.making import Repair, repairs
from galaxies_asp.families.questions import (
    Consequences,
    Fact,
    Questions,
    UnsolvableError,
    points_of,
)


def consequences(sheet: Sheet, encoding: str) -> Consequences | None:
    """Return what all solutions share; None if there is no solution."""
    return Questions(sheet, encoding).consequences()


def reasons_at(
    sheet: Sheet, encoding: str, at: Point | None, atom: str, drawn: bool
) -> list[FamilyReason]:
    """Return the reasons of an atom, or of the atoms at a place."""
    questions = Questions(sheet, encoding)
    known = drawn_facts(sheet) if drawn else ()
    shared = questions.consequences(known)
    if shared is None:
        asked: Sequence[Fact | None] = (None,)
    else:
        asked = [
            fact
            for fact in shared.facts
            if fact.atom == atom or (at is not None and at in points_of(fact))
        ]
        if atom and atom not in shared.forced | shared.excluded | shared.free:
            raise OptionError(f"--atom {atom}: the encoding has no such output")
    found = (questions.reason(fact, known) for fact in asked)
    return [FamilyReason.about(sheet.family, reason) for reason in found]


def drawn_facts(sheet: Sheet) -> tuple[Fact, ...]:
    """Return what is drawn on a puzzle."""
    atoms = sheet.family.atoms(sheet.position)
    return tuple(Fact(atom) for atom in sorted(atoms or ()))


def steps_to(
    sheet: Sheet, encoding: str, known: tuple[Fact, ...], level: int | None
) -> list[tuple[FamilyStep, str]]:
    """Return the steps with drawings, to the end or to one of a level."""
    family = sheet.family
    questions = Questions(sheet, encoding)
    steps: list[tuple[FamilyStep, str]] = []
    try:
        for step in questions.steps(known):
            drawing = family.written(family.drawn(sheet.position, step.atoms))
            steps.append((FamilyStep.about(family, step), drawing))
            if level is not None and (
                step.reason.by_search or step.reason.size >= level
            ):
                return steps
    except UnsolvableError as error:
        reason = FamilyReason.about(family, error.reason)
        return [(FamilyStep("mistake", (), reason), family.written(sheet.position))]
    shared = questions.consequences()
    is_free = shared is not None and shared.free
    return [*steps, (FamilyStep("free" if is_free else "solved"), "")]


def cheapest_repairs(sheet: Sheet, encoding: str, count: int) -> list[Repair]:
    """Return at most `count` of the cheapest repairs; 0: all."""
    return list(islice(repairs(sheet, encoding), count or None))
