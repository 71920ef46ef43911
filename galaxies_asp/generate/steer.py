"""Change a puzzle step by step toward what is wanted; it stays unique all the way."""

from collections.abc import Callable
from dataclasses import dataclass

from galaxies_asp.generate.alternatives import alternatives
from galaxies_asp.generate.growth import Growth
from galaxies_asp.generate.unique import Refiller, UniqueBoard
from galaxies_asp.puzzle import Solution


@dataclass(frozen=True)
class Judgment:
    """The distance of a puzzle from the goal, and the dots to change.

    Attributes
    ----------
    distance
        0 where it is reached.
    scale
        How many times larger regions should be, to come nearer.
    dots
        The dots whose regions should change; none of them for any.
    """

    distance: float
    scale: float = 1.0
    dots: tuple[int, ...] = ()


Judge = Callable[[Solution], Judgment]


def steer(
    growth: Growth,
    start: UniqueBoard,
    judge: Judge,
    *,
    steps: int,
    most_conflicts: int,
) -> tuple[UniqueBoard, float]:
    """Replace regions repeatedly; keep each change that does not increase the distance.

    Returns
    -------
    The nearest puzzle, and its distance.
    """
    canvas = growth.canvas
    refiller = Refiller(growth, most_conflicts)
    best, judgment = start, judge(canvas.solution(start.regions))
    for _ in range(steps):
        if not judgment.distance:
            break
        totals = canvas.in_order(best.regions)
        if judgment.dots:
            totals = [totals[dot] for dot in judgment.dots]
        place = refiller.around(best.regions, [refiller.pick(totals)])
        changed = refiller.proposal(best.regions, place, judgment.scale)
        if changed is None:
            continue
        solution = canvas.solution(changed)
        new = judge(solution)
        if new.distance > judgment.distance:
            continue
        found = alternatives(solution, most_conflicts)
        if found.unique:
            best, judgment = UniqueBoard(changed, found.effort), new
    return best, judgment.distance
