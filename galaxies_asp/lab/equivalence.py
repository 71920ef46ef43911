"""Compare the solutions of two encodings; reduce a difference to a small board."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from galaxies_asp.asp.encodings import variants
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.families.family import Answer, Board, Family, instance_of
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.families.galaxies.family import family_name
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.asking import MODELS, Answers, MissingAnswers, Question
from galaxies_asp.lab.campaign import Campaign
from galaxies_asp.lab.store import Store
from galaxies_asp.processes.pool import Limits, Workers
from galaxies_asp.processes.progress import Report, silent

_FEW_CELLS = 3, 3

_STAGES = (1, 4, 16)
"""After these numbers of boards, encodings with wrong answers are left out."""


@dataclass(frozen=True)
class Difference:
    """An answer that one encoding has, and another or the verifier rejects.

    Attributes
    ----------
    board
        The instance.
    holder, other
        The encoding that has the answer, and the one that has not.
    answer
        The answer.
    faults
        The rules that it breaks: the holder is wrong.
    instead
        An answer of the other encoding on this board, if there is one.
    verified
        Whether a verifier judged the answer. If not, either may be wrong.
    wrong
        The encoding to exclude.
    """

    board: Board
    holder: str
    other: str
    answer: Answer
    faults: tuple[str, ...]
    instead: Answer | None
    verified: bool
    wrong: str

    @property
    def reason(self) -> str:
        """The fault of the excluded encoding as text."""
        where = f"on {self.board.name}"
        if self.faults:
            return f"breaks a rule {where}: {self.faults[0]}"
        if self.verified:
            return f"misses a solution {where} that {self.holder} finds"
        return f"differs from {self._right()} {where}"

    def is_like(self, other: "Difference") -> bool:
        """Return whether the same encoding is wrong in the same way."""
        return self.wrong == other.wrong and self._kind() == other._kind()

    def _kind(self) -> str:
        return re.split(r"[:(]", self.faults[0])[0] if self.faults else ""

    def _right(self) -> str:
        return self.other if self.wrong == self.holder else self.holder


@dataclass(frozen=True)
class Verdict:
    """The result of a comparison.

    Attributes
    ----------
    difference
        None if none was found.
    solutions
        The number of common answers, among those compared.
    complete
        Whether all answers were compared.
    message
        Why nothing could be compared.
    """

    difference: Difference | None = None
    solutions: int = 0
    complete: bool = False
    message: str = ""


class Judge:
    """Compares the answers of encodings, computed in worker processes.

    Parameters
    ----------
    family
        The name of the family. A file is judged by its rules; a built-in encoding of
        Galaxies by the variants in its name.
    store
        Caches answers; by default in memory.

    Attributes
    ----------
    campaign
        What was asked, and is asked next.
    """

    def __init__(
        self,
        family: str,
        workers: Workers,
        limits: Limits,
        models: int = MODELS,
        store: Store | None = None,
    ) -> None:
        self._family = family
        self._models = models
        self.campaign = Campaign(workers, limits, store)
        self._hopeless: dict[str, MissingAnswers] = {}

    def family(self, encoding: str) -> Family:
        """Return the family whose rules an encoding keeps."""
        return family_named(self._question(encoding, Board("", "")).family)

    def _question(self, encoding: str, board: Board) -> Question:
        name = self._family
        if name.startswith(GALAXIES) and variants(encoding):
            name = family_name(variants(encoding))
        return Question(name, encoding, board, self._models)

    def answers(self, encoding: str, board: Board) -> Answers:
        """Return the answers of an encoding, at most as many as are compared.

        Raises
        ------
        GalaxiesError
            If there are none, as a limit was reached, or the encoding is faulty.
        """
        known = self.known(encoding, board)
        if isinstance(known, MissingAnswers):
            raise GalaxiesError(known.message)
        return known

    def known(self, encoding: str, board: Board) -> Answers | MissingAnswers:
        """Return the answers of an encoding, or the reason for their absence."""
        if encoding in self._hopeless:
            return self._hopeless[encoding]
        question = self._question(encoding, board)
        if question.is_out_of_reach:
            message = f"{encoding!r} takes one board at a time"
            return MissingAnswers("unasked", message)
        known: Answers | MissingAnswers = self.campaign.result(question)
        return known

    def asked(self, encoding: str, board: Board) -> Answers | MissingAnswers | None:
        """Return the answers of an encoding; None if it was not asked."""
        return self.campaign.known.get(self._question(encoding, board))

    def prepare(
        self,
        encodings: Sequence[str],
        boards: Sequence[Board],
        report: Report = silent,
        rivals: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Ask all encodings about all boards, in parallel.

        The first boards are asked about first. An encoding that reaches a limit on the
        first board, has a wrong answer, or differs from its rival, is not asked again.
        """
        open_, count = list(encodings), 0
        # Most changes of a rule show on one of the smallest boards.
        stages = range(1, len(boards)) if rivals else _STAGES
        for first, last in pairwise((0, *stages, len(boards))):
            part = boards[first:last]
            asked = (*(rivals.get(name, name) for name in open_), *open_)
            names = list(dict.fromkeys(asked))
            later = len(names) * len(boards[last:])
            count = self.ask_all(names, part, report, count, later)
            if first == 0 and len(boards) > 1:
                for encoding in encodings:
                    self._give_up(encoding, boards[0])
            open_ = [
                name
                for name in open_
                if name not in self._hopeless
                and not any(
                    self._is_decided(name, rivals.get(name, name), board)
                    for board in part
                )
            ]

    def _is_decided(self, encoding: str, rival: str, board: Board) -> bool:
        """Return whether an answer is wrong, or the answers of the rival differ."""
        ours, theirs = self.known(encoding, board), self.known(rival, board)
        if not isinstance(ours, Answers):
            return False
        return ours.wrong is not None or (
            isinstance(theirs, Answers) and ours.found != theirs.found
        )

    def ask_all(
        self,
        encodings: Sequence[str],
        boards: Sequence[Board],
        report: Report = silent,
        before: int = 0,
        later: int = 0,
    ) -> int:
        """Ask encodings about boards, in parallel; return the number of questions.

        The report includes questions that were asked before, or may be asked later.
        """
        questions = [
            self._question(name, board) for board in boards for name in encodings
        ]
        possible = [question for question in questions if not question.is_out_of_reach]
        return self.campaign.run(possible, report, before, later)

    def _give_up(self, encoding: str, board: Board) -> None:
        known = self.known(encoding, board)
        if isinstance(known, MissingAnswers) and known.why == "refused":
            self._hopeless[encoding] = known
        elif isinstance(known, MissingAnswers) and known.why != "unasked":
            message = f"{known.message} on {board.name}, so no other board was tried"
            self._hopeless[encoding] = replace(known, message=message)

    def compare(self, encoding: str, other: str, board: Board) -> Verdict:
        """Compare two encodings on one board; all answers are verified first."""
        ours, theirs = self.known(encoding, board), self.known(other, board)
        for known in (ours, theirs):
            if isinstance(known, MissingAnswers):
                return Verdict(message=known.message)
        assert isinstance(ours, Answers)
        assert isinstance(theirs, Answers)
        for holder, lacks, answers in (
            (encoding, other, ours),
            (other, encoding, theirs),
        ):
            if answers.wrong is not None:
                return Verdict(
                    self._difference(holder, lacks, answers.wrong, board, other)
                )
        extras = (
            _extra(encoding, ours, other, theirs),
            _extra(other, theirs, encoding, ours),
        )
        candidates = [extra for extra in extras if extra is not None]
        if not candidates:
            complete = ours.complete and theirs.complete
            return Verdict(None, len(ours.found & theirs.found), complete)
        holder, lacks, answer = min(candidates, key=lambda extra: extra[2].cost())
        return Verdict(self._difference(holder, lacks, answer, board, other))

    def _difference(
        self, holder: str, other: str, answer: Answer, board: Board, suspect: str
    ) -> Difference:
        """Return a difference; without a verifier, the suspect counts as wrong."""
        # An answer that its own rules allow may break those of the other encoding.
        broken = self.family(holder).faults(board, answer) or self.family(other).faults(
            board, answer
        )
        same = (a for a in self.answers(other, board).found if a.given == answer.given)
        verified = self.family(other).violations is not None
        wrong = (holder if broken else other) if verified else suspect
        return Difference(
            *(instance_of(board, answer), holder, other, answer, broken),
            None if holder == other else min(same, key=Answer.cost, default=None),
            *(verified, wrong),
        )

    def compare_all(
        self, encoding: str, other: str, boards: Sequence[Board]
    ) -> Verdict:
        """Compare on board after board; stop at the first difference."""
        solutions, complete = 0, True
        for board in boards:
            verdict = self.compare(encoding, other, board)
            if verdict.difference or verdict.message:
                return verdict
            solutions += verdict.solutions
            complete &= verdict.complete
        return Verdict(None, solutions, complete)

    def minimal(self, difference: Difference) -> Difference:
        """Return a difference of the same encodings on a smaller board, if possible.

        All boards of a few cells are tried first, then parts of the given board.
        """
        family = family_named(self._family)
        boards = () if family.spaces is None else family.spaces(*_FEW_CELLS)
        encoding, other = difference.holder, difference.other
        smaller = self.compare_all(encoding, other, boards).difference
        if smaller is not None and smaller.is_like(difference):
            return smaller
        return self.shrink(difference)

    def shrink(self, difference: Difference) -> Difference:
        """Return a difference on a board none of whose parts can be left out."""
        family = family_named(self._family)
        if family.smaller is None:
            return difference
        encoding, other = difference.holder, difference.other
        if not difference.verified and difference.wrong == encoding:
            encoding, other = other, encoding
        while True:
            for facts in family.smaller(difference.board.facts):
                board = Board(_part_of(difference.board.name), facts)
                smaller = self.compare(encoding, other, board).difference
                if smaller is not None and smaller.is_like(difference):
                    difference = smaller
                    break
            else:
                return difference


def _part_of(name: str) -> str:
    return name if name.startswith("a part of ") else f"a part of {name}"


def _extra(
    holder: str, ours: Answers, other: str, theirs: Answers
) -> tuple[str, str, Answer] | None:
    """Return an answer that only the holder has, if one is known."""
    if not theirs.complete:
        return None
    answer = min(ours.found - theirs.found, key=Answer.cost, default=None)
    return None if answer is None else (holder, other, answer)
