"""Answers about puzzles of families other than Galaxies, as JSON and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from galaxies_asp.board.answer import (
    Encoding,
    Natural,
    Part,
    PuzzleAnswer,
    Seconds,
    StoppedBy,
)
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.families.family import Family, Sheet
from galaxies_asp.families.making import Repair
from galaxies_asp.families.questions import Consequences, Fact, Reason, Step
from galaxies_asp.families.search import FamilyResult, Status, encoding_of

_SHOWN = 8
"""More instances of one rule are counted, not listed."""

AtomList = Sequence[Annotated[str, "An atom of the output."]]


@dataclass(frozen=True)
class FamilyAnswer(PuzzleAnswer):
    """An answer about a puzzle of a family."""

    family: Annotated[str, "Name of the family."]


@dataclass(frozen=True)
class SearchTime(Part):
    """CPU seconds of a search."""

    ground: Seconds
    solve: Seconds
    total: Seconds


@dataclass(frozen=True)
class FamilySolveAnswer(FamilyAnswer):
    """Answer of galaxies solve --json."""

    status: Annotated[Status, "What is known about the number of solutions."]
    count: Annotated[Natural, "Number of solutions found."]
    part: Annotated[str, "The part in which they differ; empty: anything."]
    parts: Annotated[Mapping[str, Natural], "Different ones of each part of solutions."]
    complete: Annotated[bool, "Whether there are no others."]
    stopped_by: StoppedBy
    reason: Annotated[str | None, "Why there is none, if it is seen without a search."]
    encoding: Encoding
    verified: Annotated[bool, "Whether a verifier has judged the solutions."]
    solutions: Annotated[Sequence[Any], "The solutions, in a form of the family."]
    seconds: SearchTime

    @classmethod
    def about(cls, result: FamilyResult) -> Self:
        """Return the answer about a result."""
        request, family = result.request, result.request.sheet.family
        spent = {name: round(s, 6) for name, s in result.seconds._asdict().items()}
        return cls.of(
            result,
            id=request.sheet.name,
            family=family.name,
            count=len(result.solutions),
            part=request.of,
            parts={
                name: result.different(name)
                for name in family.parts
                if request.of in ("", name)
            },
            encoding=encoding_of(family, request.encoding),
            verified=result.outcome.verified,
            solutions=[fields(family, position) for position in result.solutions],
            seconds=SearchTime(**spent),
        )


def fields(family: Family, position: Any) -> Any:
    """Return a solution as JSON."""
    if family.fields is not None:
        return family.fields(position)
    return sorted(family.atoms(position) or ())


PICTURES = {
    "svg": ("svg", "paint"),
    "tikz": ("tikz", "tikz_of"),
    "png": ("raster", "png_of"),
    "pdf": ("raster", "pdf_of"),
}
"""The module and the function that paint a scene in each format."""


def picture(family: Family, position: Any, format_: str) -> str | bytes:
    """Return a position as a picture in one of the formats.

    Raises
    ------
    GalaxiesError
        If the family draws none.
    MissingLibraryError
        If the format needs a library that is not installed.
    """
    if family.scene is None:
        raise GalaxiesError(f"{family.name} draws texts, no pictures")
    module, paint = PICTURES[format_]
    painter = getattr(import_module(f"galaxies_asp.drawing.{module}"), paint)
    painted: str | bytes = painter(family.scene(position))
    return painted


def written(family: Family, position: Any, notation: str) -> str:
    """Return a position in a notation of its family, as text or as facts.

    Raises
    ------
    GalaxiesError
        If the family has no such notation.
    """
    if notation == "text":
        return family.written(position)
    if notation == "facts":
        atoms = sorted(family.atoms(position) or ())
        return family.facts(position) + "".join(f"{atom}.\n" for atom in atoms)
    if notation not in family.notations:
        known = ", ".join(("text", *family.notations, "facts"))
        raise GalaxiesError(f"{family.name} has no format {notation!r}; known: {known}")
    return family.notations[notation](position)


@dataclass(frozen=True)
class FamilyCountAnswer(FamilyAnswer):
    """Answer of galaxies count --json."""

    count: Annotated[Natural, "Number of solutions; a lower bound if incomplete."]
    part: Annotated[str, "The part in which they differ; empty: anything."]
    complete: Annotated[bool, "Whether the number is exact."]
    verified: Annotated[bool, "Whether a verifier has judged the solutions."]
    stopped_by: StoppedBy


@dataclass(frozen=True)
class FamilyForcedAnswer(FamilyAnswer):
    """Answer of galaxies forced --json."""

    forced: Annotated[AtomList, "Atoms of all solutions."]
    excluded: Annotated[AtomList, "Atoms of no solution."]
    free: Annotated[AtomList, "Atoms of some solutions, but not of all."]

    @classmethod
    def about(cls, sheet: Sheet, shared: Consequences) -> Self:
        """Return the answer for the consequences."""
        atoms = {name: sorted(atoms) for name, atoms in shared._asdict().items()}
        return cls(id=sheet.name, family=sheet.family.name, **atoms)


@dataclass(frozen=True)
class FamilyFact(Part):
    """An atom of the output that holds, or does not hold."""

    atom: str
    holds: bool
    text: Annotated[str, "The fact in words."]


def family_facts(family: Family, facts: Sequence[Fact]) -> list[FamilyFact]:
    """Return facts with their words."""
    return [FamilyFact(fact.atom, fact.holds, fact.words(family)) for fact in facts]


@dataclass(frozen=True)
class UsedRule(Part):
    """A rule of the encoding, and its instances that are used."""

    heading: Annotated[str, "The comment above the rule."]
    rule: Annotated[str, "The rule."]
    file: Annotated[str, "Its file."]
    line: Annotated[Natural, "Its line."]
    instances: Annotated[
        Sequence[Mapping[str, str]], "The values of the terms of each instance."
    ]

    @property
    def words(self) -> str:
        """The rule and its instances in words."""
        heading = self.heading.partition(":")[2].strip() or self.heading or self.rule
        values = [
            ", ".join(f"{term} = {value}" for term, value in instance.items())
            for instance in self.instances
        ]
        if len(values) > _SHOWN:
            values[_SHOWN:] = [f"and {len(values) - _SHOWN} more"]
        where = f"{Path(self.file).name}:{self.line}"
        listed = "; ".join(values) or "everywhere"
        return f"{heading.removesuffix('.')} ({where}): {listed}"


@dataclass(frozen=True)
class FamilyReason(Part):
    """Why a fact follows, or why there is no solution."""

    fact: Annotated[FamilyFact | None, "What follows; null: there is no solution."]
    size: Annotated[Natural | None, "Instances and facts; null: too many."]
    minimal: Annotated[bool, "Whether each of them is needed."]
    known: Annotated[Sequence[FamilyFact], "Known facts that are used."]
    rules: Annotated[Sequence[UsedRule], "Rules that are used."]

    @classmethod
    def about(cls, family: Family, reason: Reason) -> Self:
        """Return a reason in words."""
        fact = family_facts(family, [reason.fact] if reason.fact else [])
        rules = [
            UsedRule.of(
                rule,
                rule=rule.text,
                instances=[
                    dict(zip(rule.terms, map(str, one.values), strict=True))
                    for one in instances
                ],
            )
            for rule, instances in reason.by_rule().items()
        ]
        return cls(
            fact[0] if fact else None,
            None if reason.by_search else reason.size,
            reason.minimal,
            family_facts(family, reason.known),
            rules,
        )

    def lines(self) -> Iterator[str]:
        """Yield the rules and facts of the reason in words."""
        yield from (rule.words for rule in self.rules)
        if self.known:
            yield "known: " + ", ".join(fact.text for fact in self.known)
        if self.size is None:
            yield "only a long search over all rules shows it"
        elif not self.size:
            yield "it follows from the rules without tests and bounds"
        elif not self.minimal:
            yield "some of this may not be needed"


@dataclass(frozen=True)
class FamilyExplainAnswer(FamilyAnswer):
    """Answer of galaxies explain --json."""

    forced: Annotated[bool, "Whether something is forced there."]
    reasons: Annotated[Sequence[FamilyReason], "Why."]


@dataclass(frozen=True)
class FamilyStep(Part):
    """A step, a mistake, or the end of the steps."""

    kind: Literal["step", "mistake", "solved", "free"]
    facts: Annotated[Sequence[FamilyFact], "What follows."] = ()
    reason: Annotated[FamilyReason | None, "Why."] = None

    @classmethod
    def about(cls, family: Family, step: Step) -> Self:
        """Return a step in words."""
        reason = FamilyReason.about(family, step.reason)
        return cls("step", family_facts(family, step.facts), reason)

    def lines(self) -> Iterator[str]:
        """Yield the step in words, then its reason."""
        yield {
            "step": ", ".join(fact.text for fact in self.facts),
            "mistake": "There is no solution with what is drawn",
            "solved": "The puzzle is solved",
            "free": "Nothing more is forced: there are several solutions",
        }[self.kind]
        if self.reason is not None:
            yield from self.reason.lines()


@dataclass(frozen=True)
class FamilyHintAnswer(FamilyAnswer):
    """Answer of galaxies hint --json."""

    hint: FamilyStep


@dataclass(frozen=True)
class FamilyWalkthroughAnswer(FamilyAnswer):
    """Answer of galaxies walkthrough --json."""

    solved: Annotated[bool, "Whether the steps lead to the only solution."]
    walkthrough: Annotated[Sequence[FamilyStep], "The steps."]


@dataclass(frozen=True)
class FamilyRepair(Part):
    """Changes of the clues, after which there is exactly one solution."""

    cost: Annotated[Natural, "Number of changes."]
    removed: Annotated[Sequence[str], "Clues to remove."]
    added: Annotated[Sequence[str], "Clues to add."]
    facts: Annotated[str, "The repaired puzzle."]

    @classmethod
    def about(cls, repair: Repair) -> Self:
        """Return a repair."""
        return cls(
            repair.cost,
            sorted(repair.removed),
            sorted(repair.added),
            repair.solved.facts,
        )


@dataclass(frozen=True)
class FamilyRepairAnswer(FamilyAnswer):
    """Answer of galaxies repair --json."""

    repairs: Annotated[Sequence[FamilyRepair], "The cheapest repairs."]
