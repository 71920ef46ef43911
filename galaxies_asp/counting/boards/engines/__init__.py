"""Engines that make galaxies boards at random, one file each.

`morris` is the revised engine of N. Morris, "Combinatorics of Rotationally Symmetric
Grid Regions" (2023), chapter 7; `chain` changes a board until all boards are nearly
equally likely. Beside these, `boards.witness` takes the boards that a random search of
clingo finds, and `boards.sampling` draws from the exact count. All of them yield
solutions: boards with their dots that have passed `verify`.
"""
