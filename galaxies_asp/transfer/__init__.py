"""Other puzzles on strips of a fixed height: automata, exact counts, generating functions.

Nothing here imports clingo, except `column`, which explores an encoding.
"""
