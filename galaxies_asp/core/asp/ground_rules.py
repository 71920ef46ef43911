"""The rules of a ground program, recorded while clingo grounds it."""

from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from galaxies_asp.core.asp.clingo import Observer


class GroundRule(NamedTuple):
    """A rule of a ground program; `bound` is that of weighted literals, or None."""

    is_choice: bool
    head: tuple[int, ...]
    literals: tuple[int, ...]
    bound: int | None = None
    weights: tuple[int, ...] = ()

    @property
    def body(self) -> tuple[tuple[int, int], ...]:
        """The literals of the body with their weights."""
        return tuple(zip(self.literals, self.weights or repeat(1), strict=False))


class RuleRecorder(Observer):
    """The ground rules of a program, as long as it records them."""

    def __init__(self) -> None:
        self.is_on = True
        self.rules: list[GroundRule] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Record a rule."""
        if self.is_on:
            rule = GroundRule(choice, tuple(head), tuple(dict.fromkeys(body)))
            self.rules.append(rule)

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Record a rule whose body is a sum of weights."""
        if self.is_on:
            literals = tuple([literal for literal, _ in body])
            weights = tuple([weight for _, weight in body])
            rule = GroundRule(choice, tuple(head), literals, lower_bound, weights)
            self.rules.append(rule)
