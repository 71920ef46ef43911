"""Rules: the encoding that states them, their variants, and who verifies the models.

Every verb takes rules. The standard rules have fast implementations, which are used
where no other encoding is named: for `auto`, `solving.plan` chooses between them and
`grow.lp`.
"""

from dataclasses import replace
from typing import NamedTuple

from galaxies_asp.core.asp.encodings import AUTO, entry, text, variants
from galaxies_asp.core.board.puzzle import Puzzle

NO_VERIFIER = "no-verifier"
"""The name that turns verification off."""


class Rules(NamedTuple):
    """The rules of a puzzle."""

    encoding: str = AUTO
    """`auto`, `fast`, a built-in encoding, a mix, or a file. Variants may be added to
    `auto`, a mix or a file, as in `auto+quarter-turn`."""
    verifier: str | None = None
    """The function that judges the models instead of the built-in verifier, written as
    `FILE:FUNCTION`; naming it runs the file. With `no-verifier`, nothing verifies."""

    @classmethod
    def of(cls, rules: "Rules | str") -> "Rules":
        """Return rules; a text is the name of their encoding."""
        if isinstance(rules, str):
            return cls(rules)
        if not (isinstance(rules, cls) and isinstance(rules.encoding, str)):
            raise TypeError(f"rules are Rules of a text, or a text, not {rules!r:.60}")
        return rules

    def entry(self, puzzle: Puzzle) -> str:
        """Return the name of the encoding to ground for a puzzle.

        Raises `EncodingError` if the encoding does not state a variant of the puzzle,
        or its lattice.
        """
        return entry(self.encoding, puzzle.variants, puzzle.lattice)

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with the variants and declarations of the encoding.

        Raises `NotationError` if the encoding does not declare a clue of the puzzle, or
        its declaration excludes it.
        """
        more = puzzle.variants | variants(self.encoding)
        if more != puzzle.variants:
            return self.puzzle(replace(puzzle, variants=more))
        if not puzzle.clues or puzzle.declarations:
            return puzzle
        from galaxies_asp.core.asp.clues import declarations  # loads clingo

        named = entry(self.encoding, puzzle.variants, puzzle.lattice)
        known = declarations(text(named), puzzle, self.encoding)
        return replace(puzzle, declarations=known)


STANDARD = Rules()
"""The rules of the puzzle itself, by the encoding that `auto` chooses."""
