"""Minimal sets of elements that force something, and maximal sets that do not."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from galaxies_asp.core.asp.encodings import bundled

T = TypeVar("T")
S = TypeVar("S")

Test = Callable[[Sequence[T]], bool]
"""Tells whether elements force something."""

_SMALLEST = "galaxies/questions/smallest.lp"


def minimal(elements: Sequence[T], forces: Test[T]) -> tuple[T, ...]:
    """Return a minimal subset that forces; earlier elements are preferred.

    `elements`: all of them together force. `forces`: monotone: each superset of a set
    that forces does too. It is asked once for each element.
    """
    kept = list(elements)
    for element in reversed(elements):
        rest = [other for other in kept if other != element]
        kept = rest if forces(rest) else kept
    return tuple(kept)


def minimal_by_states(
    elements: Sequence[T],
    forces: Callable[[S], bool],
    start: S,
    extend: Callable[[S, Sequence[T]], S],
) -> tuple[T, ...]:
    """Return the same where a set is represented by a state that can be extended.

    QuickXplain (U. Junker, AAAI 2004): about 2k log(n/k) questions for k of n elements.
    The result depends only on the order of the elements and on what `forces` returns.

    `start`: the state of the empty set. `extend`: returns the state of a set with
    further elements; the first one stays as it is.
    """
    if forces(start):
        return ()

    def shrink(background: S, is_new: bool, rest: list[T]) -> list[T]:
        if is_new and forces(background):
            return []
        if len(rest) == 1:
            return rest
        half = len(rest) // 2
        first, second = rest[:half], rest[half:]
        later = shrink(extend(background, first), True, second)
        if later:
            background = extend(background, later)
        return shrink(background, bool(later), first) + later

    return tuple(shrink(start, False, list(elements)))


def hitting_sets(elements: Sequence[T], forces: Test[T]) -> Iterator[list[T]]:
    """Yield sets, none of them larger than any set that forces; the last one forces.

    Each set that does not force is grown to a maximal one, and every set that forces
    contains some of the elements left out. The next set is a smallest one with some of
    each of these remainders (implicit hitting sets).
    """
    rests: list[list[int]] = []
    while True:
        chosen = [elements[index] for index in smallest_hitting_set(rests)]
        yield chosen
        kept = set(grown(chosen, elements, forces))
        rests.append([n for n, element in enumerate(elements) if element not in kept])


def grown(start: Sequence[T], elements: Sequence[T], forces: Test[T]) -> list[T]:
    """Return a maximal set that contains `start` and does not force.

    `start` does not force. Elements are added in halves, which takes few questions.
    """
    kept = list(start)
    stack = [[element for element in elements if element not in set(start)]]
    while stack:
        part = stack.pop()
        if not part:
            continue
        if not forces(kept + part):
            kept += part
        elif half := len(part) // 2:
            stack += [part[half:], part[:half]]
    return kept


def smallest_hitting_set(sets: list[list[int]]) -> list[int]:
    """Return a smallest set of numbers that has one in common with each set."""
    from galaxies_asp.core.asp.program import Program

    program = Program(["0"], bundled(_SMALLEST), optimizes=True)
    members = (f"member({i},{e})." for i, items in enumerate(sets) for e in items)
    program.add("\n".join(members))
    program.ground()
    best: list[int] = []
    for model in program.models():
        best = [chosen.arguments[0].number for chosen in model.symbols(shown=True)]
    return sorted(best)
