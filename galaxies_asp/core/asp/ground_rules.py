"""The rules of a ground program, recorded while clingo grounds it."""

from collections.abc import Sequence
from typing import NamedTuple

from galaxies_asp.core.asp.clingo import Observer


class GroundRule(NamedTuple):
    """A rule of a ground program; `bound` is that of weighted literals, or None."""

    is_choice: bool
    head: tuple[int, ...]
    body: tuple[tuple[int, int], ...]
    bound: int | None = None

    @property
    def literals(self) -> tuple[int, ...]:
        """The literals of the body."""
        return tuple([literal for literal, _ in self.body])


class RuleRecorder(Observer):
    """The ground rules of a program, as long as it records them."""

    def __init__(self) -> None:
        self.is_on = True
        self.rules: list[GroundRule] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Record a rule."""
        if self.is_on:
            pairs = tuple((literal, 1) for literal in dict.fromkeys(body))
            self.rules.append(GroundRule(choice, tuple(head), pairs))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Record a rule whose body is a sum of weights."""
        if self.is_on:
            rule = GroundRule(choice, tuple(head), tuple(body), lower_bound)
            self.rules.append(rule)
