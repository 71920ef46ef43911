"""The matrix of checks: every question about every family, compared with brute force.

A row (`board`) says how to draw a random small board of a family, and has all its
solutions by a brute force without clingo. A column (`columns`) asks the program a
question, and derives the right answer from the set of all solutions. So each field of
the matrix compares the two, and neither knows of the other.
"""
