"""The pipeline: from a text to a verified, drawn solution.

Everything else of the package builds on it; it imports nothing of the rest.
"""
