"""Vocabulary of all packages: the doubled grid, puzzles, labels, variants, facts."""
