"""The standard rules with a switch for each rule at each place: questions to clingo."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from galaxies_asp.asp.atoms import atom, point_of
from galaxies_asp.asp.encodings import bundled, text
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.switched import GroundInstance, Switched
from galaxies_asp.board.facts import GIVEN, point_lines, program
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.atoms import atom_of, fact_of
from galaxies_asp.explaining.facts import Fact, Kind

_ENCODING = "choice"
_REASONS = "galaxies/questions/reasons.lp"
_SMALLEST = "galaxies/questions/smallest.lp"

_SAME = "same"

_RULES = {
    "own-dot.lp": (Kind.CENTER, 1),
    "mirror.lp": (Kind.SYMMETRY, 1),
    "reach.lp": (Kind.CONNECTED, 1),
    "one-dot.lp": (Kind.COVER, 0),
    "given.lp": (Kind.WALL, 0),
}
"""The files of the rules, and which value of their instances is the place."""


class Switches:
    """The rules of a puzzle, of which some hold.

    That no cell belongs to two regions always holds, and that it belongs only to dots
    that could ever reach it.

    Parameters
    ----------
    walls
        The given walls, and those that may be drawn.
    """

    def __init__(self, puzzle: Puzzle, walls: Iterable[Point]) -> None:
        given = "\n".join(point_lines(GIVEN, walls))
        facts = f"{program(puzzle)}{given}\n{bundled(_REASONS).text}"
        source = text(_ENCODING)
        self._program = Switched(source, facts, "the rules", short_searches=False)

    @cached_property
    def _literals(self) -> dict[Fact, list[int]]:
        """The literals that make each rule hold."""
        found: dict[Fact, list[int]] = {}
        for instance, literal in self._program.switches:
            found.setdefault(_rule(instance), []).append(literal)
        return found

    def core(self, facts: Sequence[Fact], target: Fact) -> list[Fact] | None:
        """Return some of the facts that force a target, None if they do not."""
        contrary = self._contrary(target)
        if contrary is None:
            return []
        literals: dict[Fact, Sequence[int]] = {}
        for fact in facts:
            held = self._held(fact)
            if held is None:
                return [fact]
            literals[fact] = held
        switches = [literal for held in literals.values() for literal in held]
        core = self._program.core(switches, contrary)
        if core is None:
            return None
        used = set(core)
        return [fact for fact in facts if not used.isdisjoint(literals[fact])]

    def forces(self, facts: Sequence[Fact], target: Fact) -> bool:
        """Tell whether facts alone force a target."""
        return self.core(facts, target) is not None

    def forced_cells(self, facts: Iterable[Fact]) -> dict[Point, Fact]:
        """Return the cells whose dot all solutions with some facts share."""
        held = [literal for fact in facts for literal in self._held(fact) or ()]
        found = map(fact_of, self._program.consequences(held))
        return {fact.at: fact for fact in found if fact and fact.kind is Kind.CELL}

    def _held(self, fact: Fact) -> Sequence[int] | None:
        """Return the literals that make a fact hold, None if it never does."""
        if fact.kind is not Kind.CELL:
            return self._literals.get(fact, ())
        literal = self._program.literal(atom_of(fact))
        return None if literal is None else [literal]

    def _contrary(self, target: Fact) -> list[int] | None:
        """Return the literals of the contrary; None if there is no contrary."""
        if target.kind is Kind.NO_SOLUTION:
            return []
        if target.kind is Kind.CELL:
            literal = self._program.literal(atom_of(target))
        else:
            literal = self._program.literal(atom(_SAME, target.at))
        if target.kind is Kind.WALL:
            return None if literal is None else [literal]
        return [] if literal is None else [-literal]


def _rule(instance: GroundInstance) -> Fact:
    kind, place = _RULES[Path(instance.rule.file).name]
    at = point_of(instance.values[place])
    assert at is not None
    return Fact(kind, at)


def smallest_hitting_set(sets: list[list[int]]) -> list[int]:
    """Return a smallest set of numbers that has one in common with each set."""
    program = Program(["0"], bundled(_SMALLEST))
    members = (f"member({i},{e})." for i, items in enumerate(sets) for e in items)
    program.add("\n".join(members))
    program.ground()
    best: list[int] = []
    for model in program.models():
        best = [chosen.arguments[0].number for chosen in model.symbols(shown=True)]
    return sorted(best)
