"""Reasons, hints and mistakes as sentences for people."""

from collections.abc import Iterable, Iterator, Sequence

from galaxies_asp.explain.difficulty import Difficulty
from galaxies_asp.explain.hints import Hint
from galaxies_asp.explain.instances import Asked, Instance, Rule, Target
from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.mistakes import Mistake
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.situation import refutations
from galaxies_asp.explain.steps import Finished, Step
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import How
from galaxies_asp.grid import Point, mirror, touched_cells
from galaxies_asp.puzzle import NO_DOT, Puzzle

_SAYINGS = {
    Rule.CENTER: (
        "{} has the cells that it touches",
        "{} have the cells that they touch",
    ),
    Rule.SYMMETRY: (
        "the half turn about {} maps its region to itself",
        "the half turns about {} map their regions to themselves",
    ),
    Rule.CONNECTED: (
        "the region of {} is connected",
        "the regions of {} are connected",
    ),
    Rule.COVER: (
        "the cell in {} belongs to some dot",
        "the cells in {} belong to some dot",
    ),
}
"""For each rule what it says at one place, and at several."""


def hint_in_words(puzzle: Puzzle, hint: Hint) -> str:
    """Return what is to be done next, and why; several lines."""
    if isinstance(hint, Step):
        return step_in_words(puzzle, hint)
    if isinstance(hint, Mistake):
        return mistake_in_words(puzzle, hint)
    return finished_in_words(hint)


def finished_in_words(finished: Finished) -> str:
    """Say why there is no further step."""
    if finished.solved:
        return "Nothing is left to do: the board is solved."
    return "Nothing more is forced: what is open can be done in several ways."


def step_in_words(puzzle: Puzzle, step: Step) -> str:
    """Return a step: what follows, and why."""
    target = step.target
    said = target_in_words(puzzle, target)
    if len(step.cells) > 1:
        cells = _joined([_at(cell) for cell in step.cells])
        said = f"The cells in {cells} belong to {dot_name(puzzle, target.dot)}"
    if step.images:
        images = _joined([_at(cell) for cell in step.images])
        said += f", and so does the mirror image in {images}"
    return f"{said}.\n{reason_in_words(puzzle, step.reason, step.level)}"


def mistake_in_words(puzzle: Puzzle, mistake: Mistake) -> str:
    """Say what is wrong, and why it leaves no solution."""
    why = reason_in_words(puzzle, mistake.reason, None)
    if not mistake.wrong:
        return f"The puzzle has no solution.\n{why}"
    wrong = [_drawn(puzzle, instance) for instance in mistake.wrong]
    if len(wrong) == 1:
        return f"This is wrong: {wrong[0]}.\n{why}"
    if set(mistake.wrong) <= set(mistake.reason.instances):
        head = "No solution has all of this:"
    else:
        head = "This is wrong:"
    return "\n".join([head, *(f"  - {line}" for line in wrong), why])


def target_in_words(puzzle: Puzzle, target: Target) -> str:
    """Return what follows, as a sentence without its full stop."""
    if target.asked is Asked.NO_SOLUTION:
        return "There is no solution"
    if target.asked is Asked.CELL:
        dot = dot_name(puzzle, target.dot)
        return f"The cell in {_at(target.at)} belongs to {dot}"
    between = _between(target.at)
    if target.asked is Asked.WALL:
        return f"There is a wall between {between}"
    return f"There is no wall between {between}"


def reason_in_words(puzzle: Puzzle, reason: Reason, level: Level | None) -> str:
    """Return why something follows: how to see it, and the rules that are used.

    Parameters
    ----------
    level
        How hard it is to see; None where this is not to be said.
    """
    lines = []
    if level is not None:
        lines.append(f"Why: {_view(puzzle, reason, level)}.")
        lines += _failures(puzzle, reason)
    if level not in (Level.TOUCHED, Level.ONLY_ONE):
        failed = reason.target.asked is Asked.NO_SOLUTION
        lines.append("This cannot all hold:" if failed else "The rules that are used:")
        lines += [f"  - {line}" for line in _rules(puzzle, reason.instances)]
    return "\n".join(lines)


def difficulty_in_words(measured: Difficulty) -> str:
    """Return the difficulty in a line."""
    steps = ", ".join(
        f"{count} {level_name(level)}"
        for level, count in measured.steps.items()
        if count
    )
    return (
        f"{measured.grade}, effort {measured.effort:.2f}, largest reason "
        f"{measured.largest}; steps: {steps}"
    )


def level_name(level: Level) -> str:
    """Return the name of a level."""
    return level.name.lower().replace("_", " ")


def dot_name(puzzle: Puzzle, dot: int) -> str:
    """Return how a dot is called."""
    return f"dot {dot + 1} at {puzzle.centers[dot]}"


def _view(puzzle: Puzzle, reason: Reason, level: Level) -> str:
    """Say how to see it."""
    target = reason.target
    if target.asked is Asked.NO_SOLUTION and level <= Level.CUT_OFF:
        return _obstacle(reason)
    edge = target.asked in (Asked.WALL, Asked.OPEN)
    if level is Level.TOUCHED:
        if target.asked is Asked.CELL and len(reason.instances) == 1:
            return "a region contains whatever its dot touches"
        if target.asked is Asked.CELL and reason.drawn:
            return f"it is the mirror image of the cell in {_at(reason.drawn[0].at)}"
        return "it follows at once from what touches the dots and its mirror images"
    if level is Level.ONLY_ONE:
        if edge:
            return "no region could ever reach both cells"
        return "no other dot could ever reach it, with the mirror images on the way"
    if level is Level.BLOCKED:
        return "; ".join(_blocked(puzzle, reason)) or (
            "every other dot would need a mirror image that is taken"
        )
    if level is Level.CUT_OFF:
        if edge:
            return "no region can reach both cells any more"
        if any(i.rule is Rule.COVER for i in reason.instances):
            return "every other dot is cut off from it, or blocked by a mirror image"
        return "without it the region would fall apart"
    if level is Level.CONTRARY:
        return "otherwise a cell would be left without a dot, or a region cut off"
    if level is Level.TRIAL:
        rounds = reason.rounds or 0
        return (
            f"suppose the contrary; within {_rounds(rounds)} of deductions a cell is "
            "left without a dot, or a region cut off"
        )
    return "the contrary leads nowhere, but to see it takes trials within trials"


def _obstacle(reason: Reason) -> str:
    """Say what a single look at the board shows to be impossible."""
    cells = [i.at for i in reason.instances if i.rule is Rule.COVER]
    if cells:
        return f"no dot can reach the cell in {_at(cells[0])}"
    return "these rules contradict each other at once"


def _blocked(puzzle: Puzzle, reason: Reason) -> Iterator[str]:
    """Yield which mirror images of the target are taken, for each rival."""
    known = {i.at: i.dot for i in reason.instances if i.rule is Rule.LABEL}
    if reason.target.asked is not Asked.CELL:
        return
    for instance in reason.instances:
        if instance.rule is not Rule.SYMMETRY or instance.dot == reason.target.dot:
            continue
        image = mirror(instance.at, reason.target.at)
        if image in known:
            yield (
                f"{dot_name(puzzle, instance.dot)} would need the mirror image in "
                f"{_at(image)} too, which belongs to {dot_name(puzzle, known[image])}"
            )


def _failures(puzzle: Puzzle, reason: Reason) -> Iterator[str]:
    """Yield what would go wrong for each dot that the cell could have instead."""
    if reason.rounds is None:
        return
    board = Bitboard(puzzle)
    rounds = reason.rounds
    failures = refutations(board, reason.instances, reason.target, rounds)
    for rival, failed in failures.items():
        if rival == NO_DOT and not rounds:
            continue  # nothing is supposed
        who = (
            "not so" if rival == NO_DOT else f"it belonged to {dot_name(puzzle, rival)}"
        )
        when = f"after {_rounds(failed.rounds)}, " if failed.rounds else ""
        where = _at(next(board.points(failed.cells)))
        if failed.how is How.UNCOVERED:
            what = f"no dot would be left for the cell in {where}"
        elif failed.how is How.CLASH:
            what = f"the cell in {where} would belong to two dots"
        else:
            dot = dot_name(puzzle, failed.dot)
            what = f"{dot} would need the cell in {where}, and could not have it"
        yield f"  - if {who}: {when}{what}"


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _rules(puzzle: Puzzle, instances: Sequence[Instance]) -> Iterator[str]:
    """Yield a sentence for each rule, with all places where it is used."""
    for rule, (one, many) in _SAYINGS.items():
        places = [
            _at(i.at) if rule is Rule.COVER else dot_name(puzzle, i.dot)
            for i in instances
            if i.rule is rule
        ]
        if places:
            yield (one if len(places) == 1 else many).format(_joined(places))
    for instance in instances:
        if instance.rule in (Rule.LABEL, Rule.WALL):
            yield _drawn(puzzle, instance)


def _drawn(puzzle: Puzzle, instance: Instance) -> str:
    if instance.rule is Rule.LABEL:
        dot = dot_name(puzzle, instance.dot)
        return f"the cell in {_at(instance.at)} belongs to {dot}"
    return f"there is a wall between {_between(instance.at)}"


def _between(edge: Point) -> str:
    one, other = touched_cells(edge)
    return f"the cells in {_at(one)} and {_at(other)}"


def _at(cell: Point) -> str:
    return f"column {cell.x // 2 + 1} row {cell.y // 2 + 1}"


def _joined(items: Iterable[str]) -> str:
    names = list(items)
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
