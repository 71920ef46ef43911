"""Symmetric loops on the empty board of fences."""
