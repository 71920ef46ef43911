"""Answers as a table: `-f csv` has the columns of `frame`, with one row per answer."""

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from support.commands import NONE, SEVERAL, UNIQUE, galaxies

COMMANDS = {
    "solve": ["solve", UNIQUE, SEVERAL, NONE],
    "count": ["count", UNIQUE, NONE],
    "generate": ["generate", "--size", "4", "-n", "2", "--seed", "3"],
    "boards": ["boards", "count", "galaxies", "3x3"],
}


def plain(fields: dict[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the columns of a JSON answer, times left out."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from plain(value, f"{prefix}{name}_")
        elif not (
            isinstance(value, list) or "schema" in name or "seconds" in prefix + name
        ):
            yield prefix + name, "" if value is None else str(value)


def rows(text: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text.decode())))


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_table_has_what_the_json_has(arguments: list[str]) -> None:
    answers = map(json.loads, galaxies(*arguments, "--json").stdout.splitlines())
    table = rows(galaxies(*arguments, "-f", "csv").stdout)
    for answer, row in zip(answers, table, strict=True):
        kept = {name: text for name, text in row.items() if "seconds" not in name}
        assert kept == dict.fromkeys(kept, "") | dict(plain(answer))


def test_rows_before_an_error_are_written(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    done = galaxies("solve", "-f", "csv", "-o", str(path), UNIQUE, "missing.txt")
    assert done.returncode == 65
    assert b"missing.txt" in done.stderr
    assert [row["status"] for row in rows(path.read_bytes())] == ["unique"]
    assert not done.stdout


def test_a_table_of_counts() -> None:
    done = galaxies("boards", "table", "galaxies", "2", "-f", "csv")
    assert done.stdout == b"size,number\n1x1,1\n2x1,2\n2x2,8\n"


def test_one_format_is_chosen() -> None:
    done = galaxies("solve", "-f", "csv", "--json", UNIQUE)
    assert done.returncode == 2
    assert b"choose one of" in done.stderr


def test_no_table_replaces_lines(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("kept\n")
    done = galaxies("generate", "--size", "4", "-f", "csv", "-o", str(path))
    assert done.returncode == 2
    assert path.read_text() == "kept\n"
