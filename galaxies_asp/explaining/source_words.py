"""What an encoding forces, in the words of its file."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.symbols import points_among
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.known import Known
from galaxies_asp.explaining.marks import Mark, Role
from galaxies_asp.explaining.words import cell_marks, joined

if TYPE_CHECKING:
    from galaxies_asp.explaining.switched import GroundInstance, SourceRule

_FEW = 4
"""More groups of instances of a rule are counted where there are many instances."""

_SHOWN = 8
"""More instances of one rule are counted, not listed."""


def reason_in_words(reason: Reason, known: Known) -> Iterator[str]:
    """Yield the rules with the values of their terms, and the known facts."""
    for number, lemma in enumerate(reason.lemmas):
        order = "then" if number else "first"
        because = "; ".join(reason_in_words(replace(lemma, lemmas=()), known))
        yield f"{order}, {known.in_words([lemma.target])}: {because}"
    yield from dict.fromkeys(map(_place, reason.definitions))
    if reason.is_long:
        yield f"only a search shows it, with {reason.size} instances and known facts"
    for rule, instances in by_rule(reason).items():
        groups = list(_grouped(known, instances))
        values = [_values(rule, group) for group in groups[:_SHOWN]]
        if len(groups) > _SHOWN:
            more = sum(prod(map(len, group)) for group in groups[_SHOWN:])
            values.append(f"and {more} more")
        if reason.is_long and len(groups) > _FEW:
            values = [f"{len(instances)} of its instances"]
        yield f"{_place(rule)}: {'; '.join(values)}"
    if reason.premises and not reason.is_long:
        yield f"known: {known.in_words(reason.premises)}"
    if reason.by_search:
        yield "only a long search over all rules shows it"
    elif not reason.minimal:
        yield "some of this may not be needed: finding a minimal reason takes too long"
    elif not reason.size and not reason.definitions:
        yield "it follows from the rules without tests and bounds"


def _place(rule: "SourceRule") -> str:
    """Return the comment of a rule, and where the rule is."""
    return f"{heading_of(rule)} ({Path(rule.file).name}:{rule.line})"


def heading_of(rule: "SourceRule") -> str:
    """Return the comment of a rule without what kind of rule it is, or the rule."""
    heading = rule.heading.partition(":")[2].strip() or rule.heading
    text = heading or rule.text.removeprefix("#false ")
    if text[1:2].islower() or text.startswith("A "):
        text = text[0].lower() + text[1:]
    return text.removesuffix(".")


def by_rule(reason: Reason) -> "dict[SourceRule, list[GroundInstance]]":
    """Return the instances of each rule of a reason, in the order of the rules."""
    found: dict[SourceRule, list[GroundInstance]] = {}
    for instance in sorted(reason.instances, key=lambda i: (i.rule.file, i.rule.line)):
        found.setdefault(instance.rule, []).append(instance)
    return found


_Group = list[tuple[str, ...]]
"""The names of each term of instances that differ in one term at most."""


def _grouped(known: Known, instances: "Sequence[GroundInstance]") -> Iterator[_Group]:
    """Yield the instances by their values; those that differ in one term together.

    The term is the one that leaves the fewest groups, the last one of equals.
    """
    rows = []
    for instance in instances:
        names = [known.named(value) for value in instance.values]
        if names and instance.elements:
            may_be = known.choices_in_words(instance)
            place, _, dot = names[-1].partition(" (")
            names[-1] = f"{place} ({f'{dot[:-1]}; ' if dot else ''}{may_be})"
        rows.append(tuple(names))
    splits = [_split(rows, column) for column in reversed(range(len(rows[0])))]
    yield from min(splits, key=len, default=[[]])


def _split(rows: Sequence[tuple[str, ...]], column: int) -> list[_Group]:
    """Return the groups of rows that differ in one column only."""
    groups: dict[tuple[str | None, ...], list[str]] = {}
    for row in rows:
        rest = (*row[:column], None, *row[column + 1 :])
        groups.setdefault(rest, []).append(row[column])
    return [
        [tuple(names) if name is None else (name,) for name in rest]
        for rest, names in groups.items()
    ]


def _values(rule: "SourceRule", group: _Group) -> str:
    """Return the terms of instances with their values, named as on the board."""
    pairs = zip(rule.terms, group, strict=True)
    values = (f"{term} = {_listed(names)}" for term, names in pairs)
    return ", ".join(values) or "everywhere"


def _listed(names: Sequence[str]) -> str:
    """Return names as a list in words, as in `dots A, B and F`."""
    if len(names) == 1:
        return names[0]
    start = ""
    if all(name.startswith("dot ") for name in names):
        start, names = "dots ", [name.removeprefix("dot ") for name in names]
    more = [f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else []
    return start + joined([*names[:_SHOWN], *more])


def instance_marks(reason: Reason, known: Known) -> Iterator[Mark]:
    """Yield the marks of what a reason names."""
    yield from cell_marks([fact.at for fact in reason.premises])
    for instance in reason.instances:
        for point in points_among(instance.values):
            if known.has_cell(point):
                yield Mark(point, Role.USED)
            elif point in known.centers:
                yield Mark(point, Role.DOT)
