"""Which clues a puzzle is asked to have, and which that can be left out it keeps.

A board has all clues that its solution allows. Cores of proofs say which are needed;
the others are dropped, and the rest is tried one by one. Then some come back: puzzles
without any clue too many are very hard in most families.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from random import Random
from typing import Any, NamedTuple

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.patterns import Pattern, orbits
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.families.opened import OpenedPuzzle, OpenProgram, place_of

Judge = Callable[[AnySheet], int]
"""Tells whether a puzzle is harder (1) or easier (-1) than wanted, or neither (0)."""

Groups = list[frozenset[int]]
"""Literals of clues; those of a group are left out together."""

_PROOF = 20_000
"""Conflicts of the search for a second solution."""

_DROPPED = 1000
"""Conflicts of the proof that a clue is not needed; a clue that takes more is kept."""

_KEPT = 0.1, 0.4
"""The least and the largest share of the clues that no proof needs, but that stay."""

_CORES, _SMALLER = 6, 0.95
"""Cores of all clues to ask for, as long as each has a smaller share of them."""


_RIVALS = 60
"""Solutions that take the place of the sample, as long as there is another one."""


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


@dataclass
class Thinning:
    """Leaves out clues of boards.

    `opened`: the board without clues. `size`: its columns and rows. `wanted`: the clues
    that are asked for. `judge`: what says how hard a puzzle is; None: that is left to
    chance. `is_stopped`: whether the work was stopped, so that clues stay that are not
    needed.
    """

    opened: OpenedPuzzle
    size: tuple[int, int]
    wanted: WantedClues
    rng: Random
    report: Report
    judge: Judge | None
    is_stopped: bool = False

    def thinned(self, drawn: Collection[Atom]) -> Sequence[Atom] | None:
        """Return clues of a solution: those that a proof needs, and some more.

        None if all clues that the solution allows leave another one.
        """
        tester = OpenProgram(self.opened, "--heuristic=Domain")
        if not tester.clues:
            name, (width, height) = self.opened.family.name, self.size
            raise OptionError(f"no clue can be chosen on {name} of {width}x{height}")
        solution = [n if a in drawn else -n for a, n in tester.outputs.items()]
        full = tester.most_clues(solution)
        other = tester.other(solution)
        for _ in range(_RIVALS):  # a rival has all these clues, and maybe more
            every_clue = [n for n in tester.clues.values() if n in full]
            rival = tester.search([other, *every_clue], _PROOF).model
            if rival is None:
                break
            solution = tester.signed(rival, tester.outputs)
            tester.release(other)
            full, other = tester.most_clues(solution), tester.other(solution)
        groups, _ = self.wanted.groups(tester.clues, self.size)
        if (most := sum(map(len, groups))) < self.wanted.least:
            raise OptionError(f"boards of this size have at most {most} such clues")
        tester.watched = frozenset()
        clues = {atom: n for atom, n in tester.clues.items() if n in full}
        groups, _ = self.wanted.groups(clues, self.size)
        every = kept = [frozenset(chain(*group)) for group in groups]
        for _ in range(_CORES):
            kept = self._shuffled(kept)
            found = tester.search([other, *chain(*kept)], _PROOF)
            if not found.is_excluded:
                return None
            before, kept = len(kept), self._needed(kept, found.core)
            if len(kept) > _SMALLER * before:
                break
        order = self._shuffled(kept)
        try:
            for number, group in enumerate(order):
                self.report("clues tested", number, len(order))
                left = [one for one in order if one in kept and one != group]
                if group in kept and sum(map(len, left)) >= self.wanted.least:
                    found = tester.search([other, *chain(*left)], _DROPPED)
                    if found.is_excluded:
                        kept = self._needed(left, found.core)
        except (KeyboardInterrupt, TimeoutError):
            if sum(map(len, kept)) > self.wanted.most:
                raise
            self.is_stopped = True
        if not self.is_stopped:
            kept = self._eased(kept, every, tester)
        needed = frozenset(chain(*kept))
        if not self.wanted.least <= len(needed) <= self.wanted.most:
            return None
        return [atom for atom, n in tester.clues.items() if n in needed]

    def _sheet(self, tester: OpenProgram, groups: Groups) -> AnySheet:
        """Return the puzzle with some clues."""
        given = frozenset(chain(*groups))
        clues = [atom for atom, n in tester.clues.items() if n in given]
        facts = self.opened.facts(clues, tester.program)
        family = self.opened.family
        return Sheet(family, "", family.puzzle(facts))

    def _eased(self, kept: Groups, every: Groups, tester: OpenProgram) -> Groups:
        """Return clues with some that no proof needs, so that the judge is content.

        The more of them, the easier a puzzle is, but for few. Without a judge, a random
        share of them is added.
        """
        kept = self._shuffled(kept)
        order = self._shuffled({*every}.difference(kept))
        room = self.wanted.most - sum(map(len, kept))
        sizes = [*accumulate(map(len, order), initial=0)]
        fewest, most = 0, bisect_right(sizes, room) - 1
        number = min(most, round(self.rng.uniform(*_KEPT) * len(order)))
        while self.judge and fewest <= most:
            verdict = self.judge(self._sheet(tester, [*kept, *order[:number]]))
            if verdict == 0:
                break
            if verdict > 0:
                fewest = number + 1
            else:
                most = number - 1
            number = max(0, (fewest + most) // 2)
        return [*kept, *order[: max(0, number)]]

    def _needed(self, groups: Groups, core: frozenset[int]) -> Groups:
        """Return the groups that a core needs, and more up to the least number."""
        needed = [group for group in groups if group & core]
        for group in groups:
            if sum(map(len, needed)) < self.wanted.least and group not in needed:
                needed.append(group)
        return needed

    def _shuffled(self, groups: Iterable[frozenset[int]]) -> Groups:
        ordered = sorted(groups, key=min)
        return self.rng.sample(ordered, len(ordered))
