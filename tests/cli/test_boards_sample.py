"""`galaxies boards sample`: every engine, every output, bad requests, Ctrl-C."""

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import numpy as np
import pytest
from board_walls import is_galaxies_board
from click.testing import CliRunner, Result
from support.waiting import PATIENCE, cpu_seconds_below, started, until

from galaxies_asp.cli import galaxies, main
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.notation import parse_all

ENGINES = ["uniform", "chain"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(
        galaxies, ["boards", "sample", "galaxies", *arguments], standalone_mode=False
    )


@pytest.fixture
def answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run the command as from a shell: its exit code, output and messages."""

    def answer(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(
            sys, "argv", ["galaxies", "boards", "sample", "galaxies", *arguments]
        )
        with pytest.raises(SystemExit) as stop:
            main()
        return (stop.value.code, *capsys.readouterr())

    return answer


@pytest.mark.parametrize("engine", ENGINES)
def test_engines(engine: str) -> None:
    request = ("4x3", "--engine", engine, "--seed", "5", "--json", "--count")
    result = run(*request, "4")
    assert result.return_value == 0
    drawn = [np.array(json.loads(line)) for line in result.output.splitlines()]
    assert [labels.shape for labels in drawn] == [(3, 4)] * 4
    assert all(map(is_galaxies_board, drawn))
    # The same seed gives the same boards, however many are asked for.
    assert result.output.startswith(run(*request, "2").output)


def test_drawings() -> None:
    result = run("5x3", "--count", "2")
    assert result.output.count("┏") == 2
    assert "┛\n\n" in result.output


@pytest.mark.parametrize("notation", ["drawing", "json", "tatham", "pzprv3"])
def test_notations(notation: str) -> None:
    result = run("4x3", "--count", "2", "-f", notation)
    positions = parse_all(result.stdout)
    assert [(p.puzzle.width, p.puzzle.height) for p in positions] == [(4, 3)] * 2
    if notation != "tatham":
        assert not any(map(verify, positions))
    puzzles = parse_all(run("4x3", "-f", notation, "--puzzle").stdout)
    # A file holds an attempt by its form; here, one in which nothing is drawn.
    assert puzzles[0].is_attempt == (notation == "pzprv3")
    assert not puzzles[0].walls
    assert puzzles[0].puzzle == positions[0].puzzle


def test_json_says_where_a_board_is_from() -> None:
    result = run("6x4", "-f", "json", "--count", "2", "--seed", "8")
    names = [json.loads(line)["id"] for line in result.output.splitlines()]
    assert names == [f"uniform 6x4 seed 8 board {number}" for number in (1, 2)]


def test_files(tmp_path: Path) -> None:
    sheet, drawings = tmp_path / "boards.svg", tmp_path / "boards.txt"
    assert run("4x4", "--count", "3", "-f", "sheet", "-o", str(sheet)).return_value == 0
    assert sheet.read_text(encoding="utf-8").count("<svg ") == 4
    run("4x4", "--count", "3", "-f", "drawing", "-o", str(drawings))
    assert len(parse_all(drawings.read_text(encoding="utf-8"))) == 3


def test_sweeps() -> None:
    request = ("5x5", "--json", "--seed", "4")
    grown = run(*request, "--engine", "chain:0").output
    assert run(*request, "--engine", "chain:5").output != grown


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["3x0"], 2, "is not a size"),
        ([], 2, "Missing argument"),
        (["3x3", "--seed", "-1"], 2, "-1 is not in the range"),
        (["3x3", "--engine", "tarot"], 2, "tarot"),
        (["3x3", "--engine", "uniform:1"], 2, "uniform takes no number"),
        (["3x3", "--engine", "chain:1.5"], 2, "1.5"),
        (["3", "--lattice", "hexagonal", "--engine", "chain"], 2, "rectangles only"),
        (["3x3", "--json", "-f", "sheet"], 2, "choose one"),
        (["3x3", "--json", "--puzzle"], 2, "--puzzle omits them"),
        (["3x3", "-f", "sheet", "--count", "401"], 2, "at most 400"),
        (["3x3", "--engine", "morris"], 2, "is not one of 'uniform', 'chain'"),
        (["9x9"], 65, "--engine chain draws boards of any size"),
        (["8x8"], 3, "--force starts it anyway; --engine chain"),
        (["3000x3000"], 2, "over the limit"),
    ],
)
def test_bad_requests(
    answer: Callable[..., tuple[int, str, str]],
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    found, out, err = answer(*arguments)
    assert found == code
    assert said in err
    assert not out


@pytest.mark.slow("a process is interrupted while it works")
def test_interrupt(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    command = [
        sys.executable,
        "-m",
        "galaxies_asp",
        "boards",
        "sample",
        "galaxies",
        "6x6",
    ]
    command += ["--engine", "chain", "--count", "1000000", "--json"]
    for options in ([], ["-o", str(file)]):
        with started([*command, *options], stdout=PIPE, stderr=PIPE) as running:
            if not options:
                assert json.loads(running.stdout.readline())
            until(running, lambda: cpu_seconds_below(running.pid) > 2)
            running.send_signal(signal.SIGINT)
            _, err = running.communicate(timeout=PATIENCE)
            assert running.returncode == 130
            assert b"Traceback" not in err
    if file.exists():
        assert all(map(json.loads, file.read_text(encoding="utf-8").splitlines()))


def test_what_a_notation_leaves_out_is_reported_once(
    answer: Callable[..., tuple[int, str, str]],
) -> None:
    code, output, messages = answer("4x4", "-n", "3", "-f", "tatham")
    assert (code, len(output.splitlines())) == (0, 3)
    (line,) = messages.splitlines()
    assert "only the dots are written" in line
    assert answer("4x4", "-f", "tatham", "--puzzle")[2] == ""
