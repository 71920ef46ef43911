"""clingo with an encoding of Galaxies."""

from collections.abc import Sequence

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import GROW
from galaxies_asp.core.asp.models import require_output
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.galaxies import CONSEQUENCES
from galaxies_asp.core.possibilities import CellPossibilities, possibilities_of_atoms
from galaxies_asp.core.program_engine import ProgramEngine

SHORT_CELLS = 400
"""Up to this number of cells, `grow.lp` is grounded within 0.03 seconds."""


class GalaxiesEngine(ProgramEngine[Position]):
    """clingo with an encoding of Galaxies; propagation may show that it is in vain."""

    @property
    def is_short(self) -> bool:
        """Whether grounding takes so little time that Ctrl-C can wait."""
        puzzle = self.sheet.position.puzzle
        is_small = puzzle.width * puzzle.height <= SHORT_CELLS
        return is_small and self.rules.entry(puzzle) == GROW

    def obstacle(self) -> str | None:
        """Return why propagation finds no solution, if it states the same rules."""
        puzzle = self.sheet.position.puzzle
        if self.has_own_rules or self.rules.verifier is not None or puzzle.variants:
            return None
        from galaxies_asp.fast.kernel import Kernel, has_kernel  # few boards have none

        try:
            if has_kernel():
                Kernel.settled(puzzle)
        except NoSolutionError as error:
            return str(error)
        return None

    def possibilities(self, deadline: float | None = None) -> CellPossibilities:
        """Return the dots that cells may have, and forced walls, by brave reasoning."""

        def atoms(model: clingo.Model) -> Sequence[clingo.Symbol]:
            require_output(program, model, self.family.outputs)
            return model.symbols(atoms=True)

        (program := self.program(["0"], CONSEQUENCES)).ground()
        symbols = program.shared("brave", atoms, deadline=deadline)
        if not symbols:
            message = f"a search shows this under the encoding {self.encoding}"
            raise NoSolutionError(message)
        return possibilities_of_atoms(self.sheet, symbols, self.encoding)
