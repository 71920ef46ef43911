"""Hints, reasons and difficulties as JSON objects, for people and programs.

Each is a figure (sentences, marks, legend, what-ifs) with the target, what is known and
used, and the rules of the encoding. Dots are counted from 0; their names stand beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from galaxies_asp.core.board import answer
from galaxies_asp.core.board.grid import Point, dot_name
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.explaining.answers.figures import STAGES
from galaxies_asp.explaining.answers.grading import Difficulty, Sizes
from galaxies_asp.explaining.answers.pages import Frames
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Fact
from galaxies_asp.explaining.words.findings import (
    Finished,
    Hint,
    Mistake,
    Reason,
    RulesSource,
    Step,
)
from galaxies_asp.explaining.words.headings import by_rule
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.levels import Level, Technique

if TYPE_CHECKING:
    from galaxies_asp.explaining.engine.switched import GroundInstance, SourceRule

DotNumber = Annotated[answer.Natural | None, "Number of the dot, counted from 0."]
DotName = Annotated[str | None, "Letter of the dot."]
HiddenDot = Annotated[Point | None, "Place of the dot, if the puzzle does not show it."]


@dataclass(frozen=True)
class KnownFact(answer.Part):
    """A conclusion."""

    asked: Annotated[
        str,
        "Kind of the conclusion: cell, not cell, empty (a cell of no region), wall, "
        "open, no solution; of other families: atom, no atom.",
    ]
    at: Annotated[Point | None, "Its place."] = None
    dot: DotNumber = None
    name: DotName = None
    hidden: HiddenDot = None
    atom: Annotated[str | None, "The atom, in other families than Galaxies."] = None


@dataclass(frozen=True)
class EncodingRule(answer.Part):
    """A rule of an encoding."""

    heading: Annotated[str, "The comment above the rule."]
    rule: Annotated[str, "The ground rule, or its place in the file."]
    file: Annotated[str, "File of the rule."]
    line: Annotated[answer.Positive, "Line of the rule."]
    instances: Annotated[
        Sequence[Mapping[str, str]], "The values of the variables in each instance."
    ]


@dataclass(frozen=True, kw_only=True)
class Explanation(answer.Part):
    """A step, a mistake or a reason."""

    figure: Figure = field(metadata=answer.MERGED)
    source: RulesSource | None = field(default=None, metadata=answer.MERGED)
    kind: Annotated[
        Literal["step", "mistake", "solved", "free"] | None,
        "step; mistake: the position has a fault; solved: nothing is left; free: "
        "nothing more is forced.",
    ] = None
    wrong: Annotated[Sequence[KnownFact] | None, "What is wrong in the position."] = (
        None
    )
    level: Annotated[
        str | None, "Level of difficulty of the step, under the standard rules."
    ] = None
    cells: Annotated[Sequence[Point] | None, "Cells that the step decides."] = None
    target: Annotated[KnownFact | None, "The conclusion."] = None
    rules: Annotated[
        Sequence[EncodingRule] | None,
        "The instances of rules from which the target follows.",
    ] = None
    size: Annotated[
        answer.Natural | answer.Absent | None,
        "Number of rules at places, definitions and cuts; null: only a long search "
        "shows it.",
    ] = answer.ABSENT
    known: Annotated[
        Sequence[KnownFact] | None, "What is known on the board and used."
    ] = None
    facts: Annotated[Sequence[KnownFact] | None, "What the step decides."] = None

    @answer.Shown
    def text(self) -> str:
        """The explanation as text, as the command prints it."""
        return "\n".join(self.figure.lines())


class Explained(answer.PuzzleAnswer):
    """An answer of a command that explains."""

    schema: ClassVar[int] = 2


@dataclass(frozen=True, kw_only=True)
class HintAnswer(Explanation, Explained):
    """Answer of galaxies hint --json; before stage 3 without the step."""

    stage: Annotated[
        answer.Positive, "1: where to look, 2: which technique, 3: the step."
    ]


@dataclass(frozen=True)
class UnforcedAnswer(Explained):
    """Answer of galaxies explain --json: nothing is forced there."""

    forced: Annotated[Literal[False], "Whether it is forced."]


@dataclass(frozen=True, kw_only=True)
class ExplainAnswer(Explanation, Explained):
    """Answer of galaxies explain --json: a reason."""

    forced: Annotated[Literal[True], "Whether it is forced."]


@dataclass(frozen=True)
class WalkthroughAnswer(Explained):
    """Answer of galaxies walkthrough --json."""

    solved: Annotated[bool, "Whether the solution was deduced."]
    difficulty: Difficulty | Sizes | None = None
    walkthrough: Annotated[Sequence[Explanation] | None, "The steps in order."] = None


def hint_answer(
    name: str, hint: Hint, shown: Figure, stage: int = STAGES
) -> HintAnswer:
    """Return the answer of `galaxies hint --json`; the figure is that of the stage."""
    fields: answer.Fields = {}
    if isinstance(hint, Finished):
        kind = "solved" if hint.solved else "free"
    else:
        kind = "step" if isinstance(hint, Step) else "mistake"
        if stage == STAGES:
            fields = _step(hint) if isinstance(hint, Step) else _mistake(hint)
    fields |= {"kind": kind, "stage": stage} | _about(name, hint)
    return HintAnswer(figure=shown, **fields)


def reason_answer(name: str, reason: Reason, shown: Figure) -> ExplainAnswer:
    """Return the answer of `galaxies explain --json`."""
    fields = _reason(reason.known, reason)
    if reason.technique is not None:
        fields["level"] = reason.technique.level.words
    fields |= {"forced": True} | _about(name, reason)
    return ExplainAnswer(figure=shown, **fields)


def walkthrough_answer(
    name: str, shown: Frames, *, with_steps: bool
) -> WalkthroughAnswer:
    """Return the answer of `galaxies walkthrough --json`."""
    pairs = zip(shown.way.steps, shown.figures, strict=True) if with_steps else ()
    steps = [Explanation(figure=figure, **_step(step)) for step, figure in pairs]
    return WalkthroughAnswer(
        solved=shown.way.solved,
        difficulty=shown.difficulty,
        walkthrough=steps if with_steps else None,
        **_about(name, shown.way.end),
    )


def _about(name: str, finding: Hint | Reason) -> answer.Fields:
    """Return the names of the puzzle and its family, as fields."""
    family = NAME if finding.known is None else finding.known.family.name
    return {"id": name, "family": family}


def _mistake(mistake: Mistake) -> answer.Fields:
    """Return the fields of a mistake beside those of its figure."""
    wrong = [_known(mistake.known, fact) for fact in mistake.wrong]
    return {"wrong": wrong} | _reason(mistake.known, mistake.reason)


def _step(step: Step) -> answer.Fields:
    """Return the fields of a step beside those of its figure."""
    known = step.known and step.known.with_facts(step.facts)
    fields = _reason(known, step.reason) | {"kind": "step"}
    fields["facts"] = [_known(known, fact) for fact in step.facts]
    if isinstance(step.technique, Technique):
        fields |= {"level": Level(step.level).words, "cells": step.cells}
    return fields


def _reason(known: Known | None, reason: Reason) -> answer.Fields:
    """Return the fields of a reason."""

    def stated(rule: SourceRule, instances: Sequence[GroundInstance]) -> EncodingRule:
        values = [
            dict(zip(rule.terms, map(str, instance.values), strict=True))
            for instance in instances
        ]
        return EncodingRule(rule.heading, rule.text, rule.file, rule.line, values)

    every = (*reason.earlier, *reason.lemmas, reason)
    used = dict.fromkeys(instance for one in every for instance in one.instances)
    return {
        "known": [_known(known, fact) for fact in reason.premises],
        "rules": [stated(*pair) for pair in by_rule(used).items()],
        "target": _known(known, reason.target),
        "source": reason.source,
        "size": None if reason.by_search else sum(one.size for one in every),
    }


def _known(known: Known | None, fact: Fact) -> KnownFact:
    if fact.atom:
        return KnownFact(str(fact.kind), atom=str(fact.atom))
    at = None if fact == NO_SOLUTION else fact.at
    return KnownFact(str(fact.kind), at, **_dot(known, fact.center))


def _dot(known: Known | None, center: Point | None) -> answer.Fields:
    """Return the number, the name and the place of a hidden dot, as fields.

    Hidden dots that are found have numbers after those of the puzzle.
    """
    if center is None:
        return {}
    centers, shown = (known.centers, known.shown) if known else ((), 0)
    dot = centers.index(center) if center in centers else len(centers)
    hidden = {"hidden": center} if dot >= shown else {}
    return {"dot": dot, "name": dot_name(dot)} | hidden
