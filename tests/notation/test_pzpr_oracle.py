"""Compare with pzpr, the program behind puzz.link, in the version that npm has.

Set PZPR_MODULES to a directory with `node_modules/pzpr`, or let npm install it. That
version does not know missing cells yet.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.strategies import positions

from galaxies_asp.board.puzzle import Position
from galaxies_asp.notation import puzzlink, pzprv3

pytestmark = pytest.mark.slow

PZPR = "pzpr@0.10.1"
SCRIPT = """
const pzpr = require("pzpr");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = texts.map(text => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    return [puzzle.getFileData(), puzzle.getURL()];
});
console.log(JSON.stringify(answers));
"""

Opened = list[tuple[str, str]]


@pytest.fixture(scope="module")
def open_in_pzpr(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[list[str]], Opened]:
    """Return a function from texts to what pzpr makes of each: file and address."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    modules = os.environ.get("PZPR_MODULES")
    directory = Path(modules) if modules else tmp_path_factory.mktemp("pzpr")
    if not modules:
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed, and PZPR_MODULES is not set")
        command = [npm, "install", "--no-audit", "--no-fund", PZPR]
        done = subprocess.run(command, cwd=directory, capture_output=True, check=False)
        if done.returncode:
            pytest.skip(f"npm cannot install {PZPR}")
    if not (directory / "node_modules" / "pzpr").is_dir():
        pytest.skip(f"there is no node_modules/pzpr in {directory}")

    def open_all(texts: list[str]) -> Opened:
        answer = subprocess.run(
            [node, "-e", SCRIPT],
            cwd=directory,
            input=json.dumps(texts),
            capture_output=True,
            check=True,
            text=True,
        )
        return json.loads(answer.stdout)

    return open_all


many_positions = st.lists(positions(with_holes=False), min_size=20, max_size=40)
slow_settings = settings(
    max_examples=20,
    deadline=None,
    phases=[Phase.generate],  # to start node again and again would take too long
    suppress_health_check=list(HealthCheck),
)


@slow_settings
@given(boards=many_positions)
def test_addresses(
    open_in_pzpr: Callable[[list[str]], Opened], boards: list[Position]
) -> None:
    addresses = [puzzlink.write(board) for board in boards]
    for board, (file, address) in zip(boards, open_in_pzpr(addresses), strict=True):
        untouched = Position(board.puzzle)
        assert file == pzprv3.write(untouched)
        assert puzzlink.read(address) == [untouched]
        assert address.split("?")[1] == puzzlink.write(board).split("?")[1]


@slow_settings
@given(boards=many_positions)
def test_files(
    open_in_pzpr: Callable[[list[str]], Opened], boards: list[Position]
) -> None:
    files = [pzprv3.write(board) for board in boards]
    for board, text, (file, address) in zip(
        boards, files, open_in_pzpr(files), strict=True
    ):
        assert file == text
        assert pzprv3.read(file) == [board]
        assert address.split("?")[1] == puzzlink.write(board).split("?")[1]
