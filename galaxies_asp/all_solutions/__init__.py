"""Counting, enumeration and consequences over all solutions of a puzzle."""

__all__ = ["answers", "count", "extremes", "possible"]
