"""What each rule of a mix is for: leave it out, and see what appears."""

from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.encodings import mixed, removable
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.lab.answers import Answers, Size
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.supervise import LimitReachedError, WorkerDiedError


@dataclass(frozen=True)
class Effect:
    """What leaving out one rule does to a board.

    Attributes
    ----------
    with_rule, without_rule
        The number of answers, and whether these are all; None if a limit was reached.
    """

    puzzle: Puzzle
    with_rule: tuple[int, bool] | None
    without_rule: tuple[int, bool] | None


@dataclass(frozen=True)
class RuleReport:
    """What one rule is for.

    Attributes
    ----------
    rule
        The name of the part that was left out.
    verdict
        The smallest board on which it matters; or that there is none up to the size.
    effects
        What happens on given boards.
    """

    rule: str
    verdict: Verdict
    effects: tuple[Effect, ...]

    @property
    def difference(self) -> Difference | None:
        """The smallest board on which the rule matters."""
        return self.verdict.difference


def study(
    judge: Judge,
    encoding: str,
    largest: Size,
    puzzles: list[Puzzle],
    only: tuple[str, ...] = (),
) -> Iterator[RuleReport]:
    """Leave out each rule of a mix in turn (or those named), and compare.

    Raises
    ------
    EncodingError
        If the encoding is no mix, or has no such rule.
    """
    for rule in only or removable(encoding):
        without = mixed(encoding, (), (rule,))
        verdict = judge.smallest(without, encoding, largest)
        effects = tuple(
            Effect(
                puzzle, _count(judge, encoding, puzzle), _count(judge, without, puzzle)
            )
            for puzzle in puzzles
        )
        yield RuleReport(rule, verdict, effects)


def _count(judge: Judge, encoding: str, puzzle: Puzzle) -> tuple[int, bool] | None:
    try:
        answers: Answers = judge.answers(encoding, puzzle)
    except (LimitReachedError, WorkerDiedError, GalaxiesError):
        return None
    return len(answers.found), answers.complete
