"""Boards that are given by box-drawing characters, one per cell.

There is a character for each set of lines from a cell to its neighbors.
"""

LEFT, UP, DOWN, RIGHT = 1, 2, 4, 8

NAMES = {"left": LEFT, "up": UP, "down": DOWN, "right": RIGHT}

BLANK = "·"

CHARACTERS = f"{BLANK}╴╵┘╷┐│┤╶─└┴┌┬├┼"
"""The index of a character is the sum of its lines."""
