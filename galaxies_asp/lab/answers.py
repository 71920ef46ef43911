"""What an encoding answers, right or wrong: its models, projected to `galaxy/2`."""

from dataclasses import dataclass

import clingo
import numpy as np

from galaxies_asp.encodings import FAST, data_folder, files
from galaxies_asp.errors import EncodingError
from galaxies_asp.grid import Point, describe
from galaxies_asp.notation import facts
from galaxies_asp.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.solve import Request, search
from galaxies_asp.verify import check_labels

Belongs = frozenset[tuple[Point, Point]]
"""Pairs of a cell and the dot that it belongs to."""


@dataclass(frozen=True, slots=True)
class Size:
    """All boards of this size: every set of dots, without holes and given walls."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@dataclass(frozen=True, slots=True)
class Question:
    """Ask an encoding for at most so many answers (0 for all) about a board."""

    encoding: str
    board: Puzzle | Size
    models: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the dots of the board, and which cell belongs to which of them."""

    dots: frozenset[Point]
    belongs: Belongs

    def cost(self) -> tuple[int, list[Point], list[tuple[Point, Point]]]:
        """Order answers: few dots come first."""
        return len(self.dots), sorted(self.dots), sorted(self.belongs)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a question; `complete` tells whether there are no others."""

    found: frozenset[Answer]
    complete: bool


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question without an answer.

    Attributes
    ----------
    why
        `time` or `memory` where a limit was reached; `refused` where the encoding is
        faulty; `unasked` where it cannot be asked about such boards.
    message
        The same in words.
    """

    why: str
    message: str


def ask(question: Question) -> Answers:
    """Return what the encoding answers.

    Raises
    ------
    EncodingError
        If clingo refuses it, or it speaks of what is not on the board.
    """
    board = question.board
    if question.encoding == FAST:
        return _ask_fast(question)
    log: list[str] = []
    control = clingo.Control(
        [str(question.models), "--project=project"],
        logger=lambda _, message: log.append(message.strip()),
    )
    try:
        for path in files(question.encoding):
            control.load(str(path))
        if isinstance(board, Puzzle):
            control.add("base", [], f"#project {facts.GALAXY}/2.")
            control.add("base", [], facts.program(board))
        else:
            control.load(str(data_folder("encodings") / "galaxies" / "open-dots.lp"))
            control.add("base", [], f"width({board.width}). height({board.height}).")
        control.ground()
    except RuntimeError as error:
        details = "\n".join(log) or str(error)
        raise EncodingError(
            f"clingo refuses the encoding {question.encoding}:\n{details}"
        ) from None
    reader, found = _Reader(question), set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.add(reader.answer(model))
        exhausted = bool(handle.get().exhausted)
    return Answers(frozenset(found), exhausted)


class _Reader:
    """Read models; what a symbol says is found out once."""

    def __init__(self, question: Question) -> None:
        board = question.board
        self._encoding = question.encoding
        if isinstance(board, Puzzle):
            self._cells, self._dots = set(board.cells()), set(board.centers)
        else:
            self._cells = set(Puzzle(board.width, board.height).cells())
            self._dots = set()
        self._belongs: dict[clingo.Symbol, tuple[Point, Point]] = {}
        self._centers: dict[clingo.Symbol, Point] = {}

    def answer(self, model: clingo.Model) -> Answer:
        """Return what the model says of dots and cells."""
        dots, belongs = set(self._dots), set()
        for symbol in model.symbols(shown=True):
            if symbol in self._belongs:
                belongs.add(self._belongs[symbol])
            elif symbol in self._centers:
                dots.add(self._centers[symbol])
            elif symbol.match(facts.GALAXY, 2):
                cell, dot = (self._point(part, symbol) for part in symbol.arguments)
                self._belongs[symbol] = cell, dot
                belongs.add((cell, dot))
            elif symbol.match("center", 1):
                self._centers[symbol] = self._point(symbol.arguments[0], symbol)
                dots.add(self._centers[symbol])
        for cell, dot in belongs:
            if cell not in self._cells or dot not in dots:
                off = cell not in self._cells
                fault = f"{cell} is not a cell" if off else f"{dot} is not a dot"
                raise EncodingError(
                    f"a model of the encoding {self._encoding} has "
                    f"{facts.GALAXY}({cell},{dot}), but {fault} of the board"
                )
        return Answer(frozenset(dots), frozenset(belongs))

    def _point(self, symbol: clingo.Symbol, atom: clingo.Symbol) -> Point:
        try:
            x, y = (argument.number for argument in symbol.arguments)
        except (RuntimeError, ValueError):
            raise EncodingError(
                f"a model of the encoding {self._encoding} has {atom}, where {symbol} "
                "is not a point (X,Y)"
            ) from None
        return Point(x, y)


def _ask_fast(question: Question) -> Answers:
    board = question.board
    if not isinstance(board, Puzzle):
        raise EncodingError(f"{FAST!r} takes one board at a time; name 'grow' instead")
    found, exhausted = set(), False
    for event in search(Request(board, question.models)):
        if isinstance(event, np.ndarray):
            belongs = frozenset(
                (cell, board.centers[event[cell.y // 2, cell.x // 2]])
                for cell in board.cells()
            )
            found.add(Answer(frozenset(board.centers), belongs))
        else:
            exhausted = event.exhausted
    return Answers(frozenset(found), exhausted)


def name_of(board: Puzzle | Size) -> str:
    """Return what to call a board."""
    return board.name or "a board" if isinstance(board, Puzzle) else str(board)


def puzzle_of(board: Puzzle | Size, answer: Answer) -> Puzzle:
    """Return the board with the dots of the answer."""
    if isinstance(board, Puzzle):
        return board
    dots = sorted(answer.dots, key=lambda dot: (dot.y, dot.x))
    return Puzzle(board.width, board.height, tuple(dots))


def labels(puzzle: Puzzle, answer: Answer) -> Labels:
    """Return the answer as (H, W) dot numbers; of several dots of a cell the first."""
    number = {center: index for index, center in enumerate(puzzle.centers)}
    result = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
    for cell, dot in sorted(answer.belongs, reverse=True):
        result[cell.y // 2, cell.x // 2] = number[dot]
    return result


def faults(puzzle: Puzzle, answer: Answer) -> tuple[str, ...]:
    """Return which rules an answer breaks, in words; none if it is a solution."""
    dots_of: dict[Point, list[Point]] = {}
    for cell, dot in sorted(answer.belongs):
        dots_of.setdefault(cell, []).append(dot)
    shared = tuple(
        f"cell with two dots: {describe(cell)} has {' and '.join(map(str, dots))}"
        for cell, dots in dots_of.items()
        if len(dots) > 1
    )
    if shared:
        return shared
    return tuple(map(str, check_labels(puzzle, labels(puzzle, answer))))
