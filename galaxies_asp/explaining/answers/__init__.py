"""Questions about a board, and their answers: hints, figures, pages and grades."""
