"""Where the size of a ground program comes from, and what `lint` finds in it."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import itemgetter
from typing import Annotated, ClassVar

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.encodings import GROW
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.answer import Natural, Part, PuzzleAnswer, Seconds
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.possibilities import CellPossibilities
from galaxies_asp.lab.apart import is_safe
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance, program_of
from galaxies_asp.lab.source import EncodingSource, Found, is_bundled, place, read
from galaxies_asp.lab.store import EncodingRequest
from galaxies_asp.solving.consequences import settled_edges

_MARK = "lab_instance"

_MOST_REASONS = 5000
"""Ground rules among which reasons are searched: shipped folders have at most 3,000 for
puzzles of 10x10."""


@dataclass(frozen=True, slots=True)
class GroundRequest(EncodingRequest["GroundAnswer"]):
    """A request for the ground program of an encoding on an instance."""

    board: Instance

    def result(self) -> "GroundAnswer":
        """Ground the encoding, and count its rule instances and atoms.

        Beside each rule, a second one with the same body derives an atom for every
        value of the rule's global variables: counting these atoms counts the instances.
        (Instances that anonymous variables would multiply count once, as clingo
        projects these.) It is grounded after the encoding, which takes the time of the
        rule. The same without comparisons and negation counts the matches.

        Raises `EncodingError` if clingo refuses the encoding.
        """
        family = compared_family(self.family)
        source = read(family, self.encoding)
        program = Program(name=f"the encoding {self.encoding}", short_searches=True)
        rules = [s for s in source.statements if s.ast_type == ast.ASTType.Rule]
        bodies = [_bodies(rule) for rule in rules]
        with program.refusals():
            program.build(map(_relaxed, source.statements))
            program.build(_counters(rules, bodies))
        program.add(program_of(family, self.board))
        program.ground()
        atoms = program.control.symbolic_atoms
        are_facts = {
            f"{name}/{arity}": [a.is_fact for a in atoms.by_signature(name, arity)]
            for name, arity, positive in atoms.signatures
            if positive and not name.startswith(_MARK)
        }
        sizes = [
            _size(program, number, rule, len(bodies[number]))
            for number, rule in enumerate(rules)
        ]
        predicates = [
            PredicateSize(name, len(known), sum(known))
            for name, known in are_facts.items()
        ]
        return GroundAnswer(
            self.board.name,
            tuple(sorted(sizes, key=lambda size: -size.matches)),
            tuple(sorted(predicates, key=lambda size: -size.possible)),
            tuple(texts_of(program.atoms(family.outputs))),
            tuple(map(source.program.located, program.messages)),
        )


@dataclass(frozen=True)
class RuleSize(Part):
    """A rule and its size."""

    place: Annotated[str, "File and line."]
    text: Annotated[str, "The rule."]
    instances: Annotated[Natural, "Ground instances."]
    matches: Annotated[
        Natural, "Matches of its positive literals, before comparisons and negation."
    ]
    seconds: Seconds


@dataclass(frozen=True)
class PredicateSize(Part):
    """A predicate, as name/arity, and its size."""

    name: str
    possible: Annotated[Natural, "Atoms that may hold."]
    facts: Annotated[Natural, "Atoms that hold in all models."]


@dataclass(frozen=True)
class GroundAnswer(PuzzleAnswer):
    """Answer of galaxies lab ground --json: rules and predicates, sorted by size."""

    schema: ClassVar[int] = 2

    rules: Sequence[RuleSize]
    predicates: Sequence[PredicateSize]
    outputs: Annotated[Sequence[str], "Possible atoms of the output."]
    messages: Annotated[Sequence[str], "Messages of clingo."]


def candidate_map(puzzle: Puzzle, report: GroundAnswer) -> CellPossibilities:
    """Return which dots each cell may have, as far as grounding tells.

    A wall is an edge between cells that have no candidate in common.
    """
    dots: dict[Point, tuple[int, ...]] = dict.fromkeys(puzzle.cells(), ())
    number = {dot: index for index, dot in enumerate(puzzle.centers)}
    for cell, dot in values(report.outputs, facts.GALAXY):
        # What lies elsewhere is for the comparison with other encodings to find.
        if cell in dots and dot in number:
            dots[cell] += (number[dot],)
    walls, passages, open_edges = settled_edges(puzzle, dots.__getitem__)
    return CellPossibilities(
        sheet_of(puzzle), dots, walls, passages, frozenset(open_edges), GROW
    )


def _relaxed(statement: ast.AST) -> ast.AST:
    """Return a statement without what may contradict facts, which ends grounding."""
    if statement.ast_type != ast.ASTType.Rule:
        return statement
    if syntax.is_false(statement.head):
        never = syntax.literal_of(statement, f"{_MARK}_false", [])
        return statement.update(head=never)
    is_choice = syntax.is_bounded(statement.head)
    head = syntax.unbounded(statement.head) if is_choice else statement.head
    return statement.update(head=head)


def _bodies(rule: ast.AST) -> list[Sequence[ast.AST]]:
    """Return the body of a rule, and the groups of literals whose matches count.

    There are none where all literals are positive, or comparisons bind a variable.
    """
    positive = [
        one
        for one in rule.body
        if one.ast_type == ast.ASTType.Literal
        and one.atom.ast_type == ast.ASTType.SymbolicAtom
        and not one.sign
    ]
    groups = joined(positive) if len(positive) < len(rule.body) else []
    texts = ("; ".join(map(str, group)) for group in groups)
    are_safe = all(is_safe(f"{_MARK} :- {text}.") for text in texts)
    return [rule.body, *(groups if are_safe else ())]


def _counters(
    rules: Sequence[ast.AST], bodies: Sequence[Sequence[Sequence[ast.AST]]]
) -> Iterator[ast.AST]:
    """Yield parts with a rule that derives an atom for each match of a body."""
    for number, rule in enumerate(rules):
        for index, body in enumerate(bodies[number]):
            variables: dict[str, ast.AST] = {}
            for literal in body:
                variables |= syntax.variables_of(literal, are_global=True)
            variables.pop("_", None)
            values = ast.Function(rule.location, "", list(variables.values()), False)
            name = f"{_MARK}_{number}_{index}"
            yield ast.Program(rule.location, name, [])
            head = syntax.literal_of(rule, name, [values])
            yield ast.Rule(rule.location, head, body)
    yield ast.Program(rules[0].location, "base", [])


def _size(program: Program, number: int, rule: ast.AST, bodies: int) -> RuleSize:
    """Count the instances and the matches of a rule, and take the time of its body."""
    started, counts, seconds = time.process_time(), list[int](), 0.0
    for name in (f"{_MARK}_{number}_{index}" for index in range(bodies)):
        program.ground((name, ()), is_short=True)
        seconds = seconds or time.process_time() - started
        atoms = program.control.symbolic_atoms.by_signature(name, 1)
        counts.append(sum(1 for _ in atoms))
    instances, *matches = counts
    most = max(instances, prod(matches) if matches else 0)
    return RuleSize(place(rule), str(rule), instances, most, round(seconds, 4))


def joined(literals: Iterable[ast.AST]) -> list[list[ast.AST]]:
    """Divide literals into groups that are connected by common variables."""
    groups: list[tuple[set[str], list[ast.AST]]] = []
    for literal in literals:
        names, together = syntax.variables_of(literal).keys() - {"_"}, list[ast.AST]()
        if not names:  # clingo grounds it once
            continue
        for group in [group for group in groups if group[0] & names]:
            groups.remove(group)
            names |= group[0]
            together += group[1]
        groups.append((names, [*together, literal]))
    return [group for _, group in groups]


def costly(source: EncodingSource, report: GroundAnswer) -> Iterator[Found]:
    """Yield joins of literals that share no variable, and rules without an instance."""
    atoms = {size.name: size.possible for size in report.predicates}
    instances = {(size.place, size.text): size.instances for size in report.rules}
    rules = [rule for rule in source.statements if rule.ast_type == ast.ASTType.Rule]
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
        if rule.ast_type == ast.ASTType.Rule
        and (syntax.is_false(rule.head) or rule.head.ast_type == ast.ASTType.Aggregate)
    ]
    number = sum(one for one, _ in asked)
    if number > _MOST_REASONS:
        _, rule = max(asked, key=itemgetter(0))
        said = f"reasons of this encoding have {number:,} ground rules on {report.id}"
        yield rule, "reasons", f"{said}; hints take long"


def _atoms(literal: ast.AST, atoms: Mapping[str, int]) -> int:
    return sum(atoms[name] for name in syntax.signatures(literal))
