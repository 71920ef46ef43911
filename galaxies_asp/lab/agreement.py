"""Whether many encodings have the same solutions, board by board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galaxies_asp.families.family import Board
from galaxies_asp.lab.asking import Answers, MissingAnswers
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict


@dataclass(frozen=True)
class Comparison:
    """The comparison of one encoding with a reference on a board.

    Attributes
    ----------
    reference
        The first encoding in the list that found all its answers, possibly `encoding`
        itself; None if no encoding has answers.
    verdict
        The result, or the reason for its absence in `message`.
    why
        The reason in one word; see `MissingAnswers`.
    """

    encoding: str
    board: Board
    reference: str | None
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True)
class Agreement:
    """The sound encodings and their comparisons.

    Attributes
    ----------
    sound
        The encodings without a known fault.
    differences
        The faults of the others, each on a minimal board.
    comparisons
        Of the sound encodings, on each board.
    """

    sound: tuple[str, ...]
    differences: tuple[Difference, ...]
    comparisons: tuple[Comparison, ...]

    @property
    def refused(self) -> dict[str, str]:
        """The encodings that clingo or the lab refuses, with the reason."""
        return {
            comparison.encoding: comparison.verdict.message
            for comparison in self.comparisons
            if comparison.why == "refused"
        }

    def reference(self, encoding: str, board: Board) -> str | None:
        """Return the reference that a sound encoding agrees with on a board."""
        for comparison in self.comparisons:
            if (comparison.encoding, comparison.board) == (encoding, board):
                return None if comparison.verdict.message else comparison.reference
        return None


def agree(judge: Judge, encodings: Iterable[str], boards: Sequence[Board]) -> Agreement:
    """Compare encodings, and exclude those with a fault.

    If the reference is at fault, the others are compared again with the next one.
    """
    sound = list(dict.fromkeys(encodings))
    differences: list[Difference] = []
    while True:
        comparisons: list[Comparison] = []
        for board in boards:
            comparisons += on(judge, sound, board)
            faults = [c.verdict.difference for c in comparisons if c.verdict.difference]
            if faults:
                first = faults[0] if board.choices else judge.minimal(faults[0])
                differences.append(first)
                sound.remove(differences[-1].wrong)
                break
        else:
            return Agreement(tuple(sound), tuple(differences), tuple(comparisons))


def on(judge: Judge, encodings: Sequence[str], board: Board) -> list[Comparison]:
    """Compare encodings on one board."""
    known = {encoding: judge.known(encoding, board) for encoding in encodings}
    answered = {name: a for name, a in known.items() if isinstance(a, Answers)}
    reference = next(
        (name for name, answers in answered.items() if answers.complete),
        next(iter(answered), None),
    )
    comparisons = []
    for encoding, answers in known.items():
        why = ""
        if isinstance(answers, MissingAnswers):
            why, verdict = answers.why, Verdict(message=answers.message)
        else:
            assert reference is not None
            verdict = judge.compare(reference, encoding, board)
        comparisons.append(Comparison(encoding, board, reference, verdict, why))
    return comparisons
