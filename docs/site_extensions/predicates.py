"""What the files of encodings document: titles, headers, predicates, dependencies."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from clingo import ast

_HEADER = re.compile(r"\A%\*\n(.*?)\*%", re.DOTALL)
_PREDICATE = re.compile(r"^%\*! ([^\n]+)\n(.*?)\*%", re.MULTILINE | re.DOTALL)
_INCLUDE = re.compile(r'^#include "([^"]+)"\.', re.MULTILINE)

Edge = tuple[str, str]


@dataclass(frozen=True)
class EncodingFile:
    """A file of an encoding, as its comments describe it.

    Attributes
    ----------
    title
        The first lines of its header.
    text
        The other lines of the header.
    predicates
        The documented predicates, as (atom, meaning).
    includes
        The files that it includes, as written.
    """

    path: Path
    title: str
    text: str
    predicates: tuple[tuple[str, str], ...]
    includes: tuple[str, ...]


def read(path: Path) -> EncodingFile:
    """Read the comments of a file."""
    source = path.read_text(encoding="utf-8")
    match = _HEADER.match(source)
    assert match is not None, path
    title, _, text = match[1].partition("\n\n")
    title = " ".join(line for line in title.splitlines() if set(line) != {"="})
    predicates = tuple(
        (atom.strip(), " ".join(meaning.split()))
        for atom, meaning in _PREDICATE.findall(source)
    )
    return EncodingFile(
        path, title, text.strip("\n"), predicates, tuple(_INCLUDE.findall(source))
    )


def dependencies(path: Path) -> set[Edge]:
    """Return the pairs (p, q) such that a rule derives q from p.

    Files that the file includes are followed; `p` is a predicate such as `cell/1`.
    """
    edges: set[Edge] = set()

    def visit(node: ast.AST) -> None:
        if node.ast_type == ast.ASTType.Rule:
            heads = set(_predicates(node.head, in_head=True))
            bodies = set(_predicates(node.body))
            edges.update((body, head) for body in bodies for head in heads)

    ast.parse_files([str(path)], visit, logger=lambda code, message: None)
    return edges


def _predicates(node: object, in_head: bool = False) -> Iterator[str]:
    if isinstance(node, ast.ASTSequence):
        for part in node:
            yield from _predicates(part, in_head)
    elif isinstance(node, ast.AST):
        if node.ast_type == ast.ASTType.SymbolicAtom:
            symbol = node.symbol
            if symbol.ast_type == ast.ASTType.Function:
                yield f"{symbol.name}/{len(symbol.arguments)}"
            return
        for key in node.child_keys:
            # The condition of a choice is no part of what it derives.
            if not (in_head and key == "condition"):
                yield from _predicates(getattr(node, key), in_head)


def layers(edges: set[Edge]) -> list[list[str]]:
    """Return the predicates in rows such that rules lead down, but for cycles."""
    before: dict[str, set[str]] = {}
    for source, target in sorted(edges):
        before.setdefault(source, set())
        if source != target:
            before.setdefault(target, set()).add(source)
    while True:
        try:
            order = list(TopologicalSorter(before).static_order())
            break
        except CycleError as error:  # an edge of a cycle is drawn upwards
            first, second = error.args[1][:2]
            before[second].discard(first)
    depth: dict[str, int] = {}
    for name in order:
        depth[name] = 1 + max((depth[one] for one in before[name]), default=-1)
    rows: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for name in sorted(depth):
        rows[depth[name]].append(name)
    return rows
