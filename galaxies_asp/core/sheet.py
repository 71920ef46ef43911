"""Sheets: the boards that commands, questions and the page work on; their families."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from json import dumps
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from galaxies_asp.core.board.board import Answered, Brief
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.compared import ComparedFamily

if TYPE_CHECKING:
    from galaxies_asp.core.asp.rules import Rules
    from galaxies_asp.core.board.answer import Fields
    from galaxies_asp.core.board.atoms import Atoms
    from galaxies_asp.core.board.puzzle import Puzzle
    from galaxies_asp.core.drawing.palette import Shading
    from galaxies_asp.core.drawing.scene import Scene
    from galaxies_asp.core.drawing.text_style import TextStyle

P = TypeVar("P")


class Family(ComparedFamily[P]):
    """A puzzle type: what it says about positions, and how sheets are written."""

    @abstractmethod
    def read(self, text: str) -> Iterator[Sheet[P]]:
        """Yield the boards of a text, maybe without names, or `NotationError`."""

    @abstractmethod
    def write(self, sheet: Sheet[P], notation: str) -> str:
        """Return a board in a notation.

        Raises `GalaxiesError` if the family has no such notation, or it cannot hold the
        board.
        """

    @abstractmethod
    def plain(self, sheet: Sheet[P]) -> Fields:
        """Return a board as an object of JSON."""

    @abstractmethod
    def omitted(self, sheet: Sheet[P], notation: str) -> Sequence[str]:
        """Return what a notation leaves out."""

    def caveat(self, position: P, notation: str) -> str:
        """Return what another program reads differently; maybe empty."""
        return ""

    def title(self, sheet: Sheet[P]) -> str:
        """Return what a board is called in a heading."""
        return sheet.name or self.name


AnyFamily = Family[Any]
"""A family, whatever its positions are."""


@dataclass(frozen=True, repr=False)
class Sheet(Answered, Generic[P]):
    """A family, a name, and a position: a puzzle, maybe with what is drawn on it."""

    family: Family[P]
    name: str
    position: P
    metadata: Mapping[str, object] = field(default_factory=dict, compare=False)
    """The other fields of the JSON object of the puzzle, if they were read."""
    excluded: Atoms = frozenset()
    """The atoms of the output that a player has marked as false."""

    def in_brief(self) -> str:
        """Return the family, the name, and what is known about the position."""
        known = self.position
        more = f", {known.in_brief()}" if isinstance(known, Brief) else ""
        return f"{self.family.name} {self.name}".rstrip() + more

    def __str__(self) -> str:
        from galaxies_asp.core.drawing.text_style import PLAIN  # not for each command

        return self.text(PLAIN).rstrip()

    @property
    def facts(self) -> str:
        """The facts of the puzzle."""
        return self.family.facts(self.position)

    @property
    def dots(self) -> Puzzle | None:
        """The puzzle with dots; None if regions are not about dots."""
        return self.family.dots(self.position)

    @property
    def atoms(self) -> Atoms:
        """What is drawn, as atoms of the output."""
        return self.family.atoms(self.position) or frozenset()

    @property
    def is_attempt(self) -> bool:
        """Whether something is drawn."""
        return self.family.is_attempt(self.position)

    @property
    def blank(self) -> Sheet[P]:
        """The puzzle with nothing drawn on it."""
        blank = self.family.blank(self.position)
        return replace(self, position=blank, excluded=frozenset())

    @property
    def remark(self) -> str:
        """A line for people about the puzzle or the solution; maybe empty."""
        return self.family.remark(self.position)

    @property
    def size(self) -> tuple[int, int, int]:
        """The sort key by size."""
        return self.family.size(self.position)

    def drawn(self, position: P) -> Sheet[P]:
        """Return the board with another position, and with what is excluded."""
        return replace(self, position=position)

    def with_atoms(self, atoms: Atoms, excluded: Atoms = frozenset()) -> Sheet[P]:
        """Return the puzzle with these atoms drawn or excluded, and nothing else."""
        puzzle = self.blank
        if not atoms and not excluded:
            return puzzle
        position = self.family.drawn(puzzle.position, atoms)
        return replace(puzzle, position=position, excluded=excluded)

    def under(self, rules: Rules) -> Sheet[P]:
        """Return the board with the variants and the declared clues of rules."""
        return self.drawn(self.family.under(self.position, rules))

    def text(self, style: TextStyle) -> str:
        """Return a drawing of characters."""
        text = self.family.text(self.position, style)
        if not self.excluded:
            return text
        from galaxies_asp.core.drawing.signs import Signs  # not for each command

        signs = Signs(text)
        signs.exclude(self.crosses)
        return str(signs)

    @property
    def crosses(self) -> Sequence[Point]:
        """The places of what is excluded, where an atom has no others beside it.

        Of a place with several values, one that is excluded says little.
        """
        places = Counter(
            one
            for atom in self.excluded
            for one in atom.arguments
            if len(atom.arguments) == 1 and isinstance(one, Point)
        )
        drawn = {argument for atom in self.atoms for argument in atom.arguments}
        return [at for at, n in sorted(places.items()) if n == 1 and at not in drawn]

    def text_with(self, solved: Sheet[P], style: TextStyle) -> str:
        """Return a drawing of the puzzle and of its solution."""
        return self.family.text_with(self.position, solved.position, style)

    def scene(
        self,
        title: str = "",
        shading: Shading = "colors",
        marks: Collection[Point] = (),
    ) -> Scene:
        """Return a drawing for paper, which holds the puzzle.

        `title`: the name of the picture, by default that of the puzzle. `shading`: how
        regions are filled. `marks`: points that get a red ring, where the family has
        such marks.
        """
        scene = self.family.scene(self.position, shading, marks)
        if self.excluded:
            from galaxies_asp.core.drawing.scene import Texts, projected
            from galaxies_asp.core.drawing.signs import excluded_at

            lattice = self.family.drawn_lattice
            texts = (shape.texts for shape in scene.shapes if isinstance(shape, Texts))
            written = {at for some in texts for at, _ in some}
            signs = excluded_at(self.crosses, lattice, written)
            signs = projected(signs, lattice)
            scene = replace(scene, shapes=(*scene.shapes, *signs))
        return replace(scene, title=title or scene.title, puzzle=dumps(self.plain()))

    def plain(self) -> Fields:
        """Return the board as an object of JSON."""
        return self.family.plain(self)

    def written(self, notation: str) -> str:
        """Return the board in a notation of its family; see `Family.write`."""
        return self.family.write(self, notation)

    def omitted(self, notation: str) -> Sequence[str]:
        """Return what a notation leaves out."""
        return self.family.omitted(self, notation)


AnySheet = Sheet[Any]
"""A board of any family."""
