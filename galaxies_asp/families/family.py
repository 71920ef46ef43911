"""Families: puzzle types, with all that commands and the lab need of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp import sources
from galaxies_asp.core.asp.atoms import (
    Atoms,
    facts_of,
    joined,
    signature_of,
    value,
    value_in,
)
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import AUTO, header_of, text_of
from galaxies_asp.core.board.declarations import Declaration
from galaxies_asp.core.board.errors import EncodingError, GalaxiesError, OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import check_size

if TYPE_CHECKING:
    import clingo

    from galaxies_asp.core.asp.search import GroundProgram
    from galaxies_asp.core.drawing.scene import Scene

_MALFORMED = (ValueError, TypeError, LookupError, RuntimeError)
"""What the functions of a family raise at atoms that are no answer."""


class GenerationError(GalaxiesError):
    """No puzzle was found."""


@dataclass(frozen=True, slots=True)
class Board:
    """An instance, or a set of instances."""

    name: str
    """Its name for people."""
    facts: str
    """The facts that all encodings read."""
    choices: str = ""
    """Rules that choose further facts, so that one program has the solutions of many
    instances; empty for a single instance."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an encoding."""

    atoms: Atoms
    """The atoms of the output."""
    given: Atoms = frozenset()
    """The facts of the instance that were chosen; see `Board.choices`."""

    def cost(self) -> tuple[object, ...]:
        """Return the sort key: few chosen facts come first."""
        return len(self.given), sorted(self.given), sorted(self.atoms)


@dataclass(frozen=True, slots=True)
class Plain:
    """A position of a family without a class of its own.

    Those of other families have the same attributes.
    """

    facts: str
    """The facts of the puzzle."""
    atoms: Atoms | None = None
    """The atoms that are drawn; None if nothing is."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is drawn."""
        return self.atoms is None


Ground = Callable[[Board, Sequence[str]], "GroundProgram[Answer]"]


@dataclass(frozen=True)
class Family:
    """A puzzle type: its rules, instances, notations and drawings.

    Its functions take facts as a text, or positions, objects of a class of its own.
    """

    name: str
    """A built-in name, the path of a folder, or the path of a Python file."""
    module: str
    """The module whose function `family` returns it by its name, also elsewhere."""
    outputs: tuple[str, ...]
    """The signatures of the output, such as `galaxy/2`."""
    output_meaning: str = ""
    """What the output says, for messages about models without it."""
    instances: Mapping[str, str] = field(default_factory=dict)
    """Instances by name."""
    stated: Mapping[str, int] = field(default_factory=dict)
    """Numbers of solutions that instances are said to have, by name."""
    inputs: tuple[str, ...] = ()
    """The signatures of the facts."""
    ignorable: tuple[str, ...] = ()
    """Those of them that do not affect the rules."""
    encodings: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    """Built-in encodings: a name and its files. The first one answers questions."""
    options: tuple[str, ...] = ()
    """Options of clingo for searches with these encodings, if they show the output
    and nothing else."""
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parts of the output by name, each with its signatures: solutions that differ in
    a part can be counted."""
    opened: str = ""
    """The rules that choose the clues of a puzzle instead of facts. A constant `most`
    may limit their number."""
    usual: str = ""
    """Those of generated puzzles; empty: the same."""
    clues: tuple[str, ...] = ()
    """The signatures of the facts that they choose."""
    declarations: Mapping[str, Declaration] = field(default_factory=dict)
    """What the encoding declares, by signature."""
    included: str = "galaxies"
    """The folder of encodings whose files may be included by their name alone."""
    check: Callable[[Sequence[str]], None] = lambda facts: None
    """Raises `AtomError` for a wrong fact of a puzzle that is read."""
    read: Callable[[str], Sequence[Any]] | None = None
    """Returns the positions in a text of a notation of the family."""
    notations: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """Functions that write a position, by the names of the notations."""
    labels: Callable[[Any], tuple[str, str]] = lambda position: ("", "")
    """Returns the name of a position, and that of its family if it is another one."""
    named: Callable[[Any, str], Any] = lambda position, name: position
    """Returns a position under a name, if positions have names."""
    puzzle: Callable[[str], Any] = Plain
    """Returns the position with these facts, and nothing drawn on it."""
    drawn: Callable[[Any, Atoms], Any] = lambda plain, atoms: Plain(plain.facts, atoms)
    """Returns the position of atoms on a puzzle."""
    violations: Callable[[Any], Sequence[object]] | None = None
    """Returns the broken rules of a position; independent of clingo."""
    drawing: Callable[[Any, bool], str] | None = None
    """Returns a position as text, with ANSI colors if the second argument is true."""
    scene: Callable[[Any], "Scene"] | None = None
    """Returns the shapes of a position."""
    column_and_row: Callable[[Any, Point], tuple[int, int]] | None = None
    """Returns where a cell of a position is in print, both from 1; by default cells
    are points of the doubled grid."""
    stroke: Callable[[str], Sequence[tuple[float, ...]]] = lambda atom: [
        point for point in value(atom)[1:] if isinstance(point, tuple)
    ]
    """Returns the places of the scene on which an atom of the output is drawn, from
    one end to the other; by default those of its arguments that are points."""
    obstacle: Callable[[Any], str | None] = lambda puzzle: None
    """Returns why a puzzle has no solution, where this is seen without a search."""
    remark: Callable[[Any], str] = lambda position: ""
    """Returns a line about a solution for people."""
    fields: Callable[[Any], Any] | None = None
    """Returns a solution as an object of JSON."""
    words: Callable[[str], str] = str
    """Returns an atom in words."""
    generator: str = ""
    """The module whose function `generate(size, rng, family, report)` makes a solved
    puzzle with one solution; empty: puzzles are sampled."""
    smaller: Callable[[str], Iterable[str]] | None = None
    """Yields instances that lack a part of an instance."""
    spaces: Callable[[int, int], Sequence[Board]] | None = None
    """Returns the sets of all instances up to a size, with how to name them."""
    all_boards: Callable[[int, int], Sequence[Board]] | None = None
    """Returns the sets of all instances up to a size, with every kind of fact, that
    are searched rather than enumerated; by default `spaces`."""
    random: Callable[[Random, int], str] | None = None
    """Returns the facts of a random instance with about this number of cells."""
    size: Callable[[str], int] = len
    """Returns the size of an instance for plots."""
    files: Callable[[str], tuple[Path, ...]] | None = None
    """Returns the files of an encoding."""
    adjust: Callable[[str], str] = lambda facts: ""
    """Returns rules to add to an instance."""
    normalize: Callable[[Answer], Answer] = lambda answer: answer
    """Returns the answer without what the comparison ignores."""
    native: Mapping[str, Ground] = field(default_factory=dict)
    """Grounds encodings that are not texts."""

    def __reduce__(self) -> "tuple[Callable[[str, str], Family], tuple[str, str]]":
        return family_of, (self.module, self.name)

    def paths(self, encoding: str) -> tuple[Path, ...]:
        """Return the files of an encoding.

        Raises
        ------
        EncodingError
            If there is no such encoding.
        """
        if self.files is not None:
            return self.files(encoding)
        if encoding in self.encodings:
            return self.encodings[encoding]
        if Path(encoding).is_file():
            return (Path(encoding),)
        known = ", ".join(self.encodings) or "none"
        raise EncodingError(
            f"no encoding {encoding!r}: neither a file nor a built-in one ({known})"
        )

    def chosen(self, encoding: str = AUTO) -> str:
        """Return an encoding, by default the first one of the family.

        Raises
        ------
        OptionError
            If the family has none of its own.
        """
        if encoding not in ("", AUTO):
            return encoding
        for own in self.encodings:
            return own
        raise OptionError(f"{self.name} has no encoding of its own; name one with -e")

    def text(self, encoding: str) -> sources.Text:
        """Return the program of an encoding.

        Raises
        ------
        EncodingError
            If there is none, or it may not be read.
        """
        return text_of(*self.paths(encoding), family=self.included)

    def rules(self) -> str:
        """Return the rules in words: the header of the first encoding; maybe empty."""
        paths = next(iter(self.encodings.values()), ())
        return header_of(paths[-1]) if paths else ""

    def program(self, board: Board) -> str:
        """Return the facts and choices of a board."""
        return f"{self.adjusted(board.facts)}{board.choices}\n"

    def adjusted(self, facts: str) -> str:
        """Return facts, with what the encodings of the family need beside them."""
        return f"{facts}\n{self.adjust(facts)}\n"

    def projection(self, board: Board) -> str:
        """Return the statements that project models to answers."""
        signatures = [*self.outputs, *(self.inputs if board.choices else ())]
        return projected_to(signatures)

    def faults(self, board: Board, answer: Answer) -> tuple[str, ...]:
        """Return the rules that an answer breaks; nothing without a verifier."""
        if self.violations is None:
            return ()
        try:
            puzzle = self.puzzle(instance_of(board, answer).facts)
            position = self.drawn(puzzle, answer.atoms)
            return tuple(map(str, self.violations(position)))
        except _MALFORMED as error:
            return (f"the atoms are no answer on this board ({error})",)

    def shown(self, model: "clingo.Model") -> Atoms:
        """Return the atoms of the output in a model."""
        return frozenset(
            str(symbol)
            for symbol in model.symbols(atoms=True)
            if signature_of(symbol) in self.outputs
        )

    def draw(self, facts: str, atoms: Atoms | None = None) -> str:
        """Return an instance as text, with the atoms of an answer."""
        puzzle = self.puzzle(facts)
        return self.written(puzzle if atoms is None else self.drawn(puzzle, atoms))

    def written(self, position: Any, *, color: bool = False) -> str:
        """Return a position as text: a drawing, or else facts and drawn atoms."""
        if self.drawing is not None:
            return self.drawing(position, color)
        atoms = " ".join(sorted(position.atoms or ()))
        return f"{position.facts.rstrip()}\n{atoms}".rstrip() + "\n"


def family_of(module: str, name: str) -> Family:
    """Return the family with a name, by the function `family` of a module."""
    family: Family = import_module(module).family(name)
    return family


def instance_of(board: Board, answer: Answer) -> Board:
    """Return the instance to which an answer belongs."""
    if not board.choices:
        return board
    chosen = "".join(f" {fact}." for fact in sorted(answer.given))
    return Board(board.name, f"{board.facts}{chosen}")


def projected_to(signatures: Iterable[str]) -> str:
    """Return the statements that project models to the atoms of some signatures."""
    return "".join(f"#project {signature}.\n" for signature in signatures)


def sizes_up_to(width: int, height: int) -> list[tuple[int, int]]:
    """Return the sizes of boards up to a size, those with few cells first."""
    sizes = product(range(1, width + 1), range(1, height + 1))
    return sorted(sizes, key=lambda size: (size[0] * size[1], size[1]))


def size_of(facts: Sequence[str]) -> tuple[int, int]:
    """Return the width and the height in facts; raise an error if they are wrong."""
    width, height = value_in(facts, "width"), value_in(facts, "height")
    check_size(width, height)
    return width, height


def boards_up_to(
    width: int, height: int, said: str, choices: str, more: str = ""
) -> list[Board]:
    """Return the sets of instances on the boards up to a size.

    Parameters
    ----------
    said
        What is chosen, before the size of the board in the name of a set.
    choices
        The rules that choose facts; see `Board`.
    more
        Facts beside those about the size.
    """
    return [
        Board(f"{said} {w}x{h}", f"width({w}). height({h}).{more}", choices)
        for w, h in sizes_up_to(width, height)
    ]


def without_each_fact(facts: str, *kept: str) -> Iterator[str]:
    """Yield the facts without one of them; those with some names are kept."""
    every = facts_of(facts)
    for index, fact in enumerate(every):
        if value(fact)[0] not in kept:
            yield joined([*every[:index], *every[index + 1 :]])


def bundled_files(*names: str) -> tuple[Path, ...]:
    """Return files of the folder of encodings."""
    return tuple(data_folder("encodings") / name for name in names)


def boards_of(family: Family, names: Sequence[str]) -> Iterator[Board]:
    """Yield the instances with these names, or all; a name may be that of a file.

    Raises
    ------
    OptionError
        If there is none with this name.
    """
    for name in names or family.instances:
        if name in family.instances:
            yield Board(name, family.instances[name])
        elif Path(name).is_file():
            yield Board(Path(name).stem, Path(name).read_text(encoding="utf-8"))
        else:
            known = ", ".join(family.instances) or "none"
            raise OptionError(f"no instance {name!r}; there are: {known}")


def random_boards(family: Family, count: int, cells: int, seed: int) -> list[Board]:
    """Return random instances of growing size, the largest with this many cells.

    Raises
    ------
    GalaxiesError
        If the family makes none.
    """
    if family.random is None:
        raise GalaxiesError(f"the family {family.name} makes no random instances")
    rng, sizes = Random(seed), (cells * (n + 1) // count for n in range(count))
    facts = [family.random(rng, max(1, size)) for size in sizes]
    return [Board(f"random board {n}", board) for n, board in enumerate(facts, 1)]
