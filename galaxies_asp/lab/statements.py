"""The statements that the test of an encoding understands.

A test is about the atoms of the output that are true in the models of an encoding, and
these are what `solve` reads. It understands rules, choices and `#edge`, and what leaves
these models as they are. An encoding with another statement has no test; its answers
are listed.
"""

from collections.abc import Collection, Iterable

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.symbols import signature_of
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.source import EncodingSource, external_value, place

_KINDS = ast.ASTType


class UntestableError(EncodingError):
    """An encoding has a construct that no test understands."""


_WITHOUT_EFFECT = {
    _KINDS.Comment,
    _KINDS.Defined,
    _KINDS.Definition,  # `Apart` replaces constants by their values
    _KINDS.Heuristic,  # changes the order of a search alone
    _KINDS.ProjectAtom,  # `Program` leaves them out
    _KINDS.ProjectSignature,
    _KINDS.ShowSignature,  # `understood` demands those of the output
    _KINDS.TheoryDefinition,  # without theory atoms
}
"""Statements that leave the true atoms of the output as they are."""


def understood(source: EncodingSource, outputs: Collection[str]) -> list[ast.AST]:
    """Return the rules and the edges of an encoding, without pools.

    Raises `UntestableError` if there is another statement. Raises `EncodingError` if an
    output that is derived is not shown.
    """
    kept: list[ast.AST] = []
    shown, derived = set[str](), set[str]()
    for statement in syntax.grounded(source.statements):
        if what := _obstacle(statement, source, outputs):
            raise UntestableError(f"{place(statement)}: {what}, which has no test")
        if statement.ast_type in (_KINDS.Rule, _KINDS.Edge):
            derived.update(syntax.heads(statement))
            kept += map(_plain, statement.unpool())
        elif statement.ast_type == _KINDS.ShowSignature:
            sign = "" if statement.positive else syntax.NEGATED
            shown.add(f"{sign}{statement.name}/{statement.arity}")
    for hidden in sorted(derived.intersection(outputs) - shown) if shown else ():
        raise EncodingError(f"#show {hidden} is missing in the encoding {source.name}")
    return kept


def depends_on_board(source: EncodingSource, inputs: Collection[str]) -> bool:
    """Tell whether the value of an external depends on the board.

    It counts where no ground rule derives the atom, and the body may be true; in one
    program of many boards, both are so on other boards than in the program of each.
    """
    rules = list(syntax.grounded(source.statements))
    derived = {*inputs, *(name for rule in rules for name in syntax.heads(rule))}
    return any(
        external_value(one, source) != "false"
        and (one.body or not derived.isdisjoint(syntax.signatures(one.atom)))
        for one in rules
        if one.ast_type == _KINDS.External
    )


def understood_witness(
    statements: Iterable[ast.AST], rules: Iterable[ast.AST], inputs: Iterable[str]
) -> list[ast.AST]:
    """Return the rules of a witness, without pools.

    Raises `EncodingError` if one is no definition, or of a predicate of the encoding.
    """
    taken = {*inputs, *(name for rule in rules for name in syntax.heads(rule))}
    kept: list[ast.AST] = []
    for statement in syntax.grounded(statements):
        if statement.ast_type not in _WITHOUT_EFFECT:
            head = getattr(statement, "head", statement)
            names = {*syntax.heads(statement)}
            is_literal = names and head.ast_type == _KINDS.Literal and not head.sign
            if not is_literal or names & taken:
                what = "a witness only defines predicates that the encoding has not"
                raise EncodingError(f"{place(statement)}: {what}")
            kept += statement.unpool()
    return kept


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
        case known if known in _WITHOUT_EFFECT or known == _KINDS.Edge:
            return ""
        case _KINDS.Rule:
            return _obstacle_in_head(statement.head)
        case _KINDS.External:
            value = external_value(statement, source)
            return "" if value == "false" else f"#external with the value {value}"
        case _KINDS.ShowTerm:
            terms = (one.term for one in statement.unpool())
            is_other = all(_is_other(term, source, outputs) for term in terms)
            return "" if is_other else "#show of a term that may be an output"
    kind = str(statement.ast_type).rpartition(".")[2].lower()
    return f"a statement of the kind {kind}"


def _obstacle_in_head(head: ast.AST) -> str:
    literals: list[ast.AST] = []
    match head.ast_type:
        case _KINDS.Literal if head.atom.ast_type != _KINDS.BooleanConstant:
            literals = [head]
        case _KINDS.Aggregate:
            literals = [element.literal for element in head.elements]
        case _KINDS.HeadAggregate:
            literals = [element.condition.literal for element in head.elements]
        case _KINDS.Disjunction:
            return "a disjunction"
    is_plain = all(one.atom.ast_type == _KINDS.SymbolicAtom for one in literals)
    return "" if is_plain else f"the head {head}"


def _is_other(term: ast.AST, source: EncodingSource, outputs: Collection[str]) -> bool:
    """Tell whether no value of a shown term is an atom of the output."""
    if term.ast_type == _KINDS.SymbolicTerm:
        value = source.constants.get(str(term.symbol), term.symbol)
        return signature_of(value) not in outputs
    is_function = term.ast_type == _KINDS.Function
    return is_function and f"{term.name}/{len(term.arguments)}" not in outputs
