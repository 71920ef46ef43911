"""Puzzles made from formulas: a hard family with known numbers of solutions."""
