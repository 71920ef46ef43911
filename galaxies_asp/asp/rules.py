"""Rules: the encoding that states them, their variants, and who verifies the models.

Every verb takes rules. The standard rules have fast implementations, which are used
where no other encoding is named: `auto` chooses between them and `grow.lp`.
"""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from galaxies_asp.asp.encodings import AUTO, BUILT_IN, FAST, MIXES, base_of, variants
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.errors import EncodingError

NO_VERIFIER = "none"
"""The name that turns verification off."""

GROUNDED_CELLS = 900
"""Up to this number of cells, `auto` solves `grow.lp` itself through clingo."""


class Rules(NamedTuple):
    """The rules of a puzzle.

    Parameters
    ----------
    encoding
        `auto`, `fast`, a built-in encoding, a mix, or a file. Variants may be added to
        `auto`, a mix or a file, as in `auto+quarter-turn`.
    verifier
        `FILE:FUNCTION`, a function that judges the models instead of the built-in
        verifier; naming it runs the file. `none`: nothing verifies the models.
    """

    encoding: str = AUTO
    verifier: str | None = None

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with the variants that the encoding names."""
        more = variants(self.encoding)
        if more <= puzzle.variants:
            return puzzle
        return replace(puzzle, variants=puzzle.variants | more)

    def are_standard(self, puzzle: Puzzle) -> bool:
        """Tell whether implementations of the standard rules may be used."""
        named = self.encoding in (AUTO, FAST) and self.verifier is None
        return named and not puzzle.variants

    def entry(self, puzzle: Puzzle, *, in_loops: bool = False) -> str:
        """Return the name of the encoding to ground for a puzzle.

        Parameters
        ----------
        in_loops
            Many puzzles are solved: `auto` always takes the fast implementation.

        Raises
        ------
        EncodingError
            If the encoding does not state a variant of the puzzle.
        """
        base, *changes = self.encoding.split("+")
        if Path(self.encoding).is_file() or base not in (AUTO, FAST, *BUILT_IN, *MIXES):
            return self.encoding
        missing = sorted(self.puzzle(puzzle).variants - set(changes))
        if base in (FAST, *BUILT_IN) and missing:
            raise EncodingError(
                f"the puzzle has the variant {str(missing[0])!r}, and {base!r} states "
                f"the standard rules; name a mix ({', '.join(MIXES)}) or {AUTO!r}"
            )
        if base == AUTO and not missing and not changes:
            cells = puzzle.width * puzzle.height
            return FAST if in_loops or cells > GROUNDED_CELLS else BUILT_IN[0]
        if base == AUTO:
            base = base_of(self.puzzle(puzzle).variants)
        return "+".join([base, *changes, *missing])


STANDARD = Rules()
"""The rules of the puzzle itself, by the encoding that `auto` chooses."""
