"""Failures of processes that do work."""

from galaxies_asp.core.board.errors import GalaxiesError


class WorkerDiedError(RuntimeError):
    """The worker process ended before its work was done."""


class SolverCrashedError(GalaxiesError):
    """The solver ended by a fault of its own, such as an overflow of its stack."""

    def __init__(self, message: str = "the solver crashed") -> None:
        super().__init__(message)
