"""Rows of Galaxies: lattices, holes, variants of the rules, pairs of them, clues."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.grid import HEXAGONAL, Lattice, Point, hexagon
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.core.board.variants import RuleVariant, Variants
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.galaxies import sheet_of
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.repairing import Allowed, Edit
from galaxies_asp.repairing.changes import DOT_KINDS, WALL_KINDS
from tests.harness.matrix.board import Board, Domain, Row, chosen
from tests.oracles import galaxies as brute_force
from tests.oracles import repairs

Kind = tuple[Lattice, Variants]

MIXES = ("auto", "choice", "growth+pair", "walls")
"""Encodings that state variants."""

_HIDDEN, _LOOSE = RuleVariant.HIDDEN_DOTS, RuleVariant.LOOSE_WALLS
_BLACK = RuleVariant.BLACK_HOLES
_FEWER = {_LOOSE: 6, _HIDDEN: 9}
"""The largest boards where walls inside regions, or dots, are part of a solution."""
_KINDS = (
    *(DOT_KINDS, WALL_KINDS, (*DOT_KINDS, *WALL_KINDS), (Edit.ADD,), (Edit.REMOVE,)),
    *((Edit.MOVE,), (Edit.ADD, Edit.DRAW), (Edit.MOVE, Edit.ERASE)),
)


class GalaxiesRow(Row):
    """Boards of Galaxies on some lattices, under variants of the rules.

    Parameters
    ----------
    kinds
        Lattices, each with variants; a board has one of them.
    encodings
        The names of encodings; those are compared that state the rules of a board.
    holes
        Whether cells are missing.
    clues
        The names of the clues that a board may have.
    """

    oracle: ClassVar[str] = "galaxies"

    def __init__(
        self,
        name: str,
        *kinds: Kind,
        encodings: tuple[str, ...] = MIXES,
        holes: bool = False,
        clues: tuple[str, ...] = (),
        rules: str = "auto",
        without: Mapping[str, str] | None = None,
    ) -> None:
        family = sheet_of(Puzzle(1, 1)).family
        super().__init__(name, family, rules=rules, without=without)
        self.kinds, self.holes, self.clues = kinds, holes, clues
        self._encodings = encodings

    def encodings(self, sheet: AnySheet) -> list[str]:
        """Return the names of those encodings that state the rules of a board."""
        found = []
        for encoding in self._encodings:
            with suppress(EncodingError):
                self.family.paths(Rules(encoding).entry(sheet.position.puzzle))
                found.append(encoding)
        return found

    def draw(self, rng: Random, cells: int) -> AnySheet:
        """Return a board with the dots of a random division, some of them changed."""
        board = self._frame(rng, *rng.choice(self.kinds), cells)
        variants = board.variants
        free, dots, lost = brute_force.cells(board), list[Point](), 0
        pieces = list(brute_force.regions(board))
        while free:
            cell = min(free)
            if _BLACK in variants and rng.random() < 0.2:
                free, lost = free - {cell}, lost + 1
                continue
            fitting = [p for p in pieces if cell in p[0] and p[0] <= free]
            region, dot = rng.choice(fitting)
            free -= region
            if dot not in dots:
                dots.append(dot)
        shown = [d for d in dots if _HIDDEN not in variants or rng.random() < 0.5]
        hidden = len(dots) - len(shown)
        change = rng.choice(("none", "none", "none", "remove", "add", "move"))
        if change in ("remove", "move") and shown:
            shown.remove(rng.choice(shown))
        places = [place for place in brute_force.places(board) if place not in shown]
        if change in ("add", "move") and places:
            shown.append(rng.choice(places))
        rng.shuffle(shown)
        black = frozenset(dot for dot in shown if rng.random() < 0.2)
        puzzle = replace(board, centers=tuple(shown), black=black)
        puzzle = replace(puzzle, walls=self._walls(rng, puzzle))
        return sheet_of(replace(puzzle, clues=self._clues(rng, puzzle, lost, hidden)))

    def _frame(
        self, rng: Random, lattice: Lattice, variants: Variants, cells: int
    ) -> Puzzle:
        """Return a board without dots."""
        cells = min(cells, _most(variants))
        if lattice == HEXAGONAL and cells >= 7 and rng.random() < 0.3:
            width, height, holes = hexagon(2)
            return Puzzle(
                width, height, holes=holes, lattice=lattice, variants=variants
            )
        width = rng.randint(1, min(5, cells))
        height = rng.randint(1, max(1, cells // width))
        frame = Puzzle(width, height, lattice=lattice, variants=variants)
        if not self.holes or width * height == 1:
            return frame
        every = sorted(brute_force.cells(frame))
        holes = rng.sample(every, rng.randint(1, max(1, len(every) // 4)))
        return replace(frame, holes=frozenset(holes))

    def _walls(self, rng: Random, puzzle: Puzzle) -> frozenset[Point]:
        if rng.random() < 0.6:
            return frozenset()
        share = rng.choice((0.1, 0.2, 0.5))
        return frozenset(edge for edge in _drawable(puzzle) if rng.random() < share)

    def _clues(
        self, rng: Random, puzzle: Puzzle, lost: int, hidden: int
    ) -> tuple[Clue, ...]:
        known = {"black_cells": lost, "hidden_dots": hidden}
        said, most = list[str](), puzzle.width * puzzle.height
        for name in known.keys() & self.clues:
            number = known[name] + rng.choice((0, 0, 0, 1, -1))
            if 0 <= number <= most and rng.random() < 0.8:
                said.append(f"{name}({number})")
        if "star" in self.clues:  # one in each cell of a dot, or elsewhere
            cells, lattice = sorted(brute_force.cells(puzzle)), puzzle.lattice.name
            stars = {
                rng.choice(sorted(brute_force.touched(dot, lattice)))
                for dot in puzzle.centers
            }
            if rng.random() < 0.4:
                stars ^= {rng.choice(cells)}
            said += [f"star({cell})" for cell in sorted(stars)]
        return tuple(map(Clue, said))

    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield the dots of the cells, and walls inside regions."""
        puzzle = sheet.position.puzzle
        stars = {tuple(parsed(c).arguments[0]) for c in puzzle.clues if "star" in c}
        for found in brute_force.solutions(puzzle):
            if "star" in self.clues and any(
                len(stars & region) != 1 for _, region in found.region_of
            ):
                continue
            yield _answer(found.dot_of.items(), found.loose - puzzle.walls)

    def read(self, sheet: AnySheet, position: Any) -> Atoms:
        """Return the dots of the cells, and walls inside regions."""
        loose = position.loose if isinstance(position, Solution) else frozenset()
        galaxies = self.family.atoms(position) or frozenset()
        pairs = [atom.arguments for atom in galaxies if atom.name == "galaxy"]
        return _answer(pairs, loose - sheet.position.puzzle.walls)

    def lab_name(self, sheet: AnySheet) -> str:
        """Return the name of the family with the variants of a board."""
        return "+".join(("galaxies", *sorted(sheet.position.puzzle.variants)))

    def lab_answer(self, sheet: AnySheet, atoms: Atoms) -> Atoms:
        """Return the dots of the cells, and walls inside regions."""
        pairs = [atom.arguments for atom in atoms if atom.name == "galaxy"]
        loose: set[Point] = set()
        if _LOOSE in sheet.position.puzzle.variants:
            apart = self.seen(sheet, _answer(pairs, ()))
            loose = {a.arguments[0] for a in atoms - apart if a.name == "wall"}
        return _answer(pairs, loose)

    def seen(self, sheet: AnySheet, answer: Atoms) -> Atoms:
        """Return the dots of the cells, and all walls."""
        puzzle = sheet.position.puzzle
        dot_of = {a.arguments[0]: a.arguments[1] for a in answer if a.name == "galaxy"}
        apart = {
            edge
            for edge, (one, other) in brute_force.edges(puzzle).items()
            if dot_of.get(one) != dot_of.get(other)
        }
        return answer | {Atom("wall", (edge,)) for edge in apart | puzzle.walls}

    def stated(self, sheet: AnySheet, seen: Atoms) -> Atoms:
        """Return the walls, and the dot of each cell: one that is shown, or none."""
        puzzle = sheet.position.puzzle
        shown = {
            a for a in seen if a.name == "wall" or a.arguments[1] in puzzle.centers
        }
        taken = {a.arguments[0] for a in shown if a.name == "galaxy"}
        others = brute_force.cells(puzzle) - taken
        return frozenset(shown).union(Atom("galaxy", (cell, None)) for cell in others)

    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return each cell with each dot, and the walls that may be inside regions."""
        puzzle = sheet.position.puzzle
        every = [
            Atom("galaxy", (cell, dot))
            for cell in sorted(brute_force.cells(puzzle))
            for dot in puzzle.centers
        ]
        if _LOOSE in puzzle.variants:
            every += [
                Atom("wall", (e,)) for e in _drawable(puzzle) if e not in puzzle.walls
            ]
        return every

    def attempt(self, sheet: AnySheet, answer: Atoms) -> AnySheet:
        """Return a board with labels, or with all walls where labels say too little."""
        puzzle = sheet.position.puzzle
        if puzzle.variants & {_HIDDEN, _LOOSE}:
            return sheet.drawn(Position(puzzle, _walls(self.seen(sheet, answer))))
        return _labeled(sheet, answer)

    def is_right(self, board: Board, attempt: AnySheet, answer: Atoms) -> bool:
        """Tell whether labels, or all walls, are those of a solution.

        Walls between black cells may be drawn or not. Something has to be drawn where
        cells without a label may be in no region, or in one of a hidden dot.
        """
        puzzle, walls = attempt.position.puzzle, attempt.position.walls
        if walls is None:  # cells at dots need not be labeled
            is_open = not puzzle.variants.isdisjoint({_BLACK, _HIDDEN})
            if is_open and puzzle.centers and not answer:
                return False
            labeled = answer | _touching(puzzle, answer)
            if _HIDDEN not in puzzle.variants:
                return labeled in board.answers
            walls = _walls(self.seen(attempt, labeled))
        sides = brute_force.edges(puzzle)
        for seen in board.seen:
            cells = {a.arguments[0] for a in seen if a.name == "galaxy"}
            black = {edge for edge, two in sides.items() if cells.isdisjoint(two)}
            if walls - black == _walls(seen) - black:
                return True
        return False

    def unfinished(
        self, rng: Random, sheet: AnySheet, answer: Atoms
    ) -> tuple[AnySheet, Atoms]:
        """Return a board with some labels, or walls; hidden dots are no labels."""
        puzzle = sheet.position.puzzle
        seen = self.seen(sheet, answer)
        if _BLACK not in puzzle.variants and rng.random() < 0.4:
            drawn = chosen(rng, frozenset(a for a in seen if a.name == "wall"))
            walls = [atom.arguments[0] for atom in drawn]
            return sheet.drawn(Position(puzzle, walls)), drawn
        labels = {a for a in seen if a.arguments[-1] in puzzle.centers}
        drawn = chosen(rng, frozenset(a for a in labels if a.name == "galaxy"))
        return _labeled(sheet, drawn), drawn

    def changed(self, rng: Random, sheet: AnySheet, answer: Atoms) -> Atoms:
        """Return labels of which one or two differ, or one wall more or less."""
        walls = [a for a in self.universe(sheet) if a.name == "wall"]
        if walls and rng.random() < 0.5:
            return answer ^ {rng.choice(walls)}
        dot_of = {a.arguments[0]: a for a in answer if a.name == "galaxy"}
        pairs = [a for a in self.universe(sheet) if a.name == "galaxy"]
        for pair in rng.sample(pairs, min(len(pairs), rng.choice((1, 2)))):
            dot_of[pair.arguments[0]] = pair
        if dot_of and rng.random() < 0.2:
            del dot_of[rng.choice(sorted(dot_of))]
        return frozenset(a for a in answer if a.name != "galaxy") | {*dot_of.values()}

    def recipe(self, rng: Random) -> Recipe:
        """Return a size, the lattice and the variants."""
        lattice, variants = rng.choice(self.kinds)
        cells = min(12, _most(variants))
        width = rng.randint(2, min(4, cells // 2))
        height = rng.randint(2, cells // width)
        most = width * height // 4
        return Recipe(
            width,
            height,
            seed=rng.randrange(10**6),
            holes=rng.randint(1, most) if self.holes and most else 0,
            lattice=lattice,
            rules=Rules("+".join((self.rules, *sorted(variants)))),
        )

    # Repairs

    def is_repairable(self, sheet: AnySheet) -> bool:
        """Tell whether all dots are shown."""
        return _HIDDEN not in sheet.position.puzzle.variants

    def domain(self, sheet: AnySheet) -> Domain:
        """Return the clues that a board may have."""
        puzzle, domain = sheet.position.puzzle, dict[object, list[Atom]]()
        if "star" in self.clues:
            cells = sorted(brute_force.cells(puzzle))
            domain |= {cell: [Atom("star", (cell,))] for cell in cells}
        if "black_cells" in self.clues:
            numbers = range(puzzle.width * puzzle.height + 1)
            domain["black_cells"] = [Atom("black_cells", (n,)) for n in numbers]
        return domain

    def allowed(self, rng: Random, sheet: AnySheet) -> Allowed:
        """Return random weights of changes: of clues, or of dots and walls."""
        if self.clues:
            return super().allowed(rng, sheet)
        dots = sheet.position.puzzle.centers
        kept = rng.sample(dots, min(len(dots), rng.choice((0, 0, 0, 1))))
        weights = {kind: rng.choice((1, 1, 1, 2, 3)) for kind in rng.choice(_KINDS)}
        return Allowed(weights, frozenset(kept))

    def cheapest(
        self, sheet: AnySheet, allowed: Allowed
    ) -> tuple[int, set[Atoms] | None]:
        """Return the least cost of a repair, and the dots and walls of all such."""
        if self.clues:
            return super().cheapest(sheet, allowed)
        cost, found = repairs.cheapest(sheet.position.puzzle, allowed)
        return cost, {_dots_and_walls(*one) for one in found}

    def puzzle_key(self, sheet: AnySheet) -> Atoms:
        """Return the dots and the given walls, or the clues."""
        puzzle = sheet.position.puzzle
        if self.clues:
            return frozenset(map(parsed, puzzle.clues))
        return _dots_and_walls(puzzle.centers, puzzle.walls)

    def replacing(self, write: int | None, delete: int | None) -> int | None:
        """Return the cost of a clue in place of another one: of both changes."""
        return write + delete if write and delete else None

    def with_clues(self, sheet: AnySheet, frame: str, clues: Atoms) -> AnySheet:
        """Return the board with these clues."""
        said = tuple(Clue(str(clue)) for clue in clues)
        return sheet_of(replace(sheet.position.puzzle, clues=said))

    def given(self, sheet: AnySheet) -> tuple[Atoms, str]:
        """Return the clues of a board."""
        return frozenset(map(parsed, sheet.position.puzzle.clues)), ""


def _answer(pairs: Iterable[Any], loose: Iterable[Point]) -> Atoms:
    return frozenset(Atom("galaxy", tuple(pair)) for pair in pairs) | {
        Atom("wall", (edge,)) for edge in loose
    }


def _touching(puzzle: Puzzle, answer: Atoms) -> Atoms:
    """Return the atoms of cells that dots touch, unless one at the dot has another.

    Under the variant toroidal they may be in another region: none is known.
    """
    if RuleVariant.TOROIDAL in puzzle.variants:
        return frozenset()
    of_cell = {a.arguments[0]: a.arguments[1] for a in answer if a.name == "galaxy"}
    touched = {d: puzzle.lattice.touched_cells(d) for d in puzzle.centers}
    return frozenset(
        Atom("galaxy", (cell, dot))
        for dot, cells in touched.items()
        if all(of_cell.get(cell, dot) == dot for cell in cells)
        for cell in cells
    )


def _walls(seen: Atoms) -> frozenset[Point]:
    return frozenset(a.arguments[0] for a in seen if a.name == "wall")


def _labeled(sheet: AnySheet, drawn: Atoms) -> AnySheet:
    """Return a board with labels."""
    puzzle = sheet.position.puzzle
    number = {dot: index for index, dot in enumerate(puzzle.centers)}
    rows = puzzle.empty_rows()
    for (x, y), dot in (a.arguments for a in drawn if a.name == "galaxy"):
        rows[y // 2][x // 2] = number[dot]
    return sheet.drawn(Position(puzzle, labels=rows))


def _dots_and_walls(dots: Iterable[Point], walls: Iterable[Point]) -> Atoms:
    return frozenset(Atom("center", (dot,)) for dot in dots) | {
        Atom("given", (wall,)) for wall in walls
    }


def _drawable(puzzle: Puzzle) -> list[Point]:
    """Return the edges that may be given walls: no dot is on one or at its end."""
    dots, lattice = set(puzzle.centers), puzzle.lattice.name
    return [
        edge
        for edge in sorted(brute_force.edges(puzzle))
        if dots.isdisjoint((edge, *brute_force.edge_ends(edge, lattice)))
    ]


def _most(variants: Variants) -> int:
    """Return the number of cells of the largest boards under variants."""
    return min((_FEWER[variant] for variant in variants & _FEWER.keys()), default=99)
