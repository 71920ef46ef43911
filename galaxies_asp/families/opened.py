"""Puzzles of any family with open clues: `Family.opened` chooses them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from math import dist
from typing import Any, TypeVar

import clingo
from clingo import ast

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.asp.syntax import choices_of, heads, signatures
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of, unquoted
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.family import AnyFamily, projected_to
from galaxies_asp.core.sheet import AnySheet, Sheet

P = TypeVar("P")

_NEAR = 1.5
"""The largest distance between a touch and the place of a clue that it changes."""

_UNLIMITED = ("--const=most=1000000", "--const=largest=9")
"""Constants of the files that choose clues."""


def ground(
    family: AnyFamily,
    frame: str,
    options: Sequence[str],
    more: str,
    encoding: str = "",
    **how: Any,
) -> Program:
    """Ground an encoding of a family, by default its own, with facts and more rules."""
    encoding = encoding or family.chosen(family.puzzle(frame))
    name = f"the encoding {encoding}"
    program = Program(options, family.source(encoding), name=name, **how)
    program.add(family.adjusted(frame) + more)
    program.ground()
    return program


def chosen_in(source: Text) -> tuple[str, ...]:
    """Return the signatures of the atoms that the rules of a text choose."""
    chosen = (atom for head in _heads(source) for atom, _ in choices_of(head))
    return tuple(dict.fromkeys(name for atom in chosen for name in signatures(atom)))


def derived_in(source: Text) -> set[str]:
    """Return the signatures of the atoms that the rules of a text derive or choose."""
    return {name for head in _heads(source) for name in heads(head)}


def _heads(source: Text) -> Iterator[ast.AST]:
    for statement in statements(source, "the choice of clues"):
        if statement.ast_type == ast.ASTType.Rule:
            yield statement.head


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
        self.encoding = family.chosen(family.puzzle(frame), rules)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The signatures of the atoms that are chosen: clues, and what helps."""
        return chosen_in(Text(self._choices, ()))

    def ground(self, *options: str, **how: Any) -> Program:
        """Return the ground program with options of clingo; see `Program`."""
        more = projected_to(self.family.outputs) + self._choices
        options = "1", *_UNLIMITED, *options
        return ground(self.family, self.frame, options, more, self.encoding, **how)

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

    def facts(self, clues: Iterable[Atom], program: Program | None = None) -> str:
        """Return the facts of the puzzle with these clues.

        Parameters
        ----------
        program
            One that `ground` has returned, where there is one.
        """
        program = program or self._program
        certain = program.atoms(self.family.inputs, certain=True)
        frame = [f for f in facts_of(self.frame) if f.signature in self.family.inputs]
        known = chain.from_iterable(map(texts_of, (frame, certain, clues)))
        return joined(dict.fromkeys(known))

    def solutions(self, clues: Atoms) -> list[Atoms]:
        """Return at most two solutions with these clues and no others."""
        if not clues <= self.clues:
            return []
        settings: Any = self._program.control.configuration.solve
        settings.models = 2
        assumed = [(symbol, clue in clues) for clue, symbol in self._symbols]
        return [self.family.shown(model) for model in self._program.models(assumed)]


def clues_and_frame(sheet: AnySheet) -> tuple[Atoms, str]:
    """Return the clues of a puzzle, and its other facts as a text."""
    facts = facts_of(sheet.facts)
    given = frozenset(fact for fact in facts if fact.signature in sheet.family.clues)
    return given, joined(fact for fact in facts if fact not in given)


def place_of(clue: Atom) -> tuple[str, Any]:
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
        dist(place_of(fact)[1], at): fact
        for fact in sorted(OpenedPuzzle(sheet.family, frame).clues, key=str)
        if fact.name == name and wanted in ("", unquoted(fact.arguments[-1]))
    }
    least = min(fitting, default=_NEAR)
    if least >= _NEAR:
        named = ", ".join(sheet.family.clues) or "none"
        raise GalaxiesError(f"{clue!r} is no clue that can be here; there are: {named}")
    changed = fitting[least]
    same = {fact for fact in given if place_of(fact) == place_of(changed)}
    kept = texts_of({changed} - given | given - same)
    (board,) = sheet.family.read(frame + joined(kept))
    return sheet.drawn(board.position)
