"""What a type checker and an editor know of answers; mypy reads this file."""

from typing import Any, assert_type

from galaxies_asp import (
    Position,
    Puzzle,
    Result,
    Search,
    Solution,
    count,
    enumerate_solutions,
    forced,
    load,
    load_all,
    parse,
    solve,
)
from galaxies_asp.core.possibilities import CellPossibilities, Count, Possibilities
from galaxies_asp.core.sheet import Sheet

BOARD = "3x3:m"


def test_boards_of_galaxies_keep_their_type() -> None:
    puzzle = assert_type(parse(BOARD), Puzzle)
    assert assert_type(load(BOARD, "galaxies"), Puzzle) == puzzle
    assert assert_type(load_all(BOARD, "galaxies"), list[Position])[0].puzzle == puzzle
    result = assert_type(solve(puzzle), Result[Solution])
    found = assert_type(enumerate_solutions(puzzle, seed=1), Search[Solution])
    assert list(found) == list(result.solutions)
    assert isinstance(assert_type(forced(puzzle), CellPossibilities), CellPossibilities)
    assert isinstance(assert_type(count(puzzle), Count), Count)


def test_boards_of_any_family_are_taken_by_the_same_functions() -> None:
    for source in (BOARD, "https://puzz.link/p?shikaku/3/2/6k"):
        board = assert_type(load(source), Puzzle | Sheet[Any])
        assert len(list(enumerate_solutions(board))) == len(solve(board).solutions) == 1
        assert isinstance(forced(board), CellPossibilities | Possibilities)
