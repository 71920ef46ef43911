"""The function that the lab's worker processes serve."""

from collections.abc import Iterator

from galaxies_asp.asp.encodings import BUILT_IN, FAST
from galaxies_asp.grid import Point
from galaxies_asp.lab.answers import Answers, Question, ask
from galaxies_asp.lab.cost import Job, Run, give_back, measure
from galaxies_asp.lab.ground import GroundReport, GroundRequest, ground_report
from galaxies_asp.puzzle import Puzzle

NAME = f"{__name__}:work"


def work(
    request: Question | Job | GroundRequest,
) -> Iterator[Answers | Run | GroundReport]:
    """Answer one request."""
    if isinstance(request, Question):
        yield ask(request)
    elif isinstance(request, Job):
        yield measure(request)
        give_back()
    else:
        yield ground_report(request)


def warm_up() -> None:
    """Solve a puzzle, so that no measured run has to load libraries."""
    for encoding in (FAST, BUILT_IN[0]):
        measure(Job(encoding, Puzzle(2, 2, (Point(2, 2),)), seed=1))
