"""Which definitions and choices of an encoding a reason needs.

While a definition is open, its rules need not hold, and an atom with a predicate of
their heads needs no rule to be true. A reason needs the definition if it forces nothing
while that is open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import clingo
from clingo import ast

from galaxies_asp.asp.program import Program, statements
from galaxies_asp.asp.sources import Text
from galaxies_asp.asp.switched import (
    OPEN,
    GroundInstance,
    SourceRule,
    Switched,
    minimal_core,
    source_rule,
)
from galaxies_asp.asp.syntax import Signature, heads


class Opened:
    """A switched program whose definitions can be opened, too.

    What holds by the facts of the puzzle alone stays as it is, and so do the rules of
    predicates of which something holds by facts.

    Attributes
    ----------
    program
        The program; its instances list what their bounds count.
    rules
        The definitions and choices, by the name of the predicate in their heads.
    """

    def __init__(self, source: Text, more: str, name: str) -> None:
        plain = Program(["1"], source, name=name)
        plain.add(more)
        plain.ground()
        self.rules: dict[str, list[SourceRule]] = {}
        opened: dict[str, list[str]] = {}
        mixed = set()
        atoms = plain.control.symbolic_atoms
        for (predicate, arity), rules in _definitions(source, name).items():
            self.rules.setdefault(predicate, []).extend(rules)
            found = list(atoms.by_signature(predicate, arity))
            free = [str(atom.symbol) for atom in found if not atom.is_fact]
            if len(free) < len(found):
                mixed.add(predicate)
            if free:
                opened.setdefault(predicate, []).extend(free)
        choices = (
            f"{{{OPEN}({predicate})}}. {{{';'.join(free)}}} :- {OPEN}({predicate})."
            for predicate, free in opened.items()
        )
        text = "\n".join([more, *choices])
        self.program = Switched(source, text, name, opened=opened.keys() - mixed)
        self._predicates: dict[int, str] = {}
        for predicate in opened:
            atom = clingo.Function(OPEN, [clingo.Function(predicate)])
            self._predicates[-(self.program.literal(atom) or 0)] = predicate
        self._switches = dict(self.program.switches)

    def listed(self, instances: Sequence[GroundInstance]) -> Iterator[GroundInstance]:
        """Yield instances with what their bounds can count."""
        for instance in instances:
            found = self.program.elements(instance)
            yield replace(instance, elements=tuple(sorted(found)))

    def needed(
        self,
        instances: Sequence[GroundInstance],
        held: Sequence[int],
        contrary: Sequence[int],
    ) -> Iterator[SourceRule]:
        """Yield the definitions without which instances and literals do not suffice.

        None are named where that takes too long.
        """
        fixed = [*map(self._switches.__getitem__, instances), *held, *contrary]
        closed = list(self._predicates)
        core = minimal_core(self.program, closed, fixed, len(closed))
        for literal in () if core is None else core.literals:
            yield from self.described(self._predicates[literal])

    def described(self, predicate: str) -> list[SourceRule]:
        """Return the rules of a predicate that have a comment, or the first one."""
        rules = self.rules.get(predicate, [])
        return [rule for rule in rules if rule.heading] or rules[:1]


def _definitions(source: Text, name: str) -> dict[Signature, list[SourceRule]]:
    """Return the rules with heads by the predicates in these."""
    found: dict[Signature, list[SourceRule]] = {}
    for statement in statements(source, name):
        if statement.ast_type is ast.ASTType.Rule:
            rule = source_rule(statement, source, ())
            for signature in dict.fromkeys(heads(statement.head)):
                found.setdefault(signature, []).append(rule)
    return found
