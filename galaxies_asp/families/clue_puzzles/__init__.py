"""Puzzles with clues of the kinds that `transfer` counts: read, solve, check, draw."""
