"""Puzzles on strips of a fixed height: automata, counts, generating functions.

Nothing here imports clingo, except `column`, which explores an encoding.
"""

__all__ = ["automaton", "fitting", "generating_function", "growth", "matrix", "puzzles"]
