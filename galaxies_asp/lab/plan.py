"""Plans of comparisons: encodings on instances, with options and seeds."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product, starmap

from galaxies_asp.lab.cost import Job, Options, Perturbation, Task
from galaxies_asp.lab.instances import Instance
from galaxies_asp.processes.pool import RequestLimits


@dataclass(frozen=True)
class Plan:
    """What is compared and measured."""

    family: str
    checked: tuple[Instance, ...]
    """The boards on which solutions are compared."""
    boards: tuple[Instance, ...]
    """The instances on which runs are measured."""
    variants: tuple[Options, ...]
    seeds: tuple[int, ...]
    task: Task
    perturbation: Perturbation
    limits: RequestLimits

    def jobs(self, encodings: Iterable[str]) -> list[Job]:
        """Return every encoding on every instance, with all options and seeds.

        Seeds vary slowest, so that a machine that slows down affects all encodings
        alike.
        """
        every = product(self.seeds, self.boards, encodings, self.variants)
        return list(starmap(self.job, every))

    def job(self, seed: int, board: Instance, encoding: str, options: Options) -> Job:
        """Return one run."""
        how = seed, options, self.task, self.perturbation
        return Job(self.family, encoding, board, *how)
