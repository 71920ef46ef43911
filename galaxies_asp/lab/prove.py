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
from pathlib import Path
from typing import Any

import clingo

from galaxies_asp.asp import connectivity
from galaxies_asp.asp.atoms import Atoms, facts_of, joined, signature
from galaxies_asp.asp.encodings import bundled, text_of
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.families.family import Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.apart import Apart, Assumption
from galaxies_asp.lab.asking import ground
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
        proof = search(self)
        yield replace(proof, seconds=time.process_time() - started)

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


def proof_boards(family: Family, width: int, height: int) -> list[Board]:
    """Return the sets of all boards up to a size, the smallest first.

    Raises
    ------
    EncodingError
        If the family does not declare which instances there are.
    """
    boards = family.all_boards or family.spaces
    if boards is None:
        raise EncodingError(f"{family.name} does not declare its boards (boards.lp)")
    return list(boards(width, height))


def search(request: ProofRequest) -> Proof:
    """Search for a board, and an output that only the first encoding has.

    Raises
    ------
    EncodingError
        If an encoding may not be read, or has a construct that has no test.
    """
    family, board = family_named(request.family), request.board
    if family.normalize is not Family.normalize:
        raise EncodingError(f"{family.name}: outputs that count as equal may differ")
    inputs = {*family.inputs, *family.clues}
    inputs |= {signature(fact) for fact in facts_of(board.facts)}
    pair = request.encoding, request.other
    key = tuple(fingerprint(family, name) for name in pair)
    first, second = _apart(request.family, pair, frozenset(inputs), key)
    copies: list[tuple[Assumption, Atoms]] = [
        (assumption, frozenset()) for assumption in second.assumptions
    ]
    while True:
        found = _counterexample(family, board, first, second, copies)
        if found is None:
            return Proof(copies=len(copies))
        instance, output = found
        chosen = _chosen(family, request.other, instance, output, second.hidden)
        if chosen is None:
            return Proof(instance.facts, tuple(sorted(output)), copies=len(copies))
        if len(copies) == _MOST_COPIES or ("found", chosen) in copies:
            reason = (
                f"{request.other} also chooses {', '.join(second.hidden)}, for which "
                f"{len(copies)} assumptions did not suffice: give a witness"
            )
            return Proof(reason=reason, copies=len(copies))
        copies.append(("found", chosen))


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
        Apart(_readable(family, encoding), inputs, family.outputs),
        Apart(_readable(family, other), inputs, family.outputs, witness),
    )


def _readable(family: Family, encoding: str) -> Source:
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
        given = [str(atom) for atom in true if _signature(atom) in first.inputs]
        output = (atom.arguments[0] for atom in true if atom.match("lab_given", 1))
        instance = Board(board.name, joined(sorted(given)))
        return instance, frozenset(map(str, output))
    return None


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
