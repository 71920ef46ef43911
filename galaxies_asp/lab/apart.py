"""Encodings as parts of one program: their predicates are renamed apart.

The program of an encoding is the encoding itself; its test takes an output as given and
derives a fault if the output is none of the encoding. In a test, constraints and bounds
of choices derive the fault, and a choice of the output reads the given output. What the
other choices read, an assumption, does not follow from the output in general. Since the
rest of a test is stratified, it has exactly one model: the encoding has the output if
some assumption derives no fault. See `encodings/lab/difference.lp`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from clingo import ast

from galaxies_asp.asp.syntax import is_false
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.lab.source import Source
from galaxies_asp.lab.trees import (
    Choice,
    choices_of,
    counted,
    is_among,
    is_safe,
    lifted,
    literal_of,
    number_term,
    rule_of,
    signatures,
    supported,
    term,
    used,
    variables_of,
)

Assumption = Literal["witness", "largest", "smallest", "found"]
"""What hidden choices read: a witness that the author declares; all atoms that
contradict no given atom, and no constraint; only the atoms that a constraint demands;
or the atoms of a model that was found."""

_CHOSEN = {"witness": "witness", "largest": "blocked", "smallest": "needed"}

_KINDS = ast.ASTType
_POSSIBLE = "possible"
_SHARED = "lab_"
_WITNESS = "witness/1"
_WITNESS_OUTPUT = {"output/1": "lab_given"}
"""What a witness reads."""


@dataclass
class Apart:
    """An encoding whose predicates are renamed apart.

    Parameters
    ----------
    source
        The encoding.
    witness
        Rules that derive `witness(A)` for the atoms A of hidden choices from
        `output(A)` and the predicates of the encoding.
    inputs, outputs
        Signatures of predicates, as name/arity.
    """

    source: Source
    inputs: Iterable[str]
    outputs: Iterable[str]
    witness: Sequence[ast.AST] = ()
    hidden: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._texts: dict[tuple[int, str], str] = {}
        self._constants = {
            statement.name: statement.value
            for statement in self.source.statements
            if statement.ast_type == _KINDS.Definition
        }
        self._statements = list(supported(self.source.statements))
        self._witness = list(supported(self.witness))
        self._choices = {
            signature
            for statement in self._statements
            if statement.ast_type == _KINDS.Rule
            for choice in choices_of(statement.head)
            for signature in signatures(choice.atom)
        }
        self.hidden = tuple(sorted(self._choices - set(self.outputs)))
        self._witnessed = {
            f"{term.name}/{len(term.arguments)}"
            for rule in self._witness
            if is_among(rule.head, [_WITNESS])
            for term in rule.head.atom.symbol.arguments
        }

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What hidden choices may read, without those that a search finds."""
        if self._witnessed:
            return ("witness",)
        return ("largest", "smallest") if self.hidden else ("largest",)

    def program(self, number: int = 0) -> str:
        """Return the encoding with this number."""
        return self._text(number, "", lambda: self._program(number))

    def test(self, number: int, assumption: Assumption) -> str:
        """Return the test with this number, from 1."""
        return self._text(number, assumption, lambda: self._test(number, assumption))

    def _text(
        self, number: int, kind: str, rules: Callable[[], Iterable[ast.AST]]
    ) -> str:
        """Return statements as a text; it is made once."""
        key = number, kind
        if key not in self._texts:
            self._texts[key] = "".join(f"{statement}\n" for statement in rules())
        return self._texts[key]

    def _program(self, number: int) -> Iterator[ast.AST]:
        renaming = self._renaming(number)
        for statement in self._statements:
            if statement.ast_type == _KINDS.Edge:
                u, v = (
                    term("", [number_term(number), node])
                    for node in (statement.node_u, statement.node_v)
                )
                statement = statement.update(node_u=u, node_v=v)
            yield renaming.visit(statement)
        yield from self._interface(number, renaming)

    def _test(self, number: int, assumption: Assumption) -> Iterator[ast.AST]:
        self._require_stratified()
        renaming = self._renaming(number)
        for statement in self._statements:
            if statement.ast_type == _KINDS.Edge:
                head = literal_of(
                    "lab_edge",
                    [number_term(number), statement.node_u, statement.node_v],
                )
                yield rule_of(head, renaming.visit_sequence(statement.body))
            else:
                yield from self._tested(statement, number, renaming, assumption)
        reading = _Renaming(renaming.prefix, {}, _WITNESS_OUTPUT)
        yield from map(reading.visit, self._witness)
        for kind in {self._kind(name, assumption) for name in self.hidden}:
            yield from self._read(renaming, kind)
        yield rule_of(literal_of("lab_copy", [number_term(number)]), [])
        yield from self._interface(number, renaming)

    def _kind(self, hidden: str, assumption: Assumption) -> Assumption:
        """Return what the atoms of a hidden choice read."""
        if assumption == "witness" and hidden not in self._witnessed:
            return "largest"
        return assumption

    def _renaming(self, number: int) -> "_Renaming":
        return _Renaming(f"{_SHARED}{number}_", self._constants)

    def _interface(self, number: int, renaming: "_Renaming") -> Iterator[ast.AST]:
        """Yield the rules for private copies of the input, and for the output."""
        for name, variables in map(variables_of, sorted(set(self.inputs))):
            private = literal_of(renaming.prefix + name, variables)
            yield rule_of(private, [literal_of(name, variables)])
        for name, variables in map(variables_of, sorted(set(self.outputs))):
            public = literal_of(
                "lab_output", [number_term(number), term(name, variables)]
            )
            private = literal_of(renaming.prefix + name, variables)
            yield rule_of(public, [private])
        for name, variables in map(variables_of, sorted(renaming.negated)):
            both = [
                literal_of(f"{renaming.prefix}{sign}{name}", variables)
                for sign in ("", _NOT)
            ]
            yield rule_of(literal_of("lab_clash", [number_term(number)]), both)

    def _tested(
        self,
        rule: ast.AST,
        number: int,
        renaming: "_Renaming",
        assumption: Assumption,
    ) -> Iterator[ast.AST]:
        """Yield a rule of the test: faults instead of constraints, no choices."""
        bad = literal_of("lab_bad", [number_term(number)])
        body = renaming.visit_sequence(rule.body)
        head = rule.head
        if is_false(head):
            yield rule_of(bad, body)
        elif head.ast_type == _KINDS.Literal:
            yield renaming.visit(rule)
        else:
            for choice in choices_of(head):
                atom, bound = lifted(choice.atom)
                reading = self._reading(atom, number, renaming, assumption)
                condition = map(renaming.visit, choice.condition)
                chosen = ast.Literal(
                    head.location, ast.Sign.NoSign, renaming.visit(atom)
                )
                yield rule_of(chosen, [*body, *condition, *bound, reading])
            if head.left_guard is not None or head.right_guard is not None:
                bounds = renaming.visit(counted(head))
                outside = ast.Literal(head.location, ast.Sign.Negation, bounds)
                yield rule_of(bad, [*body, outside])

    def _reading(
        self,
        atom: ast.AST,
        number: int,
        renaming: "_Renaming",
        assumption: Assumption,
    ) -> ast.AST:
        """Return the literal that tells whether an atom is chosen."""
        (signature,) = signatures(atom)
        as_term = renaming.visit(atom.symbol)
        if signature in self.outputs:
            return literal_of("lab_given", [as_term])
        assumption = self._kind(signature, assumption)
        if assumption == "found":
            return literal_of("lab_found", [number_term(number), as_term])
        sign = ast.Sign.Negation if assumption == "largest" else ast.Sign.NoSign
        name = f"{renaming.prefix}{_CHOSEN[assumption]}"
        return literal_of(name, [as_term], sign)

    def _read(self, renaming: "_Renaming", kind: Assumption) -> Iterator[ast.AST]:
        """Yield rules for the hidden atoms that the given output rules out, or needs.

        A hidden atom is ruled out if a rule would derive an atom that is not given, or
        if a constraint forbids it. It is needed if a constraint fails without it.
        """
        if kind not in ("largest", "smallest"):
            return
        name = f"{renaming.prefix}{_CHOSEN[kind]}"
        sign = ast.Sign.NoSign if kind == "largest" else ast.Sign.Negation
        fixed = self._fixed()
        yield from self._possible(fixed, renaming)
        for rule in self._statements:
            if rule.ast_type != _KINDS.Rule or rule.head.ast_type != _KINDS.Literal:
                continue
            derived: list[ast.AST] = []
            if not is_false(rule.head):
                if kind == "smallest" or not is_among(rule.head, self.outputs):
                    continue
                given = [renaming.visit(rule.head.atom.symbol)]
                derived = [literal_of("lab_given", given, ast.Sign.Negation)]
            for index, literal in enumerate(rule.body):
                if not is_among(literal, self.hidden) or literal.sign != sign:
                    continue
                others = [*rule.body[:index], *rule.body[index + 1 :]]
                rest = [self._over_output(one, fixed, renaming) for one in others]
                known = [other for other in rest if other is not None]
                hidden = renaming.visit(literal.atom.symbol)
                possible = literal_of(renaming.prefix + _POSSIBLE, [hidden])
                read = rule_of(literal_of(name, [hidden]), [possible, *known, *derived])
                if len(known) == len(rest) and is_safe(read):
                    yield read

    def _possible(self, fixed: set[str], renaming: "_Renaming") -> Iterator[ast.AST]:
        """Yield rules for a superset of the hidden atoms that may be true."""
        name = renaming.prefix + _POSSIBLE
        for rule in self._statements:
            if rule.ast_type != _KINDS.Rule:
                continue
            heads = list(choices_of(rule.head))
            if rule.head.ast_type == _KINDS.Literal:
                heads = [Choice(rule.head.atom, ())]
            for head in heads:
                if not set(signatures(head.atom)) & set(self.hidden):
                    continue
                atom, body = lifted(head.atom)
                for literal in (*rule.body, *head.condition):
                    known = self._over_output(literal, fixed, renaming)
                    if is_among(literal, self.hidden) and not literal.sign:
                        hidden = renaming.visit(literal.atom.symbol)
                        known = literal_of(name, [hidden])
                    body += [] if known is None else [known]
                yield rule_of(literal_of(name, [renaming.visit(atom.symbol)]), body)

    def _over_output(
        self, literal: ast.AST, fixed: set[str], renaming: "_Renaming"
    ) -> ast.AST | None:
        """Return a literal over the given output; None if it needs other choices."""
        if is_among(literal, self.outputs):
            given = [renaming.visit(literal.atom.symbol)]
            return literal_of("lab_given", given, literal.sign)
        if set(signatures(literal)) <= fixed:
            return renaming.visit(literal)
        return None

    def _fixed(self) -> set[str]:
        """Return the signatures that depend on the input alone."""
        uses = self._dependencies()
        names = {*self.inputs, *uses, *(s for used in uses.values() for s, _ in used)}
        open_ = set(self._choices)
        while more := {
            head
            for head, used in uses.items()
            if head not in open_ and any(signature in open_ for signature, _ in used)
        }:
            open_ |= more
        return names - open_

    def _dependencies(self) -> dict[str, set[tuple[str, bool]]]:
        """Return what each predicate depends on, and whether positively."""
        uses: dict[str, set[tuple[str, bool]]] = {}
        for rule in (*self._statements, *self._witness):
            if rule.ast_type != _KINDS.Rule or is_false(rule.head):
                continue
            body = {pair for literal in rule.body for pair in used(literal)}
            heads = [(rule.head, body)]
            if rule.head.ast_type != _KINDS.Literal:
                heads = [
                    (
                        c.atom,
                        body | {p for part in c.condition for p in used(part)},
                    )
                    for c in choices_of(rule.head)
                ]
            for head, names in heads:
                for signature in signatures(head):
                    uses.setdefault(signature, set()).update(names)
        return uses

    def _require_stratified(self) -> None:
        """Raise EncodingError where a predicate depends negatively on itself."""
        uses = self._dependencies()
        reach = {head: {s for s, _ in names} for head, names in uses.items()}
        for middle in uses:
            for head, known in reach.items():
                if middle in known:
                    reach[head] = known | reach[middle]
        for head, names in uses.items():
            for signature, positive in names:
                if not positive and head in reach.get(signature, ()):
                    raise EncodingError(
                        f"{self.source.name}: {head} depends on {signature} through "
                        "negation or an aggregate, and back, which cannot be tested"
                    )


_NOT = "not_"


class _Renaming(ast.Transformer):
    """Renames predicates, and replaces constants by their values."""

    def __init__(
        self,
        prefix: str,
        constants: Mapping[str, ast.AST],
        shared: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.prefix = prefix
        self.negated: set[str] = set()
        self._constants = constants
        self._shared = shared

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Rename the predicate of an atom, unless it is shared."""
        symbol, sign = node.symbol, ""
        while symbol.ast_type == _KINDS.UnaryOperation:
            symbol, sign = symbol.argument, "" if sign else _NOT
        arguments = self.visit_sequence(symbol.arguments)
        if sign:
            self.negated.add(f"{symbol.name}/{len(arguments)}")
        signature = f"{symbol.name}/{len(arguments)}"
        name = self._shared.get(signature, f"{self.prefix}{sign}{symbol.name}")
        return node.update(symbol=symbol.update(name=name, arguments=arguments))

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Replace a constant by its value."""
        return self._constants.get(str(node.symbol), node)
