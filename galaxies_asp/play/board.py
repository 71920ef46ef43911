"""Boards on the page: what it shows of them.

A board of Galaxies is an object of the notation `json`. One of another family has the
fields `family`, `id` and `facts`, and as its `attempt` the atoms that are drawn. The
scripts of the page draw on boards and edit them.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.puzzle import Position, label_rows
from galaxies_asp.core.drawing.position import black_cells, scene_of
from galaxies_asp.core.drawing.scene import Shape, projected
from galaxies_asp.core.drawing.svg import element
from galaxies_asp.core.galaxies import GALAXIES, AnyBoard, is_galaxies, sheet_of
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.core.verifying.progress import Progress, progress
from galaxies_asp.core.verifying.violations import Violation

if TYPE_CHECKING:  # loads more modules than a board
    from galaxies_asp.explaining import Step
    from galaxies_asp.explaining.words.marks import Mark

P = TypeVar("P")

Reply = Mapping[str, object]
"""The fields of an answer."""
Work = Generator[Reply, None, Reply]
"""Work that takes time: it yields its progress, and returns the answer."""
Elements = list[list[object]]
"""Elements of SVG: role, name, attributes, and what is in the element."""

_BESIDE = ("clue", "caption")
"""The roles of shapes that only variants and clues have."""


@dataclass(frozen=True)
class PageBoard(Generic[P]):
    """A board on the page; this class has what holds for all families."""

    sheet: Sheet[P]

    def drawing(self, rules: Rules, marks: "Iterable[Mark]") -> tuple[Reply, Progress]:
        """Return what the page does not draw by itself, and the progress of a board.

        Only the verifier says how far a board is; under a program that it does not
        know, a board is solved if it is a model.
        """
        from galaxies_asp.explaining.answers.live_faults import is_too_large
        from galaxies_asp.explaining.words.labeled import family_scene, mark_shapes
        from galaxies_asp.explaining.words.marks import Mark, Role
        from galaxies_asp.solving.judging import judge  # loads clingo

        is_solved = self.sheet.is_attempt and not judge(self._whole, rules)
        scene, family = family_scene(self.sheet, marks), self.sheet.family
        faults = () if is_solved else tuple(self.faults(rules))
        places = dict.fromkeys(at for fault in faults for at in fault.places)
        wrong, lattice = [Mark(at, Role.WRONG) for at in places], family.drawn_lattice
        more = mark_shapes(wrong, lattice, are_links=family.has_links)
        of_faults = (replace(s, role="fault") for s in projected(more, lattice))
        drawn = _elements([*scene.shapes, *of_faults])
        title = scene.title.partition(":")[0]
        picture = {"drawn": drawn, "box": scene.box, "title": title}
        large = "" if not is_too_large(self.sheet) else "the board is large"
        return picture, Progress(faults, [], is_solved, unjudged=large)

    def faults(self, rules: Rules) -> Sequence[Violation]:
        """Return the rules that no further drawing can keep."""
        from galaxies_asp.explaining.answers.live_faults import live_faults

        return live_faults(self._whole, rules) if self.sheet.is_attempt else ()

    @property
    def _whole(self) -> Sheet[P]:
        """The board with the lines that clues give, which nobody draws again."""
        of_family, atoms = self.sheet.family.declarations.values(), self.sheet.atoms
        lines = [d for d in of_family if d.drawing == "line"]
        clues = {d.name for d in lines if d.role == "Input"}
        given = [fact for fact in facts_of(self.sheet.facts) if fact.name in clues]
        drawn = [d.name for d in lines if d.role == "Output"]
        atoms |= {Atom(name, fact.arguments) for name in drawn for fact in given}
        return self.sheet.with_atoms(atoms, self.sheet.excluded)

    def with_step(self, step: "Step") -> Sheet[P] | None:
        """Return the board with what a step draws; None if that is nothing."""
        from galaxies_asp.explaining.words.known import drawn_on_sheet

        new = drawn_on_sheet(self.sheet.blank, step.facts)
        if new == self.sheet.blank:
            return None
        atoms, excluded = self.sheet.atoms | new.atoms, new.excluded
        return self.sheet.with_atoms(atoms, self.sheet.excluded | excluded)

    def compared(self, rules: Rules) -> Reply:
        """Return the cells and walls that the only solution does not have, if any."""
        return {}


class GalaxiesBoard(PageBoard[Position]):
    """A board of Galaxies: walls and labels are drawn."""

    def drawing(self, rules: Rules, marks: "Iterable[Mark]") -> tuple[Reply, Progress]:
        """Return what variants add to the picture of a position, and how far it is.

        The page draws `marks` by itself.
        """
        position, found = self._progress(rules)
        puzzle = position.puzzle
        if not puzzle.variants and not puzzle.clues:
            return {}, found
        scene = scene_of(Position(puzzle))
        beside = _elements(shape for shape in scene.shapes if shape.role in _BESIDE)
        black = black_cells(position)
        return {"beside": beside, "black": black, "box": scene.box}, found

    def _progress(self, rules: Rules) -> tuple[Position, Progress]:
        """Return the position under rules, and its progress."""
        out = self.sheet.excluded
        if rules == STANDARD:
            return self.sheet.position, progress(self.sheet.position, excluded=out)
        from galaxies_asp.solving.judging import judge  # loads clingo
        from galaxies_asp.solving.plan import solver

        sheet = self.sheet.under(rules)
        position = sheet.position
        found = progress(position, excluded=out)
        if not solver(position, rules).verified:
            regions = position.puzzle.empty_rows()
            found = Progress((), regions, solved=position.is_attempt)
        if not position.is_attempt:  # one galaxy needs no walls
            sheet = sheet.drawn(Position(position.puzzle, frozenset()))
        return position, replace(found, solved=found.solved and not judge(sheet, rules))

    def faults(self, rules: Rules) -> Sequence[Violation]:
        """Return nothing: "What is wrong?" tells more than that a rule is broken."""
        return ()

    def with_step(self, step: "Step") -> Sheet[Position] | None:
        """Return the board with a step, except for its hidden dots."""
        from galaxies_asp.explaining.engine.facts import Kind, drawn, excluded_by

        position = self.sheet.position
        dots = position.puzzle.centers
        some = [f for f in step.facts if f.center is None or f.center in dots]
        out = frozenset(atom for fact in some if (atom := excluded_by(fact)))
        facts = [f for f in some if f.kind in (Kind.WALL, Kind.CELL)]
        if not facts and not out:
            return None
        position = drawn(position, facts) if facts else position
        excluded = self.sheet.excluded | out
        return replace(self.sheet, position=position, excluded=excluded)

    def compared(self, rules: Rules) -> Reply:
        """Return the cells and walls that the only solution does not have, if any."""
        from galaxies_asp.solving.search import solve

        result = solve(self.sheet.blank, 2, rules=rules)
        if result.status != "unique":
            return {}
        (only,) = result.solutions
        found = progress(self.sheet.position, GALAXIES.solution(only, only))
        return {"wrong_cells": found.wrong_cells, "wrong_walls": found.wrong_walls}


def page_board(sheet: AnySheet) -> PageBoard[Any]:
    """Return a board with what the page does with boards of its family."""
    return GalaxiesBoard(sheet) if is_galaxies(sheet) else PageBoard(sheet)


def shown(
    board: AnyBoard, rules: Rules = STANDARD, marks: "Iterable[Mark]" = ()
) -> Reply:
    """Return a board with its picture and its progress; of other families the rules."""
    on_page = page_board(sheet_of(board))
    sheet, (picture, found) = on_page.sheet, on_page.drawing(rules, marks)
    names = ("faults", "complete", "solved")
    progress: dict[str, object] = {name: getattr(found, name) for name in names}
    progress["regions"] = label_rows(found.regions)
    if found.unjudged:
        progress["unjudged"] = found.unjudged
    reply: Reply = {"board": sheet.plain(), "picture": picture, "progress": progress}
    is_drawn = "drawn" in picture  # the page states the rules of those that it draws
    return {**reply, **({"rules": sheet.family.rules_in_words()} if is_drawn else {})}


def _elements(shapes: Iterable[Shape]) -> Elements:
    """Return shapes as SVG."""
    pairs = ((shape.role, element(shape)) for shape in shapes)
    return [[role, *part] for role, part in pairs if part is not None]
