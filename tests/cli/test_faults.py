"""Signals, hostile folders and damaged files; the long runs are in `tests/harness`."""

import importlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from support.marks import POSIX, nightly_if, others_nightly
from support.waiting import PATIENCE, cpu_seconds, descendants, started, until

from galaxies_asp.cli import galaxies
from tests.harness import signals
from tests.harness.commands import READING, WRITING, prepare

HOSTILE = (
    *("numpy", "random", "copy", "multiprocessing", "clingo", "click", "json", "ast"),
    *("pickle", "psutil", "queue", "threading", "galaxies_asp", "PIL", "signal", "re"),
)


def run_in_hostile_folder(arguments: list[str], folder: Path) -> None:
    prepare(folder)
    for name in HOSTILE:
        (folder / f"{name}.py").write_text("open('executed', 'w'); raise SystemExit(9)")
    command = [str(Path(sys.executable).parent / "galaxies"), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert b"limit" not in done.stderr
    assert not (folder / "executed").exists()


@pytest.mark.slow
def test_nothing_of_the_current_folder_is_executed(tmp_path: Path) -> None:
    run_in_hostile_folder(READING["solve limited"], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "verb", [*WRITING.values(), *nightly_if(bool, READING.values())]
)
def test_no_verb_executes_the_current_folder(verb: list[str], tmp_path: Path) -> None:
    run_in_hostile_folder(verb, tmp_path)


@pytest.mark.slow("a process ends by a signal")
@pytest.mark.parametrize("number", others_nightly(signals.SIGNALS))
@pytest.mark.parametrize("verb", ["render", "generate"])
def test_signals(verb: str, number: signal.Signals) -> None:
    expected = signals.reference(WRITING[verb])
    chance = random.Random(number)
    for _ in range(2):
        delay = chance.uniform(0.03, expected.seconds)
        assert not signals.strike(WRITING[verb], number, delay, expected)


STRIKE_AT_AN_IMPORT = """
import os, signal, sys

class Strike:
    seen = 0
    def find_spec(self, name, path=None, target=None):
        if hasattr(sys.modules.get("galaxies_asp._start"), "IS_COMMAND"):
            Strike.seen += 1
            if Strike.seen == int(os.environ["STRIKE_AT"]):
                os.kill(os.getpid(), int(os.environ["STRIKE_WITH"]))

sys.meta_path.insert(0, Strike())
"""


def struck(number: signal.Signals, imported: int, folder: Path) -> tuple[int, bytes]:
    """Send a signal to `solve` when it imports its n-th module."""
    (folder / "sitecustomize.py").write_text(STRIKE_AT_AN_IMPORT)
    strike = {"STRIKE_AT": str(imported), "STRIKE_WITH": str(int(number))}
    done = subprocess.run(
        [sys.executable, "-m", "galaxies_asp", "solve", "idp-5x5"],
        env={**os.environ, "PYTHONPATH": str(folder), **strike},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_a_signal_during_the_first_import(tmp_path: Path) -> None:
    assert struck(signal.SIGINT, 1, tmp_path) == (130, b"galaxies: interrupted\n")
    assert struck(signal.SIGTERM, 1, tmp_path) == (143, b"")


@pytest.mark.slow
@pytest.mark.parametrize("imported", range(2, 400, 48))
def test_a_signal_during_the_imports(imported: int, tmp_path: Path) -> None:
    """There is no traceback, whichever module is being imported."""
    code, messages = struck(signal.SIGINT, imported, tmp_path)
    assert (code, messages) in [(130, b"galaxies: interrupted\n"), (0, b"")]
    assert struck(signal.SIGTERM, imported, tmp_path) in [(143, b""), (0, b"")]


@POSIX
def test_nohup_is_respected() -> None:
    code = "from galaxies_asp.cli import signals as s; import os, signal\n"
    code += "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    code += "with s.handled(): os.kill(os.getpid(), signal.SIGHUP); print('alive')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"alive\n")


@POSIX
def test_a_program_of_this_name_that_uses_the_package_keeps_its_signals(
    tmp_path: Path,
) -> None:
    script = tmp_path / "galaxies.py"
    code = "import signal, galaxies_asp\n"
    code += "try: signal.raise_signal(signal.SIGINT)\n"
    script.write_text(code + "except KeyboardInterrupt: print('kept')")
    done = subprocess.run([sys.executable, script], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"kept\n", b"")


IN_DEL = """
import os, signal, sys
from galaxies_asp.cli.signals import handled

class Freed:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))

with handled():
    Freed()
    print("alive")
"""


@POSIX
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_signal_while_an_object_is_freed_ends_the_command(
    number: signal.Signals, code: int
) -> None:
    """Python drops exceptions there."""
    command = [sys.executable, "-c", IN_DEL, str(int(number))]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (code, b"")
    assert b"Exception" not in done.stderr


SEARCH = """
import os, signal, sys, threading, time
from contextlib import nullcontext
from galaxies_asp.core.asp.program import Program
from galaxies_asp.cli.signals import handled

kind, by, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
if by == "alarm":
    signal.signal(number, signal.default_int_handler)
program = Program(short_searches=True)
program.add("1 {hole(P,H): H = 1..9} 1 :- P = 1..10. :- hole(P,H), hole(Q,H), P < Q.")
program.ground()
search = {
    "search": program.search,
    "models": lambda: list(program.models()),
    "shared": lambda: program.shared("brave", str),
}
def interrupt():
    while time.process_time() < end:
        time.sleep(0.01)
    os.kill(os.getpid(), number)

with handled() if by == "command" else nullcontext():
    try:
        end = time.process_time() + 0.2
        threading.Thread(target=interrupt).start()
        print("not interrupted:", search[kind]())
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("kind", "by"),
    [("search", "command"), ("models", "library"), ("shared", "alarm")],
)
def test_a_signal_during_a_search_of_clingo_is_an_exception_after_it(
    kind: str, by: str
) -> None:
    number = signal.SIGALRM if by == "alarm" else signal.SIGINT
    command = [sys.executable, "-c", SEARCH, kind, by, str(int(number))]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"interrupted\n", b"")


@pytest.mark.parametrize(
    ("module", "function", "arguments"),
    [
        ("solve", "Search", ["solve", "-o", "old.txt", "idp-5x5"]),
        (
            "boards.samples",
            "replace",
            ["boards", "sample", "galaxies", "3x3", "-o", "old.txt"],
        ),
    ],
)
def test_an_interrupted_run_keeps_the_old_file(
    module: str,
    function: str,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    imported = importlib.import_module(f"galaxies_asp.cli.{module}")
    monkeypatch.setattr(imported, function, interrupted)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.txt").write_text("old")
    with pytest.raises((KeyboardInterrupt, click.Abort)):
        galaxies.main(arguments, standalone_mode=False)
    assert (tmp_path / "old.txt").read_text() == "old"


GALAXIES = str(Path(sys.executable).parent / "galaxies")


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "-e", "deep.lp", "idp-5x5"],
        ["solve", "-e", "deep.lp", "--time-limit", "600", "idp-5x5"],
        ["solve", "--confirm", "deep.lp", "idp-5x5"],
        ["lab", "ground", "deep.lp", "idp-5x5"],
    ],
)
def test_a_crash_of_the_solver_is_reported(
    arguments: list[str], tmp_path: Path
) -> None:
    """The grounder of clingo overflows a small stack at these terms."""
    (tmp_path / "deep.lp").write_text("p(0,0). p(N+1,f(X)) :- p(N,X), N < 20000.\n")
    done = subprocess.run(
        ["sh", "-c", 'ulimit -s 512 && exec "$@"', "sh", GALAXIES, *arguments],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (70, b"")
    assert done.stderr.endswith(b"the solver crashed\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.slow
@POSIX
def test_the_process_that_reports_crashes_passes_signals_on(tmp_path: Path) -> None:
    (tmp_path / "slow.lp").write_text("p(1..30000). q(X,Y) :- p(X), p(Y).\n")
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        command = [GALAXIES, "solve", "-e", "slow.lp", "idp-5x5"]
        with started(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as running:
            pid = running.pid
            (child,) = until(running, lambda: descendants(pid))  # noqa: B023
            until(running, lambda: cpu_seconds(child) > 0.5)  # noqa: B023
            running.send_signal(number)
            assert running.wait(PATIENCE) == code
            assert not child.is_running()


AT_THE_END = """
import os, signal
from galaxies_asp import _start

_start.IS_COMMAND = True
from galaxies_asp.cli import main

parent, wait = os.getpid(), os.waitpid

def waitpid(*arguments):
    found = wait(*arguments)
    if os.getpid() == parent and found[0]:
        os.kill(parent, signal.SIGTERM)
    return found

os.waitpid = waitpid
main()
"""


@pytest.mark.slow
@POSIX
def test_a_signal_when_the_child_has_ended_is_not_passed_on() -> None:
    command = [sys.executable, "-c", AT_THE_END, "solve", "-q", "-e", "grow", "idp-5x5"]
    done = subprocess.run(command, capture_output=True)
    assert (done.returncode, done.stderr) == (143, b"")
    assert b"exactly 1 solution" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", "-q", "nonexistent"], 65),
        (["solve", "--nonexistent"], 2),
        (["convert", "-f", "json", "-o", "/dev/full", "idp-5x5"], 74),
    ],
)
def test_an_error_keeps_its_code_if_it_cannot_be_printed(
    arguments: list[str], code: int
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([GALAXIES, *arguments], stderr=full, check=False)
    assert done.returncode == code
