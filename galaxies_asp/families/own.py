"""Families of the user: a folder of facts, or a Python file."""

import runpy
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from clingo import ast

from galaxies_asp.asp.atoms import facts_of, joined, signature
from galaxies_asp.asp.encodings import text_of
from galaxies_asp.asp.program import statements
from galaxies_asp.board.errors import EncodingError, OptionError
from galaxies_asp.families.family import Board, Family

INTERFACE, ENCODING = "interface.lp", "encoding.lp"
SPACE, INSTANCES = "boards.lp", "instances"


@cache
def family(name: str) -> Family:
    """Return the family of a folder, or of a Python file in it, which is executed.

    `interface.lp` shows the outputs with `#show name/arity.`, and the files in
    `instances/` hold facts. Further files are optional: `encoding.lp` states the rules.
    `boards.lp` has the facts of all instances with `width(W)` and `height(H)`; those
    that it chooses are the clues of a puzzle.

    The names of a Python file are `OUTPUTS` and `INSTANCES`, unless files tell them,
    and, as far as it has them, `verify`, `draw`, `smaller`, `random_instance` and
    `size`; see `Family`.

    Raises
    ------
    OptionError
        If a file is missing or faulty.
    """
    path = Path(name)
    if not path.is_dir() and path.suffix != ".py":
        raise OptionError(f"{name}: a family is a folder or a Python file")
    folder = path if path.is_dir() else path.parent
    names = {} if path.is_dir() else _executed(path)
    outputs = names.get("OUTPUTS") or _shown(folder / INTERFACE)
    instances = names.get("INSTANCES") or _instances(folder)
    is_complete = outputs and instances and isinstance(instances, dict)
    if not is_complete or isinstance(outputs, str):
        raise OptionError(
            f"{name}: a family needs OUTPUTS, or {INTERFACE} with #show, and "
            f"INSTANCES, a dictionary of facts, or {INSTANCES}/*.lp with facts"
        )
    try:
        found = [facts_of(facts) for facts in instances.values()]
        inputs = dict.fromkeys(signature(fact) for facts in found for fact in facts)
    except (EncodingError, RuntimeError) as error:
        raise OptionError(f"{name}: {error}") from None
    encoding, space = folder / ENCODING, folder / SPACE
    verify, draw = names.get("verify"), names.get("draw")
    chosen = _chosen(space)
    return Family(
        name=name,
        module=__name__,
        outputs=tuple(outputs),
        instances=dict(instances),
        inputs=tuple(inputs),
        encodings={ENCODING: (encoding,)} if encoding.is_file() else {},
        spaces=partial(_spaces, space) if space.is_file() else None,
        opened=space if chosen else None,
        clues=chosen,
        violations=verify and (lambda plain: verify(plain.facts, plain.atoms)),
        drawing=draw and (lambda plain, color: draw(plain.facts, plain.atoms)),
        smaller=names.get("smaller", _fewer_facts),
        random=names.get("random_instance"),
        size=names.get("size", lambda facts: len(facts_of(facts))),
    )


def _executed(path: Path) -> dict[str, Any]:
    try:
        return runpy.run_path(str(path))
    except Exception as error:
        raise OptionError(f"{path}: {type(error).__name__}: {error}") from None


def _shown(path: Path) -> tuple[str, ...]:
    """Return the signatures that a file shows; none if there is no file."""
    if not path.is_file():
        return ()
    try:
        return tuple(
            f"{statement.name}/{statement.arity}"
            for statement in statements(text_of(path), str(path))
            if statement.ast_type == ast.ASTType.ShowSignature and statement.name
        )
    except EncodingError as error:
        raise OptionError(f"{path.parent}: {error}") from None


def _chosen(path: Path) -> tuple[str, ...]:
    """Return the signatures of the facts that a file chooses; none without a file."""
    if not path.is_file():
        return ()
    heads = (
        rule.head
        for rule in statements(text_of(path), str(path))
        if rule.ast_type == ast.ASTType.Rule
        and rule.head.ast_type == ast.ASTType.Aggregate
    )
    atoms = (one.literal.atom.symbol for head in heads for one in head.elements)
    return tuple(dict.fromkeys(f"{atom.name}/{len(atom.arguments)}" for atom in atoms))


def _instances(folder: Path) -> dict[str, str]:
    return {
        path.stem: _facts(path) for path in sorted((folder / INSTANCES).glob("*.lp"))
    }


def _facts(path: Path) -> str:
    try:
        return joined(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: {error}") from None


def _fewer_facts(facts: str) -> Iterator[str]:
    found = facts_of(facts)
    for index in range(len(found)):
        yield joined([*found[:index], *found[index + 1 :]])


def _spaces(path: Path, width: int, height: int) -> Sequence[Board]:
    choices = text_of(path).text
    return [
        Board(f"all boards of {w}x{h}", f"width({w}). height({h}).", choices)
        for h in range(1, height + 1)
        for w in range(1, width + 1)
    ]
