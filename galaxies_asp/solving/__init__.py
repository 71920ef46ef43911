"""Search for the solutions of a puzzle."""
