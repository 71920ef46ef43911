"""Counting, enumeration and consequences over all solutions of a puzzle."""
