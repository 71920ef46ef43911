"""Whether many encodings have the same solutions, board by board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galaxies_asp.lab.answers import Answers, MissingAnswers, Size
from galaxies_asp.lab.equivalence import Difference, Judge, Verdict
from galaxies_asp.puzzle import Puzzle

Board = Puzzle | Size


@dataclass(frozen=True)
class Comparison:
    """What one encoding answers about a board, held against a reference.

    Attributes
    ----------
    reference
        The encoding that it was held against: the first in the list that found all its
        answers; the encoding itself where it is this one; None where none has answered.
    verdict
        What came of it; its `message` says why there is none.
    why
        The same in a word; see `MissingAnswers`.
    """

    encoding: str
    board: Board
    reference: str | None
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True)
class Agreement:
    """The encodings that are not at fault, and what they were held against.

    Attributes
    ----------
    sound
        These encodings.
    differences
        What the others differ in, on a minimal board.
    comparisons
        Of the sound encodings, on each board.
    """

    sound: tuple[str, ...]
    differences: tuple[Difference, ...]
    comparisons: tuple[Comparison, ...]

    def reference(self, encoding: str, board: Board) -> str | None:
        """Return what a sound encoding agrees with on a board; itself if it is that."""
        for comparison in self.comparisons:
            if (comparison.encoding, comparison.board) == (encoding, board):
                return None if comparison.verdict.message else comparison.reference
        return None


def agree(judge: Judge, encodings: Iterable[str], boards: Sequence[Board]) -> Agreement:
    """Hold encodings against each other, and leave out those that are at fault.

    An encoding that is found at fault has proved nothing about the others: these are
    held against the next one then.
    """
    sound = list(dict.fromkeys(encodings))
    differences: list[Difference] = []
    while True:
        comparisons = [
            comparison for board in boards for comparison in on(judge, sound, board)
        ]
        found = [c.verdict.difference for c in comparisons if c.verdict.difference]
        if not found:
            return Agreement(tuple(sound), tuple(differences), tuple(comparisons))
        differences.append(judge.minimal(found[0]))
        sound.remove(differences[-1].wrong)


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
