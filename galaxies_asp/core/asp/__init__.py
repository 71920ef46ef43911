"""Answer set programs: sources, encodings, grounding, models."""
