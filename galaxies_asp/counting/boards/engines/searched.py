"""Boards that a random search of clingo meets: of any kind, but not equally likely.

The encoding `encodings/boards/galaxies-boards.lp` declares the boards; the solver
makes some or all of its decisions at random and starts each search with another seed.
Learned constraints are kept, so a board depends on those before it. The same version
of clingo finds the same boards; docs/generation.md measures the bias.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.puzzle import Solution
from galaxies_asp.counting.boards.engines.boards import solution_of
from galaxies_asp.counting.boards.matrices import Ints, labels_of
from galaxies_asp.counting.boards.witness import Declared
from galaxies_asp.processes.worker import Worker

WORKER = f"{__name__}:search"

MAX_SEED = 2**32 - 1


@dataclass(frozen=True)
class RandomSearch:
    """A search for boards, with consecutive seeds up to `MAX_SEED`.

    A share of decisions is random; the solver's heuristic makes the others.
    """

    height: int
    width: int
    count: int
    seed: int
    random_share: float

    def __post_init__(self) -> None:
        if not 0 <= self.random_share <= 1:
            raise OptionError(
                f"a share of {self.random_share:g} random decisions: it is from 0 to 1"
            )


def search(wanted: RandomSearch) -> Iterator[Ints]:
    """Yield (H, W) matrices."""
    declared = Declared("galaxies", wanted.height, wanted.width)
    for number in range(wanted.count):
        seed = (wanted.seed + number) % (MAX_SEED + 1)
        yield labels_of(declared.model_at_random(seed, wanted.random_share))


def boards(
    wanted: RandomSearch,
    worker: Worker,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Iterator[Solution]:
    """Yield the boards that a worker process finds; see `Worker.stream`."""
    matrices = worker.stream(wanted, time_limit=time_limit, memory_limit=memory_limit)
    return map(solution_of, matrices)
