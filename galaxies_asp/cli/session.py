"""The state of an interactive session: a puzzle and what is drawn on it.

Lines come in any order: IDP relations, ASP facts and clingo answers, game IDs and
addresses, and a few commands. Nothing is printed here.
"""

import copy
import re
from collections.abc import Iterable
from typing import Any

from galaxies_asp.board import facts as predicates
from galaxies_asp.board.errors import NotationError, OptionError
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.board.regions import labels_of, pairs_of
from galaxies_asp.families.entry import Entry
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.notation import facts, idp_model, one_line_notation

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

_KEPT = (
    *("width", "height", "centers", "black", "holes", "walls"),
    *("lattice", "variants", "clues", "declarations"),
)
"""The fields of a puzzle that is loaded; its name is that of the session."""

_FIELDS = {
    predicates.CENTER: "centers",
    predicates.BLACK: "black",
    predicates.HOLE: "holes",
    predicates.GIVEN: "walls",
}
"""The field to which each predicate adds points."""

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
        self._puzzle: dict[str, Any] = {}
        self._ranges: dict[str, str] = {}
        self._other: Entry | None = None
        self.clear()

    def clear(self) -> None:
        """Forget what is drawn on the puzzle."""
        self._walls: set[Point] | None = None
        self._belongs: dict[Point, Point] | None = None
        self._other = self._other and self._other.blank

    def load(self, entry: Entry) -> None:
        """Start again with a puzzle and what is drawn on it."""
        self.reset()
        if entry.family_name is None:
            self._load(entry.position)
        else:
            self._other = entry

    def _load(self, position: Position) -> None:
        self._puzzle = {name: getattr(position.puzzle, name) for name in _KEPT}
        self._walls = None if position.walls is None else set(position.walls)
        if position.has_labels:
            self._belongs = dict(pairs_of(position))

    def _add(self, name: str, points: Iterable[Point]) -> None:
        """Add points to those of a field of the puzzle, each once."""
        known = self._puzzle.get(name, ())
        self._puzzle[name] = tuple(dict.fromkeys((*known, *points)))

    def take(self, line: str) -> bool:
        """Apply a line; return whether it has a meaning.

        Raises
        ------
        GalaxiesError
            If the line is recognized but wrong.
        """
        word, _, rest = line.strip().partition(" ")
        if self._other is not None and word not in ("clear", "reset"):
            family = self._other.family_name
            raise OptionError(f"{family} is not changed here; 'reset' forgets it")
        return (
            self._command(word, rest)
            or self._facts(line)
            or self._idp(line)
            or self._one_line(line)
        )

    def _command(self, word: str, rest: str) -> bool:
        if word == "size" and (size := _SIZE.fullmatch(rest)):
            self._puzzle |= {"width": int(size[1]), "height": int(size[2])}
        elif word == "dots" and rest and _PAIRS.fullmatch(rest):
            self._puzzle |= {"centers": (), "black": ()}
            self._add("centers", _points(rest))
        elif word == "dot" and rest and _PAIRS.fullmatch(rest):
            self._add("centers", _points(rest))
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
                self._puzzle = {"width": 1, "height": 1} | self._puzzle
                self._puzzle[name] = rows[-1][0]
                continue
            points = [Point(*row[:2]) for row in rows]
            if name == predicates.WALL:
                self._walls = (self._walls or set()) | set(points)
            elif name == predicates.GALAXY:
                dots = (Point(*row[2:]) for row in rows)
                self._belongs = (self._belongs or {}) | dict(
                    zip(points, dots, strict=True)
                )
            else:
                self._add(_FIELDS[name], points)
        return bool(atoms)

    def _idp(self, line: str) -> bool:
        if found := _RANGE.match(line):
            self._ranges[found[1]] = line
        models = idp_model.scan("\n".join([*self._ranges.values(), line]))
        for model in models:
            if model.centers is not None:
                self._puzzle["centers"] = ()
                self._add("centers", model.centers)
            if model.walls is not None:
                self._walls = set(model.walls)
            if model.belongs is not None:
                self._belongs = dict(model.belongs)
            if model.width and model.height and (model.walls or model.belongs):
                self._puzzle |= {"width": model.width, "height": model.height}
        return bool(models) or bool(found)

    def _one_line(self, line: str) -> bool:
        notation = one_line_notation(line.strip())
        if notation is None:
            return False
        self.reset()
        self._load(notation.read(line.strip())[0])
        return True

    def entry(self) -> Entry:
        """Return the present puzzle and what is drawn on it.

        Raises
        ------
        GalaxiesError
            If it is not a puzzle yet, or an impossible one.
        """
        if self._other is not None:
            return self._other
        position = self.position()
        return GalaxiesSheet(position.puzzle.name or "board", position)

    def position(self) -> Position:
        """Return the current position.

        Raises
        ------
        GalaxiesError
            If it is not a puzzle yet, or an impossible one.
        """
        fields = dict(self._puzzle)
        if not fields.get("centers") and self._belongs:
            fields["centers"] = in_reading_order(set(self._belongs.values()))
        if "width" not in fields:
            fields["width"], fields["height"] = self._guessed_size()
        puzzle = Puzzle(**fields)
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
