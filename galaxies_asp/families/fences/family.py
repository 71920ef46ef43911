"""The families of fences and a loop: on hexagons or squares, with either goal."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from galaxies_asp.core.asp.atoms import check_terms, facts_of, value_in, values
from galaxies_asp.core.asp.encodings import bundled, bundled_files
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.core.board.grid import Lattice, Place, Point, cell_at
from galaxies_asp.core.drawing.palette import Shading
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.families.facts import FactFamily
from galaxies_asp.families.fences import notation
from galaxies_asp.families.fences.drawing import place, scene, text
from galaxies_asp.families.fences.lattice import Cell, FenceLattice, by_name, symmetries
from galaxies_asp.families.fences.puzzle import (
    GOALS,
    Attempt,
    Fence,
    FencePuzzle,
    Goal,
    Position,
    Post,
)
from galaxies_asp.families.fences.verify import verify

_SUFFIX = "-fences"
_USUAL: dict[str, Goal] = {"hexagonal": "visit", "square": "enclose"}
"""The goal of each lattice, unless the name of the family says another one."""

_TERMS = {"side/1": "N", "post/2": "PN", "fence/3": "PNN", "link/2": "PN"}
"""The points and numbers in facts and atoms; see `check_terms`."""


class Fences(FactFamily[Position]):
    """Fences on one lattice, with one goal."""

    outputs = ("fence/3", "link/2")
    inputs = ("side/1", "post/2")
    clues = ("post/2",)
    parts = MappingProxyType({"loops": ("link/2",), "fences": ("fence/3",)})
    options = ("--heuristic=Domain", "--sat-prepro=2")
    notations = ("drawing", "json", "text", "facts")
    generator: ClassVar[str] = "galaxies_asp.families.fences.generate"

    def __init__(self, name: str, lattice: FenceLattice, goal: Goal) -> None:
        self.name, self.lattice, self.goal = name, lattice, goal
        files = f"fences/lattice/{lattice.name}.lp", f"fences/{goal}.lp"
        self.encodings = {goal: bundled_files(*files)}

    def __reduce__(self) -> tuple[Callable[[str], "Fences"], tuple[str]]:
        return family, (self.name,)

    def puzzle(self, facts: str) -> Position:
        """Return the puzzle with these facts."""
        return _puzzle(self.lattice, self.goal, facts)

    def drawn(self, position: Position, atoms: Atoms) -> Position:
        """Return the fences and the loop in the atoms of the output."""
        return attempt_of(position, atoms)

    def blank(self, position: Position) -> Position:
        """Return the puzzle, with its name."""
        return position.puzzle

    def named(self, position: Position, name: str) -> Position:
        """Return a position under a name."""
        puzzle = replace(position.puzzle, name=name)
        if isinstance(position, Attempt):
            return replace(position, puzzle=puzzle)
        return puzzle

    def check(self, facts: Sequence[Atom]) -> None:
        """Raise `AtomError` for a wrong fact of a puzzle that is read."""
        check_terms(_TERMS, facts)

    def read_notation(self, text: str) -> Iterator[Sheet[Position]]:
        """Return the boards in drawings, which say their lattice and goal."""
        return map(sheet_of, notation.read(text))

    def write(self, sheet: Sheet[Position], name: str) -> str:
        """Return a board in a notation."""
        match name:
            case "drawing":
                return notation.write_drawing(sheet.position)
            case "json":
                return notation.write_json(sheet.position)
        return super().write(sheet, name)

    def source_of(self, position: Position) -> str:
        """Return where a puzzle is from; maybe empty."""
        return position.puzzle.source

    def obstacle(self, position: Position) -> str | None:
        """Return why a puzzle has no solution, where no search is needed to see it."""
        return position.puzzle.obstacle()

    def verify(self, position: Position) -> Sequence[Violation]:
        """Return the rules that are broken by what is drawn."""
        return verify(_attempt(position))

    def words(self, atom: Atom) -> str:
        """Return an atom of the output, or a clue, in words."""
        for point, number in values([atom], "post"):
            return f"post {number} at {Cell(*point)}"
        for cell, direction, length in values([atom], "fence"):
            way = self.lattice.ways[direction]
            long = f" of {length} or more cells" if int(length) > 1 else ""
            return f"a fence{long} from {Cell(*cell)} {way}"
        first, other = _ends(self.lattice, atom)
        return f"the loop joins {first} to {other}"

    def solved_json(self, solved: Position) -> Any:
        """Return fences and loop as the object that the field `attempt` holds."""
        return notation.json_attempt(_attempt(solved)).plain()

    def remark(self, position: Position) -> str:
        """Return the answer of a solution and its symmetries in words."""
        if not isinstance(position, Attempt):
            return ""
        maps = symmetries(self.lattice, position.loop)
        return f"answer {position.answer}; {'; '.join(map(str, maps))}"

    def text(self, position: Position, style: TextStyle = PLAIN) -> str:
        """Return a drawing of characters."""
        return text(position, style.color, rulers=style.rulers)

    def scene(
        self,
        position: Position,
        shading: Shading = "colors",
        marks: Collection[Point] = (),
    ) -> Scene:
        """Return a drawing for paper."""
        return scene(position)

    def size(self, position: Position) -> tuple[int, int, int]:
        """Return the sort key by size."""
        return 3 * position.puzzle.side**2, 0, 0

    def column_and_row(self, position: Position, cell: Point) -> tuple[int, int]:
        """Return the place of a cell in its row, and that of the row, from 1."""
        row = [other for other in position.puzzle.cells() if other.y == cell.y]
        return row.index(cell) + 1, cell.y + position.puzzle.side + 1

    @property
    def drawn_lattice(self) -> Lattice:
        """The lattice on which boards are drawn."""
        return self.lattice.grid

    def drawn_cells(self, position: Position) -> dict[Point, Point]:
        """Return where cells are drawn; neighbors are 2 apart."""
        return {at: cell_at(*at) for at in position.puzzle.cells()}

    def point_name(self, position: Position, point: Point) -> str:
        """Return the name of a cell by its place in its row, and that of the row."""
        return position.puzzle.named(Cell(*point))

    def stroke(self, atom: Atom) -> Sequence[Place]:
        """Return both ends of a fence or a link."""
        return [place(self.lattice, cell) for cell in _ends(self.lattice, atom)]

    def opened(self, *, is_usual: bool = False) -> str:
        """Return the rules that choose the posts."""
        return bundled("fences/open-posts.lp").text

    def frame(self, width: int, height: int) -> str:
        """Return the facts of a board; both numbers are its side."""
        return f"side({width})."


@cache
def family(name: str) -> Fences:
    """Return the family with a name such as `square-fences` or `square-fences+visit`.

    Raises `OptionError` if there is no such goal.
    """
    base, _, named = name.partition("+")
    lattice = by_name(base.removesuffix(_SUFFIX))
    goal = next((known for known in GOALS if known == named), _USUAL[lattice.name])
    if named not in ("", goal):
        raise OptionError(f"{name}: the goal is one of {', '.join(GOALS)}")
    return Fences(name, lattice, goal)


def of_fields(fields: Fields) -> Sheet[Position]:
    """Return the board that the fields of an object of JSON describe."""
    return sheet_of(notation.position_of(fields))


def sheet_of(position: Position) -> Sheet[Position]:
    """Return a position under its own name, and with the family of its puzzle."""
    puzzle = position.puzzle
    name = f"{puzzle.lattice.name}{_SUFFIX}"
    if puzzle.goal != _USUAL[puzzle.lattice.name]:
        name = f"{name}+{puzzle.goal}"
    return Sheet(family(name), puzzle.name, position)


@lru_cache(maxsize=1000)
def _puzzle(lattice: FenceLattice, goal: Goal, facts: str) -> FencePuzzle:
    atoms = facts_of(facts)
    side = value_in(atoms, "side")
    posts = tuple(Post(Cell(*at), number) for at, number in values(atoms, "post"))
    return FencePuzzle(side, posts, lattice, goal)


def _attempt(position: Position) -> Attempt:
    """Return what is drawn on a puzzle, maybe nothing."""
    return position if isinstance(position, Attempt) else Attempt(position, (), ())


def attempt_of(position: Position, atoms: Atoms) -> Attempt:
    """Return the fences and the loop in the atoms of the output.

    Raises `PuzzleError` if a link begins elsewhere than on the board, or there is no
    such direction.
    """
    puzzle = position.puzzle
    lengths: dict[tuple[Cell, int], int] = {}
    for cell, direction, length in values(atoms, "fence"):
        fence = Cell(*cell), _checked(puzzle, direction)
        lengths[fence] = max(length, lengths.get(fence, 0))
    linked: dict[Cell, list[Cell]] = {}
    links = []
    for point, direction in sorted(values(atoms, "link")):
        cell = Cell(*point)
        if not puzzle.has_cell(cell):
            raise PuzzleError(f"a link at {cell}: outside the board")
        other = puzzle.lattice.step(cell, _checked(puzzle, direction))
        links.append((cell, other))
        linked.setdefault(cell, []).append(other)
        linked.setdefault(other, []).append(cell)
    fences = tuple(Fence(*begin, length) for begin, length in lengths.items())
    return Attempt(puzzle, fences, tuple(_walk(linked)), tuple(links))


def _checked(puzzle: FencePuzzle, direction: int) -> int:
    """Return a direction; raise `PuzzleError` if the lattice has no such one."""
    known = puzzle.lattice.directions
    if direction not in known:
        raise PuzzleError(f"direction {direction}: 0 to {known[-1]} are possible")
    return direction


def _walk(linked: dict[Cell, list[Cell]]) -> Iterator[Cell]:
    """Yield the cells along the links until none is new; `verify` judges the rest."""
    seen: set[Cell] = set()
    ahead = list(linked)[:1]
    while ahead:
        cell = ahead[0]
        seen.add(cell)
        yield cell
        ahead = [neighbor for neighbor in linked[cell] if neighbor not in seen]
    yield from (cell for cell in linked if cell not in seen)


def _ends(lattice: FenceLattice, atom: Atom) -> tuple[Cell, Cell]:
    """Return both ends of a fence or a link."""
    for cell, direction, *length in (*values([atom], "fence"), *values([atom], "link")):
        return Cell(*cell), lattice.step(Cell(*cell), direction, *length)
    raise ValueError(f"{atom} is neither a fence nor a link")
