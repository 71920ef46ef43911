"""The process that does the lab's work: `python -m galaxies_asp.lab.worker`."""

from collections.abc import Iterator

from galaxies_asp.lab.answers import Answers, Question, ask
from galaxies_asp.lab.cost import Job, Run, measure
from galaxies_asp.lab.ground import GroundReport, Grounds, ground_report
from galaxies_asp.supervise import serve

NAME = "galaxies_asp.lab.worker"


def work(request: Question | Job | Grounds) -> Iterator[Answers | Run | GroundReport]:
    """Answer one request."""
    if isinstance(request, Question):
        yield ask(request)
    elif isinstance(request, Job):
        yield measure(request)
    else:
        yield ground_report(request)


if __name__ == "__main__":
    serve(work)
