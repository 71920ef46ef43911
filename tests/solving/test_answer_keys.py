"""Answer keys, in the book and on the command line."""

import pytest
from support import commands
from support.books import AMBIGUOUS, SEVEN, problems

from galaxies_asp import Puzzle, Solution
from galaxies_asp.book.booklet import Design, compose
from galaxies_asp.book.contents import contents
from galaxies_asp.notation import write
from galaxies_asp.solving.answer_keys import answer_key


def test_runs_are_counted_along_a_row() -> None:
    puzzle = Puzzle(5, 2, [(1, 1), (5, 2), (9, 1), (9, 3), (1, 3)])
    labels = [[0, 1, 1, 1, 2], [4, 1, 1, 1, 3]]
    assert answer_key(Solution(puzzle, labels)) == {1: [1, 3, 1], 2: [1, 3, 1]}
    holed = Puzzle(4, 1, [(1, 1), (6, 1)], holes=[(3, 1)])
    assert answer_key(Solution(holed, [[0, -1, 1, 1]])) == {1: [1, 2]}
    assert answer_key(Solution(Puzzle(3, 1, [(3, 1)]), [[0, 0, 0]])) == {1: [3]}


@pytest.mark.slow
def test_the_printed_key_is_the_one_that_check_accepts() -> None:
    book = compose(problems(SEVEN, AMBIGUOUS), Design(with_keys=True))
    ((_, _, keys),) = contents(book)["keys"]
    assert [number for number, _ in keys] == ["1"]  # no key without one solution
    text = keys[0][1]
    source = write(SEVEN, "tatham").strip()
    assert commands.text("check", "--key", text, source).stdout.endswith("correct\n")
    first, _, second = text.partition(", ")
    wrong = commands.text("check", "--key", f"{first}, {second} 1", source)
    assert wrong.returncode == 1
    assert wrong.stdout.count("is wrong") == 1
    page = contents(book)["puzzles"][0]["entries"]
    assert [len(entry["marked"]) for entry in page] == [2, 0]
    assert not contents(compose(problems(SEVEN), Design()))["keys"]


@pytest.mark.parametrize(
    ("key", "source", "said"),
    [
        ("1 2 3", "idp-7x7", "--key takes the numbers of row 3 and row 5"),
        ("1 x, 2", "idp-7x7", "--key takes the numbers of row 3 and row 5"),
        ("1, 2", write(AMBIGUOUS, "tatham").strip(), "without exactly one solution"),
    ],
)
def test_what_is_not_a_key(key: str, source: str, said: str) -> None:
    done = commands.text("check", "--key", key, source)
    assert done.returncode
    assert said in done.stderr
    assert "Traceback" not in done.stderr
