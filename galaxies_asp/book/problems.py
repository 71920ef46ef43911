"""The puzzles of a book: each solved, proven unique and verified, in the book's order.

`solve` lets no solution pass that `verify` rejects.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.book.grades import (
    Grade,
    Rating,
    measured_grade,
    stated_grade,
    usual_rating,
)
from galaxies_asp.book.hints import PrintedHint, hints_by_rules, printed_hints
from galaxies_asp.book.phrases import Phrases
from galaxies_asp.drawing.palette import Shading
from galaxies_asp.drawing.scene import Scene, Texts
from galaxies_asp.families.entry import Entry
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.solving.engine import SolveRequest
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.search import Search

Order = Literal["difficulty", "given", "size"]

_NAMED_AT_ONCE = 10


class UnfitError(GalaxiesError):
    """Some puzzles do not have exactly one solution.

    `ambiguous`: some of them have several solutions, which can be allowed.
    """

    def __init__(self, message: str, ambiguous: bool) -> None:
        self.ambiguous = ambiguous
        super().__init__(message)


@dataclass(frozen=True)
class Task:
    """A puzzle of any family to be solved and rated.

    The name is for messages. With a rating, the grade is measured, or a stated one is
    checked, unless the rules are not the standard ones.
    """

    name: str
    puzzle: Puzzle | Sheet
    grade: Grade | None = None
    rating: Rating | None = None
    rules: Rules = STANDARD
    with_hints: bool = False


@dataclass(frozen=True)
class Problem:
    """A puzzle with its solution, or one of its solutions if it has several.

    The solution of a puzzle of another family than Galaxies is a position.
    `remark` says that the stated grade is not the measured one, if this is so.
    """

    puzzle: Puzzle | Sheet
    solution: Any
    is_unique: bool = True
    grade: Grade | None = field(default=None, compare=False)
    remark: str = field(default="", compare=False)
    hints: tuple[PrintedHint, ...] = ()

    @property
    def entry(self) -> Entry:
        """The puzzle as a board of any family."""
        if isinstance(self.puzzle, Sheet):
            return self.puzzle
        return GalaxiesSheet.of(Position(self.puzzle))

    @property
    def size(self) -> tuple[int, int, int]:
        """The sort key for the order by size: cells, then height and width."""
        return self.entry.size

    @property
    def family(self) -> str:
        """The name of another family than Galaxies, for keys of phrases; else empty."""
        return Path(self.entry.family_name or "").stem.partition("+")[0]

    def scene(
        self,
        title: str,
        say: Phrases,
        *,
        is_solved: bool = False,
        shading: Shading = "grays",
    ) -> Scene:
        """Return the picture of the puzzle, or of its solution."""
        shown = self.entry.drawn(self.solution) if is_solved else self.entry.blank
        scene = shown.scene(title, shading=shading)
        shapes = tuple(
            replace(one, texts=[(at, say.caption(text)) for at, text in one.texts])
            if isinstance(one, Texts) and one.role == "caption"
            else one
            for one in scene.shapes
        )
        return replace(scene, shapes=shapes)


def task(
    name: str,
    puzzle: Puzzle | Sheet,
    metadata: Mapping[str, Any],
    rules: Rules = STANDARD,
) -> Task:
    """Return the task for a puzzle with its metadata.

    Raises
    ------
    GalaxiesError
        If the family of the puzzle draws no pictures.
    """
    stated = stated_grade(metadata)
    if isinstance(puzzle, Sheet):
        puzzle.blank.scene()
        stated = None
    return Task(name, rules.puzzle(puzzle), stated, rules=rules)


def to_be_rated(
    tasks: Sequence[Task], rating: Rating | None = None, *, with_effort: bool = False
) -> list[Task]:
    """Set the rating of tasks.

    By default, it is the usual one for boards of the sizes of those without a grade. A
    stated grade without an effort does not count where the effort is needed.
    """
    if with_effort:
        without = (
            None if t.grade is None or not t.grade.effort else t.grade for t in tasks
        )
        tasks = [replace(t, grade=g) for t, g in zip(tasks, without, strict=True)]
    if rating is None:
        rating = usual_rating(
            task.puzzle
            for task in tasks
            if task.grade is None and isinstance(task.puzzle, Puzzle)
        )
    return [replace(task, rating=rating) for task in tasks]


def prepare(
    tasks: Sequence[Task],
    *,
    allow_ambiguous: bool = False,
    executor: Executor | None = None,
    report: Report = silent,
) -> list[Problem]:
    """Solve and rate puzzles.

    The executor runs the tasks; by default they run in this process. Raises
    `UnfitError` if puzzles have no solution or, unless this is allowed, several.
    """
    problems: list[Problem] = []
    faults: list[str] = []
    ambiguous = False
    results = executor.map(examine, tasks) if executor else map(examine, tasks)
    for done, (job, found) in enumerate(zip(tasks, results, strict=True), 1):
        if isinstance(found, str):
            faults.append(f"{job.name}: {found}")
        elif not found.is_unique and not allow_ambiguous:
            faults.append(f"{job.name}: more than one solution")
            ambiguous = True
        else:
            problems.append(found)
        report("puzzles", done, len(tasks))
    if faults:
        raise UnfitError(_listed(faults), ambiguous)
    return problems


def examine(job: Task) -> Problem | str:
    """Return the problem, or the reason why there is no solution."""
    rules, puzzle = job.rules, cast(Any, job.puzzle)
    result = Search(SolveRequest(puzzle, rules=rules, number=1)).run()
    if not result.solutions:
        return f"no solution: {result.reason}" if result.reason else "no solution"
    grade, remark = job.grade, ""
    is_unique = result.status == "unique"
    can_be_rated = is_unique and engine(puzzle, rules).has_bits
    if job.rating and can_be_rated:
        if grade is None:
            grade = measured_grade(puzzle, job.rating)
        elif (measured := measured_grade(puzzle, "outline")).word != grade.word:
            remark = f"{job.name}: {measured.word}, not {grade.word} as stated"
            grade = measured
    hints = tuple[PrintedHint, ...]()
    if job.with_hints and is_unique:
        if isinstance(puzzle, Puzzle) and can_be_rated:
            level = (grade or measured_grade(puzzle, "outline")).level
            hints = printed_hints(puzzle, level)
        else:
            hints = hints_by_rules(puzzle, rules)
    return Problem(puzzle, result.solutions[0], is_unique, grade, remark, hints)


def _listed(faults: list[str]) -> str:
    lines = faults[:_NAMED_AT_ONCE]
    if len(faults) > _NAMED_AT_ONCE:
        lines.append(f"and {len(faults) - _NAMED_AT_ONCE} more")
    count = "1 puzzle does" if len(faults) == 1 else f"{len(faults)} puzzles do"
    return "\n  ".join([f"{count} not have exactly 1 solution:", *lines])


def in_order(problems: Iterable[Problem], order: Order) -> list[Problem]:
    """Sort problems; those that are equal stay in the order in which they are given.

    By difficulty, those without a grade come last.
    """
    if order == "given":
        return list(problems)
    if order == "size":
        return sorted(problems, key=lambda problem: problem.size)
    return sorted(problems, key=_hardness)


def _hardness(problem: Problem) -> tuple[bool, int, float, tuple[int, int, int]]:
    grade = problem.grade
    if grade is None:
        return True, 0, 0.0, problem.size
    return False, grade.level, grade.effort, problem.size
