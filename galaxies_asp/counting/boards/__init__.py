"""All boards of a size: exact counts, uniform samples, and the terms of the field.

Nothing here knows clingo: what is counted is an independent witness of the encodings.
`counting` names every count; each has a module of its own.
"""

__all__ = ["counting", "sampling", "shape"]
