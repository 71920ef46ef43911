"""Symbols of clingo as values, and values as symbols."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from galaxies_asp.core.asp import parser
from galaxies_asp.core.board.atoms import Atom, Value
from galaxies_asp.core.board.grid import Point

if TYPE_CHECKING:  # loaded where there are symbols
    from galaxies_asp.core.asp import clingo

_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')

_POINTS = re.compile(r"(?<![\w'])\((-?\d+),(-?\d+)\)")


def value_of(symbol: "clingo.Symbol") -> Value:
    """Return the value of a symbol; strings keep their quotation marks.

    A tuple with a sign, which is no point, is a text.
    """
    kind = symbol.type.name
    if kind == "Number":
        return symbol.number
    if kind != "Function" or symbol.name or symbol.negative:
        return str(symbol)
    match tuple(map(value_of, symbol.arguments)):
        case (int(x), int(y)):
            return Point(x, y)
        case values:
            return values


@lru_cache(maxsize=100_000)
def atom_of(symbol: "clingo.Symbol") -> Atom:
    """Return the atom that a symbol is."""
    name = f"{'-' * symbol.negative}{symbol.name}"
    return Atom(name, tuple(map(value_of, symbol.arguments)))


def symbol_of(value: Value | Atom) -> "clingo.Symbol":
    """Return the symbol of an atom, or of an argument."""
    from galaxies_asp.core.asp import clingo

    if isinstance(value, Atom):
        name = value.name.removeprefix("-")
        arguments = [symbol_of(argument) for argument in value.arguments]
        return clingo.Function(name, arguments, positive=name == value.name)
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        is_name = value.isidentifier()
        return clingo.Function(value) if is_name else parser.term(value)
    return clingo.Tuple_([symbol_of(part) for part in value])


def signature_of(symbol: "clingo.Symbol") -> str:
    """Return the signature of an atom, with `-` if it is strongly negated.

    The signature of a number or a string is its text.
    """
    if symbol.type.name != "Function":
        return str(symbol)
    return f"{'-' * symbol.negative}{symbol.name}/{len(symbol.arguments)}"


def shown_atoms(model: "clingo.Model") -> "list[clingo.Symbol]":
    """Return what a model shows, without numbers and strings."""
    shown = model.symbols(shown=True)
    return [symbol for symbol in shown if symbol.type.name == "Function"]


@lru_cache(maxsize=100_000)
def point_of(symbol: "clingo.Symbol") -> Point | None:
    """Return the point that a symbol is; None if it is none."""
    value = value_of(symbol)
    return value if isinstance(value, Point) else None


def points_of(atom: "clingo.Symbol") -> tuple[Point, ...]:
    """Return the points among the arguments of an atom."""
    points = map(point_of, atom.arguments)
    return tuple(point for point in points if point is not None)


def points_among(symbols: Iterable[object]) -> tuple[Point, ...]:
    """Return the points among some symbols or atoms, and within them."""
    # Reading what clingo prints takes a third of the time of asking for its parts.
    text = _STRINGS.sub("", " ".join(map(str, symbols)))
    return tuple(Point(int(x), int(y)) for x, y in _POINTS.findall(text))
