"""Boards and puzzles with exactly one solution, at random."""
