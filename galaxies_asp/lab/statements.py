"""The statements that a proof understands; it refuses all others by name.

A proof is about the atoms of the output that are true in the models of an encoding, and
these are what `solve` reads. It understands rules, choices and `#edge`, and what leaves
these models as they are. Each kind of statement in `clingo.ast.ASTType` is named here,
or refused.
"""

from collections.abc import Collection, Iterable, Iterator

import clingo
from clingo import ast

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.asp.symbols import signature_of
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.source import EncodingSource, place

_KINDS = ast.ASTType

_WITHOUT_EFFECT = {
    _KINDS.Comment,
    _KINDS.Defined,
    _KINDS.Definition,  # `Apart` replaces constants by their values
    _KINDS.Heuristic,  # changes the order of a search alone
    _KINDS.ProjectAtom,  # `Program` leaves them out
    _KINDS.ProjectSignature,
    _KINDS.ShowSignature,  # see `_require_shown`
    _KINDS.TheoryDefinition,  # without theory atoms
}
"""Statements that leave the true atoms of the output as they are."""


def understood(source: EncodingSource, outputs: Collection[str]) -> list[ast.AST]:
    """Return the rules and the edges of an encoding, without pools.

    Raises
    ------
    EncodingError
        If there is another statement, or the output is not shown as it is.
    """
    statements = list(syntax.grounded(source.statements))
    _require_shown(source, statements, outputs)
    kept: list[ast.AST] = []
    for statement in statements:
        if statement.ast_type in _WITHOUT_EFFECT:
            continue
        if what := _obstacle(statement, source, outputs):
            raise EncodingError(f"{place(statement)}: {what}, which cannot be tested")
        if statement.ast_type in (_KINDS.Rule, _KINDS.Edge):
            kept += map(_plain, statement.unpool())
    return kept


def understood_witness(
    statements: Iterable[ast.AST], rules: Iterable[ast.AST]
) -> list[ast.AST]:
    """Return the rules of a witness for the rules of an encoding, without pools.

    Raises
    ------
    EncodingError
        If one is no definition, or defines a predicate of the encoding.
    """
    taken = {name for rule in rules for name in _derived(rule)}
    kept: list[ast.AST] = []
    for statement in syntax.grounded(statements):
        if statement.ast_type in (_KINDS.Comment, _KINDS.Defined):
            continue
        names = set(_derived(statement))
        if not names or statement.head.ast_type != _KINDS.Literal:
            raise EncodingError(f"{place(statement)}: a witness has definitions only")
        if both := names & taken:
            raise EncodingError(
                f"{place(statement)}: the witness defines {min(both)} of the encoding"
            )
        kept += statement.unpool()
    return kept


def _derived(statement: ast.AST) -> Iterator[str]:
    """Yield the signatures of the atoms that a rule derives."""
    if statement.ast_type == _KINDS.Rule:
        yield from syntax.heads(statement.head)


def _plain(rule: ast.AST) -> ast.AST:
    """Return a rule; with the head `not a`, the constraint that forbids a."""
    head = getattr(rule, "head", rule)
    if head.ast_type != _KINDS.Literal or head.sign == ast.Sign.NoSign:
        return rule
    negated = head.sign == ast.Sign.Negation
    body = head.update(sign=ast.Sign.NoSign if negated else ast.Sign.Negation)
    false = head.update(sign=ast.Sign.NoSign, atom=ast.BooleanConstant(0))
    return rule.update(head=false, body=[*rule.body, body])


def _obstacle(
    statement: ast.AST, source: EncodingSource, outputs: Collection[str]
) -> str:
    """Return what a proof does not understand in a statement; empty if nothing."""
    if any(node.ast_type == _KINDS.TheoryAtom for node in syntax.nodes_of(statement)):
        return "a theory atom"
    match statement.ast_type:
        case _KINDS.Edge:
            return ""
        case _KINDS.Rule:
            return _obstacle_in_head(statement.head)
        case _KINDS.External:
            value = str(_value(statement.external_type, source))
            return "" if value == "false" else f"#external with the value {value}"
        case _KINDS.ShowTerm:
            for one in statement.unpool():
                if _may_be(one.term, source, outputs) and not _is_true(one):
                    return "#show of a term that may be an output, but no true one"
            return ""
    kind = str(statement.ast_type).rpartition(".")[2].lower()
    return f"a statement of the kind {kind}"


def _obstacle_in_head(head: ast.AST) -> str:
    literals: list[ast.AST] = []
    match head.ast_type:
        case _KINDS.Literal if head.atom.ast_type == _KINDS.BooleanConstant:
            pass
        case _KINDS.Literal:
            literals = [head]
        case _KINDS.Aggregate:
            literals = [element.literal for element in head.elements]
        case _KINDS.HeadAggregate:
            literals = [element.condition.literal for element in head.elements]
        case _KINDS.Disjunction:
            return "a disjunction"
    for literal in literals:
        if literal.atom.ast_type != _KINDS.SymbolicAtom:
            return f"the head {head}"
    return ""


def _require_shown(
    source: EncodingSource, grounded: Iterable[ast.AST], outputs: Iterable[str]
) -> None:
    """Raise EncodingError if the encoding does not show an output that it derives."""
    shown, derived, hides = set[str](), set[str](), False
    for statement in grounded:
        derived.update(_derived(statement))
        match statement.ast_type:
            case _KINDS.ShowSignature:
                hides = True
                sign = "" if statement.positive else syntax.NEGATED
                shown.add(f"{sign}{statement.name}/{statement.arity}")
            case _KINDS.ShowTerm if len(statement.body) == 1 and _is_true(statement):
                nodes = syntax.nodes_of(statement.term)
                leaves = [node for node in nodes if node.ast_type != _KINDS.Function]
                if len(syntax.variables_of(statement.term)) == len(leaves):
                    shown.add(_signature(statement.term))
    for hidden in sorted(derived.intersection(outputs) - shown) if hides else ():
        raise EncodingError(
            f"the encoding {source.name} does not show all of its output; "
            f"#show {hidden} is missing"
        )


def _is_true(show: ast.AST) -> bool:
    """Tell whether `#show` of a term, without pools, shows only true atoms."""
    term, atoms = show.term, [*_true(show.body)]
    kinds = {node.ast_type for node in syntax.nodes_of(term)}
    return term in atoms and kinds.isdisjoint((_KINDS.Interval, _KINDS.Pool))


def _true(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the atoms of the positive literals of a body."""
    for literal in body:
        is_positive = literal.ast_type == _KINDS.Literal and not literal.sign
        if is_positive and literal.atom.ast_type == _KINDS.SymbolicAtom:
            yield literal.atom.symbol


def _may_be(term: ast.AST, source: EncodingSource, outputs: Iterable[str]) -> bool:
    """Tell whether a value of a term may be an atom of the output."""
    match term.ast_type:
        case _KINDS.Interval | _KINDS.BinaryOperation:
            return False
        case _KINDS.Pool:
            return any(_may_be(one, source, outputs) for one in term.arguments)
        case _KINDS.SymbolicTerm:
            return signature_of(_value(term, source)) in outputs
        case _KINDS.Function:
            return _signature(term) in outputs
    return True


def _signature(term: ast.AST) -> str:
    return f"{term.name}/{len(term.arguments)}"


def _value(term: ast.AST, source: EncodingSource) -> clingo.Symbol:
    """Return the value of a constant term."""
    symbol: clingo.Symbol = term.symbol
    return source.constants.get(str(symbol), symbol)
