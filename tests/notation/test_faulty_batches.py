"""A faulty line or block of a batch is named by its own number; others are read."""

import json

import pytest

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.families.reading import sheets
from galaxies_asp.notation import parse_all, parse_each

_GOOD = '{"width": 1, "height": 1, "centers": [[1, 1]]}'
_PRETTY = json.dumps(json.loads(_GOOD), indent=2)
_DRAWN = "+-+\n|o|\n+-+\n"
_FACTS = "% puzzle a\nwidth(1). height(1). center((1,1)).\n"


@pytest.mark.parametrize(
    ("faulty", "line", "said"),
    [
        ('{"width": 1, "height": 1}', 2, "centers"),
        ('{"width": 1, "height": 1,', 2, "this object has no end"),
        ('{"width": 1, "height": 1, "centers": [[1, 1]}', 2, "not JSON"),
        ('{"width": 1 "height": 1}', 2, "not JSON"),
        ("[1]", 2, "expected an object"),
        ('{"width": 1, "width": 1}', 2, "twice"),
    ],
)
@pytest.mark.parametrize("good", [_GOOD, _PRETTY])
def test_objects(good: str, faulty: str, line: int, said: str) -> None:
    first, fault, *others = parse_each(f"{_GOOD}\n{faulty}\n{good}\n{good}\n")
    assert isinstance(first, Position)
    assert all(isinstance(one, Position) for one in others)
    assert len(others) == 2
    assert isinstance(fault, NotationError)
    assert (fault.line, said in str(fault)) == (line, True)


@pytest.mark.parametrize(
    ("good", "faulty", "line"),
    [
        (_DRAWN, "+-+\n|o\n\n", 5),
        (_FACTS, "% puzzle b\nwidth(1). height(2). centre((1,1)).\n", 4),
        (_FACTS, "% puzzle b\nwidth(1). height(2). center((9,1)).\n", 4),
        ("1x1\n(1,1)\n", "2x1\n(9,9)\n", 3),
    ],
)
def test_blocks(good: str, faulty: str, line: int) -> None:
    separated = good + "\n" * good.startswith("+")
    first, fault, last = parse_each(separated + faulty + separated)
    assert first == last or {type(first), type(last)} == {Position}
    assert isinstance(fault, NotationError)
    assert fault.line == line
    with pytest.raises(NotationError, match=f"line {line}"):
        parse_all(separated + faulty + separated)


@pytest.mark.parametrize(
    "faulty", ["7x7:zzzzzzzzzzb", "0x7:a", "99999999999x2:a", "3x3:zz", "3x3:", "2x2:e"]
)
@pytest.mark.parametrize("end", ["", "\n"])
def test_lists_of_game_ids(faulty: str, end: str) -> None:
    """A list of IDs says the same as one that has other lines, too."""

    def said(text: str) -> list[object]:
        found = sheets(text, "la\x01bel")
        return [
            (str(one), one.line) if isinstance(one, NotationError) else one.plain()
            for one in found
        ]

    text = f"7x7:cghsppedzzaccdtce\n{faulty}\n3x3:fj{end}"
    assert said(text) == said(f"{text}\n# the end")
    assert len(said(text)) == 3
