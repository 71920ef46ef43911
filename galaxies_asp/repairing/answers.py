"""Repairs that a search finds, in a worker process if it is limited: words, JSON, SVG.

A drawing of Galaxies shows the repaired puzzle, solved, with the changes marked. Red
rings mark added dots and clues, blue rings removed ones, and arrows moved dots. Added
walls are red, erased walls blue and dashed.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from typing import Annotated, Literal, Self, Unpack

from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import STOPPED, LimitedSearch, Outcome, Stop
from galaxies_asp.core.board import answer
from galaxies_asp.core.board.board import Answered
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.effort import Seconds
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import Point, cell_name, dot_name
from galaxies_asp.core.board.puzzle import Puzzle, label_rows
from galaxies_asp.core.drawing.palette import BLUE, RED
from galaxies_asp.core.drawing.position import MARK, WALL, scene_of
from galaxies_asp.core.drawing.scene import Edges, Paint, Paths, Place, Shape
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.core.drawing.text import side_by_side
from galaxies_asp.core.galaxies import AnyBoard, sheet_of
from galaxies_asp.core.result import AnyResult, Result, Status
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.processes.sharing import SearchLimits, limited
from galaxies_asp.repairing.changes import Allowed, Change, Edit, Repair, check_kinds
from galaxies_asp.repairing.cheapest import Event, RepairProgress, RepairTask
from galaxies_asp.repairing.clues import ClueSearch
from galaxies_asp.repairing.dots import PuzzleSearch

_HEAD = 0.5
"""The length of the head of an arrow."""


def search(task: RepairTask) -> Iterator[Event | Outcome]:
    """Yield the result for the original puzzle, repairs and progress, and an outcome.

    Of the cheapest repairs, the one with the least `oddity` is the best.

    Raises `OptionError` for changes of a kind that the family does not have; and for
    variants in which the dots are part of the answer.
    """
    started = time.process_time()
    sheet = task.sheet.under(task.rules).blank
    check_kinds(sheet, task.allowed.weights)
    task = replace(task, sheet=sheet)
    begun = ClueSearch(task) if sheet.dots is None else PuzzleSearch(task)
    yield from begun.events()
    yield Outcome(True, Seconds(total=time.process_time() - started))


WORKER = f"{search.__module__}:{search.__name__}"


@dataclass(frozen=True, repr=False)
class RepairResult(Answered):
    """The result of a search for repairs."""

    sheet: AnySheet
    """The original puzzle."""
    before: AnyResult | None
    """Its solutions; None if the search stopped earlier."""
    repairs: tuple[Repair, ...]
    """The repairs found, all of the same cost: the likeliest of each mix of kinds of
    changes, then the others."""
    at_least: int
    """A lower bound of the cost of a repair."""
    complete: bool
    """Whether the search found and proved everything requested."""
    stopped_by: Stop | None
    """The reason why the search stopped early, if it did."""
    proposals: int
    rivals: int
    """The numbers of changed puzzles examined, and of rivals that refuted them."""
    seconds: float = field(compare=False)
    """CPU seconds."""

    def in_brief(self) -> str:
        """Return how many repairs were found, and a bound on their cost."""
        return f"{len(self.repairs) or 'none'} found, cost at least {self.at_least}"

    def __str__(self) -> str:
        lines = [answer_in_words(self)]
        lines += (repair_in_words(self.sheet, repair) for repair in self.repairs)
        if self.best is not None:
            boards = str(self.sheet), str(self.best.solved)
            lines.append(side_by_side(*boards, None, ("Before", "After")).rstrip())
        return "\n".join(lines)

    @property
    def puzzle(self) -> Puzzle:
        """The original puzzle of Galaxies."""
        puzzle: Puzzle = self.sheet.position.puzzle
        return puzzle

    @property
    def best(self) -> Repair | None:
        """The best repair, if one was found."""
        return self.repairs[0] if self.repairs else None

    @property
    def minimal(self) -> bool:
        """Whether the best repair is proven cheapest."""
        return bool(self.repairs) and self.repairs[0].cost <= self.at_least

    @property
    def is_sound(self) -> bool:
        """Whether the original puzzle has exactly one solution."""
        return self.before is not None and self.before.status == "unique"


class RepairRun:
    """One search: iterate over its events, then ask for the answer."""

    def __init__(self, task: RepairTask, **limits: Unpack[SearchLimits]) -> None:
        self.task = task
        self._search = LimitedSearch[Event](limited(search, task, **limits))
        self._before: AnyResult | None = None
        self._repairs: list[Repair] = []
        self._progress = RepairProgress(1, 0, 0)

    def __iter__(self) -> Iterator[Event]:
        """Yield the events as they come. A search can be run once."""
        for event in self._search:
            if isinstance(event, Result):
                self._before = event
            elif isinstance(event, RepairProgress):
                self._progress = event
            else:
                kept = (r for r in self._repairs if r.cost == event.cost)
                others = [r for r in kept if r.solved != event.solved]
                self._repairs = [*others, event]
            yield event

    def answer(self) -> RepairResult:
        """Return the result so far."""
        progress, outcome = self._progress, self._search.outcome
        likely = sorted(self._repairs, key=lambda r: r.oddity)
        # The likeliest repair of each mix of kinds comes before the others.
        first = {tuple(sorted(c.kind for c in r.changes)): r for r in likely[::-1]}
        likely.sort(key=lambda r: r not in first.values())
        return RepairResult(
            self.task.sheet,
            self._before,
            tuple(likely[: self.task.models or None]),
            progress.at_least,
            outcome.exhausted,
            outcome.stopped_by,
            progress.proposals,
            progress.rivals,
            outcome.seconds.total,
        )


def repair(
    puzzle: AnyBoard,
    allowed: Allowed | None = None,
    models: int = 1,
    rules: Rules = STANDARD,
    **limits: Unpack[SearchLimits],
) -> RepairResult:
    """Return the cheapest changes that give the puzzle exactly one solution.

    Parameters
    ----------
    puzzle
        The puzzle, of another family than Galaxies a `Sheet`.
    allowed
        What may be changed; by default anything, see `Allowed.of`.
    models
        1 for the likeliest of the cheapest repairs, 0 for all cheapest ones, or any
        number of these.
    rules
        The rules, by default the standard ones.
    limits
        Limits after which the answer may be incomplete.
    """
    sheet = sheet_of(puzzle)
    task = RepairTask(sheet, allowed or Allowed.of(sheet), models, rules)
    running = RepairRun(task, **limits)
    for _ in running:
        pass
    return running.answer()


_CHANGES = {
    Edit.ADD: "add a dot at {at}",
    Edit.REMOVE: "remove dot {dot} at {at}",
    Edit.MOVE: "move dot {dot} from {at} to {to}",
    Edit.DRAW: "draw a wall at {at}",
    Edit.ERASE: "erase the given wall at {at}",
}
"""The sentences about changes of dots and walls."""

_VERBS = {Edit.WRITE: "add", Edit.DELETE: "remove"}
"""What is done to the clues of a family."""


def change_in_words(board: AnyBoard, change: Change) -> str:
    """Describe a change; dots have the letters of the original puzzle."""
    family, position = sheet_of(board).family, sheet_of(board).position
    if family.clues:
        return f"{_VERBS[change.kind]} {family.words(parsed(change.clue))}"
    puzzle = position.puzzle
    if change.clue:
        clue = Clue(change.clue)
        where = f" at {_place(puzzle, change.at)}" if clue.point() else ""
        return f"{change.kind} the clue {clue.words}{where}"
    names = {at: dot_name(number) for number, at in enumerate(puzzle.centers)}
    at, to = _place(puzzle, change.at), change.to and _place(puzzle, change.to)
    return _CHANGES[change.kind].format(dot=names.get(change.at), at=at, to=to)


def _place(puzzle: Puzzle, at: Point) -> str:
    """Return a cell, the two cells beside an edge, or those across a corner."""
    cells = puzzle.lattice.touched_cells(at)
    first, last = cell_name(cells[0]), cell_name(cells[-1])
    if puzzle.lattice.is_edge(at):
        return f"{first}-{last}"
    return first if first == last else f"the corner of {first} and {last}"


def repair_in_words(board: AnyBoard, repair: Repair) -> str:
    """Describe the changes, one per line."""
    return "\n".join(change_in_words(board, change) for change in repair.changes)


def answer_in_words(answer: RepairResult) -> str:
    """Summarize the original puzzle, its repair, and the proof in one line."""
    if answer.before is not None and answer.before.status == "unique":
        verified = ", verified" if answer.before.verified else ""
        return f"exactly 1 solution{verified}; nothing to repair"
    return f"{_before(answer.before)}; {_after(answer)}"


def _before(before: AnyResult | None) -> str:
    if before is None or before.status not in ("multiple", "none"):
        return "the number of solutions is not known"
    if before.status == "multiple":
        return "several solutions"
    many = "many rules together leave none (`galaxies explain` names them)"
    return f"no solution: {before.reason or many}"


def _after(result: RepairResult) -> str:
    stopped = STOPPED[result.stopped_by]
    if result.best is None:
        if result.complete:
            return "no changes of the kinds that are allowed repair it"
        least = f"a repair costs at least {result.at_least}"
        return f"no repair found: {stopped}; {least}"
    changes = counted(_number(result.best), "change")
    repaired = f"repaired by {changes} at a cost of {result.best.cost}"
    if not result.minimal:
        least = f"the least cost is at least {result.at_least}"
        return f"{repaired}, not proven least: {stopped}; {least}"
    repaired += ", proven least"
    if len(result.repairs) > 1:
        repaired += f", in {len(result.repairs)} ways"
    return repaired if result.complete else f"{repaired}; {stopped}"


def _number(repair: Repair) -> int:
    """Return the number of changes; a clue of a family in place of another is one."""
    if repair.solved.family.clues:
        clues = (parsed(change.clue) for change in repair.changes)
        return len({(clue.name, *clue.arguments[:1]) for clue in clues})
    return len(repair.changes)


def picture(repair: Repair) -> str:
    """Draw a repair as SVG; of other families than Galaxies, the solved puzzle."""
    if repair.solved.family.clues:
        return paint(repair.solved.scene())
    new, old = (Edit.ADD, Edit.MOVE, Edit.WRITE), (Edit.REMOVE, Edit.MOVE, Edit.DELETE)
    placed = [change for change in repair.changes if change.at != (0, 0)]
    come = [change.to or change.at for change in placed if change.kind in new]
    gone = [change.at for change in placed if change.kind in old]
    solved, overlay = repair.solution.position(), _overlay(repair)
    return paint(scene_of(solved, marks=come, hints=gone, overlay=overlay))


def _overlay(repair: Repair) -> Iterator[Shape]:
    for change in repair.changes:
        if change.to is not None:
            yield from _arrow(change.at, change.to)
        elif change.kind is Edit.DRAW:
            yield Edges("mark", Paint(stroke=RED, width=2 * WALL), [change.at])
        elif change.kind is Edit.ERASE:
            style = Paint(stroke=BLUE, width=WALL, dashes="0.3")
            yield Edges("mark", style, [change.at])


def _arrow(start: Point, end: Point) -> Iterator[Shape]:
    """Yield a line from ring to ring, with a head at its end."""
    length = dist(start, end)
    if length <= 2 * MARK:
        return  # the rings meet

    def along(distance: float, aside: float = 0.0) -> Place:
        x, y = (end.x - start.x) / length, (end.y - start.y) / length
        right = start.x + distance * x - aside * y
        down = start.y + distance * y + aside * x
        return round(right, 2), round(down, 2)

    tip = length - MARK
    back = tip - _HEAD
    yield Paths("mark", Paint(stroke=BLUE, width=WALL), [(along(MARK), along(back))])
    head = (along(tip), along(back, _HEAD / 2), along(back, -_HEAD / 2))
    yield Paths("mark", Paint(BLUE), [head], closed=True)


@dataclass(frozen=True, kw_only=True)
class RepairObject(answer.Part):
    """Changes that give the puzzle exactly one solution."""

    cost: Annotated[answer.Natural, "Sum of the costs of the changes."]
    changes: Annotated[Sequence[Change], "The changes."]
    centers: Annotated[Sequence[Point] | None, "Dots of the repaired puzzle."] = None
    black: Annotated[Sequence[Point] | None, "Its black dots."] = None
    walls: Annotated[Sequence[Point] | None, "Its given walls."] = None
    clues: Annotated[Sequence[str] | None, "Its clues."] = None
    facts: Annotated[
        str | None, "The repaired puzzle of another family than Galaxies."
    ] = None
    solutions_after: Annotated[Literal[1], "Number of its solutions."]
    solution: Annotated[
        object,
        "The dot of each cell, row by row, counted from 0; null: the cell is missing. "
        "Of other families, in a form of their own.",
    ]

    @classmethod
    def about(cls, repair: Repair) -> Self:
        """Return the object for a repair."""
        solved = repair.solved
        if solved.family.clues:
            solution = solved.family.solved_json(solved.position)
            fields = {"facts": solved.facts, "solution": solution}
        else:
            fields = {
                "centers": repair.puzzle.centers,
                "black": sorted(repair.puzzle.black),
                "walls": sorted(repair.puzzle.walls),
                "clues": repair.puzzle.clues,
                "solution": label_rows(repair.solution.rows()),
            }
        return cls.of(repair, solutions_after=1, **fields)


@dataclass(frozen=True, kw_only=True)
class RepairAnswer(answer.PuzzleAnswer):
    """Answer of galaxies repair --json: the certificate."""

    width: answer.Width | None = None
    height: answer.Height | None = None
    before: Annotated[Status, "Whether the given puzzle has solutions."]
    solutions_before: Annotated[answer.Natural | None, "Solutions found; 2: more."]
    obstacle: Annotated[str | None, "Why the given puzzle has no solution."]
    encoding: Annotated[str, "The encoding that decided."]
    verified: Annotated[bool, "Whether a verifier judged the solutions."]
    one_letter: Annotated[Sequence[str], "Right texts but for one letter."] = ()
    minimal: Annotated[bool, "Whether it is proved that no repair is cheaper."]
    at_least: Annotated[answer.Natural, "Proved lower bound on the cost."]
    complete: Annotated[bool, "Whether the search was exhausted."]
    stopped_by: answer.StoppedBy
    repairs: Annotated[Sequence[RepairObject], "The repairs."]
    proposals: Annotated[answer.Natural, "Changes examined."]
    rivals: Annotated[answer.Natural, "Second solutions that excluded changes."]
    seconds: answer.Seconds

    @classmethod
    def about(
        cls, name: str, result: RepairResult, one_letter: Sequence[str] = ()
    ) -> Self:
        """Return the answer about a puzzle."""
        before, sheet = result.before, result.sheet
        sizes = sheet.family.listed(sheet.position, ())
        return cls.of(
            result,
            id=name,
            family=sheet.family.name,
            width=sizes.get("width"),
            height=sizes.get("height"),
            before=before.status if before else "unknown",
            solutions_before=len(before.solutions) if before else None,
            obstacle=before.reason if before else None,
            encoding=before.encoding if before else "",
            verified=before.verified if before else False,
            repairs=[RepairObject.about(repair) for repair in result.repairs],
            one_letter=one_letter,
            seconds=round(result.seconds, 6),
        )
