"""Worker processes: calls, limits, their end, and what they do not import."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.waiting import PATIENCE, have_ended, started

import galaxies_asp
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.processes import worker as worker_module
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.serving import CALL, call_each, named
from galaxies_asp.processes.sharing import limited
from galaxies_asp.processes.worker import Worker

HOSTILE = ("numpy", "random", "copy", "multiprocessing", "clingo", "pickle", "queue")
CHECKOUT = Path(galaxies_asp.__file__).parent.parent


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a folder full of modules that must not be imported."""
    for name in HOSTILE:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported ' + __name__)")
    return tmp_path


def answer(worker: Worker, call: Any) -> Any:
    (found,) = worker.stream(call)
    return found


def test_one_process_serves_many_requests() -> None:
    with Worker(CALL) as worker:
        assert answer(worker, partial(sum, range(1000))) == 499500
        first = worker.start().pid
        with pytest.raises(ZeroDivisionError):
            answer(worker, partial(divmod, 1, 0))
        assert answer(worker, os.getpid) == first != os.getpid()
    assert not psutil.pid_exists(first)


def test_only_functions_of_the_package_are_served() -> None:
    for name in (
        "os:getcwd",
        "galaxies_asp_evil:f",
        "galaxies_asp.core.board.errors",
        "",
    ):
        with pytest.raises(ValueError, match="galaxies_asp"):
            named(name)
    with pytest.raises(ValueError, match="os:getcwd"):
        Worker("os:getcwd")


def test_what_cannot_be_pickled_is_an_error_and_not_the_end() -> None:
    with Worker(CALL) as worker:
        with pytest.raises(TypeError, match="pickle"):
            answer(worker, partial(eval, "(i for i in ())"))
        assert answer(worker, partial(abs, -1)) == 1


def test_a_killed_process_is_replaced() -> None:
    with Worker(CALL) as worker:
        with pytest.raises(WorkerDiedError):
            answer(worker, partial(os._exit, 3))
        assert answer(worker, partial(abs, -1)) == 1
    with pytest.raises(WorkerDiedError, match="closed"):
        worker.start()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there are no zombies")
def test_no_zombie_is_left_of_a_killed_process() -> None:
    with Worker(CALL) as worker:
        killed = psutil.Process(worker.start().pid)
        killed.kill()
        deadline = time.monotonic() + PATIENCE
        while killed.is_running():  # also true of a zombie
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert answer(worker, partial(pow, 2, 3)) == 8


def test_a_signal_while_a_process_starts_leaves_a_worker_that_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Struck(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            monkeypatch.undo()
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Struck)
    with Worker(CALL) as worker:
        with pytest.raises(KeyboardInterrupt):
            worker.start()
        assert list(worker.stream(partial(abs, -1), time_limit=PATIENCE)) == [1]


@pytest.mark.slow
def test_limits() -> None:
    with Worker(CALL) as worker:
        sleep = partial(time.sleep, 10_000)
        with pytest.raises(LimitReachedError) as stopped:
            list(worker.stream(sleep, time_limit=0.1))
        assert stopped.value.limit == "time"
        spin = partial(sum, range(10**12))
        with pytest.raises(LimitReachedError) as stopped:
            list(worker.stream(spin, cpu_limit=0.1))
        assert 0.1 <= stopped.value.cpu_seconds < 5
        with pytest.raises(LimitReachedError) as stopped:
            list(worker.stream(sleep, memory_limit=1_000_000))
        assert stopped.value.limit == "memory"
    assert list(limited(call_each, partial(iter, [1, 2]), time_limit=600)) == [1, 2]


PARENT = (
    "from galaxies_asp.processes.worker import Worker\n"
    "from functools import partial\n"
    "import time\n"
    "worker = Worker('galaxies_asp.processes.serving:call_each')\n"
    "print(worker.start().pid, flush=True)\n"
    "list(worker.stream(partial(time.sleep, 10_000)))\n"
)


@pytest.mark.slow
def test_a_worker_ends_silently_with_its_parent() -> None:
    with started(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as parent:
        child = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        _, said = parent.communicate()
    assert have_ended([child])
    assert not said


SOLVE = (
    "from galaxies_asp import parse, solve\n"
    "print(solve(parse('7x7:cghsppedzzaccdtce'), time_limit=600).status)\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", ".", os.pathsep, "{here}", "{here}/."])
def test_nothing_is_imported_from_the_current_folder(hostile: Path, path: str) -> None:
    code = f"import sys\nsys.path[:] = {sys.path!r}\n{SOLVE}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import os\nos.chdir({str(hostile)!r})\n{code}"],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONPATH": path.format(here=hostile)} if path else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("unique\n", "")


@pytest.mark.parametrize("here", ["{here}", "", ".", "{here}/."])
def test_the_module_path_has_no_current_folder(
    hostile: Path, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = str(CHECKOUT / "encodings")
    monkeypatch.chdir(hostile)
    paths = [here.format(here=hostile), elsewhere]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    assert worker_module.safe_environment()["PYTHONPATH"] == elsewhere
    with Worker(CALL) as worker:
        found = answer(worker, partial(eval, "__import__('sys').path"))
    assert elsewhere in found
    assert not {"", ".", str(hostile)} & set(found)


def test_a_checkout_does_not_become_part_of_the_module_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package is found beside hostile modules, which are not."""
    (tmp_path / "galaxies_asp").symlink_to(CHECKOUT / "galaxies_asp")
    (tmp_path / "encodings").symlink_to(CHECKOUT / "encodings")
    (tmp_path / "random.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)
    with Worker(CALL) as worker:
        assert answer(worker, partial(abs, -1)) == 1
