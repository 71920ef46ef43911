"""The families of Ring-Ring, 2-Not-Touch and Circuit Board with clues."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import Any

from galaxies_asp.core.asp.atoms import Places, check_terms, facts_of, size_of, values
from galaxies_asp.core.asp.encodings import bundled, bundled_files
from galaxies_asp.core.board.atoms import Atom, Atoms, Value, unquoted
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import AtomError
from galaxies_asp.core.board.grid import Point, cell_name, touched_cells
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing.palette import Shading
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.counting.strips.proved import THEOREM, proved
from galaxies_asp.families.addresses import form_in
from galaxies_asp.families.clue_puzzles.board import (
    BLACK,
    REGIONS,
    STAR,
    ClueBoard,
    grid_of,
    parse,
    write,
)
from galaxies_asp.families.clue_puzzles.draw import scene, text
from galaxies_asp.families.clue_puzzles.verify import verify
from galaxies_asp.families.facts import FactFamily

_SIZE = {"width/1": "N", "height/1": "N"}
_TERMS = {
    "stars/1": "N",
    "black/1": "C",
    "given/1": "E",
    "region/2": "C",
    "ring/2": "CC",
    "star/1": "C",
    "edge/1": "E",
}
"""The numbers, cells and edges in the facts of all puzzles; see `check_terms`."""

_ONCE = ("stars/1", "region/2")
"""The facts of which there is one for each place, or one."""


class CluePuzzles(FactFamily[ClueBoard]):
    """A family of boards with clues in cells; subclasses say what is special."""

    notations = ("drawing", "text", "facts", "json")
    has_links = True

    def __init__(self) -> None:
        self.inputs = ("width/1", "height/1", *self.clues)
        self.encodings = {self.name: bundled_files(f"strips/{self.name}-clues.lp")}

    def __reduce__(self) -> tuple[Callable[[str], "CluePuzzles"], tuple[str]]:
        return family, (self.name,)

    def puzzle(self, facts: str) -> ClueBoard:
        """Return the puzzle with these facts."""
        return board_of(self.name, facts)

    def drawn(self, position: ClueBoard, atoms: Atoms) -> ClueBoard:
        """Return the board with a picture of the atoms of the output."""
        edges = [Point(*edge) for (edge,) in values(atoms, "edge")]
        for (x, y), (u, v) in values(atoms, "ring"):
            if x >= u or y >= v:
                fault = f"the corner ({u},{v}) of a ring is not its lower right"
                raise ValueError(fault)
            edges += [Point(a, b) for a in range(x + 1, u, 2) for b in (y, v)]
            edges += [Point(a, b) for a in (x, u) for b in range(y + 1, v, 2)]
        stars = {cell: STAR for (cell,) in values(atoms, "star")}
        size = position.width, position.height
        return replace(position, attempt=grid_of(*size, edges, stars))

    def check(self, facts: Sequence[Atom]) -> None:
        """Raise `AtomError` for a wrong fact of a puzzle that is read."""
        check_terms(_SIZE, facts)
        board = Puzzle(*size_of(facts))
        places: Places = {
            "C": ("a cell of the board such as (1,1)", board.has_cell),
            "E": ("an edge between two cells such as (2,1)", board.has_edge),
        }
        check_terms(_TERMS, facts, places)
        for cell, region in values(facts, "region"):
            if len(name := _name_of(region)) != 1 or not name.isalnum():
                fault = f"a region is a letter, a digit, or 1 to {len(REGIONS)}"
                raise AtomError(str(Atom("region", (cell, region))), fault)
        first: dict[object, Atom] = {}
        for fact in facts:
            place = fact.name, fact.arguments[:-1]
            if fact.signature in _ONCE and first.setdefault(place, fact) != fact:
                raise AtomError(str(fact), "this clue is there twice")

    def read_notation(self, text: str) -> Iterator[Sheet[ClueBoard]]:
        """Return the board of a drawing, whose first line names the family."""
        board = parse(text)
        yield Sheet(family(board.kind), "", board)

    def write(self, sheet: Sheet[ClueBoard], notation: str) -> str:
        """Return a board in a notation."""
        if notation == "drawing":
            return write(sheet.position)
        return super().write(sheet, notation)

    def verify(self, position: ClueBoard) -> Sequence[Violation]:
        """Return the rules that are broken by what is drawn."""
        return verify(position)

    def solved_json(self, solved: ClueBoard) -> Any:
        """Return the rows of a solution."""
        return solved.attempt

    def words(self, atom: Atom) -> str:
        """Return an atom of the output, or a clue, in words."""
        name, (place, *others) = atom
        cells = [cell_name(place)]
        match name:
            case "star" | "black":
                return f"a {'star' if name == 'star' else 'black cell'} at {cells[0]}"
            case "region":
                return f"{cells[0]} in region {unquoted(others[0])}"
            case "edge" | "given":
                cells = [cell_name(cell) for cell in touched_cells(place)]
            case _:
                cells += map(cell_name, others)
        return f"{'a ring' if name == 'ring' else 'an edge'} from {' to '.join(cells)}"

    def text(self, position: ClueBoard, style: TextStyle = PLAIN) -> str:
        """Return a drawing of characters."""
        return text(position, rulers=style.rulers)

    def scene(
        self,
        position: ClueBoard,
        shading: Shading = "colors",
        marks: Collection[Point] = (),
    ) -> Scene:
        """Return a drawing for paper."""
        return scene(position)

    def size(self, position: ClueBoard) -> tuple[int, int, int]:
        """Return the sort key by size."""
        return position.width * position.height, position.height, position.width

    def opened(self, *, is_usual: bool = False) -> str:
        """Return the rules that choose the clues."""
        return bundled(f"strips/open-{self.name}.lp").text


class RingRing(CluePuzzles):
    """Ring-Ring: rectangular rings visit all white cells."""

    name = "ring-ring"
    address = form_in("Address: ringring, cells(black).")
    outputs = ("ring/2",)
    clues = ("black/1",)


class TwoNotTouch(CluePuzzles):
    """2-Not-Touch: stars in each row, column and region, none beside another."""

    name = "two-not-touch"
    address = form_in(
        "Address: starbattle, count(stars), regions(region), shaded(star)."
    )
    outputs = ("star/1",)
    clues = ("region/2",)
    has_generator = True

    def __init__(self) -> None:
        super().__init__()
        self.inputs += ("stars/1",)

    def generated(
        self, rng: Random, size: tuple[int, int], report: Report
    ) -> ClueBoard:
        """Return a puzzle of a size with one solution."""
        from galaxies_asp.families.clue_puzzles.stars import generate  # imports clingo

        return generate(size, rng, self, report)

    def adjusted(self, facts: str) -> str:
        """Return facts, and the constant of the encodings for the number of stars."""
        numbers = [number for (number,) in values(facts_of(facts), "stars")]
        stars = "".join(f"#const stars = {number}. [override]" for number in numbers)
        return f"{facts}\n{stars}\n"

    def obstacle(self, position: ClueBoard) -> str | None:
        """Return why a square is too small for its stars, which is a theorem."""
        side, stars = position.width, position.stars
        if side != position.height or proved(side, stars) != 0:
            return None
        return f"{stars} stars on a board of {side}x{side}: {THEOREM}"


class CircuitBoard(CluePuzzles):
    """Circuit Board: a tree in which each dot has one or three edges."""

    name = "circuit-board"
    outputs = ("edge/1",)
    clues = ("given/1",)

    def obstacle(self, position: ClueBoard) -> str | None:
        """Return why no tree joins the dots, for a reason of parity.

        The number N of dots is even: N odd numbers add up to the 2 (N-1) ends of edges.
        Color the dots like a chessboard. Each edge joins two colors, so the odd numbers
        of the dots of one color add up to N-1, which is odd. So each color has an odd
        number of dots, N/2.
        """
        dots = position.width * position.height
        if dots % 4 == 2:
            return None
        return (
            f"{dots} dots cannot have 1 or 3 edges each in a tree; the number of dots "
            "must be twice an odd number"
        )


_FAMILIES = {one.name: one for one in (RingRing, TwoNotTouch, CircuitBoard)}


@cache
def family(name: str) -> CluePuzzles:
    """Return the family of one of the puzzles."""
    return _FAMILIES[name]()


@lru_cache(maxsize=1000)
def board_of(kind: str, facts: str) -> ClueBoard:
    """Return the puzzle with these facts."""
    atoms = facts_of(facts)
    width, height = size_of(atoms)
    clues = {cell: BLACK for (cell,) in values(atoms, "black")}
    clues |= {cell: _name_of(region) for cell, region in values(atoms, "region")}
    given = [Point(*edge) for (edge,) in values(atoms, "given")]
    stars = [number for (number,) in values(atoms, "stars")]
    grid = grid_of(width, height, given, clues)
    return ClueBoard(kind, grid, stars=stars[0] if stars else 2)


def _name_of(region: Value) -> str:
    """Return the character of a region that is a number, or else its text."""
    if isinstance(region, int) and 0 < region <= len(REGIONS):
        return REGIONS[region - 1]
    return unquoted(region)
