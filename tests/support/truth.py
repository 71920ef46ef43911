"""Whether the deductions on a board are true: compared with clingo and its models."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.engine.assignment import ANY, KNOWN, Proof
from galaxies_asp.explaining.engine.deduced import Deduction
from galaxies_asp.explaining.engine.ground import Ground
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.words.grounded import SourceRules

MOST_MODELS = 2000


@dataclass
class Checked:
    """How many deductions and suppositions were asked about."""

    boards: int = 0
    steps: int = 0
    reasons: int = 0
    suppositions: int = 0


def thinned(facts: str, kept: str, seed: int) -> str:
    """Return facts without some of those that do not match a pattern."""
    rng = random.Random(seed)
    share = rng.choice([0.5, 0.75, 0.9, 1])
    found = re.findall(r"[a-z_]\w*(?:\([^.]*?\))?\.", re.sub(r"%.*", "", facts))
    return "\n".join(
        fact for fact in found if re.match(kept, fact) or rng.random() < share
    )


def check(sheet: AnySheet, source: SourceRules, done: Checked) -> None:
    """Check all deductions on a board, if it does not have too many solutions.

    Each reason suffices: clingo finds no model with the rules that it names, what is
    known, and the contrary. Each step holds in all solutions. No supposition is
    refuted that some solution has.
    """
    ground, wanted = source.ground, source.wanted(sheet)
    models = list(models_of(ground, wanted))
    if not models or len(models) > MOST_MODELS:
        return
    forced = source.forced(sheet, wanted)
    assert forced is not None
    expected = {
        literal
        for atom, only in wanted.items()
        for literal in ([atom] if only else [atom, -atom])
        if all((atom in model) == (literal > 0) for model in models)
    }
    assert set(forced) == expected
    done.boards += 1
    reasoning = Reasoning(ground, wanted, forced, effort=100_000)
    for deduction in reasoning:
        done.steps += 1
        for literal in deduction.literals:
            assert all((abs(literal) in m) == (literal > 0) for m in models)
            if deduction.proofs:
                done.reasons += 1
                assert suffices(ground, deduction, literal), deduction
    for literal in reasoning.notes:
        assert not any((abs(literal) in m) != (literal > 0) for m in models)
    assert not reasoning.left
    reasoning._direct(ANY)
    for atom in wanted:
        for literal in (atom, -atom):
            if any((atom in model) == (literal > 0) for model in models):
                done.suppositions += 1
                if reasoning._state.value[literal] == 0:
                    assert reasoning._refuted(literal, ANY) is None


def models_of(ground: Ground, wanted: dict[int, bool]) -> Iterator[frozenset[int]]:
    """Yield which of some atoms hold in each model, up to a number of models."""
    settings = ground._program.control.configuration.solve
    ground.limit(None)
    settings.models, settings.enum_mode = MOST_MODELS + 1, "auto"  # type: ignore
    for model in ground._program.models(ground.all_tests):
        yield frozenset(n for n in wanted if model.contains(ground.names[n]))


def suffices(ground: Ground, deduction: Deduction, literal: int) -> bool:
    """Ask clingo whether the rules of a reason and what is known force a literal."""
    labels: set[int] = set()
    known: set[int] = set()
    waiting = list(deduction.proofs)
    while waiting:
        proof: Proof = waiting.pop()
        ends = [] if proof.clash is None else [proof.clash[1]]
        for one, why in [*proof.why.items(), *((0, end) for end in ends)]:
            if why.label > 0:
                labels.add(why.label)
            if why.label == KNOWN:
                known.add(one)
            if why.proof is not None:
                waiting.append(why.proof)
    assert all(abs(one) in ground.names for one in known)
    ground.limit(None)
    held = [*held_tests(ground, labels), *known]
    return ground.core(held, [-literal]) is not None


def held_tests(ground: Ground, labels: Iterable[int]) -> list[int]:
    """Return the assumptions under which the tests of some labels hold."""
    known = [0, *labels]
    instances = [ground.labels[label].instance for label in known]
    sides = (side for label in known for side in ground.labels[label].sides)
    instances += [one for side in sides for share in side for one in share.rules]
    rules = [ground.rule_label(one) for one in instances if one is not None]
    bits = {ground.bits[label] for label in (*known, *rules)}
    return [test for test, label in ground.tests.items() if ground.bits[label] in bits]
