"""Which engine answers when, and all thresholds.

No other module asks whether rules are standard. Code that needs bit sets asks for
`Engine.has_bits`.
"""

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from galaxies_asp.asp.encodings import AUTO, FAST, GROW
from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.solving.engine import Engine, FamilyPuzzle
from galaxies_asp.solving.programs import ProgramEngine

if TYPE_CHECKING:  # not needed where clingo answers
    from galaxies_asp.solving.bits import Way

GROUNDED_CELLS = 900
"""Up to this number of cells, `auto` solves `grow.lp` itself through clingo."""

SHORT_CELLS = 400
"""Up to this number of cells, `grow.lp` is grounded within 0.03 seconds."""

SMALL_CELLS = 300
"""Smaller boards are searched without stages."""

STAGED_PAIRS = 1000
"""With fewer open pairs, bit sets are searched without stages."""

STAGED_PAIRS_OF_A_CELL = 1
"""With fewer open pairs for each cell, too: large boards with many dots are easier."""

LARGE_PAIRS = 10_000
"""With more open pairs, and no stages, clingo looks ahead."""

SAMPLE = 100
"""In a batch, `grow.lp` confirms one of this number of answers."""


def engine(
    puzzle: Puzzle | FamilyPuzzle, rules: Rules = STANDARD, part: str = ""
) -> Engine:
    """Return the engine that answers questions about all solutions of a puzzle.

    Parameters
    ----------
    part
        Of other families: the part of the output in which two solutions differ.

    Raises
    ------
    EncodingError
        If there is no such encoding, or it does not state a variant of the puzzle.
    """
    return _planned(puzzle, rules, "all", part)


def solver(
    puzzle: Puzzle | FamilyPuzzle,
    rules: Rules = STANDARD,
    *,
    number: int = 0,
    part: str = "",
) -> Engine:
    """Return the engine that searches for some solutions of a puzzle.

    Parameters
    ----------
    number
        The number of the puzzle in a batch: after the first, bit sets are faster, also
        on small boards.
    part
        See `engine`.

    Raises
    ------
    EncodingError
        See `engine`.
    """
    return _planned(puzzle, rules, "in loops" if number else "once", part)


def _planned(
    puzzle: Puzzle | FamilyPuzzle,
    rules: Rules,
    asked: Literal["once", "in loops", "all"],
    part: str = "",
) -> Engine:
    """Return the engine for a question: one solution, in loops, or all solutions."""
    if not isinstance(puzzle, Puzzle):
        return puzzle.engine(rules, part)
    puzzle = rules.puzzle(puzzle)
    if (
        _has_other_rules(puzzle, rules)
        or (asked == "once" and _is_easy_once(puzzle, rules))
        or (asked == "all" and rules.verifier is not None)  # it judges each solution
    ):
        return program_engine(puzzle, rules)
    from galaxies_asp.solving.bits import BitEngine

    return BitEngine(puzzle, rules, _way)


def _has_other_rules(puzzle: Puzzle, rules: Rules) -> bool:
    """Tell whether only an encoding states the rules."""
    return rules.encoding not in (AUTO, FAST) or bool(puzzle.variants)


def _is_easy_once(puzzle: Puzzle, rules: Rules) -> bool:
    """Tell whether clingo grounds and solves `grow.lp` before bit sets are made."""
    return (
        rules.encoding == AUTO
        and puzzle.width * puzzle.height <= GROUNDED_CELLS
        and _has_clingo()
        and not _has_stages(puzzle)
    )


def confirming(puzzle: Puzzle | FamilyPuzzle, rules: Rules, number: int) -> str | None:
    """Return the encoding that confirms an answer of a batch, or None.

    Of the answers that bit sets give in place of `grow.lp`, it confirms a sample.
    """
    if number % SAMPLE != 1 or not isinstance(puzzle, Puzzle):
        return None
    puzzle = rules.puzzle(puzzle)
    is_easy = not _has_other_rules(puzzle, rules) and _is_easy_once(puzzle, rules)
    return GROW if is_easy else None


def program_engine(puzzle: Puzzle, rules: Rules = STANDARD) -> ProgramEngine:
    """Return the engine that asks clingo, also for what bit sets can answer.

    Raises
    ------
    EncodingError
        See `engine`.
    """
    puzzle = rules.puzzle(puzzle)
    encoding = rules.entry(puzzle)
    is_small = puzzle.width * puzzle.height <= SHORT_CELLS
    return ProgramEngine(
        *(puzzle, rules, encoding),
        is_short=encoding == GROW and is_small,
        is_propagated=rules.verifier is None and not puzzle.variants,
    )


def _way(puzzle: Puzzle, pairs: int) -> "Way":
    """Return how to search with this number of open pairs."""
    cells = puzzle.width * puzzle.height
    if pairs >= max(STAGED_PAIRS, STAGED_PAIRS_OF_A_CELL * cells):
        return "stages"
    return "look ahead" if pairs >= LARGE_PAIRS else "search"


@cache
def _has_clingo() -> bool:
    """Tell whether clingo grounds; Python in a browser may have none, or a part."""
    spec = find_spec("clingo")
    return spec is not None and spec.submodule_search_locations is not None


def _has_stages(puzzle: Puzzle) -> bool:
    """Tell whether propagation leaves so many pairs open that stages are needed."""
    if puzzle.width * puzzle.height < SMALL_CELLS:
        return False
    from galaxies_asp.fast.bitboard import Bitboard

    if _way(puzzle, Bitboard(puzzle).number_of_pairs) != "stages":
        return False
    from galaxies_asp.fast.fixpoint import open_lists

    try:
        return _way(puzzle, len(open_lists(puzzle).dots)) == "stages"
    except NoSolutionError:
        return False
