"""Reasons, hints and steps from any encoding as figures, in the words of the file."""

from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any

from galaxies_asp.asp.switched import GroundInstance, SourceRule
from galaxies_asp.board.grid import dot_name
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.explaining.clauses import cell_marks, joined
from galaxies_asp.explaining.encoded_steps import (
    EncodedEnd,
    EncodedHint,
    EncodedMistake,
)
from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.figures import Figure
from galaxies_asp.explaining.known import Fact, Known
from galaxies_asp.explaining.source_reasons import Encoded, EncodedReason, points_of

Answer = dict[str, Any]

_SHOWN = 8
"""More instances of one rule are counted, not listed."""


def reason_figure(encoded: Encoded, reason: EncodedReason, known: Known) -> Figure:
    """Return the figure of a reason."""
    head, marks = "There is no solution", tuple[Mark, ...]()
    if reason.fact is not None:
        known = known.with_facts([reason.fact] if reason.fact.center else [])
        head, marks = _sentence(known.in_words([reason.fact])), _followed(reason.fact)
    return _figure(encoded, known, known, head, reason, marks)


def hint_figure(encoded: Encoded, hint: EncodedHint) -> Figure:
    """Return the figure of a hint or of a step."""
    if isinstance(hint, EncodedEnd):
        head = "The board is solved"
        if not hint.solved:
            head = "Nothing more is forced: the open cells have several solutions"
        return _figure(encoded, hint.known, hint.known, head)
    if isinstance(hint, EncodedMistake):
        head = _mistake(hint)
        marks = tuple(Mark(fact.at, Role.WRONG) for fact in hint.wrong)
        return _figure(encoded, hint.known, hint.known, head, hint.reason, marks)
    head = _sentence(hint.after.in_words(hint.facts))
    marks = tuple(mark for fact in hint.facts for mark in _followed(fact))
    return _figure(encoded, hint.before, hint.after, head, hint.reason, marks)


def hint_fields(encoded: Encoded, hint: EncodedHint) -> Answer:
    """Return a hint or a step as a JSON object."""
    answer = _shown(hint_figure(encoded, hint))
    if isinstance(hint, EncodedEnd):
        return {"kind": "solved" if hint.solved else "free"} | answer
    if isinstance(hint, EncodedMistake):
        wrong = [_fact(hint.known, fact) for fact in hint.wrong]
        more = reason_fields(encoded, hint.reason, hint.known)
        return {"kind": "mistake", "wrong": wrong} | answer | more
    fields = {"facts": [_fact(hint.after, fact) for fact in hint.facts]}
    more = reason_fields(encoded, hint.reason, hint.after)
    return {"kind": "step"} | answer | fields | more


def reason_answer_by(encoded: Encoded, reason: EncodedReason, known: Known) -> Answer:
    """Return a reason as a JSON object."""
    answer = _shown(reason_figure(encoded, reason, known))
    if reason.fact is not None:
        answer["target"] = _fact(known, reason.fact)
    return answer | reason_fields(encoded, reason, known)


def reason_fields(encoded: Encoded, reason: EncodedReason, known: Known) -> Answer:
    """Return the rules and facts of a reason, and who verified the solutions."""
    return {
        "encoding": reason.encoding,
        "verified": encoded.verified,
        "size": None if reason.by_search else reason.size,
        "minimal": reason.minimal and not reason.by_search,
        "known": [_fact(known, fact) for fact in reason.known],
        "rules": [
            {
                "heading": rule.heading,
                "rule": rule.text,
                "file": rule.file,
                "line": rule.line,
                "instances": [
                    dict(zip(rule.terms, map(str, one.values), strict=True))
                    for one in instances
                ],
            }
            for rule, instances in reason.by_rule().items()
        ],
    }


def _shown(shown: Figure) -> Answer:
    return {"text": "\n".join(shown.lines())} | shown.answer()


def _fact(known: Known, fact: Fact) -> Answer:
    answer: Answer = {"asked": str(fact.kind), "at": list(fact.at)}
    if fact.center is not None:
        centers = known.with_facts([fact]).shown.centers
        dot = centers.index(fact.center)
        answer |= {"dot": dot, "name": dot_name(dot)}
        if fact.center not in known.puzzle.centers:
            answer["hidden"] = list(fact.center)
    return answer


def _figure(
    encoded: Encoded,
    before: Known,
    after: Known,
    head: str,
    reason: EncodedReason | None = None,
    marks: tuple[Mark, ...] = (),
) -> Figure:
    shown = after.shown
    empty = tuple(Mark(cell, Role.EMPTY, "\N{BLACK SQUARE}") for cell in after.empty)
    sentences: tuple[str, ...] = ()
    if reason is not None:
        sentences = tuple(_sentences(reason, before))
        marks += tuple(_marks(reason, before))
    return Figure(
        after.position(),
        head,
        sentences,
        marks=marks + empty,
        technique=f"rules of {encoded.encoding}" if reason is not None else "",
        colors=tuple(
            encoded.colors.get(center, dot % 5)
            for dot, center in enumerate(shown.centers)
        ),
    )


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] if words.startswith("there") else words


def _mistake(hint: EncodedMistake) -> str:
    if not hint.wrong:
        return "The puzzle has no solution"
    words = hint.known.in_words(hint.wrong)
    if len(hint.wrong) == 1:
        return f"This is wrong: {words}"
    together = set(hint.wrong) <= set(hint.reason.known)
    start = "No solution contains all of these" if together else "These are wrong"
    return f"{start}: {words}"


def _sentences(reason: EncodedReason, known: Known) -> Iterator[str]:
    """Yield the rules with the values of their terms, and the known facts."""
    for rule, instances in reason.by_rule().items():
        groups = list(_grouped(known, instances))
        values = [_values(rule, group) for group in groups[:_SHOWN]]
        if len(groups) > _SHOWN:
            more = sum(_size(group) for group in groups[_SHOWN:])
            values.append(f"and {more} more")
        where = f"{Path(rule.file).name}:{rule.line}"
        heading = rule.heading.partition(":")[2].strip() or rule.heading or rule.text
        yield f"{heading.removesuffix('.')} ({where}): {'; '.join(values)}"
    if reason.known:
        yield f"known: {known.in_words(reason.known)}"
    if reason.by_search:
        yield "only a long search over all rules shows it"
    elif not reason.minimal:
        yield "some of this may not be needed: finding a minimal reason takes too long"
    elif not reason.size:
        yield "it follows from the rules without tests and bounds"


_Group = list[tuple[str, ...]]
"""The names of each term of instances that differ in one term at most."""


def _grouped(known: Known, instances: Sequence[GroundInstance]) -> Iterator[_Group]:
    """Yield the instances by their values; those that differ in one term together.

    The term is the one that leaves the fewest groups, the last one of equals.
    """
    rows = [tuple(map(known.name, instance.values)) for instance in instances]
    width = len(rows[0])
    splits = [_split(rows, column) for column in reversed(range(width))]
    yield from min(splits, key=len, default=[[]])


def _split(rows: Sequence[tuple[str, ...]], column: int) -> list[_Group]:
    """Return the groups of rows that differ in one column only."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        rest = (*row[:column], *row[column + 1 :])
        groups.setdefault(rest, []).append(row[column])
    return [
        [
            *((name,) for name in rest[:column]),
            tuple(names),
            *((name,) for name in rest[column:]),
        ]
        for rest, names in groups.items()
    ]


def _size(group: _Group) -> int:
    return prod(map(len, group))


def _values(rule: SourceRule, group: _Group) -> str:
    """Return the terms of instances with their values, named as on the board."""
    pairs = zip(rule.terms, group, strict=True)
    return ", ".join(f"{term} = {_listed(names)}" for term, names in pairs) or (
        "everywhere"
    )


def _listed(names: Sequence[str]) -> str:
    """Return names as a list in words, as in `dots A, B and F`."""
    if len(names) == 1:
        return names[0]
    start = ""
    if all(name.startswith("dot ") for name in names):
        start, names = "dots ", [name.removeprefix("dot ") for name in names]
    more = [f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else []
    return start + joined([*names[:_SHOWN], *more])


def _followed(fact: Fact) -> tuple[Mark, ...]:
    role = Role.OPEN if fact.kind is Kind.OPEN else Role.TARGET
    return cell_marks([fact.at], role)


def _marks(reason: EncodedReason, known: Known) -> Iterator[Mark]:
    puzzle = known.shown
    yield from cell_marks([fact.at for fact in reason.known])
    for instance in reason.instances:
        for point in points_of(instance):
            if point in puzzle.centers and not puzzle.has_cell(point):
                yield Mark(point, Role.DOT)
            elif puzzle.has_cell(point):
                yield Mark(point, Role.USED)
