"""C functions for what takes most time; the package works without them, too."""
