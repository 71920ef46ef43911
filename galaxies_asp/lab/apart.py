"""Encodings as parts of one program: their predicates are renamed apart.

The program of an encoding is the encoding itself; its test takes an output as given and
derives a fault if the output is none of the encoding. In a test, constraints and bounds
of choices derive the fault, and a choice of the output reads the given output. What the
other choices read, an assumption, does not follow from the output in general. Since the
rest of a test is stratified, it has exactly one model: the encoding has the output if
some assumption derives no fault. See `encodings/lab/difference.lp`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal

from galaxies_asp.core.asp import clingo, syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.source import EncodingSource, place
from galaxies_asp.lab.statements import UntestableError, understood, understood_witness

Assumption = Literal["witness", "largest", "smallest", "found"]
"""What hidden choices read: a witness that the author declares; all atoms that
contradict no given atom, and no constraint; only the atoms that a constraint demands;
or the atoms of a model that was found."""

_KINDS = ast.ASTType
_WITNESS_OUTPUT = {"output/1": "lab_given"}
"""What a witness reads."""


@dataclass(eq=False)
class Apart:
    """An encoding whose predicates are renamed apart.

    `hidden`: the signatures of the atoms that are chosen, and no output. `witnessed`:
    those for which there are witnesses.
    """

    source: EncodingSource
    """The encoding."""
    inputs: Collection[str]
    outputs: Collection[str]
    """Signatures of predicates, as name/arity."""
    witness: Sequence[ast.AST] = ()
    """Rules that derive `witness(A)` for the atoms A of hidden choices from `output(A)`
    and the predicates of the encoding."""

    def __post_init__(self) -> None:
        self.statements = understood(self.source, self.outputs)
        self.rules = [s for s in self.statements if s.ast_type == _KINDS.Rule]
        self.witness = understood_witness(self.witness, self.rules, self.inputs)
        self._choices = {
            signature
            for rule in self.rules
            for atom, _ in syntax.choices_of(rule)
            for signature in syntax.signatures(atom)
        }
        self.hidden = tuple(sorted(self._choices - set(self.outputs)))
        self.witnessed = {
            f"{term.name}/{len(term.arguments)}"
            for rule in self.witness
            if syntax.is_among(rule.head, ["witness/1"])
            for term in rule.head.atom.symbol.arguments
        }

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What hidden choices may read, without those that a search finds."""
        if self.witnessed:
            return ("witness",)
        return ("largest", "smallest") if self.hidden else ("largest",)

    @cached_property
    def fixed(self) -> set[str]:
        """The signatures that depend on the input alone."""
        uses = self._dependencies
        names = {*self.inputs, *uses, *(s for used in uses.values() for s in used)}
        return {s for s in names if not syntax.reachable([s], uses) & self._choices}

    @cached_property
    def _dependencies(self) -> dict[str, dict[str, bool]]:
        """What each predicate depends on, and whether only positively."""
        uses: dict[str, dict[str, bool]] = {}
        for rule in (*self.rules, *self.witness):
            for atom, condition in syntax.heads_of(rule):
                for head in syntax.signatures(atom):
                    used = uses.setdefault(head, {})
                    for literal in (*rule.body, *condition):
                        for name in syntax.signatures(literal):
                            used[name] = used.get(name, True) and _is_positive(literal)
        return uses

    def require_stratified(self) -> None:
        """Raise UntestableError where a predicate depends negatively on itself."""
        uses = self._dependencies
        for head, names in uses.items():
            for name, is_positive in names.items():
                if not is_positive and head in syntax.reachable([name], uses):
                    raise UntestableError(
                        f"{self.source.name}: {head} depends on {name} through "
                        "negation or an aggregate, and back, which has no test"
                    )


@lru_cache(maxsize=16)
def program(encoding: Apart, number: int = 0) -> str:
    """Return the program of an encoding with this number."""
    renaming = Renaming(number, encoding.source.constants)
    rules = []
    for statement in encoding.statements:
        if statement.ast_type == _KINDS.Edge:
            u, v = map(renaming.visit, (statement.node_u, statement.node_v))
            edge = f"#edge (({number},{u}),({number},{v}))"
            rules.append(_rule(edge, renaming.visit_sequence(statement.body), ":"))
        else:
            rules.append(str(renaming.visit(statement)))
    return "\n".join((*rules, *_interface(encoding, renaming))) + "\n"


@lru_cache(maxsize=256)
def test(encoding: Apart, number: int, assumption: Assumption) -> str:
    """Return the test of an encoding with this number, from 1."""
    encoding.require_stratified()
    return "\n".join(_Test(encoding, number, assumption).rules()) + "\n"


def _interface(encoding: Apart, renaming: "Renaming") -> Iterator[str]:
    """Yield the rules for private copies of the input, and for the output."""
    prefix, number = renaming.prefix, renaming.number
    for atom in map(atom_with_variables, sorted(set(encoding.inputs))):
        yield f"{prefix}{atom} :- {atom}."
    for atom in map(atom_with_variables, sorted(set(encoding.outputs))):
        yield f"lab_output({number},{atom}) :- {prefix}{atom}."
    for atom in map(atom_with_variables, sorted(renaming.negated)):
        yield f"lab_clash({number}) :- {prefix}{atom}; {renaming.negative}{atom}."


class _Test:
    """The test of an encoding, with a number and an assumption."""

    def __init__(self, encoding: Apart, number: int, assumption: Assumption) -> None:
        self._encoding, self._number = encoding, number
        self._assumption: Assumption = assumption
        self._renaming = Renaming(number, encoding.source.constants)
        self._prefix = self._renaming.prefix

    def rules(self) -> Iterator[str]:
        """Yield the rules."""
        encoding, number, visit = self._encoding, self._number, self._renaming.visit
        for statement in encoding.statements:
            if statement.ast_type == _KINDS.Edge:
                u, v = map(visit, (statement.node_u, statement.node_v))
                yield _rule(f"lab_edge({number},{u},{v})", map(visit, statement.body))
            else:
                yield from self._tested(statement)
        reading = Renaming(number, {}, _WITNESS_OUTPUT)
        yield from (str(reading.visit(rule)) for rule in encoding.witness)
        for kind in dict.fromkeys(map(self._kind, encoding.hidden)):
            if kind in ("largest", "smallest"):
                yield from self._possible()
                yield from self._read(kind)
        yield f"lab_copy({number})."
        yield from _interface(encoding, self._renaming)

    def _kind(self, hidden: str) -> Assumption:
        """Return what the atoms of a hidden choice read."""
        if self._assumption == "witness" and hidden not in self._encoding.witnessed:
            return "largest"
        return self._assumption

    def _tested(self, rule: ast.AST) -> Iterator[str]:
        """Yield a rule of the test: faults instead of constraints, no choices."""
        visit, head = self._renaming.visit, rule.head
        bad, body = f"lab_bad({self._number})", [*map(visit, rule.body)]
        if syntax.is_false(head):
            yield _rule(bad, body)
        elif head.ast_type == _KINDS.Literal:
            yield str(visit(rule))
        else:
            for choice, condition in syntax.choices_of(head):
                atom, bound = _lifted(choice)
                parts = [*body, *map(visit, condition), *bound, self._reading(atom)]
                yield _rule(visit(atom), parts)
            if syntax.is_bounded(head):
                yield _rule(bad, [*body, f"not {visit(syntax.bounds_of(head))}"])

    def _reading(self, atom: ast.AST) -> str:
        """Return the literal that tells whether an atom is chosen."""
        (signature,) = syntax.signatures(atom)
        term = self._renaming.visit(atom.symbol)
        if signature in self._encoding.outputs:
            return f"lab_given({term})"
        kind = self._kind(signature)
        if kind == "found":
            return f"lab_found({self._number},{term})"
        if kind == "witness":
            return f"{self._prefix}witness({term})"
        return f"{'not ' if kind == 'largest' else ''}{self._ruled(kind, term)}"

    def _ruled(self, kind: Assumption | Literal["possible"], term: object) -> str:
        """Return the atom that a hidden atom is ruled out, needed, or possible."""
        return f"lab_{kind}({self._number},{term})"

    def _read(self, kind: Assumption) -> Iterator[str]:
        """Yield rules for the hidden atoms that the given output rules out, or needs.

        A hidden atom is ruled out if a rule would derive an atom that is not given, or
        if a constraint forbids it. It is needed if a constraint fails without it.
        """
        encoding, visit = self._encoding, self._renaming.visit
        sign = ast.Sign.NoSign if kind == "largest" else ast.Sign.Negation
        for rule in encoding.rules:
            derived: list[str] = []
            if kind == "largest" and syntax.is_among(rule.head, encoding.outputs):
                derived = [f"not lab_given({visit(rule.head.atom.symbol)})"]
            elif not syntax.is_false(rule.head):
                continue
            for index, literal in enumerate(rule.body):
                hides = syntax.is_among(literal, encoding.hidden)
                if not hides or literal.sign != sign:
                    continue
                others = [*rule.body[:index], *rule.body[index + 1 :]]
                rest = [*filter(None, map(self._over_output, others))]
                hidden = visit(literal.atom.symbol)
                possible = self._ruled("possible", hidden)
                read = _rule(self._ruled(kind, hidden), [possible, *rest, *derived])
                if len(rest) == len(others) and is_safe(read):
                    yield read

    def _possible(self) -> Iterator[str]:
        """Yield rules for a superset of the hidden atoms that may be true.

        Raises `UntestableError` if only other choices bind the variables of one.
        """
        hidden, visit = self._encoding.hidden, self._renaming.visit
        for rule in self._encoding.rules:
            for head, condition in syntax.heads_of(rule):
                if not set(syntax.signatures(head)) & set(hidden):
                    continue
                atom, body = _lifted(head)
                for literal in (*rule.body, *condition):
                    known = self._over_output(literal)
                    if syntax.is_among(literal, hidden) and not literal.sign:
                        known = self._ruled("possible", visit(literal.atom.symbol))
                    body += [] if known is None else [known]
                possible = _rule(self._ruled("possible", visit(atom.symbol)), body)
                if not is_safe(possible):
                    what = f"choices decide which {head} there are"
                    raise UntestableError(f"{place(rule)}: {what}, which has no test")
                yield possible

    def _over_output(self, literal: ast.AST) -> str | None:
        """Return a literal over the given output; None if it needs other choices."""
        if syntax.is_among(literal, self._encoding.outputs):
            sign = ("", "not ", "not not ")[literal.sign]
            return f"{sign}lab_given({self._renaming.visit(literal.atom.symbol)})"
        if set(syntax.signatures(literal)) <= self._encoding.fixed:
            return str(self._renaming.visit(literal))
        return None


class Constants(ast.Transformer):
    """Replaces constants by their values."""

    def __init__(self, constants: Mapping[str, clingo.Symbol]) -> None:
        self._constants = constants

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Replace a constant by its value."""
        return node.update(symbol=self._constants.get(str(node.symbol), node.symbol))


class Renaming(Constants):
    """Renames predicates, and replaces constants by their values."""

    def __init__(
        self,
        number: int | str,
        constants: Mapping[str, clingo.Symbol],
        shared: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.number, self.prefix = number, f"lab_{number}_"
        self.negative = f"lab_{number}n_"
        self.negated: set[str] = set()
        super().__init__(constants)
        self._shared = shared

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Rename the predicate of an atom, unless it is shared."""
        symbol, is_negative = node.symbol, False
        while symbol.ast_type == _KINDS.UnaryOperation:
            symbol, is_negative = symbol.argument, not is_negative
        prefix = self.negative if is_negative else self.prefix
        arguments = self.visit_sequence(symbol.arguments)
        signature = f"{symbol.name}/{len(arguments)}"
        if is_negative:
            self.negated.add(signature)
        name = self._shared.get(signature, f"{prefix}{symbol.name}")
        return node.update(symbol=symbol.update(name=name, arguments=arguments))

    def visit_Defined(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Rename a predicate that needs no rules."""
        prefix = self.prefix if node.positive else self.negative
        return node.update(name=f"{prefix}{node.name}")


class _Lifting(ast.Transformer):
    """Replaces intervals by variables; `bound` says what these are."""

    def __init__(self) -> None:
        self.bound: list[object] = []

    def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
        variable = ast.Variable(node.location, f"_Lab{len(self.bound)}")
        self.bound.append(f"{variable} = {node}")
        return variable


def _lifted(atom: ast.AST) -> tuple[ast.AST, list[object]]:
    """Return an atom with variables for its intervals, and what these are."""
    lifting = _Lifting()
    return lifting.visit(atom), lifting.bound


def _rule(head: object, body: Iterable[object], sign: str = " :-") -> str:
    conditions = "; ".join(map(str, body))
    return f"{head}{sign} {conditions}." if conditions else f"{head}."


def atom_with_variables(signature: str) -> str:
    """Return an atom with a variable for each argument."""
    name, _, arity = signature.partition("/")
    variables = ",".join(f"X{number}" for number in range(int(arity)))
    return f"{name}({variables})" if variables else name


def is_safe(rule: str) -> bool:
    """Return whether the body binds all variables of a rule."""
    program = Program()
    program.add(rule)
    try:
        program.ground()
    except EncodingError:
        return False
    return True


def _is_positive(literal: ast.AST) -> bool:
    is_literal = literal.ast_type == _KINDS.Literal and not literal.sign
    return is_literal and literal.atom.ast_type == _KINDS.SymbolicAtom
