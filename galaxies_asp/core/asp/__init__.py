"""Answer set programs: sources, encodings, grounding, models."""

__all__ = ["atoms", "encodings", "models", "program", "rules", "search"]
