"""The size of the ground program, rule by rule."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import clingo
from clingo import ast

from galaxies_asp.asp.atoms import values
from galaxies_asp.asp.program import Program
from galaxies_asp.board import facts
from galaxies_asp.board.answer import Natural, Part, PuzzleAnswer
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.families.family import Board
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.source import children, place, read
from galaxies_asp.lab.store import Request
from galaxies_asp.solving.consequences import settled_edges
from galaxies_asp.solving.result import Possibilities

_MARK = "lab_instance"

# Inside these, variables are local.
_LOCAL = {
    ast.ASTType.ConditionalLiteral,
    ast.ASTType.BodyAggregateElement,
    ast.ASTType.HeadAggregateElement,
    ast.ASTType.TheoryAtomElement,
}


@dataclass(frozen=True, slots=True)
class GroundRequest(Request):
    """A request for the ground program of an encoding on an instance."""

    family: str
    encoding: str
    board: Board

    def result(self) -> "GroundAnswer":
        """Ground the encoding, and count its rule instances and atoms.

        Beside each rule, a second one with the same body derives an atom for every
        value of the rule's global variables: counting these atoms counts the instances.
        (Instances that anonymous variables would multiply count once, as clingo
        projects these.)

        Raises `EncodingError` if clingo refuses the encoding.
        """
        family = family_named(self.family)
        source = read(family, self.encoding)
        program = Program(name=f"the encoding {self.encoding}", short_searches=True)
        rules = [s for s in source.statements if s.ast_type == ast.ASTType.Rule]
        with program.refusals(), ast.ProgramBuilder(program.control) as builder:
            for statement in source.statements:
                builder.add(statement)
            for number, rule in enumerate(rules):
                builder.add(_counter(number, rule))
        program.add(family.program(self.board))
        program.ground()
        atoms = program.control.symbolic_atoms
        instances = Counter(
            atom.symbol.arguments[0].number for atom in atoms.by_signature(_MARK, 2)
        )
        sizes = [
            RuleSize(place(rule), str(rule), instances[number])
            for number, rule in enumerate(rules)
        ]
        are_facts = {
            f"{name}/{arity}": [one.is_fact for one in atoms.by_signature(name, arity)]
            for name, arity, positive in atoms.signatures
            if positive and name != _MARK
        }
        predicates = [
            PredicateSize(name, len(known), sum(known))
            for name, known in are_facts.items()
        ]
        return GroundAnswer(
            self.board.name,
            tuple(sorted(sizes, key=lambda size: -size.instances)),
            tuple(sorted(predicates, key=lambda size: -size.possible)),
            tuple(sorted(program.atoms(family.outputs))),
            tuple(map(source.program.located, program.messages)),
        )


@dataclass(frozen=True)
class RuleSize(Part):
    """A rule and its size."""

    place: Annotated[str, "File and line."]
    text: Annotated[str, "The rule."]
    instances: Annotated[Natural, "Ground instances."]


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


def candidate_map(puzzle: Puzzle, report: GroundAnswer) -> Possibilities:
    """Return which dots each cell may have, as far as grounding tells.

    A wall is an edge between cells that have no candidate in common.
    """
    dots: dict[Point, tuple[int, ...]] = dict.fromkeys(puzzle.cells(), ())
    number = {dot: index for index, dot in enumerate(puzzle.centers)}
    for cell, dot in values(report.outputs, facts.GALAXY):
        # What lies elsewhere is for the comparison with other encodings to find.
        if cell in dots and dot in number:
            dots[Point(*cell)] += (number[dot],)
    walls, passages, open_edges = settled_edges(puzzle, dots.__getitem__)
    return Possibilities(puzzle, dots, walls, passages, frozenset(open_edges))


def _counter(number: int, rule: ast.AST) -> ast.AST:
    """Return the rule that derives an atom for each instance of a rule."""
    location = rule.location
    names = sorted({name for part in rule.body for name in _global_variables(part)})
    variables = [ast.Variable(location, name) for name in names]
    values = ast.Function(location, "", variables, False)
    which = ast.SymbolicTerm(location, clingo.Number(number))
    atom = ast.SymbolicAtom(ast.Function(location, _MARK, [which, values], False))
    head = ast.Literal(location, ast.Sign.NoSign, atom)
    return ast.Rule(location, head, rule.body)


def _global_variables(node: ast.AST) -> Iterator[str]:
    if node.ast_type in _LOCAL:
        return
    if node.ast_type == ast.ASTType.Variable:
        if node.name != "_":
            yield node.name
        return
    for child in children(node):
        yield from _global_variables(child)
