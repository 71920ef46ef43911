"""Change a puzzle step by step towards what is wanted; it stays unique all the way."""

from collections.abc import Callable

from galaxies_asp.generate.alternatives import alternatives
from galaxies_asp.generate.growth import Growth
from galaxies_asp.generate.unique import Refiller, Unique
from galaxies_asp.puzzle import Solution

Judge = Callable[[Solution], tuple[float, float]]
"""Says how far a puzzle is from what is wanted, 0 where it is reached, and how much
larger regions should be to come nearer."""


def steer(
    growth: Growth,
    start: Unique,
    judge: Judge,
    *,
    steps: int,
    most_conflicts: int,
) -> tuple[Unique, float]:
    """Make some regions anew, again and again, and keep what is not farther away.

    Returns
    -------
    The nearest puzzle, and its distance.
    """
    canvas = growth.canvas
    refiller = Refiller(growth, most_conflicts)
    best = start
    least, scale = judge(canvas.solution(start.regions))
    for _ in range(steps):
        if not least:
            break
        totals = sorted(best.regions)
        place = refiller.around(best.regions, [refiller.pick(totals)])
        changed = refiller.proposal(best.regions, place, scale)
        if changed is None:
            continue
        solution = canvas.solution(changed)
        away, next_scale = judge(solution)
        if away > least:
            continue
        found = alternatives(solution, most_conflicts)
        if found.unique:
            best = Unique(changed, found.effort)
            least, scale = away, next_scale
    return best, least
