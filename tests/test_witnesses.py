"""Programs of others as witnesses: clasp, Simon Tatham's Galaxies, Graphillion.

What is not installed is skipped by its name. pzpr is one for addresses and files; see
`notation`.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from support.commands import text

from galaxies_asp.families import shipped
from galaxies_asp.notation import parse_all, write

FIVE = "6x5:qzceezc"
"""A board with five solutions."""

SHIPPED = ("heart", "idp-15x15", "random-40x40", "random-hard-25x25")

SIZES = ((2, 2), (2, 3), (3, 3), (3, 4))


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["grow", "choice+level"])
def test_clasp_finds_as_many_solutions_of_ground_programs(
    tmp_path: Path, encoding: str
) -> None:
    clasp = shutil.which("clasp")
    if clasp is None:
        pytest.skip("clasp is not installed")
    file = tmp_path / "board.aspif"
    exported = text("lab", "export", encoding, FIVE, "--aspif", "-o", str(file))
    assert exported.returncode == 0, exported.stderr
    done = subprocess.run(
        [clasp, "0", "--project=project", "--outf=2", str(file)],
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout)["Models"]["Number"] == 5


@pytest.mark.slow
def test_tathams_galaxies_takes_each_game_id() -> None:
    """It refuses dots that are too close together, and too long descriptions."""
    program = shutil.which("sgt-galaxies", path="/usr/games:/usr/local/bin:/usr/bin")
    if program is None:
        pytest.skip("sgt-galaxies is not installed: the Debian package sgt-puzzles")
    refused = ["3x3:aa", "7x7:cghsppedzzaccdtcea"]
    puzzles = [one for name in SHIPPED for one in parse_all(shipped.text_of(name))[:3]]
    for game in [*(write(one, "tatham").strip() for one in puzzles), *refused]:
        done = subprocess.run(
            [program, "--generate", "1", game], capture_output=True, text=True
        )
        assert (done.stdout.strip() == game) == (game not in refused), done.stderr


@pytest.mark.slow
def test_graphillion_counts_as_many_partitions() -> None:
    graphs = pytest.importorskip("graphillion", reason="Graphillion is not installed")
    for width, height in SIZES:
        cells = [(x, y) for y in range(height) for x in range(width)]
        across = [((x, y), (x + 1, y)) for x, y in cells if x + 1 < width]
        down = [((x, y), (x, y + 1)) for x, y in cells if y + 1 < height]
        graphs.GraphSet.set_universe(across + down)
        expected = graphs.GraphSet.partitions().len()
        counted = text("boards", "count", "partitions", f"{width}x{height}")
        assert counted.stdout.split()[0].replace(",", "") == str(expected)
