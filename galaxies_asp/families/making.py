"""Puzzles of any family: sampled with one solution, and changed by hand.

The clues become choices: `Family.opened` chooses them.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from itertools import islice
from math import dist
from typing import Any, TypeVar

import clingo

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.symbols import atom_of, symbol_of
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of, unquoted
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.family import AnyFamily, Family, projected_to
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.solving.search import solve

P = TypeVar("P")

ATTEMPTS = 300
"""Boards that are tried before giving up."""

_NEAR = 1.5
"""The largest distance between a touch and the place of a clue that it changes."""

_UNLIMITED = ("--const=most=1000000", "--const=largest=9")
"""Constants of the files that choose clues."""

_CONFLICTS = 1000
"""Conflicts of the proof that a clue is not needed; a clue that takes more is kept."""


class GenerationError(GalaxiesError):
    """No puzzle was found."""


def ground(
    family: AnyFamily,
    frame: str,
    options: Sequence[str],
    more: str,
    encoding: str = "",
) -> Program:
    """Ground an encoding of a family, by default its own, with facts and more rules."""
    encoding = encoding or family.chosen(family.puzzle(frame))
    program = Program(options, family.source(encoding), name=f"the encoding {encoding}")
    program.add(family.adjusted(frame) + more)
    program.ground()
    return program


class OpenedPuzzle:
    """A ground program in which the clues of a puzzle are choices.

    Parameters
    ----------
    frame
        The facts without clues, such as the size of the board, and maybe others that
        only the rules that choose the clues read, such as suggested(C): clues that the
        puzzle has, so that its names of regions are used.
    is_usual
        Clues are chosen as in generated puzzles.

    Raises
    ------
    GalaxiesError
        If the family does not say how clues are chosen.
    """

    def __init__(
        self,
        family: AnyFamily,
        frame: str,
        rules: Rules = STANDARD,
        *,
        is_usual: bool = False,
    ) -> None:
        self.family, self.frame = family, frame
        self._choices = family.opened(is_usual=is_usual)
        if not self._choices:
            raise GalaxiesError(
                f"{family.name} declares no clue with a domain, and has no file that "
                "chooses clues"
            )
        self._encoding = family.chosen(family.puzzle(frame), rules)

    def ground(self, *options: str) -> Program:
        """Return the ground program with options of clingo."""
        shown = "".join(f"#show {clue}.\n" for clue in self.family.clues)
        more = projected_to(self.family.outputs) + self._choices + shown
        options = "1", *_UNLIMITED, *options
        return ground(self.family, self.frame, options, more, self._encoding)

    @cached_property
    def _program(self) -> Program:
        return self.ground(*self.family.options, "--project=project")

    @cached_property
    def clues(self) -> Atoms:
        """The clues that can be chosen."""
        return self._program.atoms(self.family.clues)

    @cached_property
    def _symbols(self) -> list[tuple[Atom, clingo.Symbol]]:
        """The clues with their symbols, in a fixed order."""
        return [(clue, symbol_of(clue)) for clue in sorted(self.clues, key=str)]

    def facts(self, clues: Atoms) -> str:
        """Return the facts of the puzzle with these clues."""
        certain = self._program.atoms(self.family.inputs, certain=True)
        frame = [f for f in facts_of(self.frame) if f.signature in self.family.inputs]
        return joined(
            dict.fromkeys([*map(str, frame), *texts_of(certain), *texts_of(clues)])
        )

    def solutions(self, clues: Atoms) -> list[Atoms]:
        """Return at most two solutions with these clues and no others."""
        return self._solutions(clues, "umax") if clues <= self.clues else []

    def is_only(self, solution: Atoms, clues: Atoms) -> bool:
        """Tell whether a short search shows that the clues have one solution."""
        found = self._solutions(clues, str(_CONFLICTS))
        return found == [solution] and self._program.exhausted

    def _solutions(self, clues: Atoms, conflicts: str) -> list[Atoms]:
        settings: Any = self._program.control.configuration.solve
        settings.models, settings.solve_limit = 2, conflicts
        assumed = [(symbol, clue in clues) for clue, symbol in self._symbols]
        return [self.family.shown(model) for model in self._program.models(assumed)]

    @cached_property
    def _random(self) -> Program:
        """A program for samples only: other searches would leave their phases in it."""
        return self.ground("--rand-freq=1", "--sign-def=rnd")

    @cached_property
    def _richest(self) -> Program:
        """A program whose first model has a maximal set of clues."""
        return self.ground("--heuristic=Domain", "--dom-mod=true,show")

    def sample(self, rng: random.Random) -> tuple[Atoms, Atoms] | None:
        """Return a random solution, and a maximal set of clues of it."""
        settings: Any = self._random.control.configuration
        settings.solver.seed = rng.randrange(2**31)
        outputs = self._random.atoms(self.family.outputs)
        for model in self._random.models():
            solution = self.family.shown(model)
            drawn = sorted(outputs, key=str)
            assumed = [(symbol_of(atom), atom in solution) for atom in drawn]
            for most in self._richest.models(assumed):
                shown = map(atom_of, most.symbols(shown=True))
                return solution, frozenset(shown) - solution
        return None


def generate(
    family: Family[P],
    size: tuple[int, int],
    rng: random.Random,
    report: Report = silent,
) -> Sheet[P]:
    """Return a puzzle with exactly one solution, solved; its name is empty.

    The same state of `rng` yields the same puzzle. Families without a generator of
    their own sample a solution with many clues and leave out clues in random order as
    long as the solution stays the only one; or they draw random instances.

    Raises
    ------
    GenerationError
        If none is found.
    GalaxiesError
        If the family has no way to make puzzles.
    """
    if family.generator:
        position = import_module(family.generator).generate(size, rng, family, report)
        made = Sheet(family, "", position)
        if solve(made.blank).status != "unique":
            raise AssertionError("a generated puzzle has several solutions")
        return made
    for number, facts in enumerate(islice(_candidates(family, size, rng), ATTEMPTS)):
        report("boards", number, None)
        if facts is None:
            continue
        sheet = Sheet(family, "", family.puzzle(facts))
        result = solve(sheet)
        if result.status == "unique":
            return sheet.drawn(result.solutions[0])
    raise GenerationError(f"none of {ATTEMPTS} random boards has exactly 1 solution")


def _candidates(
    family: AnyFamily, size: tuple[int, int], rng: random.Random
) -> Iterator[str | None]:
    """Yield the facts of puzzles that may have one solution; None: a board has more."""
    frame = family.frame(*size) if family.opened() else None
    if frame is None:
        while (facts := family.random_facts(rng, size[0] * size[1])) is not None:
            yield facts
        raise GalaxiesError(
            f"{family.name} has neither a clue with a domain, nor a file that chooses "
            "clues, nor random instances, so no puzzles can be made"
        )
    if (reason := family.obstacle(family.puzzle(frame))) is not None:
        raise OptionError(
            f"{family.name} has no boards of {size[0]}x{size[1]}: {reason}"
        )
    opened = OpenedPuzzle(family, frame, is_usual=True)
    while (sampled := opened.sample(rng)) is not None:
        solution, clues = sampled
        if opened.solutions(clues) != [solution]:
            yield None
            continue
        for clue in rng.sample(sorted(clues, key=str), len(clues)):
            if opened.is_only(solution, clues - {clue}):
                clues -= {clue}
        yield opened.facts(clues)
    raise OptionError(f"no {family.name} of {size[0]}x{size[1]} has a solution")


def clues_and_frame(sheet: AnySheet) -> tuple[Atoms, str]:
    """Return the clues of a puzzle, and its other facts as a text."""
    facts = facts_of(sheet.facts)
    given = frozenset(fact for fact in facts if fact.signature in sheet.family.clues)
    return given, joined(fact for fact in facts if fact not in given)


def _place(clue: Atom) -> tuple[str, Any]:
    """Return the name and the place of a clue."""
    return (clue.name, *clue.arguments[:1])


def with_clue(sheet: Sheet[P], clue: str, at: tuple[int, int]) -> Sheet[P]:
    """Return a puzzle with a clue at the nearest place that it can have, or without it.

    It replaces one of the same name there. What is drawn is erased.

    Parameters
    ----------
    clue
        Its name, and its value if it has one, as in `number 2`.

    Raises
    ------
    GalaxiesError
        If there is no such clue near the point.
    """
    given, frame = clues_and_frame(sheet)
    name, _, wanted = clue.strip().partition(" ")
    fitting = {
        dist(_place(fact)[1], at): fact
        for fact in sorted(OpenedPuzzle(sheet.family, frame).clues, key=str)
        if fact.name == name and wanted in ("", unquoted(fact.arguments[-1]))
    }
    least = min(fitting, default=_NEAR)
    if least >= _NEAR:
        named = ", ".join(sheet.family.clues) or "none"
        raise GalaxiesError(f"{clue!r} is no clue that can be here; there are: {named}")
    changed = fitting[least]
    same = {fact for fact in given if _place(fact) == _place(changed)}
    kept = texts_of({changed} - given | given - same)
    (board,) = sheet.family.read(frame + joined(kept))
    return sheet.drawn(board.position)
