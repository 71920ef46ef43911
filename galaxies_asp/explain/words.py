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
from galaxies_asp.grid import Point, cell_name, dot_name, mirror, touched_cells
from galaxies_asp.puzzle import NO_DOT, Puzzle

_SENTENCES = {
    Rule.CENTER: (
        "the region of {} contains the cells that the dot touches",
        "the regions of {} contain the cells that the dots touch",
    ),
    Rule.SYMMETRY: (
        "the region of {} is symmetric",
        "the regions of {} are symmetric",
    ),
    Rule.CONNECTED: (
        "the region of {} is connected",
        "the regions of {} are connected",
    ),
    Rule.COVER: (
        "{} belongs to some dot",
        "{} belong to some dot",
    ),
}
"""For each rule its sentence for one place, and for several."""


def hint_in_words(puzzle: Puzzle, hint: Hint) -> str:
    """Return the next step or the mistake, and why; several lines."""
    if isinstance(hint, Step):
        return step_in_words(puzzle, hint)
    if isinstance(hint, Mistake):
        return mistake_in_words(puzzle, hint)
    return finished_in_words(hint)


def finished_in_words(finished: Finished) -> str:
    """Return why there is no further step."""
    if finished.solved:
        return "The board is solved."
    return "Nothing more is forced: the open cells have several solutions."


def step_in_words(puzzle: Puzzle, step: Step) -> str:
    """Return a step: what follows, and why."""
    target = step.target
    said = target_in_words(puzzle, target)
    if len(step.cells) > 1:
        cells = _joined(map(cell_name, step.cells))
        said = f"The cells {cells} belong to {_dot(puzzle, target.dot)}"
    if step.images:
        said += f", and so does the mirror image {_joined(map(cell_name, step.images))}"
    return f"{said}.\n{reason_in_words(puzzle, step.reason, step.level)}"


def mistake_in_words(puzzle: Puzzle, mistake: Mistake) -> str:
    """Return what is wrong, and why there is no solution with it."""
    why = reason_in_words(puzzle, mistake.reason, None)
    if not mistake.wrong:
        return f"The puzzle has no solution.\n{why}"
    wrong = [_drawn(puzzle, instance) for instance in mistake.wrong]
    if len(wrong) == 1:
        return f"This is wrong: {wrong[0]}.\n{why}"
    if set(mistake.wrong) <= set(mistake.reason.instances):
        head = "No solution contains all of these:"
    else:
        head = "This is wrong:"
    return "\n".join([head, *(f"  - {line}" for line in wrong), why])


def target_in_words(puzzle: Puzzle, target: Target) -> str:
    """Return what follows, as a sentence without its full stop."""
    if target.asked is Asked.NO_SOLUTION:
        return "There is no solution"
    if target.asked is Asked.CELL:
        return f"The cell {cell_name(target.at)} belongs to {_dot(puzzle, target.dot)}"
    between = _between(target.at)
    if target.asked is Asked.WALL:
        return f"There is a wall between {between}"
    return f"There is no wall between {between}"


def reason_in_words(puzzle: Puzzle, reason: Reason, level: Level | None) -> str:
    """Return why something follows: the deduction, and the rules that it uses.

    Parameters
    ----------
    level
        The level of the deduction; None leaves the deduction out.
    """
    lines = []
    if level is not None:
        lines.append(f"Why: {_view(puzzle, reason, level)}.")
        lines += _failures(puzzle, reason)
    if level not in (Level.TOUCHED, Level.ONLY_ONE):
        failed = reason.target.asked is Asked.NO_SOLUTION
        lines.append("These cannot all hold:" if failed else "Rules used:")
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


def _dot(puzzle: Puzzle, dot: int) -> str:
    """Return the name and the place of a dot."""
    return f"dot {dot_name(dot)} at {puzzle.centers[dot]}"


def _view(puzzle: Puzzle, reason: Reason, level: Level) -> str:
    """Return the deduction in one sentence."""
    target = reason.target
    if target.asked is Asked.NO_SOLUTION and level <= Level.CUT_OFF:
        return _obstacle(reason)
    edge = target.asked in (Asked.WALL, Asked.OPEN)
    if level is Level.TOUCHED:
        if target.asked is Asked.CELL and len(reason.instances) == 1:
            return "a region contains all cells that its dot touches"
        if target.asked is Asked.CELL and reason.drawn:
            return f"it is the mirror image of {cell_name(reason.drawn[0].at)}"
        return "it follows from the cells that the dots touch and from mirror images"
    if level is Level.ONLY_ONE:
        if edge:
            return "no region can ever reach both cells"
        return "no other dot can ever reach it and the mirror images on the way"
    if level is Level.BLOCKED:
        return "; ".join(_blocked(puzzle, reason)) or (
            "every other dot would need a mirror image that belongs to another dot"
        )
    if level is Level.CUT_OFF:
        if edge:
            return "no region can reach both cells"
        if any(i.rule is Rule.COVER for i in reason.instances):
            return "every other dot is cut off from it or from its mirror image"
        return "without it the region would not be connected"
    if level is Level.CONTRARY:
        return "the contrary leaves a cell without a dot, or disconnects a region"
    if level is Level.TRIAL:
        rounds = reason.rounds or 0
        return (
            f"the contrary leads to a contradiction within {_rounds(rounds)} of "
            "deductions"
        )
    return "the contrary leads to a contradiction, but only by nested what-ifs"


def _obstacle(reason: Reason) -> str:
    """Return what is impossible without any what-if."""
    cells = [i.at for i in reason.instances if i.rule is Rule.COVER]
    if cells:
        return f"no dot can reach the cell {cell_name(cells[0])}"
    return "these rules contradict each other"


def _blocked(puzzle: Puzzle, reason: Reason) -> Iterator[str]:
    """Yield for each rival the mirror image of the target that it cannot have."""
    known = {i.at: i.dot for i in reason.instances if i.rule is Rule.LABEL}
    if reason.target.asked is not Asked.CELL:
        return
    for instance in reason.instances:
        if instance.rule is not Rule.SYMMETRY or instance.dot == reason.target.dot:
            continue
        image = mirror(instance.at, reason.target.at)
        if image in known:
            yield (
                f"{_dot(puzzle, instance.dot)} would need the mirror image "
                f"{cell_name(image)} too, which belongs to {_dot(puzzle, known[image])}"
            )


def _failures(puzzle: Puzzle, reason: Reason) -> Iterator[str]:
    """Yield the contradiction for each other dot that the cell could have."""
    if reason.rounds is None:
        return
    board = Bitboard(puzzle)
    rounds = reason.rounds
    failures = refutations(board, reason.instances, reason.target, rounds)
    for rival, failed in failures.items():
        if rival == NO_DOT and not rounds:
            continue  # nothing is supposed
        who = (
            "it did not" if rival == NO_DOT else f"it belonged to {_dot(puzzle, rival)}"
        )
        when = f"after {_rounds(failed.rounds)}, " if failed.rounds else ""
        where = cell_name(next(board.points(failed.cells)))
        if failed.how is How.UNCOVERED:
            what = f"no dot could reach {where}"
        elif failed.how is How.CLASH:
            what = f"{where} would belong to two dots"
        else:
            what = f"{_dot(puzzle, failed.dot)} could not reach its cell {where}"
        yield f"  - if {who}: {when}{what}"


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _rules(puzzle: Puzzle, instances: Sequence[Instance]) -> Iterator[str]:
    """Yield a sentence for each rule, with all places where the reason uses it."""
    for rule, (one, many) in _SENTENCES.items():
        places = [
            cell_name(i.at) if rule is Rule.COVER else _dot(puzzle, i.dot)
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
        return f"{cell_name(instance.at)} belongs to {_dot(puzzle, instance.dot)}"
    return f"there is a wall between {_between(instance.at)}"


def _between(edge: Point) -> str:
    one, other = touched_cells(edge)
    return f"{cell_name(one)} and {cell_name(other)}"


def _joined(items: Iterable[str]) -> str:
    names = list(items)
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
