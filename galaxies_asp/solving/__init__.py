"""Search for the solutions of a puzzle."""

__all__ = ["answers", "bits", "plan", "search"]
