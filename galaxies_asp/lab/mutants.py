"""Mutants of an encoding: one fault is planted into it, which comparisons show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.encodings import mixed, variants
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import EncodingError, LimitError
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.equivalence import AnswerDifference, Judge, Verdict
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.proof import Equality, steps, sweep
from galaxies_asp.lab.prove import Proof
from galaxies_asp.lab.source import comparable, place

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
    """An encoding with a planted fault."""

    place: str
    fault: str
    """Where the fault is, and what it is."""
    text: str
    """The program."""

    def __str__(self) -> str:
        return f"{self.place}: {self.fault}"


def mutants(family: AnyFamily, encoding: str) -> list[Mutant]:
    """Return all mutants of an encoding with different texts.

    One literal or rule is left out, one sign, comparison or bound is changed, one
    constant is shifted, or two arguments are exchanged.

    Raises `EncodingError` if its models cannot be compared.
    """
    source = comparable(family, encoding)
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


@dataclass(frozen=True)
class Scope:
    """Where answers are compared, and where progress is reported."""

    boards: Sequence[Instance]
    """Where the answers are compared, the smallest first."""
    searched: Sequence[Instance] = ()
    """Sets of boards where a difference is searched if those of `boards` show none."""
    report: Report = silent


@dataclass(frozen=True)
class MutantReport:
    """What shows a planted fault."""

    mutant: Mutant
    verdict: Verdict
    """A board on which it matters; or that there is none."""
    searched: Equality | None = None
    """The search on larger boards; None if there was none."""

    @property
    def difference(self) -> AnswerDifference | None:
        """An answer that is added or lost."""
        return self.verdict.difference


def study_mutants(
    judge: Judge, encoding: str, scope: Scope, planted: Sequence[Mutant]
) -> Iterator[MutantReport]:
    """Compare an encoding with mutants of it.

    Raises `LimitError` if the encoding itself reaches a limit, so that a limit shows no
    fault. Raises `EncodingError` if it is faulty.
    """
    judge.ask_all([encoding], scope.boards, scope.report)
    for board in scope.boards:
        if (known := judge.known(encoding, board)).why:
            error = EncodingError if known.why == "refused" else LimitError
            raise error(f"{encoding} on {board.name}: {known.message}")
    kept = tuple(sorted(variants(encoding)))
    with TemporaryDirectory() as folder:
        changed: dict[str, Mutant] = {}
        for number, mutant in enumerate(planted):
            path = Path(folder, f"{number}.lp")
            path.write_text(mutant.text, encoding="utf-8")
            changed[mixed(str(path), kept)] = mutant
        comparable(judge.family(encoding), encoding)
        rivals = dict.fromkeys(changed, encoding)
        judge.prepare(list(rivals), scope.boards, scope.report, rivals)
        for name, mutant in changed.items():
            yield _shown(judge, mutant, (name, encoding), scope)


def _shown(
    judge: Judge, mutant: Mutant, pair: tuple[str, str], scope: Scope
) -> MutantReport:
    """Return what shows a mutant that differs from an encoding."""
    searched = None
    verdict = judge.compare_all(*pair, scope.boards)
    is_open = verdict.difference is None and verdict.why != "refused"
    if is_open and scope.searched:
        searched = _searched(judge, pair, scope)
        if found := searched.counterexample:
            holder, other = pair if found.holder == pair[0] else pair[::-1]
            verdict = judge.compare(holder, other, found.board)
    return MutantReport(mutant, verdict, searched)


def _searched(judge: Judge, pair: tuple[str, str], scope: Scope) -> Equality:
    """Search for a difference; the search is open where a mutant has no test."""
    requests = steps(judge.family(pair[1]), pair, scope.searched)
    try:
        return sweep(judge.campaign, requests, report=scope.report)
    except EncodingError as error:
        return Equality({requests[0][0]: Proof(message=str(error))})
