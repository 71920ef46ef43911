"""Rules: the encoding that states them, their variants, and who verifies the models.

Every verb takes rules. The standard rules have fast implementations, which are used
where no other encoding is named: for `auto`, `solving.plan` chooses between them and
`grow.lp`.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from galaxies_asp.asp.encodings import (
    AUTO,
    BUILT_IN,
    FAST,
    GROW,
    MIXES,
    ON_SQUARES,
    base_of,
    variants,
)
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.board.grid import SQUARE
from galaxies_asp.board.puzzle import Puzzle

AnyPuzzle = TypeVar("AnyPuzzle")

NO_VERIFIER = "none"
"""The name that turns verification off."""


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

    @classmethod
    def of(cls, rules: "Rules | str") -> "Rules":
        """Return rules; a text is the name of their encoding."""
        return cls(rules) if isinstance(rules, str) else rules

    def puzzle(self, puzzle: AnyPuzzle) -> AnyPuzzle:
        """Return the puzzle with the variants that the encoding names.

        A puzzle of another family than Galaxies is returned as it is.
        """
        more = variants(self.encoding)
        if not isinstance(puzzle, Puzzle) or more <= puzzle.variants:
            return puzzle
        return replace(puzzle, variants=puzzle.variants | more)

    def entry(self, puzzle: Puzzle) -> str:
        """Return the name of the encoding to ground for a puzzle.

        Raises
        ------
        EncodingError
            If the encoding does not state a variant of the puzzle, or its lattice.
        """
        base, *changes = self.encoding.split("+")
        _check_lattice(puzzle, (base, *changes))
        is_known = base in (AUTO, FAST, *BUILT_IN, *MIXES)
        if not is_known or (changes and Path(self.encoding).is_file()):
            return self.encoding
        missing = sorted(self.puzzle(puzzle).variants - set(changes))
        if base in (FAST, *BUILT_IN) and missing:
            raise EncodingError(
                f"the puzzle has the variant {str(missing[0])!r}, and {base!r} states "
                f"the standard rules; name a mix ({', '.join(MIXES)}) or {AUTO!r}"
            )
        if base in (AUTO, FAST) and not missing and not changes:
            return GROW
        if base == AUTO:
            base = base_of(self.puzzle(puzzle).variants)
        return "+".join([base, *changes, *missing])


def _check_lattice(puzzle: Puzzle, parts: Iterable[str]) -> None:
    if puzzle.lattice == SQUARE:
        return
    for part in parts:
        if part in ON_SQUARES:
            raise EncodingError(
                f"{part!r} states rules of square cells, and the lattice of the puzzle "
                f"is {puzzle.lattice.name}"
            )


STANDARD = Rules()
"""The rules of the puzzle itself, by the encoding that `auto` chooses."""
