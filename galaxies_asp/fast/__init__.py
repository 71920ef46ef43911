"""Propagation for the standard rules in numpy and bit sets."""
