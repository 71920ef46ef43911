"""Compare with pzpr, the program behind puzz.link, in the version that npm has.

That version does not know missing cells yet.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.boards_of_families import GENRES, boards
from support.page import TOOLS
from support.strategies import positions

from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.notation import puzzlink
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.notation import parse_all, pzprv3
from galaxies_asp.solving.search import solve

pytestmark = pytest.mark.slow

SCRIPT = """
const pzpr = require("pzpr");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = texts.map(text => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    const forms = [puzzle.getFileData(), puzzle.getURL()];
    if (puzzle.pid !== "tentaisho") return forms;
    return [...forms, puzzle.getFileData(2), puzzle.getFileData(3), puzzle.getURL(3)];
});
console.log(JSON.stringify(answers));
"""

COMPLETE = """
const pzpr = require("pzpr");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const isComplete = text => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    return puzzle.check(true).complete;
};
console.log(JSON.stringify(texts.map(isComplete)));
"""

Opened = list[tuple[str, str, str, str, str]]


@pytest.fixture(scope="module")
def open_in_pzpr() -> Callable[[list[str]], Opened]:
    """Return a function from texts to what pzpr makes of each: file and address."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (TOOLS / "pzpr").is_dir():
        pytest.skip(f"pzpr is not installed: npm ci --prefix {TOOLS.parent}")

    return partial(answers_of, SCRIPT)


def answers_of(script: str, texts: list[str]) -> Any:
    """Return what a script of node prints of texts."""
    answer = subprocess.run(
        ["node", "-e", script],
        cwd=TOOLS.parent,
        input=json.dumps(texts),
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(answer.stdout)


many_positions = st.lists(positions(with_holes=False), min_size=20, max_size=40)
slow_settings = settings(
    max_examples=3,  # lists of many positions
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
    opened = open_in_pzpr(addresses)
    for board, (file, address, *others) in zip(boards, opened, strict=True):
        untouched = Position(board.puzzle)
        assert [parse_all(other)[0].puzzle for other in others] == 3 * [board.puzzle]
        assert file == pzprv3.write(untouched)
        assert parse_all(address, "puzzlink") == [untouched]
        assert address.split("?")[1] == puzzlink.write(board).split("?")[1]


@slow_settings
@given(boards=many_positions)
def test_files(
    open_in_pzpr: Callable[[list[str]], Opened], boards: list[Position]
) -> None:
    files = [pzprv3.write(board) for board in boards]
    opened = open_in_pzpr(files)
    for board, text, (file, address, *_) in zip(boards, files, opened, strict=True):
        assert file == text
        assert pzprv3.read(file) == [Position(board.puzzle, board.walls or ())]
        assert address.split("?")[1] == puzzlink.write(board).split("?")[1]


@pytest.mark.parametrize("name", GENRES)
@settings(slow_settings, max_examples=2)
@given(data=st.data())
def test_addresses_and_files_of_families(
    open_in_pzpr: Callable[[list[str]], Opened], name: str, data: st.DataObject
) -> None:
    sheets = data.draw(st.lists(boards(name), min_size=20, max_size=20))
    for notation in ("puzzlink", "pzprv3"):
        texts = [sheet.written(notation) for sheet in sheets]
        opened = open_in_pzpr([text.strip() for text in texts])
        for sheet, text, (file, address, *_) in zip(sheets, texts, opened, strict=True):
            # pzpr ends an address with a slash, unless a digit or a letter ends it.
            body = sheet.written("puzzlink").strip().partition("?")[2]
            assert address.partition("?")[2].rstrip("/") == body.rstrip("/")
            if notation == "pzprv3":  # behind ours, that of Ring-Ring has lines
                assert file.startswith(text.strip())
                assert file.strip() == text.strip() or name == "ring-ring"


@pytest.mark.parametrize("name", sorted(folders()))
def test_solved_files_of_folders_are_complete(
    open_in_pzpr: Callable[[list[str]], Opened], name: str
) -> None:
    """And without one atom, they are not."""
    family = family_named(name)
    if family.address is None or not family.address.has_files:
        pytest.skip(f"{name} has no files of puzz.link")
    files = []
    for facts in family.instances.values():
        sheet = Sheet(family, "", family.puzzle(facts))
        found = solve(sheet)
        if found.status == "unique":
            solved = found.solutions[0]
            for atoms in (solved.atoms, {*solved.atoms} - {min(solved.atoms)}):
                files.append(sheet.with_atoms(frozenset(atoms)).written("pzprv3"))
    assert answers_of(COMPLETE, files) == len(files) // 2 * [True, False]
    assert files
