"""The pool: order, errors, limits, its end, and what its processes do not import."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import as_completed
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil
import pytest
from support.marks import POSIX
from support.waiting import have_ended, started

from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.processes.pool import Pool, RequestLimits
from galaxies_asp.processes.sharing import executor


def test_results_are_in_order_or_as_completed() -> None:
    with Pool(2) as pool:
        assert list(pool.map(abs, range(-9, 0))) == list(range(9, 0, -1))
        futures = {pool.submit(divmod, n, 3): n for n in range(6)}
        found = {futures[done]: done.result() for done in as_completed(futures)}
        assert found == {n: divmod(n, 3) for n in range(6)}


def test_an_error_is_that_of_one_task() -> None:
    with Pool(1) as pool:
        bad, good = pool.submit(divmod, 1, 0), pool.submit(divmod, 7, 2)
        with pytest.raises(ZeroDivisionError):
            bad.result()
        assert good.result() == (3, 1)


@pytest.mark.slow
def test_each_request_has_limits() -> None:
    with Pool(1) as pool:
        slow = pool.ask(partial(sum, range(10**12)), RequestLimits(seconds=0.1))
        quick = pool.ask(partial(sum, range(10)), RequestLimits(seconds=600))
        with pytest.raises(LimitReachedError):
            slow.result()
        assert quick.result() == 45


def test_an_error_in_the_block_ends_the_processes() -> None:
    children = []

    def fail() -> None:
        with Pool(2) as pool:
            children.append(pool.submit(os.getpid).result())
            for _ in range(5):
                pool.submit(time.sleep, 10_000)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert not psutil.pid_exists(children[0])


def test_one_process_needs_no_pool() -> None:
    with executor(1) as workers:
        assert workers is None


@pytest.mark.slow
@POSIX
def test_ctrl_c(tmp_path: Path) -> None:
    """From a folder of hostile modules; nothing is said, and no process is left."""
    for name in ("numpy", "random", "multiprocessing", "queue"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    code = (
        f"import sys, os\nsys.path[:] = {sys.path!r}\n"
        "import time\n"
        "from galaxies_asp.processes.pool import Pool\n"
        f"os.chdir({str(tmp_path)!r})\n"
        "try:\n"
        "    with Pool(2) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        list(pool.map(time.sleep, [10_000] * 3))\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n"
    )
    with started(
        [sys.executable, "-P", "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        child = psutil.Process(int(process.stdout.readline()))
        said = None
        for _ in range(3):  # Python may miss a signal that arrives just before a wait
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
            with suppress(subprocess.TimeoutExpired):
                _, said = process.communicate(timeout=60)
                break
    assert (process.returncode, said) == (130, "")
    assert have_ended([child])
