"""Search for a board on which an encoding has several different solutions."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab import prove
from galaxies_asp.lab.apart import Apart
from galaxies_asp.lab.campaign import Campaign
from galaxies_asp.processes.progress import Report


@dataclass(frozen=True, slots=True)
class SeveralRequest(prove.ProofRequest):
    """A request for a board with more than `most` solutions; `other` is empty."""

    most: int = 1

    def identity(self) -> list[object]:
        """Return the boards, and the number of solutions."""
        return [self.board.facts, self.board.choices, self.most]

    def search(self) -> prove.Proof:
        """Return the board that was found."""
        family, copies = family_named(self.family), self.most + 1
        source = prove.readable(family, self.encoding)
        apart = Apart(source, prove.inputs_of(family, self.board), family.outputs)
        options = ["1", f"--const=copies={copies}"]
        program = Program(
            options, bundled("lab/several.lp"), name=f"copies of {self.encoding}"
        )
        for number in range(1, copies + 1):
            program.add(apart.program(number))
        program.add(family.program(self.board))
        program.ground()
        for model in program.models():
            return prove.Proof(prove.instance_in(model, apart, self.board).facts)
        return prove.Proof()


def several(
    work: Campaign,
    requests: Sequence[SeveralRequest],
    deadline: float | None,
    report: Report,
) -> prove.Equality:
    """Search one set of boards after the other until one has enough solutions.

    Raises
    ------
    EncodingError
        If the encoding may not be read, or has a construct that cannot be renamed.
    """
    searches: dict[prove.ProofRequest, prove.Proof] = {}
    for number, request in enumerate(requests):
        if deadline is not None and time.monotonic() > deadline:
            return prove.Equality(searches, tuple(r.board for r in requests[number:]))
        work.run([request], report, number, len(requests) - number - 1)
        searches[request] = work.known[request]
        if searches[request].facts is not None or searches[request].reason:
            break
    return prove.Equality(searches)
