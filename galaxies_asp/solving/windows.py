"""Searches of windows: a partial solution leaves fewer and fewer cells uncovered."""

from galaxies_asp.asp.program import Program
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast import rules
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.restricted import PartialSolution

WINDOW_CONFLICTS = 1000
"""The conflicts after which the best solution of a window is taken."""

LEAST = 100
"""Each search counts at least as much, because making its program takes time."""

OPTIONS = ("--configuration=jumpy", "--sign-def=pos")
"""The options of clingo for windows and for parts; see `benchmarks/sparse.py`."""


class Windows:
    """Searches of windows, which improve a partial solution.

    Parameters
    ----------
    name
        What error messages call the program.
    pairs, puzzle, seed
        See `PartialSolution`.

    Attributes
    ----------
    solution
        The partial solution.
    """

    def __init__(
        self, name: str, pairs: PairLists, puzzle: Puzzle, seed: int = 0
    ) -> None:
        self._name = name
        self.solution = PartialSolution(pairs, puzzle, seed)
        self._number = 0

    def search(self, conflicts: int) -> set[int] | None:
        """Return the atoms of a solution, or None after this number of conflicts."""
        solution = self.solution
        while conflicts > 0:
            self._number += 1
            window = solution.window()
            program = Program(
                [
                    *("0", f"--opt-mode=opt,{window.bound}"),
                    *(f"--solve-limit={WINDOW_CONFLICTS}", f"--seed={self._number}"),
                    *OPTIONS,
                ],
                name=self._name,
                short_searches=True,
            )
            program.add_ground_rules(rules.relaxed(window.pairs, window.weights))
            shown = None
            for model in program.models():
                shown = model.symbols(shown=True)
            taken = (
                window.given_up
                if shown is None
                else {window.numbers[atom.number - 1] for atom in shown}
            )
            conflicts -= LEAST if program.exhausted else WINDOW_CONFLICTS
            solution.follow(window, taken, program.exhausted)
            if solution.is_solved:
                return {pair + 1 for pair in solution.best}
        return None
