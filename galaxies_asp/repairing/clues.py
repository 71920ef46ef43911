"""Repairs by the clues of a family: the encoding proposes them.

`encodings/families/changes.lp` is added to an encoding in which the clues are choices.
Nothing is known of the rules, so each refuted set of clues is excluded by itself.
"""

from collections.abc import Generator, Iterable
from math import dist, inf

from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, printed, texts_of
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.result import AnyResult
from galaxies_asp.families.opened import OpenedPuzzle, clues_and_frame
from galaxies_asp.repairing.changes import Allowed, Edit, Repair, clue_changes
from galaxies_asp.repairing.cheapest import CheapestSearch, Event, Proposer, RepairTask

_HAS, _PROPOSED = "change_has", "change_proposed"


class ClueProposer(Proposer[Atoms]):
    """Proposes sets of clues with which a puzzle has a solution."""

    _prefix = "change_"

    def __init__(self, opened: OpenedPuzzle, given: Atoms, allowed: Allowed) -> None:
        super().__init__(allowed)
        options = *opened.family.options, "--heuristic=Domain", "--project=project"
        self._program = program = opened.ground(*dict.fromkeys(options))
        clues = program.atoms(opened.family.clues)
        ranked = _changes(given, clues)
        facts = [
            *(f"{_HAS}({clue},{_place(clue)}) :- {clue}" for clue in clues),
            *(f"change_given({clue},{_place(clue)})" for clue in given),
            *(
                f"change_rank({clue or 'none'},{place},{rank})"
                for rank, (place, clue) in enumerate(reversed(ranked), 1)
            ),
            *(f"change_weight({k},{n})" for k, n in allowed.weights.items()),
        ]
        changes = bundled("families/changes.lp").text
        program.add(joined(facts) + changes, "changes")
        program.ground(("changes", []))
        self._literals = {
            atom_of(atom.symbol.arguments[0]): atom.literal
            for atom in program.occurring(f"{_HAS}/2")
        }
        # It is missing where grounding has found that no clues give a solution.
        proposed = program.occurring(f"{_PROPOSED}/0")
        self._proposed = [atom.literal for atom in proposed]

    def propose(self) -> Atoms | None:
        """Return clues of a puzzle against which nothing is known."""
        for clues in self._found(self._proposed, 1) if self._proposed else ():
            return clues
        return None

    def is_only(self, clues: Atoms) -> bool:
        """Tell whether a puzzle with these clues has one solution."""
        closed = [-literal for literal in self._proposed]
        return len(self._found([*self._signed(clues), *closed], 2)) == 1

    def exclude(self, clues: Atoms) -> None:
        """Do not propose these clues again."""
        with self._program.control.backend() as backend:
            backend.add_rule([], [*self._signed(clues), *self._proposed])

    def _signed(self, clues: Atoms) -> list[int]:
        """Return literals that say which clues there are."""
        known = self._literals.items()
        return [literal if clue in clues else -literal for clue, literal in known]

    def _found(self, assumed: list[int], most: int) -> list[Atoms]:
        """Return the clues in each of some models."""
        self._program.settings.models = most
        literals = self._literals.items()
        return [
            frozenset(clue for clue, literal in literals if model.is_true(literal))
            for model in self._program.models(assumed)
        ]


def _place(clue: Atom) -> str:
    """Return the name and the place of a clue, its first argument, as a term."""
    return printed((clue.name, *clue.arguments[:1]))


def _changes(given: Atoms, clues: Atoms) -> list[tuple[str, Atom | None]]:
    """Return places with the clues that they can have instead of theirs, or none.

    The likeliest come first: a value that a place gets stands near by in the puzzle.
    """
    known = [clue.arguments for clue in given]

    def distance(change: tuple[str, Atom | None]) -> tuple[float, str]:
        clue = change[1]
        at, *other = (clue and clue.arguments) or ("",)
        same = (place for place, *values in filter(None, known) if values == other)
        near = min((_distance(at, place) for place in same), default=inf)
        return (near if other else 0.0), str(clue or "")

    changes: list[tuple[str, Atom | None]]
    changes = [(_place(clue), clue) for clue in clues - given]
    changes += [(place, None) for place in sorted({_place(clue) for clue in given})]
    return sorted(changes, key=distance)


def _distance(one: object, other: object) -> float:
    """Return the distance of two points; of other places, whether they differ."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return dist(one, other)
    return float(one != other)


class ClueSearch(CheapestSearch[Atoms]):
    """One search; `GalaxiesError` if the family does not say how clues are chosen."""

    _proposer: ClueProposer

    def __init__(self, task: RepairTask) -> None:
        super().__init__(task)
        self._given, self._frame = given, frame = clues_and_frame(task.sheet)
        suggested = joined(f"suggested({clue})" for clue in texts_of(given))
        self._opened = OpenedPuzzle(task.sheet.family, frame + suggested, task.rules)

    def _begun(self, before: AnyResult) -> Generator[Event, None, bool]:
        """Ground the encoding with its clues open, unless no clues can help."""
        allowed, family = self._task.allowed, self._task.sheet.family
        if family.obstacle(family.puzzle(self._frame)):
            return True
        self._proposer = ClueProposer(self._opened, self._given, allowed)
        yield self._progress()
        return False

    def _challenged(self, clues: Atoms) -> Generator[Event, None, bool]:
        """Yield a repair, or exclude these clues; return whether this level is done."""
        if self._proposer.is_only(clues):
            yield self._repair(clues)
            return True
        self._rivals += 1
        self._proposer.exclude(clues)
        yield self._progress()
        return False

    def _exclude(self, repairs: Iterable[Repair]) -> None:
        """Let these repairs not be proposed again."""
        for repair in repairs:
            deleted, written = _of(repair, Edit.DELETE), _of(repair, Edit.WRITE)
            self._proposer.exclude(self._given - deleted | written)

    def _repair(self, clues: Atoms) -> Repair:
        """Note a repair that leads to these clues."""
        given, sheet = self._given, self._task.sheet
        puzzle = sheet.family.puzzle(self._frame + joined(texts_of(clues)))
        (solution,) = self._solved(sheet.drawn(puzzle)).solutions
        changes = (
            *clue_changes(Edit.DELETE, map(Clue, texts_of(given - clues))),
            *clue_changes(Edit.WRITE, map(Clue, texts_of(clues - given))),
        )
        # Of the changes at one place, the last one counts.
        paid = {_place(parsed(change.clue)): change for change in changes}
        cost = int(self._task.allowed.cost(paid.values(), SQUARE))
        return self._noted(Repair(changes, cost, sheet.drawn(solution)))


def _of(repair: Repair, kind: Edit) -> Atoms:
    return frozenset(parsed(c.clue) for c in repair.changes if c.kind is kind)
