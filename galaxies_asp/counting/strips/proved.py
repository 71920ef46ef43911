"""What is proved of the squares of 2-Not-Touch, without counting."""

THEOREM = (
    "for k stars in each row and column, no board has 1 < n < 4k rows and columns, and "
    "exactly two have 4k (theorem of docs/strips.md)"
)
"""What is proved of n x n boards."""


def proved(size: int, stars: int) -> int | None:
    """Return the number of boards that `THEOREM` states; None if it states none."""
    if 1 < size < 4 * stars:
        return 0
    return 2 if 0 < size == 4 * stars else None
