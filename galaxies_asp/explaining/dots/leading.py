"""Which steps lead to cells, and what they say, each after those before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.steps import told
from galaxies_asp.explaining.dots.trials import WAYS, Supposition, able
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.clauses import Clause, cells, marks_of
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.fast.propagation import Contradiction, Propagation

_TOLD = 7
"""The number of steps before the last one that are told; earlier ones are drawn."""

_LIMITS = dict(WAYS)
"""The limit of the trials of each technique, the highest where there are several."""


def leading(
    steps: Sequence[Step], scene: Scene, at: AbstractSet[Point], most: int = _TOLD
) -> tuple[Sequence[Step], list[Step]]:
    """Return the first of some steps, and those after them that some cells need.

    Without the first steps, which are none if few are needed, the others follow from
    the scene. The cells are decided by the last step, and maybe by earlier ones. What
    dots touch is known.
    """
    states = [*_states(steps, scene)]
    kept: list[Step] = []
    for number in reversed(range(len(steps))):
        step = steps[number]
        is_known = step.technique is Technique.TOUCHED
        if is_known or (at.isdisjoint(step.cells) and _follow(states[number], kept)):
            continue
        kept.insert(0, step)
        if number > 1 and (len(kept) > most or not step.reason.clauses):
            return steps[:number], kept
    return (), kept


def _states(steps: Sequence[Step], scene: Scene) -> Iterator[Propagation]:
    """Yield what is known before each step."""
    state = scene.state
    for step in steps:
        yield state
        state = state.copy()
        _add(state, step)


def _add(state: Propagation, step: Step) -> None:
    """Add the cells of a step to a state."""
    number, board = state.board.number, state.board
    state.add((number[fact.center], board.bit(fact.at)) for fact in _cells(step))


def _cells(step: Step) -> Iterator[Fact]:
    return (fact for fact in step.facts if fact.kind is Kind.CELL)


def _follow(state: Propagation, steps: Sequence[Step]) -> bool:
    """Tell whether steps follow, each after those before it."""
    state = state.copy()
    try:
        for step in steps:
            technique = step.technique
            assert isinstance(technique, Technique)
            if not all(_follows(state, one, technique) for one in step.reason.targets):
                return False
            _add(state, step)
    except Contradiction:
        return False
    return True


def _follows(state: Propagation, fact: Fact, technique: Technique) -> bool:
    """Tell whether a cell follows in a state, no harder than by a technique."""
    dot, bit = state.board.number[fact.center], state.board.bit(fact.at)
    others = [other for other in able(state, bit) if other != dot]
    if state.own[dot] & bit or not others or state.needed(dot) & bit:
        return True
    limit = _LIMITS.get(technique)
    tried = (Supposition(other, bit) for other in others)
    return limit is not None and all(one.fails(state, limit) for one in tried)


def lemma_in_words(why: Sequence[Clause], said: str) -> Clause:
    """Return a step on the way to another one, with its reason."""
    proof = next((line for line in why if line.lines), None)
    because = "; ".join(line.text for line in why if not line.lines)
    text = f"{said}: {because}" if because else said
    return Clause(text, marks_of(why), proof=proof)


def told_in_turn(
    steps: Sequence[Step], known: KnownDots, scene: Scene, *, more: bool = False
) -> tuple[list[Clause], Scene]:
    """Return steps in words, each after those before it, and what is known then.

    `more`: whether something comes after them.
    """
    clauses: list[Clause] = []
    for step in steps:
        facts = [fact for fact in step.reason.targets if not scene.has(fact)]
        found = told(facts, scene) if step.reason.clauses and facts else None
        why = found.clauses if found else words_of(step)
        start = "then, " if clauses else "first, " if more or steps[1:] else ""
        said = f"{start}{known.in_words(facts or step.reason.targets)}"
        if facts and (images := scene.images(facts)):
            said += f", with the partner{'s' * (len(images) > 1)} {cells(images)}"
        clauses.append(lemma_in_words(why, said))
        scene = scene.after(_cells(step))
    return clauses, scene


def words_of(step: Step) -> Sequence[Clause]:
    """Return the reason of a step in words."""
    assert step.known is not None
    if not step.reason.clauses:
        from galaxies_asp.explaining.words.source_words import reason_in_words

        return [*reason_in_words(step.reason, step.known)]
    return step.reason.clauses
