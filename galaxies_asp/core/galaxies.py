"""Galaxies as a family: its positions, notations, encodings, verifier and drawings.

A position is a puzzle with what is drawn on it. Little is imported before it is needed:
most commands begin with such a board.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard, TypeVar, overload

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.encodings import BUILT_IN, FAST, files
from galaxies_asp.core.asp.rules import NO_VERIFIER, STANDARD, Rules
from galaxies_asp.core.asp.search import AnyProgram, GroundProgram
from galaxies_asp.core.board import facts as predicates
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import (
    Point,
    cell_at,
    cell_name,
    in_reading_order,
    is_cell,
)
from galaxies_asp.core.board.puzzle import (
    Position,
    Puzzle,
    Solution,
    label_rows,
    position_of,
    walls_between,
)
from galaxies_asp.core.board.variants import MORE_THAN_LABELS, PUZZLE, Variants
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.notation import CORE, Content, Notations, excluding, valid
from galaxies_asp.core.sheet import AnySheet, Family, Sheet
from galaxies_asp.core.verifying.rules import (
    check_labels,
    check_solution,
    finished,
    labels_drawn,
    verify,
)

if TYPE_CHECKING:
    from galaxies_asp.core.asp import clingo
    from galaxies_asp.core.asp.program import Program
    from galaxies_asp.core.board.labels import Rows
    from galaxies_asp.core.drawing.palette import Shading
    from galaxies_asp.core.drawing.scene import Scene
    from galaxies_asp.core.verifying.violations import Violation

P = TypeVar("P")

Board = Puzzle | Position | Sheet[P]
"""What can be asked about: a puzzle or a position of Galaxies, or any sheet."""
AnyBoard = Board[Any]
"""The same for a sheet of any family."""
NAME = "galaxies"
CONSEQUENCES = "galaxies/questions/consequences.lp"
"""What neighboring cells have in common."""


class Galaxies(Family[Position]):
    """The puzzle type that this project is named after, or variants of its rules.

    `variants`: those that all puzzles have, such as the ones of an encoding that is
    compared. `formats`: the notations that are known.
    """

    is_styled = True
    at_random: ClassVar[tuple[str, ...]] = ("--sign-def=rnd", "--rand-freq=0.02")

    def __init__(self, variants: Variants = PUZZLE, formats: Notations = CORE) -> None:
        self.variants, self.formats = variants, formats
        self.notations = [notation.name for notation in formats]
        self.name = "+".join((NAME, *sorted(variants)))
        self.inputs = tuple(f"{name}/1" for name in predicates.INPUTS)
        self.outputs = predicates.outputs(variants)

    # Facts and atoms

    def puzzle(self, facts: str) -> Position:
        """Return the first puzzle with these facts."""
        from galaxies_asp.core.notation.facts import read

        return Position(valid(read(facts)[0]).puzzle)

    def drawn(self, position: Position, atoms: Atoms) -> Position:
        """Return the regions and the walls of an answer; of two dots, the last one."""
        puzzle = position.puzzle
        hidden = sorted(at for (at,) in values(atoms, predicates.HIDDEN))
        if hidden:
            left = (puzzle.number("hidden_dots") or 0) - len(hidden)
            clues = tuple(
                Clue(f"{clue.name}({left})") if clue.name == "hidden_dots" else clue
                for clue in puzzle.clues
            )
            puzzle = replace(puzzle, centers=(*puzzle.centers, *hidden), clues=clues)
        number = {center: index for index, center in enumerate(puzzle.centers)}
        cells, pairs = {*puzzle.cells()}, values(atoms, predicates.GALAXY)
        known = sorted(p for p in pairs if p[0] in cells and p[1] in number)
        labels = puzzle.rows_with({cell: number[dot] for cell, dot in known})
        walls = walls_between(labels, puzzle.holes, puzzle.lattice)
        drawn = {point for (point,) in values(atoms, predicates.WALL)}
        return Position(puzzle, walls | puzzle.walls | drawn, labels)

    def facts(self, position: Position) -> str:
        """Return the facts of the puzzle, as encodings read them."""
        return predicates.program(position.puzzle)

    def atoms(self, position: Position) -> Atoms | None:
        """Return the dots of the labeled cells, or else the drawn walls."""
        if position.has_labels:
            from galaxies_asp.core.board.regions import pairs_of

            pairs = pairs_of(position)
            return frozenset(Atom(predicates.GALAXY, pair) for pair in pairs)
        if position.walls is None:
            return None
        return frozenset(Atom(predicates.WALL, (wall,)) for wall in position.walls)

    def dots(self, position: Position) -> Puzzle:
        """Return the puzzle."""
        return position.puzzle

    def check_point(self, position: Position, point: Point) -> None:
        """Raise `OptionError` unless a point is a cell, or an edge between two."""
        puzzle = position.puzzle
        if puzzle.has_cell(point) if is_cell(point) else puzzle.has_edge(point):
            return
        where, fault = cell_name(point), "no cell of the board"
        if not is_cell(point):
            where = puzzle.lattice.describe(point)
            fault = "neither a cell nor an edge between two cells"
        raise OptionError(f"nothing to explain at {where}: {fault}")

    def is_attempt(self, position: Position) -> bool:
        """Tell whether something is drawn."""
        return position.is_attempt

    def named(self, position: Position, name: str) -> Position:
        """Return a position whose puzzle has a name."""
        puzzle = replace(position.puzzle, name=name)
        return Position(puzzle, position.walls, position.rows())

    def blank(self, position: Position) -> Position:
        """Return the puzzle with nothing drawn on it."""
        return Position(position.puzzle)

    # Text

    def read(self, text: str) -> Iterator[Sheet[Position]]:
        """Yield the boards of a text in any notation."""
        for position in self.formats.parse_all(text):
            yield Sheet(self, position.puzzle.name, position)

    def write(self, sheet: Sheet[Position], notation: str) -> str:
        """Return a board in a notation; the walls of a solution imply labels."""
        has_labels = Content.LABELS in self.formats.by_name(notation).holds
        shown = sheet.position if has_labels else finished(sheet.position)
        return excluding(self.formats.write(shown, notation), sheet.excluded)

    def plain(self, sheet: Sheet[Position]) -> Fields:
        """Return a board as an object of the notation `json`."""
        return dict(json.loads(self.write(sheet, "json")))

    def omitted(self, sheet: Sheet[Position], notation: str) -> Sequence[str]:
        """Return what a notation leaves out; the walls of a solution imply labels."""
        left_out = self.formats.omitted(sheet.position, notation)
        if Content.LABELS in left_out and not verify(sheet.position):
            left_out.remove(Content.LABELS)
        return left_out

    def caveat(self, position: Position, notation: str) -> str:
        """Return what another program reads differently; maybe empty."""
        return self.formats.caveat(position, notation)

    @property
    def usual_encodings(self) -> tuple[str, ...]:
        """The encodings that answers do not name."""
        return FAST, *BUILT_IN

    # Models

    def reader(self, position: Position, program: Program, encoding: str) -> AnyProgram:
        """Return what reads labels, or solutions where labels are not all."""
        from galaxies_asp.core.asp.models import AtomReader

        reader = AtomReader(position.puzzle, program, encoding)
        read: Callable[[clingo.Model], object] = reader.rows
        if position.puzzle.variants & MORE_THAN_LABELS:
            read = reader.solution
        of = reader.assumptions
        return GroundProgram(program, read, assumptions=lambda p: of(labels_drawn(p)))

    def solution(self, position: Position, found: Rows | Position) -> Solution:
        """Return the solution with labels that were read, or are drawn."""
        if isinstance(found, Solution):
            return found
        labels = labels_drawn(found) if isinstance(found, Position) else found
        return Solution(position.puzzle, labels)

    def judge(
        self, position: Position, rules: Rules
    ) -> Callable[[Rows | Position], Sequence[Violation]]:
        """Return the verifier of labels, or the one that the rules name."""
        puzzle, verifier = position.puzzle, rules.verifier
        if verifier == NO_VERIFIER:
            return lambda found: []
        if verifier is not None:
            from galaxies_asp.core.verifying.violations import load_verifier

            named = load_verifier(verifier)

            def judged(found: Rows | Position) -> Sequence[Violation]:
                solution = self.solution(position, found)
                return named(solution.puzzle, solution.labels)

            return judged
        if puzzle.variants & MORE_THAN_LABELS:
            return lambda found: check_solution(puzzle, self.solution(position, found))
        return lambda found: check_labels(
            puzzle, labels_drawn(found) if isinstance(found, Position) else found
        )

    def has_models_of(self, position: Position) -> bool:
        """Tell whether labels are the whole answer."""
        return not position.puzzle.variants & MORE_THAN_LABELS

    def projection(self, position: Position, encoding: str, part: str = "") -> str:
        """Return nothing for a built-in encoding, whose models are solutions."""
        if encoding in BUILT_IN:
            return ""
        return projected_to(predicates.outputs(position.puzzle.variants))

    def search_options(self, encoding: str, part: str = "") -> Sequence[str]:
        """Return the options of clingo for searches with an encoding."""
        if encoding in BUILT_IN:
            return ()
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        return ("--project=project",)

    # Rules

    def under(self, position: Position, rules: Rules) -> Position:
        """Return a position with the variants and the declared clues of rules."""
        puzzle = rules.puzzle(position.puzzle)
        if puzzle is position.puzzle:
            return position
        return Position(puzzle, position.walls, position.rows())

    def chosen(self, position: Position, rules: Rules = STANDARD) -> str:
        """Return the name of the encoding that states the rules of a puzzle."""
        return rules.entry(position.puzzle)

    def paths(self, encoding: str) -> tuple[Path, ...]:
        """Return the entry of an encoding, or the parts of a mix."""
        return files(encoding)

    def verify(self, position: Position) -> Sequence[Violation]:
        """Return the rules that are broken by what is drawn."""
        return verify(position)

    def fields(self, puzzle: Position, solved: Position) -> Fields:
        """Return the dots of the cells, and where the rules have more, the rest."""
        fields: Fields = {"labels": label_rows(solved.rows() or [])}
        if puzzle.puzzle.variants & MORE_THAN_LABELS:
            fields["hidden"] = _hidden(puzzle, solved)
            fields["loose_walls"] = _loose(solved)
        return fields

    def listed(self, puzzle: Position, solutions: Sequence[Position]) -> Fields:
        """Return the size of the board, and what the solutions consist of."""
        hidden = [_hidden(puzzle, solved) for solved in solutions]
        loose = [_loose(solved) for solved in solutions]
        return {
            "width": puzzle.puzzle.width,
            "height": puzzle.puzzle.height,
            "solutions": [label_rows(solved.rows() or []) for solved in solutions],
            "hidden": hidden if any(hidden) else None,
            "loose_walls": loose if any(loose) else None,
        }

    def remark(self, position: Position) -> str:
        """Return how the walls of a puzzle without an attempt were read."""
        if position.is_attempt or not position.puzzle.walls:
            return ""
        return (
            "its walls are read as given; to draw walls of your own, add a second "
            "board to the right of the puzzle"
        )

    def lack(self, position: Position) -> str:
        """Return that a board has no dots, where only these say something about it."""
        puzzle = position.puzzle
        is_given = puzzle.centers or puzzle.clues or puzzle.variants
        return "" if is_given else "this board has no dots"

    def differences(self, solutions: Sequence[Position]) -> str:
        """Return in words in which cells two solutions differ."""
        first, other = (solved.rows() or [] for solved in solutions)
        differing = [
            cell_name(cell_at(column, row))
            for row, pair in enumerate(zip(first, other, strict=True))
            for column, (one, another) in enumerate(zip(*pair, strict=True))
            if one != another
        ]
        shown = " ".join(differing[:20]) + (" ..." if len(differing) > 20 else "")
        return f"The two solutions differ in {len(differing)} cells: {shown}"

    # Board

    def title(self, sheet: Sheet[Position]) -> str:
        """Return the name of the puzzle, or the size of the board."""
        puzzle = sheet.position.puzzle
        return puzzle.name or f"Galaxies {puzzle.width}x{puzzle.height}"

    def source_of(self, position: Position) -> str:
        """Return where a puzzle is from; maybe empty."""
        return position.puzzle.source

    def caption(self, position: Position) -> str:
        """Return the variants and clues of a puzzle that stand below it, in words."""
        from galaxies_asp.core.drawing.position import caption

        return caption(position.puzzle)

    def text(self, position: Position, style: TextStyle = PLAIN) -> str:
        """Return a drawing of Unicode boxes."""
        return style.draw(position)

    def text_with(
        self, position: Position, solved: Position, style: TextStyle = PLAIN
    ) -> str:
        """Return a drawing of the puzzle and of its solution."""
        return style.draw_both(position.puzzle, solved)

    def scene(
        self,
        position: Position,
        shading: Shading = "colors",
        marks: Collection[Point] = (),
    ) -> Scene:
        """Return a drawing for paper."""
        from galaxies_asp.core.drawing.position import scene_of

        return scene_of(position, shading=shading, marks=marks)

    def size(self, position: Position) -> tuple[int, int, int]:
        """Return the number of cells of the frame, its height and its width."""
        height, width = position.puzzle.height, position.puzzle.width
        return width * height, height, width


def _hidden(puzzle: Position, solved: Position) -> Sequence[Point]:
    """Return the dots of a solution that the puzzle does not show."""
    return solved.puzzle.centers[len(puzzle.puzzle.centers) :]


def _loose(solved: Position) -> list[Point]:
    return in_reading_order(solved.loose) if isinstance(solved, Solution) else []


GALAXIES = Galaxies()
"""The family with the notations of the core; `families.galaxies` has all of them."""


@overload
def sheet_of(board: Puzzle | Position) -> Sheet[Position]: ...


@overload
def sheet_of(board: Sheet[P]) -> Sheet[P]: ...


def sheet_of(board: AnyBoard) -> AnySheet:
    """Return what a Python function is given as a sheet, or raise `TypeError`."""
    if isinstance(board, Sheet):
        return board
    position = position_of(board)
    return Sheet(GALAXIES, position.puzzle.name, position)


def is_galaxies(sheet: AnySheet) -> TypeGuard[Sheet[Position]]:
    """Tell whether a board is one of Galaxies, for what only this family has."""
    return isinstance(sheet.family, Galaxies)
