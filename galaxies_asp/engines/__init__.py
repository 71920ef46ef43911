"""Engines that make galaxies boards at random, one file each.

`rows` and `morris` are the two engines of N. Morris, "Combinatorics of Rotationally
Symmetric Grid Regions" (2023), chapter 7; `uniform` draws from the exact count;
`searched` takes what a random search of clingo meets. What they deliver are solutions:
a board with its dots that has passed `verify`.
"""
