"""Rules that a board breaks already, whatever is drawn on it further.

Each rule at each place is judged alone, beside the definitions: what only several rules
together exclude is no fault, but a mistake. A board on which everything is drawn or
excluded is judged as an answer.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import declared
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.explaining.answers.questions import named
from galaxies_asp.explaining.engine.switched import Switched, minimal_core
from galaxies_asp.explaining.words.headings import broken_in_words, heading_of
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.phrases import listed
from galaxies_asp.solving.judging import judge
from galaxies_asp.solving.plan import program_engine

MOST_CELLS = 225
"""Of larger boards the rules would take long to be grounded at the first stroke."""


def is_too_large(sheet: AnySheet) -> bool:
    """Tell whether a board has too many cells, or facts if it has no cells."""
    cells = sheet.family.drawn_cells(sheet.position) or facts_of(sheet.facts)
    return len(cells) > MOST_CELLS


def live_faults(sheet: AnySheet, rules: Rules = STANDARD) -> Sequence[Violation]:
    """Return the rules that no further drawing can keep, each with its places.

    None are named of a family without an encoding of its own, nor of a large board.
    """
    is_bare = not sheet.atoms and not sheet.excluded
    if is_bare or not sheet.family.encodings or is_too_large(sheet):
        return ()
    switched = _switched(sheet.blank, rules)
    literals = {atom: switched.literal(symbol_of(atom)) or 0 for atom in sheet.atoms}
    for atom in sheet.excluded:
        literals[atom] = -(switched.literal(symbol_of(atom)) or 0)
    held = {*literals.values()} - {0}
    words = declared(program_engine(sheet.blank, rules).source.text)
    known = Known.of(sheet.under(rules), declared=words)
    if broken := switched.never(held):
        return [*broken_in_words(broken, known)]
    if switched.derivable(sheet.family.outputs) <= sheet.atoms | sheet.excluded:
        return named(judge(sheet, rules), sheet, rules)
    return [] if broken is not None else _undefined(switched, literals, known)


def _undefined(
    switched: Switched, literals: Mapping[Atom, int], known: Known
) -> Sequence[Violation]:
    """Return the definitions by which nothing has all that is drawn and excluded."""
    core = minimal_core(switched, [*literals.values()], (), len(literals))
    found = set(core or ())
    groups: dict[str, list[Atom]] = {}
    for atom, literal in sorted(literals.items()):
        if literal in found and atom.signature in switched.definitions:
            groups.setdefault(atom.signature, []).append(atom)
    faults = list[Violation]()
    for signature, atoms in groups.items():
        at = [one for a in atoms for one in a.arguments if isinstance(one, Point)]
        names = listed([known.named(one, "") for one in at])
        text = f"{heading_of(switched.definitions[signature])} ({names})"
        faults.append(Violation(Fault.BROKEN_RULE, tuple(at), text))
    return faults


@lru_cache(maxsize=4)
def _switched(puzzle: AnySheet, rules: Rules) -> Switched:
    """Return the rules for a puzzle; strokes on one puzzle follow each other."""
    engine = program_engine(puzzle, rules)
    facts = puzzle.family.adjusted(puzzle.under(rules).facts)
    return Switched(engine.source, facts, engine.name)
