"""Families of the user: a folder with an encoding, or a Python file in it.

The comments of the encoding declare the facts, the output and the drawing; see
`board.declarations`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

from galaxies_asp.core.asp.atoms import check_holes, facts_of, value_in
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.clues import check_clues, check_domains, opened
from galaxies_asp.core.asp.encodings import text_of, title_of
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.atoms import Atom, joined
from galaxies_asp.core.board.declarations import (
    Declaration,
    clues_of,
    declared,
    lattice_in,
    made_in,
)
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import (
    AtomError,
    DeclarationError,
    EncodingError,
    OptionError,
    did_you_mean,
)
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.families.addresses import form_in
from galaxies_asp.families.drawn import SIZE
from galaxies_asp.families.facts import FactPosition
from galaxies_asp.families.functions import called, executed, facts_in, texts
from galaxies_asp.families.games import game_in
from galaxies_asp.families.opened import chosen_in, derived_in
from galaxies_asp.families.registry import names
from galaxies_asp.families.written import WrittenFamily

INTERFACE, ENCODING, SPACE = "interface.lp", "encoding.lp", "boards.lp"
INSTANCES, EXAMPLE = "instances", "example.txt"

_PYTHON = "family.py"
"""The verifier of a shipped folder, which is executed; those of others are not."""

_BOARD = "random_board"
"""The function of a Python file that yields boards on which clues are chosen."""

_FRAME = {"width", "height", "side", "hole"}
"""The names of facts that say which cells there are."""

_SIZES = {f"{name}/1" for name in _FRAME}

_STATED = re.compile(r"^% solutions: *(\d+) *$", re.MULTILINE)
_HEURISTIC = re.compile(r"^\s*#heuristic\b", re.MULTILINE)
_text = partial(text_of, family="families")


class FolderFamily(WrittenFamily):
    """The family of a folder, or of a Python file in it, which is executed.

    `encoding.lp` states the rules, and its comments declare the facts, the output and
    the drawing; instead, `interface.lp` may declare them. The files in `instances/`
    hold facts. `boards.lp` is optional: the facts of all instances with `width(W)` and
    `height(H)`, of which those that it chooses are the clues of a puzzle.

    The names of a Python file are, as far as it has them, `verify`, `obstacle`,
    `remark`, `draw`, `generator`, `random_board` and `random_instance`.

    `instances`: the facts of instances by name. `functions`: the names of the Python
    file.

    Raises `OptionError` if the name is no folder and no Python file, or the Python file
    is faulty. Raises `EncodingError` if a file of the folder is missing or faulty.
    """

    included = "families"

    def __init__(self, name: str) -> None:
        path, self._usual = names().get(name, (Path(name), ""))
        if not path.is_dir() and path.suffix != ".py":
            raise OptionError(f"{name}: a family is a folder or a Python file")
        self.name = name
        self.folder = folder = path if path.is_dir() else path.parent
        shipped = folder / _PYTHON
        if path.is_dir() and name in names() and shipped.is_file():
            path = shipped
        self.functions = {} if path.is_dir() else executed(path)
        encoding = folder / ENCODING
        self.encodings = {ENCODING: (encoding,)} if encoding.is_file() else {}
        self.encoding = _text(*filter(Path.is_file, (folder / INTERFACE, encoding)))
        self.picture_title = title_of(str(encoding))
        if _HEURISTIC.search(self.encoding.text):
            self.options = ("--heuristic=Domain", "--sat-prepro=2")
        self._declare(self.encoding)
        known = self.declarations.values()
        self.outputs = _outputs(self.encoding, known)
        if not self.outputs:
            raise EncodingError(
                f"{name}: a family needs an output: a declaration in {ENCODING} that "
                f'begins with "Output.", or #show in {ENCODING} or {INTERFACE}'
            )
        if len(self.outputs) > 1:
            self.parts = {one.partition("/")[0]: (one,) for one in self.outputs}
        inputs = [one.signature for one in known if one.role == "Input"]
        self.inputs = tuple(dict.fromkeys([*inputs, *self._add_instances()]))
        self._open_clues(inputs)
        self.has_verifier = "verify" in self.functions
        self.has_generator = "generator" in self.functions
        self.notations = (
            *self.notations,
            *(["rows"] if self.is_sized else ()),
            *(["puzzlink", "pzprv3"] if self.address else ()),
            *(["tatham"] if self.game else ()),
            *(["penpa"] if self.has_editor else ()),
        )

    def _declare(self, source: Text) -> None:
        """Read the comments of the encoding, and refuse what cannot be meant."""
        try:
            self.declarations = declared(source.text, once=True)
            names = {one.name for one in self.declarations.values()}
            self.address = form_in(source.text, names)
            self.game = game_in(source.text, names)
            self.drawn_lattice = lattice_in(source.text)
            self.made = made_in(source.text)
        except DeclarationError as error:
            file, line = source.position(error.line)
            raise EncodingError(f"{file}:{line}: {error}") from None
        check_domains(source, clues_of(self.declarations))

    def _add_instances(self) -> Iterable[str]:
        """Read the instances, and yield the signatures of their facts."""
        self.instances, self.stated = dict[str, str](), dict[str, int]()
        for path in self.files_of_instances():
            text = _read(path)
            try:
                facts = facts_of(text)
            except EncodingError as error:
                raise EncodingError(f"{path}: {error}") from None
            if said := _STATED.search(text):
                self.stated[path.stem] = int(said[1])
            self.instances[path.stem] = joined(facts)
            yield from self._signatures(path, facts)

    def _signatures(self, path: Path, facts: Iterable[Atom]) -> Iterable[str]:
        """Yield the signatures of facts, or raise `EncodingError` at an unknown one."""
        declared = self.declarations.values()
        inputs = [one.signature for one in declared if one.role == "Input"]
        known = {*inputs, *self.outputs}
        for fact in facts:
            if inputs and fact.signature not in known:
                fault = f"no comment declares {fact.signature}"
                meant = did_you_mean(fact.signature, known)
                raise EncodingError(f"{path}: {fact}: {fault}{meant}")
            yield fact.signature

    def _open_clues(self, inputs: Sequence[str]) -> None:
        """Find out which clues are chosen: those with domains, or of `boards.lp`."""
        clues = clues_of(self.declarations)
        self._opened = opened(clues), opened(clues, is_usual=True)
        self.clues = tuple(one.signature for one in clues)
        space = self.folder / SPACE
        if not space.is_file():
            return
        self.chosen_by, chosen = SPACE, _text(space)
        known = sorted(derived_in(chosen).intersection(inputs))
        if not known and (others := ", ".join(sorted({*inputs} - _SIZES))):
            raise EncodingError(f"{space}: it chooses none of the inputs {others}")
        usual = self._opened[1] if _BOARD in self.functions else chosen.text
        self._opened = chosen.text, usual
        self.clues = tuple(known) or chosen_in(chosen)

    def __reduce__(self) -> tuple[Callable[[str], "FolderFamily"], tuple[str]]:
        return family, (self.name,)

    def files_of_instances(self) -> list[Path]:
        """Return the files with instances."""
        return [*filter(Path.is_file, sorted((self.folder / INSTANCES).glob("*.lp")))]

    def puzzle(self, facts: str) -> FactPosition:
        """Return the position with these facts, and nothing drawn on it.

        It has the usual fact of an alias, unless it has another one of its name.
        """
        usual = self._usual
        if usual and not re.search(rf"\b{usual.partition('(')[0]}\(", facts):
            facts += f"{usual}\n"
        return super().puzzle(facts)

    def check(self, facts: Sequence[Atom]) -> None:
        """Raise AtomError for a fact that is at a wrong place, or there twice."""
        if not self.inputs or not self.declarations:
            return
        known = self.declarations
        sizes = [one for one in SIZE if one in known and known[one].role == "Input"]
        for size in sizes:
            value_in(facts, size.partition("/")[0])
        if len(sizes) == len(SIZE):
            check_holes(facts)
        if self.has_side:
            self.board_size(facts)
        for fact in facts:
            value = self._settings.get(fact.name)
            if value not in (None, *fact.arguments):
                raise AtomError(str(fact), f"it takes {value}")
        if self.is_sized:
            self.check_places(facts)
        check_clues(self.encoding, clues_of(known), joined(facts), [*map(str, facts)])

    def verify(self, position: FactPosition) -> Sequence[Violation]:
        """Return what `verify` of the Python file finds, in its words.

        The places are the cells that the words name.
        """
        if not self.has_verifier:
            return []
        found = called(self.functions, "verify", texts, *self.given(position))
        return [
            Violation(Fault.BROKEN_RULE, self.cells_in(position, o), o) for o in found
        ]

    def obstacle(self, position: FactPosition) -> str | None:
        """Return what `obstacle` of the Python file says of a puzzle."""
        if "obstacle" not in self.functions:
            return None
        board, _ = self.given(position)
        return next(iter(called(self.functions, "obstacle", texts, board)), None)

    def remark(self, position: FactPosition) -> str:
        """Return what `remark` of the Python file says of what is drawn."""
        if "remark" not in self.functions or not position.atoms:
            return ""
        return "".join(called(self.functions, "remark", texts, *self.given(position)))

    def lack(self, position: FactPosition) -> str:
        """Return that a board has no clues, if its type has any."""
        names = {one.partition("/")[0] for one in self.inputs} - _FRAME
        is_given = any(f"{name}(" in position.facts for name in names)
        return "" if is_given or not names else "this board has no clues"

    def of_form(self, fields: Fields) -> Sheet[FactPosition]:
        """Return the board of an object of JSON that `of_fields` of the file knows."""
        return _sheet(*called(self.functions, "of_fields", tuple, fields))

    def heading(self) -> str:
        """Return what stands before a colon in the title of the encoding, or the name.

        That of an alias is its own.
        """
        name, colon, _ = self.picture_title.partition(": ")
        return name if colon and not self._usual else Path(self.name).stem

    def example(self) -> str:
        """Return the text of `example.txt`; empty without this file."""
        file = self.folder / EXAMPLE
        return _read(file) if file.is_file() else ""

    def opened(self, *, is_usual: bool = False) -> str:
        """Return the rules that choose the clues."""
        return self._opened[is_usual] if self.clues else ""

    def frame(self, width: int, height: int) -> str | None:
        """Return the facts of a board of a size; None if its clues cannot be chosen."""
        is_chosen = self.is_sized or bool(self.chosen_by)
        if self.has_side:
            if width != height:
                raise OptionError(
                    f"{width}x{height}: the size of {self.name} is one number"
                )
            return f"side({width})."
        return super().frame(width, height) if is_chosen else None

    def frame_of(self, width: int, height: int) -> str | None:
        """Return the facts of a board with some columns and rows; None without one."""
        if not self.has_side:
            return self.frame(width, height)
        is_board = width == height and width % 2 and width > 1
        return f"side({width // 2})." if is_board else None

    def generated(
        self,
        rng: Random,
        size: tuple[int, int],
        report: Report,
        holes: Collection[Point] = (),
    ) -> FactPosition:
        """Return the puzzle that `generator` of the Python file makes."""
        more = {"holes": holes} if holes else {}
        made = called(self.functions, "generator", facts_in, rng, size, report, **more)
        return FactPosition(made)

    def random_board(self, rng: Random, frame: str) -> str:
        """Return facts of a board without clues, by `random_board` of the file."""
        if _BOARD not in self.functions:
            return ""
        board, _ = self.given(self.puzzle(frame))
        return called(self.functions, _BOARD, facts_in, rng, board)

    def random_facts(self, rng: Random, cells: int) -> str | None:
        """Return a random instance of the Python file."""
        if "random_instance" not in self.functions:
            return None
        return called(self.functions, "random_instance", facts_in, rng, cells)


@cache
def family(name: str) -> FolderFamily:
    """Return the family of a folder, or of a Python file in it, which is executed."""
    return FolderFamily(name)


def _sheet(kind: str, name: str, facts: str, atoms: str | None) -> Sheet[FactPosition]:
    """Return the board of a family; `atoms`: None if nothing is drawn."""
    found = facts_of(facts + (atoms or ""))
    board = family(kind).of_facts(found, is_attempt=atoms is not None)
    return replace(board, name=name)


def _outputs(source: Text, known: Iterable[Declaration]) -> tuple[str, ...]:
    """Return the signatures that are declared as output, or else shown."""
    return tuple(one.signature for one in known if one.role == "Output") or tuple(
        f"{statement.name}/{statement.arity}"
        for statement in statements(source, "the encoding")
        if statement.ast_type == ast.ASTType.ShowSignature and statement.name
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EncodingError(f"{path}: {error}") from None
