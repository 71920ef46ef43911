"""How long work tells how far it has come."""

from collections.abc import Callable

Watch = Callable[[str, int, int], None]
"""Called with what is done, how much of it, and of how much; may raise, to stop."""
