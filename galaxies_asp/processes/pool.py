"""Processes that share the work of a verb, and end with it."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import (
    active_children,
    get_context,
    parent_process,
    resource_tracker,
)


@contextmanager
def executor_of(processes: int) -> Iterator[ProcessPoolExecutor | None]:
    """Give so many processes to share the work; None for this one alone."""
    if processes == 1:
        yield None
        return
    with started(processes) as executor:
        yield executor


@contextmanager
def started(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Give so many processes; after an error, whatever they are doing is ended."""
    # No Ctrl-C is heard until all workers have started, and they inherit that they hear
    # none. The resource tracker, which comes with the first one, would undo this.
    _track_resources()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    executor = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_follow_parent
    )
    try:
        wait([executor.submit(abs, 0) for _ in range(processes)])
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        yield executor
    except KeyboardInterrupt:
        executor.shutdown(wait=False, cancel_futures=True)  # they end with this process
        raise
    except BaseException:
        for child in active_children():
            child.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


def _track_resources() -> None:
    """Start what cleans up after a process that ends at once, without its warnings."""
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore:resource_tracker"
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def _follow_parent() -> None:
    """Let a worker end when its parent ends, in whatever way."""

    def follow() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
