"""Why a place or an atom is as it is, by an encoding."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import SQUARE, Point, describe
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.engine.facts import Fact, Kind, in_turn
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.words.fact_atoms import fact_of_output, places_of
from galaxies_asp.explaining.words.findings import Reason
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.phrases import MOST
from galaxies_asp.explaining.words.reader import Reader

_CHAIN = 10
"""The number of steps before a target that are told; earlier ones are drawn."""

if TYPE_CHECKING:
    from galaxies_asp.explaining.words.grounded import SourceRules


def reasons_at(
    source: SourceRules, board: AnySheet, at: Point | None, atom: str
) -> Iterator[Reason]:
    """Yield why a place or an atom is as it is, or there is no solution.

    Of a cell without an atom its sides are asked about. Of many atoms, those that hold
    are told.

    Raises `OptionError` if there is no such atom, or none has the place.
    """
    named = next((one for one in source.atoms if str(one) == atom), None)
    if atom and named is None:
        raise OptionError(f"{atom}: the encoding has no such output")
    known = source.known(board)
    places = {at} if at is not None else set[Point]()
    if at is not None and source.atoms:
        places = _with_atoms(source, known, at)
    usual = source.wanted(board)
    wanted = usual | source.asked(at)
    forced = source.forced(board, wanted)
    if forced is None:
        yield replace(source.mistake_among(board).reason, known=known)
        return
    drawn, family = source.literals(known.facts), source.sheet.family
    found = {literal: _fact(source, literal) for literal in forced}
    asked = [
        literal
        for literal, fact in found.items()
        if (fact.atom == named if named else _is_at(known, fact, places))
        and (fact.atom is None or fact.atom.signature in family.outputs)
    ]
    if all(found[literal].kind is Kind.NOT_CELL for literal in asked):
        return
    holding = [n for n in asked if found[n].kind in (Kind.ATOM, Kind.CELL)]
    if holding and len(asked) > MOST:
        asked = holding
    given = {*source.ground.repeated(family.alike)}
    others: dict[object, list[Reason]] = {}
    for literal in sorted(asked, key=lambda n: in_turn(found[n])):
        fact = found[literal]
        told = [*drawn, *(given - {literal})]
        # A walkthrough decides what is usual, and thereby explains it.
        some = usual if literal in usual else wanted
        needed = [n for n in forced if abs(n) in some and (n > 0 or not some[-n])]
        reasoning = Reasoning(source.ground, some, needed, told, quiet=source.quiet)
        reader = source.reader(told)
        reason = _reason(source, fact, literal, reasoning, reader, known)
        if fact.kind is Kind.NOT_CELL and reason.size < 2:
            rules = tuple(one.rule for one in reason.instances)
            others.setdefault(rules, []).append(reason)
        else:
            yield reason
    for first, *more in others.values():
        yield replace(first, also=tuple(reason.target for reason in more))


def _reason(
    source: SourceRules,
    fact: Fact,
    literal: int,
    reasoning: Reasoning,
    reader: Reader,
    known: Known,
) -> Reason:
    """Return the shortest reason for a literal, on a board with what it takes first."""
    *before, last = reasoning.way_to(literal)
    lemmas = [reader.reasons(one, reasoning) for one in before]
    reason = reader.reason(fact, last, reasoning)
    earlier, late = tuple(lemmas[:-_CHAIN]), tuple(lemmas[-_CHAIN:])
    facts = (fact for one in earlier for fact in one.targets)
    drawn = known.with_facts(f for f in facts if f.kind is not Kind.NOT_CELL)
    return replace(reason, earlier=earlier, lemmas=late, known=drawn)


def _with_atoms(source: SourceRules, known: Known, at: Point) -> set[Point]:
    """Return a place if atoms have it, or else the sides of the cell."""
    facts = [fact_of_output(one) for one in sorted(source.atoms, key=str)]
    sides = SQUARE.edges(at) if known.has_lines and known.has_cell(at) else ()
    for places in ({at}, {*sides}):
        if any(_is_at(known, fact, places) for fact in facts):
            return places
    example = known.where(places_of(facts[0])[:1])
    raise OptionError(
        f"nothing to explain at {describe(at)}: no atom of the output has this place; "
        f"{example} is one that some atom has"
    )


def _is_at(known: Known, fact: Fact, places: Collection[Point]) -> bool:
    return any(known.is_at(fact, at, places_of(fact)) for at in places)


def _fact(source: SourceRules, literal: int) -> Fact:
    kind = Kind.ATOM if literal > 0 else Kind.NO_ATOM
    symbol = source.ground.names[abs(literal)]
    return source.fact(literal) or fact_of_output(atom_of(symbol), kind)
