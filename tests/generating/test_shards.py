"""Folders of shards hold what one file would, whatever interrupts the work."""

import json
from pathlib import Path

import numpy as np
import pytest
from support.commands import galaxies
from support.marks import POSIX, slow_if

from galaxies_asp.core.board.errors import InputError
from galaxies_asp.generating import shards
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.generating.shards import SeenHashes, continued_folder, shard_files

SMALL = ("generate", "--size", "3x3", "--no-rate", "-q", "-j", "1")


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MOST_PUZZLES", 10)


def fill(folder: Path, count: int, *more: str) -> str:
    done = galaxies(*SMALL, "-n", str(count), "-o", f"{folder}/", *more)
    assert done.returncode == 0, done.stderr
    return text_of(folder)


def text_of(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in shard_files(folder))


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("file") / "puzzles.jsonl"
    assert galaxies(*SMALL, "-n", "34", "-o", str(path)).returncode == 0
    return path.read_text("utf-8")


@pytest.mark.slow
def test_shards_are_one_file(tmp_path: Path, one_file: str) -> None:
    text = fill(tmp_path / "new", 34)
    assert text == one_file
    hashes = [json.loads(line)["canonical"] for line in text.splitlines()]
    assert len(set(hashes)) == 34, "no duplicates across shards"
    sizes = [
        len(path.read_text("utf-8").splitlines())
        for path in shard_files(tmp_path / "new")
    ]
    assert sizes == [10, 10, 10, 4]
    assert "attempts" in text
    assert any(json.loads(line)["attempts"] > 1 for line in text.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("first", slow_if(lambda first: first != 10, [4, 10, 17]))
def test_resume(tmp_path: Path, one_file: str, first: int) -> None:
    fill(tmp_path, first)
    assert fill(tmp_path, 34) == one_file
    assert fill(tmp_path, 20) == one_file, "more than asked for are kept"


@pytest.mark.slow
def test_resume_after_a_crash(tmp_path: Path, one_file: str) -> None:
    fill(tmp_path, 20)
    index = tmp_path / "index.jsonl"
    lines = index.read_bytes().splitlines(keepends=True)
    index.write_bytes(b"".join(lines[:-1]) + lines[-1][:7])
    (tmp_path / "0000002.jsonl").write_bytes(one_file.encode()[-3:])
    assert galaxies(*SMALL, "-n", "34", "-o", str(tmp_path)).returncode == 65
    (tmp_path / "0000002.jsonl").unlink()
    assert fill(tmp_path, 34) == one_file


@pytest.mark.slow
def test_refused_folders(tmp_path: Path) -> None:
    fill(tmp_path, 12)
    other = galaxies(*SMALL, "--seed", "1", "-n", "12", "-o", f"{tmp_path}/")
    assert other.returncode == 65
    assert b"of another request" in other.stderr
    with (tmp_path / "0000000.jsonl").open("a") as file:
        file.write("x")
    damaged = galaxies(*SMALL, "-n", "13", "-o", f"{tmp_path}/")
    assert damaged.returncode == 65
    assert b"damaged" in damaged.stderr
    with pytest.raises(InputError, match="without an index"):
        shard_files(tmp_path.parent)


@pytest.mark.slow
def test_verbs_read_a_folder(tmp_path: Path) -> None:
    fill(tmp_path, 12)
    done = galaxies("solve", "--json", str(tmp_path))
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [answer["status"] for answer in answers] == ["unique"] * 12
    assert galaxies("convert", "-f", "tatham", str(tmp_path)).stdout.count(b"\n") == 12


@POSIX
def test_two_processes(tmp_path: Path) -> None:
    recipe = Recipe(3, 3, rated=False)
    with continued_folder(tmp_path, recipe):
        done = galaxies(*SMALL, "-n", "3", "-o", f"{tmp_path}/")
    assert done.returncode == 74
    assert b"another process" in done.stderr


def test_hashes() -> None:
    rng = np.random.default_rng(0)
    seen, known = SeenHashes(), set()
    for number in rng.integers(0, 3000, 2000).tolist():
        text = f"{number << 50:016x}"
        assert (text in seen) == (text in known)
        seen.add(text)
        known.add(text)
        if number % 97 == 0:
            seen.freeze()
    assert sum(f"{n << 50:016x}" in seen for n in range(3000)) == len(known)
