"""From models of an encoding to labels: all of its output, and nothing else."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import clingo

from galaxies_asp.asp.atoms import point_of
from galaxies_asp.asp.labeling import Labeling, TwoDotsError
from galaxies_asp.asp.program import Program
from galaxies_asp.board import grid
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.board.facts import GALAXY, HIDDEN, OUTPUT_MEANING, WALL
from galaxies_asp.board.labels import NO_DOT, Rows, rows_of
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.board.variants import RuleVariant

_OUTPUT = f"{GALAXY}/2"
_OF_VARIANTS = (HIDDEN, WALL)
_START = f"{GALAXY}("


class AtomReader:
    """Read `galaxy(P,C)` from the models of a program, as `encodings/README.md` says.

    The first model is read as symbols, because most puzzles have no second one. For
    further models, a table of literals is built once. Symbols are read as text: this
    takes two calls of clingo, and taking them apart would take ten.
    """

    def __init__(self, puzzle: Puzzle, program: Program, encoding: str) -> None:
        self._puzzle = puzzle
        self._program = program
        self._encoding = encoding
        self._dots = {f"{x},{y}": dot for dot, (x, y) in enumerate(puzzle.centers)}
        self._cells = {
            f"{2 * column + 1},{2 * row + 1}": row * puzzle.width + column
            for row in range(puzzle.height)
            for column in range(puzzle.width)
        }
        for x, y in puzzle.holes:
            del self._cells[f"{x},{y}"]
        self._labeling: Labeling | None = None
        self._strangers: list[tuple[int, clingo.Symbol]] = []
        self._first = True
        self._readers: dict[tuple[grid.Point, ...], AtomReader] = {}

    def rows(self, model: clingo.Model) -> Rows:
        """Return the labels of a model.

        Raises
        ------
        EncodingError
            If the model names points other than cells and dots, or gives a cell to two
            dots.
        """
        if self._first:
            self._first = False
            return self._read_symbols(model)
        if self._labeling is None:
            self._labeling = self._table()
        for literal, symbol in self._strangers:
            if model.is_true(literal):
                raise self._strange(symbol)
        try:
            return self._labeling.rows(model.is_true)
        except TwoDotsError as error:
            raise self._two_dots(error.cell) from None

    def solution(self, model: clingo.Model) -> Solution:
        """Return the labels of a model with its hidden dots and loose walls.

        Raises
        ------
        EncodingError
            See `rows`.
        """
        points: dict[str, list[grid.Point]] = {HIDDEN: [], WALL: []}
        for symbol in model.symbols(shown=True):
            if symbol.name in points and len(symbol.arguments) == 1:
                points[symbol.name].append(self._point(symbol))
        reader = self._with_hidden(tuple(grid.in_reading_order(points[HIDDEN])))
        rows = reader._read_symbols(model)
        loose = frozenset(
            wall
            for wall in points[WALL]
            if len({rows[y // 2][x // 2] for x, y in grid.touched_cells(wall)}) == 1
        )
        return Solution(reader._puzzle, rows, loose)

    def _with_hidden(self, hidden: tuple[grid.Point, ...]) -> "AtomReader":
        """Return the reader for the puzzle with its hidden dots."""
        if hidden not in self._readers:
            puzzle = self._puzzle
            whole = replace(
                puzzle,
                centers=(*puzzle.centers, *hidden),
                variants=puzzle.variants - {RuleVariant.HIDDEN_DOTS},
                clues=tuple(one for one in puzzle.clues if one.name != "hidden_dots"),
            )
            self._readers[hidden] = AtomReader(whole, self._program, self._encoding)
        return self._readers[hidden]

    def _point(self, atom: clingo.Symbol) -> grid.Point:
        point = point_of(atom.arguments[0])
        if point is None:
            raise EncodingError(
                f"a model of the encoding {self._encoding} has {atom}, where "
                f"{atom.arguments[0]} is not a point (X,Y)"
            )
        return point

    def assumptions(self, rows: Rows) -> list[int] | None:
        """Return literals that hold in the models with these labels, and in no others.

        None if no model has them.
        """
        if self._labeling is None:
            self._labeling = self._table()
        return self._labeling.assumptions(rows)

    def _read_symbols(self, model: clingo.Model) -> Rows:
        puzzle = self._puzzle
        flat = [NO_DOT] * (puzzle.height * puzzle.width)
        found = False
        others = []
        for symbol in model.symbols(shown=True):
            atom = str(symbol)
            if not atom.startswith(_START):
                others.append(symbol)
                continue
            cell, dot = self._meaning(atom)
            if cell is None or dot is None:
                if len(symbol.arguments) != 2:
                    others.append(symbol)
                    continue
                raise self._strange(symbol)
            found = True
            if flat[cell] not in (NO_DOT, dot):
                raise self._two_dots(cell)
            flat[cell] = dot
        if others:
            others = [symbol for symbol in others if symbol.name not in _OF_VARIANTS]
            note_others(self._program, self._encoding, others, (_OUTPUT,))
        if not found and puzzle.centers and any(puzzle.cells()):
            require_shown(self._program, model, (_OUTPUT,))
            raise EncodingError(
                f"a model of the encoding {self._encoding} shows no {OUTPUT_MEANING}"
            )
        return rows_of(flat, puzzle.width)

    def _table(self) -> Labeling:
        """Return the cell and the dot of each literal."""
        puzzle = self._puzzle
        meanings: dict[int, list[tuple[int, int]]] = {}
        for atom in self._program.control.symbolic_atoms.by_signature(GALAXY, 2):
            cell, dot = self._meaning(str(atom.symbol))
            if cell is None or dot is None:
                self._strangers.append((atom.literal, atom.symbol))
            else:
                meanings.setdefault(atom.literal, []).append((cell, dot))
        base = [NO_DOT] * (puzzle.height * puzzle.width)
        return Labeling(puzzle.width, base, meanings.items)

    def _meaning(self, atom: str) -> tuple[int | None, int | None]:
        """Return the index of the cell in the flat labels, and the dot."""
        point, _, center = atom[len(_START) + 1 : -2].partition("),(")
        return self._cells.get(point), self._dots.get(center)

    def _strange(self, symbol: clingo.Symbol) -> EncodingError:
        point, center = symbol.arguments
        cell = self._cells.get(str(point)[1:-1])
        fault = f"{point} is not a cell" if cell is None else f"{center} is not a dot"
        return EncodingError(
            f"a model of the encoding {self._encoding} has {symbol}, but {fault} of "
            "the puzzle"
        )

    def _two_dots(self, cell: int) -> EncodingError:
        row, column = divmod(cell, self._puzzle.width)
        return EncodingError(
            f"a model of the encoding {self._encoding} gives "
            f"{grid.describe(grid.cell_at(column, row))} to two dots"
        )


def require_shown(
    program: Program, model: clingo.Model, signatures: Sequence[str]
) -> None:
    """Check that a model shows all its atoms with these signatures.

    Raises
    ------
    EncodingError
        If one is hidden.
    """
    shown = set(model.symbols(shown=True))
    for signature in signatures:
        name, _, arity = signature.partition("/")
        atoms = program.control.symbolic_atoms.by_signature(name, int(arity))
        hidden = (
            str(atom.symbol)
            for atom in atoms
            if atom.symbol not in shown and model.is_true(atom.literal)
        )
        first = min(hidden, default=None)
        if first is not None:
            raise EncodingError(
                f"{program.name} has {first} in a model, but does not show it; "
                f"#show {signature} is missing"
            )


def note_others(
    program: Program,
    encoding: str,
    symbols: Iterable[clingo.Symbol],
    signatures: Sequence[str],
) -> None:
    """Warn if a file of the user shows symbols with other signatures."""
    if not Path(encoding.partition("+")[0]).is_file():
        return
    first: dict[str, clingo.Symbol] = {}
    for symbol in symbols:
        first.setdefault(f"{symbol.name}/{len(symbol.arguments)}", symbol)
    for signature in sorted(first.keys() - set(signatures)):
        program.note(
            f"{first[signature]} is shown, which is no output; the output is "
            + ", ".join(signatures)
        )
