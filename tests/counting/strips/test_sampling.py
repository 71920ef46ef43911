"""Random boards of strips: all boards, equally often; exact means."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from sample_statistics import are_closed, lengths, summarize_lines
from support.commands import text
from support.strips import accepts

from galaxies_asp.core.board.errors import StripError
from galaxies_asp.counting.strips.automaton import (
    Automaton,
    completions,
    means,
    rows_of,
    samples,
)
from galaxies_asp.counting.strips.puzzles import StripPuzzle


def machine(puzzle: str, rows: int) -> Automaton:
    return StripPuzzle(puzzle, rows).automaton().minimal()


def all_boards(automaton: Automaton, columns: int) -> list[list[str]]:
    words = product(automaton.symbols, repeat=columns)
    return [rows_of(word) for word in words if accepts(automaton, word)]


@pytest.mark.parametrize(
    ("puzzle", "rows", "columns"),
    [("ring-ring", 4, 4), ("circuit-board", 2, 3), ("dominoes", 3, 4)],
)
def test_every_board_is_equally_likely(puzzle: str, rows: int, columns: int) -> None:
    automaton = machine(puzzle, rows)
    boards = all_boards(automaton, columns)
    assert completions(automaton, columns)[-1][0] == len(boards)
    found = Counter(map(tuple, samples(automaton, columns, 200 * len(boards), 1)))
    assert set(found) == {tuple(board) for board in boards}
    # Five standard deviations.
    assert all(abs(number - 200) < 5 * 200**0.5 for number in found.values())


@pytest.mark.parametrize("puzzle", ["ring-ring", "dominoes"])
def test_means(puzzle: str) -> None:
    automaton = machine(puzzle, 4)
    boards = all_boards(automaton, 4)
    totals = Counter("".join("".join(board) for board in boards))
    expected = {one: Fraction(total, len(boards)) for one, total in totals.items()}
    assert means(automaton, 4) == expected


def test_no_board() -> None:
    with pytest.raises(StripError, match="no board with 3 columns"):
        next(samples(machine("ring-ring", 3), 3, 1, 0))


def test_the_command() -> None:
    arguments = "strip", "sample", "ring-ring", "--rows", "4", "--columns", "6"
    one, two = text(*arguments, "-n", "2"), text(*arguments, "-n", "2")
    assert one.stdout == two.stdout
    assert [len(line) for line in one.stdout.splitlines()] == [6] * 4 + [0] + [6] * 4


def test_closed_lines() -> None:
    assert lengths(["┌┐", "└┘"]) == [4]
    assert sorted(lengths(["┌─┐·", "│┌┼┐", "└┼┘│", "·└─┘"])) == [8, 8]
    assert not are_closed(["╶╴"])


def test_statistics_against_all_boards() -> None:
    automaton = machine("ring-ring", 4)
    boards = all_boards(automaton, 4)
    every = [lengths(board) for board in boards]
    found = summarize_lines(samples(automaton, 4, 500, 5))
    number = Fraction(sum(map(len, every)), len(every))
    assert number == means(automaton, 4)["┌"], "an outline has one such corner"
    assert found.number.low < number < found.number.high
    assert found.length is not None
    length = sum(map(sum, every)) / sum(map(len, every))
    assert found.length.low < length < found.length.high
    assert set(found.lengths) <= {length for loops in every for length in loops}


def test_no_board_on_the_command_line() -> None:
    assert text(
        "strip", "sample", "ring-ring", "--rows", "3", "--columns", "3"
    ).returncode
