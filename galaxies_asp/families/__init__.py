"""Families: puzzle types, each with its rules, notations, drawings and instances."""
