"""Ask for repairs: run the search, in a process of its own if its time is limited."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from galaxies_asp.processes.worker import LimitReachedError, Worker
from galaxies_asp.puzzle import NO_DOT, Puzzle
from galaxies_asp.repair.changes import WEIGHTS, Allowed
from galaxies_asp.repair.search import (
    Event,
    Exhausted,
    Progress,
    Repair,
    Request,
    search,
)
from galaxies_asp.solve.search import Result

WORKER = f"{search.__module__}:{search.__name__}"


@dataclass(frozen=True)
class Answer:
    """What is known of the repairs of a puzzle.

    Attributes
    ----------
    before
        What is known of its solutions as it is; None if the search was stopped before.
    repairs
        Those that were found, of one cost, the least disturbing ones first.
    at_least
        Every repair costs so much.
    complete
        Whether all that was asked for has been found and proven.
    stopped_by
        What stopped the search before, if anything did.
    proposals, rivals
        How many changed puzzles were looked at, and how many rivals ruled them out.
    seconds
        CPU seconds.
    """

    puzzle: Puzzle
    before: Result | None
    repairs: tuple[Repair, ...]
    at_least: int
    complete: bool
    stopped_by: Literal["time", "interrupt"] | None
    proposals: int
    rivals: int
    seconds: float

    @property
    def best(self) -> Repair | None:
        """The repair that was asked for, if any was found."""
        return self.repairs[0] if self.repairs else None

    @property
    def minimal(self) -> bool:
        """Whether no repair costs less than the best one."""
        return bool(self.repairs) and self.repairs[0].cost <= self.at_least

    @property
    def is_sound(self) -> bool:
        """Whether the puzzle has exactly one solution as it is."""
        return self.before is not None and self.before.status == "unique"


class Running:
    """One search: iterate over its events, then ask for the answer.

    Parameters
    ----------
    time_limit
        Wall-clock seconds.
    worker
        A worker to search in, which can be interrupted at any moment. Without one, a
        worker is started if the time is limited.
    """

    def __init__(
        self,
        request: Request,
        time_limit: float | None = None,
        worker: Worker | None = None,
    ) -> None:
        self.request = request
        self._time_limit = time_limit
        self._worker = worker
        self._before: Result | None = None
        self._repairs: list[Repair] = []
        self._progress = Progress(1, 0, 0)
        self._complete = False
        self._stopped_by: Literal["time", "interrupt"] | None = None
        self._seconds = 0.0

    def __iter__(self) -> Iterator[Event]:
        """Yield the events as they come. A search can be run once."""
        started = time.process_time()
        try:
            for event in self._events():
                self._take(event)
                yield event
        except LimitReachedError as limit:
            self._stopped_by = "time"
            self._seconds = limit.cpu_seconds
        except KeyboardInterrupt:
            self._stopped_by = "interrupt"
            raise
        finally:
            if not self._complete:
                self._seconds += time.process_time() - started

    def _events(self) -> Iterator[Event]:
        if self._worker is not None:
            yield from self._supervised(self._worker)
        elif self._time_limit is not None:
            with Worker(WORKER) as worker:
                yield from self._supervised(worker)
        else:
            yield from search(self.request)

    def _supervised(self, worker: Worker) -> Iterator[Event]:
        stream = worker.stream(self.request, time_limit=self._time_limit)
        return cast(Iterator[Event], stream)

    def _take(self, event: Event) -> None:
        if isinstance(event, Result):
            self._before = event
        elif isinstance(event, Progress):
            self._progress = event
        elif isinstance(event, Exhausted):
            self._complete = True
            self._seconds = event.seconds
        else:
            kept = self._repairs if self.request.models != 1 else []
            self._repairs = [r for r in kept if r.cost == event.cost] + [event]

    def answer(self) -> Answer:
        """Say what has come of it."""
        progress = self._progress
        return Answer(
            self.request.puzzle,
            self._before,
            tuple(sorted(self._repairs, key=lambda repair: repair.shift)),
            progress.at_least,
            self._complete,
            self._stopped_by,
            progress.proposals,
            progress.rivals,
            self._seconds,
        )


def repair(
    puzzle: Puzzle,
    allowed: Allowed | None = None,
    models: int = 1,
    *,
    time_limit: float | None = None,
) -> Answer:
    """Return the cheapest changes that give the puzzle exactly one solution.

    Parameters
    ----------
    allowed
        What may be changed; by default anything, see `WEIGHTS`.
    models
        1 for a cheapest repair that disturbs the puzzle least, 0 for all cheapest ones,
        or any number of these.
    time_limit
        Wall-clock seconds; the answer then says what is known.
    """
    request = Request(puzzle, allowed or Allowed(WEIGHTS), models)
    running = Running(request, time_limit)
    for _ in running:
        pass
    return running.answer()


def as_json(name: str, answer: Answer) -> dict[str, Any]:
    """Return the answer as an object for JSON, schema 1: the certificate.

    Dots are counted from 0, as in labels.
    """
    before = answer.before
    return {
        "schema": 1,
        "id": name,
        "width": answer.puzzle.width,
        "height": answer.puzzle.height,
        "before": before.status if before else "unknown",
        "solutions_before": len(before.solutions) if before else None,
        "obstacle": before.reason if before else None,
        "minimal": answer.minimal,
        "at_least": answer.at_least,
        "complete": answer.complete,
        "stopped_by": answer.stopped_by,
        "repairs": [_repair(repair) for repair in answer.repairs],
        "proposals": answer.proposals,
        "rivals": answer.rivals,
        "seconds": round(answer.seconds, 6),
    }


def _repair(repair: Repair) -> dict[str, Any]:
    puzzle = repair.puzzle
    return {
        "cost": repair.cost,
        "changes": [
            {"kind": str(change.kind), "at": list(change.at)}
            | ({"to": list(change.to)} if change.to else {})
            for change in repair.changes
        ],
        "centers": [list(dot) for dot in puzzle.centers],
        "black": [list(dot) for dot in sorted(puzzle.black)],
        "walls": [list(wall) for wall in sorted(puzzle.walls)],
        "solutions_after": 1,
        "solution": [
            [None if label == NO_DOT else label for label in row]
            for row in repair.solution.labels.tolist()
        ],
    }
