"""Mutants: an encoding with one planted fault each, to measure the power of checks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import clingo
from clingo import ast

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab.asking import Answers, Question, ask
from galaxies_asp.lab.source import place, read
from galaxies_asp.lab.store import Request
from galaxies_asp.processes.progress import LimitReachedError

_MODELS = 20_000
"""The largest number of answers to compare on a board."""

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
        for fault, changed in _changed(statement):
            text = "\n".join((*texts[:index], changed, *texts[index + 1 :])) + "\n"
            if changed != texts[index]:
                made = Mutant(place(statement), f"{fault}: {changed}", text)
                by_text.setdefault(text, made)
    return list(by_text.values())


def _changed(rule: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the kind of a fault and the text of the rule with it."""
    yield "rule left out", ""
    for index in range(len(rule.body)):
        body = [*rule.body[:index], *rule.body[index + 1 :]]
        yield "literal left out", str(rule.update(body=body))
    for fault, node in _variants(rule):
        yield fault, str(node)


def _variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the node with one change in it."""
    yield from _own_variants(node)
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            for fault, other in _variants(child):
                yield fault, node.update(**{key: other})
        elif child is not None:
            parts = list(child)
            for index, part in enumerate(parts):
                if isinstance(part, ast.AST):
                    for fault, other in _variants(part):
                        rest = [*parts[:index], other, *parts[index + 1 :]]
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


def sample(population: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return a random sample in the order of the list."""
    if count >= len(population):
        return list(population)
    chosen = sorted(Random(seed).sample(range(len(population)), count))
    return [population[index] for index in chosen]


@dataclass(frozen=True)
class Trial:
    """The result of checking a mutant.

    Attributes
    ----------
    found_on
        The name of the first board that shows the fault; None if none does.
    reason
        How it shows.
    stopped_by
        The limit that was reached, or `died`.
    """

    found_on: str | None
    reason: str
    stopped_by: str = ""


@dataclass(frozen=True, slots=True)
class TrialRequest(Request):
    """A request to compare a mutant with its encoding on board after board."""

    family: str
    encoding: str
    mutant: Mutant
    boards: tuple[Board, ...]

    results = (Trial,)

    @property
    def title(self) -> str:
        """What the progress counts."""
        return "mutants"

    def answer(self) -> Iterator[Trial]:
        """Yield the result of the first board that shows the fault."""
        for board in self.boards:
            right = _right(self.family, self.encoding, board)
            question = Question(self.family, "the mutant", board, _MODELS)
            try:
                answers = ask(question, self.mutant.text)
            except GalaxiesError as error:
                yield Trial(board.name, f"refused: {error}")
                return
            if answers.found != right.found:
                reason = "breaks a rule" if answers.wrong else "misses a solution"
                yield Trial(board.name, reason)
                return
        yield Trial(None, "")

    def failed(self, error: Exception) -> Trial:
        """Return a trial: the encoding itself reaches no limit, so a fault shows."""
        stopped = error.limit if isinstance(error, LimitReachedError) else "died"
        return Trial("a limit", str(error), stopped)


@lru_cache(maxsize=10_000)
def _right(family: str, encoding: str, board: Board) -> Answers:
    return ask(Question(family, encoding, board, _MODELS))
