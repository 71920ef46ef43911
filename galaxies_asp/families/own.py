"""Families of the user: a folder with an encoding, or a Python file in it.

The comments of the encoding declare the facts, the output and the drawing; see
`board.declarations`.
"""

import re
import runpy
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

from clingo import ast

from galaxies_asp.core.asp.atoms import check_holes, facts_of, size_of, value_in, values
from galaxies_asp.core.asp.clues import check_clues, derived, opened
from galaxies_asp.core.asp.encodings import text_of, title_of
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, unquoted
from galaxies_asp.core.board.declarations import Declaration, clues_of, declared
from galaxies_asp.core.board.errors import DeclarationError, EncodingError, OptionError
from galaxies_asp.core.board.grid import Point, cells_named, describe
from galaxies_asp.core.drawing.palette import Shading
from galaxies_asp.core.drawing.scene import Scene, of_text
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.families import drawings
from galaxies_asp.families.addresses import form_in
from galaxies_asp.families.declared import board_scene, board_text, misplaced
from galaxies_asp.families.facts import FactFamily
from galaxies_asp.families.opened import chosen_in, derived_in
from galaxies_asp.families.registry import folders, recognized
from galaxies_asp.families.rows import Form

INTERFACE, ENCODING, SPACE = "interface.lp", "encoding.lp", "boards.lp"
INSTANCES = "instances"

_PYTHON = "family.py"
"""The verifier of a shipped folder, which is executed; those of others are not."""

_BOARD = "random_board"
"""The function of a Python file that yields boards on which clues are chosen."""

_SIZE = ("width/1", "height/1")
_text = partial(text_of, family="families")


@dataclass(frozen=True, slots=True)
class FactPosition:
    """A position of a family without a class of its own: facts, and drawn atoms."""

    facts: str
    atoms: Atoms | None = None

    @property
    def texts(self) -> frozenset[str] | None:
        """The drawn atoms as texts, for the functions of a Python file."""
        return None if self.atoms is None else frozenset(map(str, self.atoms))


class FolderFamily(FactFamily[FactPosition]):
    """The family of a folder, or of a Python file in it, which is executed.

    `encoding.lp` states the rules, and its comments declare the facts, the output and
    the drawing; instead, `interface.lp` may declare them. The files in `instances/`
    hold facts. `boards.lp` is optional: the facts of all instances with `width(W)` and
    `height(H)`, of which those that it chooses are the clues of a puzzle.

    The names of a Python file are `OUTPUTS` and `INSTANCES`, unless files tell them,
    and, as far as it has them, `verify`, `draw`, `smaller`, `random_instance` and
    `size`.

    `instances`: the facts of instances by name. `functions`: the names of the Python
    file.

    Raises `OptionError` if the name is no folder and no Python file, or the Python file
    is faulty. Raises `EncodingError` if a file of the folder is missing or faulty.
    """

    included = "families"

    def __init__(self, name: str) -> None:
        path = folders().get(name, Path(name))
        if not path.is_dir() and path.suffix != ".py":
            raise OptionError(f"{name}: a family is a folder or a Python file")
        self.name = name
        self.folder = folder = path if path.is_dir() else path.parent
        shipped = folder / _PYTHON
        if path.is_dir() and name in folders() and shipped.is_file():
            path = shipped
        self.functions = {} if path.is_dir() else _executed(path)
        encoding = folder / ENCODING
        self._source = _text(*filter(Path.is_file, (folder / INTERFACE, encoding)))
        try:
            self.declarations = known = declared(self._source.text)
            self.address = form_in(self._source.text)
        except DeclarationError as error:
            file, line = self._source.position(error.line)
            raise EncodingError(f"{file}:{line}: {error}") from None
        outputs = self.functions.get("OUTPUTS") or _outputs(
            self._source, known.values()
        )
        instances = self.functions.get("INSTANCES") or {
            path.stem: _facts(path) for path in self.files_of_instances()
        }
        if not outputs or isinstance(outputs, str) or not isinstance(instances, dict):
            raise EncodingError(
                f"{name}: a family needs an output: a declaration in {ENCODING} that "
                f'begins with "Output.", #show in {ENCODING} or {INTERFACE}, or '
                "OUTPUTS of the Python file"
            )
        try:
            found = [fact for facts in instances.values() for fact in facts_of(facts)]
        except EncodingError as error:
            raise EncodingError(f"{name}: {error}") from None
        self.instances: dict[str, str] = instances
        self.outputs = tuple(outputs)
        if len(self.outputs) > 1:
            self.parts = {one.partition("/")[0]: (one,) for one in self.outputs}
        inputs = [one.signature for one in known.values() if one.role == "Input"]
        self.inputs = tuple(
            dict.fromkeys([*inputs, *(fact.signature for fact in found)])
        )
        self.encodings = {ENCODING: (encoding,)} if encoding.is_file() else {}
        clues = clues_of(known)
        self._opened = opened(clues), opened(clues, is_usual=True)
        self.clues = tuple(one.signature for one in clues)
        if (space := folder / SPACE).is_file():
            chosen = _text(space)
            known_inputs = set(inputs).intersection(derived_in(chosen))
            usual = self._opened[1] if _BOARD in self.functions else chosen.text
            self._opened = chosen.text, usual
            self.clues = tuple(sorted(known_inputs)) or chosen_in(chosen)
        self.has_verifier = "verify" in self.functions
        if self.is_sized:
            self.notations = (*self.notations, "rows")
        self._is_drawn = self.is_sized and any(one.drawing for one in known.values())

    def __reduce__(self) -> tuple[Callable[[str], "FolderFamily"], tuple[str]]:
        return family, (self.name,)

    @property
    def is_sized(self) -> bool:
        """Whether boards have a declared width and height."""
        return set(_SIZE) <= self.declarations.keys()

    def files_of_instances(self) -> list[Path]:
        """Return the files with instances."""
        return [*filter(Path.is_file, sorted((self.folder / INSTANCES).glob("*.lp")))]

    def puzzle(self, facts: str) -> FactPosition:
        """Return the position with these facts, and nothing drawn on it."""
        return FactPosition(facts)

    def drawn(self, position: FactPosition, atoms: Atoms) -> FactPosition:
        """Return the puzzle of a position with atoms."""
        return FactPosition(position.facts, atoms)

    @cached_property
    def form(self) -> Form:
        """How boards are written in rows; those of instances have numbers beside."""
        facts = (atom for text in self.instances.values() for atom in facts_of(text))
        beside = frozenset(
            atom.name
            for atom in facts
            if isinstance(at := atom.arguments[0], Point) and min(at) < 0
        )
        return Form(self.declarations, beside)

    def read_notation(self, text: str) -> Iterable[Sheet[FactPosition]] | None:
        """Return the boards of drawings of characters, or of rows of words.

        Text with parentheses has facts, and + and | begin lines of other drawings.
        """
        if not self.is_sized:
            return None
        if drawings.recognizes(text):
            return map(self.of_facts, drawings.read(text, self.form))
        is_named = text.lstrip().startswith(recognized(text) or "\0")
        if is_named or re.search(r"[({]|^\s*[+|]", text, re.MULTILINE):
            return None
        return map(self.of_facts, self.form.read(text))

    def rows(self, facts: Iterable[Atom], atoms: Iterable[Atom]) -> str:
        """Return a board as rows of words."""
        return self.form.written((*facts, *sorted(atoms)))

    def check(self, facts: Sequence[Atom]) -> None:
        """Raise AtomError for a fact that is at a wrong place, or there twice."""
        if not self.inputs or not self.declarations:
            return
        known = self.declarations
        sizes = [one for one in _SIZE if one in known and known[one].role == "Input"]
        for size in sizes:
            value_in(facts, size.partition("/")[0])
        if len(sizes) == len(_SIZE):
            check_holes(facts)
        check_clues(self._source, clues_of(known), joined(facts), [*map(str, facts)])

    def verify(self, position: FactPosition) -> Sequence[Violation]:
        """Return what `verify` of the Python file finds, in its words.

        The places are the cells that the words name.
        """
        if not self.has_verifier:
            return []
        drawn = position.texts or frozenset()
        found = self.functions["verify"](position.facts, drawn)
        return [
            Violation(Fault.BROKEN_RULE, cells_named(str(one)), str(one))
            for one in found
        ]

    def words(self, atom: Atom) -> str:
        """Return an atom with the names of its cells, as in `shaded at c3r1`.

        Values follow the name: `number 3 at c4r1`.
        """
        if not (self._is_drawn or "draw" in self.functions):
            return str(atom)
        places = [one for one in atom.arguments if isinstance(one, Point)]
        others = [unquoted(one) for one in atom.arguments if not isinstance(one, Point)]
        said = " ".join([atom.name, *others])
        if not places:
            return str(atom)
        return f"{said} at {' and '.join(map(describe, places))}"

    def text(self, position: FactPosition, style: TextStyle = PLAIN) -> str:
        """Return a drawing of characters, or else facts and drawn atoms."""
        if draw := self.functions.get("draw"):
            return str(draw(position.facts, position.texts))
        if self._is_drawn:
            holes = self._holes(position)
            drawn, size = self._shown(position)
            return board_text(drawn, size, rulers=style.rulers, holes=holes)
        return super().text(position, style)

    def scene(
        self,
        position: FactPosition,
        shading: Shading = "colors",
        marks: Collection[Point] = (),
    ) -> Scene:
        """Return a drawing for paper, if need be of the characters of its text."""
        if "draw" in self.functions:
            return of_text(self.text(position))
        if self._is_drawn:
            title = title_of(str(self.folder / ENCODING))
            return board_scene(*self._shown(position), title, self._holes(position))
        return super().scene(position, shading, marks)

    def _holes(self, position: FactPosition) -> list[Point]:
        """Return the cells that are missing."""
        return sorted(hole for (hole,) in values(facts_of(position.facts), "hole"))

    def _shown(
        self, position: FactPosition
    ) -> tuple[dict[Declaration, list[Any]], tuple[int, int]]:
        """Return what a board shows, by its declaration, and the size of the board.

        Places beside the board are next to its border.
        """
        facts = facts_of(position.facts)
        known = [one for one in self.declarations.values() if one.drawing]
        follow = tuple(one.signature for one in known if one.role == "Board")
        atoms = [*facts, *(position.atoms or ())]
        atoms += derived(self._source, follow, position.facts) if follow else ()
        width, height = size_of(facts)
        columns, rows = range(-1, 2 * width + 2), range(-1, 2 * height + 2)

        def is_on_board(place: object) -> bool:
            match place:
                case (x, y):
                    return x in columns and y in rows
            return False

        drawn = {
            one: [
                found
                for found in sorted(values(atoms, one.name), key=str)
                if len(found) == len(one.arguments) and is_on_board(found[0])
            ]
            for one in known
        }
        for one, atoms_of in drawn.items():
            if fault := misplaced(one, (of[0] for of in atoms_of)):
                raise EncodingError(f"{self.name}: {fault}")
        return drawn, (width, height)

    def opened(self, *, is_usual: bool = False) -> str:
        """Return the rules that choose the clues."""
        return self._opened[is_usual] if self.clues else ""

    def frame(self, width: int, height: int) -> str | None:
        """Return the facts of a board of a size; None if its clues cannot be chosen."""
        is_chosen = self.is_sized or (self.folder / SPACE).is_file()
        return super().frame(width, height) if is_chosen else None

    def random_board(self, rng: Random, width: int, height: int) -> str:
        """Return facts of a board without clues, by `random_board` of the file."""
        make = self.functions.get(_BOARD)
        return "" if make is None else str(make(rng, width, height))

    def random_facts(self, rng: Random, cells: int) -> str | None:
        """Return a random instance of the Python file."""
        make = self.functions.get("random_instance")
        return None if make is None else str(make(rng, cells))


@cache
def family(name: str) -> FolderFamily:
    """Return the family of a folder, or of a Python file in it, which is executed."""
    return FolderFamily(name)


def _executed(path: Path) -> dict[str, Any]:
    try:
        return runpy.run_path(str(path))
    except Exception as error:
        raise OptionError(f"{path}: {type(error).__name__}: {error}") from None


def _outputs(source: Text, known: Iterable[Declaration]) -> tuple[str, ...]:
    """Return the signatures that are declared as output, or else shown."""
    return tuple(one.signature for one in known if one.role == "Output") or tuple(
        f"{statement.name}/{statement.arity}"
        for statement in statements(source, "the encoding")
        if statement.ast_type == ast.ASTType.ShowSignature and statement.name
    )


def _facts(path: Path) -> str:
    try:
        return joined(facts_of(path.read_text(encoding="utf-8")))
    except (EncodingError, OSError, UnicodeDecodeError) as error:
        raise EncodingError(f"{path}: {error}") from None
