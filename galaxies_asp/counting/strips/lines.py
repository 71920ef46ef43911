"""Boards that are given by box-drawing characters, one per cell.

There is a character for each set of lines from a cell to its neighbors.
"""

LEFT, UP, DOWN, RIGHT = 1, 2, 4, 8

STEPS = {LEFT: (-1, 0), UP: (0, -1), DOWN: (0, 1), RIGHT: (1, 0)}
"""Where a line leads: (columns to the right, rows down)."""

OPPOSITE = {LEFT: RIGHT, UP: DOWN, DOWN: UP, RIGHT: LEFT}

NAMES = {"left": LEFT, "up": UP, "down": DOWN, "right": RIGHT}

BLANK = "·"

CHARACTERS = f"{BLANK}╴╵┘╷┐│┤╶─└┴┌┬├┼"
"""The index of a character is the sum of its lines."""


def lines_of(character: str) -> int:
    """Return the sum of a character's lines; 0 for one that draws none."""
    return max(CHARACTERS.find(character), 0)
