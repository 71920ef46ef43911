"""Puzzles with clues of the kinds that `counting.strips` counts: read, check, draw."""
