"""The functions that the lab's worker processes serve."""

from collections.abc import Iterator
from typing import Any

from galaxies_asp.families.family import Board
from galaxies_asp.lab.cost import Job
from galaxies_asp.lab.store import Request

NAME = f"{__name__}:work"


def work(request: Request) -> Iterator[Any]:
    """Answer one request; the last item is the answer."""
    return request.answer()


def warm_up() -> None:
    """Solve a puzzle, so that no measured run has to load libraries."""
    board = Board("", "width(2). height(2). center((2,2)).")
    for encoding in ("fast", "grow"):
        for seed in (0, 1):
            list(Job("galaxies", encoding, board, seed).answer())
