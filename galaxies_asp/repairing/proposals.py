"""Changed puzzles that may have exactly one solution, proposed by an encoding.

Under the standard rules, `encodings/galaxies/questions/repair.lp` proposes them, and a
rival rules out all puzzles with the same dots among the cells that it divides. Of other
rules, nothing is known but the contract of encodings: `changes.lp` is added to the
encoding itself, which chooses declared clues from their domain, and a rival rules out
the same dots and clues on the whole board. So this takes more proposals.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import ClassVar

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.clues import opened
from galaxies_asp.core.asp.encodings import bundled, text
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import points_of, shown_atoms
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.declarations import Clue, clues_of, declared
from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.board.regions import labels_of
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.repairing.changes import (
    CLUE_KINDS,
    FAR,
    Allowed,
    Edit,
    Rival,
    changed,
    changes_between,
)
from galaxies_asp.repairing.cheapest import Proposer

EXACT = 2
"""With more dots to remove than this, all of them count as removable."""

_HAS, _APART = "change_has", "consequence_apart"
"""Predicates: the clues of the changed puzzle, and the walls of its witness."""


_Points = dict[str, Collection[Point]]
"""Points by the predicates that say what they are."""


class PuzzleProposer(Proposer[Solution]):
    """Proposes changed puzzles of Galaxies, each with a solution.

    `puzzle`: the puzzle before the changes. `allowed`: what may be changed.
    """

    is_local: ClassVar[bool]
    """Whether rivals divide parts of the board, so that few of them rule out many
    puzzles."""
    _dot: ClassVar[str]
    _wall: ClassVar[str]
    """The predicates of the dots and given walls of the changed puzzle."""
    _clues: frozenset[str] = frozenset()
    """The predicates of the clues that may change."""

    def __init__(self, puzzle: Puzzle, allowed: Allowed) -> None:
        super().__init__(allowed)
        self._puzzle = puzzle

    @abstractmethod
    def exclude(self, puzzle: Puzzle, rivals: Sequence[Rival] = ()) -> None:
        """Do not propose this puzzle again, nor others with one of its rivals."""

    def propose(self) -> Solution | None:
        """Return a changed puzzle's solution that nothing refutes, or None."""
        for model in self._program.models():
            return self._read(model)
        return None

    def _input(self) -> Iterator[str]:
        """Yield the facts about the allowed changes."""
        weights = {str(kind): n for kind, n in self._allowed.weights.items()}
        if Edit.MOVE in weights:
            weights |= {"step": weights["move"], "move": FAR * weights["move"]}
        for name, weight in weights.items():
            yield f"{self._prefix}weight({name},{weight})."
        yield from facts.point_lines(f"{self._prefix}kept", self._allowed.kept)

    def _places(self) -> tuple[Point, ...]:
        """Return the points where dots may lie."""
        puzzle = self._puzzle
        if not {Edit.ADD, Edit.MOVE} & set(self._allowed.weights):
            return puzzle.centers
        return tuple(puzzle.places())

    def _read(self, model: clingo.Model) -> Solution:
        """Return the changed puzzle of a model with its solution."""
        shown = shown_atoms(model)
        dots, walls = (
            frozenset(points_of(symbol)[0] for symbol in shown if symbol.name == name)
            for name in (self._dot, self._wall)
        )
        clues = [Clue(symbol) for symbol in shown if symbol.name in self._clues]
        clues += (clue for clue in self._puzzle.clues if clue.name not in self._clues)
        changes = changes_between(self._puzzle, dots, walls, self._allowed, clues)
        puzzle = changed(self._puzzle, changes)
        galaxy = (points_of(s) for s in shown if s.name == facts.GALAXY)
        return Solution(puzzle, labels_of(puzzle, ((c, dot) for c, dot in galaxy)))


def candidate_pairs(
    puzzle: Puzzle, places: tuple[Point, ...], movable: frozenset[Point], removals: int
) -> Iterator[tuple[Point, Point]]:
    """Yield the pairs that are reached if at most `removals` movable dots are removed.

    A region cannot contain a cell that another dot touches, unless that dot is removed.
    Few changes therefore exclude most places and cells, which keeps the program small.
    Each pair is the smaller of two mirrored cells, and the place of the dot. A place
    that no dot can take has none.

    `puzzle`: the puzzle before the changes. `places`: where dots may lie, its own dots
    among them; no place is on or at the rim of a hole. Raises `PuzzleError` if the
    board is too large for a `Bitboard`.
    """
    bare = replace(puzzle, black=frozenset(), walls=frozenset())
    board = Bitboard(replace(bare, centers=places))
    core = dict(zip(places, board.core, strict=True))
    fixed = set(puzzle.centers) - movable
    for index, place in enumerate(places):
        taken = (core[dot] for dot in fixed if dot != place)
        free = board.cells & ~reduce(or_, taken, 0)
        others = {dot: core[dot] for dot in movable if dot != place}
        for cell in board.points(_reached(board, index, free, others, removals)):
            if cell <= mirror(place, cell):
                yield cell, place


def _reached(
    board: Bitboard, index: int, free: Bits, others: Mapping[Point, Bits], removals: int
) -> Bits:
    """Return the free cells that a dot can reach if some other dots are removed."""
    core = board.core[index]
    if core & ~free:
        return 0

    def spread(allowed: Bits) -> Bits:
        return board.flood(core, core | (allowed & board.mirrored(index, allowed)))

    if removals > EXACT:
        return spread(free)
    gone = frozenset(dot for dot, at in others.items() if at & core)
    if len(gone) > removals:
        return 0
    reached, seen, open_ = 0, {gone}, [gone]
    while open_:
        gone = open_.pop()
        left = (at for dot, at in others.items() if dot not in gone)
        region = spread(free & ~reduce(or_, left, 0))
        reached |= region
        if len(gone) == removals:
            continue
        rim = board.beside(region) & board.cells & ~region
        rim |= board.mirrored(index, rim)
        more = {gone | {dot} for dot, at in others.items() if at & rim} - seen
        seen |= more
        open_ += more
    return reached


class LocalProposer(PuzzleProposer):
    """Proposes puzzles under the standard rules."""

    is_local = True
    _prefix, _dot, _wall = "", "dot", "standing"

    def __init__(self, puzzle: Puzzle, allowed: Allowed) -> None:
        super().__init__(puzzle, allowed)
        movable = {Edit.REMOVE, Edit.MOVE} & set(allowed.weights)
        dots = frozenset(puzzle.centers if movable else ())
        self._free = dots - self._allowed.kept
        self._most_removals = min(len(self._free), EXACT + 1)
        self._rivals: set[Rival] = set()
        self._learned: dict[str, list[_Points]] = {"rival": [], "found": []}
        self._removals = -1
        self._allow_removals(0)

    def bound_cost(self, cost: int | None) -> None:
        """Ground the program for the dots that can be removed at this cost."""
        if cost is not None:
            self._allow_removals(self._allowed.removals(cost))
        super().bound_cost(cost)

    def has_more(self) -> bool:
        """Tell whether more dots could be removed, or more be proposed."""
        return self._removals < self._most_removals or super().has_more()

    def _allow_removals(self, removals: int) -> None:
        """Ground the program for at most this number of removed dots."""
        removals = min(removals, self._most_removals)
        if removals == self._removals:
            return
        self._removals = removals
        self._program = program = Program(
            ["1", "--configuration=trendy", "--heuristic=Domain"],
            bundled("galaxies/questions/repair.lp"),
        )
        program.add(facts.program(self._puzzle))
        program.add("\n".join(self._input()))
        pairs = candidate_pairs(self._puzzle, self._places(), self._free, removals)
        program.add("\n".join(f"candidate_pair({c},{place})." for c, place in pairs))
        program.ground()
        self._grounded.clear()
        self._budget = None
        for part, learned in self._learned.items():
            for number, points in enumerate(learned):
                self._extend(part, number, points)

    def exclude(self, puzzle: Puzzle, rivals: Sequence[Rival] = ()) -> None:
        """Exclude these dots with these walls; or the dots of rivals in their cells."""
        if not rivals:
            points: _Points = {"found_dot": puzzle.centers, "found_wall": puzzle.walls}
            self._learn("found", points)
        for rival in rivals:
            if rival not in self._rivals:
                self._rivals.add(rival)
                points = {"rim": rival.rim, "own": rival.dots}
                points["alien"] = rival.aliens(self._puzzle.lattice)
                self._learn("rival", points | {"passage": rival.passages})

    def _learn(self, part: str, points: _Points) -> None:
        self._extend(part, len(self._learned[part]), points)
        self._learned[part].append(points)

    def _extend(self, part: str, number: int, points: _Points) -> None:
        """Ground a part of the program for something that some points describe."""
        name = f"{part}_{number}"
        about = (
            f"{predicate}({number},{point})."
            for predicate, values in points.items()
            for point in values
        )
        self._program.add("\n".join(about), name)
        self._program.ground((name, []), (part, [clingo.Number(number)]))


class EncodingProposer(PuzzleProposer):
    """Proposes puzzles under any rules."""

    is_local = False
    _prefix, _dot, _wall = "change_", facts.CENTER, facts.GIVEN

    def __init__(self, puzzle: Puzzle, allowed: Allowed, rules: Rules) -> None:
        super().__init__(puzzle, allowed)
        encoding = rules.entry(puzzle)
        source = text(encoding)
        clues = clues_of(declared(source.text))
        if allowed.weights.keys().isdisjoint(CLUE_KINDS):
            clues = []
        self._clues = frozenset(clue.name for clue in clues)
        options = ["1", "--heuristic=Domain"]
        name = f"the encoding {encoding}"
        program = Program(options, source, name=name, short_searches=True)
        self._program = program
        questions = ("consequences", "changes")
        program.add(bundled(*(f"galaxies/questions/{q}.lp" for q in questions)).text)
        kept = tuple(clue for clue in puzzle.clues if clue.name not in self._clues)
        bare = replace(
            puzzle, centers=(), black=frozenset(), walls=frozenset(), clues=kept
        )
        program.add(opened(clues))
        for clue in clues:
            program.add(f"{_HAS}({clue.atom}) :- {clue.atom}.")
            program.add(f"#show {clue.signature}.")
        program.add(facts.program(bare) + "\n".join(self._input()))
        program.ground()
        self._literals = {
            (name, str(atom.symbol.arguments[0])): atom.literal
            for name in (facts.CENTER, _HAS, facts.GIVEN, _APART)
            for atom in program.control.symbolic_atoms.by_signature(name, 1)
        }

    def _input(self) -> Iterator[str]:
        yield from facts.point_lines("change_dot", self._puzzle.centers)
        yield from facts.point_lines("change_wall", sorted(self._puzzle.walls))
        yield from facts.point_lines("change_place", self._places())
        for clue in self._puzzle.clues:
            if clue.name in self._clues:
                yield f"change_clue({clue})."
        yield from super()._input()

    def exclude(self, puzzle: Puzzle, rivals: Sequence[Rival] = ()) -> None:
        """Exclude exactly these dots, with these walls or any that leave the rivals.

        If there is a rival, puzzles are excluded where it is not the witness, whatever
        given walls there are but inside its regions.
        """
        present = {(facts.CENTER, str(dot)) for dot in puzzle.centers}
        present |= {(_HAS, clue) for clue in puzzle.clues}
        present |= {(facts.GIVEN, str(wall)) for wall in puzzle.walls}
        signed = {
            key: literal if key in present else -literal
            for key, literal in self._literals.items()
        }
        dots = [n for (name, _), n in signed.items() if name in (facts.CENTER, _HAS)]
        walls = {place: n for (name, place), n in signed.items() if name == facts.GIVEN}
        with self._program.control.backend() as backend:
            backend.add_rule([], [*dots, *walls.values()])
            for rival in rivals:
                differs, passages = backend.add_atom(), set(map(str, rival.passages))
                for (name, place), literal in self._literals.items():
                    if name == _APART and place in passages:
                        backend.add_rule([differs], [literal])
                given = (n for place, n in walls.items() if place in passages)
                backend.add_rule([], [*dots, *given, differs])
