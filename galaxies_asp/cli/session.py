"""The state of an interactive session: a puzzle and what is drawn on it.

Lines come in any order: IDP relations, ASP facts and clingo answers, game IDs and
addresses, and a few commands. Nothing is printed here.
"""

import copy
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from galaxies_asp.board import facts as predicates
from galaxies_asp.board.errors import NotationError, OptionError
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.board.regions import labels_of, pairs_of
from galaxies_asp.cli.inputs import Entry
from galaxies_asp.notation import facts, idp_model, one_line_notation

if TYPE_CHECKING:
    from galaxies_asp.families.sheet import Sheet

_SIZE = re.compile(r"\s*(\d{1,9})\s*(?:x|,|\s)\s*(\d{1,9})\s*", re.IGNORECASE)
_PAIR = re.compile(r"\(?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)?", re.ASCII)
# Possessive quantifiers: no backtracking over long runs of blanks.
_PAIRS = re.compile(
    r"(?:[\s;,\[\]{}]*+\(?\s*+\d{1,9}\s*+,\s*+\d{1,9}\s*+\)?)*+[\s;,\[\]{}]*+"
)
_RANGE = re.compile(r"\s*([XY])(?:max)?\s*:?=")
_NEXT_MODEL = re.compile(r"\s*(?:Answer:|Model\b|structure\b)", re.IGNORECASE)

HELP = """\
Enter lines of IDP models, clingo answers, facts, or a game ID or address.
An empty line draws and verifies the position. Other lines:
  size 7x7            the size of the board
  dots (8,1) (3,2)    replace the dots
  dot (8,1)           add a dot
  walls (2,1) (2,3)   add walls
  clear               forget walls and regions
  reset               forget everything
  load INPUT          read a file or a puzzle of the collection
  solve               solve the puzzle
  hint                the next step from the position, or the mistake in it
  explain c4r2        why a cell or an edge (c4r2-c5r2) is as in all solutions
  count, forced, repair, walkthrough, convert -f NAME
                      answer as the commands do, and take their options
  undo, redo          take back the last change, or take it again
  quit                leave (also Ctrl-D)
"""


QUESTIONS = (
    *("solve", "hint", "explain", "count", "forced", "repair", "walkthrough"),
    *("convert", "render"),
)
"""The commands of galaxies that answer about the present puzzle."""

COMMANDS = (
    *("size", "dots", "dot", "walls", "clear", "reset", "load", "undo", "redo"),
    *(*QUESTIONS, "help", "quit"),
)


class Session:
    """A puzzle and what is drawn on it."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self._size: tuple[int, int] | None = None
        self._puzzle: Puzzle | None = None
        self._centers: dict[Point, None] = {}
        self._black: set[Point] = set()
        self._holes: set[Point] = set()
        self._given: set[Point] = set()
        self._ranges: dict[str, str] = {}
        self._sheet: Sheet | None = None
        self.clear()

    def clear(self) -> None:
        """Forget what is drawn on the puzzle."""
        self._walls: set[Point] | None = None
        self._belongs: dict[Point, Point] | None = None
        self._sheet = self._sheet and self._sheet.puzzle

    def load(self, entry: "Entry | Sheet") -> None:
        """Start again with a puzzle and what is drawn on it."""
        self.reset()
        if isinstance(entry, Entry):
            self._load(entry.position)
        else:
            self._sheet = entry

    def _load(self, position: Position) -> None:
        puzzle = position.puzzle
        self._size = (puzzle.width, puzzle.height)
        self._centers = dict.fromkeys(puzzle.centers)
        self._black, self._holes = set(puzzle.black), set(puzzle.holes)
        self._given = set(puzzle.walls)
        self._walls = None if position.walls is None else set(position.walls)
        if position.has_labels:
            self._belongs = dict(pairs_of(position))

    def take(self, line: str) -> bool:
        """Apply a line; return whether it has a meaning.

        Raises
        ------
        GalaxiesError
            If the line is recognized but wrong.
        """
        word, _, rest = line.strip().partition(" ")
        if self._sheet is not None and word not in ("clear", "reset"):
            family = self._sheet.family.name
            raise OptionError(f"{family} is not changed here; 'reset' forgets it")
        return (
            self._command(word, rest)
            or self._facts(line)
            or self._idp(line)
            or self._one_line(line)
        )

    def _command(self, word: str, rest: str) -> bool:
        if word == "size" and (size := _SIZE.fullmatch(rest)):
            self._size = (int(size[1]), int(size[2]))
        elif word == "dots" and rest and _PAIRS.fullmatch(rest):
            self._centers = dict.fromkeys(_points(rest))
            self._black.clear()
        elif word == "dot" and rest and _PAIRS.fullmatch(rest):
            self._centers |= dict.fromkeys(_points(rest))
        elif word == "walls" and rest and _PAIRS.fullmatch(rest):
            self._walls = (self._walls or set()) | set(_points(rest))
        elif word == "clear" and not rest:
            self.clear()
        elif word == "reset" and not rest:
            self.reset()
        else:
            return False
        return True

    def _facts(self, line: str) -> bool:
        if _NEXT_MODEL.match(line):
            self.clear()
            return True
        atoms = facts.scan(line)
        for name, rows in atoms.items():
            if name in (predicates.WIDTH, predicates.HEIGHT):
                width, height = self._size or (1, 1)
                value = rows[-1][0]
                self._size = (
                    (value, height) if name == predicates.WIDTH else (width, value)
                )
                continue
            points = [Point(*row[:2]) for row in rows]
            if name == predicates.CENTER:
                self._centers |= dict.fromkeys(points)
            elif name == predicates.WALL:
                self._walls = (self._walls or set()) | set(points)
            elif name == predicates.GALAXY:
                dots = (Point(*row[2:]) for row in rows)
                self._belongs = (self._belongs or {}) | dict(
                    zip(points, dots, strict=True)
                )
            else:
                self._set_named(name).update(points)
        return bool(atoms)

    def _set_named(self, name: str) -> set[Point]:
        return {
            predicates.BLACK: self._black,
            predicates.HOLE: self._holes,
            predicates.GIVEN: self._given,
        }[name]

    def _idp(self, line: str) -> bool:
        if found := _RANGE.match(line):
            self._ranges[found[1]] = line
        models = idp_model.scan("\n".join([*self._ranges.values(), line]))
        for model in models:
            if model.centers is not None:
                self._centers = dict.fromkeys(model.centers)
            if model.walls is not None:
                self._walls = set(model.walls)
            if model.belongs is not None:
                self._belongs = dict(model.belongs)
            if model.width and model.height and (model.walls or model.belongs):
                self._size = (model.width, model.height)
        return bool(models) or bool(found)

    def _one_line(self, line: str) -> bool:
        notation = one_line_notation(line.strip())
        if notation is None:
            return False
        self.reset()
        self._load(notation.read(line.strip())[0])
        return True

    def entry(self) -> "Entry | Sheet":
        """Return the present puzzle and what is drawn on it.

        Raises
        ------
        GalaxiesError
            If it is not a puzzle yet, or an impossible one.
        """
        if self._sheet is not None:
            return self._sheet
        position = self.position()
        return Entry(position.puzzle.name or "board", position, {})

    def position(self) -> Position:
        """Return the current position.

        Raises
        ------
        GalaxiesError
            If it is not a puzzle yet, or an impossible one.
        """
        centers: Iterable[Point] = self._centers
        if not self._centers and self._belongs:
            found = set(self._belongs.values())
            centers = in_reading_order(found)
        width, height = self._size or self._guessed_size()
        puzzle = Puzzle(
            width,
            height,
            tuple(centers),
            black=frozenset(self._black),
            holes=frozenset(self._holes),
            walls=frozenset(self._given),
        )
        labels = None
        if self._belongs is not None:
            labels = labels_of(puzzle, self._belongs.items())
        walls = None if self._walls is None else frozenset(self._walls)
        return Position(puzzle, walls, labels)

    def _guessed_size(self) -> tuple[int, int]:
        """Return the smallest size that contains the known walls and cells."""
        points = [*(self._walls or ()), *(self._belongs or ())]
        ranges = idp_model.scan("\n".join([*self._ranges.values(), "Walls = {}"]))
        for model in ranges:
            if model.width and model.height:
                return model.width, model.height
        if not points:
            raise NotationError("the size of the board is not known; enter 'size 7x7'")
        return (
            (max(x for x, _ in points) + 1) // 2,
            (max(y for _, y in points) + 1) // 2,
        )


class States:
    """The states of a session: the present one, and those to go back or forth to."""

    def __init__(self, session: Session) -> None:
        self.now = session
        self._past: list[Session] = []
        self._future: list[Session] = []

    def change(self) -> None:
        """Keep the present state; the next change can be undone."""
        self._past.append(copy.deepcopy(self.now))
        self._future.clear()

    def forget(self) -> None:
        """Forget the last kept state; nothing has changed since."""
        self._past.pop()

    def undo(self) -> bool:
        """Go back by one change; return whether there was one."""
        return self._move(self._past, self._future)

    def redo(self) -> bool:
        """Go forth by one undone change; return whether there was one."""
        return self._move(self._future, self._past)

    def _move(self, source: list[Session], target: list[Session]) -> bool:
        if source:
            target.append(self.now)
            self.now = source.pop()
            return True
        return False


def _points(text: str) -> list[Point]:
    return [Point(int(x), int(y)) for x, y in _PAIR.findall(text)]
