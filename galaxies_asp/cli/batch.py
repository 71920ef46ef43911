"""Solve many puzzles in worker processes; the answers keep the order of the puzzles.

A worker receives several puzzles at once, and returns texts to print: the parent
process only reads puzzles and prints. Under limits, the solutions of the puzzle in work
are sent as they are found, so that nothing is lost if its worker is killed.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from itertools import chain, islice
from typing import Any

from galaxies_asp.asp.search import Outcome
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.solve import Show, Solving
from galaxies_asp.processes.pool import Pool, futures_ahead
from galaxies_asp.processes.progress import LimitReachedError, Seconds, WorkerDiedError
from galaxies_asp.processes.serving import CALL
from galaxies_asp.processes.sharing import Sharing
from galaxies_asp.processes.worker import Worker

WORKER = f"{__name__}:answers"

Numbered = tuple[tuple[int, Any], ...]
"""Puzzles with their numbers in the batch, from 0."""

CHUNK = 16
"""The number of puzzles that a worker receives at once."""


@dataclass(frozen=True)
class Task:
    """Puzzles to solve; `streams`: send solutions before the answer is complete."""

    entries: Numbered
    settings: Solving
    streams: bool


@dataclass(frozen=True)
class Answer:
    """What one puzzle prints, and its exit code; or the error that it ends with."""

    name: str
    text: str = ""
    messages: str = ""
    code: int | GalaxiesError | WorkerDiedError = 0

    def print(self, show: Show) -> int:
        """Print the answer; return the exit code, or raise the error."""
        show(self.text)
        echo(self.messages, nl=False, err=True)
        if isinstance(self.code, Exception):
            raise self.code
        return self.code


def answer_all(sources: Inputs, settings: Solving, sharing: Sharing, show: Show) -> int:
    """Solve all puzzles and print the answers in order; return the exit code."""

    def submit(entries: Numbered) -> Future[list[Answer]]:
        if isinstance(workers, Pool):
            return workers.use(partial(_ask, entries, settings))
        return workers.submit(_ask_own_worker, entries, settings)

    function = WORKER if sharing.scheduler is None else CALL
    with sharing.workers(function) as workers:
        chunks = futures_ahead(workers, submit, _chunks(enumerate(sources)))
        answers = chain.from_iterable(future.result() for _, future in chunks)
        return sources.answer_each(lambda answer: answer.print(show), answers)


def _ask_own_worker(entries: Numbered, settings: Solving) -> list[Answer]:
    """Return the answers of a worker beside a worker of a cluster."""
    with Worker(WORKER) as worker:
        return _ask(entries, settings, worker)


def _chunks(entries: Iterable[tuple[int, Any]]) -> Iterator[Numbered]:
    rest = iter(entries)
    while chunk := tuple(islice(rest, CHUNK)):
        yield chunk


def _ask(entries: Numbered, settings: Solving, worker: Worker) -> list[Answer]:
    """Return the answers of a worker; a puzzle that reaches a limit is left out."""
    limits, unlimited = settings.limits, settings.without_limits()
    answers: list[Answer] = []
    while len(answers) < len(entries):
        solutions: list[Any] = []
        try:
            for item in worker.stream(
                Task(entries[len(answers) :], unlimited, limits.any),
                **limits.keywords(),
                ends_part=lambda item: isinstance(item, Answer),
            ):
                if isinstance(item, Answer):
                    answers.append(item)
                    solutions.clear()
                else:
                    solutions.append(item)
        except LimitReachedError as limit:
            _, entry = entries[len(answers)]
            search = settings.search(entry, 0)
            outcome = Outcome(False, Seconds(total=limit.cpu_seconds), limit.limit)
            result = search.result(solutions, outcome)
            unconfirmed = replace(settings, confirm=None)
            conclude = partial(unconfirmed.conclude, entry, search, result)
            answers.append(_printed(entry, conclude))
        except WorkerDiedError as error:
            answers.append(Answer(entries[len(answers)][1].name, code=error))
    return answers


def warm_up() -> None:
    """Import what most puzzles need; this does not count as work on the first one."""
    import galaxies_asp.asp.models
    import galaxies_asp.asp.program  # noqa: F401


def answers(task: Task) -> Iterator[Any]:
    """Yield the answer to each puzzle, after its solutions if they are wanted."""
    for number, entry in task.entries:
        search = task.settings.search(entry, number)
        solutions = []
        try:
            for solution in search:
                solutions.append(solution)
                if task.streams:
                    yield solution
            result = search.result(solutions)
        except GalaxiesError as error:
            yield Answer(entry.name, code=error)
            continue
        yield _printed(entry, partial(task.settings.conclude, entry, search, result))


def _printed(entry: Any, conclude: Callable[[Show], int]) -> Answer:
    text, messages = StringIO(), StringIO()
    with redirect_stdout(messages), redirect_stderr(messages):
        try:
            code: int | GalaxiesError = conclude(text.write)
        except GalaxiesError as error:
            code = error
    return Answer(entry.name, text.getvalue(), messages.getvalue(), code)
