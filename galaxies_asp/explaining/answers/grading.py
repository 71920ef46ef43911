"""How difficult a puzzle is, by what it takes to deduce its solution.

The effort of a step is

    weight * sentences

where `weight` is that of its level, and `sentences` the number of those of its reason:
one for each thing that keeps other dots from a cell, and for each what-if and each
deduction in it. The effort of a puzzle is the mean over its cells, which makes sizes
comparable.

The level of a puzzle is not that of its hardest step, as easier steps may be possible
that look at more of the board. `outline` computes the level without reasons: it follows
a walkthrough, but takes all cells of one level together, which is much faster. Cells of
regions are refuted by what follows from them, each time as little as possible.

A grade names the hardest level, one grade lower or higher where few or many cells need
more than the easiest steps. This share does not change where a board is turned.

A cell is decided if all its dots but one are refuted. A dot that is refuted stays
refuted. One that is not is tried again only after something has changed where its trial
changed something: elsewhere the same would follow. So what is known of a board is kept
while cells are decided.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from galaxies_asp.core.board.answer import (
    MERGED,
    Fields,
    Natural,
    Part,
    Positive,
)
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.explaining.dots.trials import (
    Limit,
    Look,
    Supposition,
    Trials,
    able,
    changed,
    settle,
)
from galaxies_asp.explaining.words.clauses import Clause
from galaxies_asp.explaining.words.findings import RulesSource, Step, Walkthrough
from galaxies_asp.explaining.words.levels import Level, Method, Technique
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation

Ratio = Annotated[float, Range(0)]

_ROUNDS = 8
"""The rounds of propagation after a supposition at the highest level of trials."""

GRADES = {level: level.grade for level in Level}
"""The name of the level of the hardest step that a puzzle needs."""

_SCALE = tuple(dict.fromkeys(GRADES.values()))

_FEW = {Level.BLOCKED: 0.12, Level.CUT_OFF: 0.1}
_MANY = {Level.CUT_OFF: 0.4, Level.CONTRARY: 0.4}
"""The shares of cells below which, or from which on, a puzzle of a level has the grade
before, or after, that of the level; see `grade_of`. They divide 303 puzzles of several
sources into grades of similar sizes (`benchmarks/grades.py`)."""

LIMITS = {
    Level.CONTRARY: Limit(0, Look.NOTHING),
    Level.SEPARATION: Limit(0, Look.WAY),
    Level.TRIAL: Limit(_ROUNDS, Look.WAY),
}
"""The limit of each level of trials."""


@dataclass(frozen=True)
class Difficulty(Part):
    """The difficulty of a puzzle."""

    level: Annotated[
        Level, Range(0), "Level of the hardest step that the puzzle needs, 1 to 8."
    ]
    effort: Annotated[
        Ratio, "Estimated effort, the mean over the cells; comparable between sizes."
    ]
    largest_reason: Annotated[
        Natural, "Sentences of the longest reason, trivial steps aside."
    ]
    steps: Annotated[
        Mapping[Level, Natural],
        "Number of steps of each level, without those that draw walls.",
    ]
    techniques: Annotated[
        Mapping[Technique | Method, Natural],
        "Number of these steps by technique, the easiest first.",
    ]
    grade: Annotated[
        str, "The grade in words, by the level and how many cells are not easy."
    ]

    def fields(self) -> Fields:
        """Return the fields of the JSON object, with words for levels."""
        steps = {level.words: count for level, count in self.steps.items()}
        return super().fields() | {"effort": round(self.effort, 4), "steps": steps}

    @property
    def rating(self) -> str:
        """The grade and the effort in words."""
        return f"{self.grade}, effort {self.effort:.2f}"

    def __str__(self) -> str:
        return self.in_words()

    def in_words(self) -> str:
        """Return the difficulty in a line, and why steps are above the level."""
        steps = ", ".join(f"{count} {one}" for one, count in self.techniques.items())
        text = f"{self.rating}, largest reason {self.largest_reason}; steps: {steps}"
        above = " and ".join(one for one in self.techniques if one.level > self.level)
        if not above:
            return text
        more = "by easier steps that look at more of the board"
        return f"{text}\nIt can also be solved without {above}: {more}."


def difficulty(way: Walkthrough) -> Difficulty:
    """Measure a walkthrough; walls, and cells that it leaves open, do not count."""
    cells = sum(1 for _ in way.puzzle.cells())
    steps = [step for step in way.steps if step.cells]
    count = Counter(Level(step.level) for step in steps)
    used = Counter(step.technique for step in steps)
    level = max(count, default=Level.TOUCHED)
    if way.solved:
        level = outline(way.puzzle).level
    return Difficulty(
        level,
        sum(map(effort, steps)) / max(cells, 1),
        max((length(step) for step in steps if step.level > Level.TOUCHED), default=1),
        {level: count[level] for level in Level},
        {one: used[one] for one in (*Technique, *Method) if used[one]},
        grade_of(way.puzzle, level),
    )


def grade_of(puzzle: Puzzle, level: Level) -> str:
    """Return the grade of a puzzle whose hardest necessary step has a level."""
    board = Bitboard(puzzle)
    easy = Level.ONLY_ONE if level <= Level.BLOCKED else Level.BLOCKED
    left = (board.cells & ~decided_at(board, easy)).bit_count()
    share = left / max(board.cells.bit_count(), 1)
    is_lower = share < _FEW.get(level, 0)
    is_higher = share >= _MANY.get(level, 2)
    return _SCALE[_SCALE.index(level.grade) - is_lower + is_higher]


def effort(step: Step) -> int:
    """Return the effort of a step."""
    return Level(step.level).weight * length(step)


def length(step: Step) -> int:
    """Return the number of sentences of a step; without any, of rules at places."""
    clauses = step.reason.clauses
    return sum(map(_length, clauses)) if clauses else step.reason.size


def _length(clause: Clause) -> int:
    inner = (*clause.lines, *filter(None, [clause.proof]))
    return 1 + sum(map(_length, inner))


@dataclass(frozen=True)
class Sizes(Part):
    """The difficulty of a walkthrough on an encoding, by techniques and reasons."""

    source: RulesSource = field(metadata=MERGED)
    steps: Annotated[Positive, "Number of steps."]
    largest_reason: Annotated[Natural, "Rules at places in the largest reason."]
    mean_reason: Annotated[Ratio, "Mean number of rules at places."]
    effort: Annotated[Ratio, "Estimated effort, the mean over the steps."]
    techniques: Annotated[
        Mapping[Technique | Method, Natural], "Number of steps by technique."
    ]
    grade: Annotated[str, "The grade in words: that of the hardest step."]

    def fields(self) -> Fields:
        """Return the fields of the JSON object."""
        means = {"mean_reason": round(self.mean_reason, 2)}
        return super().fields() | means | {"effort": round(self.effort, 4)}

    def in_words(self) -> str:
        """Return the difficulty in a line."""
        steps = ", ".join(f"{count} {one}" for one, count in self.techniques.items())
        source = self.source
        return (
            f"{self.grade}, effort {self.effort:.2f}, largest reason "
            f"{self.largest_reason}; steps: {steps}; "
            f"rules of {source.encoding}{source.note}"
        )


def sizes(way: Walkthrough) -> Sizes:
    """Measure a walkthrough on an encoding that has steps."""
    found = [
        (step.technique, step.size) for step in way.steps if step.technique is not None
    ]
    methods, reasons = zip(*found, strict=True)
    ways = [*Technique] if isinstance(methods[0], Technique) else [*Method]
    count = {one: methods.count(one) for one in ways if one in methods}
    effort = sum(method.weight * size for method, size in found)
    hardest = max((m.graded(size) for m, size in found), key=lambda m: m.level)
    assert way.source is not None
    number, mean = len(found), sum(reasons) / len(found)
    return Sizes(
        *(way.source, number, max(reasons), mean, effort / number, count, hardest.grade)
    )


class Refutation:
    """Decides the cells of a puzzle with a solution one after the other.

    `known`: the propagation of all rules; it is changed. `solution`: the cells of each
    region in a solution, if one is known: none of them fails.
    """

    def __init__(self, known: Propagation, solution: Sequence[Bits] = ()) -> None:
        settle(known)
        self._known, self._trials = known, Trials(solution)
        self._solution = solution or [0] * len(known.own)

    @property
    def left(self) -> Bits:
        """The open cells."""
        return self._known.board.cells & ~self._known.taken

    def decide(self, limit: Limit) -> int:
        """Decide a cell all of whose dots but one fail within a limit.

        Returns the number of cells decided: 0, or 2 with a partner, or 1. What
        follows from them is not counted.
        """
        left = self.left
        while left:
            cell = left & -left
            left ^= cell
            only = self._only_one(cell, limit)
            if only is not None:
                before = self._known.copy()
                self._known.claim(only.dot, only.into)
                settle(self._known)
                self._trials.forget(changed(before, self._known))
                return only.into.bit_count()
        return 0

    def _only_one(self, cell: Bits, limit: Limit) -> Supposition | None:
        """Return the only dot of a cell that does not fail, if there is one."""
        dots = able(self._known, cell)
        # The dot of the solution passes without a trial.
        dots.sort(key=lambda dot: not self._solution[dot] & cell)
        mirrored = self._known.board.mirrored
        trials = (Supposition(dot, cell | mirrored(dot, cell)) for dot in dots)
        fails, known = self._trials.fails, self._known
        passed = (trial for trial in trials if not fails(known, trial, limit))
        only, second = next(passed, None), next(passed, None)
        return only if second is None else None


@dataclass(frozen=True)
class Outline:
    """The levels that a puzzle needs."""

    level: Level
    """That of the hardest step."""
    cells: Mapping[Level, int]
    """The number of cells decided, or left open, at the levels above `CUT_OFF`."""
    left: tuple[Point, ...] = ()
    """The cells that the levels up to the limit leave open."""


def outline(
    puzzle: Puzzle,
    most: Level = Level.SEARCH,
    *,
    least: Level = Level.TOUCHED,
    solution: Solution | None = None,
) -> Outline:
    """Return the levels that a puzzle with one solution needs.

    `most`: the highest level that is tried; cells beyond it count as `SEARCH`. `least`:
    levels below this one are not distinguished, which takes less time. `solution`: a
    solution, if one is known, which takes less time.
    """
    if most < Level.CUT_OFF:
        return _easy_outline(puzzle, most)
    board = Bitboard(puzzle)
    known = Propagation.of_all_rules(board)
    cells = dict.fromkeys((*LIMITS, Level.SEARCH), 0)
    refutation = Refutation(known, board.regions(solution) if solution else ())
    while left := refutation.left:
        for level, limit in LIMITS.items():
            if level <= most and (found := refutation.decide(limit)):
                cells[level] += found
                break
        else:
            cells[Level.SEARCH] = left.bit_count()
            break
    hardest = max((level for level in cells if cells[level]), default=Level.CUT_OFF)
    if hardest == Level.CUT_OFF >= least:
        hardest = min(hardest, _easy_outline(puzzle, Level.BLOCKED).level)
    return Outline(hardest, cells, tuple(board.points(left)))


def _easy_outline(puzzle: Puzzle, most: Level) -> Outline:
    """Return the outline of a puzzle up to a level below `CUT_OFF`."""
    board = Bitboard(puzzle)
    # A level does what those below it do.
    if left := board.cells & ~decided_at(board, most):
        points = tuple(board.points(left))
        return Outline(Level.SEARCH, {Level.SEARCH: len(points)}, points)
    level = Level.TOUCHED
    while level < most and decided_at(board, level) != board.cells:
        level = Level(level + 1)
    return Outline(level, {})


def decided_at(board: Bitboard, level: Level) -> Bits:
    """Return the cells that a level below `CUT_OFF` decides, without connectivity."""
    known = Propagation.of_all_rules(board, connected=False)
    if level is Level.ONLY_ONE:
        once = board.once(board.span)
        for dot, span in enumerate(board.span):
            known.claim(dot, span & once)
    elif level is Level.BLOCKED:
        settle(known)
    return known.taken
