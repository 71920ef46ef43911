"""Hexagonal fences, and their older relative on squares: verify, draw, make.

The modules in the order of their imports: `lattice`, `puzzle`, `verify`,
`notation`, `drawing`, `family`, `generate`; and `count`, which needs no puzzle.
"""
