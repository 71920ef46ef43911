"""Verification of boards against the rules, independent of the solver."""

__all__ = ["labels", "progress", "rules", "violations", "walls"]
