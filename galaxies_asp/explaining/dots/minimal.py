"""Minimal sets of elements that force something."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimal(
    elements: Sequence[T], forces: Callable[[Sequence[T]], bool]
) -> tuple[T, ...]:
    """Return a minimal subset that forces; earlier elements are preferred.

    `elements`: all of them together force. `forces`: monotone: each superset of a set
    that forces does too. It is asked once for each element.
    """
    kept = list(elements)
    for element in reversed(elements):
        rest = [other for other in kept if other != element]
        kept = rest if forces(rest) else kept
    return tuple(kept)
