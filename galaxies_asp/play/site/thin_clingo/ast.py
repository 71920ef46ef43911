"""The syntax tree of clingo: a parser of programs, and what prints their nodes.

Nodes have the names and the fields of clingo's, and the texts that it prints, as far as
these are asked for. Statements other than rules are texts. Theories and scripts cannot
be read.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from types import SimpleNamespace
from typing import Any

from .command import GROUND, Logger, called, refuse
from .terms import parse_term
from .texts import tokens
from .trees import Location, Position
from .trees import ProgramBuilder as ProgramBuilder
from .trees import Transformer as Transformer

_FORMS = {
    "Variable": "{name}",
    "SymbolicTerm": "{symbol}",
    "Function": "{name}{arguments}{external}",
    "Pool": "{text}{arguments}",
    "Interval": "({left}..{right})",
    "BinaryOperation": "({left}{operator_type}{right})",
    "UnaryOperation": "{operator_type}{argument}{closing}",
    "SymbolicAtom": "{symbol}",
    "BooleanConstant": "{value}{text}",
    "Guard": " {comparison} {term}",
    "Comparison": "{term}{guards}",
    "Literal": "{sign}{atom}",
    "ConditionalLiteral": "{literal}[: {condition}]",
    "Aggregate": "{left_guard}{[ {elements}] }{right_guard}",
    "BodyAggregateElement": "{terms}[: {condition}]",
    "BodyAggregate": "{left_guard}{function} {[ {elements}] }{right_guard}",
    "HeadAggregateElement": "{terms}: {condition}",
    "HeadAggregate": "{left_guard}{function} {[ {elements}] }{right_guard}",
    "Disjunction": "{elements}",
    "Rule": "{head}[ :- {body}].",
}
"""The texts of nodes, with their fields in the order of clingo; what is in brackets is
left out if its field is empty."""

_OTHERS = {
    "#show": "ShowSignature",
    "#project": "ProjectSignature",
    "#const": "Definition",
    "#program": "Program",
    **dict.fromkeys(("&", "#defined", "#external", "#heuristic", "#edge"), "Defined"),
    **dict.fromkeys(("#minimize", "#maximize", ":~"), "Minimize"),
}
"""How other statements begin, and their kinds, as far as the package uses them."""

_NEVER = (
    *("Comment", "Edge", "External", "Heuristic", "ProjectAtom", "ShowTerm"),
    *("TheoryAtom", "TheoryAtomElement", "TheoryDefinition"),
)
_enum: Any = Enum  # of names that are listed above
ASTType = _enum("ASTType", [*dict.fromkeys((*_FORMS, *_OTHERS.values(), *_NEVER))])
Sign = SimpleNamespace(NoSign=0, Negation=1)
ComparisonOperator = SimpleNamespace(Equal="=")
_RELATIONS = ("<", ">", "<=", ">=", "!=", "=", "==")
_TURNED = str.maketrans("<>", "><")

_BINDING = ("..", "^", "?", "&", "+-", "*/\\", "**")
_LEVEL = {
    operator: level
    for level, operators in enumerate(_BINDING)
    for operator in ([operators] if operators in ("..", "**") else operators)
}
"""How tightly operators bind."""

_FIELD = re.compile(r"\[([^{]*)\{(\w+)\}\]|\{(\w+)\}")
_AGGREGATES = ("{", "#count", "#sum", "#sum+", "#min", "#max")


class AST:
    """A node of a syntax tree."""

    def __init__(self, kind: str, **fields: object) -> None:
        self.ast_type, self._fields = ASTType[kind], fields
        vars(self).update(fields)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def update(self, **changed: object) -> "AST":
        """Return a node with other values of some fields."""
        return AST(self.ast_type.name, **self._fields | changed)

    def unpool(self) -> list["AST"]:
        """Return the node, if it has no pools."""
        nodes = [self]
        while nodes:
            node = nodes.pop()
            if node.ast_type is ASTType.Pool:
                refuse()
            for key in node.child_keys:
                one = getattr(node, key)
                found = one if isinstance(one, list) else [one]
                nodes += [child for child in found if isinstance(child, AST)]
        return [self]

    @property
    def child_keys(self) -> list[str]:
        """The names of the fields that hold nodes, a list of them, or None."""
        kinds = AST, list, type(None)
        return [key for key, one in self._fields.items() if isinstance(one, kinds)]

    def __str__(self) -> str:
        kind = self.ast_type.name
        if "text" in self._fields:
            return str(self.text)
        if kind != "Function":
            return _FIELD.sub(self._filled, _FORMS[kind])
        inner = _text("arguments", self.arguments)
        comma = "," if not self.name and len(self.arguments) == 1 else ""
        inner = f"({inner}{comma})" if inner or not self.name else ""
        return f"{'@' * self.external}{self.name}{inner}"

    def _filled(self, field: re.Match[str]) -> str:
        name = field[2] or field[3]
        text = _text(name, self._fields[name])
        return f"{field[1] or ''}{text}" if text else ""


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        comma = {"condition": ", ", "arguments": ",", "terms": ",", "guards": ""}
        return comma.get(name, "; ").join(map(str, value))
    if name == "left_guard":
        return f"{value.term} {value.comparison} "
    return "not " * value if name == "sign" else str(value)


def _made(kind: str, *values: object) -> AST:
    names = re.findall(r"\{(\w+)\}", _FORMS[kind])
    names = ["location"] * (len(values) - len(names)) + names
    lists = ([*one] if isinstance(one, list | tuple) else one for one in values)
    return AST(kind, **dict(zip(names, lists, strict=True)))


def __getattr__(name: str) -> Callable[..., AST]:
    """Return the function that makes the nodes of a kind."""
    if name not in _FORMS:
        raise AttributeError(name)
    return partial(_made, name)


class _Parser:
    """Reads nodes from the tokens of a program."""

    def __init__(self, text: str) -> None:
        found = [*tokens(text), ("", len(text))]
        self._text, self._tokens = text, [token for token, _ in found]
        self._places = [place for _, place in found]
        self._at, self._place = 0, SimpleNamespace()

    @property
    def next(self) -> str:
        """The next token; empty at the end."""
        return self._tokens[self._at]

    def _take(self, *wanted: str) -> str:
        """Return the next token, which has to be one of those that are wanted."""
        token = self.next
        if not token or (wanted and token not in wanted):
            raise SyntaxError(token)
        self._at += 1
        return token

    def _skip(self, *tokens: str) -> bool:
        """Go on if the next token is one of these; tell whether it is."""
        self._at += (found := self.next in tokens)
        return found

    def _make(self, kind: str, *values: object) -> AST:
        return _made(kind, self._place, *values)

    # Terms

    def _term(self, least: int = 0) -> AST:
        """Read a term whose operators bind at least as tightly."""
        left = self._operand()
        while (level := _LEVEL.get(self.next, -1)) >= least:
            operator = self._take()
            right = self._term(level + (operator != "**"))
            between = () if operator == ".." else (operator,)
            kind = "BinaryOperation" if between else "Interval"
            left = self._make(kind, left, *between, right)
        return left

    def _operand(self) -> AST:
        token = self._take()
        if token in ("-", "~"):
            return self._make("UnaryOperation", token, self._operand(), "")
        if token == "|":
            return self._make("UnaryOperation", token, self._pool("", token), token)
        if token == "(":
            return self._pool("", ")")
        name = self._take() if token == "@" else token
        if self.next == "(" or token == "@":
            return self._pool(name, ")" if self._skip("(") else "", token == "@")
        if name == "_" or name.lstrip("_")[:1].isupper():
            return self._make("Variable", name)
        number = str(int(name, 0)) if name[0].isdigit() else name
        symbol = {"#infimum": "#inf", "#supremum": "#sup"}.get(name, number)
        return self._make("SymbolicTerm", parse_term(symbol))

    def _pool(self, name: str, end: str, is_external: bool = False) -> AST:
        """Read a term behind its bracket: a function, a tuple, or several of them."""
        found = list[AST]()
        while True:
            terms, has_comma = list[AST](), bool(name)
            while end and self.next not in (";", end):
                terms.append(self._term())
                has_comma = self._skip(",") or bool(name)
            if len(terms) == 1 and not has_comma:
                found += terms
            else:
                found.append(self._make("Function", name, terms, is_external))
            if not end or self._take(";", end) == end:
                break
        if len(found) == 1:
            return found[0]
        calls = [one.ast_type is ASTType.Function and one.name for one in found]
        if is_plain := calls[0] is not False and calls.count(calls[0]) == len(calls):
            name = calls[0]
        texts = [_text("terms", one.arguments if is_plain else [one]) for one in found]
        return self._make(
            "Pool", f"{'@' * is_external}{name}({';'.join(texts)})", found
        )

    # Literals

    def _literal(self, *, is_head: bool = False) -> AST:
        sign = self._skip("not") + self._skip("not")
        if self.next in ("#true", "#false"):
            return self._constant((self._take() == "#true") ^ (sign == 1))
        left = None if self.next in _AGGREGATES else self._term()
        relation = self._relation()
        if self.next in _AGGREGATES:
            atom = self._aggregate(left and self._guard(relation, left), is_head)
            return atom if is_head else self._make("Literal", sign, atom)
        if relation is None:
            return self._make("Literal", sign, _made("SymbolicAtom", self._atom(left)))
        guards = list[AST]()
        while relation is not None:
            guards.append(self._guard(relation, self._term()))
            relation = self._relation()
        return self._make("Literal", sign, _made("Comparison", left, guards))

    def _constant(self, is_true: bool) -> AST:
        text = "#true" if is_true else "#false"
        constant = _made("BooleanConstant", is_true, text)
        return self._make("Literal", 0, constant)

    def _relation(self) -> str | None:
        return self._take().replace("==", "=") if self.next in _RELATIONS else None

    def _guard(self, relation: str | None, term: AST) -> AST:
        return _made("Guard", relation or "<=", term)

    def _atom(self, term: AST | None) -> AST:
        """Return a term as an atom."""
        kind = None if term is None else term.ast_type
        if term is None or kind not in (*_ATOMS, ASTType.SymbolicTerm):
            raise SyntaxError(str(term))
        if kind is ASTType.SymbolicTerm:
            return self._make("Function", term.symbol.name, [], False)
        if kind is ASTType.UnaryOperation:
            return term.update(argument=self._atom(term.argument))
        return term

    def _aggregate(self, left: AST | None, is_head: bool) -> AST:
        function = "" if self._skip("{") else self._take()
        if function:
            self._take("{")
        elements = list[AST]()
        while not self._skip("}"):
            elements.append(self._element(is_head) if function else self._conditional())
            self._skip(";")
        relation, right = self._relation(), None
        if relation or self.next not in (",", ";", ".", ":", ":-", "}"):
            right = self._guard(relation, self._term())
            if left is None:
                turned = right.comparison.translate(_TURNED)
                left, right = self._guard(turned, right.term), None
        if not function:
            return self._make("Aggregate", left, elements, right)
        kind = "HeadAggregate" if is_head else "BodyAggregate"
        return self._make(kind, left, function, elements, right)

    def _element(self, is_head: bool) -> AST:
        terms = list[AST]()
        while self.next not in (":", ";", "}"):
            terms.append(self._term())
            self._skip(",")
        if not is_head:
            return _made("BodyAggregateElement", terms, [*self._condition()])
        self._take(":")
        return _made("HeadAggregateElement", terms, self._conditional())

    def _conditional(self) -> AST:
        return self._make("ConditionalLiteral", self._literal(), [*self._condition()])

    def _condition(self) -> Iterator[AST]:
        """Read what stands behind a colon."""
        more = self._skip(":") and self.next not in (";", "}", ".", "|")
        while more:
            yield self._literal()
            more = self._skip(",")

    # Statements

    def statements(self) -> Iterator[AST]:
        """Read statements to the end."""
        while self.next:
            begin = self._position(self._places[self._at])
            self._place = Location(begin, begin)
            statement = self._other() if self.next in _OTHERS else self._rule()
            self._place.end = self._position(self._places[self._at - 1] + 1)
            yield statement

    def _position(self, at: int) -> SimpleNamespace:
        line = self._text.count("\n", 0, at) + 1
        return Position("<string>", line, at - self._text.rfind("\n", 0, at))

    def _rule(self) -> AST:
        head, body = self._head(), list[AST]()
        if self._take(":-", ".") == ":-":
            while not self._skip("."):
                literal = self._literal()
                if self.next == ":":
                    condition = [*self._condition()]
                    literal = self._make("ConditionalLiteral", literal, condition)
                body.append(literal)
                self._skip(",", ";")
        return self._make("Rule", head, body)

    def _head(self) -> AST:
        if self.next == ":-":
            return self._constant(False)
        first = self._literal(is_head=True)
        if first.ast_type is not ASTType.Literal or self.next in (":-", "."):
            return first
        elements = [self._make("ConditionalLiteral", first, [*self._condition()])]
        while self._skip(";", "|", ","):
            elements.append(self._conditional())
        return self._make("Disjunction", elements)

    def _other(self) -> AST:
        """Read a statement as a text, with the predicate or the part that it names."""
        begin, kind = self._places[self._at], _OTHERS[self.next]
        while self._take() != ".":
            pass
        if self._skip("["):
            while self._take() != "]":
                pass
        text = self._text[begin : self._places[self._at - 1] + 1]
        named = re.match(r"#\w+\s*(-?)([\w']+)\s*(?:/\s*(\d+)|\((.*)\))?\s*[.=]", text)
        sign, name, arity, inner = named.groups("") if named else ("", "", "", "")
        fields = {"name": name, "arity": int(arity or 0), "positive": not sign}
        fields["parameters"] = inner.split(",") if inner else []
        return AST(kind, location=self._place, text=text, **fields)


_ATOMS = ASTType.Function, ASTType.Pool, ASTType.UnaryOperation


def parse_string(
    text: str, callback: Callable[[AST], object], logger: Logger = lambda *_: None
) -> None:
    """Call a function with each statement of a program.

    Raises `RuntimeError` if it has a syntax error.
    """
    try:
        statements = [*_Parser(text).statements()]
    except (SyntaxError, RuntimeError):
        called(text, GROUND, logger)  # its messages tell the fault
        refuse()
    for statement in statements:
        callback(statement)
