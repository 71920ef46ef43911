"""Other puzzles: fences on hexagons and squares, and puzzles with clues."""
