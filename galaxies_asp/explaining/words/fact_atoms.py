"""Facts as atoms of encodings, and the facts that atoms state."""

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.symbols import points_among, points_of, symbol_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.facts import Fact, Kind

NAMES = {
    Kind.CELL: facts.GALAXY,
    Kind.EMPTY: "consequence_empty",
    Kind.WALL: "consequence_apart",
    Kind.OPEN: "consequence_joined",
}
"""The predicates of `questions/consequences.lp`, and that of the cells of regions."""

_KINDS = {name: kind for kind, name in NAMES.items()}


def atom_of(fact: Fact) -> clingo.Symbol:
    """Return the atom that states a fact, or its contrary for `NO_ATOM`."""
    if fact.atom:
        return symbol_of(fact.atom)
    points = [fact.at] if fact.center is None else [fact.at, fact.center]
    return symbol_of(Atom(NAMES[fact.kind], tuple(points)))


def places_of(fact: Fact) -> tuple[Point, ...]:
    """Return the place of a fact, or the points in its atom."""
    return points_among([fact.atom]) if fact.atom else (fact.at,)


def fact_of(symbol: clingo.Symbol) -> Fact | None:
    """Return the fact that an atom states; None if it states none."""
    kind, points = _KINDS.get(symbol.name), points_of(symbol)
    size = 2 if kind is Kind.CELL else 1
    if kind is None or not len(points) == len(symbol.arguments) == size:
        return None
    return Fact(kind, points[0], points[1] if kind is Kind.CELL else None)


def fact_of_output(output: Atom, kind: Kind = Kind.ATOM) -> Fact:
    """Return that an atom of the output of a family holds, or does not hold."""
    points = points_among([output])
    return Fact(kind, points[0] if points else Point(0, 0), atom=output)
