"""Verification of boards against the rules, independent of the solver."""
