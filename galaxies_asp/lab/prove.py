"""Search for a board on which an encoding has an output that another one has not.

One program chooses the board and an output of the first encoding, and demands that it
is none of the second one; see `apart`. Where the second encoding makes choices that are
no output, the test assumes what they are. If it finds a board, the second encoding is
asked whether it has the output with other choices; if so, these are the assumption of
a further copy of the test (counterexample-guided refinement).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from galaxies_asp.asp.atoms import Atoms, joined
from galaxies_asp.asp.encodings import bundled, text_of
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.families.family import Answer, Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab import proof
from galaxies_asp.lab.apart import Apart, Assumption
from galaxies_asp.lab.asking import Question, ask, ground
from galaxies_asp.lab.proof import BoardRequest, Proof
from galaxies_asp.lab.source import fingerprint, read

_MOST_COPIES = 60
"""The largest number of copies of a test."""

_WITNESSES = "witnesses"
"""The folder, beside the file of an encoding or above it, of the witnesses."""


@dataclass(frozen=True, slots=True)
class ProofRequest(BoardRequest):
    """A request for an output that an encoding has, and another one has not."""

    def identity(self) -> list[object]:
        """Return the boards, and the texts of the other encoding and its witnesses."""
        family = family_named(self.family)
        witnesses = [path.read_text("utf-8") for path in _witnesses(family, self.other)]
        text = family.text(self.other).text
        return [self.board, text, witnesses]

    def search(self) -> Proof:
        """Search for a board; see `search`."""
        return search(self)


def steps(
    family: Family, pair: Sequence[str], boards: Sequence[Board]
) -> list[list[BoardRequest]]:
    """Return the requests about each set of boards, in both directions."""
    first, second = pair
    return [
        [
            ProofRequest(family.name, first, second, board),
            ProofRequest(family.name, second, first, board),
        ]
        for board in boards
    ]


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
    first, second = _apart(request.family, pair, proof.inputs_of(family, board), key)
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


def _counts_as_equal(request: ProofRequest, instance: Board, output: Atoms) -> bool:
    """Return whether the other encoding has an answer that counts as this output."""
    family = family_named(request.family)
    if family.normalize is Family.normalize:
        return False
    answers = ask(Question(family.name, request.other, instance)).found
    return family.normalize(Answer(output)) in answers


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
        Apart(proof.readable(family, encoding), inputs, family.outputs),
        Apart(proof.readable(family, other), inputs, family.outputs, witness),
    )


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
    program.add(family.program(board) + proof.definitions(family, board))
    program.add(joined(chosen))
    program.ground()
    for model in program.models():
        true = model.symbols(atoms=True)
        output = (atom.arguments[0] for atom in true if atom.match("lab_given", 1))
        return proof.instance_in(model, first, board), frozenset(map(str, output))
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
        if proof.signature_of(atom.symbol) in family.outputs
    ]
    if not output <= set(map(str, known)):
        return None
    for model in program.models([(atom, str(atom) in output) for atom in known]):
        true = model.symbols(atoms=True)
        return frozenset(
            str(atom) for atom in true if proof.signature_of(atom) in hidden
        )
    return None
