"""Search for a board on which an encoding has several different solutions."""

from dataclasses import dataclass

from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.program import Program
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab import proof
from galaxies_asp.lab.apart import Apart


@dataclass(frozen=True, slots=True)
class SeveralRequest(proof.BoardRequest):
    """A request for a board with more than `most` solutions; `other` is empty."""

    most: int = 1

    def search(self) -> proof.Proof:
        """Return the board that was found."""
        family, copies = family_named(self.family), self.most + 1
        source = proof.readable(family, self.encoding)
        apart = Apart(source, proof.inputs_of(family, self.board), family.outputs)
        options = ["1", f"--const=copies={copies}"]
        program = Program(
            options, bundled("lab/several.lp"), name=f"copies of {self.encoding}"
        )
        for number in range(1, copies + 1):
            program.add(apart.program(number))
        boards = family.program(self.board), proof.definitions(family, self.board)
        program.add("".join(boards))
        program.ground()
        for model in program.models():
            return proof.Proof(proof.instance_in(model, apart, self.board).facts)
        return proof.Proof()
