"""`galaxies boards`: exact output, exit codes, bad input."""

import json
import signal
import subprocess
from pathlib import Path
from subprocess import PIPE

import numpy as np
import pytest
from board_walls import is_galaxies_board
from support.commands import COMMAND, text
from support.waiting import PATIENCE, started, until


def boards(*arguments: str) -> subprocess.CompletedProcess[str]:
    return text("boards", *arguments)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("partitions", "1434"),
        ("arrangements", "1442"),
        ("galaxies", "391"),
        ("galaxies-toroidal", "392"),
        ("dot-sets", "388"),
        ("proper", "385"),
    ],
)
def test_count_prints_the_integer_alone(kind: str, expected: str) -> None:
    done = boards("count", kind, "3x3")
    assert (done.returncode, done.stdout, done.stderr) == (0, expected + "\n", "")


def test_count_as_json() -> None:
    answer = json.loads(boards("count", "proper", "4x3", "--json").stdout)
    assert answer.pop("cpu_seconds") >= 0
    assert answer == {
        "schema": 1,
        "kind": "proper",
        "height": 3,
        "width": 4,
        "cells": 12,
        "count": 4179,
        "with_solutions": [4179, 38, 1],
    }


@pytest.mark.slow
def test_hexagons_and_boards_of_puzzles() -> None:
    hexagonal = ("--lattice", "hexagonal")
    assert boards("count", "galaxies", "3", *hexagonal).stdout == "4027044\n"
    for kind, expected in (("galaxies", 4027044), ("proper", 3911833)):
        done = boards("count", kind, "3", *hexagonal)
        assert done.stdout == f"{expected}\n"
    done = boards("table", "galaxies", "3", *hexagonal, "-f", "bfile")
    assert done.stdout == "1 1\n2 100\n3 4027044\n"
    assert "with 7 solutions 27" in boards("count", "solutions", "3", *hexagonal).stdout
    assert boards("sample", "galaxies", "2", *hexagonal).stdout.count("A") == 1
    # The compositions of a cycle of 8 vertices: 2^8 - 8.
    ring = '{"width":3,"height":3,"centers":[],"holes":[[1,1]]}'
    assert boards("count", "partitions", ring).stdout == "248\n"


def test_a_census_is_kept(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path))
    assert boards("count", "proper", "4x3", *kept).stdout == "4179\n"
    assert [path.name for path in tmp_path.iterdir()] == ["census.checkpoint"]
    assert boards("count", "solutions", "3x4", *kept).stdout.startswith("boards 4258\n")
    assert boards("count", "dot-sets", "4x3", *kept).stdout == "4218\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["count", "galaxies", "3x0"], 2, "is not a size such as 7x5"),
        (["count", "galaxies", "3x-2"], 2, ""),
        (["count", "stars", "3x3"], 2, "stars"),
        (["count", "galaxies"], 2, "Missing argument"),
        (["count", "galaxies", "100x100"], 65, "at most 64"),
        (["count", "partitions", "16x15"], 65, "GB of memory"),
        (["count", "galaxies", "8x8"], 3, "--force"),
        (["count", "proper", "6x6"], 3, "--force"),
        (["count", "galaxies", "5x5", "--memory-limit", "1"], 3, "--force"),
        (["count", "galaxies", "5x5", "--memory-limit", "1", "--force"], 3, "limit"),
        (["sample", "dot-sets", "3x3"], 2, "dot-sets"),
        (["witness", "galaxies", "3x3"], 2, "declared_boards.py"),
        (["sample", "partitions", "11x11"], 3, "--force"),
        (["growth", "12"], 2, "strip growth partitions --rows"),
        (["hexagonal", "5"], 2, "boards count galaxies SIDE --lattice"),
        (["count", "arrangements", "3x3", "-j", "2"], 2, "leave out -j"),
        (["count", "partitions", "3", "--lattice", "hexagonal", "-j", "2"], 2, "-j"),
        (["count", "galaxies", "no-such.txt"], 2, "no such file"),
        (["sample", "partitions", "2", "--lattice", "hexagonal"], 2, "rectangles"),
        (["table", "galaxies", "2", "--lattice", "hexagonal", "--squares"], 2, ""),
        (["table", "galaxies", "idp-5x5"], 2, "boards count takes"),
    ],
)
def test_bad_input(arguments: list[str], code: int, said: str) -> None:
    done = boards(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert not done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_sample_as_json() -> None:
    arguments = ("sample", "galaxies", "5x4", "--count", "3", "--seed", "9")
    done = boards(*arguments, "--json")
    drawn = [np.array(json.loads(line)) for line in done.stdout.splitlines()]
    assert [labels.shape for labels in drawn] == [(4, 5)] * 3
    assert all(map(is_galaxies_board, drawn))
    assert [labels.min() for labels in drawn] == [0] * 3
    assert boards(*arguments, "--json").stdout == done.stdout


def test_sample_is_drawn_with_its_dots() -> None:
    done = boards("sample", "galaxies", "1x1")
    assert "┃A┃" in done.stdout
    done = boards("sample", "partitions", "4x1", "--count", "2")
    assert done.stdout.count("┏") == 2


def test_dots() -> None:
    done = boards("count", "solutions", "4x3")
    lines = done.stdout.splitlines()
    assert lines[:5] == [
        "boards 4258",
        "dot sets 4218",
        "with 1 solution 4179",
        "with 2 solutions 38",
        "with 3 solutions 1",
    ]
    assert "┏" in lines[6]


@pytest.mark.slow
def test_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    arguments = ("count", "partitions", "2x40", "--checkpoint", str(tmp_path))
    (number,) = boards(*arguments).stdout.split()
    assert number == boards("count", "partitions", "40x2").stdout.strip()
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9])
    done = boards(*arguments)
    assert done.returncode == 65
    assert path.name in done.stderr
    assert not done.stdout


@pytest.mark.nightly
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupt(jobs: str, tmp_path: Path) -> None:
    command = [*COMMAND, "boards", "count", "galaxies", "7x8", "--force"]
    command += ["--checkpoint", str(tmp_path), "--jobs", jobs]
    with started(command, stdout=PIPE, stderr=PIPE) as process:
        until(process, lambda: list(tmp_path.glob("*.checkpoint")))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert not out
    assert b"Traceback" not in err
