"""Batches in worker processes: the same answers in the same order."""

import json
from typing import Any

import pytest
from support.commands import NONE, SEVERAL, UNIQUE, answers, galaxies

OUT_OF_REACH = json.dumps(
    {
        "id": "sparse",
        "width": 40,
        "height": 40,
        "centers": [[x, y] for x in range(5, 80, 10) for y in range(5, 80, 10)],
    }
)


def without_seconds(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.slow
def test_jobs_change_neither_answers_nor_messages_nor_the_exit_code() -> None:
    puzzles = ["7x7:!", *(20 * [UNIQUE, NONE]), "nowhere.txt", SEVERAL]
    alone = galaxies("solve", "--json", "--verbose", *puzzles)
    shared = galaxies("solve", "--json", "--verbose", "-j", "2", *puzzles)
    assert shared.returncode == alone.returncode == 65
    assert sorted(shared.stderr.split(b"\n")) == sorted(alone.stderr.split(b"\n"))
    assert list(map(without_seconds, answers(shared))) == list(
        map(without_seconds, answers(alone))
    )


def test_a_limit_stops_one_puzzle_of_a_batch() -> None:
    puzzles = [UNIQUE, OUT_OF_REACH, NONE]
    done = galaxies("solve", "--json", "-j", "2", "--time-limit", "1", *puzzles)
    assert done.returncode == 3
    found = [(one["id"], one["status"], one["stopped_by"]) for one in answers(done)]
    assert found == [
        (UNIQUE, "unique", None),
        ("sparse", "unknown", "time"),
        (NONE, "none", None),
    ]
