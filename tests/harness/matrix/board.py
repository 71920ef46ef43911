"""Random boards with all their solutions, and the rows of the matrix that draw them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any, ClassVar

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of
from galaxies_asp.core.sheet import AnyFamily, AnySheet, Sheet
from galaxies_asp.families.opened import clues_and_frame
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.repairing import Allowed, Edit

Domain = Mapping[object, Collection[Atom]]
"""The clues that each place can have."""

MOST_ANSWERS = 300
"""Boards with more solutions are drawn again."""

_TRIES = 40
"""Boards that are drawn in search of one with several solutions."""

_MOST_SETS = 2000
"""Sets of clues that brute force tries for a repair."""


@dataclass(frozen=True)
class Board:
    """A random board, with all its solutions by brute force.

    Attributes
    ----------
    answers
        The solutions, each as the atoms of its output.
    """

    row: "Row"
    sheet: AnySheet
    answers: frozenset[Atoms]

    @property
    def rules(self) -> Rules:
        """The rules under which it is asked about."""
        return Rules.of(self.row.rules)

    @property
    def seen(self) -> list[Atoms]:
        """What each solution shows, in a fixed order; see `Row.seen`."""
        ordered = sorted(self.answers, key=texts_of)
        return [self.row.seen(self.sheet, answer) for answer in ordered]


class Row(ABC):
    """A family of puzzles: how a random board is drawn, and all its solutions.

    Attributes
    ----------
    rules
        The name of the encoding under which questions are asked.
    without
        The names of columns that do not apply, each with the reason.
    oracle
        The module with the brute force.
    """

    oracle: ClassVar[str]

    def __init__(
        self,
        name: str,
        family: AnyFamily,
        *,
        rules: str = "auto",
        without: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self.family, self.rules = name, family, rules
        self.without = dict(without or {})

    @abstractmethod
    def draw(self, rng: Random, cells: int) -> AnySheet:
        """Return a random puzzle of at most this number of cells."""

    @abstractmethod
    def answers(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield all solutions by brute force."""

    @abstractmethod
    def universe(self, sheet: AnySheet) -> list[Atom]:
        """Return the atoms that may be drawn, also wrong ones."""

    @abstractmethod
    def recipe(self, rng: Random) -> Recipe:
        """Return what generates a puzzle that is small enough for brute force."""

    def read(self, sheet: AnySheet, position: Any) -> Atoms:
        """Return what the program has drawn as the atoms of a solution."""
        return frozenset(self.family.atoms(position) or ())

    def seen(self, sheet: AnySheet, answer: Atoms) -> Atoms:
        """Return what a solution shows, such as all its walls."""
        return answer

    def stated(self, sheet: AnySheet, seen: Atoms) -> Atoms:
        """Return what `forced` says of a solution."""
        return seen

    def attempt(self, sheet: AnySheet, answer: Atoms) -> AnySheet:
        """Return the puzzle with a solution, or something else, drawn on it."""
        return sheet.with_atoms(answer)

    def changed(self, rng: Random, sheet: AnySheet, answer: Atoms) -> Atoms:
        """Return a solution with one or two atoms more or less."""
        every = self.universe(sheet)
        return answer ^ frozenset(
            rng.sample(every, min(len(every), rng.choice((1, 2))))
        )

    def encodings(self, sheet: AnySheet) -> list[str]:
        """Return the names of the encodings that are compared."""
        return [self.rules]

    def lab_name(self, sheet: AnySheet) -> str:
        """Return the name of the family for the lab."""
        return self.family.name

    def lab_answer(self, sheet: AnySheet, atoms: Atoms) -> Atoms:
        """Return an output of the encoding as the atoms of a solution."""
        return atoms

    def is_right(self, board: Board, attempt: AnySheet, answer: Atoms) -> bool:
        """Tell whether an attempt that shows an answer is a solution."""
        return answer in board.answers

    def unfinished(
        self, rng: Random, sheet: AnySheet, answer: Atoms
    ) -> tuple[AnySheet, Atoms]:
        """Return a board with some atoms of an answer drawn on it, and these atoms."""
        some = chosen(rng, answer)
        board = sheet.with_atoms(some)
        return board, self.read(sheet, board.position)

    def board(self, seed: str, cells: int) -> Board:
        """Return a random board, now and then one with several solutions."""
        rng = Random(seed)
        wanted = rng.choice((0, 0, 0, 2))
        for number in range(_TRIES):
            sheet = self.draw(rng, cells)
            answers = frozenset(self.limited(sheet))
            if len(answers) <= MOST_ANSWERS and (
                len(answers) >= wanted or number == _TRIES - 1
            ):
                break
        return Board(self, sheet, answers)

    def limited(self, sheet: AnySheet) -> Iterator[Atoms]:
        """Yield all solutions, or a few more than `MOST_ANSWERS`."""
        for number, answer in enumerate(self.answers(sheet)):
            yield answer
            if number > MOST_ANSWERS:
                return

    # Repairs

    def domain(self, sheet: AnySheet) -> Domain:
        """Return the clues of a puzzle that may be written or deleted, by place."""
        return {}

    def is_repairable(self, sheet: AnySheet) -> bool:
        """Tell whether the program repairs such puzzles."""
        return True

    def allowed(self, rng: Random, sheet: AnySheet) -> Allowed:
        """Return random weights of the changes."""
        kinds = rng.choice(((Edit.WRITE,), (Edit.WRITE, Edit.DELETE), (Edit.DELETE,)))
        return Allowed({kind: rng.choice((1, 1, 2)) for kind in kinds})

    def puzzle_key(self, sheet: AnySheet) -> Atoms:
        """Return what two equal puzzles have in common."""
        return frozenset(facts_of(sheet.facts))

    def cheapest(
        self, sheet: AnySheet, allowed: Allowed
    ) -> tuple[int, set[Atoms] | None]:
        """Return the least cost of a repair, -1 without one, and all such puzzles.

        If only some sets of clues are tried, the cost is a lower bound, and the puzzles
        are None.
        """
        given, frame = self.given(sheet)
        return cheapest_clues(
            given,
            self.domain(sheet),
            allowed,
            lambda clues: self.with_clues(sheet, frame, clues),
            lambda found: is_one(self.answers(found)),
            self.puzzle_key,
            self.replacing,
        )

    def given(self, sheet: AnySheet) -> tuple[Atoms, str]:
        """Return the clues of a puzzle, and its other facts."""
        return clues_and_frame(sheet)

    def replacing(self, write: int | None, delete: int | None) -> int | None:
        """Return the cost of a clue in place of another; None: it is not allowed."""
        return write if delete else None

    def with_clues(self, sheet: AnySheet, frame: str, clues: Atoms) -> AnySheet:
        """Return the puzzle with these clues instead of its own."""
        return Sheet(
            self.family, "", self.family.puzzle(frame + joined(texts_of(clues)))
        )


def chosen(rng: Random, atoms: Atoms) -> Atoms:
    """Return some of the atoms, maybe none or all."""
    share = rng.choice((0.0, 0.3, 0.7, 1.0))
    return frozenset(a for a in sorted(atoms, key=str) if rng.random() < share)


def is_one(things: Iterable[object]) -> bool:
    """Tell whether there is exactly one thing."""
    few = iter(things)
    return next(few, None) is not None and next(few, None) is None


def cheapest_clues(
    given: Atoms,
    domain: Domain,
    allowed: Allowed,
    puzzle: Callable[[Atoms], AnySheet],
    is_unique: Callable[[AnySheet], bool],
    key: Callable[[AnySheet], Atoms],
    replacing: Callable[[int | None, int | None], int | None],
) -> tuple[int, set[Atoms] | None]:
    """Return the least cost of changes of clues, by trying sets of them; see `Row`."""
    write, delete = (allowed.weights.get(kind) for kind in (Edit.WRITE, Edit.DELETE))
    ways: dict[object, list[tuple[int, Atoms, Atoms]]] = {}
    for place, values in domain.items():
        old = given.intersection(values)
        new = [frozenset({value}) for value in values if value not in given]
        cost = replacing(write, delete) if old else write
        ways[place] = [(cost, old, one) for one in new if cost]
        ways[place] += [(delete, old, frozenset())] if delete and old else []
    found: dict[Atoms, int] = {}
    tried, cheap = 0, min(allowed.weights.values())
    for number in range(len(ways) + 1):
        least = min(found.values(), default=None)
        if least is not None and number * cheap > least:
            return least, {one for one, cost in found.items() if cost == least}
        for places in combinations(ways, number):
            for changes in product(*(ways[place] for place in places)):
                cost = sum(weight for weight, _, _ in changes)
                tried += 1
                if tried > _MOST_SETS:
                    return min([number * cheap, *found.values()]), None
                gone = frozenset().union(*(old for _, old, _ in changes))
                come = frozenset().union(*(new for _, _, new in changes))
                sheet = puzzle(given - gone | come)
                if is_unique(sheet):
                    found[key(sheet)] = cost
    least = min(found.values(), default=-1)
    return least, {one for one, cost in found.items() if cost == least}
