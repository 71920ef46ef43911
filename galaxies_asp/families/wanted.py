"""Which clues a puzzle is asked to have: how many, and in which pattern."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Any, NamedTuple

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.patterns import Pattern, orbits
from galaxies_asp.families.opened import OpenProgram, place_of

Group = list[list[int]]
"""The literals of the clues at each of some places, which are images of each other."""


class WantedClues(NamedTuple):
    """What clues are asked for: the symmetry of their places, and how many.

    A place that is no point has no image.
    """

    pattern: Pattern = "none"
    least: int = 0
    most: int = 10**6

    def groups(
        self, clues: Mapping[Atom, int], size: tuple[int, int]
    ) -> tuple[list[Group], list[int]]:
        """Return the literals of some clues by place, and of those that lack an image.

        The places of other clues than these do not count as images.
        """
        known = orbits(*size, self.pattern)
        sizes = Counter(known.values())
        found: defaultdict[Any, dict[object, list[int]]] = defaultdict(dict)
        for clue, literal in clues.items():
            place = place_of(clue)
            orbit = clue.name, known.get(place[-1], place)
            found[orbit].setdefault(place, []).append(literal)
        groups: list[Group] = []
        alone: list[int] = []
        for (_, orbit), places in found.items():
            if len(places) == sizes.get(orbit, 1):
                groups.append([*places.values()])
            else:
                alone += chain(*places.values())
        return groups, alone

    def demand(self, program: OpenProgram, size: tuple[int, int]) -> None:
        """Let the models of a program have such clues only."""
        groups, alone = self.groups(program.clues, size)
        every: list[int] = []
        with program.control.backend() as backend:
            for literal in alone:
                backend.add_rule([], [literal])
            for group in groups:
                held = [backend.add_atom() for _ in group]
                for atom, literals in zip(held, group, strict=True):
                    for literal in literals:
                        backend.add_rule([atom], [literal])
                for one, other in pairwise([*held, held[0]]):
                    backend.add_rule([], [one, -other])
                every += held
            absent = max(0, len(every) - self.least + 1)
            backend.add_weight_rule([], absent, [(-n, 1) for n in every])
            backend.add_weight_rule([], self.most + 1, [(n, 1) for n in every])


ANY_CLUES = WantedClues()
