"""Rules that a board breaks already, whatever is drawn on it further.

Each rule at each place is judged alone, beside the definitions: what only several rules
together exclude is no fault, but a mistake.
"""

from collections.abc import Sequence
from functools import lru_cache

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.board.declarations import declared
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.explaining.engine.switched import Switched
from galaxies_asp.explaining.words.headings import broken_in_words
from galaxies_asp.explaining.words.known import Known
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
    drawn = [switched.literal(symbol_of(atom)) or 0 for atom in sheet.atoms]
    out = [-(switched.literal(symbol_of(atom)) or 0) for atom in sheet.excluded]
    broken = switched.never({*drawn, *out} - {0})
    words = declared(program_engine(sheet.blank, rules).source.text)
    known = Known.of(sheet.under(rules), {}, words)
    return [*broken_in_words(broken, known)]


@lru_cache(maxsize=4)
def _switched(puzzle: AnySheet, rules: Rules) -> Switched:
    """Return the rules for a puzzle; strokes on one puzzle follow each other."""
    engine = program_engine(puzzle, rules)
    facts = puzzle.family.adjusted(puzzle.under(rules).facts)
    return Switched(engine.source, facts, engine.name)
