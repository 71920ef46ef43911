"""What `lint` finds in the sizes of a ground program."""

from collections.abc import Iterator, Mapping
from math import prod
from operator import itemgetter

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.lab.profiling import GroundAnswer, joined
from galaxies_asp.lab.source import EncodingSource, is_bundled, place

_KINDS = ast.ASTType
Found = tuple[ast.AST, str, str]
"""A statement, the rule that finds it, and a message."""

_MOST_REASONS = 5000
"""Ground rules among which reasons are searched: shipped folders have at most 3,000 for
puzzles of 10x10."""


def costly(source: EncodingSource, report: GroundAnswer) -> Iterator[Found]:
    """Yield joins of literals that share no variable, and rules without an instance."""
    atoms = {size.name: size.possible for size in report.predicates}
    instances = {(size.place, size.text): size.instances for size in report.rules}
    rules = [rule for rule in source.statements if rule.ast_type == _KINDS.Rule]
    # What a file of the user includes from this program is not theirs to change.
    own = [rule for rule in rules if not is_bundled(rule.location.begin.filename)]
    for rule in own or rules:
        number = instances.get((place(rule), str(rule)), 0)
        if not number and rule.body:
            yield rule, "idle", f"this rule has no instance on {report.id}"
        groups = joined(
            literal
            for literal in rule.body
            if syntax.is_among(literal, atoms)
            and not literal.sign
            and _atoms(literal, atoms) > 1
        )
        if len(groups) > 1:
            sizes = [max(_atoms(part, atoms) for part in group) for group in groups]
            said = " and ".join(str(group[0]) for group in groups)
            cost = f"{prod(sizes)} pairs, {number} instances on {report.id}"
            yield rule, "product", f"{said} share no variable: {cost}"


def slow(source: EncodingSource, report: GroundAnswer) -> Iterator[Found]:
    """Yield the constraint or choice with the most instances, if all have too many."""
    instances = {(size.place, size.text): size.instances for size in report.rules}
    asked = [
        (instances.get((place(rule), str(rule)), 0), rule)
        for rule in source.statements
        if rule.ast_type == _KINDS.Rule
        and (syntax.is_false(rule.head) or rule.head.ast_type == _KINDS.Aggregate)
    ]
    number = sum(one for one, _ in asked)
    if number > _MOST_REASONS:
        _, rule = max(asked, key=itemgetter(0))
        said = f"reasons of this encoding have {number:,} ground rules on {report.id}"
        yield rule, "reasons", f"{said}; hints take long"


def _atoms(literal: ast.AST, atoms: Mapping[str, int]) -> int:
    return sum(atoms[name] for name in syntax.signatures(literal))
