"""Finite automata that read columns: their words are the boards of a strip.

A symbol is the picture of a column, one character a row, from the top. From a state
each symbol leads to one state at most.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

import numpy as np

from galaxies_asp.counting.strips.errors import TooLargeError
from galaxies_asp.counting.strips.matrix import matrix
from galaxies_asp.counting.strips.sweep import Strip, Sweep, columns, useful_states

MAX_TRANSITIONS = 2_000_000

_State = TypeVar("_State", bound=Hashable)


@dataclass(frozen=True)
class Automaton:
    """States, and for each state what every symbol leads to.

    Attributes
    ----------
    steps
        For each state, starting with the start 0, its symbols in order, each with the
        number of the state that it leads to.
    accepting
        For each state whether a board may end there.
    names
        For each state what it says, for people.
    """

    rows: int
    steps: tuple[tuple[tuple[str, int], ...], ...]
    accepting: tuple[bool, ...]
    names: tuple[str, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """All symbols, in order."""
        return tuple(sorted({symbol for step in self.steps for symbol, _ in step}))

    def state_lines(self) -> list[str]:
        """Return a line for each state: its number, and what it says."""
        lines = []
        for number, name in enumerate(self.names):
            marks = ["start"] * (number == 0) + ["end"] * self.accepting[number]
            note = f" ({', '.join(marks)})" if marks and [name] != marks else ""
            lines.append(f"{number}: {name}{note}")
        return lines

    def bundles(self) -> Iterator[tuple[int, int, list[str]]]:
        """Yield the pairs of states that are joined, with the symbols between them."""
        for source, step in enumerate(self.steps):
            ordered = sorted(step, key=lambda entry: (entry[1], entry[0]))
            for target, group in groupby(ordered, key=lambda entry: entry[1]):
                yield source, target, [symbol for symbol, _ in group]

    def accepts(self, word: Iterable[str]) -> bool:
        """Tell whether the columns, from left to right, are a board."""
        state: int | None = 0
        for symbol in word:
            if state is None:
                return False
            state = dict(self.steps[state]).get(symbol)
        return state is not None and self.accepting[state]

    def strip(self) -> Strip:
        """Return the matrix of the steps, to count with."""
        sources = [state for state, step in enumerate(self.steps) for _ in step]
        targets = [target for step in self.steps for _, target in step]
        size = len(self.steps)
        return Strip(
            (
                matrix(
                    (size, size),
                    np.array(sources, dtype=np.int64),
                    np.array(targets, dtype=np.int64),
                ),
            ),
            np.array(self.accepting, dtype=np.int64),
        )

    def minimal(self) -> "Automaton":
        """Return the automaton of the same boards with the fewest states.

        Its states are numbered as they are reached, so that it is the same for all
        automata of these boards, but for the names.
        """
        strip = self.strip()
        (useful,) = useful_states(strip.layers, strip.final > 0)
        steps = [
            [(symbol, target) for symbol, target in step if useful[target]]
            for step in self.steps
        ]
        classes = [int(accepting) for accepting in self.accepting]
        while True:
            numbers: dict[Hashable, int] = {}
            finer = [
                numbers.setdefault(
                    (own, *((symbol, classes[target]) for symbol, target in step)),
                    len(numbers),
                )
                for own, step in zip(classes, steps, strict=True)
            ]
            if len(numbers) == len(set(classes)):
                break
            classes = finer
        return self._merged(steps, classes)

    def _merged(
        self, steps: list[list[tuple[str, int]]], classes: list[int]
    ) -> "Automaton":
        """Return the automaton of the classes that the start reaches."""
        numbers = {classes[0]: 0}
        first = [0]
        merged = []
        for state in first:  # grows while it is read
            step = []
            for symbol, target in steps[state]:
                if classes[target] not in numbers:
                    numbers[classes[target]] = len(first)
                    first.append(target)
                step.append((symbol, numbers[classes[target]]))
            merged.append(tuple(step))
        return Automaton(
            self.rows,
            tuple(merged),
            tuple(self.accepting[state] for state in first),
            tuple(self.names[state] for state in first),
        )


def explore_columns(
    rows: int,
    start: _State,
    start_accepts: bool,
    step: Callable[[_State], Iterable[tuple[str, _State, bool]]],
    name: Callable[[_State], str] = str,
) -> Automaton:
    """Return the automaton of all states that the start leads to.

    The start is a state of its own, even if a column leads to what looks the same.

    Parameters
    ----------
    start_accepts
        Whether the board without any column counts.
    step
        From a state to the columns that can follow: the symbol, the state after it, and
        whether a board may end there.
    name
        Description of a state, for people.

    Raises `TooLargeError` if there are more than `MAX_TRANSITIONS` steps.
    """
    numbers: dict[_State, int] = {}
    states = [start]
    accepting = [start_accepts]
    steps: list[tuple[tuple[str, int], ...]] = []
    transitions = 0
    for state in states:  # grows while it is read
        following = []
        for symbol, after, accepts in step(state):
            number = numbers.get(after)
            if number is None:
                number = numbers[after] = len(states)
                states.append(after)
                accepting.append(accepts)
            following.append((symbol, number))
        transitions += len(following)
        if transitions > MAX_TRANSITIONS:
            raise TooLargeError(
                f"{rows} rows: over {MAX_TRANSITIONS:,} steps between columns, from "
                f"the first {len(steps):,} of at least {len(states):,} states"
            )
        steps.append(tuple(sorted(following)))
    return Automaton(rows, tuple(steps), tuple(accepting), tuple(map(name, states)))


def from_sweep(sweep: Sweep) -> Automaton:
    """Return the automaton of a puzzle that is defined cell by cell."""

    def step(state: Any) -> Iterable[tuple[str, Any, bool]]:
        for symbol, after in columns(sweep, state):
            yield symbol, after, sweep.accepts(after)

    starts = sweep.start, sweep.accepts(sweep.start)
    return explore_columns(sweep.rows, *starts, step, sweep.name)
