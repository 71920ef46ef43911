"""The effect of each rule: omit it or replace it by a variant, and compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.asp.encodings import files, mixed, removable
from galaxies_asp.errors import EncodingError, GalaxiesError
from galaxies_asp.lab.domain import Board
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict
from galaxies_asp.variants import RuleVariant

_BASES = {RuleVariant.TOROIDAL: "choice+any", RuleVariant.LOOSE_WALLS: "walls"}
"""The encoding to study a variant with if the given one does not support it."""

Count = tuple[int, bool] | None
"""A number of answers, and whether it is complete; None if unknown."""


@dataclass(frozen=True)
class Effect:
    """How many answers a board has, or all boards of a size, with and without a change.

    The change is that one rule is missing, or that it is another one.
    """

    board: Board
    before: Count
    after: Count


@dataclass(frozen=True)
class RuleReport:
    """The effect of one rule, or of a variant of it.

    Attributes
    ----------
    rule
        The name of the part that was left out, or of the variant.
    base
        The encoding that was changed.
    verdict
        The smallest board on which it matters; or that there is none up to the size.
    effects
        What happens on the largest boards, all together, and on given boards.
    """

    rule: str
    base: str
    verdict: Verdict
    effects: tuple[Effect, ...]

    @property
    def difference(self) -> Difference | None:
        """The smallest board on which the rule matters."""
        return self.verdict.difference


def study(
    judge: Judge,
    encoding: str,
    sizes: Sequence[Board],
    puzzles: Sequence[Board],
    only: tuple[str, ...] = (),
) -> Iterator[RuleReport]:
    """Omit each rule of a mix in turn (or those named), and compare.

    Raises `EncodingError` if the encoding is no mix, or has no such rule.
    """
    for rule in only or removable(encoding):
        without = mixed(encoding, (), (rule,))
        files(without)  # raises where there is no such rule
        yield _report(judge, rule, encoding, without, sizes, puzzles)


def study_variants(
    judge: Judge,
    encoding: str,
    sizes: Sequence[Board],
    puzzles: Sequence[Board],
    only: tuple[RuleVariant, ...] = tuple(RuleVariant),
) -> Iterator[RuleReport]:
    """Change the rules of a mix to each variant in turn, and compare.

    Raises `EncodingError` if the encoding is no mix.
    """
    removable(encoding)  # raises where it is no mix
    for variant in only:
        base = encoding
        try:
            files(mixed(base, (variant,), ()))
        except EncodingError:
            base = _BASES[variant]
        varied = mixed(base, (variant,), ())
        yield _report(judge, variant, base, varied, sizes, puzzles)


def _report(
    judge: Judge,
    rule: str,
    before: str,
    after: str,
    sizes: Sequence[Board],
    puzzles: Sequence[Board],
) -> RuleReport:
    verdict = judge.compare_all(after, before, sizes)
    boards = [*sizes[-1:], *puzzles]
    effects = tuple(
        Effect(board, _count(judge, before, board), _count(judge, after, board))
        for board in boards
    )
    return RuleReport(str(rule), before, verdict, effects)


def _count(judge: Judge, encoding: str, board: Board) -> Count:
    try:
        answers = judge.answers(encoding, board)
    except GalaxiesError:
        return None
    return len(answers.found), answers.complete
