"""The function that the lab's worker processes serve."""

from collections.abc import Iterator

from galaxies_asp.families.family import Board
from galaxies_asp.lab.asking import Answers, Question, ask
from galaxies_asp.lab.cost import Job, Run, give_back, measure
from galaxies_asp.lab.ground import GroundReport, GroundRequest, ground_report
from galaxies_asp.lab.mutants import Trial, TrialRequest, check
from galaxies_asp.lab.trace import Trace, TraceRequest, trace

NAME = f"{__name__}:work"


def work(
    request: Question | Job | GroundRequest | TrialRequest | TraceRequest,
) -> Iterator[Answers | Run | GroundReport | Trial | Trace]:
    """Answer one request; the last item is the answer."""
    if isinstance(request, Question):
        yield ask(request)
    elif isinstance(request, Job):
        yield from measure(request)
        give_back()
    elif isinstance(request, TrialRequest):
        yield check(request)
    elif isinstance(request, TraceRequest):
        yield trace(request)
    else:
        yield ground_report(request)


def warm_up() -> None:
    """Solve a puzzle, so that no measured run has to load libraries."""
    board = Board("", "width(2). height(2). center((2,2)).")
    for encoding in ("fast", "grow"):
        for seed in (0, 1):
            list(measure(Job("galaxies", encoding, board, seed)))
