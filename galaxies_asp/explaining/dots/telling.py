"""Steps about dots: cells of one dot, with partners, walls and complete regions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from galaxies_asp.explaining.dots.ordering import DotOrder
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.steps import Told, told_touched
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.findings import Reason, RulesSource, Step
from galaxies_asp.explaining.words.levels import Method, Technique

_LIKE: dict[Technique | Method | None, Technique] = {
    Method.GIVEN: Technique.ONLY_DOT,
    Method.RULE: Technique.ONLY_DOT,
    Method.CHAIN: Technique.BLOCKED,
    Method.CONNECTION: Technique.CAPTURED,
    Method.SUM: Technique.WHAT_IF,
    Method.LONG: Technique.WHAT_IF,
    Method.SUPPOSITION: Technique.CONTRADICTION,
    Method.WHAT_IF: Technique.WHAT_IF,
    Method.NESTED: Technique.SEARCH,
    Method.SEARCH: Technique.SEARCH,
}
"""The techniques of steps that the board does not show."""


def told_step(step: Step, order: DotOrder) -> Step:
    """Return a step as solvers tell it, without what is known."""
    scene, facts = order.scene, order.untold(step.facts)
    new = {*facts}
    targets = [fact for fact in step.reason.targets if fact in new] or facts[:1]
    is_seen = not (step.reason.cost or step.reason.arguments)
    said = order.told_seen(targets) if is_seen else None
    if said is None:
        facts = [*dict.fromkeys((*facts, *_with_images(facts, scene)))]
        like = _LIKE[step.technique]
        reason = replace(step.reason, target=targets[0], also=tuple(targets[1:]))
        return replace(
            step, technique=like, level=like.level, reason=reason, facts=tuple(facts)
        )
    targets = scene.heads(said.targets)
    first = _with_images(targets, scene)
    rest = [fact for fact in facts if fact not in first]
    return _step(step, targets, [*first, *rest], said)


def _with_images(some: Sequence[Fact], scene: Scene) -> list[Fact]:
    """Return cells of a dot and then their partners, if they are new."""
    images = scene.images(some)
    return [*some, *(Fact(Kind.CELL, at, some[0].center) for at in images)]


def _step(
    step: Step,
    targets: Sequence[Fact],
    facts: Sequence[Fact],
    said: Told,
) -> Step:
    """Return a step about some cells of a dot."""
    reason = replace(
        step.reason,
        target=targets[0],
        also=tuple(targets[1:]),
        clauses=said.clauses,
        technique=said.technique,
    )
    return replace(
        step,
        reason=reason,
        facts=tuple(facts),
        technique=said.technique,
        level=said.technique.level,
    )


def touched_step(facts: Sequence[Fact], scene: Scene, source: RulesSource) -> Step:
    """Return that dots have cells that they touch."""
    reason = Reason(facts[0], (), source=source, also=tuple(facts[1:]))
    step = Step(reason, Technique.TOUCHED.level, tuple(facts), Technique.TOUCHED)
    return _step(step, facts, facts, told_touched(facts, scene))


def closed_step(step: Step, before: Scene, after: Scene) -> Step:
    """Return a step with the walls and the complete regions that follow."""
    return replace(step, facts=(*step.facts, *after.new_since(before)))
