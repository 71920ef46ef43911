"""Notations that few texts are in; those of most puzzles are in `core.notation`."""
