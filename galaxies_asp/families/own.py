"""Families of the user: a folder with an encoding, or a Python file in it.

The comments of the encoding declare the facts, the output and the drawing; see
`board.declarations`.
"""

import re
import runpy
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from clingo import ast

from galaxies_asp.core.asp.atoms import (
    facts_of,
    joined,
    signature,
    value,
    value_in,
    values,
)
from galaxies_asp.core.asp.clues import check_clues, opened
from galaxies_asp.core.asp.encodings import text_of, title_of
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.syntax import choices_of, signatures
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.board.errors import EncodingError, OptionError
from galaxies_asp.core.board.grid import Point, describe
from galaxies_asp.core.drawing.declared import board_scene, board_text
from galaxies_asp.families import family as families
from galaxies_asp.families.registry import folders

INTERFACE, ENCODING = "interface.lp", "encoding.lp"
SPACE, INSTANCES = "boards.lp", "instances"
_SIZE = ("width/1", "height/1")
_text = partial(text_of, family="families")
_STATED = re.compile(r"^% solutions: *(\d+) *$", re.MULTILINE)

Declarations = Mapping[str, Declaration]


@cache
def family(name: str) -> families.Family:
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
    encoding, space = folder / ENCODING, folder / SPACE
    source = _text(*filter(Path.is_file, (folder / INTERFACE, encoding)))
    known = declared(source.text)
    outputs = names.get("OUTPUTS") or _outputs(source, known)
    files = [*filter(Path.is_file, sorted((folder / INSTANCES).glob("*.lp")))]
    instances = names.get("INSTANCES") or {path.stem: _facts(path) for path in files}
    if not outputs or isinstance(outputs, str) or not isinstance(instances, dict):
        raise EncodingError(
            f"{name}: a family needs an output: a declaration in {ENCODING} that "
            f'begins with "Output.", #show in {ENCODING} or {INTERFACE}, or OUTPUTS '
            "of the Python file"
        )
    try:
        found = [fact for facts in instances.values() for fact in facts_of(facts)]
    except (EncodingError, RuntimeError) as error:
        raise EncodingError(f"{name}: {error}") from None
    stated = {one.stem: _STATED.search(one.read_text("utf-8")) for one in files}
    inputs = dict.fromkeys([*_declared(known, "Input"), *map(signature, found)])
    clues = clues_of(known)
    choices, usual = opened(clues), opened(clues, is_usual=True)
    signatures = tuple(one.signature for one in clues)
    if space.is_file():
        chosen = _text(space)
        choices, usual, signatures = chosen.text, "", _chosen(chosen, space)
    is_sized = set(_SIZE) <= known.keys()
    verify, draw = names.get("verify"), names.get("draw")
    parts: dict[str, Any] = {}
    if draw:
        parts["drawing"] = lambda plain, color: draw(plain.facts, plain.atoms)
    elif is_sized and any(one.drawing for one in known.values()):
        board, title = partial(_drawn, known), title_of(str(encoding))
        parts["drawing"] = lambda plain, _color: board_text(*board(plain))
        parts["scene"] = lambda plain: board_scene(*board(plain), title)
    if inputs and known:
        parts["check"] = partial(_check, source, known)
    if choices and (is_sized or not clues):
        said = "all boards of"
        parts["spaces"] = partial(families.boards_up_to, said=said, choices=choices)
    return families.Family(
        name=name,
        module=__name__,
        outputs=tuple(outputs),
        instances=dict(instances),
        stated={stem: int(said[1]) for stem, said in stated.items() if said},
        inputs=tuple(inputs),
        ignorable=_SIZE,
        encodings={ENCODING: (encoding,)} if encoding.is_file() else {},
        declarations=known,
        included="families",
        opened=choices if signatures else "",
        usual=usual,
        clues=signatures,
        violations=verify and (lambda plain: verify(plain.facts, plain.atoms)),
        smaller=names.get("smaller", families.without_each_fact),
        random=names.get("random_instance"),
        words=_words if "drawing" in parts else str,
        size=names.get("size", lambda facts: len(facts_of(facts))),
        **parts,
    )


def _check(source: Text, known: Declarations, facts: Sequence[str]) -> None:
    """Raise AtomError for a fact that is at a wrong place, or there twice."""
    inputs = set(_declared(known, "Input"))
    for size in inputs.intersection(_SIZE):
        value_in(facts, size.partition("/")[0])
    if inputs.issuperset(_SIZE):
        families.size_of(facts)
    check_clues(source, clues_of(known), joined(facts), facts)


def _drawn(
    known: Declarations, plain: families.Plain
) -> tuple[dict[Declaration, list[Any]], int, int]:
    """Return what a board shows, by its declaration, and the size of the board."""
    facts = facts_of(plain.facts)
    atoms = [*facts, *(plain.atoms or ())]
    width, height = families.size_of(facts)
    columns, rows = range(2 * width + 1), range(2 * height + 1)

    def is_on_board(place: Any) -> bool:
        match place:
            case (x, y):
                return x in columns and y in rows
        return False

    drawn = {
        one: [
            found
            for found in values(atoms, one.name)
            if len(found) == len(one.arguments) and is_on_board(found[0])
        ]
        for one in known.values()
        if one.drawing
    }
    return drawn, width, height


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


def _declared(known: Declarations, role: str) -> tuple[str, ...]:
    """Return the signatures that are declared as `Input` or `Output`."""
    return tuple(one.signature for one in known.values() if one.role == role)


def _outputs(source: Text, known: Declarations) -> tuple[str, ...]:
    """Return the signatures that are declared as output, or else shown."""
    return _declared(known, "Output") or tuple(
        f"{statement.name}/{statement.arity}"
        for statement in statements(source, "the encoding")
        if statement.ast_type == ast.ASTType.ShowSignature and statement.name
    )


def _chosen(source: Text, path: Path) -> tuple[str, ...]:
    """Return the signatures of the facts that a file chooses."""
    rules = (s for s in statements(source, str(path)) if s.ast_type == ast.ASTType.Rule)
    chosen = (atom for rule in rules for atom, _ in choices_of(rule.head))
    return tuple(dict.fromkeys(name for atom in chosen for name in signatures(atom)))


def _facts(path: Path) -> str:
    try:
        return joined(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError) as error:
        raise EncodingError(f"{path}: {error}") from None
