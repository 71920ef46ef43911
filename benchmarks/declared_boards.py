"""The boards that the encodings declare, beside those that are counted without clingo.

    python benchmarks/declared_boards.py galaxies 3x3
    python benchmarks/declared_boards.py partitions 6x6 100

The first line judges all models, the second one 100 random models and boards.

The two know nothing of each other: here clingo enumerates or samples models, and plain
numpy judges them; and boards that were drawn elsewhere are put to clingo.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import board_walls
import numpy as np

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.counting.boards import counting, matrices, sampling
from galaxies_asp.counting.boards.shape import BoardShape

ENCODINGS = {
    "partitions": "partitions.lp",
    "arrangements": "arrangements.lp",
    "galaxies": "galaxies-boards.lp",
    "galaxies-toroidal": "galaxies-boards-toroidal.lp",
}
"""The encoding that declares each kind of boards."""


def sampled(kind: str) -> str:
    """Return the kind of the boards that are drawn for one of `ENCODINGS`.

    There is no sampler of arrangements; partitions are among them.
    """
    return "partitions" if kind == "arrangements" else kind


def is_board(kind: str, walls: matrices.Walls) -> bool:
    """Tell in plain numpy whether walls are a board of the kind; see `ENCODINGS`."""
    if kind == "arrangements":
        return not board_walls.silly_squares(walls).any()
    if not board_walls.is_partition(walls):
        return False
    labels = matrices.labels_of(walls)
    if kind == "galaxies":
        return board_walls.is_galaxies_board(labels)
    centers = map(matrices.centroid, matrices.regions_of(labels))
    return kind == "partitions" or None not in centers


@dataclass(frozen=True)
class ModelCheck:
    """The models of an encoding, compared with the boards that numpy accepts."""

    models: int
    """The number of models."""
    distinct: int
    """How many different boards they are."""
    invalid: int
    """How many of them numpy does not accept."""

    def confirms(self, count: int) -> bool:
        """Tell whether all models that there are confirm a count."""
        return self.models == self.distinct == count and not self.invalid


def enumerate_models(
    kind: str, height: int, width: int, report: Report = silent
) -> ModelCheck:
    """Enumerate all models of the encoding of a kind, and judge each."""
    declared = Declared(kind, height, width)
    seen: set[bytes] = set()
    models = invalid = 0
    for walls in declared.models():
        models += 1
        seen.add(np.packbits(board_walls.drawn_of(walls)).tobytes())
        invalid += not is_board(kind, walls)
        report("models", models, None)
    return ModelCheck(models, len(seen), invalid)


def sample_models(kind: str, height: int, width: int, samples: int, seed: int) -> int:
    """Return the number of random models of the encoding that are boards."""
    declared = Declared(kind, height, width)
    models = (declared.model_at_random(seed + number) for number in range(samples))
    return sum(is_board(kind, walls) for walls in models)


def declare_samples(
    kind: str, height: int, width: int, samples: int, seed: int, report: Report = silent
) -> int:
    """Return the number of random boards that are models of the encoding."""
    declared = Declared(kind, height, width)
    boards = sampling.sampler_of(sampled(kind), BoardShape(height, width), report)
    return sum(
        declared.declares(board_walls.walls_of(labels))
        for labels in sampling.draw(boards, samples, seed)
    )


class Declared:
    """The boards of one size that an encoding declares."""

    def __init__(self, kind: str, height: int, width: int) -> None:
        self._size = height, width
        file = ENCODINGS[kind]
        self._program = Program(["0"], bundled(f"boards/{file}"), name=file)
        self._program.add(facts.size(width, height))
        self._program.ground()
        atoms = self._program.control.symbolic_atoms
        self._edges = []
        for x, y in board_walls.gridlines(height, width).tolist():
            if (wall := atoms[symbol_of(Atom(facts.WALL, ((x, y),)))]) is None:
                raise EncodingError(f"{file}: no atom {facts.WALL}(({x},{y}))")
            self._edges.append(wall.literal)

    def models(self) -> Iterator[matrices.Walls]:
        """Yield the walls of every model."""
        return map(self._walls, self._program.models())

    def model_at_random(self, seed: int, random_share: float = 1) -> matrices.Walls:
        """Return the walls of a model that a random search meets, not uniformly.

        `random_share` is that of the decisions which no heuristic makes.
        """
        solver: Any = self._program.control.configuration.solver
        solver.seed, solver.rand_freq = str(seed), str(random_share)
        solver.sign_def = "rnd"
        for model in self._program.models():
            return self._walls(model)
        raise AssertionError("every board has some division")

    def declares(self, walls: matrices.Walls) -> bool:
        """Tell whether some model has exactly these walls."""
        signs = np.where(board_walls.drawn_of(walls), 1, -1)
        assumptions = (signs * np.array(self._edges, dtype=np.int64)).tolist()
        return bool(self._program.search(assumptions=assumptions).satisfiable)

    def _walls(self, model: clingo.Model) -> matrices.Walls:
        drawn = np.array([model.is_true(edge) for edge in self._edges], dtype=bool)
        return board_walls.walls_from(drawn, *self._size)


def main() -> None:
    """Print whether the two agree."""
    kind, size, *number = sys.argv[1:]
    width, height = map(int, size.split("x"))
    if number:
        samples = int(number[0])
        models = sample_models(kind, height, width, samples, 0)
        boards = declare_samples(kind, height, width, samples, 0)
        print(f"of {samples} models {models} are boards; of as many boards {boards}")
        print("are models")
        return
    found = enumerate_models(kind, height, width)
    counted = counting.count(kind, height, width)
    print("agreed" if found.confirms(counted) else "DISAGREED", counted, found)


if __name__ == "__main__":
    main()
