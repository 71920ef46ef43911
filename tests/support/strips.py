"""Read the boards of strips by their automata."""

from collections.abc import Iterable

from galaxies_asp.counting.strips.automaton import Automaton


def accepts(automaton: Automaton, word: Iterable[str]) -> bool:
    """Tell whether the columns, from left to right, are a board."""
    state: int | None = 0
    for symbol in word:
        if state is None:
            return False
        state = dict(automaton.steps[state]).get(symbol)
    return state is not None and automaton.accepting[state]
