"""Families of the user: a folder of facts, or a Python file."""

import runpy
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from clingo import ast

from galaxies_asp.asp.atoms import facts_of, joined, signature
from galaxies_asp.asp.data import data_folder
from galaxies_asp.asp.encodings import text_of
from galaxies_asp.asp.program import statements
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.families.family import Board, Family

INTERFACE = "interface.lp"
SPACE = "boards.lp"
INSTANCES = "instances"


def from_folder(folder: Path) -> Family:
    """Return the family of a folder; no code is run.

    `interface.lp` shows the outputs with `#show name/arity.`, and the files in
    `instances/` hold facts. `boards.lp`, if there is one, chooses the facts of all
    instances with `width(W)` and `height(H)`.

    Raises
    ------
    OptionError
        If one of the files is missing or faulty.
    """
    interface = folder / INTERFACE
    files = sorted((folder / INSTANCES).glob("*.lp"))
    if not interface.is_file() or not files:
        raise OptionError(
            f"{folder}: a family needs {INTERFACE} with #show, and facts in "
            f"{INSTANCES}/*.lp"
        )
    try:
        parsed = statements(text_of(interface), str(interface))
        outputs = tuple(
            f"{statement.name}/{statement.arity}"
            for statement in parsed
            if statement.ast_type == ast.ASTType.ShowSignature and statement.name
        )
    except EncodingError as error:
        raise OptionError(f"{folder}: {error}") from None
    instances = {path.stem: _facts(path) for path in files}
    return _family(str(folder), folder, outputs, instances, {})


def _facts(path: Path) -> str:
    try:
        return joined(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: {error}") from None


def from_python(path: Path) -> Family:
    """Return the family that a Python file defines; the file is executed.

    Its names are `OUTPUTS` and `INSTANCES`, and, as far as it has them, `verify`,
    `draw`, `smaller`, `random_instance` and `size`; see `Family`.

    Raises
    ------
    OptionError
        If the file fails, or `OUTPUTS` or `INSTANCES` is missing.
    """
    try:
        names = runpy.run_path(str(path))
    except Exception as error:
        raise OptionError(f"{path}: {type(error).__name__}: {error}") from None
    outputs, instances = names.get("OUTPUTS"), names.get("INSTANCES")
    if not outputs or isinstance(outputs, str) or not isinstance(instances, dict):
        raise OptionError(
            f'{path}: a family needs OUTPUTS, as in ("black/1",), and INSTANCES, a '
            "dictionary of facts"
        )
    functions = {
        key: names[name]
        for key, name in (
            *(("verify", "verify"), ("draw", "draw"), ("smaller", "smaller")),
            *(("random", "random_instance"), ("size", "size")),
        )
        if name in names
    }
    return _family(str(path), path.parent, tuple(outputs), dict(instances), functions)


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
    space = folder / SPACE
    defaults: dict[str, Any] = {"smaller": _fewer_facts, "size": _number_of_facts}
    return Family(
        name=name,
        outputs=outputs,
        instances=instances,
        inputs=tuple(inputs),
        spaces=_spaces(space) if space.is_file() else None,
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


def bundled(*names: str) -> tuple[Path, ...]:
    """Return files of the folder of encodings."""
    return tuple(data_folder("encodings") / name for name in names)
