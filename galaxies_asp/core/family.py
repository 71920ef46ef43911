"""Families: puzzle types, with everything that questions have to know of one.

Galaxies (`galaxies.py`) is the family to read as an example. Commands, questions and
the page call the methods of a family, and never ask which family it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from galaxies_asp.core.asp.atoms import cells_in, facts_of, size_of
from galaxies_asp.core.asp.encodings import header_of, text_of
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import AnyProgram
from galaxies_asp.core.asp.symbols import atom_of, signature_of
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.atoms import Atom, Atoms, texts_of
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import (
    SQUARE,
    Lattice,
    Place,
    Point,
    in_reading_order,
    is_cell,
    touched_cells,
)
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle

if TYPE_CHECKING:  # loaded where something is grounded, judged, colored or drawn
    from random import Random

    from galaxies_asp.core.asp import clingo
    from galaxies_asp.core.asp.program import Program
    from galaxies_asp.core.asp.sources import Text
    from galaxies_asp.core.board.declarations import Declaration, MadeSoon
    from galaxies_asp.core.board.effort import Report
    from galaxies_asp.core.board.puzzle import Puzzle
    from galaxies_asp.core.drawing.palette import Shading
    from galaxies_asp.core.drawing.scene import Scene
    from galaxies_asp.core.verifying.violations import Violation

P = TypeVar("P")
"""The type of the positions of a family: a puzzle, maybe with what is drawn on it."""

_NONE: Mapping[str, Any] = MappingProxyType({})


class PositionFamily(ABC, Generic[P]):
    """What a puzzle type says about positions; `Family` adds how they are written.

    Subclasses say how facts and atoms become a position, and change the defaults.
    `families.facts` has those of families whose notation is facts.
    """

    name: str
    """A built-in name, the path of a folder, or the path of a Python file."""
    notations: Sequence[str] = ("text", "facts", "json")
    """The names of the notations that may hold a position, the usual one first."""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    """The signatures of the facts, and of the output, such as `galaxy/2`."""
    clues: tuple[str, ...] = ()
    """The signatures of the facts that may be changed: see `opened`."""
    parts: Mapping[str, tuple[str, ...]] = _NONE
    """Parts of the output by name, each with its signatures. Solutions that differ in a
    part can be counted."""
    encodings: Mapping[str, tuple[Path, ...]] = _NONE
    """Built-in encodings: a name and its files. The first one answers questions."""
    declarations: Mapping[str, Declaration] = _NONE
    """What the comments of the encoding declare, by signature."""
    instances: Mapping[str, str] = _NONE
    """Facts of puzzles by name."""
    stated: Mapping[str, int] = _NONE
    """The numbers of solutions that instances are said to have, by name."""
    chosen_by: str = ""
    """The name of the file that chooses boards, if there is one."""
    options: tuple[str, ...] = ()
    """Options of clingo for searches with these encodings."""
    at_random: ClassVar[tuple[str, ...]] = ("--rand-freq=0.05",)
    """Options of clingo for a search with a seed."""
    included: str = "galaxies"
    """The folder of encodings whose files may be included by their name alone."""
    drawn_lattice: Lattice = SQUARE
    """The lattice of the doubled grid on which boards are drawn."""
    has_verifier: bool = True
    """Whether `verify` judges solutions, independently of clingo."""
    is_styled: bool = False
    """Whether makers take a style of regions, and all options of a recipe."""
    has_generator: bool = False
    """Whether `generated` makes puzzles; otherwise they are sampled."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PositionFamily) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def has_side(self) -> bool:
        """Whether boards have a side, and no width and height."""
        return False

    @property
    def alike(self) -> list[tuple[str, str]]:
        """The signatures of inputs and outputs that are drawn alike."""
        of = {
            role: [one for one in self.declarations.values() if one.role == role]
            for role in ("Input", "Output")
        }
        return [
            (given.signature, drawn.signature)
            for given in of["Input"]
            for drawn in of["Output"]
            if given.drawing and given.shown == drawn.shown
        ]

    # Facts and atoms

    @abstractmethod
    def puzzle(self, facts: str) -> P:
        """Return the position with these facts, and nothing drawn on it."""

    @abstractmethod
    def drawn(self, position: P, atoms: Atoms) -> P:
        """Return the puzzle of a position with the atoms of an output drawn on it."""

    @abstractmethod
    def facts(self, position: P) -> str:
        """Return the facts of a puzzle."""

    @abstractmethod
    def atoms(self, position: P) -> Atoms | None:
        """Return what is drawn as atoms of the output; None if nothing is."""

    def dots(self, position: P) -> Puzzle | None:
        """Return the puzzle with dots; None if regions are not about dots."""
        return None

    def check_point(self, position: P, point: Point) -> None:
        """Raise `OptionError` if nothing can be asked about a place of the board."""

    def is_attempt(self, position: P) -> bool:
        """Tell whether something is drawn."""
        return self.atoms(position) is not None

    def named(self, position: P, name: str) -> P:
        """Return a position under a name, where positions have names."""
        return position

    def blank(self, position: P) -> P:
        """Return the puzzle with nothing drawn on it."""
        return self.puzzle(self.facts(position))

    def adjusted(self, facts: str) -> str:
        """Return facts, with what the encodings of the family need beside them."""
        return f"{facts}\n"

    # Text

    def check(self, facts: Sequence[Atom]) -> None:
        """Raise `AtomError` for a wrong fact of a puzzle that is read."""

    @property
    def usual_encodings(self) -> tuple[str, ...]:
        """The encodings that answers do not name."""
        return tuple(self.encodings)[:1]

    # Models

    @abstractmethod
    def reader(self, position: P, program: Program, encoding: str) -> AnyProgram:
        """Return a ground program with what reads solutions from its models.

        They may be read in a short form that `solution` takes.
        """

    def solution(self, position: P, found: Any) -> P:
        """Return the solution of a puzzle that `reader` has read."""
        return found  # type: ignore[no-any-return]

    def judge(self, position: P, rules: Rules) -> Callable[[Any], Sequence[Violation]]:
        """Return a function that returns the rules that a solution breaks."""
        return self.verify

    def has_models_of(self, position: P) -> bool:
        """Tell whether an encoding shows if what is drawn is a model of it."""
        return True

    def shown(self, model: clingo.Model) -> Atoms:
        """Return the atoms of the output in a model."""
        # Most atoms have another name, which takes less time to read than the rest.
        names = {name.lstrip("-").partition("/")[0] for name in self.outputs}
        return frozenset(
            atom_of(symbol)
            for symbol in model.symbols(atoms=True)
            if symbol.name in names and signature_of(symbol) in self.outputs
        )

    def projection(self, position: P, encoding: str, part: str = "") -> str:
        """Return the statements that project models to solutions, or to a part."""
        return projected_to(self.parts[part] if part else self.outputs)

    def search_options(self, encoding: str, part: str = "") -> Sequence[str]:
        """Return the options of clingo for searches with an encoding."""
        # The encodings of a family with options show its output and nothing else.
        is_shown = self.options and encoding in self.encodings and not part
        return (*self.options, f"--project={'show' if is_shown else 'project'}")

    # Rules

    def under(self, position: P, rules: Rules) -> P:
        """Return a position with the variants and the declared clues of rules."""
        return position

    @abstractmethod
    def chosen(self, position: P, rules: Rules = STANDARD) -> str:
        """Return the name of the encoding to ground under rules.

        Raises `OptionError` if none is named, and the family has none of its own.
        Raises `EncodingError` if the encoding does not state the rules of the puzzle.
        """

    @abstractmethod
    def paths(self, encoding: str) -> tuple[Path, ...]:
        """Return the files of an encoding; `EncodingError` if there is none."""

    def source(self, encoding: str) -> Text:
        """Return the program of an encoding; `EncodingError` if unreadable."""
        return text_of(*self.paths(encoding), family=self.included)

    def rules_in_words(self) -> str:
        """Return the header of the first encoding; empty if it has none."""
        paths = next(iter(self.encodings.values()), ())
        return header_of(paths[-1]) if paths else ""

    def heading(self) -> str:
        """Return the name of the family for people, in capitals as in a title."""
        return self.name

    def example(self) -> str:
        """Return a small puzzle for a page of rules; empty if there is none."""
        return ""

    def obstacle(self, position: P) -> str | None:
        """Return why a puzzle has no solution, where no search is needed to see it."""
        return None

    def verify(self, position: P) -> Sequence[Violation]:
        """Return the rules that are broken by what is drawn."""
        return []

    def words(self, atom: Atom) -> str:
        """Return an atom of the output, or a clue, in words."""
        return str(atom)

    def solved_json(self, solved: P) -> object:
        """Return a solution as JSON: by default its atoms."""
        return texts_of(self.atoms(solved) or ())

    def fields(self, puzzle: P, solved: P) -> Fields:
        """Return a solution of a puzzle as fields of an answer in JSON."""
        return {"solution": self.solved_json(solved)}

    def listed(self, puzzle: P, solutions: Sequence[P]) -> Fields:
        """Return several solutions of a puzzle as fields of an answer in JSON."""
        return {"solutions": [self.solved_json(solved) for solved in solutions]}

    def differences(self, solutions: Sequence[P]) -> str:
        """Return in words where two solutions differ; empty if it is not said."""
        return ""

    def remark(self, position: P) -> str:
        """Return a line for people about a puzzle or a solution; maybe empty."""
        return ""

    def lack(self, position: P) -> str:
        """Return a line about a board on which nothing is given; maybe empty."""
        return ""

    # Board

    def source_of(self, position: P) -> str:
        """Return where a puzzle is from; maybe empty."""
        return ""

    def caption(self, position: P) -> str:
        """Return the variants and clues of a puzzle that stand below it, in words."""
        return ""

    def text(self, position: P, style: TextStyle = PLAIN) -> str:
        """Return a drawing of characters: by default facts and drawn atoms."""
        atoms = " ".join(texts_of(self.atoms(position) or ()))
        return f"{self.facts(position).rstrip()}\n{atoms}".rstrip() + "\n"

    def text_with(self, position: P, solved: P, style: TextStyle = PLAIN) -> str:
        """Return a drawing of a puzzle and its solution; that contains the puzzle."""
        return self.text(solved, style)

    def scene(
        self, position: P, shading: Shading = "colors", marks: Collection[Point] = ()
    ) -> Scene:
        """Return a drawing for paper; `GalaxiesError` if the family draws none."""
        raise GalaxiesError(f"{self.name} draws no boards, only facts")

    def size(self, position: P) -> tuple[int, int, int]:
        """Return the sort key by size, the number of cells or facts first."""
        return len(facts_of(self.facts(position))), 0, 0

    def column_and_row(self, position: P, cell: Point) -> tuple[int, int]:
        """Return where a cell, or a cell beside an edge, is in print, both from 1.

        A place above a column, or before a row, has the numbers of its first cell.
        """
        beside = (cell,) if is_cell(cell) else touched_cells(cell)
        x, y = next((one for one in beside if min(one) > 0), beside[0])
        return max(x, 0) // 2 + 1, max(y, 0) // 2 + 1

    @property
    def has_links(self) -> bool:
        """Whether atoms on edges are drawn from cell to cell, not as borders."""
        return any(one.drawing == "line" for one in self.declarations.values())

    def drawn_cells(self, position: P) -> Mapping[Point, Point]:
        """Return where cells are drawn, on the doubled grid; none without a board."""
        if "width/1" not in self.inputs:
            return {}
        cells = cells_in(facts_of(self.facts(position)))
        return {cell: cell for cell in in_reading_order(cells)}

    def point_name(self, position: P, point: Point) -> str:
        """Return the name of a point in a sentence where cells are no squares."""
        return str(point)

    def stroke(self, atom: Atom) -> Sequence[Place]:
        """Return the places on which an atom is drawn, from one end to the other."""
        return [point for point in atom.arguments if isinstance(point, Point)]

    # Making

    made: MadeSoon | None = None
    """Which puzzles are made within seconds; None: it is not said."""

    def board_size(self, facts: Collection[Atom]) -> tuple[int, int]:
        """Return the columns and rows of the board with some facts."""
        return size_of(facts)

    def generated(
        self,
        rng: Random,
        size: tuple[int, int],
        report: Report,
        holes: Collection[Point] = (),
    ) -> P:
        """Return a puzzle of a size with one solution, for families that make them."""
        raise GalaxiesError(f"{self.name} has no way of its own to make puzzles")

    def opened(self, *, is_usual: bool = False) -> str:
        """Return the rules that choose the clues of a puzzle instead of facts.

        A constant `most` may limit their number. `is_usual`: as in generated puzzles.
        """
        return ""

    def random_facts(self, rng: Random, cells: int) -> str | None:
        """Return a random puzzle for comparisons; None: clues are opened instead."""
        return None

    def frame(self, width: int, height: int) -> str | None:
        """Return the facts of a board of a size without clues; None: there is none."""
        return f"width({width}). height({height})."

    def frame_of(self, width: int, height: int) -> str | None:
        """Return the facts of a board with some columns and rows; None without one."""
        return self.frame(width, height)

    def random_board(self, rng: Random, frame: str) -> str:
        """Return more facts of a board on which clues are chosen, such as regions."""
        return ""


def projected_to(signatures: Iterable[str]) -> str:
    """Return the statements that project models to the atoms of some signatures."""
    return "".join(f"#project {signature}.\n" for signature in signatures)
