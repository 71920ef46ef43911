"""Rules: the encoding that states them, their variants, and who verifies the models.

Every verb takes rules. The standard rules have fast implementations, which are used
where no other encoding is named: for `auto`, `solving.plan` chooses between them and
`grow.lp`.
"""

from dataclasses import replace
from typing import NamedTuple, TypeVar

from galaxies_asp.asp.encodings import (
    AUTO,
    BUILT_IN,
    FAST,
    GROW,
    KNOWN,
    MIXES,
    ON_SQUARES,
    added_files,
    base_of,
    parsed,
    text,
    variants,
)
from galaxies_asp.asp.sources import Text
from galaxies_asp.board.declarations import Declaration, clues_of, declared
from galaxies_asp.board.errors import AtomError, EncodingError, NotationError
from galaxies_asp.board.facts import program
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
        """Return the puzzle with the variants and declarations of the encoding.

        A puzzle of another family than Galaxies is returned as it is.

        Raises
        ------
        NotationError
            If the encoding does not declare a clue of the puzzle, or its declaration
            excludes it.
        """
        if not isinstance(puzzle, Puzzle):
            return puzzle
        known = puzzle.declarations
        if puzzle.clues and not known:
            source = text(self.entry(replace(puzzle, clues=())))
            known = _declarations(puzzle, source, self.encoding)
        more = puzzle.variants | variants(self.encoding)
        if (known, more) == (puzzle.declarations, puzzle.variants):
            return puzzle
        return replace(puzzle, variants=more, declarations=known)

    def entry(self, puzzle: Puzzle) -> str:
        """Return the name of the encoding to ground for a puzzle.

        Raises
        ------
        EncodingError
            If the encoding does not state a variant of the puzzle, or its lattice.
        """
        base, changes, is_file = parsed(self.encoding)
        if puzzle.lattice != SQUARE and (of_squares := {base, *changes} & ON_SQUARES):
            raise EncodingError(
                f"{min(of_squares)!r} states rules of square cells, and the lattice of "
                f"the puzzle is {puzzle.lattice.name}"
            )
        if is_file or base not in KNOWN:
            return self.encoding
        missing = sorted(self.puzzle(puzzle).variants - set(changes))
        if base in (FAST, *BUILT_IN) and missing:
            raise EncodingError(
                f"the puzzle has the variant {str(missing[0])!r}, and {base!r} states "
                f"the standard rules; name a mix ({', '.join(MIXES)}) or {AUTO!r}"
            )
        is_added = len(added_files(self.encoding)) == len(changes)
        if base in (AUTO, FAST) and not missing and is_added:
            return "+".join([GROW, *changes])
        if base == AUTO:
            base = base_of(self.puzzle(puzzle).variants)
        return "+".join([base, *changes, *missing])


def _declarations(
    puzzle: Puzzle, source: Text, encoding: str
) -> tuple[Declaration, ...]:
    """Return the declared clues of an encoding; those of the puzzle must be legal."""
    from galaxies_asp.asp.clues import check_clues  # loads clingo

    known = clues_of(declared(source.text))
    try:
        for clue in puzzle.clues:
            if clue.partition("(")[0] not in {one.name for one in known}:
                names = ", ".join(one.signature for one in known) or "no clue"
                raise AtomError(
                    clue,
                    f"unknown predicate; the encoding {encoding} declares {names}; "
                    "choose an encoding that declares it",
                )
        check_clues(source, known, program(puzzle), puzzle.clues)
    except AtomError as error:
        twice = [clue for clue in puzzle.clues if clue == error.fact]
        raise NotationError(str(error), *(twice[-1].place or (None, None))) from None
    return tuple(known)


STANDARD = Rules()
"""The rules of the puzzle itself, by the encoding that `auto` chooses."""

PROPAGATED = Rules(FAST)
"""The same rules, where no answer of the declarative encoding is asked for."""
