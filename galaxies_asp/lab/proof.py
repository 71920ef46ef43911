"""Searches for boards, set after set, and what they find."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Annotated

import clingo
from clingo import ast

from galaxies_asp.asp import connectivity, sources
from galaxies_asp.asp.atoms import facts_of, joined, signature
from galaxies_asp.asp.program import statements
from galaxies_asp.board import facts as predicates
from galaxies_asp.board.answer import Answer, Natural, Part, Seconds
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.board.grid import SQUARE
from galaxies_asp.families.family import Board, Family
from galaxies_asp.lab.apart import Apart
from galaxies_asp.lab.campaign import Campaign
from galaxies_asp.lab.source import Source, read
from galaxies_asp.lab.store import Request
from galaxies_asp.lab.trees import choices_of, signatures
from galaxies_asp.processes.progress import LimitReachedError, Report, silent


@dataclass(frozen=True)
class Proof:
    """The result of a search for an output that only the first encoding has.

    Attributes
    ----------
    facts
        The facts of a board on which there is one; None if none was found.
    atoms
        The output.
    reason
        Why the search was not exhausted; empty if it was.
    copies
        The number of copies of the test.
    seconds
        CPU seconds.
    stopped_by
        The limit that was reached, or `died`.
    """

    facts: str | None = None
    atoms: tuple[str, ...] = ()
    reason: str = ""
    copies: int = 0
    seconds: float = 0.0
    stopped_by: str = ""


@dataclass(frozen=True, slots=True)
class BoardRequest(Request):
    """A request for a board with a property of an encoding, or of two.

    Attributes
    ----------
    board
        The set of all boards that are searched.
    """

    family: str
    encoding: str
    other: str
    board: Board

    results = (Proof,)

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"searches on {self.board.name}"

    def answer(self) -> Iterator[Proof]:
        """Yield the result."""
        started = time.process_time()
        proof = self.search()
        yield replace(proof, seconds=time.process_time() - started)

    def search(self) -> Proof:
        """Search for a board."""
        raise NotImplementedError

    def failed(self, error: Exception) -> Proof:
        """Return the result of a search that was stopped."""
        if isinstance(error, LimitReachedError):
            reason = f"the {error.limit} limit was reached"
            return Proof(
                reason=reason, stopped_by=error.limit, seconds=error.cpu_seconds
            )
        if isinstance(error, EncodingError):
            raise error
        return Proof(reason=str(error), stopped_by="died")


@dataclass(frozen=True)
class Equality:
    """Whether two encodings have the same outputs on sets of boards.

    Attributes
    ----------
    searches
        The result of each search, in the order of the boards.
    skipped
        The sets that were not searched, as the time was over.
    """

    searches: Mapping[BoardRequest, Proof]
    skipped: tuple[Board, ...] = ()

    @property
    def counterexample(self) -> tuple[BoardRequest, Proof] | None:
        """The first search that found a board."""
        found = (pair for pair in self.searches.items() if pair[1].facts is not None)
        return next(found, None)

    @property
    def open(self) -> dict[BoardRequest, Proof]:
        """The searches that were not exhausted."""
        return {r: proof for r, proof in self.searches.items() if proof.reason}

    @property
    def equal_on(self) -> list[str]:
        """The names of the sets on which no output differs."""
        names = dict.fromkeys(request.board.name for request in self.searches)
        failed = {r.board.name for r, p in self.searches.items() if p.reason or p.facts}
        return [name for name in names if name not in failed]

    @property
    def seconds(self) -> float:
        """CPU seconds of all searches."""
        return sum(proof.seconds for proof in self.searches.values())


@dataclass(frozen=True)
class Difference(Part):
    """A board, and what is found on it."""

    boards: Annotated[str, "The set of boards on which it was searched."]
    holder: Annotated[str, "The encoding that has the answer."]
    facts: Annotated[str, "The facts of the board."]
    atoms: Annotated[
        Sequence[str], "The answer that the other encoding has not, if there are two."
    ]


@dataclass(frozen=True)
class ProveAnswer(Answer):
    """Answer of galaxies lab prove --json."""

    encodings: Annotated[Sequence[str], "One encoding, or two."]
    family: Annotated[str, "The family of puzzles."]
    found: Annotated[
        Difference | None, "A difference, or a board with enough solutions."
    ]
    none_on: Annotated[Sequence[str], "The sets of boards that have none."]
    open: Annotated[
        Mapping[str, str], "The sets on which this is not decided, with the reason."
    ]
    searches: Annotated[Natural, "The number of searches."]
    cpu: Seconds
    more_than: Annotated[
        Natural | None, "How many solutions a board has to exceed."
    ] = None


def answer_of(
    result: Equality, encodings: Sequence[str], family: str, more_than: int | None
) -> ProveAnswer:
    """Return the result of searches as an answer."""
    found = None
    if result.counterexample is not None:
        request, proof = result.counterexample
        found = Difference(
            request.board.name, request.encoding, proof.facts or "", proof.atoms
        )
    unknown = {request.board.name: p.reason for request, p in result.open.items()}
    done = len(result.searches), round(result.seconds, 3)
    return ProveAnswer(
        encodings, family, found, result.equal_on, unknown, *done, more_than
    )


def sweep(
    work: Campaign,
    steps: Sequence[Sequence[BoardRequest]],
    *,
    deadline: float | None = None,
    report: Report = silent,
) -> Equality:
    """Search one set of boards after the other.

    The first board that is found, or a search that is not exhausted, ends the sweep.

    Parameters
    ----------
    steps
        The requests about each set of boards, the smallest first.
    deadline
        The value of `time.monotonic()` after which no further set is searched.

    Raises
    ------
    EncodingError
        If an encoding may not be read, or has a construct that cannot be searched.
    """
    searches: dict[BoardRequest, Proof] = {}
    for number, requests in enumerate(steps):
        if deadline is not None and time.monotonic() > deadline:
            return Equality(searches, tuple(step[0].board for step in steps[number:]))
        later = sum(map(len, steps[number + 1 :]))
        work.run(requests, report, len(searches), later)
        proofs = {request: work.known[request] for request in requests}
        searches |= proofs
        if any(proof.facts is not None or proof.reason for proof in proofs.values()):
            return Equality(
                searches, tuple(step[0].board for step in steps[number + 1 :])
            )
    return Equality(searches)


def proof_boards(
    family: Family, width: int, height: int, lattice: str = SQUARE.name
) -> list[Board]:
    """Return the sets of all boards of a lattice up to a size, the smallest first.

    Raises
    ------
    EncodingError
        If the family does not declare which instances there are.
    """
    boards = family.all_boards or family.spaces
    if boards is None:
        raise EncodingError(f"{family.name} does not declare its boards (boards.lp)")
    found = sorted(boards(width, height), key=_cells)
    if lattice == SQUARE.name:
        return found
    if f"{predicates.LATTICE}/1" not in family.inputs:
        raise EncodingError(f"{family.name} has no lattice {lattice}")
    fact = joined([f"{predicates.LATTICE}({lattice})"])
    return [
        replace(
            board,
            name=board.name.replace("all ", f"all {lattice} ", 1),
            facts=f"{board.facts}{fact}",
        )
        for board in found
    ]


def _cells(board: Board) -> int:
    """Return the number of cells of boards whose name ends in their size."""
    size = board.name.rpartition(" ")[2].split("x")
    return prod(map(int, size)) if all(map(str.isdecimal, size)) else 0


def inputs_of(family: Family, board: Board) -> frozenset[str]:
    """Return the signatures of the facts that a board may have."""
    given = map(signature, facts_of(board.facts))
    return frozenset((*family.inputs, *family.clues, *given))


def definitions(family: Family, board: Board) -> str:
    """Return the rules of the family's encoding for what the choice of boards uses."""
    chosen = statements(sources.Text(board.choices, ()), f"the choice of {board.name}")
    encoding = next(iter(family.encodings), None)
    if encoding is None:
        return ""
    heads = (one.head for one in chosen if one.ast_type == ast.ASTType.Rule)
    own = {
        name
        for head in heads
        for atom in [choice.atom for choice in choices_of(head)] or [head]
        for name in signatures(atom)
    }
    needed = {name for one in chosen for name in signatures(one)}
    needed -= own | inputs_of(family, board)
    rules = [
        rule
        for rule in read(family, encoding).statements
        if rule.ast_type == ast.ASTType.Rule
        and rule.head.ast_type == ast.ASTType.Literal
    ]
    while True:
        used = [rule for rule in rules if needed & set(signatures(rule.head))]
        more = {name for rule in used for name in signatures(rule)} - needed
        if not more:
            return "".join(f"{rule}\n" for rule in used)
        needed |= more


def readable(family: Family, encoding: str) -> Source:
    """Return the text of an encoding that plain clingo solves.

    Raises
    ------
    EncodingError
        If it needs a propagator, or may not be read.
    """
    source = read(family, encoding)
    if connectivity.asks(source.text()):
        raise EncodingError(f"{encoding} needs a propagator, which cannot be tested")
    return source


def instance_in(model: clingo.Model, encoding: Apart, boards: Board) -> Board:
    """Return the board that a model chooses from a set of boards."""
    atoms = model.symbols(atoms=True)
    given = (str(atom) for atom in atoms if signature_of(atom) in encoding.inputs)
    return Board(boards.name, joined(sorted(given)))


def signature_of(atom: clingo.Symbol) -> str:
    """Return the signature of an atom."""
    return f"{atom.name}/{len(atom.arguments)}"
