"""Boards of a strip drawn uniformly at random, and exact means over all of them.

`completions` counts, for each state, the words that end the board after some columns.
A board is drawn column by column, each with the share of the boards that continue so.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.errors import StripError

Ways = list[list[int]]
"""For each number of columns, for each state: an exact number of words."""


def completions(automaton: Automaton, columns: int) -> Ways:
    """Return the numbers of words with 0, 1, ... columns from each state to an end."""
    ways = [[int(ends) for ends in automaton.accepting]]
    for _ in range(columns):
        last = ways[-1]
        ways.append(
            [sum(last[target] for _, target in step) for step in automaton.steps]
        )
    return ways


def samples(
    automaton: Automaton, columns: int, count: int, seed: int
) -> Iterator[list[str]]:
    """Yield boards as lists of rows; each board has the same probability.

    Raises
    ------
    StripError
        If there is no board with as many columns.
    """
    ways = completions(automaton, columns)
    _require_boards(ways, columns)
    generator = Random(seed)
    for _ in range(count):
        yield rows_of(_word(automaton, ways, generator), automaton.rows)


def rows_of(word: list[str], rows: int) -> list[str]:
    """Return the rows of a board that is given by its columns."""
    return ["".join(symbol[row] for symbol in word) for row in range(rows)]


def means(automaton: Automaton, columns: int) -> dict[str, Fraction]:
    """Return the exact mean number of each character on all boards.

    Raises
    ------
    StripError
        If there is no board with as many columns.
    """
    ways = completions(automaton, columns)
    _require_boards(ways, columns)
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
    boards = ways[-1][0]
    return {
        character: Fraction(total, boards)
        for character, total in sorted(totals.items())
        if total
    }


def _require_boards(ways: Ways, columns: int) -> None:
    if not ways[-1][0]:
        raise StripError(f"there is no board with {columns} columns")


def _word(automaton: Automaton, ways: Ways, generator: Random) -> list[str]:
    state, word = 0, []
    for left in reversed(range(len(ways) - 1)):
        rank = generator.randrange(ways[left + 1][state])
        for symbol, target in automaton.steps[state]:
            if rank < ways[left][target]:
                word.append(symbol)
                state = target
                break
            rank -= ways[left][target]
    return word
