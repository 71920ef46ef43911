"""Mutants: an encoding with one planted fault each, to measure the power of checks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import clingo
from clingo import ast

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.source import place, read
from galaxies_asp.lab.store import Request, Result

_FLIPPED = {
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.LessThan,
}
_SIGNS = {ast.BinaryOperator.Plus: ast.BinaryOperator.Minus}
_SIGNS |= {minus: plus for plus, minus in _SIGNS.items()}


@dataclass(frozen=True)
class Mutant:
    """An encoding with a planted fault.

    Attributes
    ----------
    place, fault
        Where the fault is, and what it is.
    text
        The program.
    """

    place: str
    fault: str
    text: str


def mutants(family: Family, encoding: str) -> list[Mutant]:
    """Return all mutants of an encoding with different texts.

    One literal or rule is left out, one sign, comparison or bound is changed, one
    constant is shifted, or two arguments are exchanged.
    """
    source = read(family, encoding)
    texts = [str(statement) for statement in source.statements]
    by_text: dict[str, Mutant] = {}
    for index, statement in enumerate(source.statements):
        if statement.ast_type != ast.ASTType.Rule:
            continue
        for fault, changed in [("rule left out", ""), *_variants(statement)]:
            text = "\n".join((*texts[:index], str(changed), *texts[index + 1 :])) + "\n"
            if str(changed) != texts[index]:
                made = Mutant(place(statement), f"{fault}: {changed}", text)
                by_text.setdefault(text, made)
    return list(by_text.values())


def _variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the node with one change in it."""
    if node.ast_type == ast.ASTType.Rule:
        for index in range(len(node.body)):
            body = [*node.body[:index], *node.body[index + 1 :]]
            yield "literal left out", node.update(body=body)
    yield from _own_variants(node)
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            for fault, other in _variants(child):
                yield fault, node.update(**{key: other})
            continue
        for index, part in enumerate(child or ()):
            for fault, other in _variants(part):
                rest = [*child[:index], other, *child[index + 1 :]]
                yield fault, node.update(**{key: rest})


def _own_variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node.ast_type:
        case ast.ASTType.Literal if node.atom.ast_type == ast.ASTType.SymbolicAtom:
            sign = ast.Sign.NoSign if node.sign else ast.Sign.Negation
            yield "sign changed", node.update(sign=sign)
        case ast.ASTType.SymbolicTerm:
            if node.symbol.type == clingo.SymbolType.Number:
                for step in (1, -1):
                    number = clingo.Number(node.symbol.number + step)
                    yield "constant shifted", node.update(symbol=number)
        case ast.ASTType.BinaryOperation if node.operator_type in _SIGNS:
            operator = _SIGNS[ast.BinaryOperator(node.operator_type)]
            yield "sign of a sum changed", node.update(operator_type=operator)
        case ast.ASTType.Guard if node.comparison in _FLIPPED:
            comparison = _FLIPPED[ast.ComparisonOperator(node.comparison)]
            yield "bound changed", node.update(comparison=comparison)
        case ast.ASTType.Function if len(node.arguments) > 1:
            arguments = list(node.arguments)
            swapped = [arguments[1], arguments[0], *arguments[2:]]
            yield "arguments exchanged", node.update(arguments=swapped)


@dataclass(frozen=True, slots=True)
class Trial(Result):
    """The result of checking a mutant.

    The encoding itself reaches no limit, so a limit shows the fault, too.

    Attributes
    ----------
    found_on
        The name of the first board that shows the fault, or `search`; None if none.
    reason
        How it shows, or where it does not.
    """

    found_on: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TrialRequest(Request):
    """A request to compare a mutant with its encoding on board after board."""

    family: str
    encoding: str
    mutant: Mutant
    boards: tuple[Board, ...]

    kept = Trial
    title = "mutants"

    def result(self) -> Trial:
        """Return the result of the first board that shows the fault."""
        for board in self.boards:
            right = _right(Question(self.family, self.encoding, board))
            try:
                question = Question(self.family, "the mutant", board)
                answers = ask(question, self.mutant.text)
            except GalaxiesError as error:
                return Trial(board.name, f"refused: {error}")
            if answers.found != right.found:
                reason = "breaks a rule" if answers.wrong else "misses a solution"
                return Trial(board.name, reason)
        return Trial()

    def failed(self, error: Exception) -> Trial:
        """Return a trial in which a limit shows the fault."""
        trial: Trial = Request.failed(self, error)
        return replace(trial, found_on="a limit")


_right = lru_cache(maxsize=10_000)(ask)
"""The answers of the encoding itself."""
