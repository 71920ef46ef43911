"""Rows of the other families: fences, puzzles with clues, shipped folders."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, ClassVar

from galaxies_asp.core.asp.atoms import facts_of, parsed, size_of, value_in, values
from galaxies_asp.core.board.atoms import Atom, Atoms, joined
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, cell_at, sides
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import random_instance
from tests.harness.matrix.board import Domain, Row
from tests.oracles import clues, fences, folders

_LARGEST = 3
"""The largest number of a random post."""


class FactsRow(Row):
    """Boards of a family that the lab draws, with clues at places."""

    cells: ClassVar[int]

    def draw(self, rng: Random, cells: int) -> AnySheet:
        """Return a random board of the lab."""
        facts = random_instance(compared_family(self.name), rng, min(cells, self.cells))
        sheet = Sheet(self.family, "", self.family.puzzle(joined(facts_of(str(facts)))))
        try:
            [*self.family.read(sheet.facts)]
        except NotationError:  # a number may have lost its room
            return self.draw(rng, cells)
        return sheet

    def recipe(self, rng: Random) -> Recipe:
        """Return a size and the family."""
        width, height = self.size(rng)
        return Recipe(width, height, seed=rng.randrange(10**6), family=self.family)

    def size(self, rng: Random) -> tuple[int, int]:
        """Return a size of boards that have solutions."""
        width = rng.randint(2, 3)
        return width, rng.randint(2, self.cells // width)

    def domain(self, sheet: AnySheet) -> Domain:
        """Return the clues of each place."""
        return {cell: self.clues_at(sheet, cell) for cell in cells_of(sheet)}

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the clues that a cell can have."""
        raise NotImplementedError


def cells_of(sheet: AnySheet) -> list[Point]:
    """Return the cells of a board of a width and a height."""
    width, height = size_of(facts_of(sheet.facts))
    return [cell_at(column, row) for row in range(height) for column in range(width)]


class FencesRow(FactsRow):
    """Fences on one lattice; boards have a side of 1 or 2."""

    oracle: ClassVar[str] = "fences"

    @property
    def lattice(self) -> str:
        """The name of the lattice."""
        return self.name.partition("-")[0]

    def draw(self, rng: Random, cells: int) -> AnySheet:
        """Return a board with up to four posts."""
        side = 1 if cells < 9 else rng.choice((1,) * 9 + (2,))
        every = sorted(fences.board(side, self.lattice))
        chosen = rng.sample(every, rng.randint(0, min(4, len(every))))
        posts = {cell: rng.randint(1, _LARGEST) for cell in chosen}
        facts = joined(facts_of(fences.facts(side, posts)))
        return Sheet(self.family, "", self.family.puzzle(facts))

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield fences and loops."""
        side, posts = self._board(sheet)
        goal = fences.GOALS[self.lattice]
        for loop, built in fences.solutions(side, posts, self.lattice, goal):
            drawn = fences.atoms(side, loop, built, self.lattice)
            yield frozenset(map(parsed, drawn))

    def _board(self, sheet: AnySheet) -> tuple[int, fences.Posts]:
        """Return the side and the posts of a board."""
        facts = facts_of(sheet.facts)
        side = value_in(facts, "side")
        posts = {
            fences.cube((x - 1) // 2 - side, (y - 1) // 2 - side, self.lattice): number
            for (x, y), number in values(facts, "post")
        }
        return side, posts

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return fences and lines at all sides between cells."""
        cells = {*self.family.drawn_cells(sheet.position)}
        lattice = self.family.drawn_lattice
        sides = {side for cell in cells for side in lattice.edges(cell)}
        inner = [s for s in sorted(sides) if cells.issuperset(lattice.touched_cells(s))]
        return [Atom(name, (at,)) for name in ("fence", "line") for at in inner]

    def size(self, rng: Random) -> tuple[int, int]:
        """Return a side of 2: on smaller boards, hardly any puzzle is unique."""
        return 2, 2

    def domain(self, sheet: AnySheet) -> Domain:
        """Return the posts of each cell; one alone may be too large for the board."""
        side, _ = self._board(sheet)
        domain: dict[object, list[Atom]] = {}
        for cell in fences.board(side, self.lattice):
            at = Point(*fences.point(cell, side))
            room = fences.room(cell, side, self.lattice)
            domain[at] = [Atom("post", (at, n)) for n in range(1, min(room, 9) + 1)]
        return domain


class CluesRow(FactsRow):
    """Ring-Ring, 2-Not-Touch or Circuit Board."""

    oracle: ClassVar[str] = "clues"
    cells: ClassVar[int] = 12

    def rows(self, sheet: AnySheet) -> list[str]:
        """Return the rows of clues, as brute force reads them."""
        return clue_rows(sheet)


def clue_rows(sheet: AnySheet) -> list[str]:
    """Return the rows of clues of a board, a character for each cell."""
    facts = facts_of(sheet.facts)
    black = {(x // 2, y // 2) for ((x, y),) in values(facts, "black")}
    regions = {(x // 2, y // 2): name for (x, y), name in values(facts, "region")}
    edges = {
        frozenset((one.x // 2, one.y // 2) for one in sides(Point(*edge)))
        for (edge,) in values(facts, "given")
    }
    return clues.rows_of(*size_of(facts), black, regions, edges)


def inner_sides(sheet: AnySheet) -> list[Point]:
    """Return the sides between cells of a board."""
    width, height = size_of(facts_of(sheet.facts))
    inner = range(1, 2 * width), range(1, 2 * height)
    points = (Point(x, y) for y in inner[1] for x in inner[0])
    return [one for one in points if (one.x + one.y) % 2]


class RingsRow(CluesRow):
    """Ring-Ring: lines of rings from corner to corner."""

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the lines of sets of rings."""
        for rings in clues.ring_sets(self.rows(sheet)):
            lines = set[tuple[int, int]]()
            for (left, top), (right, bottom) in rings:
                xs, ys = range(left, right), range(top, bottom)
                lines |= {(2 * x + 2, 2 * y + 1) for x in xs for y in (top, bottom)}
                lines |= {(2 * x + 1, 2 * y + 2) for x in (left, right) for y in ys}
            yield frozenset(Atom("line", (Point(*line),)) for line in lines)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return all lines of a board."""
        return [Atom("line", (one,)) for one in inner_sides(sheet)]

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return a black cell."""
        return [Atom("black", (cell,))]

    def size(self, rng: Random) -> tuple[int, int]:
        """Return a size."""
        return rng.randint(2, 3), rng.randint(2, 4)


class TreesRow(CluesRow):
    """Circuit Board: the edges of a tree."""

    cells: ClassVar[int] = 10

    def draw(self, rng: Random, cells: int) -> AnySheet:
        """Return a board with edges of a tree, or other ones."""
        width, height = rng.choice(((2, 1), (1, 2), (2, 3), (3, 2), (5, 2), (2, 2)))
        frame = joined([f"width({width})", f"height({height})"])
        blank = Sheet(self.family, "", self.family.puzzle(frame))
        trees = sorted(map(sorted, self.answers(blank)), key=str)
        every = self.universe(blank)
        chosen = rng.choice(trees) if trees and rng.random() < 0.8 else every
        few = rng.sample(chosen, rng.randint(0, min(3, len(chosen))))
        given = joined(Atom("given", edge.arguments) for edge in few)
        return Sheet(self.family, "", self.family.puzzle(frame + given))

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield sets of edges."""
        for tree in clues.trees(self.rows(sheet)):
            yield frozenset(
                Atom("edge", (Point(*(a + b + 1 for a, b in zip(*edge, strict=True))),))
                for edge in tree
            )

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return all edges."""
        return [Atom("edge", (one,)) for one in inner_sides(sheet)]

    def size(self, rng: Random) -> tuple[int, int]:
        """Return a size of boards that have trees."""
        return rng.choice(((2, 3), (3, 2)))

    def domain(self, sheet: AnySheet) -> Domain:
        """Return a given edge at each place."""
        edges = (atom.arguments[0] for atom in self.universe(sheet))
        return {edge: [Atom("given", (edge,))] for edge in edges}


class FolderRow(FactsRow):
    """A shipped folder: a clue in each of some cells."""

    oracle: ClassVar[str] = "folders"
    cells: ClassVar[int] = 9
    output: ClassVar[str] = "shaded"

    def clues(self, sheet: AnySheet) -> tuple[int, int, dict[Point, Any]]:
        """Return the size of a board, and the clues of cells."""
        facts, names = facts_of(sheet.facts), self.family.clues
        width, height = size_of(facts)
        return (
            width,
            height,
            {
                Point(*at): value
                for name in names
                for at, value in values(facts, name.partition("/")[0])
            },
        )

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the atoms of the solutions."""
        for places in self.found(*self.clues(sheet)):
            yield frozenset(Atom(self.output, (Point(*place),)) for place in places)

    def found(
        self, width: int, height: int, clues: dict[Point, Any]
    ) -> Iterable[folders.Cells]:
        """Return the places of each solution."""
        raise NotImplementedError

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return an atom for each cell."""
        return [Atom(self.output, (cell,)) for cell in cells_of(sheet)]

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the numbers."""
        return [Atom("number", (cell, number)) for number in range(1, 10)]


def sizes_at(row: FolderRow, sheet: AnySheet, cell: Point) -> list[Atom]:
    """Return the clues of a cell that say how many cells there are, or nothing."""
    width, height, _ = row.clues(sheet)
    sizes = (*range(1, width * height + 1), folders.UNKNOWN)
    return [Atom("number", (cell, size)) for size in sizes]


class NurikabeRow(FolderRow):
    """Nurikabe."""

    def found(
        self, width: int, height: int, clues: dict[Point, Any]
    ) -> Iterable[folders.Cells]:
        """Return the shaded cells of each solution."""
        return folders.nurikabe(width, height, clues.items())

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the numbers and the question mark."""
        return sizes_at(self, sheet, cell)


class HitoriRow(FolderRow):
    """Hitori; repairs may leave cells without a number."""

    def found(
        self, width: int, height: int, clues: dict[Point, Any]
    ) -> Iterable[folders.Cells]:
        """Return the shaded cells of each solution."""
        return folders.hitori(width, height, clues)

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the numbers of the domain."""
        width, height, _ = self.clues(sheet)
        return [Atom("number", (cell, n + 1)) for n in range(width * height)]

    def is_repairable(self, sheet: AnySheet) -> bool:
        """Tell whether each cell has a number, as in puzzles that are written."""
        width, height, clues = self.clues(sheet)
        return len(clues) == width * height

    def size(self, rng: Random) -> tuple[int, int]:
        """Return a size of boards that the taste allows."""
        return rng.choice(((2, 3), (3, 2), (3, 3)))


class SlitherlinkRow(FolderRow):
    """Slitherlink."""

    output: ClassVar[str] = "loop"

    def found(
        self, width: int, height: int, clues: dict[Point, Any]
    ) -> Iterable[folders.Cells]:
        """Return the sides of the loop of each solution."""
        return folders.slitherlink(width, height, clues)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return all sides."""
        width, height, _ = self.clues(sheet)
        columns, rows = range(2 * width + 1), range(2 * height + 1)
        points = (Point(x, y) for y in rows for x in columns)
        return [Atom(self.output, (one,)) for one in points if (one.x + one.y) % 2]

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the numbers."""
        return [Atom("number", (cell, value)) for value in (*range(5), folders.UNKNOWN)]


class ShikakuRow(FolderRow):
    """Shikaku."""

    output: ClassVar[str] = "wall"

    def found(
        self, width: int, height: int, clues: dict[Point, Any]
    ) -> Iterable[folders.Cells]:
        """Return the walls of each solution."""
        return folders.shikaku(width, height, clues)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return the walls at all sides between cells."""
        width, height, _ = self.clues(sheet)
        return [Atom(self.output, (e,)) for e in SQUARE.inner_edges(width, height)]

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the numbers and the question mark."""
        return sizes_at(self, sheet, cell)


class StarBattleRow(FolderRow):
    """Star Battle with one star in each row, column and region, or a given number."""

    cells: ClassVar[int] = 25
    output: ClassVar[str] = "star"

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the stars of each solution; on other boards than squares are none."""
        width, height, clues = self.clues(sheet)
        number = next((n for (n,) in values(facts_of(sheet.facts), "stars")), 1)
        if width == height:
            for stars in folders.star_battle(width, clues, number):
                yield frozenset(Atom(self.output, (Point(*at),)) for at in stars)

    def clues_at(self, sheet: AnySheet, cell: Point) -> list[Atom]:
        """Return the regions of the puzzle that a cell can be in."""
        width, _, clues = self.clues(sheet)
        names = sorted({*clues.values()}) or range(1, width + 1)
        return [Atom("region", (cell, name)) for name in names]

    def size(self, rng: Random) -> tuple[int, int]:
        """Return a square."""
        return 5, 5

    def draw(self, rng: Random, cells: int) -> AnySheet:
        """Return a random board that says how many stars there are, as files do."""
        sheet = super().draw(rng, cells)
        if "stars(" in sheet.facts:
            return sheet
        (named,) = sheet.family.read(f"{sheet.facts} stars(1).")
        return named


def rows() -> Iterator[Row]:
    """Yield all rows of the other families."""
    enclosing = {"lab prove": "it refuses `odd/1`, which depends on itself by a count"}
    yield FencesRow("hexagonal-fences", family_named("hexagonal-fences"))
    yield FencesRow("square-fences", family_named("square-fences"), without=enclosing)
    yield RingsRow("ring-ring", family_named("ring-ring"))
    yield TreesRow("circuit-board", family_named("circuit-board"))
    yield NurikabeRow("nurikabe", family_named("nurikabe"))
    yield SlitherlinkRow("slitherlink", family_named("slitherlink"))
    yield HitoriRow("hitori", family_named("hitori"))
    yield ShikakuRow("shikaku", family_named("shikaku"))
    yield StarBattleRow("star-battle", family_named("star-battle"))
