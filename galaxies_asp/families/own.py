"""Families of the user: a folder with an encoding, or a Python file in it.

The comments of the encoding declare the facts, the output and the drawing; see
`board.declarations`.
"""

import re
import runpy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from clingo import ast

from galaxies_asp.asp.atoms import (
    facts_of,
    joined,
    signature,
    value,
    values,
)
from galaxies_asp.asp.clues import check_clues, opened
from galaxies_asp.asp.encodings import title_of
from galaxies_asp.asp.program import statements
from galaxies_asp.asp.sources import Text
from galaxies_asp.board.declarations import Declaration, clues_of, declared
from galaxies_asp.board.errors import AtomError, EncodingError, OptionError
from galaxies_asp.board.grid import Point, describe
from galaxies_asp.board.puzzle import check_size
from galaxies_asp.drawing.declared import board_scene, board_text
from galaxies_asp.families.family import Board, Family, Plain, library_text
from galaxies_asp.families.registry import folders

INTERFACE, ENCODING = "interface.lp", "encoding.lp"
SPACE, INSTANCES = "boards.lp", "instances"
_SIZE = ("width/1", "height/1")
_STATED = re.compile(r"^% solutions: *(\d+) *$", re.MULTILINE)

Declarations = Mapping[str, Declaration]


@cache
def family(name: str) -> Family:
    """Return the family of a folder, or of a Python file in it, which is executed.

    `encoding.lp` states the rules, and its comments declare the facts, the output and
    the drawing; instead, `interface.lp` may declare them. The files in `instances/`
    hold facts; a line `% solutions: N` says how many solutions they have. `boards.lp`
    is optional: the facts of all instances with `width(W)` and `height(H)`, of which
    those that it chooses are the clues of a puzzle.

    The names of a Python file are `OUTPUTS` and `INSTANCES`, unless files tell them,
    and, as far as it has them, `verify`, `draw`, `smaller`, `random_instance` and
    `size`; see `Family`.

    Raises
    ------
    OptionError
        If the name is no folder and no Python file, or the Python file is faulty.
    EncodingError
        If a file of the folder is missing or faulty.
    """
    path = folders().get(name, Path(name))
    if not path.is_dir() and path.suffix != ".py":
        raise OptionError(f"{name}: a family is a folder or a Python file")
    folder = path if path.is_dir() else path.parent
    names = {} if path.is_dir() else _executed(path)
    encoding = folder / ENCODING
    source = library_text(
        *(file for file in (folder / INTERFACE, encoding) if file.is_file())
    )
    known = declared(source.text)
    outputs = names.get("OUTPUTS") or _outputs(source, known)
    paths = sorted((folder / INSTANCES).glob("*.lp"))
    files = {path.stem: path for path in paths if path.is_file()}
    instances = names.get("INSTANCES") or {n: _facts(p) for n, p in files.items()}
    if not outputs or isinstance(outputs, str) or not isinstance(instances, dict):
        raise EncodingError(
            f"{name}: a family needs an output: a declaration in {ENCODING} that "
            f'begins with "Output.", #show in {ENCODING} or {INTERFACE}, or OUTPUTS '
            "of the Python file"
        )
    try:
        found = [facts_of(facts) for facts in instances.values()]
    except (EncodingError, RuntimeError) as error:
        raise EncodingError(f"{name}: {error}") from None
    inputs = [one.signature for one in known.values() if one.role == "Input"]
    inputs += (signature(fact) for facts in found for fact in facts)
    space = folder / SPACE
    choices, clues = _opened(space, known)
    has_size = bool(choices) and (set(_SIZE) <= known.keys() or not clues_of(known))
    verify, draw = names.get("verify"), names.get("draw")
    parts: dict[str, Any] = {}
    if draw:
        parts["drawing"] = lambda plain, color: draw(plain.facts, plain.atoms)
    elif set(_SIZE) <= known.keys() and any(one.drawing for one in known.values()):
        board, title = partial(_drawn, known), title_of(str(encoding))
        parts["drawing"] = lambda plain, _color: board_text(*board(plain))
        parts["scene"] = lambda plain: board_scene(*board(plain), title)
    return Family(
        name=name,
        module=__name__,
        outputs=tuple(outputs),
        instances=dict(instances),
        stated=_stated(files),
        inputs=tuple(dict.fromkeys(inputs)),
        ignorable=_SIZE,
        encodings={ENCODING: (encoding,)} if encoding.is_file() else {},
        declarations=known,
        included="families",
        spaces=partial(_spaces, choices) if has_size else None,
        opened=choices if clues else "",
        usual="" if space.is_file() else opened(clues_of(known), is_usual=True),
        clues=clues,
        check=partial(_check, source, known)
        if inputs and known
        else lambda facts: None,
        violations=verify and (lambda plain: verify(plain.facts, plain.atoms)),
        smaller=names.get("smaller", _fewer_facts),
        random=names.get("random_instance"),
        words=_words if parts else str,
        size=names.get("size", lambda facts: len(facts_of(facts))),
        **parts,
    )


def _opened(space: Path, known: Declarations) -> tuple[str, tuple[str, ...]]:
    """Return the rules that choose the clues, and their signatures."""
    if space.is_file():
        return library_text(space).text, _chosen(space)
    clues = clues_of(known)
    return opened(clues), tuple(one.signature for one in clues)


def _check(source: Text, known: Declarations, facts: Sequence[str]) -> None:
    """Raise AtomError for a fact that is at a wrong place, or there twice."""
    inputs = {one.signature for one in known.values() if one.role == "Input"}
    for size in _SIZE:
        if size in inputs and [*map(signature, facts)].count(size) != 1:
            raise AtomError("", f"there is not exactly one fact {size[:-2]}(N)")
    if inputs.issuperset(_SIZE):
        check_size(*_size(facts))
    check_clues(source, clues_of(known), joined(facts), facts)


def _drawn(
    known: Declarations, plain: Plain
) -> tuple[dict[Declaration, list[Any]], int, int]:
    """Return what a board shows, by its declaration, and the size of the board."""
    facts = facts_of(plain.facts)
    atoms = [*facts, *(plain.atoms or ())]
    drawn = {
        one: [
            found
            for found in values(atoms, one.name)
            if len(found) == len(one.arguments) and isinstance(found[0], tuple)
        ]
        for one in known.values()
        if one.drawing
    }
    return drawn, *_size(facts)


def _size(facts: Sequence[str]) -> tuple[int, int]:
    ((width,),), ((height,),) = values(facts, "width"), values(facts, "height")
    return width, height


def _words(atom: str) -> str:
    """Return an atom with the names of its cells, as in `shaded at c3r1`.

    Values follow the name: `number 3 at c4r1`.
    """
    name, *arguments = value(atom)
    cells = [describe(Point(*one)) for one in arguments if isinstance(one, tuple)]
    others = [str(one) for one in arguments if not isinstance(one, tuple)]
    return f"{' '.join([name, *others])} at {' and '.join(cells)}" if cells else atom


def _executed(path: Path) -> dict[str, Any]:
    try:
        return runpy.run_path(str(path))
    except Exception as error:
        raise OptionError(f"{path}: {type(error).__name__}: {error}") from None


def _outputs(source: Text, known: Declarations) -> tuple[str, ...]:
    """Return the signatures that are declared as output, or else shown."""
    said = tuple(one.signature for one in known.values() if one.role == "Output")
    return said or tuple(
        f"{statement.name}/{statement.arity}"
        for statement in statements(source, "the encoding")
        if statement.ast_type == ast.ASTType.ShowSignature and statement.name
    )


def _chosen(path: Path) -> tuple[str, ...]:
    """Return the signatures of the facts that a file chooses."""
    heads = (
        rule.head
        for rule in statements(library_text(path), str(path))
        if rule.ast_type == ast.ASTType.Rule
        and rule.head.ast_type == ast.ASTType.Aggregate
    )
    atoms = (one.literal.atom.symbol for head in heads for one in head.elements)
    return tuple(dict.fromkeys(f"{atom.name}/{len(atom.arguments)}" for atom in atoms))


def _facts(path: Path) -> str:
    try:
        return joined(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError) as error:
        raise EncodingError(f"{path}: {error}") from None


def _fewer_facts(facts: str) -> Iterator[str]:
    found = facts_of(facts)
    for index in range(len(found)):
        yield joined([*found[:index], *found[index + 1 :]])


def _stated(files: Mapping[str, Path]) -> dict[str, int]:
    """Return the numbers of solutions that the files of instances state."""
    found = ((one, _STATED.search(files[one].read_text("utf-8"))) for one in files)
    return {name: int(said[1]) for name, said in found if said}


def _spaces(choices: str, width: int, height: int) -> Sequence[Board]:
    return [
        Board(f"all boards of {w}x{h}", f"width({w}). height({h}).", choices)
        for h in range(1, height + 1)
        for w in range(1, width + 1)
    ]
