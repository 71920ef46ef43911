"""Searches for boards: two encodings differ there, or one has several solutions.

One program chooses the board and an output of the first encoding, and demands that it
is none of the second one; see `apart`. Where the second encoding makes choices that are
no output, the test assumes what they are. If it finds a board, the second encoding is
asked whether it has the output with other choices; if so, these are the assumption of
a further copy of the test (counterexample-guided refinement).
"""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.encodings import bundled, text_of
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.symbols import atom_of, symbol_of
from galaxies_asp.core.board.atoms import Atoms, joined, texts_of
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import apart, boards
from galaxies_asp.lab.apart import Apart
from galaxies_asp.lab.asking import Question, ask, ground, listed
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import (
    Instance,
    Output,
    faults_of,
    instance_of,
    normalized,
    program_of,
    rule_of,
)
from galaxies_asp.lab.source import comparable, fingerprint, placed, read
from galaxies_asp.lab.statements import UntestableError
from galaxies_asp.lab.store import EncodingRequest, StoredResult

_MOST_COPIES = 60
"""The largest number of copies of a test."""

_MOST_WRONG = 300
"""The largest number of wrong answers on a set of boards that are judged."""

_DIVERSE = ("0", "--rand-freq=0.5", "--sign-def=rnd", "--restart-on-model", "--seed=1")
"""Options with which searches that go on find different answers."""

_NAMES = re.compile(r"(?<=[(,;])([a-z]\w*)(?=[,;)])")
"""The names among the arguments of atoms."""

_WITNESSES = "witnesses"
"""The folder, beside the file of an encoding or above it, of the witnesses."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that an answer breaks on a board; empty: the other encoding misses it."""

    rule: str
    facts: str
    atoms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof(StoredResult):
    """The result of a search for a board. A message says why it was not exhausted."""

    facts: str | None = None
    """The facts of a board; None if none was found."""
    atoms: tuple[str, ...] = ()
    """The output that only the first encoding has there."""
    copies: int = 0
    """The number of copies of the test."""
    broken: tuple[Broken, ...] = ()
    """The rules that answers break; see `BrokenRequest`."""


@dataclass(frozen=True, slots=True)
class BoardRequest(EncodingRequest[Proof]):
    """A request for a board with a property of an encoding, or of two."""

    other: str
    board: Instance
    """The set of all boards that are searched."""

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
        if isinstance(error, EncodingError):
            raise error
        return EncodingRequest.failed(self, error)

    @property
    def inputs(self) -> frozenset[str]:
        """The signatures of the facts that a board may have."""
        return boards.inputs_on(compared_family(self.family), self.board)

    def models(self, program: Program, texts: Iterable[str]) -> Iterator[clingo.Model]:
        """Yield the models of a program with further texts and the boards."""
        for text in (*texts, boards.choice(compared_family(self.family), self.board)):
            program.add(text)
        program.ground()
        yield from program.models()

    def chosen(self, model: clingo.Model) -> Instance:
        """Return the board that a model chooses from the set."""
        return boards.chosen(self.board, model, self.inputs)

    def listed(self, encoding: str) -> frozenset[Output]:
        """Return all answers of an encoding on all boards."""
        family = compared_family(self.family)
        comparable(family, encoding)
        return listed(family, encoding, self.board).found

    def apart(self, encoding: str) -> Apart:
        """Return an encoding whose predicates are renamed apart."""
        family = compared_family(self.family)
        key = fingerprint(family, encoding)
        given = tuple(boards.constants_on(family, self.board).items())
        apart_ = _apart(self.family, encoding, self.inputs, given, key)
        values = _NAMES.findall(program_of(family, self.board))
        for name in sorted(apart_.source.constants.keys() & values):
            raise EncodingError(f"{encoding}: the constant {name} is a value on boards")
        return apart_


@dataclass(frozen=True, slots=True)
class SeveralRequest(BoardRequest):
    """A request for a board with more than `most` solutions; `other` is empty."""

    most: int = 1

    def search(self) -> Proof:
        """Search for a board; list the answers of an encoding that has no test."""
        try:
            encoding = self.apart(self.encoding)
        except UntestableError:
            numbers = Counter(answer.given for answer in self.listed(self.encoding))
            more = (
                Output(frozenset(), given)
                for given, n in numbers.items()
                if n > self.most
            )
            least = min(more, key=Output.cost, default=None)
            return Proof(
                None if least is None else instance_of(self.board, least).facts
            )
        copies = range(1, self.most + 2)
        options = ["1", f"--const=copies={len(copies)}"]
        name = f"copies of {self.encoding}"
        program = Program(options, bundled("lab/several.lp"), name=name)
        texts = (apart.program(encoding, number) for number in copies)
        for model in self.models(program, texts):
            return Proof(self.chosen(model).facts)
        return Proof()


@dataclass(frozen=True, slots=True)
class ProofRequest(BoardRequest):
    """A request for an output that an encoding has, and another one has not."""

    def identity(self) -> list[object]:
        """Return the boards, and the texts of the other encoding and its witnesses."""
        family = compared_family(self.family)
        witnesses = [path.read_text("utf-8") for path in _witnesses(family, self.other)]
        return [self.board, family.source(self.other).text, witnesses]

    def search(self) -> Proof:
        """Search for a board, and an output that only the first encoding has.

        Raises `EncodingError` if an encoding may not be read.
        """
        try:
            proof = self._searched()
        except UntestableError:
            proof = None
        if proof is None:
            for board, output in self._listed():
                return Proof(board.facts, tuple(texts_of(output)))
        return proof or Proof()

    def _tests(self) -> list[str]:
        """Return the tests of the other encoding."""
        other = self.apart(self.other)
        return [
            apart.test(other, number, assumption)
            for number, assumption in enumerate(other.assumptions, 1)
        ]

    def _searched(self) -> Proof | None:
        """Search with tests; None if these do not decide it."""
        first, other, tests = self.apart(self.encoding), self.other, self._tests()
        hidden, tried = self.apart(other).hidden, set[Atoms]()
        while True:
            found = self._counterexamples([apart.program(first), *tests], ["1"])
            counterexample = next(found, None)
            if counterexample is None:
                return Proof(copies=len(tests))
            board, output = counterexample
            chosen = self._chosen(board, output, hidden)
            if chosen is None and not self._counts_as_equal(board, output):
                return Proof(board.facts, tuple(texts_of(output)), len(tests))
            if chosen is None or len(tests) == _MOST_COPIES or chosen in tried:
                return None
            tried.add(chosen)
            number = len(tests) + 1
            facts = joined(f"lab_found({number},{atom})" for atom in texts_of(chosen))
            tests.append(apart.test(self.apart(other), number, "found") + facts)

    def _listed(self) -> Iterator[tuple[Instance, Atoms]]:
        """Yield boards, and outputs that only the first encoding has; small first."""
        ours, theirs = map(self.listed, (self.encoding, self.other))
        for answer in sorted(ours - theirs, key=Output.cost):
            yield instance_of(self.board, answer), answer.atoms

    def _counts_as_equal(self, board: Instance, output: Atoms) -> bool:
        """Return whether the other encoding has an answer that counts as this one."""
        family = compared_family(self.family)
        if family.is_normalized:
            return False
        answers = ask(Question(family.name, self.other, board)).found
        return normalized(family, Output(output)) in answers

    def _counterexamples(
        self, texts: Sequence[str], options: Sequence[str]
    ) -> Iterator[tuple[Instance, Atoms]]:
        """Yield boards, and outputs of the first encoding that no test accepts."""
        name = f"the comparison of {self.encoding} and {self.other}"
        program = Program(options, bundled("lab/difference.lp"), name=name)
        for model in self.models(program, texts):
            true = model.symbols(atoms=True)
            output = (atom.arguments[0] for atom in true if atom.match("lab_given", 1))
            yield self.chosen(model), frozenset(map(atom_of, output))

    def _chosen(
        self, board: Instance, output: Atoms, hidden: Sequence[str]
    ) -> Atoms | None:
        """Return the hidden atoms with which the other one has an output."""
        family = compared_family(self.family)
        program = ground(family, self.other, board, ["1"]).program
        assert isinstance(program, Program)
        known = program.atoms(family.outputs)
        assumed = [(symbol_of(atom), atom in output) for atom in known]
        for model in program.models(assumed) if output <= known else ():
            return boards.true(model, hidden)
        return None


@dataclass(frozen=True, slots=True)
class BrokenRequest(ProofRequest):
    """A request for the rules that only the first encoding breaks, by a verifier.

    Boards are a random sample where there are more than `_MOST_WRONG`.
    """

    def search(self) -> Proof:
        """Search for a board for each rule, with few other broken rules and facts."""
        family = compared_family(self.family)
        try:
            texts = [apart.program(self.apart(self.encoding)), *self._tests()]
            counterexamples = self._counterexamples(texts, _DIVERSE)
        except UntestableError:
            counterexamples = self._listed()
        found: dict[str, tuple[tuple[int, int], Broken]] = {}
        for board, output in islice(counterexamples, _MOST_WRONG):
            faults = faults_of(family, board, Output(output))
            rules = set(map(rule_of, faults))
            cost = len(rules), len(board.facts)
            for rule in rules or {""}:
                if rule not in found or cost < found[rule][0]:
                    broken = Broken(rule, board.facts, tuple(texts_of(output)))
                    found[rule] = cost, broken
        if "" in found and self._accepts(found[""][1]):
            del found[""]  # another assumption would have shown it
        return Proof(broken=tuple(broken for _, (_, broken) in sorted(found.items())))

    def _accepts(self, missed: Broken) -> bool:
        """Return whether the other encoding has an answer that no test accepts."""
        board, output = Instance("", missed.facts), frozenset(map(parsed, missed.atoms))
        is_chosen = self._chosen(board, output, ()) is not None
        return is_chosen or self._counts_as_equal(board, output)


@lru_cache(maxsize=16)
def _apart(
    name: str,
    encoding: str,
    inputs: frozenset[str],
    given: tuple[tuple[str, clingo.Symbol], ...],
    _key: str,
) -> Apart:
    """Return an encoding whose predicates are renamed apart.

    `given` are the constants that the boards set. `_key` differs where its text has
    changed. Raises `EncodingError` if it may not be read.
    """
    family = compared_family(name)
    source = comparable(family, encoding)
    witness = [
        statement
        for text in map(text_of, _witnesses(family, encoding))
        for statement in placed(statements(text, "the witness"), text)
    ]
    source = replace(source, constants={**source.constants, **dict(given)})
    return Apart(source, inputs, family.outputs, witness)


def _witnesses(family: AnyFamily, encoding: str) -> list[Path]:
    """Return the files with the witnesses of an encoding and its parts.

    The witness of `parts/connected/edge.lp` is `parts/connected/witnesses/edge.lp`.
    """
    origins = dict.fromkeys(path for path, _ in read(family, encoding).program.origin)
    paths = (path.parent / _WITNESSES / path.name for path in origins)
    return [path for path in paths if path.is_file()]
