"""Hexagonal fences, and their older relative on squares: solve, verify, draw, make.

The modules in the order of their imports: `lattice`, `puzzle`, `symmetry`, `verify`,
`notation`, `text`, `svg`, `solve`, `generate`; and `count`, which needs no puzzle.
"""
