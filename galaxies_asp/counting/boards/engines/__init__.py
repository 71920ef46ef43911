"""Engines that make galaxies boards of any size at random, one file each.

`morris` is the revised engine of N. Morris, "Combinatorics of Rotationally Symmetric
Grid Regions" (2023), chapter 7; `chain` changes a board of it until all boards are
nearly equally likely. Beside these, `boards.sampling` draws from the exact count. All
of them yield solutions: boards with their dots that have passed `verify`.
"""
