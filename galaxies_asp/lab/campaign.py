"""Many requests in parallel, with limits, a cache and progress."""

from collections.abc import Sequence
from concurrent.futures import as_completed
from typing import Any

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.lab.store import Request, Store
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits, Workers
from galaxies_asp.processes.progress import (
    LimitReachedError,
    Report,
    WorkerDiedError,
    silent,
)
from galaxies_asp.processes.sharing import Sharing

_STOPPED = (LimitReachedError, WorkerDiedError, GalaxiesError)

ALONE = Sharing()


class Campaign:
    """Results of requests: from memory, from a store, or from workers under limits.

    Attributes
    ----------
    known
        The results in memory.
    """

    def __init__(
        self, workers: Workers, limits: Limits, store: Store | None = None
    ) -> None:
        self._workers = workers
        self._limits = limits
        self._store = store
        self.known: dict[Request, Any] = {}

    def recalled(self, request: Request) -> Any:
        """Return a result without work; None if it is not known."""
        if request not in self.known and self._store is not None:
            result = self._store.get(request, self._limits)
            if result is not None:
                self.known[request] = result
        return self.known.get(request)

    def result(self, request: Request) -> Any:
        """Return the result of a request."""
        if self.recalled(request) is None:
            self.run([request])
        return self.known[request]

    def run(
        self,
        requests: Sequence[Request],
        report: Report = silent,
        before: int = 0,
        later: int = 0,
    ) -> int:
        """Answer the requests that are not known; return how many are done.

        The report includes requests that were done before, or may be done later.
        """
        missing = [r for r in dict.fromkeys(requests) if self.recalled(r) is None]
        futures = {self._workers.ask(r, self._limits, r.kind): r for r in missing}
        done = before
        for done, future in enumerate(as_completed(futures), before + 1):
            request = futures[future]
            try:
                result = future.result()
            except _STOPPED as error:
                result = request.failed(error)
            self.known[request] = result
            if self._store is not None:
                self._store.put(request, result, self._limits)
            report(request.title, done, before + len(missing) + later)
        return done


def campaign(
    requests: Sequence[Request],
    store: Store,
    *,
    limits: Limits,
    sharing: Sharing = ALONE,
    report: Report = silent,
) -> dict[Any, Any]:
    """Answer all requests that are not in the store, and return the results of all."""
    known = {request: store.get(request, limits) for request in requests}
    missing = [request for request, result in known.items() if result is None]
    with sharing.workers(NAME, len(missing)) as workers:
        work = Campaign(workers, limits, store)
        work.run(missing, report, len(known) - len(missing))
    return known | work.known
