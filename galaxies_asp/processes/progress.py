"""How long work reports its progress."""

from collections.abc import Callable

Report = Callable[[str, int, int | None], None]
"""Called with what is counted, how many are done, and the total (None: unknown).

It may raise an exception to stop the work.
"""


def silent(what: str, done: int, total: int | None) -> None:
    """Report nothing: the default."""
