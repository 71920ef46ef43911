"""Search for the solutions of a puzzle."""

__all__ = ["answers", "kernel_engine", "plan", "search"]
