"""Every command that takes a puzzle, with every option, for every type of puzzle."""
