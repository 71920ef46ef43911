"""`galaxies hex` as a process: pipes, exit codes, files."""

import json
from pathlib import Path

import pytest
from support.commands import answers, galaxies

NONE = '{"side":1,"posts":[[0,0,3],[1,0,1],[0,1,1],[-1,0,1],[-1,1,1]]}'
EXAMPLE = "js-2024-09-example"


def test_solve_json() -> None:
    done = galaxies("hex", "solve", "--json", "-n", "0", EXAMPLE, NONE)
    assert done.returncode == 1
    several, none = answers(done)
    assert several["id"] == EXAMPLE
    assert (several["status"], several["complete"]) == ("multiple", True)
    assert (several["loops"], several["solutions"]) == (2, 49)
    assert sorted(several["answers"]) == [4, 48]
    assert len(several["attempts"]) == 49
    assert set(several["seconds"]) == {"ground", "solve", "total"}
    assert (none["status"], none["solutions"], none["complete"]) == ("none", 0, True)
    assert none["reason"].startswith("post 1 at (0,0)")


def test_solutions_go_through_check_and_render(tmp_path: Path) -> None:
    found = galaxies("hex", "solve", "-n", "0", "-f", "json", EXAMPLE).stdout.decode()
    judged = galaxies("hex", "check", stdin=found)
    assert judged.returncode == 0
    assert judged.stdout.decode().splitlines() == [f"{EXAMPLE}: correct"] * 49
    first = json.loads(found.splitlines()[0])
    first["attempt"]["loop"].pop()
    broken = galaxies("hex", "check", "--json", stdin=json.dumps(first))
    assert broken.returncode == 1
    kinds = {violation["kind"] for violation in answers(broken)[0]["violations"]}
    assert kinds == {"broken loop"}
    picture = tmp_path / "picture.svg"
    assert galaxies("hex", "render", "-o", str(picture), stdin=found).returncode == 2
    one = found.splitlines()[0]
    assert galaxies("hex", "render", "-o", str(picture), stdin=one).returncode == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def test_drawings_can_be_solved() -> None:
    drawing = galaxies("hex", "render", "-f", "drawing", EXAMPLE).stdout
    done = galaxies("hex", "count", "--json", stdin=drawing)
    assert answers(done) == [
        {
            "schema": 1,
            "id": EXAMPLE,
            "solutions": 49,
            "loops": 2,
            "fences": 49,
            "complete": True,
        }
    ]


@pytest.mark.slow
def test_generate_and_count() -> None:
    made = galaxies("hex", "generate", "--side", "3", "--seed", "1", "--solution")
    assert made.returncode == 0
    assert galaxies("hex", "check", stdin=made.stdout).returncode == 0
    assert galaxies("hex", "solve", "--of", "loops", stdin=made.stdout).returncode == 0
    assert galaxies("hex", "count-empty", "2").stdout == b"52\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("solve", "nothing-of-this-name"), 65, "no puzzle of this name"),
        (("solve", '{"side":1,"posts":[[5,5,1]]}'), 65, "line 1: post 1 at (5,5): out"),
        (("check", EXAMPLE), 65, "without an attempt"),
        (("solve", "-n", "-1", EXAMPLE), 2, "--count"),
        (("render", "-o", "picture.xyz", EXAMPLE), 2, "ends in none of"),
        (("solve", "--time-limit", "1e-9", "js-2024-09"), 3, ""),
    ],
)
def test_what_is_wrong(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = galaxies("hex", *arguments)
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
