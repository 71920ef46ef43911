"""Families of the user: a folder of facts, or a Python file."""

import runpy
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from clingo import ast

from galaxies_asp.asp.atoms import facts_of, joined, signature
from galaxies_asp.asp.encodings import text_of
from galaxies_asp.asp.program import statements
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.families.family import Board, Family

INTERFACE, ENCODING = "interface.lp", "encoding.lp"
SPACE, INSTANCES = "boards.lp", "instances"


@cache
def family(name: str) -> Family:
    """Return the family of a folder or of a Python file.

    Raises
    ------
    OptionError
        If it is faulty.
    """
    path = Path(name)
    if path.is_dir():
        return from_folder(path)
    if path.suffix == ".py":
        return from_python(path)
    raise OptionError(f"{name}: a family is a folder or a Python file")


def from_folder(folder: Path) -> Family:
    """Return the family of a folder; no code is run.

    `interface.lp` shows the outputs with `#show name/arity.`, and the files in
    `instances/` hold facts. Further files are optional: `encoding.lp` states the rules.
    `boards.lp` has the facts of all instances with `width(W)` and `height(H)`; those
    that it chooses are the clues of a puzzle.

    Raises
    ------
    OptionError
        If one of the files is missing or faulty.
    """
    outputs, instances = _shown(folder / INTERFACE), _instances(folder)
    if not outputs or not instances:
        raise OptionError(
            f"{folder}: a family needs {INTERFACE} with #show, and facts in "
            f"{INSTANCES}/*.lp"
        )
    return _family(str(folder), folder, outputs, instances, {})


def from_python(path: Path) -> Family:
    """Return the family that a Python file defines; the file is executed.

    Its names are `OUTPUTS` and `INSTANCES`, and, as far as it has them, `verify`,
    `draw`, `smaller`, `random_instance` and `size`; see `Family`. The other files of
    its folder are those of `from_folder`.

    Raises
    ------
    OptionError
        If the file fails, or `OUTPUTS` or `INSTANCES` is missing.
    """
    try:
        names = runpy.run_path(str(path))
    except Exception as error:
        raise OptionError(f"{path}: {type(error).__name__}: {error}") from None
    outputs = names.get("OUTPUTS") or _shown(path.parent / INTERFACE)
    instances = names.get("INSTANCES") or _instances(path.parent)
    is_complete = outputs and instances and isinstance(instances, dict)
    if not is_complete or isinstance(outputs, str):
        raise OptionError(
            f'{path}: a family needs OUTPUTS, as in ("black/1",), and INSTANCES, a '
            "dictionary of facts"
        )
    functions = {
        key: names[name]
        for key, name in (
            ("smaller", "smaller"),
            ("random", "random_instance"),
            ("size", "size"),
        )
        if name in names
    }
    if "verify" in names:
        functions["violations"] = lambda plain: names["verify"](
            plain.facts, plain.atoms
        )
    if "draw" in names:
        functions["drawing"] = lambda plain, color: names["draw"](
            plain.facts, plain.atoms
        )
    return _family(str(path), path.parent, tuple(outputs), dict(instances), functions)


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


def _family(
    name: str,
    folder: Path,
    outputs: tuple[str, ...],
    instances: dict[str, str],
    functions: dict[str, Any],
) -> Family:
    try:
        found = [facts_of(facts) for facts in instances.values()]
        inputs = dict.fromkeys(signature(fact) for facts in found for fact in facts)
    except (EncodingError, RuntimeError) as error:
        raise OptionError(f"{name}: {error}") from None
    encoding, space = folder / ENCODING, folder / SPACE
    chosen = _chosen(space)
    defaults: dict[str, Any] = {"smaller": _fewer_facts, "size": _number_of_facts}
    return Family(
        name=name,
        module=__name__,
        outputs=outputs,
        instances=instances,
        inputs=tuple(inputs),
        encodings={ENCODING: (encoding,)} if encoding.is_file() else {},
        spaces=_spaces(space) if space.is_file() else None,
        opened=space if chosen else None,
        clues=chosen,
        **(defaults | functions),
    )


def _number_of_facts(facts: str) -> int:
    return len(facts_of(facts))


def _fewer_facts(facts: str) -> Iterator[str]:
    found = facts_of(facts)
    for index in range(len(found)):
        yield joined([*found[:index], *found[index + 1 :]])


def _spaces(path: Path) -> Callable[[int, int], Sequence[Board]]:
    def spaces(width: int, height: int) -> Sequence[Board]:
        choices = text_of(path).text
        return [
            Board(f"all boards of {w}x{h}", f"width({w}). height({h}).", choices)
            for h in range(1, height + 1)
            for w in range(1, width + 1)
        ]

    return spaces
