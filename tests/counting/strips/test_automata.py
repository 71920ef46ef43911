"""Automata: declarative columns against the sweeps, the published machine, faults."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.marks import slow_if
from support.strips import accepts

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import EncodingError, StripError
from galaxies_asp.counting.strips.automaton import Automaton, from_sweep
from galaxies_asp.counting.strips.column import explore_encoding, find_column
from galaxies_asp.counting.strips.matrix import terms
from galaxies_asp.counting.strips.puzzles import ENCODED, StripPuzzle
from galaxies_asp.counting.strips.rules import (
    Rings,
    Stars,
    Trees,
)

DOMINOES = {  # OEIS A000045, A005178, A003775
    2: [1, 1, 2, 3, 5, 8, 13],
    4: [1, 1, 5, 11, 36, 95, 281],
    5: [1, 0, 8, 0, 95, 0, 1183],
}


def same(one: Automaton, other: Automaton) -> bool:
    """Tell whether two automata read the same boards."""
    one, other = one.minimal(), other.minimal()
    return one.steps == other.steps and one.accepting == other.accepting


def declared(name: str, rows: int) -> Automaton:
    return explore_encoding(find_column(name), rows)


@pytest.mark.parametrize("rows", slow_if(lambda rows: rows > 6, range(1, 8)))
def test_ring_ring(rows: int) -> None:
    assert same(declared("ring-ring", rows), from_sweep(Rings(rows)))


@pytest.mark.parametrize("rows", slow_if(lambda rows: rows > 4, range(1, 7)))
def test_circuit_board(rows: int) -> None:
    assert same(declared("circuit-board", rows), from_sweep(Trees(rows)))


@pytest.mark.parametrize(
    "ways",
    [
        (),
        ("vertical",),
        ("horizontal",),
        ("falling",),
        ("rising",),
        ("vertical", "horizontal", "diagonal"),
    ],
)
@pytest.mark.parametrize("rows", range(1, 6))
def test_stars(rows: int, ways: tuple[str, ...]) -> None:
    for stars in range(4):
        forbidden = frozenset(ways)
        board = StripPuzzle("two-not-touch", rows, stars, forbidden, declarative=True)
        assert same(board.automaton(), from_sweep(Stars(rows, stars, forbidden)))


@pytest.mark.parametrize("rows", DOMINOES)
def test_a_new_puzzle(rows: int) -> None:
    strip = declared("dominoes", rows).minimal().strip()
    assert terms(strip, 7) == DOMINOES[rows]
    code = (data_folder("encodings") / "strips" / "dominoes.lp").read_text("utf-8")
    assert len(code.splitlines()) <= 45


def test_published_machine() -> None:
    automaton = from_sweep(Rings(4)).minimal()
    assert len(automaton.steps) == 7
    assert len(automaton.symbols) == 15
    assert automaton.accepting == (True, *[False] * 6)
    assert automaton.names[0] == "none"
    # The example of the source, which passes through 1-4, 1-4 2-3, 2-3, 1-4 2-3. From
    # there no column leads to the end at once, as is printed; 1-4 lies between.
    word = ["┌││└", "─┌└─", "┐┼┼┘", "┌┼┼└", "─┐┘─", "┐││┘"]
    assert accepts(automaton, word)
    assert not accepts(automaton, word[:-1])
    assert not accepts(automaton, [*word[:4], "┐┼┼┘"])
    assert accepts(automaton, [])


def test_minimal_automata_do_not_depend_on_the_exploration() -> None:
    automaton = from_sweep(Rings(6))
    assert automaton.minimal().minimal() == automaton.minimal()
    assert len(automaton.minimal().steps) == 42


# Faults -------------------------------------------------------------------------------

GOOD = """
#include "{folder}/interface.lp".
possible(on(R)) :- row(R).
{{ on(R) : row(R) }} = 1.
picture(R,right) :- on(R).
after(on(R)) :- on(R).
accepting.
"""


def faulty(tmp_path: Path, change: Callable[[str], str]) -> Path:
    folder = data_folder("encodings") / "strips"
    path = tmp_path / "column.lp"
    path.write_text(change(GOOD.format(folder=folder)), "utf-8")
    return path


def replaced(code: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        assert old in code
        code = code.replace(old, new)
    return code


def test_an_encoding_of_ones_own(tmp_path: Path) -> None:
    path = faulty(tmp_path, lambda code: code)
    board = StripPuzzle(str(path), 3)
    assert terms(board.strip(), 4) == [0, 3, 9, 27]


@pytest.mark.parametrize(
    "choice",
    [
        "{ after(on(R)) : row(R) } = 1.",
        "after(on(R)) : row(R).",
        "1 { on(1..rows) } 1.",
    ],
)
def test_a_choice_may_derive_the_state_after(tmp_path: Path, choice: str) -> None:
    picture = "picture(R,right) :- after(on(R))."
    rules = {
        "{ on(R) : row(R) } = 1.": choice,
        "picture(R,right) :- on(R).": picture,
    }
    if "after" in choice:
        rules["after(on(R)) :- on(R)."] = ""
    path = faulty(tmp_path, lambda code: replaced(code, rules))
    assert terms(StripPuzzle(str(path), 3).strip(), 4) == [0, 3, 9, 27]


def test_words_with_the_same_first_letter_are_different_pictures(
    tmp_path: Path,
) -> None:
    """The symbols of a column show one character of each word."""
    words = {"picture(R,right) :- on(R).": "picture(1,9+R) :- on(R)."}
    path = faulty(tmp_path, lambda code: replaced(code, words))
    assert terms(StripPuzzle(str(path), 3).strip(), 4) == [0, 3, 9, 27]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "after(on(R)) :- on(R).",
            "after(on(R+9)) :- on(R).",
            r"possible\(on\(1\d\)\)",
        ),
        ("after(on(R)) :- on(R).", "after(on(R)) :- on(S).", r"unsafe"),
        (
            "picture(R,right) :- on(R).",
            "picture(1,right).",
            r"from the state \{\} the column ╶.* leads to several states.*column.lp:6",
        ),
        ("accepting.", "accepting :- before(_).", r"may end after some columns"),
        ("picture(R,right) :- on(R).", "", r"no rule derives picture\(R,P\)"),
        ("picture(R,right)", "picture(R+3,right)", r"the rows are 1 to 3"),
        ("after(on(R)) :- on(R).", "", r"no rule derives after\(T\)"),
        ("accepting.", "", r"no rule derives accepting"),
        ("possible(on(R)) :- row(R).", "{possible(on(R))} :- row(R).", r"depends on"),
        ("accepting.", "accepting", r"syntax error"),
        ("accepting.", "#script (python)\n#end.\naccepting.", r"scripts are not run"),
    ],
)
def test_what_is_no_step_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = faulty(tmp_path, lambda code: code.replace(old, new))
    with pytest.raises(EncodingError, match=message):
        StripPuzzle(str(path), 3).automaton()


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(StripError, match="needs the number of stars"):
        StripPuzzle("two-not-touch", 5)
    with pytest.raises(StripError, match="belong to two-not-touch"):
        StripPuzzle("ring-ring", 5, 2)
    with pytest.raises(StripError, match="at least 1"):
        StripPuzzle("ring-ring", 0)
    with pytest.raises(StripError, match="constants"):
        StripPuzzle("ring-ring", 5, constants={"stars": 2})
    with pytest.raises(EncodingError, match="neither a file"):
        find_column("nothing")


# Output -------------------------------------------------------------------------------


def test_text() -> None:
    text = from_sweep(Rings(4)).minimal().text()
    assert text.startswith("4 rows, 7 states, 15 symbols\n\n0: none (start, end)\n")
    assert "1: 1-4\n    ─  ┐\n    ┌  │\n    └  │\n    ─  ┘\n  → 3  0\n" in text


def test_json_has_all_steps() -> None:
    answer = json.loads(from_sweep(Rings(4)).minimal().json())
    assert len(answer["transitions"]) == 16
    assert answer["accepting"] == [0]


def test_every_built_in_column_is_there() -> None:
    folder = data_folder("encodings") / "strips"
    for name in ENCODED:
        assert find_column(name) == folder / f"{name}.lp"
        assert find_column(name).is_file()
