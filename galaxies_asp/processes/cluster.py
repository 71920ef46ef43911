"""Work on a cluster: an executor whose tasks run on the workers of a Dask scheduler.

A task that has limits runs in a process of its own beside its Dask worker, which ends
the process when a limit is reached. A task whose worker ends is started again on
another worker. Each worker checks that its version of this package is the caller's.
"""

import sys
from concurrent import futures
from concurrent.futures import Future
from importlib.metadata import version
from typing import Any

from galaxies_asp.board.errors import MissingLibraryError
from galaxies_asp.processes.pool import UNLIMITED, Limits, Workers
from galaxies_asp.processes.progress import ClusterError, WorkerDiedError
from galaxies_asp.processes.serving import CALL
from galaxies_asp.processes.worker import Worker

_SECONDS_TO_CONNECT = 10


class Cluster(Workers):
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address
        That of the scheduler, such as tcp://127.0.0.1:8786.
    function
        The function that `ask` calls; see `Worker`. `submit` needs the default.

    Raises
    ------
    ClusterError
        If the scheduler cannot be reached.
    MissingLibraryError
        If distributed is not installed.
    """

    def __init__(self, address: str, function: str = CALL) -> None:
        try:
            import distributed
        except ImportError:
            raise MissingLibraryError(
                "--scheduler needs Dask: pip install galaxies-asp[cluster]"
            ) from None
        self._function = function
        self._died = distributed.KilledWorker
        try:
            self._client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT)
        except (OSError, ValueError, TimeoutError):
            raise ClusterError(f"there is no scheduler at {address}") from None
        self._tasks: set[Future[Any]] = set()

    def ask(
        self, request: Any, limits: Limits = UNLIMITED, kind: object = None
    ) -> Future[Any]:
        """Send a request to a worker; see `Pool.ask`."""
        task = self._client.submit(
            _answer, _versions(), self._function, request, limits, pure=False
        )
        future: Future[Any] = Future()
        self._tasks.add(future)

        def finish(done: Any) -> None:
            self._tasks.discard(future)
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(done.result())
            except self._died:
                future.set_exception(WorkerDiedError("the workers end at this task"))
            except BaseException as error:
                if str(error).startswith("Error during deserialization"):
                    error = ClusterError(
                        "the scheduler lacks this version of galaxies-asp"
                    )
                future.set_exception(error)

        def cancel(asked: Future[Any]) -> None:
            if asked.cancelled():
                task.cancel()

        future.add_done_callback(cancel)
        task.add_done_callback(finish)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the tasks, or drop them, and leave the cluster."""
        pending = list(self._tasks)
        if cancel_futures or not wait:
            for future in pending:
                future.cancel()
        futures.wait(pending)
        self._client.close()


def _versions() -> tuple[str, str]:
    return version("galaxies-asp"), "{}.{}".format(*sys.version_info)


def _named(versions: tuple[str, str]) -> str:
    package, python = versions
    return f"galaxies-asp {package} on Python {python}"


def _answer(
    versions: tuple[str, str], function: str, request: Any, limits: Limits
) -> Any:
    """Answer a request on a worker."""
    if versions != _versions():
        raise ClusterError(
            f"a worker has {_named(_versions())}, but this is {_named(versions)}"
        )
    if function == CALL and limits == UNLIMITED:
        return request()
    with Worker(function) as worker:
        return limits.ask(worker, request)
