"""Labels: what inferences take, and what each costs."""

from __future__ import annotations

from collections.abc import Collection

from galaxies_asp.core.asp.ground_rules import RuleRecorder
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.explaining.engine.ground_rules import Label
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.switched import GroundInstance, SourceRule, Switched

_DEAR = 3
"""The cost of a rule about what people note only where they must."""


class Labeled(Switched):
    """A ground program with labels: rules at places, definitions and cuts.

    `noted`: the signatures of what people note only where they must; rules about such
    atoms cost more than others.

    `labels`: what inferences take; the first one is free. `bits`: what each costs: a
    mask of bits, which labels may share.
    """

    def __init__(
        self,
        source: Text,
        more: str,
        name: str,
        noted: Collection[str],
        observer: RuleRecorder,
    ) -> None:
        self.labels: list[Label] = [Label(How.FREE)]
        self.bits: list[int] = [0]
        self._numbers: dict[tuple[object, ...], int] = {}
        self._looks: dict[int, int] = {}
        self._noted = [f"{signature.partition('/')[0]}(" for signature in noted]
        super().__init__(source, more, name, short_searches=False, observer=observer)

    def number(
        self, how: How, *key: object, bits: int | None = None, **more: object
    ) -> int:
        """Return the number of a label; a new one costs bits, or one of its own."""
        found = self._numbers.get((how, *key))
        if found is None:
            found = self._numbers[how, *key] = len(self.labels)
            self.labels.append(Label(how, **more))  # type: ignore[arg-type]
            self.bits.append(1 << found if bits is None else bits)
        return found

    def look(self, how: How, net: int, *key: object, atom: int) -> int:
        """Return the label of what one look at a net shows: all cost one together."""
        label = self.number(how, net, *key, bits=self._looks.get(net), atom=atom)
        self._looks.setdefault(net, self.bits[label])
        return label

    def rule_label(self, instance: GroundInstance) -> int:
        """Return the label of a test; instances at one place have the same."""
        rule = instance.rule
        key = How.RULE, rule.key, instance.place
        if key in self._numbers or not self._is_dear(rule):
            return self.number(*key, instance=instance)
        for number in range(1, _DEAR):  # their bits are those of no other label
            self.number(How.FREE, *key, number, bits=0)
        bits = (1 << _DEAR) - 1 << len(self.labels) - _DEAR + 1
        return self.number(*key, bits=bits, instance=instance)

    def rule_in(self, mask: int) -> object:
        """Return the key of the rule that alone makes a reason, or None."""
        instance = self.labels[max(mask.bit_length() - 1, 0)].instance
        return None if mask.bit_count() != 1 or instance is None else instance.rule.key

    def _is_dear(self, rule: SourceRule) -> bool:
        return any(name in rule.text for name in self._noted)
