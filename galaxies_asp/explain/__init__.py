"""Why: reasons, hints, walkthroughs, and how difficult a puzzle is."""
