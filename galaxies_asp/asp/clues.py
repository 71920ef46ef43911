"""Clues that an encoding declares: chosen, and checked."""

from collections import Counter
from collections.abc import Sequence

from galaxies_asp.asp.atoms import signature, value
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.sources import Text
from galaxies_asp.board.declarations import Declaration
from galaxies_asp.board.errors import AtomError


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
    program = Program(source=source, name="the encoding")
    rules = (f"declared_clue({one.atom}) :- {one.domain}.\n" for one in clues)
    program.add(frame + "".join(rules))
    program.ground()
    legal = program.atoms(["declared_clue/1"])
    for fact in given:
        if f"declared_clue({fact})" not in legal:
            domain = names[signature(fact)].domain
            raise AtomError(fact, f"its declaration excludes it: it needs {domain}")
