"""Searches for boards: two encodings differ there, or one has several solutions.

One program chooses the board and an output of the first encoding, and demands that it
is none of the second one; see `apart`. Where the second encoding makes choices that are
no output, the test assumes what they are. If it finds a board, the second encoding is
asked whether it has the output with other choices; if so, these are the assumption of
a further copy of the test (counterexample-guided refinement).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import clingo
from clingo import ast

from galaxies_asp.asp import connectivity, sources
from galaxies_asp.asp.atoms import Atoms, facts_of, joined, signature
from galaxies_asp.asp.encodings import bundled, text_of
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.families.family import Answer, Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.apart import Apart, Assumption
from galaxies_asp.lab.asking import Question, ask, ground
from galaxies_asp.lab.source import fingerprint, heads_of, read, signatures
from galaxies_asp.lab.store import Request
from galaxies_asp.processes.progress import LimitReachedError

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

    kept = Proof

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"searches on {self.board.name}"

    def result(self) -> Proof:
        """Return the result, with its time."""
        started = time.process_time()
        proof = self.search()
        return replace(proof, seconds=time.process_time() - started)

    def search(self) -> Proof:
        """Search for a board."""
        raise NotImplementedError

    def failed(self, error: Exception) -> Proof:
        """Return the result of a search that was stopped."""
        if isinstance(error, LimitReachedError):
            reason, seconds = f"the {error.limit} limit was reached", error.cpu_seconds
            return Proof(reason=reason, stopped_by=error.limit, seconds=seconds)
        if isinstance(error, EncodingError):
            raise error
        return Proof(reason=str(error), stopped_by="died")

    @property
    def inputs(self) -> frozenset[str]:
        """The signatures of the facts that a board may have."""
        family = family_named(self.family)
        given = map(signature, facts_of(self.board.facts))
        return frozenset((*family.inputs, *family.clues, *given))

    def chosen(self, model: clingo.Model, encoding: Apart) -> Board:
        """Return the board that a model chooses from the set."""
        true = model.symbols(atoms=True)
        given = (str(atom) for atom in true if _signature(atom) in encoding.inputs)
        return Board(self.board.name, joined(sorted(given)))


@dataclass(frozen=True, slots=True)
class SeveralRequest(BoardRequest):
    """A request for a board with more than `most` solutions; `other` is empty."""

    most: int = 1

    def search(self) -> Proof:
        """Search for a board."""
        family, copies = family_named(self.family), self.most + 1
        apart = _apart(family, self.encoding, self.inputs)
        name = f"copies of {self.encoding}"
        options = ["1", f"--const=copies={copies}"]
        program = Program(options, bundled("lab/several.lp"), name=name)
        for number in range(1, copies + 1):
            program.add(apart.program(number))
        program.add(
            family.program(self.board) + _definitions(family, apart, self.board)
        )
        program.ground()
        for model in program.models():
            return Proof(self.chosen(model, apart).facts)
        return Proof()


@dataclass(frozen=True, slots=True)
class ProofRequest(BoardRequest):
    """A request for an output that an encoding has, and another one has not."""

    def identity(self) -> list[object]:
        """Return the boards, and the texts of the other encoding and its witnesses."""
        family = family_named(self.family)
        witnesses = [path.read_text("utf-8") for path in _witnesses(family, self.other)]
        return [self.board, family.text(self.other).text, witnesses]

    def search(self) -> Proof:
        """Search for a board, and an output that only the first encoding has.

        Raises
        ------
        EncodingError
            If an encoding may not be read, or has a construct that has no test.
        """
        family = family_named(self.family)
        names = self.encoding, self.other
        key = tuple(fingerprint(family, name) for name in names)
        first, second = _both(self.family, names, self.inputs, key)
        copies: list[tuple[Assumption, Atoms]] = [
            (assumption, frozenset()) for assumption in second.assumptions
        ]
        while True:
            found = self._counterexample(first, second, copies)
            if found is None:
                return Proof(copies=len(copies))
            board, output = found
            chosen = self._chosen(board, output, second.hidden)
            if chosen is None:
                if not self._counts_as_equal(board, output):
                    atoms = tuple(sorted(output))
                    return Proof(board.facts, atoms, copies=len(copies))
                reason = "answers that count as equal have different atoms"
                return Proof(reason=reason, copies=len(copies))
            if len(copies) == _MOST_COPIES or ("found", chosen) in copies:
                reason = (
                    f"{self.other} also chooses {', '.join(second.hidden)}, for which "
                    f"{len(copies)} assumptions did not suffice: give a witness"
                )
                return Proof(reason=reason, copies=len(copies))
            copies.append(("found", chosen))

    def _counts_as_equal(self, board: Board, output: Atoms) -> bool:
        """Return whether the other encoding has an answer that counts as this one."""
        family = family_named(self.family)
        if family.normalize is Family.normalize:
            return False
        answers = ask(Question(family.name, self.other, board)).found
        return family.normalize(Answer(output)) in answers

    def _counterexample(
        self, first: Apart, second: Apart, copies: Sequence[tuple[Assumption, Atoms]]
    ) -> tuple[Board, Atoms] | None:
        """Return a board, and an output of the first encoding that no copy accepts."""
        family = family_named(self.family)
        name = f"the comparison of {self.encoding} and {self.other}"
        program = Program(["1"], bundled("lab/difference.lp"), name=name)
        program.add(first.program())
        for number, (assumption, atoms) in enumerate(copies, 1):
            program.add(second.test(number, assumption))
            program.add(joined(f"lab_found({number},{atom})" for atom in sorted(atoms)))
        program.add(
            family.program(self.board) + _definitions(family, first, self.board)
        )
        program.ground()
        for model in program.models():
            true = model.symbols(atoms=True)
            output = (atom.arguments[0] for atom in true if atom.match("lab_given", 1))
            return self.chosen(model, first), frozenset(map(str, output))
        return None

    def _chosen(
        self, board: Board, output: Atoms, hidden: Sequence[str]
    ) -> Atoms | None:
        """Return the hidden atoms with which the other one has an output."""
        family = family_named(self.family)
        program = ground(family, self.other, board, ["1"]).program
        assert isinstance(program, Program)
        atoms = (atom.symbol for atom in program.control.symbolic_atoms)
        known = [atom for atom in atoms if _signature(atom) in family.outputs]
        if not output <= set(map(str, known)):
            return None
        for model in program.models([(atom, str(atom) in output) for atom in known]):
            true = model.symbols(atoms=True)
            return frozenset(str(atom) for atom in true if _signature(atom) in hidden)
        return None


@lru_cache(maxsize=8)
def _both(
    name: str, pair: tuple[str, str], inputs: frozenset[str], _key: object
) -> tuple[Apart, Apart]:
    """Return both encodings; `_key` differs where a text has changed."""
    family, (encoding, other) = family_named(name), pair
    witness = [
        statement
        for path in _witnesses(family, other)
        for statement in statements(text_of(path), str(path))
    ]
    second = _apart(family, other, inputs, witness)
    return _apart(family, encoding, inputs), second


def _apart(
    family: Family,
    encoding: str,
    inputs: frozenset[str],
    witness: Sequence[ast.AST] = (),
) -> Apart:
    """Return an encoding whose predicates are renamed apart.

    Raises
    ------
    EncodingError
        If it needs a propagator, or may not be read.
    """
    source = read(family, encoding)
    if connectivity.asks(source.text()):
        raise EncodingError(f"{encoding} needs a propagator, which cannot be tested")
    return Apart(source, inputs, family.outputs, witness)


def _witnesses(family: Family, encoding: str) -> list[Path]:
    """Return the files with the witnesses of an encoding and its parts.

    The witness of `parts/connected/edge.lp` is `parts/connected/witnesses/edge.lp`.
    """
    origins = dict.fromkeys(path for path, _ in read(family, encoding).program.origin)
    paths = (path.parent / _WITNESSES / path.name for path in origins)
    return [path for path in paths if path.is_file()]


def _signature(atom: clingo.Symbol) -> str:
    return f"{atom.name}/{len(atom.arguments)}"


def _definitions(family: Family, given: Apart, board: Board) -> str:
    """Return the rules of the family's encoding for what the choice of boards uses."""
    encoding = next(iter(family.encodings), None)
    if encoding is None:
        return ""
    chosen = statements(sources.Text(board.choices, ()), f"the choice of {board.name}")
    heads = (heads_of(one.head) for one in chosen if one.ast_type == ast.ASTType.Rule)
    own = {name for head in heads for atom, _ in head for name in signatures(atom)}
    needed = {name for one in chosen for name in signatures(one)}
    needed -= own | set(given.inputs)
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
