"""Inferences that are told together: those by one rule from the same facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from galaxies_asp.explaining.words.arguments import Inference


class Merged:
    """Inferences by one rule from the same facts.

    `is_mixed`: whether their premises differ. `is_bare`: whether some have none.
    """

    def __init__(self, inference: Inference) -> None:
        self.first, self.is_mixed, self.is_bare = inference, False, False
        self.facts, self.premises = inference.facts, inference.premises
        self.left = inference.left
        self.instances = [] if inference.instance is None else [inference.instance]

    def takes(self, other: Merged) -> bool:
        """Tell whether another inference can be told with these."""
        one, new = self.first, other.first
        rules = [i.instance and i.instance.rule.key for i in (one, new)]
        same = (one.how, one.left, rules[0]) == (new.how, new.left, rules[1])
        if one.inner is not None or new.inner is not None or not same:
            return False
        return set(one.premises) == set(new.premises) and bool(self.facts and new.facts)

    def add(self, other: Merged) -> None:
        """Add another inference."""
        same = set(self.first.premises) == set(other.first.premises)
        self.is_mixed = self.is_mixed or not same
        self.is_bare = self.is_bare or not (self.premises and other.premises)
        self.facts = tuple(dict.fromkeys((*self.facts, *other.facts)))
        self.premises += other.premises
        self.left = min(self.left, other.left)  # from the premises of all
        self.instances += other.instances


def merged(inferences: Iterable[Inference]) -> Iterator[Merged]:
    """Yield inferences, those by one rule from the same facts together."""
    last: Merged | None = None
    for inference in inferences:
        new = Merged(inference)
        if last is not None and last.takes(new):
            last.add(new)
            continue
        if last is not None:
            yield last
        last = new
    if last is not None:
        yield last


def is_part(one: Merged, after: Merged) -> bool:
    """Tell whether a sum says what a rule does, from which nothing else follows."""
    shares = [share for side in after.first.sides for share in side]
    rules = {instance for share in shares for instance in share.rules}
    return bool(one.instances) and not one.facts and rules.issuperset(one.instances)
