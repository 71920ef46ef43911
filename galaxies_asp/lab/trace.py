"""Where the time of a search goes: decisions and conflicts by predicate and place.

A propagator is asked before each decision which literal to take. It answers with the
one that clasp would take anyway, and notes it. If the next question comes from a level
that is not deeper, the decision before has led to a conflict.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

import clingo

from galaxies_asp.asp.atoms import point_of
from galaxies_asp.asp.program import Program
from galaxies_asp.board.answer import Natural, Part, PuzzleAnswer
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.board.grid import Point
from galaxies_asp.families.family import Board
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.asking import ground
from galaxies_asp.lab.cost import TASKS, Task
from galaxies_asp.lab.store import Request

PERIODS = 4
"""A search is divided into this number of periods with equally many decisions."""

AUXILIARY = "(auxiliary)"
"""The name for literals of no atom, such as bodies of rules."""

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class TraceRequest(Request):
    """A request to trace the search of an encoding on an instance."""

    family: str
    encoding: str
    board: Board
    task: Task = "unique"
    options: tuple[str, ...] = ()

    def result(self) -> "SearchAnswer":
        """Solve, and note each decision.

        Raises
        ------
        EncodingError
            If clingo refuses the encoding, or it is a program in Python without atoms.
        """
        family = family_named(self.family)
        if self.encoding in family.native:
            raise EncodingError(f"the ground rules of {self.encoding} name no atoms")
        options = [*TASKS[self.task], *self.options]
        program = ground(family, self.encoding, self.board, options).program
        assert isinstance(program, Program)
        observer = _Observer(family.outputs)
        # The types of clingo ask for methods that a propagator may leave out.
        program.control.register_propagator(observer)  # type: ignore[arg-type]
        for _ in program.models():
            pass
        counts = program.statistics["solving"]["solvers"]
        activity = sorted(
            observer.activity(observer.predicates).items(),
            key=lambda pair: (-sum(pair[1].decisions), pair[0]),
        )
        places = observer.activity(observer.places).items()
        return SearchAnswer(
            self.board.name,
            len(observer.decisions),
            int(counts["conflicts"]),
            dict(activity),
            [PlaceActivity.of(found, at=place) for place, found in sorted(places)],
        )


@dataclass(frozen=True)
class Activity(Part):
    """Decisions about something, and those that led to a conflict, in each period."""

    decisions: Annotated[Sequence[Natural], "Decisions in each quarter of the search."]
    conflicts: Annotated[
        Sequence[Natural], "Decisions that led to a conflict, in each quarter."
    ]


@dataclass(frozen=True)
class PlaceActivity(Activity):
    """Activity at a place."""

    at: Annotated[Point, "The place."]


@dataclass(frozen=True)
class SearchAnswer(PuzzleAnswer):
    """Answer of galaxies lab search --json: the activity of a search.

    A place is the point (X,Y) that is the first argument of an atom of the output.
    """

    decisions: Annotated[Natural, "All decisions."]
    conflicts: Annotated[Natural, "All conflicts that clasp counts."]
    predicates: Annotated[
        Mapping[str, Activity], "Activity by predicate, as name/arity."
    ]
    places: Annotated[Sequence[PlaceActivity], "Activity by place."]


class _Observer:
    """A propagator that notes decisions."""

    def __init__(self, outputs: Sequence[str]) -> None:
        self._outputs = set(outputs)
        self.predicates: dict[int, list[str]] = {}
        self.places: dict[int, list[Point]] = {}
        self.decisions: list[int] = []
        self._conflicting: list[bool] = []
        self._level = -1

    def init(self, init: clingo.PropagateInit) -> None:
        """Note what the literals of atoms are about."""
        atoms: dict[int, list[clingo.Symbol]] = defaultdict(list)
        for atom in init.symbolic_atoms:
            atoms[abs(init.solver_literal(atom.literal))].append(atom.symbol)
        for literal, symbols in atoms.items():
            names = {f"{s.name}/{len(s.arguments)}" for s in symbols}
            # Equivalent atoms share a literal.
            self.predicates[literal] = sorted(names & self._outputs or names)[:1]
            self.places[literal] = sorted(
                {
                    point
                    for symbol in symbols
                    if f"{symbol.name}/{len(symbol.arguments)}" in self._outputs
                    for point in map(point_of, symbol.arguments[:1])
                    if point is not None
                }
            )

    def decide(self, _thread: int, assignment: clingo.Assignment, fallback: int) -> int:
        """Note a decision; take what clasp would take."""
        if self.decisions and assignment.decision_level <= self._level:
            self._conflicting[-1] = True
        self._level = assignment.decision_level
        self.predicates.setdefault(abs(fallback), [AUXILIARY])
        self.decisions.append(abs(fallback))
        self._conflicting.append(False)
        return fallback

    def activity(self, keys: Mapping[int, Sequence[Key]]) -> dict[Key, Activity]:
        """Return the activity of what the literals are about."""
        activities: dict[Key, list[list[int]]] = {}
        total = len(self.decisions)
        for number, literal in enumerate(self.decisions):
            period = number * PERIODS // total
            for key in keys.get(literal, ()):
                both = activities.setdefault(key, [[0] * PERIODS, [0] * PERIODS])
                both[0][period] += 1
                both[1][period] += self._conflicting[number]
        return {key: Activity(*map(tuple, both)) for key, both in activities.items()}
