"""Symmetric loops on the empty board of fences."""

__all__ = ["count", "lattice"]
