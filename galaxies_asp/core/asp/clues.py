"""Clues that an encoding declares: read, chosen, and checked."""

import re
from collections.abc import Sequence
from functools import lru_cache

from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.sources import COMMENT, Text
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import Clue, Declaration, clues_of, declared
from galaxies_asp.core.board.errors import (
    AtomError,
    EncodingError,
    NotationError,
    did_you_mean,
)
from galaxies_asp.core.board.facts import INPUTS, program
from galaxies_asp.core.board.puzzle import Puzzle

_MOST = 400_000
"""The most ground rules of all domains: this check has no time limit."""

CLOSED = "clue_closed"
"""The predicate of the places at which no clue is chosen."""

_PREDICATE = re.compile(r"\b([a-z]\w*)[(/]")
_NAME = re.compile(r"(?<![#\w])_*[a-z]\w*")


def declarations(
    source: Text, puzzle: Puzzle, encoding: str
) -> tuple[Declaration, ...]:
    """Return the inputs of its own that an encoding of a name declares.

    Those without a domain may be any facts, and are not chosen.

    Raises `NotationError` if it does not declare a clue of the puzzle, or its
    declaration excludes it.
    """
    known = {
        signature: one
        for signature, one in declared(source.text).items()
        if one.role == "Input" and one.name not in INPUTS
    }
    try:
        for clue in puzzle.clues:
            if parsed(clue).signature not in known:
                declares = ", ".join(known) or "no clue"
                raise AtomError(
                    clue,
                    f"unknown predicate; the encoding {encoding} declares {declares}; "
                    "choose an encoding that declares it, or name another type with "
                    "--family",
                )
        check_clues(source, clues_of(known), program(puzzle), puzzle.clues)
    except AtomError as error:
        places = [clue.place for clue in puzzle.clues if clue == error.fact]
        raise NotationError(str(error), *(places[-1] or (None, None))) from None
    return tuple(known.values())


def opened(clues: Sequence[Declaration], *, is_usual: bool = False) -> str:
    """Return the rules that choose clues from their domains, one at each place.

    `is_usual`: choose them as in generated puzzles, and none at a place that is
    `CLOSED`.
    """
    lines = [f"#defined {CLOSED}/1.\n"] * is_usual
    for clue in clues:
        atom, domain = clue.atom, clue.usual if is_usual else clue.domain
        first, *rest = clue.arguments or ("",)
        domain += f", not {CLOSED}({first})" if is_usual and first else ""
        lines.append(f"{{ {atom} : {domain} }}.\n")
        if rest:  # P is a point, and one value is chosen there
            values = f"{','.join(rest)} : {atom}"
            some = f"{clue.name}({','.join([first, *('_' for _ in rest)])})"
            lines.append(f":- {some}, #count {{ {values} }} > 1.\n")
        elif first:  # in the order of clingo, numbers are less than names and points
            is_number = f"{first} <= {2**31 - 1}"  # no name: it may be a constant
            lines.append(f":- #count {{ {first} : {atom}, {is_number} }} > 1.\n")
    return "".join(lines)


def place_in(source: Text, one: Declaration) -> str:
    """Return the file and the line of a declaration in an encoding."""
    above = source.text.partition(f"%*! {one.name}(")[0]
    file, line = source.position(above.count("\n") + 1)
    return f"{file}:{line}"


def legal(
    source: Text,
    clues: Sequence[Declaration],
    frame: str,
    *,
    is_usual: bool = False,
    among: Sequence[str] | None = None,
) -> list[Clue]:
    """Return the atoms in the domains of clues.

    `source`: the encoding that declares them. `frame`: the facts of the puzzle.
    `is_usual`: return the ones of generated puzzles. `among`: atoms; None for all:
    large domains take time.

    Raises `EncodingError` with the place of a faulty domain.
    """
    domains = ((c.atom, c.usual if is_usual else c.domain) for c in clues)
    given = "" if among is None else "given_clue({0}), "
    rules = [
        f"declared_clue({atom}) :- {given.format(atom)}{domain}."
        for atom, domain in domains
    ]
    rules += (f"given_clue({atom})." for atom in among or ())
    definitions = _definitions(source, rules)
    program = Program(name="the domains of the clues", most=_MOST)
    try:
        program.add("\n".join([frame, *rules, *definitions]))
        program.ground()
    except EncodingError as error:
        for one in clues if len(clues) > 1 else ():
            legal(source, [one], frame, is_usual=is_usual, among=among)
        said = str(error)
        faults = re.findall("(?:note|error): (.*)", said) or said.splitlines()
        domain = clues[0].usual if is_usual else clues[0].domain
        fault = f"the domain {domain} is refused: {faults[-1]}"
        raise EncodingError(f"{place_in(source, clues[0])}: {fault}") from None
    atoms = program.occurring("declared_clue/1")
    return [Clue(clue) for clue in sorted(atom.symbol.arguments[0] for atom in atoms)]


@lru_cache(maxsize=100)
def derived(source: Text, signatures: tuple[str, ...], frame: str) -> list[Atom]:
    """Return the atoms of some predicates that follow from the facts of a puzzle."""
    program = Program(name="what the board shows", most=_MOST)
    names = [signature.partition("/")[0] for signature in signatures]
    program.add("\n".join([frame, *_definitions(source, names)]))
    program.ground()
    return [atom_of(atom.symbol) for atom in program.occurring(*signatures)]


def check_domains(source: Text, clues: Sequence[Declaration]) -> None:
    """Raise `EncodingError` if a domain has a predicate that the encoding never has.

    `source`: the encoding that declares the clues.
    """
    rules = re.sub(COMMENT, "", source.text)
    names = set(re.findall(_PREDICATE, rules))
    for one in clues:
        for name in re.findall(_PREDICATE, one.usual):
            if name not in names:
                fault = f"no rule defines {name!r}{did_you_mean(name, names)}"
                said = f"the declaration of {one.atom}: {fault}"
                raise EncodingError(f"{place_in(source, one)}: {said}")


def check_clues(
    source: Text, clues: Sequence[Declaration], frame: str, facts: Sequence[str]
) -> None:
    """Check that clues are in their domain, and that no place has two of a kind.

    `source`, `clues`, `frame`: see `legal`. `facts`: those to check. Raises `AtomError`
    if one is wrong.
    """
    known = {declaration.signature: declaration for declaration in clues}
    given = [Clue(fact) for fact in facts if parsed(fact).signature in known]
    # A place: a point, or that the clue is a number.
    places = [(c.name, c.point() or c.value.isdigit() or c) for c in given]
    for clue, place in zip(given, places, strict=True):
        if places.count(place) > 1:
            raise AtomError(clue, "this clue is there twice")
    allowed = legal(source, clues, frame, among=given) if given else ()
    for clue in given:
        if clue not in allowed:
            one = known[parsed(clue).signature]
            fault = f"its declaration excludes it: it needs {one.domain}"
            raise AtomError(clue, fault + _possible(source, one, frame, clue))


def _possible(source: Text, known: Declaration, frame: str, clue: Clue) -> str:
    """Return in words which numbers a clue can have at its place; empty without any."""
    if (at := clue.point()) is None or len(known.arguments) != 2:
        return ""
    here = known._replace(
        domain=f"{known.arguments[0]} = ({at[0]},{at[1]}), {known.domain}"
    )
    values = (one.value for one in legal(source, [here], frame))
    numbers = sorted(int(value) for value in values if value.isdigit())
    if not numbers:
        return ""
    said = " or ".join(map(str, numbers))
    if len(numbers) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        said = f"{numbers[0]} to {numbers[-1]}"
    return f"; {known.arguments[1]} is {said} there"


def _definitions(source: Text, rules: Sequence[str]) -> list[str]:
    """Return the rules of an encoding that may define what occurs in other rules."""
    kinds = ast.ASTType.Rule, ast.ASTType.Definition
    parsed = statements(source, "the encoding")
    texts = (str(statement) for statement in parsed if statement.ast_type in kinds)
    heads = {text: _NAME.findall(text.partition(":-")[0]) for text in texts}
    needed = {name for rule in rules for name in _NAME.findall(rule)}
    chosen: list[str] = []
    while more := [text for text in heads if not needed.isdisjoint(heads[text])]:
        chosen += more
        needed.update(name for text in more for name in _NAME.findall(text))
        heads = {text: names for text, names in heads.items() if text not in more}
    return chosen
