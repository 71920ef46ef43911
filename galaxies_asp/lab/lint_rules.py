"""Checks of single rules: arguments, joins, choices, instances, comments."""

import re
from collections.abc import Iterable, Iterator, Mapping
from math import prod

from clingo import ast

from galaxies_asp.asp.syntax import is_false
from galaxies_asp.board.declarations import Declaration
from galaxies_asp.lab.ground import GroundAnswer
from galaxies_asp.lab.source import Source, place
from galaxies_asp.lab.trees import choices_of, is_among, nodes_of, signatures

_KINDS = ast.ASTType
Found = tuple[ast.AST, str, str]
"""A statement, the name of a lint rule that it breaks, and a message."""

_SAID = {
    "a point": r"\b(cell|point|dot on|edge|vertex) {0}\b|\b{0} is a (cell|point)\b",
    "a number": r"\b(number|level|length) {0}\b|\b{0} (columns|rows|steps|dots)\b",
}
"""How the comment on a predicate says what an argument is."""

_BANNER = re.compile(r"^% [A-Z].* -{3,}$", re.MULTILINE)
_FEW = 10
"""A file with fewer rules needs no sections."""

_WORDS = {
    _KINDS.External: "an #external atom is false: nothing assigns it",
    _KINDS.TheoryAtom: "a theory atom is free: no theory is loaded",
}


def mistyped(source: Source, documented: Mapping[str, Declaration]) -> Iterator[Found]:
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
        for node in nodes_of(statement):
            if node.ast_type != _KINDS.SymbolicAtom:
                continue
            for name in signatures(node):
                for number, argument in enumerate(
                    getattr(node.symbol, "arguments", ())
                ):
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


def ineffective(source: Source, outputs: Iterable[str]) -> Iterator[Found]:
    """Yield choices on which neither the output nor a constraint depends."""
    uses: dict[str, set[str]] = {}
    useful = set(outputs)
    for statement in source.statements:
        names = set(signatures(statement))
        if statement.ast_type != _KINDS.Rule or is_false(statement.head):
            useful |= names
            continue
        heads = [choice.atom for choice in choices_of(statement.head)]
        for head in heads or [statement.head]:
            for name in signatures(head):
                uses.setdefault(name, set()).update(names - {name})
    while more := {name for head in useful for name in uses.get(head, ())} - useful:
        useful |= more
    for statement in source.statements:
        chosen = choices_of(getattr(statement, "head", statement))
        for name in {name for choice in chosen for name in signatures(choice.atom)}:
            if name not in useful:
                said = f"neither the output nor a constraint depends on {name}"
                yield statement, "ineffective", said


def costly(source: Source, report: GroundAnswer) -> Iterator[Found]:
    """Yield joins of literals that share no variable, and rules without an instance."""
    atoms = {size.name: size.possible for size in report.predicates}
    instances = {(size.place, size.text): size.instances for size in report.rules}
    for rule in source.statements:
        if rule.ast_type != _KINDS.Rule:
            continue
        number = instances.get((place(rule), str(rule)), 0)
        if not number and rule.body:
            yield rule, "idle", f"this rule has no instance on {report.id}"
        groups = _joined(
            literal
            for literal in rule.body
            if is_among(literal, atoms)
            and not literal.sign
            and _atoms(literal, atoms) > 1
        )
        if len(groups) > 1:
            sizes = [max(_atoms(part, atoms) for part in group) for group in groups]
            said = " and ".join(str(group[0]) for group in groups)
            cost = f"{prod(sizes)} pairs, {number} instances on {report.id}"
            yield rule, "product", f"{said} share no variable: {cost}"


def _atoms(literal: ast.AST, atoms: Mapping[str, int]) -> int:
    return sum(atoms[name] for name in signatures(literal))


def _joined(literals: Iterable[ast.AST]) -> list[list[ast.AST]]:
    """Divide literals into groups that are connected by common variables."""
    groups: list[tuple[set[str], list[ast.AST]]] = []
    for literal in literals:
        names = {n.name for n in nodes_of(literal) if n.ast_type == _KINDS.Variable}
        linked = [group for group in groups if group[0] & names]
        groups = [group for group in groups if not group[0] & names]
        names |= {name for group in linked for name in group[0]}
        groups.append(
            (names, [*(one for group in linked for one in group[1]), literal])
        )
    return [group for _, group in groups]


def style(source: Source) -> Iterator[Found]:
    """Yield rules without comments, files without sections, ignored statements."""
    texts: dict[str, str] = {}
    first: dict[str, int] = {}
    lines = zip(source.program.text.split("\n"), source.program.origin, strict=True)
    for number, (line, (path, _)) in enumerate(lines, 1):
        texts[str(path)] = f"{texts.get(str(path), '')}{line}\n"
        if line.startswith("%"):
            first.setdefault(str(path), number)
    rules: dict[str, list[ast.AST]] = {}
    for statement, number in zip(source.statements, source.lines, strict=True):
        for node in nodes_of(statement):
            if node.ast_type in _WORDS:
                yield statement, "ignored", _WORDS[node.ast_type]
        if statement.ast_type == _KINDS.Rule:
            file = statement.location.begin.filename
            rules.setdefault(file, []).append(statement)
            if number < first.get(file, number + 1):
                yield statement, "uncommented", "no comment stands above this rule"
    for file, found in rules.items():
        if len(found) >= _FEW and not _BANNER.search(texts.get(file, "")):
            said = "no section such as `% Generate: regions ---` divides these rules"
            yield found[0], "sections", said
