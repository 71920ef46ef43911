"""Facts about a board as atoms of clingo, and back."""

import clingo

from galaxies_asp.asp.models import point_of
from galaxies_asp.board import facts
from galaxies_asp.board.grid import Point
from galaxies_asp.explaining.facts import Fact, Kind

NAMES = {
    Kind.CELL: facts.GALAXY,
    Kind.EMPTY: "consequence_empty",
    Kind.WALL: "consequence_apart",
    Kind.OPEN: "consequence_joined",
}
"""The predicates of `questions/consequences.lp`, and that of the cells of regions."""

_KINDS = {name: kind for kind, name in NAMES.items()}


def atom_of(fact: Fact, name: str = "") -> clingo.Symbol:
    """Return the atom that states a fact, or another one about its place."""
    points = [fact.at] if fact.center is None or name else [fact.at, fact.center]
    return clingo.Function(name or NAMES[fact.kind], [_symbol(p) for p in points])


def fact_of(atom: clingo.Symbol) -> Fact | None:
    """Return the fact that an atom states; None if it states none."""
    points = [point_of(argument) for argument in atom.arguments]
    kind = _KINDS.get(atom.name)
    if kind is None or None in points or len(points) != 1 + (kind is Kind.CELL):
        return None
    at, *center = (point for point in points if point is not None)
    return Fact(kind, at, *center)


def _symbol(point: Point) -> clingo.Symbol:
    return clingo.Tuple_([clingo.Number(point.x), clingo.Number(point.y)])
