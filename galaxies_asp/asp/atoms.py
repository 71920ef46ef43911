"""Symbols of clingo as values of Python, and back; facts as text.

Numbers are integers, points are pairs of integers, constants and strings are texts.
"""

from collections.abc import Iterable
from typing import Any

import clingo

from galaxies_asp.board.grid import Point

Value = int | str | tuple[Any, ...]
"""A number, a text, or a tuple of values."""


def value_of(symbol: clingo.Symbol) -> Value:
    """Return the value of a symbol.

    A tuple is a tuple; another function is a tuple that begins with its name.
    """
    match symbol.type:
        case clingo.SymbolType.Number:
            return symbol.number
        case clingo.SymbolType.String:
            return symbol.string
        case clingo.SymbolType.Function:
            arguments = tuple(map(value_of, symbol.arguments))
            if not symbol.name:
                return arguments
            return (symbol.name, *arguments) if arguments else symbol.name
    return str(symbol)


def symbol_of(value: Value) -> clingo.Symbol:
    """Return the symbol of a number, a constant, or a tuple such as a point."""
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        return clingo.Function(value)
    return clingo.Tuple_([symbol_of(part) for part in value])


def atom(name: str, *arguments: Value) -> clingo.Symbol:
    """Return an atom, as in `atom("galaxy", cell, dot)`."""
    return clingo.Function(name, [symbol_of(argument) for argument in arguments])


def fact(name: str, *arguments: Value) -> str:
    """Return the text of a fact, as in `center((1,1)).`, for a program."""
    return f"{atom(name, *arguments)}."


def point_of(symbol: clingo.Symbol) -> Point | None:
    """Return the point that a symbol is; None if it is none."""
    if symbol.type is clingo.SymbolType.Function and not symbol.name:
        numbers = [
            argument.number
            for argument in symbol.arguments
            if argument.type is clingo.SymbolType.Number
        ]
        if len(numbers) == len(symbol.arguments) == 2:
            return Point(*numbers)
    return None


def points_of(atom: clingo.Symbol) -> tuple[Point, ...]:
    """Return the points among the arguments of an atom."""
    return points_among(atom.arguments)


def points_among(symbols: Iterable[clingo.Symbol]) -> tuple[Point, ...]:
    """Return the points among some symbols."""
    points = map(point_of, symbols)
    return tuple(point for point in points if point is not None)
