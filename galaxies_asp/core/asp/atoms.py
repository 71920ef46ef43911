"""Atoms of texts: facts are parsed here."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp import parser
from galaxies_asp.core.asp.parser import LARGEST
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Arguments, Atom
from galaxies_asp.core.board.errors import AtomError, EncodingError
from galaxies_asp.core.board.grid import Point, cell_at, is_cell
from galaxies_asp.core.board.puzzle import check_size

if TYPE_CHECKING:  # loaded where there are atoms
    from galaxies_asp.core.asp.clingo import ast

_FAULT = r"<string>:(\d+):(\d+)-.*?: error: (.*)"
"""A message of clingo."""

_HARMLESS = re.compile(r'"[^"]*"|(?<=[(,])-(?=\d{1,9}[,)])')
"""Strings and signs of small numbers, which have no operators."""

_MOST_EXPANDED = 100_000


@lru_cache(maxsize=100_000)
def parsed(text: str) -> Atom:
    """Return the atom that clingo reads in a text, or raise `RuntimeError`."""
    return atom_of(parser.term(text))


@lru_cache(maxsize=100)
def facts_of(text: str) -> tuple[Atom, ...]:
    """Return the facts of a text; intervals are expanded.

    Raises `EncodingError` if the text has a syntax error, is not only facts, or has
    an undefined term, a number that leaves 32 bits, or over 100,000 facts.
    """
    if "#include" in text:  # clingo would open the file
        raise EncodingError("the facts: #include is not a fact")
    log: list[str] = []
    try:
        statements = parser.statements(text, log.append)
    except RuntimeError:
        line, column, fault = re.findall(_FAULT, log[0])[0]
        place = f"line {line}, column {column}"
        raise EncodingError(f"the facts, {place}: {fault}") from None
    kept = [s for s in statements if s.ast_type.name != "Comment" and not _is_base(s)]
    found: list[Atom] = []
    for statement in kept:
        found += _facts(statement, len(found))
    return tuple(found)


def _facts(statement: "ast.AST", before: int) -> Iterable[Atom]:
    """Return the facts of a statement after `before` others; clingo computes terms."""
    if not _is_fact(statement):
        raise EncodingError(f"{statement}: this is not a fact")
    text, begin = str(statement.head), statement.location.begin
    place = f"the facts, line {begin.line}, column {begin.column}"
    if {*_HARMLESS.sub("", text)}.intersection("*+-?^&"):
        from galaxies_asp.core.asp.numbers import leaving

        for term, _ in leaving(statement):
            raise EncodingError(f"{place}: the number {term} is above {LARGEST}")
    if not any(part in text for part in ("..", ";", "\\")):
        try:
            return (parsed(text),)
        except RuntimeError:
            fault = f"{text} has a variable or an undefined term"
            raise EncodingError(f"{place}: {fault}") from None
    # clingo expands `node(1..3)` and `edge(1,(2;3))` when it grounds them; only then
    # it refuses each undefined remainder.
    from galaxies_asp.core.asp.program import Program

    program = Program(name="the facts", short_searches=True, most=_MOST_EXPANDED)
    program.add(f"{text}.")
    program.ground()
    for message in program.messages:
        fault = " ".join(message.partition("info: ")[2].split())
        raise EncodingError(f"{place}: {fault or message}")
    expanded = program.control.symbolic_atoms
    if before + len(expanded) > _MOST_EXPANDED:
        raise EncodingError(f"{place}: there are over {_MOST_EXPANDED:,} facts")
    return tuple(atom_of(atom.symbol) for atom in expanded)


def _is_base(statement: "ast.AST") -> bool:
    is_part = statement.ast_type.name == "Program"
    return is_part and statement.name == "base" and not statement.parameters


def _is_fact(statement: "ast.AST") -> bool:
    from galaxies_asp.core.asp.clingo import ast

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
    for statement in parser.statements(text, lambda _: None):
        begin = statement.location.begin
        places[str(getattr(statement, "head", ""))] = (begin.line, begin.column)
    return places.get(fact, (None, None))


def values(atoms: Iterable[Atom | str], name: str) -> Iterator[Arguments]:
    """Yield the arguments of the atoms with this name; texts are parsed."""
    for one in atoms:
        atom = parsed(one) if isinstance(one, str) else one
        if atom.name == name:
            yield atom.arguments


def value_in(facts: Iterable[Atom], name: str) -> Any:
    """Return the argument of the fact with a name; `AtomError` unless it is the one."""
    found = list(values(facts, name))
    if len(found) != 1:
        fault = f"are {len(found)} facts" if found else "is no fact"
        raise AtomError("", f"there {fault} {name}(N); a board needs exactly one")
    ((argument,),) = found
    return argument


def size_of(facts: Collection[Atom]) -> tuple[int, int]:
    """Return the width and the height in facts; raise an error if they are wrong."""
    width, height = value_in(facts, "width"), value_in(facts, "height")
    check_size(width, height)
    return width, height


def cells_in(facts: Collection[Atom]) -> set[Point]:
    """Return the cells of a board of squares, without those that are missing."""
    width, height = size_of(facts)
    cells = {cell_at(x, y) for x in range(width) for y in range(height)}
    return cells - {hole for (hole,) in values(facts, "hole")}


def check_holes(facts: Collection[Atom]) -> None:
    """Raise an error if the size is wrong, or a hole is no cell, or no cell is left."""
    width, height = size_of(facts)
    for hole in (atom for atom in facts if atom.signature == "hole/1"):
        (at,) = hole.arguments
        if not (
            isinstance(at, Point)
            and is_cell(at)
            and 0 < at.x < 2 * width
            and 0 < at.y < 2 * height
        ):
            raise AtomError(
                str(hole), f"this is no cell of a board of {width}x{height}"
            )
    if not cells_in(facts):
        raise AtomError("", "all cells are missing")
