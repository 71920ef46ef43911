"""The sentences of walkthroughs, each compared with the board by an independent check.

Nothing here uses the propagation or the words of the package; see `support.sentences`.
"""

import re

import pytest
from support.collection import puzzles
from support.sentences import Board, cells, check

from galaxies_asp.core.board.grid import (
    Point,
    mirror,
)
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining import Figure, Level, figure, walkthrough
from galaxies_asp.explaining.words import cells_in_words

PUZZLES = puzzles(5, 10, 4)


def check_what_if(board: Board, what_if: Figure) -> None:
    """Check that images are named, nothing known is deduced, and the line is whole."""
    if found := re.search("if (.*?) belonged to (dot [A-Z]+)(.*)", what_if.head):
        dot = board.dots(found[2])[0]
        center = board.puzzle.centers[dot]
        images = {mirror(center, cell) for cell in cells(found[1])}
        own = {cell for cell, owner in board.owner.items() if owner == dot}
        new = {cell for cell in images - own if board.puzzle.has_cell(cell)}
        new -= {*cells(found[1])}
        assert {*cells(found[3])} in (new, {c for c in new if c not in board.labels})
    *deduced, end = what_if.frames
    line = what_if.chain
    for frame in deduced:
        assert set(cells(frame.head)) <= set(cells(line)), line
        for cell in cells(frame.head.partition("with")[0]):
            assert cell not in board.labels or "cannot" in frame.head, frame.head
    assert line.endswith(end.head)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_reasons_of_cells_are_true_and_name_open_regions_only(
    puzzle: Puzzle,
) -> None:
    way = walkthrough(puzzle)
    kinds: set[str] = set()
    for position, step in zip(way.positions(), way.steps, strict=False):
        if step.level == Level.TOUCHED:
            continue
        board, targets = Board(position), [fact.at for fact in step.reason.targets]
        shown = figure(position, step)
        named = set()
        for line in shown.sentences:
            who = check(board, line, targets, kinds)
            named.update(who)
            for dot in who:
                assert not board.is_complete(dot), line
                assert not board.is_shut_off(dot, targets), line
        for what_if in shown.what_ifs:
            check_what_if(board, what_if)
        assert len("\n".join(shown.lines(full=False))) <= 800
        own = puzzle.centers.index(step.target.center or Point(0, 0))
        heads = [
            re.findall(r"belonged to (dot [A-Z]+)", f.head) for f in shown.what_ifs
        ]
        supposed = {dot for head in heads for name in head for dot in board.dots(name)}
        closing = [line for line in shown.sentences if "other" in line[:9]]
        for line in closing:
            rest = set(range(len(puzzle.centers))) - named - supposed - {own}
            near = {d for d in rest if not board.could_reach(d).isdisjoint(targets)}
            assert bool(near) == ("can ever reach" not in line), line
        assert len(closing) < 2
        lines = [*shown.sentences, *(what_if.head for what_if in shown.what_ifs)]
        if not any(re.match("without|.*did not belong", line) for line in lines):
            # Dots that are not named never reach the cells, or are out of the way.
            rest = set(range(len(puzzle.centers))) - named - supposed - {own}
            text = "".join(closing)
            assert all(
                board.could_reach(d).isdisjoint(targets)
                or ("complete" in text and board.is_complete(d))
                or ("shut off" in text and board.is_shut_off(d, targets))
                for d in rest
            ), shown.sentences
    assert kinds


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ("c2r2 c3r2", "c2r2 and c3r2"),
        ("c4r2 c2r2 c3r2", "the row of three cells c2r2 to c4r2"),
        ("c2r2 c2r4 c2r3", "the column of three cells c2r2 to c2r4"),
        ("c2r2 c3r2 c2r3 c3r3", "the block of four cells c2r2 to c3r3"),
        ("c1r1 c2r1 c1r2", "the corner of three cells c1r1, c2r1 and c1r2"),
        ("c2r2 c3r2 c3r3", "the corridor of three cells c2r2, c3r2 and c3r3"),
        (
            "c2r2 c3r2 c4r2 c3r3",
            "the area of four cells c2r2, c3r2, c4r2 and c3r3",
        ),
        ("c2r2 c3r2 c5r5", "c2r2, c3r2 and c5r5"),
    ],
)
def test_groups_have_names(places: str, words: str) -> None:
    assert cells_in_words(PUZZLES[0], cells(places)) == words
