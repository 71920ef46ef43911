"""Work on a cluster: an executor whose tasks run on the workers of a Dask scheduler.

A task that has limits runs in a process of its own beside its Dask worker, which ends
the process when a limit is reached. A task whose worker ends is started again on
another worker. Each worker checks that its version of this package is the caller's.
"""

import logging
import sys
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future
from importlib.metadata import version
from typing import Any, ParamSpec, TypeVar

from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.processes.errors import (
    ClusterError,
    ClusterLostError,
    WorkerDiedError,
)
from galaxies_asp.processes.pool import (
    UNLIMITED,
    Pending,
    RequestLimits,
    WorkerExecutor,
)
from galaxies_asp.processes.serving import CALL
from galaxies_asp.processes.worker import Worker

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

Task = Pending
"""A future of Dask, which has the methods of `Future` that are used here."""

_SECONDS_TO_CONNECT = 10


class Cluster(WorkerExecutor):
    """The workers of a Dask scheduler.

    `address`: that of the scheduler, such as tcp://127.0.0.1:8786. `function`: the
    function that `ask` calls; see `Worker`. `submit` needs the default.

    Raises `ClusterError` if the scheduler cannot be reached. Raises
    `MissingLibraryError` if distributed is not installed.
    """

    def __init__(self, address: str, function: str = CALL) -> None:
        try:
            import distributed
        except ImportError:
            raise MissingLibraryError(
                "a scheduler needs Dask: pip install galaxies-asp[cluster]"
            ) from None
        self._function, self._address = function, address
        self._died = distributed.KilledWorker
        # What Dask would print is raised, in our terms.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self.client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT)
        except (OSError, ValueError, TimeoutError):
            raise ClusterError(f"there is no scheduler at {address}") from None
        self.width = max(1, sum(self.client.nthreads().values()))
        self._tasks: set[Pending] = set()

    def ask(
        self, request: object, limits: RequestLimits = UNLIMITED, kind: object = None
    ) -> Pending:
        """Send a request to a worker; see `Pool.ask`."""
        task = self.task(_answer, self._function, request, limits)
        future: Pending = Future()
        self._tasks.add(future)

        def finish(done: Task) -> None:
            self._tasks.discard(future)
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(self.result(done))
            except BaseException as error:
                future.set_exception(error)

        future.add_done_callback(lambda asked: asked.cancelled() and task.cancel())
        task.add_done_callback(finish)
        return future

    def task(self, function: Callable[..., object], *arguments: object) -> Task:
        """Return a task of Dask: a call on a worker of this version."""
        task: Task = self.client.submit(
            _checked, _versions(), function, *arguments, pure=False
        )
        return task

    def result(self, task: Task) -> Any:
        """Return the result of a task of Dask, or raise its exception in our terms."""
        try:
            return task.result()
        except self._died:
            raise WorkerDiedError("the workers end at this task") from None
        except (futures.CancelledError, OSError) as error:
            if isinstance(error, OSError) or self.client.status != "running":
                raise ClusterLostError(
                    f"the connection to the scheduler at {self._address} is lost; "
                    "results and checkpoints are kept: run the command again"
                ) from None
            raise
        except RuntimeError as error:
            if str(error).startswith("Error during deserialization"):
                raise ClusterError(
                    "the scheduler lacks this version of galaxies-asp"
                ) from None
            raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the tasks, or drop them, and leave the cluster."""
        pending = list(self._tasks)
        for future in pending if cancel_futures or not wait else ():
            future.cancel()
        futures.wait(pending)
        self.client.close()


def _versions() -> tuple[str, str]:
    return version("galaxies-asp"), "{}.{}".format(*sys.version_info)


def _checked(
    versions: tuple[str, str],
    function: Callable[Parameters, Result],
    /,
    *arguments: Parameters.args,
    **named: Parameters.kwargs,
) -> Result:
    """Call a function on a worker, which has the versions of the caller."""
    if versions != _versions():
        program = "galaxies-asp {} on Python {}".format
        raise ClusterError(
            f"a worker has {program(*_versions())}, but this is {program(*versions)}"
        )
    return function(*arguments, **named)


def _answer(
    function: str, request: Callable[[], object], limits: RequestLimits
) -> object:
    """Answer a request on a worker."""
    if function == CALL and limits == UNLIMITED:
        return request()
    with Worker(function) as worker:
        return limits.ask(worker, request)
