"""Atoms as texts, as symbols of clingo, and as values of Python.

Numbers are integers, points are pairs of integers, constants and strings are texts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp.signals import signals_deferred
from galaxies_asp.core.board.errors import AtomError, EncodingError
from galaxies_asp.core.board.grid import Point

if TYPE_CHECKING:  # loaded where there are atoms
    import clingo
    from clingo import ast

Atoms = frozenset[str]
"""Atoms as clingo prints them."""

_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')

_POINTS = re.compile(r"(?<![\w'])\((-?\d+),(-?\d+)\)")

_TEXTS = r'(?s)"(?:[^"\\\n]|\\.)*"|%\*.*?\*%|%[^\n]*'
"""Strings and comments, which may contain any characters."""

_MOST_EXPANDED = 100_000

Value = int | str | tuple[Any, ...]
"""A number, a text, or a tuple of values."""


def value_of(symbol: "clingo.Symbol") -> Value:
    """Return the value of a symbol.

    A tuple is a tuple; another function is a tuple that begins with its name.
    """
    match symbol.type.name:
        case "Number":
            return symbol.number
        case "String":
            return symbol.string
        case "Function":
            arguments = tuple(map(value_of, symbol.arguments))
            if not symbol.name:
                return arguments
            return (symbol.name, *arguments) if arguments else symbol.name
    return str(symbol)


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


def symbol_of(value: Value) -> "clingo.Symbol":
    """Return the symbol of a number, a constant, or a tuple such as a point."""
    import clingo

    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        return clingo.Function(value)
    return clingo.Tuple_([symbol_of(part) for part in value])


def atom(name: str, *arguments: Value) -> "clingo.Symbol":
    """Return an atom, as in `atom("galaxy", cell, dot)`."""
    import clingo

    return clingo.Function(name, [symbol_of(argument) for argument in arguments])


def point_of(symbol: "clingo.Symbol") -> Point | None:
    """Return the point that a symbol is; None if it is none."""
    match value_of(symbol):
        case (int(x), int(y)):
            return Point(x, y)
    return None


def points_of(atom: "clingo.Symbol") -> tuple[Point, ...]:
    """Return the points among the arguments of an atom."""
    points = map(point_of, atom.arguments)
    return tuple(point for point in points if point is not None)


def points_among(symbols: "Iterable[clingo.Symbol]") -> tuple[Point, ...]:
    """Return the points among some symbols, and within them."""
    # Reading what clingo prints takes a third of the time of asking for its parts.
    text = _STRINGS.sub("", " ".join(map(str, symbols)))
    return tuple(Point(int(x), int(y)) for x, y in _POINTS.findall(text))


def facts_of(text: str) -> list[str]:
    """Return the facts of a text, without the final dots; intervals are expanded.

    Raises
    ------
    EncodingError
        If the text has a syntax error, is not only facts, or has intervals with over
        100,000 facts.
    """
    # At other characters clingo cuts its message within one, and aborts the process.
    if not re.sub(_TEXTS, "", text).isascii():
        raise EncodingError("the facts have a syntax error")
    try:
        parsed = _parsed(text)
    except RuntimeError:
        raise EncodingError("the facts have a syntax error") from None
    others = ("Program", "Comment")
    kept = [statement for statement in parsed if statement.ast_type.name not in others]
    for statement in kept:
        if not _is_fact(statement):
            raise EncodingError(f"{statement}: this is not a fact")
    if ".." not in text and ";" not in text:
        return [str(statement.head) for statement in kept]
    # clingo expands `node(1..3)` and `edge(1,(2;3))` when it grounds them.
    from galaxies_asp.core.asp.program import Program

    program = Program(name="the facts", short_searches=True, most=_MOST_EXPANDED)
    program.add(text)
    program.ground()
    return [str(atom.symbol) for atom in program.control.symbolic_atoms]


def _is_fact(statement: "ast.AST") -> bool:
    from clingo import ast

    return (
        statement.ast_type == ast.ASTType.Rule
        and not statement.body
        and statement.head.ast_type == ast.ASTType.Literal
        and statement.head.sign == ast.Sign.NoSign
        and statement.head.atom.ast_type == ast.ASTType.SymbolicAtom
    )


def place_of(text: str, fact: str) -> tuple[int | None, int | None]:
    """Return the line and the column of a fact in a text of facts, from 1.

    The last one counts if it is there twice; None if it is in an interval.
    """
    places: dict[str, tuple[int, int]] = {}
    for statement in _parsed(text):
        begin = statement.location.begin
        places[str(getattr(statement, "head", ""))] = (begin.line, begin.column)
    return places.get(fact, (None, None))


def _parsed(text: str) -> "list[ast.AST]":
    from clingo import ast  # loaded by those who examine programs only

    parsed: list[ast.AST] = []
    with signals_deferred():
        ast.parse_string(text, parsed.append, logger=lambda _code, _message: None)
    return parsed


def joined(facts: Iterable[str]) -> str:
    """Return facts as a text, one per line."""
    return "".join(f"{fact}.\n" for fact in facts)


@lru_cache(maxsize=100_000)
def value(atom: str) -> tuple[Any, ...]:
    """Return an atom as a tuple: its name, then its arguments.

    Numbers are integers, tuples are tuples, other constants and strings are texts;
    other functions are tuples that begin with their name.
    """
    import clingo

    symbol = clingo.parse_term(atom)
    return (symbol.name, *map(value_of, symbol.arguments))


def values(atoms: Iterable[str], name: str) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of the atoms with this name."""
    for atom in atoms:
        if atom.startswith(name):
            whole, *arguments = value(atom)
            if whole == name:
                yield tuple(arguments)


def signature(atom: str) -> str:
    """Return the signature of an atom, such as `galaxy/2`."""
    name, *arguments = value(atom)
    return f"{name}/{len(arguments)}"


def value_in(facts: Iterable[str], name: str) -> Any:
    """Return the argument of the fact with a name; `AtomError` unless it is the one."""
    found = list(values(facts, name))
    if len(found) != 1:
        raise AtomError("", f"there is not exactly one fact {name}(N)")
    ((argument,),) = found
    return argument


def check_terms(kinds: Mapping[str, str], facts: Iterable[str]) -> None:
    """Check the arguments of facts, of which P is to be a point, and N a number.

    Raises
    ------
    AtomError
        For a fact with something else there.
    """
    for fact in facts:
        wanted = kinds.get(signature(fact), "")
        for argument, kind in zip(value(fact)[1:], wanted, strict=False):
            numbers = argument if isinstance(argument, tuple) else ()
            is_point = len(numbers) == 2 and all(isinstance(n, int) for n in numbers)
            if kind == "P" and not is_point:
                raise AtomError(fact, "it takes a point such as (3,5)")
            if kind == "N" and not isinstance(argument, int):
                raise AtomError(fact, "it takes a number")
