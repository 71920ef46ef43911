"""Programs of others as witnesses: clasp, Simon Tatham's Galaxies, Graphillion.

What is not installed is skipped by its name. pzpr is one for addresses and files; see
`notation`.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import text

from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families import shipped
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.families.written import WrittenFamily
from galaxies_asp.notation import parse_all, write
from galaxies_asp.solving.search import solve

ENCODINGS = Path(__file__).parents[1] / "encodings" / "families"
FIVE = "6x5:qzceezc"
"""A board with five solutions."""

SHIPPED = ("heart", "idp-15x15", "random-40x40", "random-hard-25x25")

SIZES = ((2, 2), (2, 3), (3, 3), (3, 4))


SEVERAL = {
    "akari": "several",
    "kakuro": "several",
    "masyu": "all",
    "nurikabe": "several",
    "ring-ring": "open",
    "shikaku": "several",
    "slitherlink": "all",
    "star-battle": "several",
    "tents": "several",
}
"""Types with an instance of each that has several solutions."""


@pytest.mark.slow("clasp is a program of its own")
@pytest.mark.parametrize(
    ("family", "encoding", "board"),
    [
        *(("galaxies", encoding, FIVE) for encoding in ("grow", "choice+level")),
        *((family, "encoding.lp", board) for family, board in SEVERAL.items()),
    ],
)
def test_clasp_finds_as_many_solutions_of_ground_programs(
    tmp_path: Path, family: str, encoding: str, board: str
) -> None:
    clasp = shutil.which("clasp")
    if clasp is None:
        pytest.skip("clasp is not installed")
    file = tmp_path / "board.aspif"
    exported = text("lab", "export", encoding, board, "--family", family)
    assert exported.returncode == 0, exported.stderr
    ground = [sys.executable, "-m", "clingo", "--mode=gringo", "-"]
    done = subprocess.run(ground, input=exported.stdout, capture_output=True, text=True)
    file.write_text(done.stdout)
    done = subprocess.run(
        [clasp, "0", "--project=project", "--outf=2", str(file)],
        capture_output=True,
        text=True,
    )
    path = ENCODINGS / family / "instances" / f"{board}.lp"
    named = str(path) if path.exists() else board
    counted = text("count", "-q", "--family", family, named).stdout
    number = json.loads(done.stdout)["Models"]["Number"]
    assert number > 1
    assert counted.rpartition(": ")[2] == f"{number}\n"


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


GAMES = {
    "akari": ("lightup", r"L(\d),(\d)"),
    "hitori": ("singles", r"B(\d),(\d)"),
    "tents": ("tents", r"T(\d),(\d)"),
    "masyu": ("pearl", ""),
    "shikaku": ("rect", ""),
    "slitherlink": ("loopy", ""),
}
"""Types with the game of each, and how its solutions name cells, if they do."""


@pytest.mark.slow("each game is a program of its own")
@pytest.mark.parametrize("name", GAMES)
def test_tathams_games_take_each_id(tmp_path: Path, name: str) -> None:
    """And solve the boards that they make with the same solution."""
    game, moves = GAMES[name]
    program = shutil.which(f"sgt-{game}", path="/usr/games:/usr/local/bin:/usr/bin")
    if program is None:
        pytest.skip(f"sgt-{game} is not installed: the Debian package sgt-puzzles")

    def run(*options: str) -> str:
        done = subprocess.run([program, *options], capture_output=True, text=True)
        return done.stdout

    folder = family_named(name)
    assert isinstance(folder, WrittenFamily)
    assert folder.game
    shown = [folder.instances[one] for one, n in folder.stated.items() if n == 1]
    for facts in shown if name != "tents" else ():  # where some numbers are missing
        written = Sheet(folder, "", folder.puzzle(facts)).written("tatham")
        assert run("--generate", "1", written.strip()) == written
    least = folder.game.least
    assert not run("--generate", "1", f"{least - 1}x{least - 1}")
    run("--generate", "2", "--test-solve", "--save", str(tmp_path / "made"), "5x5")
    for file in sorted(tmp_path.iterdir()):
        saved = dict(re.findall(r"(?m)^(\w+) *:\d+:(.*)$", file.read_text()))
        (board,) = sheets(f"{game}:5x5:{saved['DESC']}")
        found = solve(board)
        assert (board.family.name, found.status) == (name, "unique")
        assert board.written("tatham").endswith(f":{saved['DESC']}\n")
        places = re.findall(moves, saved["SOLVE"]) if moves else []
        cells = {(2 * int(x) + 1, 2 * int(y) + 1) for x, y in places}
        atoms = found.solutions[0].atoms
        assert not moves or cells == {atom.arguments[0] for atom in atoms}


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
