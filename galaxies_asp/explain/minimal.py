"""Subsets that still force something, and none of whose elements can be left out."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimal(
    elements: Sequence[T], forces: Callable[[Sequence[T]], bool]
) -> tuple[T, ...]:
    """Return a minimal subset that forces; earlier elements are preferred.

    QuickXplain (U. Junker, AAAI 2004): about 2k log(n/k) questions for k of n elements.
    The answer depends on nothing but the order and what `forces` says.

    Parameters
    ----------
    elements
        All of them together force.
    forces
        Monotone: what a set forces, each larger set forces.
    """
    if forces(()):
        return ()

    def shrink(background: list[T], changed: bool, rest: list[T]) -> list[T]:
        if changed and forces(background):
            return []
        if len(rest) == 1:
            return rest
        half = len(rest) // 2
        first, second = rest[:half], rest[half:]
        later = shrink(background + first, True, second)
        earlier = shrink(background + later, bool(later), first)
        return earlier + later

    return tuple(shrink([], False, list(elements)))


def grown(
    start: Sequence[T], elements: Sequence[T], forces: Callable[[Sequence[T]], bool]
) -> list[T]:
    """Return a maximal set that contains `start` and does not force.

    `start` does not force. Elements are tried in halves, so that a large set is reached
    in few questions.
    """
    kept = list(start)
    stack = [[element for element in elements if element not in set(start)]]
    while stack:
        part = stack.pop()
        if not part:
            continue
        if not forces(kept + part):
            kept += part
        elif len(part) > 1:
            half = len(part) // 2
            stack += [part[half:], part[:half]]
    return kept
