"""Puzzles of clues: what the verifier rejects, random boards, parts, sizes."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from galaxies_asp.board.errors import NotationError, OptionError
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.families.clue_puzzles import board as boards
from galaxies_asp.families.clue_puzzles.board import BLANK, STAR, parse
from galaxies_asp.families.clue_puzzles.random_boards import circuit_board
from galaxies_asp.families.clue_puzzles.verify import verify
from galaxies_asp.families.galaxies.family import smaller
from galaxies_asp.families.own import family


@pytest.mark.parametrize("way", [*product((-2, -1, 0, 1, 2), repeat=2)])
def test_stars_that_touch_are_wrong(way: tuple[int, int]) -> None:
    stars = {(2, 2), (2 + way[0], 2 + way[1])}
    rows = [
        "".join(STAR if (x, y) in stars else BLANK for x in range(5)) for y in range(5)
    ]
    text = "\n".join(["two-not-touch 1", *5 * ["aaaaa"], "", *rows, ""])
    touches = any("touches" in fault for fault in verify(parse(text)))
    assert touches == (max(map(abs, way)) == 1)


def test_every_edge_of_a_board_may_be_given() -> None:
    facts = " ".join(circuit_board(Random(seed), 4) for seed in range(300))
    assert "given((2,3))" in facts  # the lower edge between two columns
    assert "given((3,2))" in facts
    assert "given((2,0))" not in facts
    assert "given((0,2))" not in facts


def test_boards_of_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MAX_CELLS", 5)
    for rows in (("aa", "aa"), ("aaaaa",), 5 * ("a",)):
        assert parse("\n".join(["two-not-touch", *rows, ""])).clues == rows
    for rows in (("aa", "aa", "aa"), ("aaa", "aaa"), 6 * ("a",)):
        with pytest.raises(NotationError, match="over 5 cells"):
            parse("\n".join(["two-not-touch", *rows, ""]))


def test_boards_are_cut_at_each_side() -> None:
    found = [*smaller(Puzzle(2, 2, [(1, 1), (3, 2), (1, 3)]))]
    assert [puzzle for puzzle in found if puzzle.width * puzzle.height == 2] == [
        Puzzle(1, 2, [(1, 1), (1, 3)]),
        Puzzle(1, 2, [(1, 2)]),
        Puzzle(2, 1, [(1, 1)]),
        Puzzle(2, 1, [(1, 1)]),
    ]


def test_a_family_is_a_folder_or_python(tmp_path: Path) -> None:
    path = tmp_path / "family.txt"
    path.write_text("", encoding="utf-8")
    with pytest.raises(OptionError, match="a family is a folder or a Python file"):
        family(str(path))
