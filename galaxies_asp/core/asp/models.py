"""From models of an encoding to labels: all of its output, and nothing else."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import KNOWN
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.symbols import point_of, shown_atoms, signature_of
from galaxies_asp.core.board import grid
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.facts import GALAXY, HIDDEN, OUTPUT_MEANING, WALL
from galaxies_asp.core.board.labels import NO_DOT, Rows, rows_of
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.board.variants import RuleVariant

_OUTPUT = f"{GALAXY}/2"
_START = f"{GALAXY}("
_OF_VARIANTS = (f"{HIDDEN}(", f"{WALL}(")

Label = tuple[int, int]
"""The index of a cell in the flat labels, and its dot."""


class AtomReader:
    """Read `galaxy(P,C)` from the models of a program, as `encodings/README.md` says.

    Symbols are read as text, each once: that takes two calls of clingo, and taking them
    apart would take ten.
    """

    def __init__(self, puzzle: Puzzle, program: Program, encoding: str) -> None:
        self._puzzle = puzzle
        self._program = program
        self._encoding = encoding
        self._dots = {f"{x},{y}": dot for dot, (x, y) in enumerate(puzzle.centers)}
        self._cells = {
            f"{x},{y}": y // 2 * puzzle.width + x // 2 for x, y in puzzle.cells()
        }
        self._labels: dict[clingo.Symbol, Label] = {}
        self._readers: dict[tuple[grid.Point, ...], AtomReader] = {}

    def rows(self, model: clingo.Model) -> Rows:
        """Return the labels of a model.

        Raises `EncodingError` if the model names points other than cells and dots, or
        gives a cell to two dots.
        """
        puzzle, labels = self._puzzle, self._labels
        flat = [NO_DOT] * (puzzle.height * puzzle.width)
        others = []
        if self._encoding not in KNOWN:  # those show no terms
            require_output(self._program, model, (_OUTPUT,))
        for symbol in model.symbols(shown=True):
            label = labels.get(symbol) or self._label(symbol)
            if label is None:
                if symbol.match(GALAXY, 2):
                    raise self._strange(symbol)
                others.append(symbol)
                continue
            cell, dot = label
            if flat[cell] not in (NO_DOT, dot):
                row, column = divmod(cell, puzzle.width)
                raise self._error(
                    f"gives {grid.describe(grid.cell_at(column, row))} to two dots"
                )
            flat[cell] = dot
        if others:
            others = [one for one in others if not str(one).startswith(_OF_VARIANTS)]
            note_others(self._program, self._encoding, others, (_OUTPUT,))
        if max(flat) == NO_DOT and puzzle.centers and self._cells:
            require_shown(self._program, model, (_OUTPUT,))
            messages = (" ".join(each.split()) for each in self._program.messages)
            underived = (f"; {each}" for each in messages if "does not occur" in each)
            raise self._error(f"shows no {OUTPUT_MEANING}{''.join(underived)}")
        return rows_of(flat, puzzle.width)

    def solution(self, model: clingo.Model) -> Solution:
        """Return the labels of a model with its hidden dots and loose walls.

        Raises `EncodingError`: see `rows`.
        """
        require_output(self._program, model, (f"{HIDDEN}/1", f"{WALL}/1"))
        points: dict[str, list[grid.Point]] = {HIDDEN: [], WALL: []}
        for symbol in shown_atoms(model):
            if symbol.name in points and len(symbol.arguments) == 1:
                point = point_of(symbol.arguments[0])
                if point is None:
                    raise self._error(
                        f"has {symbol}, where {symbol.arguments[0]} is not a point "
                        "(X,Y)"
                    )
                points[symbol.name].append(point)
        hidden = tuple(grid.in_reading_order(points[HIDDEN]))
        if hidden not in self._readers:
            puzzle = self._puzzle
            whole = replace(
                puzzle,
                centers=(*puzzle.centers, *hidden),
                variants=puzzle.variants - {RuleVariant.HIDDEN_DOTS},
                clues=tuple(c for c in puzzle.clues if c.name != "hidden_dots"),
            )
            self._readers[hidden] = AtomReader(whole, self._program, self._encoding)
        reader = self._readers[hidden]
        rows = reader.rows(model)
        loose = frozenset(
            wall
            for wall in points[WALL]
            if len({rows[y // 2][x // 2] for x, y in grid.touched_cells(wall)}) == 1
        )
        return Solution(reader._puzzle, rows, loose)

    def assumptions(self, rows: Rows) -> list[int] | None:
        """Return literals for the models with these labels alone, or None."""
        wanted = {label for label in enumerate(chain(*rows)) if label[1] != NO_DOT}
        atoms = self._program.occurring(_OUTPUT)
        read = [(self._label(atom.symbol), atom.literal) for atom in atoms]
        if not wanted.issubset(label for label, _ in read):
            return None
        return [n if label in wanted else -n for label, n in read if label is not None]

    def _label(self, atom: clingo.Symbol) -> Label | None:
        """Return the label that an atom states; None if it states none."""
        text = str(atom)
        if not text.startswith(_START):
            return None
        point, _, center = text[len(_START) + 1 : -2].partition("),(")
        cell, dot = self._cells.get(point), self._dots.get(center)
        if cell is None or dot is None:
            return None
        label = self._labels[atom] = cell, dot
        return label

    def _strange(self, atom: clingo.Symbol) -> EncodingError:
        point, center = atom.arguments
        is_cell = str(point)[1:-1] in self._cells
        fault = f"{center} is not a dot" if is_cell else f"{point} is not a cell"
        return self._error(f"has {atom}, but {fault} of the puzzle")

    def _error(self, fault: str) -> EncodingError:
        return EncodingError(f"a model of the encoding {self._encoding} {fault}")


def require_shown(
    program: Program, model: clingo.Model, signatures: Iterable[str]
) -> None:
    """Raise `EncodingError` if a model hides an atom with these signatures."""
    shown = set(model.symbols(shown=True))
    for signature in signatures:
        hidden = [
            str(atom.symbol)
            for atom in program.occurring(signature)
            if atom.symbol not in shown and model.is_true(atom.literal)
        ]
        if hidden:
            raise EncodingError(
                f"{program.name} has {min(hidden)} in a model, but does not show it; "
                f"#show {signature} is missing"
            )


def require_output(
    program: Program, model: clingo.Model, signatures: Collection[str]
) -> None:
    """Check that a model shows true atoms of the output, if `#show` names terms of it.

    What is read is then what is true. Raises `EncodingError` if it is not.
    """
    terms = [t for t in model.symbols(terms=True) if signature_of(t) in signatures]
    for term in terms:
        if not model.contains(term):
            raise EncodingError(
                f"{program.name} shows {term} where no rule derives it; write it as "
                "the head of a rule"
            )
    if terms:
        require_shown(program, model, signatures)


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
        first.setdefault(signature_of(symbol), symbol)
    for signature in sorted(first.keys() - set(signatures)):
        program.note(
            f"{first[signature]} is shown, which is no output; the output is "
            + ", ".join(signatures)
        )
