"""Saved games of Tatham's collection."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.notation import tatham_save


def save(*moves: str, shown: int | None = None, **fields: str) -> str:
    """Return a save file; a field is left out if it is empty."""
    records = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": "Galaxies",
        "PARAMS": "7x7dn",
        "CPARAMS": "3x2dn",
        "SEED": "12345",
        "DESC": "ac",
        "AUXINFO": "00ff",
        "NSTATES": str(len(moves) + 1),
        "STATEPOS": str(shown or len(moves) + 1),
    }
    records.update(fields)
    lines = [(key, value) for key, value in records.items() if value]
    lines += [tuple(move.split(" ", 1)) for move in moves]
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in lines)


def shown(text: str) -> Position:
    (position,) = tatham_save.read(text)
    return position


def test_untouched_game() -> None:
    text = save()
    assert text.startswith("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n")
    assert tatham_save.recognizes(text)
    assert shown(text) == Position(Puzzle(3, 2, ((1, 1), (4, 1))))


def test_moves_toggle_edges() -> None:
    text = save("MOVE E2,1", "MOVE E1,2;E3,2", "MOVE E1,2", "MOVE A1,1,4,1;M1,1;U1,1")
    assert shown(text).walls == {(2, 1), (3, 2)}
    assert shown(text.replace("\n", "\r\n")).walls == {(2, 1), (3, 2)}


def test_what_was_undone_is_not_there() -> None:
    moves = ("MOVE E2,1", "MOVE E1,2", "MOVE E3,2")
    assert shown(save(*moves, shown=3)).walls == {(2, 1), (1, 2)}
    assert shown(save(*moves, shown=1)).walls is None
    assert shown(save("MOVE E2,1", "MOVE E2,1")).walls == frozenset()


ARROWS = {"CPARAMS": "4x1", "DESC": "ad"}
"""Dots at (1,1) and (5,1)."""


def test_arrows_are_labels() -> None:
    position = shown(save("MOVE A3,1,5,1", **ARROWS))
    assert position.rows() == [[0, 1, 1, 1]]
    assert position.walls is None
    assert verify(position) == []
    assert shown(save("MOVE A3,1,5,1", "MOVE U7,1", **ARROWS)).rows() is None
    assert shown(save("MOVE A3,1,5,1", shown=1, **ARROWS)).rows() is None


def test_arrows_that_the_game_refuses() -> None:
    at_a_dot = save("MOVE A1,1,5,1", **ARROWS)
    off_the_board = save("MOVE A3,1,1,1", **ARROWS)
    protected = save("MOVE M5,1", "MOVE A3,1,5,1", **ARROWS)
    for text in (at_a_dot, off_the_board, protected):
        assert shown(text).rows() is None


def test_an_arrow_from_an_edge_is_one_from_its_cells() -> None:
    alone, both = (
        shown(save(move, CPARAMS="7x1", DESC="g"))
        for move in ("MOVE A3,1,7,1", "MOVE A4,1,7,1")
    )
    assert alone.rows() == [[-1, 0, -1, 0, -1, 0, -1]]
    assert both.rows() == [[-1, 0, 0, 0, 0, 0, -1]]


def test_arrows_and_edges() -> None:
    mixed = shown(save("MOVE A3,1,5,1", "MOVE E6,1", "MOVE E6,1", **ARROWS))
    assert verify(mixed) == []
    wrong = shown(save("MOVE A3,1,5,1", "MOVE E6,1", **ARROWS))
    assert [str(fault) for fault in verify(wrong)] != []


def test_solution_and_new_start() -> None:
    solve = "SOLVE S;a1,1,4,1;E2,1;E4,3"
    assert shown(save("MOVE E2,3", solve)).walls == {(2, 1), (2, 3), (4, 3)}
    assert shown(save(solve, "RESTART ac", "MOVE E2,3")).walls == {(2, 3)}
    assert shown(save(solve, "RESTART ac")).walls is None


def test_several_saves_and_old_ones() -> None:
    text = save("MOVE E2,1") + "\n" + save(CPARAMS="", PARAMS="2x2")
    first, second = tatham_save.read(text)
    assert first.walls == {(2, 1)}
    assert second.puzzle.width == 2


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("GAME    :8:Galaxies\n", (1, 1), "SAVEFILE"),
        (save(SAVEFILE="Something else"), (1, 13), "Something else"),
        (save(VERSION="2"), (2, 12), "version"),
        (save() + "GAME    :8:Galaxies\n", (11, 1), "GAME is there twice"),
        (save(GAME="Loopy"), (3, 12), "Loopy"),
        (save(CPARAMS="?"), (5, 12), "no size"),
        (save(CPARAMS="99999x99999"), (5, 13), "over the limit"),
        (save(DESC="a7"), (7, 13), "'7'"),
        (save(DESC=""), (1, 13), "no DESC"),
        (save(STATEPOS="0"), (10, 12), "no state 0"),
        (save(NSTATES="2"), (1, 13), "too early"),
        (save(STATEPOS="x"), (10, 12), "not a number"),
        (save("MOVE E2,1;E2,2"), (11, 17), "(2,2)"),
        (save("MOVE E6,1"), (11, 12), "(6,1)"),
        (save("MOVE E2,1;Q"), (11, 17), "'Q'"),
        (save("MOVE D1,1"), (11, 12), "edits"),
        (save().replace(":8:Gal", ":7:Gal"), (3, 1), "7 bytes"),
        (save().replace(":8:Gal", ":9:Gal"), (3, 1), "9 bytes"),
        (save().replace(":8:Gal", ":999:Gal"), (3, 1), "ends inside"),
        (save() + "what?\n", (11, 1), "expected a key"),
    ],
)
def test_save_errors(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(NotationError) as caught:
        tatham_save.read(text)
    assert (caught.value.line, caught.value.column) == place
    assert words in caught.value.message


SAVES = st.sampled_from([save(), save("MOVE E2,1;A1,1,4,1", "SOLVE S;E3,2", shown=2)])


@given(st.one_of(st.text(), damaged(SAVES)))
def test_nothing_but_our_errors_escapes_from_saves(text: str) -> None:
    tatham_save.recognizes(text)
    with suppress(GalaxiesError):
        tatham_save.read(text)
