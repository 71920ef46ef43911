"""Puzzles of any family with open clues: `Family.opened` chooses them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from math import dist
from typing import Any, NamedTuple, TypeVar

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.clingo import HeuristicType, ast
from galaxies_asp.core.asp.program import TASTE, Program, statements
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import atom_of, symbol_of
from galaxies_asp.core.asp.syntax import choices_of, heads, literal_of, signatures
from galaxies_asp.core.board.atoms import (
    Arguments,
    Atom,
    Atoms,
    joined,
    texts_of,
    unquoted,
)
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.sheet import AnyFamily, AnySheet, Sheet

P = TypeVar("P")

_NEAR = 1.5
"""The largest distance between a touch and the place of a clue that it changes."""

_CHOICE = "the choice of clues"
"""What messages call the text of such rules."""

_WISHED = "clue_wished"
"""The atom under which taste holds, and the part of the program with taste."""

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
    rules = statements(source, _CHOICE)
    chosen = (atom for rule in rules for atom, _ in choices_of(rule))
    return tuple(dict.fromkeys(name for atom in chosen for name in signatures(atom)))


def derived_in(source: Text) -> set[str]:
    """Return the signatures of the atoms that the rules of a text derive or choose."""
    return {name for rule in statements(source, _CHOICE) for name in heads(rule)}


class OpenedPuzzle:
    """A ground program in which the clues of a puzzle are choices.

    `frame`: the facts without clues, such as the size of the board, and maybe others
    that only the rules that choose the clues read, such as suggested(C): clues that the
    puzzle has, so that its names of regions are used. `is_usual`: clues are chosen as
    in generated puzzles.

    Raises `GalaxiesError` if the family does not say how clues are chosen.
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

    def ground(self, *options: str, **how: object) -> Program:
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

        `program`: one that `ground` has returned, where there is one.
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
        assumed = [(symbol, clue in clues) for clue, symbol in self._symbols]
        self._program.settings.models = 2
        return [self.family.shown(model) for model in self._program.models(assumed)]


class Outcome(NamedTuple):
    """How a search ended."""

    is_known: bool
    """Whether it ended before its limit."""
    model: frozenset[int] | None = None
    """The true literals of a model among those that are read; None without a model."""
    core: frozenset[int] = frozenset()
    """Without a model, the assumptions that exclude one."""

    @property
    def is_excluded(self) -> bool:
        """Whether there is no model."""
        return self.is_known and self.model is None


class OpenProgram:
    """A ground program with open clues.

    `clues`, `outputs`: the literals of the clues and of the output, by their atoms.
    `wished`: the literal under which taste holds. `leading`: the literal under which
    the output is decided before anything else. `watched`: the literals that are read of
    models.
    """

    def __init__(self, opened: OpenedPuzzle, *options: str, **how: object) -> None:
        # Searches have a limit of conflicts, and are many: threads would take longer.
        self.program = program = opened.ground(*options, short_searches=True, **how)
        self.control, family = program.control, opened.family
        self.clues, self.outputs = (
            {
                atom_of(atom.symbol): atom.literal
                for atom in program.occurring(*signatures)
                if not atom.is_fact
            }
            for signatures in (family.clues, family.outputs)
        )
        self.watched = frozenset([*self.clues.values(), *self.outputs.values()])
        self._released: list[int] = []
        with self._backend() as backend:
            self.wished = backend.add_atom(clingo.Function(_WISHED))
            self.leading = backend.add_atom()
            for literal in self.wished, self.leading:
                backend.add_external(literal, clingo.TruthValue.Free)
            for literal in self.outputs.values():
                backend.add_heuristic(
                    literal, HeuristicType.Level, 1, 1, [self.leading]
                )

    def add_taste(self, source: Text) -> None:
        """Add the part `taste` of an encoding; it holds under the literal `wished`."""
        taste = statements(source, self.program.name, TASTE)
        with self.program.refusals():
            self.program.build(map(_if_wished, taste))
        self.program.ground((_WISHED, ()))

    def search(self, assumed: Sequence[int] = (), conflicts: int = 0) -> Outcome:
        """Search a model under assumptions; 0 conflicts are no limit."""
        self.program.settings.solve_limit = str(conflicts or "umax")
        found: list[frozenset[int]] = []
        core: list[int] = []

        def on_model(model: clingo.Model) -> None:
            found.append(frozenset(filter(model.is_true, self.watched)))

        asked = [*assumed, *(-literal for literal in self._released)]
        result = self.program.search(on_model, assumptions=asked, on_core=core.extend)
        if found:
            return Outcome(True, found[0])
        return Outcome(bool(result.unsatisfiable), None, frozenset(core))

    @staticmethod
    def signed(true: Collection[int], literals: Mapping[Atom, int]) -> list[int]:
        """Return literals that say which of some atoms are true, and which are not."""
        return [n if n in true else -n for n in literals.values()]

    def most_clues(self, solution: Sequence[int]) -> frozenset[int]:
        """Return the true literals of a model with a maximal set of clues."""
        with self._backend() as backend:
            wanted = backend.add_atom()
            backend.add_external(wanted, clingo.TruthValue.Free)
            for literal in self.clues.values():
                backend.add_heuristic(literal, HeuristicType.True_, 1, 1, [wanted])
        found = self.search([*solution, wanted]).model or frozenset()
        self.release(wanted)
        return found

    def other(self, solution: Sequence[int]) -> int:
        """Return a new literal under which the output is not a solution.

        `solution`: its literals.
        """
        with self._backend() as backend:
            other: int = backend.add_atom()
            backend.add_external(other, clingo.TruthValue.Free)
            backend.add_rule([], [other, *solution])
        return other

    def near(self, literals: Iterable[int]) -> int:
        """Return a new literal under which models are like one with some literals."""
        with self._backend() as backend:
            near: int = backend.add_atom()
            backend.add_external(near, clingo.TruthValue.Free)
            for literal in literals:
                sign = 1 if literal > 0 else -1
                backend.add_heuristic(abs(literal), HeuristicType.Sign, sign, 1, [near])
        return near

    def release(self, *atoms: int) -> None:
        """Let literals of `other` or `near` be false from now on."""
        self._released += atoms

    @contextmanager
    def _backend(self) -> Iterator[clingo.Backend]:
        """Yield what adds to the program, which takes long to begin in large ones.

        So literals are not released one by one, but assumed to be false until then.
        """
        with self.control.backend() as backend:
            for atom in self._released:
                backend.add_external(atom, clingo.TruthValue.Release)
            self._released.clear()
            yield backend


def _if_wished(statement: ast.AST) -> ast.AST:
    """Return a statement of the part `taste`: a rule that asks for `_WISHED`."""
    if statement.ast_type == ast.ASTType.Program:
        return statement.update(name=_WISHED)
    if statement.ast_type != ast.ASTType.Rule:
        return statement
    wished = literal_of(statement, _WISHED, [])
    return statement.update(body=[*statement.body, wished])


def clues_and_frame(sheet: AnySheet) -> tuple[Atoms, str]:
    """Return the clues of a puzzle, and its other facts as a text."""
    facts = facts_of(sheet.facts)
    given = frozenset(fact for fact in facts if fact.signature in sheet.family.clues)
    return given, joined(fact for fact in facts if fact not in given)


def place_of(clue: Atom) -> Arguments:
    """Return the name and the place of a clue."""
    return (clue.name, *clue.arguments[:1])


def distance(place: object, others: Iterable[object]) -> int:
    """Return the distance of a place to the nearest of others, by rows or columns.

    That of places that are no points is 0.
    """
    match place:
        case (x, y):
            points = [other for other in others if isinstance(other, tuple)]
            return min((max(abs(x - u), abs(y - v)) for u, v in points), default=0)
    return 0


def with_clue(sheet: Sheet[P], clue: str, at: tuple[int, int]) -> Sheet[P]:
    """Return a puzzle with a clue at the nearest place that it can have, or without it.

    It replaces one of the same name there. What is drawn is erased.

    `clue`: its name, and its value if it has one, as in `number 2`. Raises
    `GalaxiesError` if there is no such clue near the point.
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
