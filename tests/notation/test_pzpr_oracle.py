"""Compare with pzpr, the program behind puzz.link, in the version that npm has.

That version does not know missing cells yet.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import clingo
import pytest
from clingo import ast
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.boards_of_families import GENRES, boards
from support.page import TOOLS
from support.strategies import positions

from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.notation import puzzlink
from galaxies_asp.core.sheet import AnySheet, Sheet
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

CHECK = """
const pzpr = require("pzpr");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const broken = text => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text);
    const found = puzzle.check(true);
    return found.complete ? "" : found[0];
};
console.log(JSON.stringify(texts.map(broken)));
"""
"""Prints the first rule of pzpr that each board breaks."""

SAME_RULE = {
    "akariDup": "light each other",
    "bkNoNum": "(number: none|not without a numb)",
    "bkNumGe2": "(number: |cells of the island at .*, not )",
    "bkShadeNe": "the room of",
    "bkSizeNe": "number of cells of the island",
    "bkStarGt": "the region of .* stars",
    "bkStarLt": "the region of .* stars",
    "bkUnshadeConsecGt3": "reach through rooms",
    "brNoLine": "(there is no loop|no ring visits)",
    "brNoShade": "",  # asked before all others
    "ceDark": "is not lit",
    "ceNoNum": "has no number",
    "cs2x2": "2 x 2 cells",
    "csAdjacent": "are shaded and touch",
    "csDivide": "is cut off from",
    "cuDivideRB": "is cut off from",
    "cuNoLine": "no ring visits",
    "lnBranch": "(belong to the loop|a line ends|sides of the loop)",
    "lnCross": "sides of the loop",
    "lnDeadEnd": "(belong to the loop|a line ends|sides of the loop)",
    "lnNotRect": "the ring with a corner in",
    "lnPlLoop": "another loop",
    "lnStarNe": "(row|column) .* stars",
    "mashuOnLine": "(does not visit|belong to the loop)",
    "mashuWStNbr": "neither before nor after",
    "nmAkariNe": "lamps, not",
    "nmDupRow": "(both show|has a number twice)",
    "nmLineNe": "sides, not",
    "nmSumRowNe": "has the sum",
    "starAround": "touch",
}
"""What the verifier says where pzpr names one of its rules."""

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
@settings(slow_settings, max_examples=1)
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


WITH_FILES = sorted(GENRES.keys() & folders())


def checked(sheets: list[AnySheet]) -> list[str]:
    """Return the rule of pzpr that each board breaks; "" for a solution."""
    found: list[str] = answers_of(CHECK, [one.written("pzprv3") for one in sheets])
    return found


@pytest.mark.parametrize("name", WITH_FILES)
@pytest.mark.usefixtures("open_in_pzpr")
def test_solved_files_of_folders_are_complete(name: str) -> None:
    """And without one atom, they are not."""
    family = family_named(name)
    boards = []
    for facts in family.instances.values():
        sheet = Sheet(family, "", family.puzzle(facts))
        found = solve(sheet)
        if found.status == "unique":
            solved = found.solutions[0]
            for atoms in (solved.atoms, {*solved.atoms} - {min(solved.atoms)}):
                boards.append(sheet.with_atoms(frozenset(atoms)))
    assert [not one for one in checked(boards)] == len(boards) // 2 * [True, False]
    assert boards


@pytest.mark.parametrize("name", WITH_FILES)
@pytest.mark.usefixtures("open_in_pzpr")
def test_pzpr_names_the_rule_that_the_verifier_names(name: str) -> None:
    """Of answers that break one rule of the encoding."""
    family = family_named(name)
    boards = [
        sheet.with_atoms(atoms)
        for facts in family.instances.values()
        for sheet in [Sheet(family, "", family.puzzle(facts))]
        for atoms in breaking_one_rule(sheet)
    ]
    faults = ["; ".join(map(str, family.verify(one.position))) for one in boards]
    assert any(faults)
    for board, rule, said in zip(boards, checked(boards), faults, strict=True):
        assert bool(rule) == bool(said), board.written("pzprv3")
        assert not rule or re.search(SAME_RULE[rule], said), (rule, said)


def breaking_one_rule(sheet: AnySheet) -> Iterator[frozenset[Atom]]:
    """Yield an answer for each rule of an encoding that others do not imply."""
    statements: list[ast.AST] = []
    family = sheet.family
    ast.parse_string(
        family.source(next(iter(family.encodings))).text, statements.append
    )
    for rule in statements:
        _, is_rule, body = str(rule).partition("#false :- ")
        if not is_rule or rule.ast_type != ast.ASTType.Rule:
            continue
        control = clingo.Control(logger=lambda *_: None)
        with ast.ProgramBuilder(control) as builder:
            for other in statements:
                if other is not rule:
                    builder.add(other)
            broken = f"#program base. broken :- {body} :- not broken. {sheet.facts}"
            ast.parse_string(broken, builder.add)
        control.configuration.solve.solve_limit = 5000  # type: ignore[union-attr]
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                yield frozenset(map(atom_of, model.symbols(shown=True)))
