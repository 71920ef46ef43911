"""`galaxies strip`: what it prints, exit codes, going on after a stop."""

import contextlib
import io
import json
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE
from unittest import mock

import pytest
from flint import fmpz
from support.commands import COMMAND
from support.marks import others_nightly
from support.waiting import PATIENCE, cpu_seconds_below, started, until

from galaxies_asp.cli import main
from galaxies_asp.counting.strips import automaton
from galaxies_asp.counting.strips.matrix import terms
from galaxies_asp.counting.strips.rules import Rings
from galaxies_asp.counting.strips.sweep import explore
from galaxies_asp.processes import checkpoint
from galaxies_asp.processes.checkpoint import CheckpointError


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def strip(*arguments: str) -> Done:
    """Run the program as its script does, but in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["galaxies", "strip", *arguments]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main()
    return Done(int(end.value.code or 0), out.getvalue(), err.getvalue())


def numbers(*arguments: str) -> list[int]:
    done = strip("terms", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return [int(line) for line in done.stdout.splitlines()]


def test_terms() -> None:
    found = numbers("ring-ring", "--rows", "4", "-n", "12")
    assert found == [1, 0, 2, 1, 8, 12, 45, 98, 292, 725, 2004, 5210]
    rules = ("--rows", "5", "--const=stars=2")
    ways = "--const=forbid=vertical,horizontal"
    found = numbers("two-not-touch", *rules, ways, "-n", "4")
    assert numbers("two-not-touch.lp", *rules, ways, "-n", "4") == found
    assert found == [0, 6, 12, 26]
    assert numbers("two-not-touch", *rules, "--const=forbid=none", "-n", "3") == [
        0,
        10,
        100,
    ]
    found = numbers("circuit-board", "--rows", "6", "-n", "8")
    assert found == [0, 0, 0, 10, 0, 296, 0, 15012]
    assert numbers("dominoes", "--rows", "4", "-n", "4") == [1, 1, 5, 11]


def test_single_terms() -> None:
    assert numbers("ring-ring", "--rows", "4", "--at", "8") == [292]
    strips = ("ring-ring", "--rows", "2", "--at")
    assert numbers(*strips, "101") == [354224848179261915075]
    assert numbers(*strips, str(60 * 10**40 + 14), "--modulo", "10") == [3]
    assert numbers(*strips, "5", "--modulo", "2") == [1]
    fibonacci, following = 1, 0  # the term for 0 columns and the next
    for _ in range(30000):
        fibonacci, following = following, fibonacci + following
    # 6269 digits: more than Python reads and writes unless it is told to.
    limit = sys.get_int_max_str_digits()
    assert fmpz(strip("terms", *strips, "30000").stdout) == fibonacci
    assert sys.get_int_max_str_digits() == limit


def test_generating_function() -> None:
    done = strip("gf", "ring-ring", "--rows", "4", "-f", "json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["numerator"] == [1, -3, -1, 5, 2]
    assert answer["denominator"] == [1, -3, -3, 10, 3, -5, -1]
    assert answer["growth"].startswith("2.667158466933")
    assert answer["certified"] is True
    nothing = json.loads(
        strip("gf", "circuit-board", "--rows", "4", "-f", "json").stdout
    )
    assert (nothing["numerator"], nothing["denominator"]) == ([0], [1])
    assert nothing["growth"] == "0"
    assert "certified" in strip("gf", "circuit-board", "--rows", "3").stdout


def test_limits() -> None:
    for option in ("--time-limit=0.01", "--memory-limit=1"):
        done = strip("gf", "ring-ring", "--rows", "8", option)
        assert (done.returncode, done.stdout) == (3, "")
        assert "limit was reached" in done.stderr
    done = strip("gf", "ring-ring", "--rows", "30")
    assert done.returncode == 3
    assert "states between columns" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("terms ring-ring --rows 4 -n 99999999999", "99,999,999,999 terms would"),
        (
            "terms ring-ring --rows 4 --at 1000000000000",
            "the term for 1,000,000,000,000",
        ),
        (f"terms ring-ring --rows 4 --at {10**400}", "hours; --force starts it anyway"),
        ("sample dominoes --rows 2 --columns 9999999999 -n 1", "9,999,999,999 columns"),
    ],
)
def test_what_would_take_days_is_refused(arguments: str, message: str) -> None:
    done = strip(*arguments.split())
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert message in line


@pytest.mark.slow
@pytest.mark.parametrize("rows", others_nightly(["99", "9999"]))
def test_an_encoding_with_too_many_columns_is_refused(
    rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automaton, "MAX_TRANSITIONS", 10)
    done = strip("growth", "dominoes", "--rows", rows)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"{rows} rows: over " in done.stderr
    assert "from the first 1 of at least " in done.stderr


def test_b_files() -> None:
    done = strip("terms", "ring-ring", "--rows", "4", "-n", "5", "-f", "bfile")
    assert done.stdout == "0 1\n1 0\n2 2\n3 1\n4 8\n"


def test_a_new_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    done = strip("new", str(path))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{path}: try galaxies strip terms {path} --rows 4\n"
    assert numbers(str(path), "--rows", "4", "-n", "4") == [1, 1, 5, 11]
    assert "exists" in strip("new", str(path)).stderr


def test_automaton() -> None:
    request = ("automaton", "ring-ring", "--rows", "4")
    assert "7 states, 15 symbols" in strip(*request).stdout
    assert len(json.loads(strip(*request, "-f", "json").stdout)["states"]) == 7


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["terms", "ring-ring"], 2, "--rows"),
        (["terms", "ring-ring", "--rows", "0"], 2, "--rows"),
        (["terms", "nothing", "--rows", "3"], 2, "no puzzle 'nothing'"),
        (
            ["terms", "ring-ring", "--rows", "4", "--const=stars=2"],
            2,
            "only an encoding",
        ),
        (["terms", "two-not-touch", "--rows", "4"], 2, "number of stars"),
        (["statistics", "dominoes", "--rows", "2"], 2, "sample_statistics.py"),
        (["terms", "galaxies", "--rows", "2"], 2, "galaxies_two_rows.py"),
        (["terms", "dominoes", "--rows", "2", "--const", "x"], 2, "NAME=NUMBER"),
        (["terms", "dominoes", "--rows", "2", "--const", "k=--1"], 2, "NAME=NUMBER"),
        (["terms", "dominoes", "--rows", "2", "--const", "k=\u00b2"], 2, "NAME=NUMBER"),
        (["terms", "dominoes", "--rows", "2", "--const", "K=1"], 2, "NAME=NUMBER"),
        (["terms", "dominoes", "--rows", "2", f"--const=k={2**31}"], 2, "2147483647"),
        (["terms", "dominoes", "--rows", "2", "--const", "rows=3"], 2, "--rows"),
        (["terms", "dominoes", "--rows", "2", "--const", "k=3"], 65, "no constant k"),
        (["terms", "ring-ring", "--rows", "30"], 3, "states between columns"),
        (
            [
                "terms",
                "two-not-touch",
                "--rows",
                "4",
                "--const",
                "stars=1",
                "--const",
                "forbid=up",
            ],
            65,
            "'up' cannot be forbidden",
        ),
        (
            ["terms", "ring-ring", "--rows", "4", "--checkpoint", __file__],
            65,
            "not a checkpoint",
        ),
    ],
)
def test_exit_codes(arguments: list[str], code: int, message: str) -> None:
    done = strip(*arguments)
    assert done.returncode == code
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


# Interruption -------------------------------------------------------------------------


@pytest.mark.slow
def test_an_interrupted_computation_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "terms.checkpoint"
    machine = explore(Rings(6))
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)

    def interrupt(_: str, count: int, total: int | None) -> None:
        if count == 60:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        terms(machine, 100, checkpoint=path, report=interrupt)
    steps: list[int] = []
    found = terms(
        machine,
        100,
        checkpoint=path,
        report=lambda _, count, total: steps.append(count),
    )
    assert steps[0] == 61
    assert found == terms(machine, 100)
    assert not path.exists()


def test_a_checkpoint_of_another_strip_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "terms.checkpoint"
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)

    def interrupt(_: str, count: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        terms(explore(Rings(6)), 10, checkpoint=path, report=interrupt)
    with pytest.raises(CheckpointError, match="another computation"):
        terms(explore(Rings(5)), 10, checkpoint=path)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c() -> None:
    command = [*COMMAND, "strip", "gf", "ring-ring", "--rows=12", "--force"]
    with started(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        until(process, lambda: cpu_seconds_below(process.pid) > 2)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert stdout == ""
    assert "interrupted" in stderr
    assert "Traceback" not in stderr


def test_one_term_takes_no_number_of_terms() -> None:
    rows = ("terms", "dominoes", "--rows", "2", "--at", "10")
    assert numbers(*rows[1:]) == [89]
    done = strip(*rows, "--count", "3")
    assert (done.returncode, "leave out --count" in done.stderr) == (2, True)
