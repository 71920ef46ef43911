"""Compare the solutions of encodings; reduce a difference to a small board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from operator import itemgetter
from types import MappingProxyType
from typing import Annotated

from galaxies_asp.core.board.answer import Answer
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import instances, proof
from galaxies_asp.lab.asking import MODELS, Answers, Question
from galaxies_asp.lab.families import compared_family, under_rules_of
from galaxies_asp.lab.instances import Instance, Output, instance_of, rule_of
from galaxies_asp.lab.store import Campaign, StoredResult

_STAGES = (1, 4, 16)
"""After these numbers of boards, encodings with wrong answers are left out."""

_PART = "a part of "


@dataclass(frozen=True)
class DifferenceAnswer(Answer):
    """A line of galaxies lab compare -f json: an answer that one encoding has."""

    wrong: Annotated[str, "The encoding that is not measured."]
    holder: Annotated[str, "The encoding that has the answer."]
    other: Annotated[str, "The encoding that has not."]
    board: Annotated[str, "The name of the board."]
    facts: Annotated[str, "The facts of the board."]
    atoms: Annotated[Sequence[str], "The atoms of the answer."]
    instead: Annotated[Sequence[str] | None, "An answer of the other encoding there."]
    faults: Annotated[Sequence[str], "The rules that the answer breaks."]


@dataclass(frozen=True)
class AnswerDifference:
    """An answer that one encoding has, and another or the verifier rejects."""

    board: Instance
    """The instance."""
    holder: str
    other: str
    """The encoding that has the answer, and the one that has not."""
    answer: Output
    faults: tuple[str, ...]
    """The rules that it breaks: the holder is wrong."""
    instead: Output | None
    """An answer of the other encoding on this board, if there is one."""
    verified: bool
    """Whether a verifier judged the answer. If not, either may be wrong."""
    wrong: str
    """The encoding to exclude."""

    @property
    def reason(self) -> str:
        """The fault of the excluded encoding as text."""
        where = f"on {self.board.name}"
        if self.faults:
            return f"breaks a rule {where}: {self.faults[0]}"
        if self.verified:
            return f"misses a solution {where} that {self.holder} finds"
        right = self.other if self.wrong == self.holder else self.holder
        return f"differs from {right} {where}"

    def line(self) -> DifferenceAnswer:
        """Return the difference as a line of JSON."""
        instead = None if self.instead is None else texts_of(self.instead.atoms)
        return DifferenceAnswer(
            wrong=self.wrong,
            holder=self.holder,
            other=self.other,
            board=self.board.name,
            facts=self.board.facts,
            atoms=texts_of(self.answer.atoms),
            instead=instead,
            faults=self.faults,
        )

    def renamed(self, encoding: str, called: str) -> "AnswerDifference":
        """Return the difference with another name for an encoding."""
        names = self.holder, self.other, self.wrong
        holder, other, wrong = (called if n == encoding else n for n in names)
        return replace(self, holder=holder, other=other, wrong=wrong)

    @property
    def kind(self) -> tuple[str, str]:
        """Which encoding is wrong, and in which way."""
        return self.wrong, rule_of("".join(self.faults[:1]))


@dataclass(frozen=True)
class Verdict(StoredResult):
    """The result of a comparison, or the reason why nothing could be compared."""

    difference: AnswerDifference | None = None
    """None if none was found."""
    solutions: int = 0
    """The number of common answers, among those compared."""
    complete: bool = False
    """Whether all answers were compared."""


class Judge:
    """Compares the answers of encodings, computed in worker processes.

    `family`: the name of the family. A file is judged by its rules; a built-in encoding
    of Galaxies by the variants in its name. `campaign`: what was asked, and is asked
    next.
    """

    def __init__(self, family: str, campaign: Campaign) -> None:
        self._family, self.campaign = family, campaign
        self._hopeless: dict[str, Answers] = {}

    def family(self, encoding: str) -> AnyFamily:
        """Return the family whose rules an encoding keeps."""
        return under_rules_of(compared_family(self._family), encoding)

    def _question(
        self, encoding: str, board: Instance, models: int = MODELS
    ) -> Question:
        """Return a question, for more answers if these are known."""
        asked = Question(self.family(encoding).name, encoding, board, MODELS)
        return asked if asked in self.campaign.known else replace(asked, models=models)

    def known(self, encoding: str, board: Instance, models: int = MODELS) -> Answers:
        """Return the answers of an encoding, at most as many as are compared."""
        if encoding in self._hopeless:
            return self._hopeless[encoding]
        known: Answers = self.campaign.result(self._question(encoding, board, models))
        return known

    def asked(self, encoding: str, board: Instance) -> Answers | None:
        """Return the answers of an encoding; None if it was not asked."""
        return self.campaign.known.get(self._question(encoding, board))

    def prepare(
        self,
        encodings: Sequence[str],
        boards: Sequence[Instance],
        report: Report = silent,
        rivals: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Ask all encodings about all boards, in parallel.

        The first boards are asked about first. An encoding that reaches a limit on the
        first board, or on any where it has a rival, has a wrong answer, or differs from
        its rival, is not asked again.
        """
        open_ = list(encodings)
        # Most changes of a rule show on one of the smallest boards.
        stages = range(1, len(boards)) if rivals else _STAGES
        for first, last in pairwise((0, *stages, len(boards))):
            part = boards[first:last]
            names = list(dict.fromkeys([*(rivals.get(n, n) for n in open_), *open_]))
            self.ask_all(names, part, report, len(names) * len(boards[last:]))
            if first == 0 and len(boards) > 1:
                for encoding in encodings:
                    self._give_up(encoding, boards[0])
            verdicts = (
                self.compare_all(name, rivals.get(name, name), part) for name in open_
            )
            open_ = [
                name
                for name, verdict in zip(open_, verdicts, strict=True)
                if name not in self._hopeless
                and not (verdict.difference or (rivals and verdict.why))
            ]

    def ask_all(
        self,
        encodings: Sequence[str],
        boards: Sequence[Instance],
        report: Report = silent,
        later: int = 0,
        models: int = MODELS,
    ) -> None:
        """Ask encodings about boards, in parallel; `later` may be asked later."""
        pairs = product(boards, encodings)
        questions = [self._question(e, board, models) for board, e in pairs]
        self.campaign.run(questions, report, later)

    def _give_up(self, encoding: str, board: Instance) -> None:
        known = self.known(encoding, board)
        if known.why == "refused":
            self._hopeless[encoding] = known
        elif known.why not in ("", "unasked"):
            message = f"{known.message} on {board.name}, so no other board was tried"
            self._hopeless[encoding] = replace(known, message=message)

    def compare(self, encoding: str, other: str, board: Instance) -> Verdict:
        """Compare two encodings on one board; all answers are verified first."""
        ours, theirs = self.known(encoding, board), self.known(other, board)
        for answers in (ours, theirs):
            if answers.why:
                return Verdict(why=answers.why, message=answers.message)
        pairs = (encoding, other, ours, theirs), (other, encoding, theirs, ours)
        for holder, lacks, answers, _ in pairs:
            if answers.wrong is not None:
                return Verdict(
                    self._difference(holder, lacks, answers.wrong, board, other)
                )
        extra = [
            (answer.cost(), holder, lacks, answer)
            for holder, lacks, answers, others in pairs
            if others.complete
            for answer in answers.found - others.found
        ]
        if not extra:
            complete = ours.complete and theirs.complete
            return Verdict(None, len(ours.found & theirs.found), complete)
        _, holder, lacks, answer = min(extra, key=itemgetter(0))
        return Verdict(self._difference(holder, lacks, answer, board, other))

    def _difference(
        self, holder: str, other: str, answer: Output, board: Instance, suspect: str
    ) -> AnswerDifference:
        """Return a difference; without a verifier, the suspect counts as wrong."""
        # An answer that its own rules allow may break those of the other encoding.
        faults = (
            instances.faults_of(self.family(o), board, answer) for o in (holder, other)
        )
        broken = next(filter(None, faults), ())
        same = (a for a in self.known(other, board).found if a.given == answer.given)
        verified = self.family(other).has_verifier
        wrong = (holder if broken else other) if verified else suspect
        instead = None if holder == other else min(same, key=Output.cost, default=None)
        at = instance_of(board, answer)
        return AnswerDifference(
            at, holder, other, answer, broken, instead, verified, wrong
        )

    def breaking(
        self, rule: str, holder: str, other: str, answer: Output, board: Instance
    ) -> AnswerDifference:
        """Return the difference that an answer breaks a rule, on a minimal board.

        If the rule is empty, the other encoding misses the answer.
        """
        found = self._difference(holder, other, answer, board, other)
        faults = sorted(found.faults, key=lambda fault: rule_of(fault) != rule)
        return self.shrink(replace(found, faults=tuple(faults)))

    def compare_all(
        self, encoding: str, other: str, boards: Sequence[Instance]
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

    def minimal(self, difference: AnswerDifference) -> AnswerDifference:
        """Return a difference of the same encodings on a smaller board, if possible.

        Parts of the board are left out first. Then all boards with fewer cells are
        searched.
        """
        shrunk = self.shrink(difference)
        pair = shrunk.holder, shrunk.other
        family = self.family(shrunk.wrong)
        if len({*pair}) == 1:
            return shrunk
        found = proof.smaller_board(self.campaign, family, pair, shrunk.board)
        if found is None:
            return shrunk
        other = next(name for name in pair if name != found.holder)
        smaller = self.compare(found.holder, other, found.board).difference
        is_same = smaller is not None and smaller.wrong == shrunk.wrong
        return self.shrink(smaller) if smaller and is_same else shrunk

    def shrink(self, difference: AnswerDifference) -> AnswerDifference:
        """Return a difference on a board none of whose parts can be left out."""
        family = compared_family(self._family)
        encoding, other = difference.holder, difference.other
        if not difference.verified and difference.wrong == encoding:
            encoding, other = other, encoding
        name = f"{_PART}{difference.board.name.removeprefix(_PART)}"
        for facts in instances.smaller_boards(family, difference.board.facts):
            part = replace(difference.board, name=name, facts=facts)
            smaller = self.compare(encoding, other, part).difference
            if smaller is not None and smaller.kind == difference.kind:
                return self.shrink(smaller)
        return difference


@dataclass(frozen=True)
class Comparison:
    """The comparison of one encoding with a reference on a board."""

    encoding: str
    board: Instance
    reference: str | None
    """The first encoding in the list that found all its answers, possibly `encoding`
    itself; None if no encoding has answers."""
    verdict: Verdict


@dataclass(frozen=True)
class Agreement:
    """The sound encodings and their comparisons."""

    sound: tuple[str, ...]
    """The encodings without a known fault."""
    differences: tuple[AnswerDifference, ...]
    """The faults of the others, each on a minimal board."""
    comparisons: tuple[Comparison, ...]
    """Of the sound encodings, on each board."""

    @property
    def refused(self) -> dict[str, str]:
        """The encodings that clingo or the lab refuses, with the reason."""
        verdicts = ((c.encoding, c.verdict) for c in self.comparisons)
        return {name: v.message for name, v in verdicts if v.why == "refused"}

    def references(self) -> dict[tuple[str, str], str | None]:
        """Return the references that encodings agree with, by encoding and board."""
        return {
            (c.encoding, c.board.name): None if c.verdict.message else c.reference
            for c in reversed(self.comparisons)
        }


def agree(
    judge: Judge, encodings: Iterable[str], boards: Sequence[Instance]
) -> Agreement:
    """Compare encodings, and exclude those with a fault.

    If the reference is at fault, the others are compared again with the next one.
    """
    sound = list(dict.fromkeys(encodings))
    differences: list[AnswerDifference] = []
    while True:
        comparisons: list[Comparison] = []
        for board in boards:
            known = {encoding: judge.known(encoding, board) for encoding in sound}
            answered = [name for name, answers in known.items() if not answers.why]
            complete = (name for name in answered if known[name].complete)
            reference = next(complete, next(iter(answered), None))
            for name in sound:
                verdict = judge.compare(reference or name, name, board)
                comparisons.append(Comparison(name, board, reference, verdict))
            faults = [c.verdict.difference for c in comparisons if c.verdict.difference]
            if faults:
                first = faults[0] if board.choices else judge.minimal(faults[0])
                differences.append(first)
                sound.remove(first.wrong)
                break
        else:
            return Agreement(tuple(sound), tuple(differences), tuple(comparisons))


def tried(
    judge: Judge,
    encodings: Sequence[str],
    batches: Iterable[Sequence[Instance]],
    seconds: float,
    report: Report = silent,
) -> list[Instance]:
    """Ask encodings about boards for some CPU seconds, and return those answered.

    It ends earlier where an encoding differs from the first one, is refused, or has its
    process killed.
    """
    boards, first = list[Instance](), encodings[0]
    work, end = judge.campaign, judge.campaign.seconds + seconds
    with work.within(seconds):
        for batch in batches:
            judge.ask_all(encodings, batch, report)
            found = {
                board: [judge.compare(first, other, board) for other in encodings]
                for board in batch
            }
            every = [verdict for verdicts in found.values() for verdict in verdicts]
            late = {b for b in batch if any(one.why == "time" for one in found[b])}
            late -= {b for b in batch if any(one.difference for one in found[b])}
            boards += [board for board in batch if board not in late]
            ends = any(v.difference or v.why in ("refused", "died") for v in every)
            if ends or work.seconds >= end:
                break
    return boards
