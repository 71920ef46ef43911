"""Which engine answers when, and all thresholds.

Without the compiled library, clingo answers everything.
"""

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from galaxies_asp.core.asp.encodings import AUTO, FAST, GROW
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.engine import AnyEngine
from galaxies_asp.core.galaxies import AnyBoard, is_galaxies, sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.fast.kernel import has_kernel

if TYPE_CHECKING:  # only one of them answers
    from galaxies_asp.core.program_engine import ProgramEngine
    from galaxies_asp.solving.kernel_engine import Way

GROUNDED_CELLS = 900
"""Up to this number of cells, `auto` solves `grow.lp` itself through clingo."""

SMALL_CELLS = 300
"""Smaller boards are searched without stages."""

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
    return _planned(_Question(sheet_of(board).under(rules), rules, "all", part))


def solver(
    board: AnyBoard, rules: Rules = STANDARD, *, number: int = 0, part: str = ""
) -> AnyEngine:
    """Return the engine that searches for some solutions of a puzzle.

    `number`: the number of the puzzle in a batch: after the first, the kernel is
    faster, also on small boards. For `part` and errors see `engine`.
    """
    asked: Literal["once", "in loops"] = "in loops" if number else "once"
    return _planned(_Question(sheet_of(board).under(rules), rules, asked, part))


def has_standard_rules(board: AnyBoard, rules: Rules = STANDARD) -> bool:
    """Tell whether the standard rules of Galaxies are asked for, and no verifier."""
    question = _Question(sheet_of(board).under(rules), rules, "all")
    return not (question.has_other_rules() or question.has_listed_solutions())


class _Question(NamedTuple):
    """What is asked: one solution, solutions in a loop, or something about all."""

    sheet: AnySheet
    rules: Rules
    asked: Literal["once", "in loops", "all"]
    part: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, of Galaxies."""
        puzzle: Puzzle = self.sheet.position.puzzle
        return puzzle

    def has_other_rules(self) -> bool:
        """Tell whether only an encoding states the rules."""
        return not (
            FAST in self.sheet.family.usual_encodings
            and self.rules.encoding in (AUTO, FAST)
            and not self.puzzle.variants
        )

    def is_easy_once(self) -> bool:
        """Tell whether clingo grounds and solves `grow.lp`, which people can read."""
        return (
            self.asked == "once"
            and self.rules.encoding == AUTO
            and self.puzzle.width * self.puzzle.height <= GROUNDED_CELLS
            and _has_clingo()
            and not _has_stages(self.puzzle)
        )

    def has_listed_solutions(self) -> bool:
        """Tell whether a verifier of the user has to judge each of all solutions."""
        return self.asked == "all" and self.rules.verifier is not None


def _planned(question: _Question) -> AnyEngine:
    """Return the engine that answers: the kernel, if nothing speaks for clingo."""
    sheet, rules = question.sheet, question.rules
    if (
        question.has_other_rules()
        or question.is_easy_once()
        or question.has_listed_solutions()
        or not has_kernel()
    ):
        return program_engine(sheet, rules, question.part)
    from galaxies_asp.solving.kernel_engine import KernelEngine

    cells = question.puzzle.width * question.puzzle.height
    return KernelEngine(sheet, rules, _way, KERNEL_WORK + KERNEL_WORK_OF_A_CELL * cells)


def confirming(sheet: AnySheet, rules: Rules, number: int) -> str | None:
    """Return the encoding that confirms a complete answer, or None.

    The compiled kernel confirms the answer of `grow.lp` to a single puzzle. In a batch,
    `grow.lp` confirms a sample of the other answers.
    """
    if number and number % SAMPLE != 1:
        return None
    alone = _Question(sheet.under(rules), rules, "once")
    if alone.has_other_rules() or not alone.is_easy_once():
        return None
    if number:
        return GROW
    return FAST if has_kernel() else None


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


@cache
def _has_clingo() -> bool:
    """Tell whether clingo grounds; Python in a browser may have none, or a part."""
    spec = find_spec("clingo")
    return spec is not None and spec.submodule_search_locations is not None


def _has_stages(puzzle: Puzzle) -> bool:
    """Tell whether propagation leaves so many pairs open that stages are needed."""
    if puzzle.width * puzzle.height < SMALL_CELLS or not has_kernel():
        return False
    from galaxies_asp.fast.kernel import Kernel

    try:
        return _way(puzzle, Kernel.settled(puzzle).open_pairs) == "stages"
    except NoSolutionError:
        return False
