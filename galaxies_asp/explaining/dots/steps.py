"""Steps about dots as solvers tell them: what stops each other dot, and what-ifs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.core.board.grid import cell_name, mirror
from galaxies_asp.explaining.dots.left import why_left, why_needed
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.what_ifs import told_what_if
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.clauses import (
    Clause,
    cell_marks,
    dot_marks,
    dots,
)
from galaxies_asp.explaining.words.findings import Reason, RulesSource, Step
from galaxies_asp.explaining.words.levels import Technique, hardest
from galaxies_asp.fast.bitboard import Bitboard

_BY_STOPS = (
    ("cut off", Technique.CAPTURED),
    ("walled", Technique.WALLED),
    ("blocked", Technique.BLOCKED),
)
"""What stops other dots, the hardest first, and the technique that sees it."""


@dataclass(frozen=True)
class Told:
    """A step in words, and its technique."""

    clauses: tuple[Clause, ...]
    technique: Technique
    targets: tuple[Fact, ...] = ()
    """The cells that the sentences are about."""


def told(facts: Sequence[Fact], scene: Scene) -> Told | None:
    """Return why cells belong to their dot; None where the board does not show it.

    A cell and its partner have one sentence.
    """
    if all(scene.is_touched(fact) for fact in facts):
        return told_touched(facts, scene)
    left = scene.heads(facts)
    why = why_left(scene, left)
    if why.is_shown:
        center = left[0].center
        more = (Fact(left[0].kind, at, center) for at in why.pocket)
        return Told(why.clauses, _by_stops(why.kinds), (*left, *more))
    if needed := why_needed(scene, left):
        return Told(tuple(needed), Technique.BOTTLENECK, tuple(left))
    return _told_by_what_ifs(left, scene)


def _told_by_what_ifs(left: Sequence[Fact], scene: Scene) -> Told | None:
    """Return how every other dot fails that the board does not stop at once."""
    fact, board = left[0], scene.board
    bit, own = board.bit(fact.at), scene.dot(fact)
    others = [d for d in board.near(bit) if d != own and not scene.stop(d, bit)]
    found = [told_what_if(scene, other, fact.at) for other in others]
    shown = [what_if for what_if in found if what_if is not None]
    why = why_left(scene, left, others)
    if len(shown) < len(found) or not (shown and why.is_shown):
        return None
    clauses = (*why.clauses, *(what_if.clause for what_if in shown))
    return Told(clauses, hardest(one.technique for one in shown), tuple(left))


def told_touched(facts: Sequence[Fact], scene: Scene) -> Told:
    """Return why cells belong to dots that touch them."""
    numbers = sorted({scene.dot(fact) for fact in facts})
    text = f"{dots(*numbers)} touches {'them' if len(facts) > 1 else 'it'}"
    if len(numbers) > 1:
        text = "each dot has the cells that it touches"
    return Told((Clause(text),), Technique.TOUCHED, tuple(facts))


def _by_stops(kinds: Collection[str]) -> Technique:
    """Return the technique that sees what stops other dots."""
    found = (technique for stop, technique in _BY_STOPS if stop in kinds)
    return next(found, Technique.ONLY_DOT)


def image_in_words(board: Bitboard, fact: Fact) -> Clause:
    """Return of which cell of its dot a cell is the partner."""
    dot, of = board.number[fact.center], mirror(fact.center or fact.at, fact.at)
    text = f"it is the partner of {cell_name(of)} in {dots(dot)}"
    return Clause(text, cell_marks([of]) + dot_marks(board, [dot]))


# Steps


def with_images(some: Sequence[Fact], scene: Scene) -> list[Fact]:
    """Return cells of a dot and then their partners, if they are new."""
    images = scene.images(some)
    return [*some, *(Fact(Kind.CELL, at, some[0].center) for at in images)]


def step_about(
    step: Step, targets: Sequence[Fact], facts: Sequence[Fact], said: Told
) -> Step:
    """Return a step about some cells of a dot."""
    way, also = said.technique, tuple(targets[1:])
    reason = replace(step.reason, target=targets[0], also=also, technique=way)
    reason = replace(reason, clauses=said.clauses)
    level = way.level
    return replace(step, reason=reason, facts=tuple(facts), technique=way, level=level)


def touched_step(facts: Sequence[Fact], scene: Scene, source: RulesSource) -> Step:
    """Return that dots have cells that they touch."""
    reason = Reason(facts[0], (), source=source, also=tuple(facts[1:]))
    step = Step(reason, Technique.TOUCHED.level, tuple(facts), Technique.TOUCHED)
    return step_about(step, facts, facts, told_touched(facts, scene))


def closed_step(step: Step, before: Scene, after: Scene) -> Step:
    """Return a step with the walls and the complete regions that follow."""
    return replace(step, facts=(*step.facts, *after.new_since(before)))
