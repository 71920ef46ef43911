"""`galaxies repl`: the interactive prompt, and the puzzle that is entered there.

Lines come in any order: IDP relations, ASP facts and clingo answers, game IDs and
addresses, and a few commands.
"""

import contextlib
import copy
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from galaxies_asp.cli import signals
from galaxies_asp.cli.commands import command
from galaxies_asp.cli.inputs import FamilyName, InputNames, Inputs, NotationName
from galaxies_asp.cli.options import DrawingStyle
from galaxies_asp.cli.output import echo, print_drawing
from galaxies_asp.core.board import errors
from galaxies_asp.core.board import facts as predicates
from galaxies_asp.core.board.grid import Point, in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.board.regions import labels_of, pairs_of
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.core.notation import facts
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.families.galaxies import GALAXIES, sheet_of
from galaxies_asp.notation import idp_model, one_line_notation, parse_all
from galaxies_asp.processes.files import make_folder, replace_file

_SIZE = re.compile(r"\s*(\d{1,9})\s*(?:x|,|\s)\s*(\d{1,9})\s*", re.IGNORECASE)
_PAIR = re.compile(r"\(?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)?", re.ASCII)
# Possessive quantifiers: no backtracking over long runs of blanks.
_PAIRS = re.compile(
    r"(?:[\s;,\[\]{}]*+\(?\s*+\d{1,9}\s*+,\s*+\d{1,9}\s*+\)?)*+[\s;,\[\]{}]*+"
)
_RANGE = re.compile(r"\s*([XY])(?:max)?\s*:?=")
_NEXT_MODEL = re.compile(r"\s*(?:Answer:|Model\b|structure\b)", re.IGNORECASE)

_HELP = """\
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

_QUESTIONS = (
    *("solve", "hint", "explain", "count", "forced", "repair", "walkthrough"),
    *("convert", "render"),
)
"""The commands of galaxies that answer about the present puzzle."""

_SIDES = {predicates.WIDTH, predicates.HEIGHT}

_COMMANDS = (
    *("size", "dots", "dot", "walls", "clear", "reset", "load", "undo", "redo"),
    *(*_QUESTIONS, "help", "quit"),
)


class _Session:
    """A puzzle and what is drawn on it, maybe not complete yet."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        """Forget everything."""
        self._puzzle: dict[str, Any] = {}
        self._ranges: dict[str, str] = {}
        self._other: AnySheet | None = None
        self._clear()

    def _clear(self) -> None:
        """Forget what is drawn on the puzzle."""
        self._walls: set[Point] | None = None
        self._belongs: dict[Point, Point] | None = None
        self._other = self._other and self._other.blank

    def load(self, entry: AnySheet) -> None:
        """Start again with a puzzle and what is drawn on it."""
        self._reset()
        if entry.dots is None:
            self._other = entry
            return
        position = entry.position
        puzzle = replace(position.puzzle, name="", source="")  # those of a session
        self._puzzle = {
            field.name: getattr(puzzle, field.name) for field in fields(puzzle)
        }
        self._walls = None if position.walls is None else set(position.walls)
        if position.has_labels:
            self._belongs = dict(pairs_of(position))

    def _add(self, name: str, points: Iterable[Point]) -> None:
        """Add points to those of a field of the puzzle, each once."""
        known = self._puzzle.get(name, ())
        self._puzzle[name] = tuple(dict.fromkeys((*known, *points)))

    def take(self, line: str) -> bool:
        """Apply a line; tell whether it has a meaning, or raise `GalaxiesError`."""
        word, _, rest = line.strip().partition(" ")
        if self._other is not None and word not in ("clear", "reset"):
            family = self._other.family.name
            raise errors.OptionError(f"{family} is not changed; 'reset' forgets it")
        return (
            self._command(word, rest)
            or self._facts(line)
            or self._idp(line)
            or self._one_line(line)
        )

    def _command(self, word: str, rest: str) -> bool:
        points = []
        if _PAIRS.fullmatch(rest):
            points = [Point(int(x), int(y)) for x, y in _PAIR.findall(rest)]
        match word:
            case "size" if size := _SIZE.fullmatch(rest):
                self._puzzle |= {"width": int(size[1]), "height": int(size[2])}
            case "dots" if points:
                self._puzzle |= {"centers": (), "black": ()}
                self._add("centers", points)
            case "dot" if points:
                self._add("centers", points)
            case "walls" if points:
                self._walls = (self._walls or set()) | set(points)
            case "clear" if not rest:
                self._clear()
            case "reset" if not rest:
                self._reset()
            case _:
                return False
        return True

    def _facts(self, line: str) -> bool:
        if _NEXT_MODEL.match(line):
            self._clear()
            return True
        atoms = facts.scan(line)
        self._take_atoms(atoms)
        return bool(atoms)

    def _take_atoms(self, atoms: facts.Atoms) -> None:
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
                pairs = dict(zip(points, dots, strict=True))
                self._belongs = (self._belongs or {}) | pairs
            else:
                self._add(predicates.FIELDS[name], points)

    def _idp(self, line: str) -> bool:
        if found := _RANGE.match(line):
            self._ranges[found[1]] = line
        models = idp_model.scan("\n".join([*self._ranges.values(), line]))
        for _, atoms in models:
            if predicates.CENTER in atoms:
                self._puzzle["centers"] = ()
            self._walls = None if predicates.WALL in atoms else self._walls
            self._belongs = None if predicates.GALAXY in atoms else self._belongs
            is_drawn = atoms.get(predicates.WALL) or atoms.get(predicates.GALAXY)
            left = () if is_drawn and atoms.keys() >= _SIDES else _SIDES
            self._take_atoms({k: v for k, v in atoms.items() if k not in left})
        return bool(models) or bool(found)

    def _one_line(self, line: str) -> bool:
        if one_line_notation(line.strip()) is None:
            return False
        self.load(sheet_of(parse_all(line)[0]))
        return True

    def entry(self) -> AnySheet:
        """Return the present puzzle and what is drawn on it.

        Raises `GalaxiesError` if it is not a puzzle yet, or an impossible one.
        """
        if self._other is not None:
            return self._other
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
        position = Position(puzzle, walls, labels)
        return Sheet(GALAXIES, puzzle.name or "board", position)

    def _guessed_size(self) -> tuple[int, int]:
        """Return the smallest size that contains the known walls and cells."""
        points = [*(self._walls or ()), *(self._belongs or ())]
        ranges = idp_model.scan("\n".join([*self._ranges.values(), "Walls = {}"]))
        for _, atoms in ranges:
            if atoms.keys() >= _SIDES:
                return atoms[predicates.WIDTH][0][0], atoms[predicates.HEIGHT][0][0]
        if not points:
            raise errors.NotationError("the size is not known; enter 'size 7x7'")
        width, height = ((max(each) + 1) // 2 for each in zip(*points, strict=True))
        return width, height


class _Prompt:
    """The sessions after each change, and the place of the present one."""

    def __init__(self, style: TextStyle) -> None:
        self._style = style
        self._sessions = [_Session()]
        self._at = 0

    @property
    def now(self) -> _Session:
        """The present session."""
        return self._sessions[self._at]

    def answer(self, line: str) -> bool:
        """Execute a line; return whether it asked about the position."""
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not word:
            self.draw()
        elif word in _QUESTIONS:
            self._ask(word, rest)
        elif word in ("help", "?"):
            echo(_HELP, nl=False)
        elif word in ("undo", "redo") and not rest:
            at = self._at + (1 if word == "redo" else -1)
            if not 0 <= at < len(self._sessions):
                raise errors.OptionError(f"there is nothing to {word}")
            self._at = at
        else:
            changed = copy.deepcopy(self.now)
            if word == "load" and rest:
                for entry in Inputs((rest,)):
                    changed.load(entry)
            elif not changed.take(line):
                echo(f"not understood: {line.strip()[:60]!r}", err=True)
                return False
            self._at += 1
            self._sessions[self._at :] = [changed]
        return not word or word in _QUESTIONS

    def draw(self) -> None:
        """Draw the position, and say what is wrong."""
        entry = self.now.entry()
        print_drawing(entry.text(self._style))
        for line in entry.judgment() if entry.is_attempt else ():
            echo(line)

    def _ask(self, word: str, rest: str) -> None:
        """Let a command of galaxies answer about the present puzzle."""
        entry = self.now.entry()
        present = click.get_current_context()
        root = present.find_root()
        group = root.command
        assert isinstance(group, click.Group)
        options = shlex.split(rest)
        if word == "explain" and options and not options[0].startswith("-"):
            options.insert(0, "--at")
        asked = group.get_command(root, word)
        assert asked is not None
        with asked.make_context(word, options, parent=root) as context:
            if "style" in context.params:
                context.params["style"] = present.params["style"]
            context.params["inputs"] = (entry,)
            asked.invoke(context)


@command("repl")
def repl_command(
    inputs: InputNames, from_: NotationName, family: FamilyName, style: DrawingStyle
) -> int:
    """Enter IDP or clingo models, walls or facts in any order.

    An empty line draws and verifies the current position. Start with puzzles as INPUT,
    or enter 'size 7x7' and 'dots (8,1) (3,2)' at the prompt; 'help' lists all commands.
    Puzzles of other families are loaded, drawn and asked about, but not changed.
    """
    prompt = _Prompt(style)
    if inputs:
        for entry in Inputs(inputs, from_, family):
            prompt.now.load(entry)
    shown = True
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    for line in _lines():
        if line.split()[:1] in (["quit"], ["exit"]):
            break
        try:
            with signals.handled():  # each line can be interrupted
                shown = prompt.answer(line)
        except click.exceptions.Exit:  # after the help text of a command
            pass
        except click.ClickException as error:
            echo(error.format_message(), err=True)
        except (errors.GalaxiesError, KeyboardInterrupt) as error:
            echo(str(error) or "interrupted", err=True)
            shown = False
    if not shown and not sys.stdin.isatty():
        with contextlib.suppress(errors.GalaxiesError):
            prompt.draw()
    return 0


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; on a terminal with a prompt and a history."""
    if not sys.stdin.isatty():
        data = sys.stdin.buffer
        yield from (line.decode("utf-8", "replace") for line in data)
        return
    echo("An empty line draws and verifies; 'help' lists the commands.")
    with _history():
        while True:
            try:
                with signals.handled():
                    line = input("galaxies> ")
                yield line
            except KeyboardInterrupt:
                echo()
            except EOFError:
                echo()
                return


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Keep the history of lines in a file, and complete commands with Tab."""
    try:
        import readline
    except ImportError:  # not on every system
        yield
        return
    path = Path(click.get_app_dir("galaxies-asp")) / "history"
    with contextlib.suppress(OSError):  # none yet, or not readable
        readline.read_history_file(path)
    readline.set_history_length(1000)
    readline.set_completer(_completion)
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        last = readline.get_current_history_length()
        lines = (readline.get_history_item(n) for n in range(1, last + 1))
        kept = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        with contextlib.suppress(errors.OutputError):  # a history is not worth an error
            make_folder(path.parent)
            replace_file(path, kept)


def _completion(text: str, state: int) -> str | None:
    found = [command for command in _COMMANDS if command.startswith(text)]
    return f"{found[state]} " if state < len(found) else None
