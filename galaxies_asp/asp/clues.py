"""Clues that an encoding declares: chosen, and checked."""

import re
from collections import Counter
from collections.abc import Sequence

from clingo import ast

from galaxies_asp.asp.atoms import signature, value
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.asp.sources import Text
from galaxies_asp.board.declarations import Declaration
from galaxies_asp.board.errors import AtomError

_MOST = 400_000
"""The most ground rules of all domains: this check has no time limit."""
_NAME = re.compile(r"(?<![#\w])_*[a-z]\w*")


def opened(clues: Sequence[Declaration]) -> str:
    """Return the rules that choose clues from their domains."""
    return "".join(f"{{ {one.atom} : {one.domain} }}.\n" for one in clues)


def check_clues(
    source: Text, clues: Sequence[Declaration], frame: str, facts: Sequence[str]
) -> None:
    """Check that clues are in their domain, and that no place has two of a kind.

    Parameters
    ----------
    source
        The encoding that declares them.
    frame
        The facts of the puzzle.
    facts
        Those to check.

    Raises
    ------
    AtomError
        If one is wrong.
    """
    names = {one.signature: one for one in clues}
    given = [fact for fact in facts if signature(fact) in names]
    places = Counter((name, *rest[:1]) for name, *rest in map(value, given))
    for fact in given:
        if places[value(fact)[:2]] > 1:
            raise AtomError(fact, "this clue is there twice")
    if not given:
        return
    rules = [f"declared_clue({one.atom}) :- {one.domain}." for one in clues]
    program = Program(name="the domains of the clues", most=_MOST)
    program.add("\n".join([frame, *rules, *_definitions(source, rules)]))
    program.ground()
    legal = program.atoms(["declared_clue/1"])
    for fact in given:
        if f"declared_clue({fact})" not in legal:
            domain = names[signature(fact)].domain
            raise AtomError(fact, f"its declaration excludes it: it needs {domain}")


def _definitions(source: Text, rules: Sequence[str]) -> list[str]:
    """Return the rules of an encoding that may define what occurs in other rules."""
    kinds = ast.ASTType.Rule, ast.ASTType.Definition
    parsed = statements(source, "the encoding")
    texts = (str(one) for one in parsed if one.ast_type in kinds)
    heads = {text: _NAME.findall(text.partition(":-")[0]) for text in texts}
    needed = {name for rule in rules for name in _NAME.findall(rule)}
    chosen: list[str] = []
    while more := [text for text in heads if not needed.isdisjoint(heads[text])]:
        chosen += more
        needed.update(name for text in more for name in _NAME.findall(text))
        heads = {text: names for text, names in heads.items() if text not in more}
    return chosen
