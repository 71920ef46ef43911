"""Compare the solutions of two encodings; reduce a difference to a small board."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from pathlib import Path

from galaxies_asp.asp.encodings import FAST, variants
from galaxies_asp.errors import GalaxiesError, PuzzleError
from galaxies_asp.grid import Point
from galaxies_asp.lab.answers import (
    Answer,
    Answers,
    Fault,
    MissingAnswers,
    Question,
    Size,
    faults,
    name_of,
    puzzle_of,
)
from galaxies_asp.lab.source import read
from galaxies_asp.lab.store import Store
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits, Pool
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.processes.worker import LimitReachedError, Worker, WorkerDiedError
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.variants import PUZZLE, Variants

MODELS = 20_000
"""The largest number of answers to compare."""

_FEW_CELLS = Size(3, 3)


@dataclass(frozen=True)
class Difference:
    """An answer that one encoding has and another lacks.

    Attributes
    ----------
    puzzle
        The board.
    holder, other
        The encoding that has the answer, and the one that has not.
    answer
        The answer.
    faults
        The rules that it breaks: the holder is wrong. None: the other misses a
        solution.
    instead
        An answer of the other encoding on this board, if there is one.
    """

    puzzle: Puzzle
    holder: str
    other: str
    answer: Answer
    faults: tuple[Fault, ...]
    instead: Answer | None

    @property
    def wrong(self) -> str:
        """The faulty encoding."""
        return self.holder if self.faults else self.other

    @property
    def reason(self) -> str:
        """The fault as text."""
        board = f"on a board of {self.puzzle.width}x{self.puzzle.height}"
        if self.faults:
            return f"breaks a rule {board}: {self.faults[0]}"
        return f"misses a solution {board} that {self.holder} finds"


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
    store
        Caches answers; by default in memory.
    """

    def __init__(
        self,
        worker: Worker,
        limits: Limits,
        models: int = MODELS,
        store: Store | None = None,
    ) -> None:
        self._worker = worker
        self._limits = limits
        self._models = models
        self._store = store
        self._memory: dict[Question, Answers | MissingAnswers] = {}

    def answers(self, encoding: str, board: Puzzle | Size) -> Answers:
        """Return the answers of an encoding, at most as many as are compared.

        Raises `GalaxiesError` if there are none, as a limit was reached, or the
        encoding is faulty.
        """
        known = self.known(encoding, board)
        if isinstance(known, MissingAnswers):
            raise GalaxiesError(known.message)
        return known

    def known(self, encoding: str, board: Puzzle | Size) -> Answers | MissingAnswers:
        """Return the answers of an encoding, or the reason for their absence."""
        question = Question(encoding, board, self._models)
        known = self._recalled(question)
        if known is None:
            known = _outcome(question, lambda: self._limits.ask(self._worker, question))
            self._remember(question, known)
        return known

    def prepare(
        self,
        encodings: Sequence[str],
        boards: Sequence[Puzzle | Size],
        processes: int,
        report: Report = silent,
    ) -> None:
        """Ask all encodings about all boards, in parallel processes."""
        questions = [
            Question(encoding, board, self._models)
            for board in boards
            for encoding in encodings
        ]
        missing = [
            question
            for question in dict.fromkeys(questions)
            if not _is_out_of_reach(question) and self._recalled(question) is None
        ]
        with Pool(processes, NAME) as pool:
            futures = {
                pool.ask(question, self._limits): question for question in missing
            }
            for done, future in enumerate(as_completed(futures), 1):
                question = futures[future]
                self._remember(question, _outcome(question, future.result))
                what = f"solutions of {question.encoding} on {name_of(question.board)}"
                report(what, done, len(missing))

    def _recalled(self, question: Question) -> Answers | MissingAnswers | None:
        if question not in self._memory and self._store is not None:
            known = self._store.answers(question, self._limits)
            if known is not None:
                self._memory[question] = known
        return self._memory.get(question)

    def _remember(self, question: Question, known: Answers | MissingAnswers) -> None:
        self._memory[question] = known
        if self._store is not None:
            self._store.put_answers(question, known, self._limits)

    @staticmethod
    def fault(encoding: str) -> str | None:
        """Return the reason why an encoding is unusable; None if it is usable."""
        try:
            if encoding != FAST:
                read(encoding)
        except GalaxiesError as error:
            return str(error)
        return None

    def compare(self, one: str, other: str, board: Puzzle | Size) -> Verdict:
        """Compare two encodings on one board, or on all boards of a size."""
        ours, theirs = self.known(one, board), self.known(other, board)
        for known in (ours, theirs):
            if isinstance(known, MissingAnswers):
                return Verdict(message=known.message)
        assert isinstance(ours, Answers)
        assert isinstance(theirs, Answers)
        found = _extra(one, ours, other, theirs), _extra(other, theirs, one, ours)
        candidates = [extra for extra in found if extra is not None]
        if not candidates:
            complete = ours.complete and theirs.complete
            return Verdict(None, len(ours.found & theirs.found), complete)
        holder, other, answer = min(candidates, key=lambda extra: extra[2].cost())
        puzzle = puzzle_of(board, answer)
        instead = min(
            (a for a in self.answers(other, board).found if a.dots == answer.dots),
            key=Answer.cost,
            default=None,
        )
        broken = faults(puzzle, answer, _rules(holder, other))
        return Verdict(Difference(puzzle, holder, other, answer, broken, instead))

    def smallest(self, one: str, other: str, largest: Size) -> Verdict:
        """Compare on all boards up to a size; stop at the first difference."""
        return self.compare_all(one, other, sizes(largest))

    def compare_all(
        self, one: str, other: str, boards: Sequence[Puzzle | Size]
    ) -> Verdict:
        """Compare on board after board; stop at the first difference."""
        solutions, complete = 0, True
        for board in boards:
            verdict = self.compare(one, other, board)
            if verdict.difference or verdict.message:
                return verdict
            solutions += verdict.solutions
            complete &= verdict.complete
        return Verdict(None, solutions, complete)

    def minimal(self, difference: Difference) -> Difference:
        """Return a difference of the same encodings on a smaller board, if possible.

        All boards of a few cells are tried first; if none differs (a difference may
        need a hole, a given wall, or more cells), the given board is reduced.
        """
        one, other = difference.holder, difference.other
        found = self.smallest(one, other, _FEW_CELLS).difference
        if found is not None and found.wrong == difference.wrong:
            return found
        return self.shrink(difference)

    def shrink(self, difference: Difference) -> Difference:
        """Return a difference on a minimal board."""
        one, other = difference.holder, difference.other
        while True:
            for puzzle in smaller(difference.puzzle):
                found = self.compare(one, other, puzzle).difference
                if found is not None:
                    difference = found
                    break
            else:
                return difference


def _rules(one: str, other: str) -> Variants:
    """Return the rules for judging the difference between two encodings.

    A file of the user is judged by the rules of the encoding it is compared with.
    """
    known = [variants(e) for e in (one, other) if variants(e) or not Path(e).is_file()]
    return known[0].intersection(*known) if known else PUZZLE


def sizes(largest: Size) -> list[Size]:
    """Return all sizes up to the largest, by the number of cells."""
    return sorted(
        (
            Size(width, height)
            for width in range(1, largest.width + 1)
            for height in range(1, largest.height + 1)
        ),
        key=lambda size: (size.width * size.height, size.height),
    )


def smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the boards without one row, column, dot, hole or wall."""
    width, height = puzzle.width, puzzle.height
    if width > 1:
        yield from _cut(puzzle, width - 1, height, 0, 0)
        yield from _cut(puzzle, width - 1, height, 2, 0)
    if height > 1:
        yield from _cut(puzzle, width, height - 1, 0, 0)
        yield from _cut(puzzle, width, height - 1, 0, 2)
    for name in ("walls", "holes"):
        things: frozenset[Point] = getattr(puzzle, name)
        for thing in sorted(things):
            rest = things - {thing}
            if name == "walls":
                yield replace(puzzle, walls=rest)
            else:
                yield replace(puzzle, holes=rest)
    for center in puzzle.centers:
        rest_centers = tuple(other for other in puzzle.centers if other != center)
        yield replace(puzzle, centers=rest_centers, black=puzzle.black - {center})


def _cut(
    puzzle: Puzzle, width: int, height: int, left: int, top: int
) -> Iterator[Puzzle]:
    """Yield the part of a board that begins at (left, top), if it is a board."""

    def inside(points: Iterable[Point]) -> list[Point]:
        moved = (Point(x - left, y - top) for x, y in points)
        return [p for p in moved if 0 < p.x < 2 * width and 0 < p.y < 2 * height]

    try:
        yield Puzzle(
            width,
            height,
            tuple(inside(puzzle.centers)),
            frozenset(inside(puzzle.black)),
            frozenset(inside(puzzle.holes)),
            frozenset(inside(puzzle.walls)),
            name=puzzle.name,
        )
    except PuzzleError:  # a wall on what is now the border
        return


def _is_out_of_reach(question: Question) -> bool:
    return question.encoding == FAST and isinstance(question.board, Size)


def _outcome(
    question: Question, asked: Callable[[], Answers]
) -> Answers | MissingAnswers:
    """Ask; return the reason if there is no answer."""
    if _is_out_of_reach(question):
        return MissingAnswers("unasked", f"{FAST!r} takes one board at a time")
    try:
        return asked()
    except LimitReachedError as error:
        return MissingAnswers(error.limit, f"the {error.limit} limit was reached")
    except (GalaxiesError, WorkerDiedError) as error:
        return MissingAnswers("refused", str(error))


def _extra(
    holder: str, ours: Answers, other: str, theirs: Answers
) -> tuple[str, str, Answer] | None:
    """Return an answer that only the holder has, if one is known."""
    if not theirs.complete:
        return None
    answer = min(ours.found - theirs.found, key=Answer.cost, default=None)
    return None if answer is None else (holder, other, answer)
