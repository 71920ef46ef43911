"""Which engine answers when, and all thresholds.

Without the compiled library, clingo answers everything.
"""

from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp.encodings import AUTO, FAST, GROW
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.engine import AnyEngine
from galaxies_asp.core.galaxies import AnyBoard, is_galaxies, sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.fast.kernel import has_kernel

if TYPE_CHECKING:  # only one of them answers
    from galaxies_asp.core.program_engine import ProgramEngine
    from galaxies_asp.solving.kernel_engine import Way

GROUNDED_CELLS = 900
"""Up to this number of cells, `grow.lp` is grounded in milliseconds."""

STAGED_PAIRS = 1000
"""With fewer open pairs, boards are searched without stages."""

STAGED_PAIRS_OF_A_CELL = 1
"""With fewer open pairs for each cell, too: large boards with many dots are easier."""

LARGE_PAIRS = 10_000
"""With more open pairs, and no stages, clingo looks ahead."""

KERNEL_WORK, KERNEL_WORK_OF_A_CELL = 2_000_000, 50
"""The work after which the compiled kernel gives up: 25 milliseconds on small boards.

What it has decided until then stays decided."""

MANY_MODELS = 10
"""The number of solutions up to which puzzles of a batch are solved in one call."""

SAMPLE = 100
"""In a batch, `grow.lp` confirms one of this number of answers."""


def engine(board: AnyBoard, rules: Rules = STANDARD, part: str = "") -> AnyEngine:
    """Return the engine that answers questions about all solutions of a puzzle.

    `part`: the part of the output in which two solutions differ; empty: anything.
    Raises `EncodingError` if there is no such encoding, or it does not state a variant
    of the puzzle.
    """
    if rules.verifier is not None:  # it has to judge each of all solutions
        return program_engine(board, rules, part)
    return solver(board, rules, part)


def solver(board: AnyBoard, rules: Rules = STANDARD, part: str = "") -> AnyEngine:
    """Return the engine that searches for some solutions of a puzzle.

    For `part` and errors see `engine`.
    """
    sheet: AnySheet = sheet_of(board).under(rules)
    if not (_states_fast(sheet, rules) and has_kernel()):
        return program_engine(sheet, rules, part)
    from galaxies_asp.solving.kernel_engine import KernelEngine

    cells = sheet.position.puzzle.width * sheet.position.puzzle.height
    return KernelEngine(sheet, rules, _way, KERNEL_WORK + KERNEL_WORK_OF_A_CELL * cells)


def _states_fast(sheet: AnySheet, rules: Rules) -> bool:
    """Tell whether the rules are those of the kernel."""
    return (
        FAST in sheet.family.usual_encodings
        and rules.encoding in (AUTO, FAST)
        and not sheet.position.puzzle.variants
    )


def has_standard_rules(board: AnyBoard, rules: Rules = STANDARD) -> bool:
    """Tell whether the standard rules of Galaxies are asked for, and no verifier."""
    return rules.verifier is None and _states_fast(sheet_of(board).under(rules), rules)


def confirming(sheet: AnySheet, rules: Rules, number: int) -> str | None:
    """Return the encoding that confirms a complete answer of a batch, or None.

    `grow.lp` confirms a sample of the answers of the kernel. `number`: that of the
    puzzle in the batch, from 0.
    """
    if number % SAMPLE != SAMPLE - 1 or rules.encoding != AUTO or sheet.dots is None:
        return None
    is_small = sheet.dots.width * sheet.dots.height <= GROUNDED_CELLS
    is_fast = has_kernel() and _states_fast(sheet.under(rules), rules)
    return GROW if is_fast and is_small else None


def is_solved_with_others(sheet: AnySheet, rules: Rules, models: int) -> bool:
    """Tell whether one call solves a puzzle of a batch together with others."""
    puzzle = sheet.dots
    if puzzle is None or FAST not in sheet.family.usual_encodings:
        return False
    return (
        0 < models <= MANY_MODELS
        and rules.encoding in (AUTO, FAST)
        and rules.verifier is None
        and not (puzzle.variants or puzzle.clues or puzzle.holes or puzzle.walls)
        and puzzle.lattice == SQUARE
        and puzzle.width * puzzle.height <= GROUNDED_CELLS
        and has_kernel()
    )


def program_engine(
    board: AnyBoard, rules: Rules = STANDARD, part: str = ""
) -> "ProgramEngine[Any]":
    """Return the engine that asks clingo, also where the kernel would answer."""
    sheet: AnySheet = sheet_of(board).under(rules)
    if is_galaxies(sheet):
        from galaxies_asp.solving.galaxies_engine import GalaxiesEngine

        return GalaxiesEngine(sheet, rules, part)
    from galaxies_asp.core.program_engine import ProgramEngine

    return ProgramEngine(sheet, rules, part)


def _way(puzzle: Puzzle, pairs: int) -> "Way":
    """Return how to search with this number of open pairs."""
    cells = puzzle.width * puzzle.height
    if pairs >= max(STAGED_PAIRS, STAGED_PAIRS_OF_A_CELL * cells):
        return "stages"
    return "look ahead" if pairs >= LARGE_PAIRS else "search"
