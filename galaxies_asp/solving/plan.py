"""Which engine answers when.

| rules                               | question                      | engine         |
|-------------------------------------|-------------------------------|----------------|
| any encoding but `auto` and `fast`, | all                           | program: the   |
| or a variant                        |                               | encoding       |
| `auto`, and a board that is short   | solutions of a single puzzle  | program: grow  |
| to ground and easy to search        |                               |                |
| `auto` or `fast`                    | solutions                     | bits           |
| `auto` or `fast`, own verifier      | about all solutions           | program: grow  |
| `auto` or `fast`                    | about all solutions           | bits           |

No other module asks whether rules are standard.
"""

from galaxies_asp.asp.encodings import AUTO, FAST, GROW
from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.solving.bits import BitEngine, Way
from galaxies_asp.solving.engine import Engine
from galaxies_asp.solving.programs import ProgramEngine

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


def engine(puzzle: Puzzle, rules: Rules = STANDARD) -> Engine:
    """Return the engine that answers questions about all solutions of a puzzle.

    Raises
    ------
    EncodingError
        If there is no such encoding, or it does not state a variant of the puzzle.
    """
    puzzle = rules.puzzle(puzzle)
    if not _are_stated_by_bits(rules, puzzle) or rules.verifier is not None:
        return program_engine(puzzle, rules)
    return BitEngine(puzzle, rules, _way)


def solver(
    puzzle: Puzzle, rules: Rules = STANDARD, *, in_loops: bool = False
) -> Engine:
    """Return the engine that searches for some solutions of a puzzle.

    Parameters
    ----------
    in_loops
        Many puzzles are solved: what bit sets can solve, they solve.

    Raises
    ------
    EncodingError
        See `engine`.
    """
    puzzle = rules.puzzle(puzzle)
    if not _are_stated_by_bits(rules, puzzle):
        return program_engine(puzzle, rules)
    is_short = puzzle.width * puzzle.height <= GROUNDED_CELLS
    if rules.encoding == FAST or in_loops or not is_short or _has_stages(puzzle):
        return BitEngine(puzzle, rules, _way)
    return program_engine(puzzle, rules)


def program_engine(puzzle: Puzzle, rules: Rules = STANDARD) -> ProgramEngine:
    """Return the engine that asks clingo, also for what bit sets can answer.

    Raises
    ------
    EncodingError
        See `engine`.
    """
    puzzle = rules.puzzle(puzzle)
    encoding = rules.entry(puzzle)
    is_short = encoding == GROW and puzzle.width * puzzle.height <= SHORT_CELLS
    return ProgramEngine(puzzle, rules, encoding, is_short=is_short)


def _are_stated_by_bits(rules: Rules, puzzle: Puzzle) -> bool:
    return rules.encoding in (AUTO, FAST) and not puzzle.variants


def _way(puzzle: Puzzle, pairs: int) -> Way:
    """Return how to search with this number of open pairs."""
    cells = puzzle.width * puzzle.height
    if pairs >= max(STAGED_PAIRS, STAGED_PAIRS_OF_A_CELL * cells):
        return "stages"
    return "look ahead" if pairs >= LARGE_PAIRS else "search"


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
