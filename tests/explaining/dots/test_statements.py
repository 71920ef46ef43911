"""The sentences of walkthroughs, each compared with the board by an independent check.

Nothing here uses the propagation or the words of the package; see `support.sentences`.
"""

import pytest
from support.collection import puzzles
from support.sentences import cells

from galaxies_asp.explaining.words.clauses import cells_in_words

PUZZLES = puzzles(5, 10, 4)


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
