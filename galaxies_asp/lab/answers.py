"""The answers of the lab, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from galaxies_asp.board.answer import Answer, AtLeast, Natural, PuzzleAnswer
from galaxies_asp.board.grid import Point
from galaxies_asp.lab.ground import PredicateSize, RuleSize
from galaxies_asp.lab.trace import Activity, Trace

CpuSeconds = Annotated[float, AtLeast(0)]


@dataclass(frozen=True)
class GroundAnswer(PuzzleAnswer):
    """Answer of galaxies lab ground --json."""

    schema: ClassVar[int] = 2

    rules: Sequence[RuleSize]
    predicates: Sequence[PredicateSize]
    outputs: Annotated[Sequence[str], "Possible atoms of the output."]
    messages: Annotated[Sequence[str], "Messages of clingo."]


@dataclass(frozen=True)
class PlaceActivity(Activity):
    """Activity at a place."""

    at: Annotated[Point, "The place."]


@dataclass(frozen=True)
class SearchAnswer(PuzzleAnswer):
    """Answer of galaxies lab search --json."""

    decisions: Annotated[Natural, "All decisions."]
    conflicts: Annotated[Natural, "All conflicts that clasp counts."]
    predicates: Annotated[
        Mapping[str, Activity], "Activity by predicate, as name/arity."
    ]
    places: Annotated[Sequence[PlaceActivity], "Activity by place."]

    @classmethod
    def about(cls, name: str, trace: Trace) -> Self:
        """Return the answer for an instance."""
        places = [
            PlaceActivity.of(activity, at=place)
            for place, activity in sorted(trace.places.items())
        ]
        return cls.of(trace, id=name, places=places)


@dataclass(frozen=True)
class RunAnswer(Answer):
    """A line of galaxies lab compare -f json: a run."""

    schema: ClassVar[int] = 2

    encoding: str
    instance: str
    seed: Annotated[Natural, "0: the program as written."]
    perturbation: Annotated[str | None, "How the seed changes the run."]
    task: Annotated[str, "Question that the run answers."]
    options: Annotated[Sequence[str], "Options of clingo."]
    same_as: Annotated[
        str | None,
        "Encoding with which this one has the same solutions; null: not compared.",
    ]
    status: Annotated[str, "Answer, or the limit that stopped the run."]
    ground: Annotated[CpuSeconds | None, "CPU seconds of grounding."]
    solve: Annotated[CpuSeconds | None, "CPU seconds of solving."]
    cpu: Annotated[CpuSeconds | None, "CPU seconds of the run."]
    peak: Annotated[Natural | None, "Peak memory in bytes."]
    message: Annotated[str | None, "Error of clingo."]
    rules: Annotated[Natural | None, "Ground rules."]
    atoms: Annotated[Natural | None, "Ground atoms."]
    bodies: Annotated[Natural | None, "Ground bodies."]
    sccs: Annotated[Natural | None, "Nontrivial strongly connected components."]
    variables: Annotated[Natural | None, "Variables of the solver."]
    constraints: Annotated[Natural | None, "Constraints of the solver."]
    choices: Annotated[Natural | None, "Choices."]
    conflicts: Annotated[Natural | None, "Conflicts."]
