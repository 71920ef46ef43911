"""Search for a board on which an encoding has an output that another one has not.

One program chooses the board and an output of the first encoding, and demands that it
is none of the second one; see `apart`. Where the second encoding makes choices that are
no output, the test assumes what they are. If it finds a board, the second encoding is
asked whether it has the output with other choices; if so, these are the assumption of
a further copy of the test (counterexample-guided refinement).
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Annotated, Any

import clingo

from galaxies_asp.asp import connectivity
from galaxies_asp.asp.atoms import Atoms, facts_of, joined, signature
from galaxies_asp.asp.encodings import bundled, text_of
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.board import facts as predicates
from galaxies_asp.board.answer import Answer, Natural, Part, Seconds
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.board.grid import SQUARE
from galaxies_asp.families.family import Answer as Output
from galaxies_asp.families.family import Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.apart import Apart, Assumption
from galaxies_asp.lab.asking import Question, ask, ground
from galaxies_asp.lab.campaign import Campaign
from galaxies_asp.lab.source import Source, fingerprint, read
from galaxies_asp.lab.store import Request
from galaxies_asp.processes.progress import LimitReachedError, Report, silent

_MOST_COPIES = 60
"""The largest number of copies of a test."""

_WITNESSES = "witnesses"
"""The folder, beside the file of an encoding or above it, of the witnesses."""


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
class ProofRequest(Request):
    """A request for an output that an encoding has, and another one has not.

    Attributes
    ----------
    board
        The set of all boards that are searched.
    """

    family: str
    encoding: str
    other: str
    board: Board

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
        """Search for a board; see `search`."""
        return search(self)

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

    def identity(self) -> list[object]:
        """Return the boards, and the texts of the other encoding and its witnesses."""
        family = family_named(self.family)
        witnesses = [path.read_text("utf-8") for path in _witnesses(family, self.other)]
        text = family.text(self.other).text
        return [self.board.facts, self.board.choices, text, witnesses]

    def decode(self, data: dict[str, Any]) -> Proof:
        """Return the result of an object of JSON."""
        return Proof(**data | {"atoms": tuple(data["atoms"])})


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

    searches: Mapping[ProofRequest, Proof]
    skipped: tuple[Board, ...] = ()

    @property
    def counterexample(self) -> tuple[ProofRequest, Proof] | None:
        """The first search that found a board."""
        found = (pair for pair in self.searches.items() if pair[1].facts is not None)
        return next(found, None)

    @property
    def open(self) -> dict[ProofRequest, Proof]:
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


def prove(
    work: Campaign,
    family: Family,
    pair: tuple[str, str],
    boards: Sequence[Board],
    *,
    deadline: float | None = None,
    report: Report = silent,
) -> Equality:
    """Search one set of boards after the other, in both directions.

    The first board on which the encodings differ, or where it is open, ends the search.

    Parameters
    ----------
    boards
        Sets of boards, the smallest first.
    deadline
        The value of `time.monotonic()` after which no further set is searched.

    Raises
    ------
    EncodingError
        If an encoding may not be read, or has a construct that has no test.
    """
    searches: dict[ProofRequest, Proof] = {}
    for number, board in enumerate(boards):
        if deadline is not None and time.monotonic() > deadline:
            return Equality(searches, tuple(boards[number:]))
        both = [
            ProofRequest(family.name, encoding, other, board)
            for encoding, other in (pair, pair[::-1])
        ]
        later = 2 * (len(boards) - number - 1)
        work.run(both, report, len(searches), later)
        searches |= {request: work.known[request] for request in both}
        proofs = [searches[request] for request in both]
        if any(proof.facts is not None or proof.reason for proof in proofs):
            return Equality(searches, tuple(boards[number + 1 :]))
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


def search(request: ProofRequest) -> Proof:
    """Search for a board, and an output that only the first encoding has.

    Raises
    ------
    EncodingError
        If an encoding may not be read, or has a construct that has no test.
    """
    family, board = family_named(request.family), request.board
    pair = request.encoding, request.other
    key = tuple(fingerprint(family, name) for name in pair)
    first, second = _apart(request.family, pair, inputs_of(family, board), key)
    copies: list[tuple[Assumption, Atoms]] = [
        (assumption, frozenset()) for assumption in second.assumptions
    ]
    while True:
        found = _counterexample(family, board, first, second, copies)
        if found is None:
            return Proof(copies=len(copies))
        instance, output = found
        chosen = _chosen(family, request.other, instance, output, second.hidden)
        if chosen is None and _counts_as_equal(request, instance, output):
            reason = "answers that count as equal have different atoms"
            return Proof(reason=reason, copies=len(copies))
        if chosen is None:
            return Proof(instance.facts, tuple(sorted(output)), copies=len(copies))
        if len(copies) == _MOST_COPIES or ("found", chosen) in copies:
            reason = (
                f"{request.other} also chooses {', '.join(second.hidden)}, for which "
                f"{len(copies)} assumptions did not suffice: give a witness"
            )
            return Proof(reason=reason, copies=len(copies))
        copies.append(("found", chosen))


def inputs_of(family: Family, board: Board) -> frozenset[str]:
    """Return the signatures of the facts that a board may have."""
    given = map(signature, facts_of(board.facts))
    return frozenset((*family.inputs, *family.clues, *given))


def _counts_as_equal(request: ProofRequest, instance: Board, output: Atoms) -> bool:
    """Return whether the other encoding has an answer that counts as this output."""
    family = family_named(request.family)
    if family.normalize is Family.normalize:
        return False
    answers = ask(Question(family.name, request.other, instance)).found
    return family.normalize(Output(output)) in answers


@lru_cache(maxsize=8)
def _apart(
    name: str, pair: tuple[str, str], inputs: frozenset[str], _key: object
) -> tuple[Apart, Apart]:
    """Return both encodings; `_key` differs where a text has changed."""
    family, (encoding, other) = family_named(name), pair
    witness = [
        statement
        for path in _witnesses(family, other)
        for statement in statements(text_of(path), str(path))
    ]
    return (
        Apart(readable(family, encoding), inputs, family.outputs),
        Apart(readable(family, other), inputs, family.outputs, witness),
    )


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


def _witnesses(family: Family, encoding: str) -> list[Path]:
    """Return the files with the witnesses of an encoding and its parts.

    The witness of `parts/connected/edge.lp` is `parts/connected/witnesses/edge.lp`.
    """
    origins = dict.fromkeys(path for path, _ in read(family, encoding).program.origin)
    paths = (path.parent / _WITNESSES / path.name for path in origins)
    return [path for path in paths if path.is_file()]


def _counterexample(
    family: Family,
    board: Board,
    first: Apart,
    second: Apart,
    copies: Sequence[tuple[Assumption, Atoms]],
) -> tuple[Board, Atoms] | None:
    """Return a board, and an output of the first encoding that no copy accepts."""
    name = f"the comparison of {first.source.name} and {second.source.name}"
    program = Program(["1"], bundled("lab/difference.lp"), name=name)
    program.add(first.program())
    for number, (assumption, _) in enumerate(copies, 1):
        program.add(second.test(number, assumption))
    chosen = (
        f"lab_found({number},{atom})"
        for number, (_, atoms) in enumerate(copies, 1)
        for atom in sorted(atoms)
    )
    program.add(family.program(board) + joined(chosen))
    program.ground()
    for model in program.models():
        true = model.symbols(atoms=True)
        output = (atom.arguments[0] for atom in true if atom.match("lab_given", 1))
        return instance_in(model, first, board), frozenset(map(str, output))
    return None


def instance_in(model: clingo.Model, encoding: Apart, boards: Board) -> Board:
    """Return the board that a model chooses from a set of boards."""
    atoms = model.symbols(atoms=True)
    given = (str(atom) for atom in atoms if _signature(atom) in encoding.inputs)
    return Board(boards.name, joined(sorted(given)))


def _chosen(
    family: Family, encoding: str, board: Board, output: Atoms, hidden: Sequence[str]
) -> Atoms | None:
    """Return the hidden atoms with which an encoding has an output, if it has it."""
    program = ground(family, encoding, board, ["1"]).program
    assert isinstance(program, Program)
    known = [
        atom.symbol
        for atom in program.control.symbolic_atoms
        if _signature(atom.symbol) in family.outputs
    ]
    if not output <= set(map(str, known)):
        return None
    for model in program.models([(atom, str(atom) in output) for atom in known]):
        true = model.symbols(atoms=True)
        return frozenset(str(atom) for atom in true if _signature(atom) in hidden)
    return None


def _signature(atom: clingo.Symbol) -> str:
    return f"{atom.name}/{len(atom.arguments)}"
