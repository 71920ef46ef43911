"""Facts as atoms, and the standard rules with a switch for each rule at each place.

clingo is asked which of them force a fact; see `source_steps` for other encodings.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import bundled, text
from galaxies_asp.core.asp.symbols import points_among, points_of, symbol_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.switched import Switched

_RULES = {
    "own-dot.lp": Kind.CENTER,
    "mirror.lp": Kind.SYMMETRY,
    "reach.lp": Kind.CONNECTED,
    "one-dot.lp": Kind.COVER,
    "given.lp": Kind.WALL,
}
"""The files of the rules."""

_PLACES = {name: 0 if name in ("one-dot.lp", "given.lp") else 1 for name in _RULES}
"""Which term of their instances is the place: the dot, the cell or the edge."""

NAMES = {
    Kind.CELL: facts.GALAXY,
    Kind.EMPTY: "consequence_empty",
    Kind.WALL: "consequence_apart",
    Kind.OPEN: "consequence_joined",
}
"""The predicates of `questions/consequences.lp`, and that of the cells of regions."""

_KINDS = {name: kind for kind, name in NAMES.items()}


def atom_of(fact: Fact) -> clingo.Symbol:
    """Return the atom that states a fact, or its contrary for `NO_ATOM`."""
    if fact.atom:
        return symbol_of(fact.atom)
    points = [fact.at] if fact.center is None else [fact.at, fact.center]
    return symbol_of(Atom(NAMES[fact.kind], tuple(points)))


def places_of(fact: Fact) -> tuple[Point, ...]:
    """Return the place of a fact, or the points in its atom."""
    return points_among([fact.atom]) if fact.atom else (fact.at,)


def fact_of(symbol: clingo.Symbol) -> Fact | None:
    """Return the fact that an atom states; None if it states none."""
    kind, points = _KINDS.get(symbol.name), points_of(symbol)
    size = 2 if kind is Kind.CELL else 1
    if kind is None or not len(points) == len(symbol.arguments) == size:
        return None
    return Fact(kind, points[0], points[1] if kind is Kind.CELL else None)


def fact_of_output(output: Atom, kind: Kind = Kind.ATOM) -> Fact:
    """Return that an atom of the output of a family holds, or does not hold."""
    points = points_among([output])
    return Fact(kind, points[0] if points else Point(0, 0), atom=output)


class Switches:
    """The rules of a puzzle, of which some hold.

    That no cell belongs to two regions always holds, and that it belongs only to dots
    that could ever reach it.

    `walls`: the given walls, and those that may be drawn.
    """

    def __init__(self, puzzle: Puzzle, walls: Iterable[Point]) -> None:
        self._puzzle = puzzle
        given = "\n".join(facts.point_lines(facts.GIVEN, walls))
        rules = bundled("galaxies/questions/reasons.lp").text
        self._program = Switched(
            text("choice"),
            f"{facts.program(puzzle)}{given}\n{rules}",
            "the rules",
            short_searches=False,
            # Choices with bounds become plain rules: a quarter less time.
            options=("--trans-ext=all",),
            terms=_PLACES,
        )
        self._edges = set[Point]()

    @cached_property
    def _literals(self) -> dict[Fact, int]:
        """The literal that makes each rule hold."""
        return {
            Fact(_RULES[Path(one.rule.file).name], points_among(one.values)[0]): n
            for one, n in self._program.switches
        }

    def core(self, facts: Sequence[Fact], target: Fact) -> list[Fact] | None:
        """Return some of the facts that force a target, None if they do not."""
        contrary = self._contrary(target)
        if contrary is None:
            return []
        held = [(self._held(fact), fact) for fact in facts]
        if never := [fact for literals, fact in held if None in literals]:
            return never[:1]
        switches = [literal for literals, _ in held for literal in literals if literal]
        core = self._program.core(switches, contrary)
        if core is None:
            return None
        used = set(core)
        return [fact for literals, fact in held if not used.isdisjoint(literals)]

    def forces(self, facts: Sequence[Fact], target: Fact) -> bool:
        """Tell whether facts alone force a target."""
        return self.core(facts, target) is not None

    def forced_cells(self, facts: Iterable[Fact]) -> dict[Point, Fact]:
        """Return the cells whose dot all solutions with some facts share."""
        held = [n for fact in facts for n in self._held(fact) if n]
        found = map(fact_of, self._program.consequences(held))
        return {fact.at: fact for fact in found if fact and fact.kind is Kind.CELL}

    def _held(self, fact: Fact) -> Sequence[int | None]:
        """Return the literals that make a fact hold.

        None if the fact never holds, 0 if it always does.
        """
        if fact.kind is Kind.CELL:
            return [self._program.literal(atom_of(fact))]
        if fact.kind is not Kind.COMPLETE:
            return [self._literals.get(fact, 0)]
        others = (cell for cell in self._puzzle.cells() if cell not in fact.cells)
        atoms = (atom_of(Fact(Kind.CELL, cell, fact.at)) for cell in others)
        return [-(self._program.literal(atom) or 0) for atom in atoms]

    def _contrary(self, target: Fact) -> list[int] | None:
        """Return the literals of the contrary; None if there is no contrary."""
        if target.kind is Kind.NO_SOLUTION:
            return []
        if target.kind is Kind.CELL:
            literal = self._program.literal(atom_of(target))
        else:
            if target.at not in self._edges:
                self._edges.add(target.at)
                self._program.ground("edge", symbol_of(target.at))
            # Both sides of the edge are in the same region.
            literal = self._program.literal(symbol_of(Atom("same", (target.at,))))
        if target.kind is Kind.WALL:
            return None if literal is None else [literal]
        return [] if literal is None else [-literal]
