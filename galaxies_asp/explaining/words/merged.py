"""Inferences that are told together: those by one rule, in turn or from the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from galaxies_asp.explaining.engine.facts import Fact
from galaxies_asp.explaining.words.arguments import Inference
from galaxies_asp.explaining.words.findings import Reason
from galaxies_asp.explaining.words.known import stated


class Merged:
    """Inferences by one rule.

    `is_mixed`: whether their premises differ. `is_bare`: whether some have none.
    `is_chain`: whether some follow from others before them.
    """

    def __init__(self, inference: Inference) -> None:
        self.first, self.is_mixed, self.is_bare = inference, False, False
        self.is_chain = False
        self.facts, self.premises = inference.facts, inference.premises
        self.left = inference.left
        self.instances = [] if inference.instance is None else [inference.instance]

    def takes(self, other: Merged) -> bool:
        """Tell whether another inference can be told with these."""
        one, new = self.first, other.first
        if one.inner is not None or new.inner is not None or not self.facts:
            return False
        if (one.how, one.left, _rule(one)) != (new.how, new.left, _rule(new)):
            return False
        if set(one.premises) == set(new.premises):
            return bool(new.facts)
        return _kind(one) is not None and _kind(one) == _kind(new)

    def add(self, other: Merged) -> None:
        """Add another inference."""
        same = set(self.first.premises) == set(other.first.premises)
        self.is_mixed = self.is_mixed or not same
        self.is_bare = self.is_bare or not (self.premises and other.premises)
        self.facts = tuple(dict.fromkeys((*self.facts, *other.facts)))
        self.premises += other.premises
        self.left = min(self.left, other.left)  # from the premises of all
        self.instances += other.instances

    @property
    def is_echo(self) -> bool:
        """Whether they only say the same of a place in other words."""
        facts, premises = self.facts, self.first.premises
        places = {stated(fact)[0].arguments[:1] for fact in (*facts, *premises)}
        is_plain = self.first.how.name == "FREE" or not any(f.holds for f in facts)
        return is_plain and bool(facts) and len(places) == 1 and len(premises) == 1


def merged(inferences: Iterable[Inference]) -> Iterator[Merged]:
    """Yield inferences, those by one rule together if nothing else comes first."""
    last: Merged | None = None
    for inference in _in_turn([*inferences]):
        new = Merged(inference)
        if last is not None and last.takes(new):
            last.is_chain |= not {*last.facts}.isdisjoint(new.premises)
            last.add(new)
            continue
        if last is not None:
            yield last
        last = new
    if last is not None:
        yield last


def _in_turn(left: list[Inference]) -> Iterator[Inference]:
    """Yield inferences in an order in which those by one rule follow each other.

    What says nothing of its own keeps its place.
    """
    last = None
    while left:
        missing, ready = set(left[0].facts), [left[0]]
        for one in left[1:]:
            if not (one.facts and left[0].facts):
                break
            if missing.isdisjoint(one.premises):
                ready.append(one)
            missing.update(one.facts)
        first = next((one for one in ready if last and _kind(one) == last), left[0])
        last = _kind(first)
        left = [one for one in left if one is not first]
        yield first


def _rule(one: Inference) -> object:
    """Return the rule of an inference, or None."""
    return one.instance and one.instance.rule.key


def _kind(one: Inference) -> object:
    """Return what inferences have in common that are told one after the other.

    None if one stands alone: it shows how something fails, or is no rule at a place.
    """
    if one.how.name not in ("RULE", "FAR") or one.fails:
        return None
    facts = {(atom.signature, holds) for atom, holds in map(stated, one.facts)}
    if one.rest is not None and any(holds for _, holds in facts):
        return None  # what is left is named
    place = one.instance if one.how.name == "FAR" else None
    return (one.how, one.left, _rule(one), place, *facts) if len(facts) == 1 else None


def is_part(one: Merged, after: Merged) -> bool:
    """Tell whether a sum says what a rule does, from which nothing else follows."""
    shares = [share for side in after.first.sides for share in side]
    rules = {instance for share in shares for instance in share.rules}
    return bool(one.instances) and not one.facts and rules.issuperset(one.instances)


def plain(reason: Reason) -> Reason:
    """Return a reason without notes that only say what is known of a place otherwise.

    What follows from such a note follows from what the note is made of.
    """
    source: dict[Fact, Fact] = {}
    for note in reason.notes:
        if note.how.name == "FREE" and len(note.premises) == len(note.facts):
            places = {stated(one)[0].arguments: one for one in note.premises}
            for fact in note.facts:
                at = stated(fact)[0].arguments
                for here, one in places.items():
                    if {*here} <= {*at}:
                        source[fact] = source.get(one, one)

    def changed(some: tuple[Fact, ...]) -> tuple[Fact, ...]:
        return tuple(dict.fromkeys(source.get(fact, fact) for fact in some))

    def told(one: Inference) -> Inference:
        inner, border = one.inner, changed(one.parts.border or ())
        is_like = len({stated(fact)[0].name for fact in border}) == 1
        parts = one.parts._replace(border=border) if is_like else one.parts
        inner = inner and replace(inner, inferences=tuple(map(told, inner.inferences)))
        return replace(one, premises=changed(one.premises), parts=parts, inner=inner)

    if not source:
        return reason
    notes = (one for one in reason.notes if not source.keys() >= {*one.facts})
    arguments = (
        replace(one, inferences=tuple(map(told, one.inferences)))
        for one in reason.arguments
    )
    return replace(reason, notes=tuple(map(told, notes)), arguments=tuple(arguments))
