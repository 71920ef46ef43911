"""A cluster: the same results, limits, versions, and workers that are killed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.commands import COMMAND, text
from support.puzzles import SLOW_TO_GROUND
from support.waiting import PATIENCE, started, until

from galaxies_asp.cli.exits import TRY_AGAIN
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.processes import cluster
from galaxies_asp.processes.cluster import Cluster
from galaxies_asp.processes.errors import ClusterError
from galaxies_asp.processes.pool import RequestLimits
from galaxies_asp.processes.worker import safe_environment

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not find_spec("distributed"), reason="distributed is needed"),
]

LATTICE = [(x, y) for x in (4, 12, 20) for y in (4, 12, 20, 28)]
"""Dots of a 12x16 puzzle with more solutions than are counted without workers."""


Process = AbstractContextManager["subprocess.Popen[Any]"]


def dask(*arguments: str) -> Process:
    """Start a part of a cluster as a process."""
    return started(
        [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=safe_environment(),
    )


def dask_worker(address: str, folder: Path) -> Process:
    options = "--nthreads=1", "--no-dashboard", "--no-nanny"
    return dask("worker", address, *options, f"--local-directory={folder}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@contextmanager
def cluster_in(folder: Path) -> "Iterator[tuple[str, subprocess.Popen[bytes]]]":
    """Start two workers and a scheduler; give its address and its process."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        options = "--port=0", "--no-dashboard", f"--scheduler-file={file}"
        process = stack.enter_context(dask("scheduler", *options, "--host=127.0.0.1"))
        until(process, lambda: file.exists() and file.read_text("utf-8").endswith("}"))
        address = json.loads(file.read_text("utf-8"))["address"]
        for _ in range(2):
            stack.enter_context(dask_worker(address, folder))
        with import_module("distributed").Client(address) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield address, process


@pytest.fixture(scope="module")
def scheduler(folder: Path) -> Iterator[str]:
    with cluster_in(folder) as (address, _):
        yield address


def test_results_errors_and_limits(scheduler: str) -> None:
    with Cluster(scheduler) as workers:
        assert list(workers.map(abs, range(-9, 0))) == list(range(9, 0, -1))
        with pytest.raises(ZeroDivisionError):
            workers.submit(divmod, 1, 0).result()
        slow = workers.ask(partial(sum, range(10**12)), RequestLimits(seconds=0.1))
        with pytest.raises(LimitReachedError):
            slow.result()
        assert workers.ask(partial(abs, -3), RequestLimits(seconds=60)).result() == 3


def test_another_version_is_rejected(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_versions", lambda: ("9.9", "3.11"))
    with Cluster(scheduler) as workers:
        task = workers.submit(abs, -1)
        with pytest.raises(ClusterError, match=r"a worker has .*, but this is .* 9\.9"):
            task.result()


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(ClusterError, match="no scheduler at"):
        Cluster("tcp://127.0.0.1:9")


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "--size", "6x6", "-n", "6", "--json", "--seed", "0"),
        ("strip", "gf", "ring-ring", "--rows", "7"),
        ("solve", "idp-5x5", "idp-7x7", "5x4:fucgdm", "no puzzle", "6x6:pzizizcf"),
        ("solve", "--time-limit", "0.1", "-e", SLOW_TO_GROUND, "idp-5x5", "idp-7x7"),
        ("count", "6x6:pzizizcf", "5x4:fucgdm"),
        ("walkthrough", "--difficulty", "idp-5x5", "5x4:fucgdm"),
        pytest.param(
            (
                "lab",
                "compare",
                "--seeds",
                "0",
                "grow",
                "assign",
                "--boards",
                "exhaustive=2x2",
            ),
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_commands_give_the_same(scheduler: str, arguments: tuple[str, ...]) -> None:
    alone = text(*arguments, "-j", "1")
    shared = text(*arguments, "-j", scheduler)
    assert (shared.returncode, shared.stdout) == (alone.returncode, alone.stdout)
    said = [re.sub(r"[\d.]+ s of", "", run.stderr) for run in (shared, alone)]
    assert said[0] == said[1]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(
            ("strip", "gf", "ring-ring", "--rows", "9"), marks=pytest.mark.nightly
        ),
        ("count", "lattice.json"),
    ],
)
def test_a_worker_killed_at_a_task_costs_only_time(
    scheduler: str,
    folder: Path,
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tasks are primes of a generating function, or beginnings of solutions."""
    monkeypatch.chdir(folder)
    puzzle = {"width": 12, "height": 16, "centers": LATTICE}
    Path("lattice.json").write_text(json.dumps(puzzle), "utf-8")
    with ExitStack() as stack:
        third = stack.enter_context(dask_worker(scheduler, folder))
        client = stack.enter_context(import_module("distributed").Client(scheduler))
        until(third, lambda: third.pid in client.run(os.getpid).values())
        pids = client.run(os.getpid)
        (address,) = (place for place, pid in pids.items() if pid == third.pid)
        command = stack.enter_context(
            started(
                [*COMMAND, *arguments, "-j", scheduler],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        until(command, lambda: client.processing([address])[address])
        third.kill()
        shared, messages = command.communicate()
    alone = text(*arguments, "-j", "1")
    assert (command.returncode, shared) == (alone.returncode, alone.stdout)
    assert messages == alone.stderr


STOPPED = """
import os, signal
from galaxies_asp.cli import main
from galaxies_asp.processes.cluster import Cluster

task, tasks = Cluster.task, 0

def stop(cluster, *call):
    global tasks
    tasks += 1
    if tasks == 2:
        os.kill(os.getpid(), signal.SIGSTOP)
    return task(cluster, *call)

Cluster.task = stop
main()
"""
"""The command; before its second task it waits for a sign to go on."""


def test_a_killed_scheduler_ends_the_command_in_one_line(tmp_path: Path) -> None:
    count = "strip", "gf", "ring-ring", "--rows", "8"
    with (
        cluster_in(tmp_path) as (address, process),
        started(
            [sys.executable, "-c", STOPPED, *count, "-j", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as command,
    ):
        status = psutil.Process(command.pid).status
        until(command, lambda: status() == psutil.STATUS_STOPPED)
        process.kill()
        process.wait()
        command.send_signal(signal.SIGCONT)
        printed, messages = command.communicate(timeout=PATIENCE)
    assert (command.returncode, printed) == (TRY_AGAIN, "")
    assert re.fullmatch(
        r"galaxies: the connection to the scheduler at \S+ is lost; results and "
        r"checkpoints are kept: run the command again\n",
        messages,
    )
