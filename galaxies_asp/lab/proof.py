"""Searches for boards, set after set, and what they find."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf, prod
from typing import Annotated

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.answer import Answer, Natural, Part, Seconds
from galaxies_asp.core.board.atoms import joined
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.compared import SIZE
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.instances import Instance, board_sets
from galaxies_asp.lab.prove import BoardRequest, BrokenRequest, Proof, ProofRequest
from galaxies_asp.lab.source import inputs_read, read
from galaxies_asp.lab.store import Campaign

_SECONDS = 10.0
"""CPU seconds for a board with fewer cells, and for all broken rules."""

_FEW_CELLS = 9
"""Of boards on which all broken rules are looked for."""


@dataclass(frozen=True)
class Counterexample(Part):
    """A board, and what is found on it."""

    boards: Annotated[str, "The set of boards on which it was searched."]
    holder: Annotated[str, "The encoding that has the answer."]
    facts: Annotated[str, "The facts of the board."]
    atoms: Annotated[
        Sequence[str], "The answer that the other encoding has not, if there are two."
    ]
    rule: Annotated[
        str | None, "The rule that it breaks; empty: the other one misses a solution."
    ] = None
    constants: Annotated[str, "Statements that set constants of the encodings."] = ""

    @property
    def board(self) -> Instance:
        """The board, named by its size."""
        name = f"a board of {self.boards.rpartition(' ')[2]}"
        return Instance(name, self.facts, constants=self.constants)


@dataclass(frozen=True)
class ProveAnswer(Answer):
    """Answer of galaxies lab prove --json."""

    encodings: Annotated[Sequence[str], "One encoding, or two."]
    family: Annotated[str, "The family of puzzles."]
    found: Annotated[Counterexample | None, "A difference, or enough solutions."]
    none_on: Annotated[Sequence[str], "The sets of boards that have none."]
    open: Annotated[
        Mapping[str, str], "The sets on which this is not decided, with the reason."
    ]
    searches: Annotated[Natural, "The number of searches."]
    cpu: Seconds
    others: Annotated[
        Sequence[Counterexample], "A board for each broken rule, on boards up to 3x3."
    ] = ()
    more_than: Annotated[Natural | None, "Solutions to be exceeded."] = None


@dataclass(frozen=True)
class Equality:
    """Whether two encodings have the same outputs on sets of boards."""

    searches: dict[BoardRequest, Proof]
    """The result of each search, in the order of the boards."""
    skipped: int = 0
    """The number of sets that were not searched, as the time was over."""

    @property
    def counterexample(self) -> Counterexample | None:
        """The first board that was found."""
        for request, proof in self.searches.items():
            if proof.facts is not None:
                at, constants = request.board.name, request.board.constants
                found = at, request.encoding, proof.facts, proof.atoms
                return Counterexample(*found, constants=constants)
        return None

    @property
    def open(self) -> dict[BoardRequest, str]:
        """The searches that were not exhausted, with the reason."""
        return {r: proof.message for r, proof in self.searches.items() if proof.message}

    @property
    def equal_on(self) -> list[str]:
        """The names of the sets on which no output differs."""
        names = dict.fromkeys(request.board.name for request in self.searches)
        failed = {
            r.board.name for r, p in self.searches.items() if p.message or p.facts
        }
        return [name for name in names if name not in failed]

    @property
    def seconds(self) -> float:
        """CPU seconds of all searches."""
        return sum(proof.seconds for proof in self.searches.values())

    def answer(
        self,
        encodings: Sequence[str],
        family: str,
        more_than: int | None,
        others: Sequence[Counterexample],
    ) -> ProveAnswer:
        """Return the result as an answer."""
        return ProveAnswer(
            encodings=encodings,
            family=family,
            found=self.counterexample,
            none_on=self.equal_on,
            open={request.board.name: why for request, why in self.open.items()},
            searches=len(self.searches),
            cpu=round(self.seconds, 3),
            others=others,
            more_than=more_than,
        )


def steps(
    family: AnyFamily, pair: Sequence[str], boards: Sequence[Instance]
) -> list[list[BoardRequest]]:
    """Return the requests about each set of boards, in both directions."""
    first, second = pair
    both = (first, second), (second, first)
    return [
        [ProofRequest(family.name, *names, board) for names in both] for board in boards
    ]


def sweep(
    work: Campaign,
    steps: Sequence[Sequence[BoardRequest]],
    *,
    limit: float = inf,
    report: Report = silent,
) -> Equality:
    """Search one set of boards after the other.

    The first board that is found, or a search that is not exhausted, ends the sweep.

    `steps`: the requests about each set of boards, the smallest first. `limit`: the CPU
    seconds of the campaign after which no further set is searched.

    Raises `EncodingError` if an encoding may not be read, or has a construct that
    cannot be searched.
    """
    result = Equality({}, len(steps))
    for number, requests in enumerate(steps, 1):
        if work.seconds > limit:
            break
        proofs = work.run(requests, report, sum(map(len, steps[number:])))
        result = Equality(result.searches | proofs, len(steps) - number)
        if result.counterexample or result.open:
            break
    return result


def unread(family: AnyFamily, encoding: str) -> list[str]:
    """Return what the optional facts say that an encoding does not read."""
    if encoding in family.native:
        return []
    signatures = inputs_read(read(family, encoding))
    return [said for said, name in family.optional.items() if name not in signatures]


def irrelevant(family: AnyFamily, encodings: Iterable[str]) -> set[str]:
    """Return the signatures of clues such as colors that no encoding reads."""
    texts = [name for name in encodings if name not in family.native]
    used = set[str]().union(*(inputs_read(read(family, name)) for name in texts))
    return {*family.readable} - used


def broken_rules(
    work: Campaign, steps: Sequence[Sequence[BoardRequest]], report: Report = silent
) -> list[Counterexample]:
    """Return a board for each rule that one of two encodings breaks, for some time.

    The first set of boards, in the order of the steps, counts. If the rule is empty,
    the other encoding misses a solution.
    """
    found: dict[tuple[str, str], Counterexample] = {}
    requests = [
        BrokenRequest(r.family, r.encoding, r.other, r.board)
        for step in steps
        for r in step
        if prod(sides(r.board.name)) <= _FEW_CELLS
    ]
    with work.within(_SECONDS):
        proofs = work.run(requests, report)
    for request, proof in proofs.items():
        holder = request.encoding
        for one in proof.broken:
            at = holder if one.rule else request.other, one.rule
            at_board = request.board.name, holder, one.facts, one.atoms, one.rule
            counterexample = Counterexample(*at_board, request.board.constants)
            found.setdefault(at, counterexample)
    return list(found.values())


def proof_boards(
    family: AnyFamily,
    width: int,
    height: int,
    lattice: str = SQUARE.name,
    without: Collection[str] = (),
) -> list[Instance]:
    """Return the sets of all boards of a lattice up to a size, the smallest first.

    No board has a fact with a signature of `without`.

    Raises `EncodingError` if the family does not declare which instances there are.
    """
    boards = board_sets(family, width, height, without, is_every=True)
    if not boards and width * height:
        raise EncodingError(f"{family.name} does not declare its boards (boards.lp)")
    if lattice != SQUARE.name and f"{facts.LATTICE}/1" not in family.inputs:
        raise EncodingError(f"{family.name} has no lattice {lattice}")
    sets = sorted(boards, key=lambda board: prod(sides(board.name)))
    if lattice == SQUARE.name:
        return sets
    fact = joined([f"{facts.LATTICE}({lattice})"])
    return [
        replace(
            board,
            name=board.name.replace("all ", f"all {lattice} ", 1),
            facts=f"{board.facts}{fact}",
        )
        for board in sets
    ]


_FURTHER = ((4, 1), (5, 1), (6, 1), (7, 1), (4, 2), (5, 2), (4, 3), (6, 2), (4, 4))
"""Sizes of boards on which faults show that none up to 3x3 has, by their cells."""

_LONGEST = 12
"""The longest side of boards that are searched for one with fewer cells."""


def further_boards(
    family: AnyFamily,
    beyond: tuple[int, int],
    lattice: str = SQUARE.name,
    without: Collection[str] = (),
) -> list[Instance]:
    """Return sets of larger boards in the order in which they are worth a search."""
    sizes = dict.fromkeys(size for wh in _FURTHER for size in (wh, wh[::-1]))
    sets = proof_boards(family, 7, 7, lattice, without)
    known = {sides(board.name): board for board in sets}
    new = (size for size in sizes if size[0] > beyond[0] or size[1] > beyond[1])
    return [known[size] for size in new if size in known]


def smaller_board(
    work: Campaign, family: AnyFamily, pair: Sequence[str], board: Instance
) -> Counterexample | None:
    """Search for a board with fewer cells on which encodings differ, for some time.

    It has no other kinds of facts than the board.
    """
    given = facts_of(board.facts)
    names = {fact.signature for fact in given}
    if (
        {*pair} & {*family.native}
        or not names.issuperset(SIZE)
        or not board_sets(family, 1, 1, is_every=True)
    ):
        return None
    cells = prod(size_of(given))
    without = {one for one in family.optional.values() if one not in names}
    without |= irrelevant(family, pair)
    lattices = (str(f.arguments[0]) for f in given if f.name == facts.LATTICE)
    lattice = next(lattices, SQUARE.name)
    longest = (min(cells, _LONGEST),) * 2
    sets = proof_boards(family, *longest, lattice=lattice, without=without)
    fewer = [
        replace(one, constants=board.constants)
        for one in sets
        if prod(sides(one.name)) < cells
    ]
    with suppress(EncodingError), work.within(_SECONDS):
        return sweep(work, steps(family, pair, fewer)).counterexample
    return None


def sides(name: str) -> tuple[int, ...]:
    """Return the sides of the boards of a set by its name; (0,) if it has none."""
    size = name.rpartition(" ")[2].split("x")
    return tuple(map(int, size)) if all(map(str.isdecimal, size)) else (0,)
