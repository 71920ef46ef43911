"""Static checks of an encoding."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.numbers import leaving
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.sheet import AnyFamily, Sheet
from galaxies_asp.lab import portability
from galaxies_asp.lab.profiling import GroundAnswer, costly, slow
from galaxies_asp.lab.rule_lint import doubtful
from galaxies_asp.lab.source import (
    EncodingSource,
    Found,
    is_bundled,
    place,
    placed,
    read,
    short,
)
from galaxies_asp.solving.search import solve

_KINDS = ast.ASTType
_INCLUDE = re.compile(r'^[ \t]*#include[ \t]+"([^"]+)"', re.MULTILINE)
_SIMILAR = 0.8
"""How similar a misspelled name is, from 0 to 1."""

_OFF = re.compile(r"%+[ \t]*lint: off ([\w, ]+)")

_SAID = {
    "a point": r"\b(cell|point|dot on|edge|vertex) {0}\b|\b{0} is a (cell|point)\b",
    "a number": r"\b(number|level|length) {0}\b|\b{0} (columns|rows|steps|dots)\b",
}
"""How the comment on a predicate says what an argument is."""

_SIZES = frozenset({"width/1", "height/1"})

_BANNER = re.compile(r"^% [A-Z].* -{3,}$", re.MULTILINE)
_FEW = 10
"""A file with fewer rules needs no sections."""

_WORDS = {
    _KINDS.External: "an #external atom has this value: nothing assigns it",
    _KINDS.TheoryAtom: "a theory atom is refused: no such theory is loaded",
}

RULES = {
    "undocumented": "a predicate is derived, but has no comment `%*! p(X) ... *%`",
    "unused": "a predicate is derived, but no rule uses it",
    "underivable": "a predicate is used, but occurs in no head",
    "misspelled": "the same, but the predicate resembles another one",
    "type": "an argument is a number, but a point in the comment, or the reverse",
    "product": "literals of a body share no variable; with the cost on an instance",
    "idle": "a rule has no instance on an instance that is given",
    "reasons": "constraints and choices have many instances on an instance that is "
    "given, so that hints take long",
    "ineffective": "neither the output nor a constraint depends on a choice",
    "ignored": "an #external or theory atom, to which nothing gives a value",
    "uncommented": "no comment stands above a rule",
    "sections": "a file of ten rules or more has no sections",
    "domain": "an input has no `Domain: ...`, so it is neither checked nor chosen",
    "unread": "a fact of the family is used by no rule",
    "shown": "something other than the output is shown",
    "overflow": "a number or the bound of a sum can leave 32 bits",
    "optimization": "an optimization statement removes solutions",
    "once": "a variable occurs once in a rule, so `_` says the same",
    "collapsed": "elements of a sum or count have one tuple, so they count once",
    "contradiction": "a body has literals that never hold together",
    "part": "a `#program` part is never grounded",
    "repeated": "a file is included twice",
    "clingo6": "clingo 6 reads a statement of a file of the user otherwise",
    "example": "an instance has another number of solutions than its file states",
}
"""The rules by name, and what they find.

`% lint: off unused, shown` switches rules off: in its file, or in its line if it stands
behind a rule.
"""


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A probable mistake."""

    place: str
    """The file with the numbers of line and column."""
    rule: str
    """The name of the rule that finds it."""
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message} [{self.rule}]"


def lint(
    family: AnyFamily, encoding: str, report: GroundAnswer | None = None
) -> list[LintFinding]:
    """Return the probable mistakes in an encoding; see `RULES`.

    `report`: the sizes of its ground program on an instance. Raises `EncodingError` if
    the encoding may not be read.
    """
    source = read(family, encoding)
    uses = _Uses((*source.statements, *source.taste))
    documented = declared(source.program.text)
    roles: defaultdict[str, set[str]] = defaultdict(set)
    for name, declaration in documented.items():
        roles[declaration.role].add(name)
    outputs = roles["Output"] | set(family.outputs)
    inputs = roles["Input"] | set(family.inputs)
    found = [
        *_placed(_names(uses, documented, outputs | _in_domains(documented))),
        *_placed(_underived(uses, inputs)),
        *_unread(source, uses, family),
        *_without_domain(source, documented, family),
        *_placed(_statements(source, outputs)),
        *_included_twice(source, family),
        *_placed(_mistyped(source, documented)),
        *_placed(_ineffective(source, outputs)),
        *_placed(() if report is None else costly(source, report)),
        *_placed(() if report is None else slow(source, report)),
        *_placed(doubtful(source)),
        *_placed(_style(source)),
        *_placed(_otherwise(source)),
        *_examples(family, encoding),
    ]
    off = set(_switched_off(source))
    return [
        finding
        for finding in found
        for file, line, *_ in [f"{finding.place}:".split(":")]
        if not {(finding.rule, file), (finding.rule, f"{file}:{line}")} & off
    ]


def underived(family: AnyFamily, encoding: str) -> list[LintFinding]:
    """Return the predicates of an encoding without a rule, which are no input.

    Raises `EncodingError` if the encoding may not be read.
    """
    source = family.source(encoding)
    documented = declared(source.text).items()
    inputs = (name for name, declaration in documented if declaration.role == "Input")
    parsed = statements(source, f"the encoding {encoding}")
    uses = _Uses(placed(parsed, source))
    return [*_placed(_underived(uses, (*family.inputs, *inputs)))]


def _examples(family: AnyFamily, encoding: str) -> Iterator[LintFinding]:
    """Yield the instances that have another number of solutions than stated."""
    for name, stated in family.stated.items():
        sheet = Sheet(family, name, family.puzzle(family.instances[name]))
        found = len(solve(sheet, stated + 1, rules=Rules(encoding)).solutions)
        if found != stated:
            more = "at least " if found > stated else ""
            said = f"{more}{found} solutions, not {stated} as stated"
            yield LintFinding(f"instances/{name}.lp:1:1", "example", said)


def _switched_off(source: EncodingSource) -> Iterator[tuple[str, str]]:
    """Yield the rules that comments switch off, each with a file or a line."""
    for text, (path, number) in source.origins():
        for match in _OFF.finditer(text):
            file = short(path)
            where = f"{file}:{number}" if text[: match.start()].strip() else file
            for rule in match[1].split(","):
                yield rule.strip(), where


def _placed(found: Iterable[Found]) -> Iterator[LintFinding]:
    for statement, rule, said in found:
        column = statement.location.begin.column
        yield LintFinding(f"{place(statement)}:{column}", rule, said)


class _Uses:
    """Where each predicate, as name/arity, is first derived, used, or declared."""

    def __init__(self, found: Iterable[ast.AST]) -> None:
        self.derived: dict[str, ast.AST] = {}
        self.used: dict[str, ast.AST] = {}
        self.declared: set[str] = set()
        for statement in found:
            using: list[ast.AST] = [statement]
            if statement.ast_type == _KINDS.Rule:
                is_theory = statement.head.ast_type == _KINDS.TheoryAtom
                using = [*statement.body, *[statement.head] * is_theory]
                for atom, condition in syntax.heads_of(statement):
                    using += condition
                    for name in _predicates(atom):
                        self.derived.setdefault(name, statement)
            elif statement.ast_type in (_KINDS.Defined, _KINDS.ShowSignature):
                name = f"{statement.name}/{statement.arity}"
                self.declared.add(name)
                if statement.ast_type == _KINDS.ShowSignature:
                    self.used.setdefault(name, statement)
            for node in using:
                for name in _predicates(node):
                    self.used.setdefault(name, statement)


def _in_domains(documented: Mapping[str, Declaration]) -> set[str]:
    """Return the predicates on which domains of clues depend."""
    clues = clues_of(documented)
    rules = Text(opened(clues) + opened(clues, is_usual=True), ())
    parsed = statements(rules, "the domains")
    return {name for statement in parsed for name in syntax.signatures(statement)}


def _predicates(node: ast.AST) -> Iterator[str]:
    return (signature.lstrip(syntax.NEGATED) for signature in syntax.signatures(node))


def _names(
    uses: _Uses, documented: Collection[str], outputs: set[str]
) -> Iterator[Found]:
    """Yield predicates without a comment, or without a use."""
    names = {name.split("/")[0] for name in documented}
    for name, where in uses.derived.items():
        # A projection of a documented predicate needs no comment of its own.
        if name not in documented and name.split("/")[0] not in names:
            yield where, "undocumented", f"{name} is derived here, but not documented"
    read = {*uses.used, *outputs}
    read |= {name for name in documented if name.endswith("/0")}
    for name, where in uses.derived.items():
        if name not in read:
            yield where, "unused", f"{name} is derived, but nothing uses it"


def _underived(uses: _Uses, inputs: Iterable[str]) -> Iterator[Found]:
    """Yield predicates without a rule."""
    known = {*uses.derived, *uses.declared, *inputs}
    for name, where in uses.used.items():
        if name not in known:
            similar = get_close_matches(name, known, 1, _SIMILAR)
            rule = "misspelled" if similar else "underivable"
            but = f"; {similar[0]} is known" if similar else ""
            yield where, rule, f"{name} occurs in no head{but}"


def _statements(source: EncodingSource, outputs: set[str]) -> Iterator[Found]:
    """Yield statements that show, order or ground something else than is expected."""
    for statement in source.statements:
        for _, what in leaving(statement):
            yield statement, "overflow", what
        match statement.ast_type:
            case _KINDS.ShowSignature:
                name = f"{statement.name}/{statement.arity}"
                if name not in {*outputs, "/0"}:
                    yield statement, "shown", f"{name} is shown, but is no output"
            case _KINDS.ShowTerm:
                yield statement, "shown", "a term is shown, but is no output"
            case _KINDS.Minimize:
                yield statement, "optimization", "optimization removes solutions"
            case _KINDS.Program if syntax.is_other_part(statement):
                yield statement, "part", "this part of the program is never grounded"


def _otherwise(source: EncodingSource) -> Iterator[Found]:
    """Yield what clingo 6 reads otherwise, in files of the user."""
    for statement, said in portability.changes(source):
        if not is_bundled(statement.location.begin.filename):
            yield statement, "clingo6", said


def _unread(
    source: EncodingSource, uses: _Uses, family: AnyFamily
) -> Iterator[LintFinding]:
    """Yield the facts that no rule of an encoding of the family uses."""
    about_boards = uses.used.keys() & (set(family.inputs) - _SIZES)
    if not (about_boards and uses.derived.keys() & set(family.outputs)):
        return
    for name in family.inputs:
        if name not in uses.used and name not in (*family.ignorable, *family.readable):
            file = short(str(family.paths(source.name)[0]))
            yield LintFinding(f"{file}:1:1", "unread", f"input {name} is never used")


def _without_domain(
    source: EncodingSource, documented: Mapping[str, Declaration], family: AnyFamily
) -> Iterator[LintFinding]:
    """Yield the inputs that a file of the user declares without a domain."""
    known = {*(_SIZES if family.declarations else family.inputs), *family.clues}
    for name, one in documented.items():
        if one.role != "Input" or one.domain or not one.arguments or name in known:
            continue
        for line, (path, number) in source.origins():
            if line.startswith(f"%*! {one.name}(") and not is_bundled(path):
                said = (
                    f"{name} has no `Domain: ...`: any facts are taken, none is chosen"
                )
                yield LintFinding(f"{short(path)}:{number}:1", "domain", said)


def _included_twice(source: EncodingSource, family: AnyFamily) -> Iterator[LintFinding]:
    for path in family.paths(source.name):
        seen = set()
        text = path.read_text(encoding="utf-8")
        for match in _INCLUDE.finditer(text):
            if match[1] in seen:
                line = text.count("\n", 0, match.start()) + 1
                where = f"{short(str(path))}:{line}:1"
                yield LintFinding(where, "repeated", f"{match[1]} is included twice")
            seen.add(match[1])


def _mistyped(
    source: EncodingSource, documented: Mapping[str, Declaration]
) -> Iterator[Found]:
    """Yield atoms with a number where the comment says a point, or the reverse."""
    kinds = {}
    for name, declaration in documented.items():
        for number, variable in enumerate(declaration.arguments):
            said = {
                kind
                for kind, words in _SAID.items()
                if re.search(words.format(re.escape(variable)), declaration.text)
            }
            if len(said) == 1:
                kinds[name, number] = said.pop()
    for statement in source.statements:
        for node in syntax.nodes_of(statement):
            if node.ast_type != _KINDS.SymbolicAtom:
                continue
            for name in syntax.signatures(node):
                arguments = getattr(node.symbol, "arguments", ())
                for number, argument in enumerate(arguments):
                    wanted, kind = kinds.get((name, number)), _kind(argument)
                    if wanted and kind and wanted != kind:
                        text = f"{node}: argument {number + 1} of {name} is {wanted}"
                        yield statement, "type", f"{text}, not {kind}"


def _kind(term: ast.AST) -> str | None:
    """Return what a term is; None if its text does not tell."""
    if term.ast_type == _KINDS.Function:
        return None if term.name else "a point"
    is_number = term.ast_type in (_KINDS.BinaryOperation, _KINDS.Interval) or (
        term.ast_type == _KINDS.SymbolicTerm and str(term).isdecimal()
    )
    return "a number" if is_number else None


def _ineffective(source: EncodingSource, outputs: Iterable[str]) -> Iterator[Found]:
    """Yield choices on which neither the output nor a constraint depends."""
    uses: defaultdict[str, set[str]] = defaultdict(set)
    useful = set(outputs)
    for statement in source.statements:
        names = set(syntax.signatures(statement))
        if statement.ast_type != _KINDS.Rule or syntax.is_false(statement.head):
            useful |= names
            continue
        for name in syntax.heads(statement):
            uses[name] |= names
    useful = syntax.reachable(useful, uses)
    for statement in source.statements:
        atoms = (atom for atom, _ in syntax.choices_of(statement))
        chosen = {name for atom in atoms for name in syntax.signatures(atom)}
        for name in chosen - useful:
            said = f"neither the output nor a constraint depends on {name}"
            yield statement, "ineffective", said


def _style(source: EncodingSource) -> Iterator[Found]:
    """Yield rules without comments, files without sections, ignored statements."""
    texts: defaultdict[str, str] = defaultdict(str)
    first: dict[str, int] = {}
    for number, (line, (file, _)) in enumerate(source.origins(), 1):
        texts[file] += f"{line}\n"
        if line.startswith("%"):
            first.setdefault(file, number)
    rules: defaultdict[str, list[ast.AST]] = defaultdict(list)
    for statement, number in zip(source.statements, source.lines, strict=True):
        for node in syntax.nodes_of(statement):
            if node.ast_type in _WORDS:
                yield statement, "ignored", _WORDS[node.ast_type]
        if statement.ast_type == _KINDS.Rule:
            file = statement.location.begin.filename
            rules[file].append(statement)
            if number < first.get(file, number + 1):
                yield statement, "uncommented", "no comment stands above this rule"
    for file, in_file in rules.items():
        if len(in_file) >= _FEW and not _BANNER.search(texts[file]):
            said = "no section such as `% Generate: regions ---` divides these rules"
            yield in_file[0], "sections", said
