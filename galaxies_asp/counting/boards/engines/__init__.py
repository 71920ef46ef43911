"""Engines that make galaxies boards at random, one file each.

`rows` and `morris` are the two engines of N. Morris, "Combinatorics of Rotationally
Symmetric Grid Regions" (2023), chapter 7; `chain` changes a board until all boards are
as good as equally likely. Beside these, `boards.witness` takes what a random search of
clingo meets, and `boards.sampling` draws from the exact count. What they deliver are
solutions: boards with their dots that have passed `verify`.
"""
