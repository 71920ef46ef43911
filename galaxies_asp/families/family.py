"""Families: the problems whose encodings the lab compares."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from galaxies_asp.asp import sources
from galaxies_asp.asp.atoms import Atoms
from galaxies_asp.asp.encodings import text_of
from galaxies_asp.errors import EncodingError, GalaxiesError, OptionError

if TYPE_CHECKING:
    from galaxies_asp.asp.search import GroundProgram


@dataclass(frozen=True, slots=True)
class Board:
    """An instance, or a set of instances.

    Attributes
    ----------
    name
        Its name for people.
    facts
        The facts that all encodings read.
    choices
        Rules that choose further facts, so that one program has the solutions of many
        instances; empty for a single instance.
    """

    name: str
    facts: str
    choices: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an encoding.

    Attributes
    ----------
    atoms
        The atoms of the output.
    given
        The facts of the instance that were chosen; see `Board.choices`.
    """

    atoms: Atoms
    given: Atoms = frozenset()

    def cost(self) -> tuple[object, ...]:
        """Return the sort key: few chosen facts come first."""
        return len(self.given), sorted(self.given), sorted(self.atoms)


Ground = Callable[[str, Board, Sequence[str]], "GroundProgram[Answer]"]


@dataclass(frozen=True)
class Family:
    """A problem: its instances, its output, and what the lab can do with them.

    Attributes
    ----------
    name
        A built-in name, the path of a folder, or the path of a Python file.
    outputs
        The signatures of the output, such as `galaxy/2`.
    instances
        Instances by name.
    output_meaning
        What the output says, for messages about models without it.
    inputs
        The signatures of the facts.
    ignorable
        Those of them that do not affect the rules.
    verify
        Returns the rules that an answer to an instance breaks; independent of clingo.
    draw
        Returns an answer, or the instance alone, as text.
    smaller
        Yields instances that lack a part of an instance.
    spaces
        Returns the sets of all instances up to a size, with how to name them.
    random
        Returns the facts of a random instance with about this number of cells.
    size
        Returns the size of an instance for plots.
    encodings
        Built-in encodings: a name and its files.
    files
        Returns the files of an encoding.
    adjust
        Returns rules to add to an instance.
    normalize
        Returns the answer without what the comparison ignores.
    native
        Grounds encodings that are not texts.
    """

    name: str
    outputs: tuple[str, ...]
    output_meaning: str = ""
    instances: Mapping[str, str] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    ignorable: tuple[str, ...] = ()
    verify: Callable[[str, Atoms], Sequence[str]] | None = None
    draw: Callable[[str, Atoms | None], str] | None = None
    smaller: Callable[[str], Iterable[str]] | None = None
    spaces: Callable[[int, int], Sequence[Board]] | None = None
    random: Callable[[Random, int], str] | None = None
    size: Callable[[str], int] = len
    encodings: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    files: Callable[[str], tuple[Path, ...]] | None = None
    adjust: Callable[[str], str] = lambda facts: ""
    normalize: Callable[[Answer], Answer] = lambda answer: answer
    native: Mapping[str, Ground] = field(default_factory=dict)

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

    def text(self, encoding: str) -> sources.Text:
        """Return the program of an encoding.

        Raises
        ------
        EncodingError
            If there is none, or it may not be read.
        """
        return text_of(*self.paths(encoding))

    def program(self, board: Board) -> str:
        """Return the facts and choices of a board."""
        return f"{board.facts}\n{self.adjust(board.facts)}\n{board.choices}\n"

    def projection(self, board: Board) -> str:
        """Return the statements that project models to answers."""
        found = [*self.outputs, *(self.inputs if board.choices else ())]
        return "".join(f"#project {signature}.\n" for signature in found)

    def faults(self, board: Board, answer: Answer) -> tuple[str, ...]:
        """Return the rules that an answer breaks; nothing without a verifier."""
        if self.verify is None:
            return ()
        return tuple(self.verify(instance_of(board, answer).facts, answer.atoms))


def instance_of(board: Board, answer: Answer) -> Board:
    """Return the instance to which an answer belongs."""
    if not board.choices:
        return board
    chosen = "".join(f" {fact}." for fact in sorted(answer.given))
    return Board(board.name, f"{board.facts}{chosen}")


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
    rng = Random(seed)
    return [
        Board(
            f"random board {number}",
            family.random(rng, max(1, cells * number // count)),
        )
        for number in range(1, count + 1)
    ]
