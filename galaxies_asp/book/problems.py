"""The puzzles of a book: solved, proven unique and verified, rated, and in order.

`solve` lets no solution pass that `verify` rejects.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from math import inf, isfinite
from pathlib import Path
from typing import Literal, NamedTuple

from galaxies_asp.book.phrases import Phrases
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.palette import Shading
from galaxies_asp.core.drawing.scene import Scene, Texts
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.galaxies import GALAXIES, AnyBoard, sheet_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.answers.grading import difficulty, grade_of, outline
from galaxies_asp.explaining.answers.questions import deduce_steps, hint, walkthrough
from galaxies_asp.explaining.engine.facts import cells_about
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.levels import Level, Technique
from galaxies_asp.solving.plan import has_standard_rules
from galaxies_asp.solving.search import Search

Order = Literal["difficulty", "given", "size"]

HARD = tuple(Technique)[-5:]
"""Contradictions and what is harder: techniques that moderate puzzles do not need."""

_MOST_CELLS = 900
"""A walkthrough of a larger board, which may take long, is made for its effort only."""
_STEPS, _HINTS = 12, 3
"""The steps under other rules that are considered, and the hints that they give."""
_NAMED_AT_ONCE = 10


class UnfitError(GalaxiesError):
    """Some puzzles do not have exactly one solution.

    `ambiguous`: some of them have several solutions, which can be allowed.
    """

    def __init__(self, message: str, ambiguous: bool) -> None:
        self.ambiguous = ambiguous
        super().__init__(message)


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """The level of the hardest step, then the effort; compared in this order."""

    level: Level
    effort: float = inf
    """Infinite where it was not measured: these come last."""
    techniques: tuple[tuple[Technique, int], ...] = field(default=(), compare=False)
    """The number of steps by each of the `HARD` techniques, where they were counted."""
    stated: str = field(default="", compare=False)
    """The name of the grade; empty: that of the level."""

    @property
    def word(self) -> str:
        """The name of the grade."""
        return self.stated or self.level.grade

    def agrees(self, other: "Grade") -> bool:
        """Tell whether two grades have the same name."""
        return self.word == other.word


class PrintedHint(NamedTuple):
    """The cells that a step decides, as columns and rows from 1, and its idea.

    The idea is a technique, or the headings of the rules from which the step follows.
    """

    cells: tuple[tuple[int, int], ...]
    idea: Technique | tuple[str, ...]


@dataclass(frozen=True)
class Task:
    """A puzzle of any family to be solved and rated.

    The name is for messages. If it is rated, the grade is measured, or a stated one is
    checked, unless the rules are not the standard ones.
    """

    name: str
    sheet: AnySheet
    grade: Grade | None = None
    is_rated: bool = False
    with_effort: bool = False
    rules: Rules = STANDARD
    with_hints: bool = False


@dataclass(frozen=True)
class Problem:
    """A puzzle with its solution, or one of its solutions if it has several.

    `remark` says that the stated grade is not the measured one, if this is so.
    """

    sheet: AnySheet
    solution: object
    is_unique: bool = True
    grade: Grade | None = field(default=None, compare=False)
    remark: str = field(default="", compare=False)
    hints: tuple[PrintedHint, ...] = ()

    @property
    def board(self) -> Puzzle | None:
        """The puzzle, if it is one of Galaxies: books say more about these."""
        return self.sheet.dots

    @property
    def family(self) -> str:
        """The name of the family, for keys of phrases."""
        return Path(self.sheet.family.name).stem.partition("+")[0]

    def scene(
        self,
        title: str,
        say: Phrases,
        *,
        is_solved: bool = False,
        shading: Shading = "grays",
    ) -> Scene:
        """Return the picture of the puzzle, or of its solution."""
        shown = self.sheet.drawn(self.solution) if is_solved else self.sheet.blank
        scene = shown.scene(title, shading=shading)
        shapes = tuple(
            replace(one, texts=[(at, say.caption(text)) for at, text in one.texts])
            if isinstance(one, Texts) and one.role == "caption"
            else one
            for one in scene.shapes
        )
        return replace(scene, shapes=shapes)


def task(
    name: str, board: AnyBoard, metadata: Mapping[str, object], rules: Rules = STANDARD
) -> Task:
    """Return the task for a puzzle; `GalaxiesError` if its family has no pictures."""
    sheet: AnySheet = sheet_of(board).blank
    sheet.scene()
    stated = stated_grade(metadata) if can_be_rated(sheet, rules) else None
    return Task(name, sheet.under(rules), stated, rules=rules)


def can_be_rated(sheet: AnySheet, rules: Rules) -> bool:
    """Tell whether a puzzle has a grade: its rules have the techniques of people."""
    return has_standard_rules(sheet, rules)


def stated_grade(metadata: Mapping[str, object]) -> Grade | None:
    """Return the grade in the field `difficulty`; None if there is no valid one.

    It is a word, such as "tricky", with the `effort` beside it, as `galaxies generate`
    writes them, or an object of both, as `galaxies walkthrough --json` does.
    """
    stated = metadata.get("difficulty")
    fields = stated if isinstance(stated, dict) else {**metadata, "grade": stated}
    effort = fields.get("effort")
    if not isinstance(effort, int | float) or not isfinite(effort):
        effort = inf
    word, number = fields.get("grade"), fields.get("level")
    named = [level for level in Level if level.grade == word]
    levels = [level for level in Level if named and level == number] or named
    return Grade(levels[0], float(effort), stated=str(word)) if levels else None


def to_be_rated(tasks: Iterable[Task], *, with_effort: bool = False) -> list[Task]:
    """Return tasks that are rated; where the effort is needed, it is measured."""
    return [replace(task, is_rated=True, with_effort=with_effort) for task in tasks]


def measured_grade(puzzle: Puzzle, *, with_effort: bool = True) -> Grade:
    """Return the grade of a puzzle with one solution, maybe without the effort."""
    if not with_effort:
        level = outline(puzzle).level
        return Grade(level, stated=grade_of(puzzle, level))
    way = walkthrough(puzzle)
    measured = difficulty(way)
    hard = tuple((t, n) for t in HARD if (n := way.techniques.get(t)))
    return Grade(measured.level, measured.effort, hard, measured.grade)


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
    if not faults:
        return problems
    count = "1 puzzle does" if len(faults) == 1 else f"{len(faults)} puzzles do"
    lines = [f"{count} not have exactly 1 solution:", *faults[:_NAMED_AT_ONCE]]
    if len(faults) > _NAMED_AT_ONCE:
        lines.append(f"and {len(faults) - _NAMED_AT_ONCE} more")
    raise UnfitError("\n  ".join(lines), ambiguous)


def examine(job: Task) -> Problem | str:
    """Return the problem, or the reason why there is no solution."""
    rules, sheet = job.rules, job.sheet
    result = Search[object](SolveRequest(sheet, rules=rules)).run()
    if not result.solutions:
        return f"no solution: {result.reason}" if result.reason else "no solution"
    grade, remark = job.grade, ""
    is_unique = result.status == "unique"
    is_rated = is_unique and can_be_rated(sheet, rules)
    if job.is_rated and is_rated:
        puzzle, stated = sheet.position.puzzle, grade
        is_slow = job.with_effort or (grade is None and sheet.size[0] <= _MOST_CELLS)
        if grade is None or (is_slow and grade.effort == inf):
            grade = measured_grade(puzzle, with_effort=is_slow)
        elif not (measured := measured_grade(puzzle, with_effort=False)).agrees(grade):
            grade = measured
        if stated and not stated.agrees(grade):
            remark = f"{job.name}: {grade.word}, not {stated.word} as stated"
    hints = tuple[PrintedHint, ...]()
    if job.with_hints and is_unique:
        if is_rated:
            puzzle = sheet.position.puzzle
            level = (grade or measured_grade(puzzle, with_effort=False)).level
            hints = printed_hints(puzzle, level)
        else:
            hints = _hints_by_rules(sheet, rules)
    return Problem(sheet, result.solutions[0], is_unique, grade, remark, hints)


def printed_hints(puzzle: Puzzle, level: Level) -> tuple[PrintedHint, ...]:
    """Return the first step that is not trivial, and the first one of a level.

    The easier steps have been taken before. If both are the same there is one hint, and
    a puzzle that takes only trivial steps has its first one.
    """
    wanted = dict.fromkeys((Level.ONLY_ONE, max(level, Level.ONLY_ONE)))
    steps = [hint(puzzle, level=each) for each in wanted]
    if not any(isinstance(step, Step) for step in steps):
        steps = [hint(puzzle)]
    hints: dict[PrintedHint, None] = {}
    position = Position(puzzle)
    for step in steps:
        if isinstance(step, Step) and isinstance(step.technique, Technique):
            cells = tuple(
                GALAXIES.column_and_row(position, at)
                for at in cells_about(step.reason.targets)
            )
            hints[PrintedHint(cells, step.technique)] = None
    return tuple(hints)


def _hints_by_rules(sheet: AnySheet, rules: Rules) -> tuple[PrintedHint, ...]:
    """Return the first steps that take new rules of an encoding, each by one cell."""
    from galaxies_asp.explaining.words.headings import by_rule, heading_of

    place = partial(sheet.family.column_and_row, sheet.position)
    found: dict[tuple[str, ...], PrintedHint] = {}
    for step in islice(deduce_steps(sheet, rules=rules), _STEPS):
        if not isinstance(step, Step) or len(found) == _HINTS:
            break
        places = step.known.places(step.reason.targets) if step.known else ()
        if places:  # a sum of cells, say, has no place of its own
            idea = tuple(dict.fromkeys(map(heading_of, by_rule(step.reason.instances))))
            found.setdefault(idea, PrintedHint((place(places[0]),), idea))
    return tuple(found.values())


def in_order(problems: Iterable[Problem], order: Order) -> list[Problem]:
    """Sort problems; those that are equal stay in the order in which they are given.

    By difficulty, those without a grade come last.
    """

    def key(problem: Problem) -> tuple[object, ...]:
        size, grade = problem.sheet.size, problem.grade
        if order == "size":
            return size
        return (True, size) if grade is None else (False, grade, size)

    return list(problems) if order == "given" else sorted(problems, key=key)
