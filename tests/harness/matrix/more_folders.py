"""Rows of the shipped folders whose clues are more than numbers in cells."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from galaxies_asp.core.asp.atoms import facts_of, size_of, values
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.registry import family_named
from tests.harness.matrix.board import Row
from tests.harness.matrix.families import FolderRow, cells_of
from tests.oracles import folders


def places(sheet: AnySheet, name: str) -> dict[Point, Any]:
    """Return the last arguments of the facts of a predicate, by their first ones."""
    return {Point(*at): rest for at, *rest in values(facts_of(sheet.facts), name)}


def numbers(sheet: AnySheet, name: str) -> dict[Point, Any]:
    """Return the numbers of the facts of a predicate by their places."""
    return {at: rest[0] for at, rest in places(sheet, name).items()}


class AkariRow(FolderRow):
    """Akari."""

    output: ClassVar[str] = "lamp"

    def found(
        self, width: int, height: int, clues: dict[Point, Any]
    ) -> Iterable[folders.Cells]:
        """Return the lamps of each solution."""
        return folders.akari(width, height, clues)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return a lamp in each white cell."""
        walls = numbers(sheet, "wall")
        return [Atom("lamp", (cell,)) for cell in cells_of(sheet) if cell not in walls]

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the walls."""
        return [Atom("wall", (cell, number)) for number in (*range(5), '"?"')]


class MasyuRow(FolderRow):
    """Masyu."""

    cells: ClassVar[int] = 12
    output: ClassVar[str] = "line"

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the loops."""
        pearls = places(sheet, "white"), places(sheet, "black")
        for line in folders.masyu(*size_of(facts_of(sheet.facts)), *pearls):
            yield frozenset(Atom("line", (Point(*side),)) for side in line)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return all sides between cells."""
        edges = SQUARE.inner_edges(*size_of(facts_of(sheet.facts)))
        return [Atom("line", (edge,)) for edge in edges]

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return a pearl of each color."""
        return [Atom("white", (cell,)), Atom("black", (cell,))]


class HeyawakeRow(FolderRow):
    """Heyawake."""

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the shaded cells."""
        rooms, counts = numbers(sheet, "region"), numbers(sheet, "number")
        size = size_of(facts_of(sheet.facts))
        for found in folders.heyawake(*size, rooms, counts):
            yield frozenset(Atom("shaded", (Point(*cell),)) for cell in found)

    def is_repairable(self, sheet: AnySheet) -> bool:
        """Tell that the rooms may change, too, so that brute force takes too long."""
        return False


class TentsRow(FolderRow):
    """Tents."""

    output: ClassVar[str] = "tent"

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the tents."""
        size = size_of(facts_of(sheet.facts))
        for found in folders.tents(
            *size, [*places(sheet, "tree")], numbers(sheet, "count")
        ):
            yield frozenset(Atom("tent", (Point(*cell),)) for cell in found)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return a tent in each cell without a tree."""
        trees = places(sheet, "tree")
        return [Atom("tent", (cell,)) for cell in cells_of(sheet) if cell not in trees]

    def is_repairable(self, sheet: AnySheet) -> bool:
        """Tell that numbers beside the board may change, too."""
        return False


class KakuroRow(FolderRow):
    """Kakuro."""

    cells: ClassVar[int] = 6

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the numbers."""
        size, black = size_of(facts_of(sheet.facts)), [*places(sheet, "black")]
        sums = [numbers(sheet, name) for name in ("across", "down")]
        for found in folders.kakuro(*size, black, *sums):
            yield frozenset(Atom("number", (Point(*at), n)) for at, n in found.items())

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return each number in each white cell."""
        black = places(sheet, "black")
        white = [cell for cell in cells_of(sheet) if cell not in black]
        return [Atom("number", (cell, n)) for cell in white for n in range(1, 10)]

    def is_repairable(self, sheet: AnySheet) -> bool:
        """Tell that numbers beside the board may change, too."""
        return False


def rows() -> Iterator[Row]:
    """Yield all rows of this module."""
    yield AkariRow("akari", family_named("akari"))
    yield MasyuRow("masyu", family_named("masyu"))
    yield HeyawakeRow("heyawake", family_named("heyawake"))
    yield TentsRow("tents", family_named("tents"))
    yield KakuroRow("kakuro", family_named("kakuro"))
