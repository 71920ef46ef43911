"""Extensions of sphinx that generate pages from the project itself."""
