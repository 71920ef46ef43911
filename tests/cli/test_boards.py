"""`galaxies boards`: exact output, exit codes, bad input."""

import json
import re
import signal
import subprocess
from pathlib import Path
from subprocess import PIPE

import numpy as np
import pytest
from support.commands import COMMAND, text
from support.waiting import PATIENCE, started, until

from galaxies_asp.counting.boards.matrices import is_galaxies_board


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


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_count_as_json(jobs: str) -> None:
    shared = ("--json", "--kernel", "numpy", "--jobs", jobs)
    done = boards("count", "partitions", "4x3", *shared)
    answer = json.loads(done.stdout)
    seconds = answer.pop("cpu_seconds")
    if jobs == "2":
        assert 0 <= answer.pop("serial_seconds") <= seconds
        assert answer.pop("exchanged_bytes") > 0
    assert answer == {
        "schema": 1,
        "kind": "partitions",
        "height": 3,
        "width": 4,
        "count": 27780,
    }


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["count", "galaxies", "3x0"], 2, "is not a size such as 7x5"),
        (["count", "galaxies", "3x-2"], 2, ""),
        (["count", "stars", "3x3"], 2, "stars"),
        (["count", "galaxies"], 2, "Missing argument"),
        (["count", "galaxies", "100x100"], 65, "at most 64 cells"),
        (["count", "partitions", "16x15"], 65, "GB of memory"),
        (["count", "galaxies", "8x8"], 3, "--force"),
        (["count", "proper", "6x6"], 3, "--force"),
        (["count", "galaxies", "5x5", "--memory-limit", "1"], 3, "--force"),
        (["count", "galaxies", "5x5", "--memory-limit", "1", "--force"], 3, "limit"),
        (["sample", "dot-sets", "3x3"], 2, "dot-sets"),
        (["statistics", "partitions", "3x3", "--proper"], 2, "--proper is for"),
        (["witness", "arrangements", "20x20", "-n", "1"], 65, "at most 14"),
        (["sample", "partitions", "11x11"], 3, "--force"),
        (["growth", "12"], 2, "12 is not in the range"),
    ],
)
def test_bad_input(arguments: list[str], code: int, said: str) -> None:
    done = boards(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert not done.stdout
    assert "Traceback" not in done.stderr


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


def test_statistics() -> None:
    done = boards("statistics", "galaxies", "3x3", "--count", "50", "--proper")
    answer = json.loads(done.stdout)
    assert answer["total"] == 391
    assert answer["boards"] == 50
    value, low, high = answer["regions"]
    assert low < value < high
    shares = [answer[name][0] for name in ("on_cells", "on_edges", "on_vertices")]
    assert sum(shares) == pytest.approx(1)
    assert answer["proper"][0] > 0.8


def test_dots() -> None:
    done = boards("dots", "4x3")
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
def test_witness() -> None:
    done = boards("witness", "galaxies", "3x3")
    assert done.returncode == 0
    assert "agreed: counted 391; 391 models, 391 different, 0 invalid" in done.stdout
    done = boards("witness", "partitions", "4x4", "-n", "3")
    assert done.returncode == 0
    assert "3 are boards" in done.stdout
    assert "3 are models" in done.stdout


def test_growth() -> None:
    done = boards("growth", "4")
    assert done.stdout == "states 22\ngrowth 60.8941439269\n"


def test_counterexamples() -> None:
    done = boards("counterexamples")
    assert done.returncode == 0
    _, size, first, other_size, second = re.split(r"\((\dx\d)\):\n", done.stdout)
    assert (size, first.count("┏")) == ("3x3", 8)
    assert (other_size, second.count("┏")) == ("2x2", 2)


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


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["1", "2"])
def test_interrupt(processes: str, tmp_path: Path) -> None:
    command = [*COMMAND, "boards", "count", "galaxies", "7x8", "--force"]
    command += ["--kernel", "numpy", "--checkpoint", str(tmp_path)]
    command += ["--jobs", processes]
    with started(command, stdout=PIPE, stderr=PIPE) as process:
        until(process, lambda: list(tmp_path.glob("*.checkpoint")))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert not out
    assert b"Traceback" not in err
