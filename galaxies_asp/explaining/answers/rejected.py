"""Which rules of an encoding reject an answer."""

from collections.abc import Collection
from dataclasses import dataclass

from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.atoms import Atoms, joined, texts_of
from galaxies_asp.explaining.engine.switched import (
    GroundInstance,
    Switched,
    minimal_core,
)
from galaxies_asp.explaining.words.headings import heading_of

_SEARCHES = 1000

_GIVEN = "_answer"


@dataclass(frozen=True)
class Rejection:
    """Why an encoding has not an answer."""

    instances: tuple[GroundInstance, ...]
    """A set of ground instances of its constraints, each of them needed, that exclude
    the answer. Empty if other rules do: no choice and no definition gives it."""
    underivable: tuple[str, ...] = ()
    """The atoms of the answer that no rule derives, as texts."""

    @property
    def lines(self) -> list[str]:
        """The instances in the words of the encoding, with places and values."""
        if self.underivable:
            return [f"no rule derives {', '.join(self.underivable)}"]
        if not self.instances:
            return ["its choices and definitions give no such answer"]
        return list(map(_said, self.instances))


def rejection(
    source: Text, facts: str, answer: Atoms, outputs: Collection[str], name: str
) -> Rejection | None:
    """Return why an encoding has not an answer on a board; None if it has it.

    `outputs`: the signatures of the output. `name`: what messages call the encoding.
    """
    rules = [joined(f"{_GIVEN}({atom})" for atom in texts_of(answer))]
    for signature in outputs:
        predicate, _, arity = signature.partition("/")
        atom = f"{predicate}({','.join(f'X{n}' for n in range(int(arity)))})"
        atom = atom.removesuffix("()")
        rules.append(f":- {atom}, not {_GIVEN}({atom}).")
        rules.append(f"_missing({atom}) :- {_GIVEN}({atom}), not {atom}.")
    rules.append(":- _missing(_).")
    program = Switched(source, f"{facts}\n{' '.join(rules)}\n", name)
    core = minimal_core(program, [*program.instances], (), _SEARCHES)
    if core is None:
        return None
    known = program.derivable(outputs)
    missing = tuple(texts_of(answer - known))
    chosen = () if missing else tuple(program.instances[one] for one in core)
    return Rejection(chosen, missing)


def _said(instance: GroundInstance) -> str:
    rule = instance.rule
    values = zip(rule.terms, instance.values, strict=True)
    at = ", ".join(f"{term} = {value}" for term, value in values)
    return f"{heading_of(rule)} ({rule.file}:{rule.line}{at and f'; {at}'})"
