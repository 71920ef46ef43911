"""The answers of an encoding, sound or not: its models, projected to `galaxy/2`."""

from dataclasses import dataclass, replace

import clingo
import numpy as np

from galaxies_asp import facts
from galaxies_asp.asp.encodings import FAST, bundled, text
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.search import Outcome
from galaxies_asp.errors import EncodingError
from galaxies_asp.grid import Point, describe, in_reading_order, touched_cells
from galaxies_asp.puzzle import NO_DOT, Labels, Position, Puzzle, walls_between
from galaxies_asp.solve.request import Request
from galaxies_asp.solve.search import search
from galaxies_asp.variants import PUZZLE, RuleVariant, Variants
from galaxies_asp.verify.rules import Kind, check_labels, verify

_OPEN_DOTS = "galaxies/questions/open-dots.lp"

HIDDEN = "hidden"
"""The predicate of the dots that an encoding adds to the board."""

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
    """A request for at most `limit` answers (0 for all) of an encoding on a board."""

    encoding: str
    board: Puzzle | Size
    models: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the dots of the board, and the pairs of cell and dot.

    `hidden` are further dots, which the board does not show; `loose` are walls inside
    regions. Both are for variants of the rules (see `rule_variants`).
    """

    dots: frozenset[Point]
    belongs: Belongs
    hidden: frozenset[Point] = frozenset()
    loose: frozenset[Point] = frozenset()

    def cost(self) -> tuple[object, ...]:
        """Order answers: few dots come first."""
        return (
            *(len(self.dots), len(self.hidden), sorted(self.dots), sorted(self.hidden)),
            *(sorted(self.belongs), sorted(self.loose)),
        )


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a question; `complete` tells whether there are no others."""

    found: frozenset[Answer]
    complete: bool


@dataclass(frozen=True, slots=True)
class MissingAnswers:
    """The reason why a question has no answer.

    Attributes
    ----------
    why
        `time` or `memory` where a limit was reached; `refused` where the encoding is
        faulty; `unasked` if the encoding does not support such boards.
    message
        The reason as a sentence.
    """

    why: str
    message: str


def ask(question: Question) -> Answers:
    """Return the answers of the encoding.

    Raises `EncodingError` if clingo rejects it, or a model has points off the board.
    """
    board = question.board
    if question.encoding == FAST:
        return _ask_fast(question)
    # A question is answered in a worker process, which handles no Ctrl-C.
    program = Program(
        [str(question.models), "--project=project"],
        text(question.encoding),
        name=f"the encoding {question.encoding}",
        short_searches=True,
    )
    if isinstance(board, Puzzle):
        program.add(f"#project {facts.GALAXY}/2.\n{facts.program(board)}")
    else:
        program.add(bundled(_OPEN_DOTS).text)
        program.add(facts.size(board.width, board.height))
    program.ground()
    reader = _Reader(question)
    # A dot that is given need not be hidden, too.
    given = board.centers if isinstance(board, Puzzle) else ()
    hidden = [(clingo.Function(HIDDEN, [_symbol(dot)]), False) for dot in given]
    found = frozenset(map(reader.answer, program.models(hidden)))
    return Answers(found, program.exhausted)


class _Reader:
    """Reads models; interprets each symbol once."""

    def __init__(self, question: Question) -> None:
        board = question.board
        self._encoding = question.encoding
        if isinstance(board, Puzzle):
            self._cells, self._dots = set(board.cells()), set(board.centers)
        else:
            self._cells = set(Puzzle(board.width, board.height).cells())
            self._dots = set()
        self._belongs: dict[clingo.Symbol, tuple[Point, Point]] = {}
        self._points: dict[clingo.Symbol, Point] = {}

    def answer(self, model: clingo.Model) -> Answer:
        """Return the dots, pairs and walls of a model."""
        pairs: set[tuple[Point, Point]] = set()
        points: dict[str, set[Point]] = {
            facts.CENTER: set(),
            HIDDEN: set(),
            facts.WALL: set(),
        }
        for symbol in model.symbols(shown=True):
            if symbol in self._belongs:
                pairs.add(self._belongs[symbol])
            elif symbol in self._points:
                points[symbol.name].add(self._points[symbol])
            elif symbol.match(facts.GALAXY, 2):
                cell, dot = (self._point(part, symbol) for part in symbol.arguments)
                self._belongs[symbol] = cell, dot
                pairs.add((cell, dot))
            elif symbol.name in points and len(symbol.arguments) == 1:
                self._points[symbol] = self._point(symbol.arguments[0], symbol)
                points[symbol.name].add(self._points[symbol])
        hidden = points[HIDDEN]
        dots = self._dots | points[facts.CENTER] - hidden
        for cell, dot in pairs:
            if cell not in self._cells or dot not in dots | hidden:
                off = cell not in self._cells
                fault = f"{cell} is not a cell" if off else f"{dot} is not a dot"
                raise EncodingError(
                    f"a model of the encoding {self._encoding} has "
                    f"{facts.GALAXY}({cell},{dot}), but {fault} of the board"
                )
        belongs = dict(pairs)
        loose = {
            wall
            for wall in points[facts.WALL]
            if len({belongs.get(cell) for cell in touched_cells(wall)}) == 1
        }
        return Answer(
            frozenset(dots), frozenset(pairs), frozenset(hidden), frozenset(loose)
        )

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
        if isinstance(event, Outcome):
            exhausted = event.exhausted
        else:
            belongs = frozenset(
                (cell, board.centers[event[cell.y // 2][cell.x // 2]])
                for cell in board.cells()
            )
            found.add(Answer(frozenset(board.centers), belongs))
    return Answers(frozenset(found), exhausted)


def _symbol(point: Point) -> clingo.Symbol:
    return clingo.Function("", [clingo.Number(point.x), clingo.Number(point.y)])


def name_of(board: Puzzle | Size) -> str:
    """Return the name of a board."""
    return board.name or "a board" if isinstance(board, Puzzle) else str(board)


def puzzle_of(board: Puzzle | Size, answer: Answer) -> Puzzle:
    """Return the board with the dots of the answer."""
    if isinstance(board, Puzzle):
        return board
    dots = in_reading_order(answer.dots)
    return Puzzle(board.width, board.height, tuple(dots))


def with_hidden(puzzle: Puzzle, answer: Answer) -> Puzzle:
    """Return the puzzle with the hidden dots of an answer after its own."""
    if not answer.hidden:
        return puzzle
    hidden = in_reading_order(answer.hidden)
    return replace(puzzle, centers=(*puzzle.centers, *hidden))


def drawn(puzzle: Puzzle, answer: Answer) -> Position:
    """Return the answer as a position in which everything is drawn."""
    whole = with_hidden(puzzle, answer)
    found = labels(whole, answer)
    walls = walls_between(found.tolist(), whole.holes)
    return Position(whole, walls | answer.loose, found)


def labels(puzzle: Puzzle, answer: Answer) -> Labels:
    """Return the answer as (H, W) dot numbers; of several dots of a cell the first."""
    number = {center: index for index, center in enumerate(puzzle.centers)}
    result = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
    for cell, dot in sorted(answer.belongs, reverse=True):
        result[cell.y // 2, cell.x // 2] = number[dot]
    return result


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that an answer violates: a message and the points."""

    message: str
    places: tuple[Point, ...]

    def __str__(self) -> str:
        return self.message


def faults(
    puzzle: Puzzle, answer: Answer, variants: Variants = PUZZLE
) -> tuple[Fault, ...]:
    """Return the rules that an answer violates; empty for a solution."""
    dots_of: dict[Point, list[Point]] = {}
    for cell, dot in sorted(answer.belongs):
        dots_of.setdefault(cell, []).append(dot)
    shared = tuple(
        Fault(
            f"cell with two dots: {describe(cell)} has {' and '.join(map(str, dots))}",
            (cell,),
        )
        for cell, dots in dots_of.items()
        if len(dots) > 1
    )
    if shared:
        return shared
    position = drawn(puzzle, answer)
    assert position.labels is not None
    found = check_labels(position.puzzle, position.labels, variants)
    if answer.loose:  # the regions are what these walls enclose, too
        by_walls = Position(position.puzzle, position.walls)
        found += verify(by_walls, variants=variants)
    said = [Fault(str(violation), violation.places) for violation in found]
    if RuleVariant.HIDDEN_DOTS not in variants:
        said += map(_undotted, sorted(answer.hidden))
    return tuple(dict.fromkeys(said))


def _undotted(dot: Point) -> Fault:
    message = f"{Kind.REGION_WITHOUT_DOT}: the region about {dot} has no dot"
    return Fault(message, (dot,))
