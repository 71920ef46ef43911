"""Rules of an encoding in the words of their comments, and their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.symbols import value_of
from galaxies_asp.core.board.atoms import Value
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.explaining.engine.facts import Fact, distance
from galaxies_asp.explaining.words.arguments import Inference
from galaxies_asp.explaining.words.clauses import joined
from galaxies_asp.explaining.words.known import Known, stated
from galaxies_asp.explaining.words.phrases import listed

if TYPE_CHECKING:
    from galaxies_asp.core.asp import clingo
    from galaxies_asp.explaining.engine.ground_rules import Share
    from galaxies_asp.explaining.engine.switched import GroundInstance, SourceRule

_WHERE = r"\(([^()]*\{.+\}[^()]*)\)"
"""The end of the heading of a rule that tells its place."""

BORDER = 4
"""Of what would be cut off, and of what is beside it, no more are named."""


def heading_of(rule: SourceRule) -> str:
    """Return the comment of a rule without what kind of rule it is, or the rule."""
    heading = re.split(r" (?:Domain|Drawing|Words|Exclusive|Cut): ", rule.heading)[0]
    text = heading.partition(":")[2].strip() or heading
    text = re.sub(rf" *{_WHERE}$", "", text) or rule.text.removeprefix("#false ")
    if text[1:2].islower() or text.startswith("A "):
        text = text[0].lower() + text[1:]
    return text.removesuffix(".")


def by_rule(
    instances: Iterable[GroundInstance],
) -> dict[SourceRule, list[GroundInstance]]:
    """Return the instances of each rule, in the order of the rules."""
    found: dict[SourceRule, list[GroundInstance]] = {}
    for instance in sorted(instances, key=lambda i: (i.rule.file, i.rule.line)):
        found.setdefault(instance.rule, []).append(instance)
    return found


def broken_in_words(
    instances: Iterable[GroundInstance], known: Known
) -> Iterator[Violation]:
    """Yield the rules that an attempt breaks, each with its places."""
    for rule, some in by_rule(instances).items():
        points = dict.fromkeys(one.at for one in some if one.at is not None)
        text = rule_at(known, rule, some)
        yield Violation(Fault.BROKEN_RULE, tuple(points), text)


def nearest(faults: Sequence[Violation], point: Point) -> Violation:
    """Return the broken rule nearest to a point; those without a place come last."""

    def far(fault: Violation) -> tuple[bool, int]:
        some = [distance(place, point) for place in fault.places]
        return not some, min(some, default=0)

    return min(faults, key=far)


def rule_at(
    known: Known,
    rule: SourceRule,
    instances: Sequence[GroundInstance],
    facts: Iterable[Fact] = (),
) -> str:
    """Return the heading of a rule, and where it is if no fact beside it says that.

    In braces, the heading may name the terms that tell the place, as in
    `each row has its stars (row {Y})`; rows and columns are counted from 1.
    """
    said: set[object] = set()
    several: list[set[str]] = []
    for fact in facts:
        words = known.in_words([fact])
        names = {*re.findall(r"c\d+r\d+(?:-c\d+r\d+)?", words)}
        points = [one for one in stated(fact)[0].arguments if isinstance(one, Point)]
        if len(names) > max(1, len(points)):
            several.append(names)
        else:
            said.update(stated(fact)[0].arguments)
    # Of facts that name several cells, what all of them name is the place.
    common = set.intersection(*several) if len(several) > 1 else set()
    places = dict.fromkeys(place_of(known, one) for one in instances)
    is_said = {i.at for i in instances} <= said or places.keys() <= common
    places = places if re.search(_WHERE, rule.heading) or not is_said else {}
    shown = listed([place for place in places if place])
    where = f" at {shown}" if shown.startswith("(") else f" ({shown})"
    return heading_of(rule) + (where if shown else "")


def sum_in_words(
    known: Known, sides: Sequence[Sequence[Share]], *, is_more: bool
) -> str:
    """Return which rules need all that others leave.

    `sides`: the rules that leave something, and those that need it. `is_more`: whether
    they need more, so that something holds.
    """

    def place(share: Share) -> str:
        if not share.places:
            return place_of(known, share.rules[0])
        return listed([known.named(point, "") for point in share.places])

    rooms, needs = (listed([*map(place, some)]) for some in sides)
    shares = [share for some in reversed(sides) for share in some]
    rules = (heading_of(one.rule) for share in shares for one in share.rules)
    by = "; ".join(dict.fromkeys(rules))
    most = "more than" if is_more else "all that"
    said = f"{needs} need {most} {rooms} can have"
    if len(shares) == 2:
        where = "in" if re.match(r"row|column|the region|c\d", rooms) else "at"
        said = (
            f"all that is left for {needs} is {where} {rooms}, which can have no more"
        )
        said = f"{rooms} cannot have all that {needs} needs" if is_more else said
    return f"{said}: {by}"


def place_of(known: Known, instance: GroundInstance) -> str:
    """Return where a rule is, as on the board."""
    return known.with_regions(_place_of(known, instance))


def _place_of(known: Known, instance: GroundInstance) -> str:
    declared = re.search(rf"{_WHERE}$", instance.rule.heading.rstrip(". "))
    if declared is not None:
        values = dict(zip(instance.rule.terms, instance.values, strict=True))
        for term, value in [*values.items()]:
            if re.fullmatch(r"\(\w+,\w+\)", term):
                values |= zip(term[1:-1].split(","), value.arguments, strict=True)
        return re.sub(
            r"((?:row|column) )?\{(.+?)\}",
            lambda found: _filled(known, values.get(found[2]), *found.groups()),
            declared[1],
        )
    pairs = dict(zip(instance.values, instance.rule.terms, strict=True))
    lines = {"X": "column ", "Y": "row "} if known.has_lines else {}
    return " ".join(
        _filled(known, value, lines.get(pairs[value]), pairs[value])
        for value in instance.place
    )


def _filled(
    known: Known, value: clingo.Symbol | None, line: str | None, name: str
) -> str:
    """Return the name of a value; of a row or a column, its number."""
    if value is None:
        return name
    if line and value.type.name == "Number":
        return f"{line}{(value.number + 1) // 2}"
    return f"{line or ''}{known.named(value_of(value), name)}"


def cut_in_words(known: Known, first: Inference, usual: str) -> str:
    """Return what would be cut off, as the encoding declares it or as usual."""
    atom, parts = first.cut, first.parts
    if atom is None or not atom.arguments:
        return usual.format("something")
    declaration = known.declared.get(atom.signature)
    if declaration is None or not declaration.cut:
        return usual.format(known.named(atom.arguments[0], ""))
    group, places = parts.smaller, {one.arguments[0] for one in parts.smaller}
    if "without {" in declaration.cut:  # what is outside of a loop
        group = (group if parts.is_other_full else parts.other)[:1]
    columns = zip(*(one.arguments for one in group or (atom,)), strict=True)
    names = declaration.arguments
    pairs = zip(names, columns, strict=True)
    values = {name: _group_in_words(known, some, name) for name, some in pairs}
    if len(group) > 1 and places == {fact.at for fact in first.facts}:
        values[names[0]] = "they"
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], declaration.cut)


def only_way(known: Known, facts: Sequence[Fact], lost: str) -> str:
    """Return that the only way leads through what follows.

    `lost`: what would be cut off otherwise.
    """
    part, is_from, rest = lost.partition(" would be cut off from ")
    if not is_from or not facts:
        return f"otherwise {lost}"
    ways = known.where(dict.fromkeys(fact.at for fact in facts))
    return f"{part} can reach {rest} only through {ways}"


def room_in_words(known: Known, facts: Sequence[Fact], ways: int, rule: str) -> str:
    """Return that too few can be reached without what follows, if something does.

    `ways`: the number of ways to grow. `rule`: the one that counts.
    """
    at = known.where(dict.fromkeys(fact.at for fact in facts))
    if not at:
        return f"too little room is left: {rule}"
    if ways == 1:
        return f"the only way to grow is {at}: {rule}"
    return f"without {at}, there would be too little room: {rule}"


def _group_in_words(known: Known, some: Iterable[Value], name: str) -> str:
    """Return the names of places, of many the first one and the number."""
    values = [*dict.fromkeys(some)]
    if len(values) > BORDER:
        return f"{known.named(values[0], name)} and {len(values) - 1} more"
    points = [value for value in values if isinstance(value, Point)]
    if len(points) == len(values):
        values = [*sorted(points, key=lambda point: point[::-1])]
    return joined(known.named(value, name) for value in values)
