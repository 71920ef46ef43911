"""Static checks of an encoding."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from clingo import ast

from galaxies_asp.asp import connectivity
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.declarations import declared
from galaxies_asp.families.family import Family
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.lab import lint_rules
from galaxies_asp.lab.ground import GroundAnswer
from galaxies_asp.lab.lint_rules import Found
from galaxies_asp.lab.source import Source, place, read, short
from galaxies_asp.lab.trees import NEGATED, signatures
from galaxies_asp.solving.search import solve

_INCLUDE = re.compile(r'^[ \t]*#include[ \t]+"([^"]+)"', re.MULTILINE)


_SIMILAR = 0.8
"""How similar a misspelled name is, from 0 to 1."""

_OFF = re.compile(r"%+[ \t]*lint: off ([\w, ]+)")

RULES = {
    "undocumented": "a predicate is derived, but has no comment `%*! p(X) ... *%`",
    "unused": "a predicate is derived, but no rule uses it",
    "underivable": "a predicate is used, but occurs in no head",
    "misspelled": "the same, but the predicate resembles another one",
    "type": "an argument is a number, but a point in the comment, or the reverse",
    "product": "literals of a body share no variable; with the cost on an instance",
    "idle": "a rule has no instance on an instance that is given",
    "ineffective": "neither the output nor a constraint depends on a choice",
    "ignored": "an #external or theory atom, which nothing assigns",
    "uncommented": "no comment stands above a rule",
    "sections": "a file of ten rules or more has no sections",
    "unread": "a fact of the family is used by no rule",
    "shown": "something other than the output is shown",
    "optimization": "an optimization statement removes solutions",
    "part": "a `#program` part is never grounded",
    "repeated": "a file is included twice",
    "example": "an instance has another number of solutions than its file states",
}
"""The rules by name, and what they find.

`% lint: off unused, shown` switches rules off: in its file, or in its line if it stands
behind a rule.
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A probable mistake.

    Attributes
    ----------
    place
        The location as `file:line:column`.
    rule
        The name of the rule that finds it.
    """

    place: str
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message} [{self.rule}]"


def lint(
    family: Family, encoding: str, report: GroundAnswer | None = None
) -> list[Finding]:
    """Return the probable mistakes in an encoding; see `RULES`.

    Parameters
    ----------
    report
        The sizes of its ground program on an instance.

    Raises
    ------
    EncodingError
        If the encoding may not be read.
    """
    source = read(family, encoding)
    uses = _Uses(source)
    documented = declared(source.text())
    outputs = {name for name, one in documented.items() if one.role == "Output"}
    outputs |= set(family.outputs)
    inputs = {name for name, one in documented.items() if one.role == "Input"}
    found = [
        *_placed(_undocumented(uses, documented)),
        *_placed(_unused(uses, outputs | {n for n in documented if n.endswith("/0")})),
        *_placed(_underivable(uses, inputs | set(family.inputs))),
        *_unread(source, uses, family),
        *_placed(_statements(source, outputs)),
        *_included_twice(source),
        *_placed(lint_rules.mistyped(source, documented)),
        *_placed(lint_rules.ineffective(source, (*outputs, *connectivity.PREDICATES))),
        *_placed([] if report is None else lint_rules.costly(source, report)),
        *_placed(lint_rules.style(source)),
        *_examples(family, encoding),
    ]
    off = set(_switched_off(source))
    return [
        finding
        for finding in found
        if not {(finding.rule, part) for part in _parts(finding.place)} & off
    ]


def _examples(family: Family, encoding: str) -> Iterator[Finding]:
    """Yield the instances that have another number of solutions than stated."""
    for name, stated in family.stated.items():
        sheet = Sheet(family, name, family.puzzle(family.instances[name]))
        found = len(solve(sheet, stated + 1, rules=Rules(encoding)).solutions)
        if found != stated:
            more = "at least " if found > stated else ""
            said = f"{more}{found} solutions, not {stated} as stated"
            yield Finding(f"instances/{name}.lp:1:1", "example", said)


def _parts(place: str) -> tuple[str, str]:
    """Return the file of a place, and its line."""
    file, *line = place.split(":")
    return file, ":".join([file, *line[:1]])


def _switched_off(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the rules that comments switch off, each with a file or a line."""
    for text, (path, number) in zip(
        source.program.text.split("\n"), source.program.origin, strict=True
    ):
        for match in _OFF.finditer(text):
            file = short(str(path))
            where = f"{file}:{number}" if text[: match.start()].strip() else file
            for rule in match[1].split(","):
                yield rule.strip(), where


def _placed(found: Iterable[Found]) -> Iterator[Finding]:
    for statement, rule, said in found:
        column = statement.location.begin.column
        yield Finding(f"{place(statement)}:{column}", rule, said)


class _Uses:
    """Where each predicate, as name/arity, is first derived, used, or declared."""

    def __init__(self, source: Source) -> None:
        self.derived: dict[str, ast.AST] = {}
        self.used: dict[str, ast.AST] = {}
        self.declared: set[str] = set()
        for statement in source.statements:
            match statement.ast_type:
                case ast.ASTType.Rule:
                    self._head(statement)
                    for part in statement.body:
                        self._all_used(part, statement)
                case ast.ASTType.Defined | ast.ASTType.ShowSignature:
                    name = f"{statement.name}/{statement.arity}"
                    self.declared.add(name)
                    if statement.ast_type == ast.ASTType.ShowSignature:
                        self.used.setdefault(name, statement)
                case _:
                    self._all_used(statement, statement)

    def _head(self, rule: ast.AST) -> None:
        if rule.head.ast_type == ast.ASTType.TheoryAtom:
            self._all_used(rule.head, rule)
            return
        for element in getattr(rule.head, "elements", [rule.head]):
            if element.ast_type == ast.ASTType.HeadAggregateElement:
                element = element.condition
            for name in _predicates(getattr(element, "literal", element)):
                self.derived.setdefault(name, rule)
            for part in getattr(element, "condition", ()):
                self._all_used(part, rule)

    def _all_used(self, node: ast.AST, statement: ast.AST) -> None:
        for name in _predicates(node):
            self.used.setdefault(name, statement)


def _predicates(node: ast.AST) -> Iterator[str]:
    return (signature.lstrip(NEGATED) for signature in signatures(node))


def _undocumented(uses: _Uses, documented: Collection[str]) -> Iterator[Found]:
    names = {name.split("/")[0] for name in documented}
    for name, where in uses.derived.items():
        # A projection of a documented predicate needs no comment of its own.
        if name not in documented and name.split("/")[0] not in names:
            yield where, "undocumented", f"{name} is derived here, but not documented"


def _unused(uses: _Uses, outputs: set[str]) -> Iterator[Found]:
    for name, where in uses.derived.items():
        if name not in uses.used and name not in {*outputs, *connectivity.PREDICATES}:
            yield where, "unused", f"{name} is derived, but nothing uses it"


def _underivable(uses: _Uses, inputs: set[str]) -> Iterator[Found]:
    known = {*uses.derived, *uses.declared, *inputs}
    for name, where in uses.used.items():
        if name not in known:
            said = f"{name} occurs in no head"
            similar = get_close_matches(name, known, 1, _SIMILAR)
            if similar:
                yield where, "misspelled", f"{said}; {similar[0]} is known"
            else:
                yield where, "underivable", said


def _statements(source: Source, outputs: set[str]) -> Iterator[Found]:
    """Yield statements that show, order or ground something else than is expected."""
    for statement in source.statements:
        match statement.ast_type:
            case ast.ASTType.ShowSignature:
                name = f"{statement.name}/{statement.arity}"
                if name not in {*outputs, "/0"}:
                    yield statement, "shown", f"{name} is shown, but is no output"
            case ast.ASTType.ShowTerm:
                yield statement, "shown", "a term is shown, but is no output"
            case ast.ASTType.Minimize:
                yield statement, "optimization", "optimization removes solutions"
            case ast.ASTType.Program if statement.name != "base":
                yield statement, "part", "this part of the program is never grounded"


def _unread(source: Source, uses: _Uses, family: Family) -> Iterator[Finding]:
    """Yield the facts that no rule of an encoding of the family uses."""
    sizes = {"width/1", "height/1"}
    about_boards = uses.used.keys() & (set(family.inputs) - sizes)
    if not (about_boards and uses.derived.keys() & set(family.outputs)):
        return
    for name in family.inputs:
        if name not in uses.used and name not in family.ignorable:
            file = short(str(source.paths[0]))
            yield Finding(f"{file}:1:1", "unread", f"input {name} is never used")


def _included_twice(source: Source) -> Iterator[Finding]:
    for path in source.paths:
        seen = set()
        text = path.read_text(encoding="utf-8")
        for match in _INCLUDE.finditer(text):
            if match[1] in seen:
                line = text.count("\n", 0, match.start()) + 1
                where = f"{short(str(path))}:{line}:1"
                yield Finding(where, "repeated", f"{match[1]} is included twice")
            seen.add(match[1])
