"""Finite automata that read columns: their words are the boards of a strip.

A symbol is the picture of a column, one character a row, from the top. From a state
each symbol leads to one state at most.

Boards are drawn uniformly at random, column by column, each with the share of the
boards that continue so: `completions` counts, for each state, the words that end the
board after some columns.
"""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import TypeVar

import numpy as np

from galaxies_asp.core.board.errors import LimitError, StripError, counted
from galaxies_asp.counting.strips.matrix import (
    Indices,
    Strip,
    matrix,
    refined,
    useful_states,
)
from galaxies_asp.counting.strips.sweep import Sweep, columns

MAX_TRANSITIONS = 2_000_000
"""Steps between columns of at most 20 cells; of longer ones there are fewer."""

_State = TypeVar("_State", bound=Hashable)


@dataclass(frozen=True)
class Automaton:
    """States, and for each state what every symbol leads to."""

    rows: int
    steps: tuple[tuple[tuple[str, int], ...], ...]
    """For each state, starting with the start 0, its symbols in order, each with the
    number of the state that it leads to.
    """
    accepting: tuple[bool, ...]
    """For each state whether a board may end there."""
    names: tuple[str, ...]
    """For each state what it says, for people."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """All symbols, in order."""
        return tuple(sorted({symbol for step in self.steps for symbol, _ in step}))

    def text(self) -> str:
        """List the states, and below each its columns side by side."""
        sizes = self.rows, len(self.steps), len(self.symbols)
        lines = [", ".join(map(counted, sizes, ("row", "state", "symbol")))]
        for number, (name, step) in enumerate(zip(self.names, self.steps, strict=True)):
            marks = ["start"] * (number == 0) + ["end"] * self.accepting[number]
            note = f" ({', '.join(marks)})" if marks and [name] != marks else ""
            lines += ["", f"{number}: {name}{note}"]
            targets = [str(target) for _, target in step]
            for row in range(self.rows):
                pictures = (
                    symbol[row].ljust(len(target))
                    for (symbol, _), target in zip(step, targets, strict=True)
                )
                lines.append(("    " + "  ".join(pictures)).rstrip())
            if step:
                lines.append("  → " + "  ".join(targets))
        return "\n".join(lines) + "\n"

    def json(self) -> str:
        """Return the automaton as a JSON object."""
        data = {
            "rows": self.rows,
            "states": self.names,
            "start": 0,
            "accepting": [state for state, ends in enumerate(self.accepting) if ends],
            "transitions": [
                (state, *entry)
                for state, step in enumerate(self.steps)
                for entry in step
            ],
        }
        return json.dumps(data, ensure_ascii=False) + "\n"

    def strip(self) -> Strip:
        """Return the matrix of the steps, to count with."""
        sources = [state for state, step in enumerate(self.steps) for _ in step]
        targets = [target for step in self.steps for _, target in step]
        entries = np.array([sources, targets], dtype=np.int64)
        step = matrix((len(self.steps),) * 2, *entries)
        return Strip((step,), np.array(self.accepting, dtype=np.int64))

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

        def signatures(classes: Indices) -> Iterator[Hashable]:
            for own, step in zip(classes.tolist(), steps, strict=True):
                yield own, *((symbol, classes[target]) for symbol, target in step)

        classes = refined(self.accepting, signatures).tolist()
        chosen = {classes[0]: 0}

        def step(state: int) -> Iterator[tuple[str, int, bool]]:
            for symbol, target in steps[state]:
                after = chosen.setdefault(classes[target], target)
                yield symbol, after, self.accepting[after]

        name = self.names.__getitem__
        return explore_columns(self.rows, 0, self.accepting[0], step, name, True)


def explore_columns(
    rows: int,
    start: _State,
    start_accepts: bool,
    step: Callable[[_State], Iterable[tuple[str, _State, bool]]],
    name: Callable[[_State], str] = str,
    may_return: bool = False,
) -> Automaton:
    """Return the automaton of all states that the start leads to.

    States are numbered as they are reached.

    `start_accepts`: whether the board without any column counts. `step`: from a state
    to the columns that can follow: the symbol, the state after it, and whether a board
    may end there. `name`: description of a state, for people. `may_return`: whether a
    column that leads to what looks like the start leads back to it; otherwise the start
    is a state of its own.

    Raises `LimitError` if there are more than `MAX_TRANSITIONS` steps.
    """
    numbers = {start: 0} if may_return else {}
    states = [start]
    accepting = [start_accepts]
    steps: list[tuple[tuple[str, int], ...]] = []
    transitions = 0
    most = min(MAX_TRANSITIONS, max(10, MAX_TRANSITIONS * 20**4 // rows**4))
    for state in states:  # grows while it is read
        following = []
        for symbol, after, accepts in step(state):
            number = numbers.setdefault(after, len(states))
            if number == len(states):
                states.append(after)
                accepting.append(accepts)
            following.append((symbol, number))
            transitions += 1
            if transitions > most:
                raise LimitError(
                    f"{rows} rows: over {most:,} steps between columns, from the first "
                    f"{len(steps) + 1:,} of at least {len(states):,} states"
                )
        steps.append(tuple(sorted(following)))
    return Automaton(rows, tuple(steps), tuple(accepting), tuple(map(name, states)))


def from_sweep(sweep: Sweep) -> Automaton:
    """Return the automaton of a puzzle that is defined cell by cell."""
    starts = bool(sweep.accepts(np.array([sweep.start]))[0])
    step = partial(columns, sweep)
    return explore_columns(sweep.rows, sweep.start, starts, step, sweep.name)


# Random boards -----------------------------------------------------------------------

Ways = list[list[int]]
"""For each number of columns, for each state: an exact number of words."""


def completions(automaton: Automaton, columns: int) -> Ways:
    """Return the numbers of words with 0, 1, ... columns from each state to an end.

    Raises `StripError` if there is no board with as many columns.
    """
    ways = [[int(ends) for ends in automaton.accepting]]
    for _ in range(columns):
        last = ways[-1]
        ways.append([sum(last[to] for _, to in step) for step in automaton.steps])
    if not ways[-1][0]:
        raise StripError(f"there is no board with {columns} columns")
    return ways


def samples(
    automaton: Automaton, columns: int, count: int, seed: int
) -> Iterator[list[str]]:
    """Yield boards as lists of rows; each board has the same probability.

    Raises `StripError` if there is no board with as many columns.
    """
    ways = completions(automaton, columns)
    generator = Random(seed)
    for _ in range(count):
        state, word = 0, []
        for left in reversed(range(columns)):
            rank = generator.randrange(ways[left + 1][state])
            for symbol, target in automaton.steps[state]:
                if rank < ways[left][target]:
                    word.append(symbol)
                    break
                rank -= ways[left][target]
            state = target
        yield rows_of(word)


def rows_of(word: Iterable[str]) -> list[str]:
    """Return the rows of a board that is given by its columns, at least one."""
    return ["".join(row) for row in zip(*word, strict=True)]


def means(automaton: Automaton, columns: int) -> dict[str, Fraction]:
    """Return the exact mean number of each character on all boards.

    Raises `StripError` if there is no board with as many columns.
    """
    ways = completions(automaton, columns)
    totals: Counter[str] = Counter()
    reached = [1] + [0] * (len(automaton.steps) - 1)
    for rest in reversed(ways[:-1]):
        following = [0] * len(reached)
        for state, step in enumerate(automaton.steps):
            for symbol, target in step:
                following[target] += reached[state]
                boards = reached[state] * rest[target]
                for character in symbol:
                    totals[character] += boards
        reached = following
    return {
        character: Fraction(total, ways[-1][0])
        for character, total in sorted(totals.items())
        if total
    }
