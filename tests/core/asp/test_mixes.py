"""Every mix of the parts of encodings, against brute force and the collection."""

from pathlib import Path

import pytest
from oracles.brute_force import all_boards
from support.collection import FILES, positions
from support.marks import slow_if
from support.mixes import MEMBERS, REDUNDANT
from support.models import all_models
from support.puzzles import HOLES, SEVERAL, WALLED

from galaxies_asp.core.asp.encodings import (
    MIXES,
    VARIED,
    files,
    mixed,
    part_names,
    removable,
)
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.solving.search import solve


@pytest.mark.parametrize(
    "size", slow_if(lambda size: size == (3, 3), [(1, 1), (3, 2), (2, 3), (3, 3)])
)
@pytest.mark.parametrize("encoding", MEMBERS)
def test_all_dot_sets_at_once(encoding: str, size: tuple[int, int]) -> None:
    assert all_models(encoding, *size) == all_boards(*size)


def is_costly(encoding: str) -> bool:
    """Return whether many candidates are left, or a shorter mix stands for this one."""
    return "+any" in encoding or encoding in REDUNDANT


@pytest.mark.slow
@pytest.mark.parametrize("encoding", slow_if(is_costly, MEMBERS))
def test_holes_given_walls_and_several_solutions(encoding: str) -> None:
    for puzzle in (*HOLES, *WALLED, *SEVERAL):
        expected = set(solve(puzzle, 0).solutions)
        result = solve(puzzle, 0, rules=encoding)
        assert set(result.solutions) == expected
        assert len(result.solutions) == len(expected), "a solution occurs twice"
        assert result.messages == ()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", MEMBERS)
def test_collection(encoding: str) -> None:
    largest = 5 if "any" in encoding else 7
    for path in FILES:
        if int(path.stem.partition("x")[2] or largest + 1) > largest:
            continue
        for position in positions(path):
            result = solve(position.puzzle, rules=encoding)
            assert result.status == "unique"
            assert result.solutions[0].walls == position.walls


def names(encoding: str) -> list[str]:
    return [path.stem for path in files(encoding)]


def test_a_part_takes_the_place_of_the_one_in_its_folder() -> None:
    assert names("choice+level") == [
        "level" if name == "reach" else name for name in names("choice")
    ]
    assert names("choice+pair+any")[4:] == [
        *("any", "cell-choice", "one-dot", "own-dot", "pair", "reach")
    ]
    assert names("growth+reach") == [*names("growth"), "reach"]
    assert names("choice+own-dot") == names("choice")


def test_rules_are_left_out_by_their_name_or_their_folder() -> None:
    assert removable("choice") == ("one-dot", "own-dot", "mirror", "reach")
    assert names("choice+no-connected") == names("choice+no-reach")
    assert "pair" not in names("choice+pair+no-symmetry")
    assert mixed("choice", ("level", "no-own-dot")) == "choice+level+no-own-dot"


@pytest.mark.parametrize(
    ("encoding", "fault"),
    [
        ("choice+none", "no part 'none'"),
        ("choice+no-none", "its rules are one-dot, own-dot, mirror, reach"),
        ("choice+no-pruned", "no rule of it"),
        ("grow+level", "one page"),
        ("choice+level+edge", "'level' and 'edge'; a mix has one part of connected"),
        ("choice+any+pruned", "'any' and 'pruned'; a mix has one part of candidates"),
        ("growth+dead-end", "'dead-end' makes sense with cells/cell-walls.lp only"),
        ("choice+loose-wall", "'loose-wall' makes sense with cells/cell-walls.lp only"),
        ("choice+level+toroidal", "'toroidal' replaces the part 'level'"),
        ("walls+dead-end+loose-walls", "'loose-walls' replaces the part 'dead-end'"),
        ("nowhere+level", "no encoding"),
    ],
)
def test_impossible_mixes(encoding: str, fault: str) -> None:
    with pytest.raises(EncodingError, match=fault):
        solve(Puzzle(1, 1, [(1, 1)]), rules=encoding)


def test_every_part_is_in_some_tested_mix() -> None:
    used = {path.name for member in MEMBERS for path in files(member)}
    parts = {Path(path) for path in part_names().values()}
    assert {part.name for part in parts if part.parent.name != VARIED} <= used
    assert set(MIXES) <= {member.split("+")[0] for member in MEMBERS}
