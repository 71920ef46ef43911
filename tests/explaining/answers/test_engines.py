"""The two engines that explain Galaxies agree under the standard rules."""

import pytest

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.explaining import Kind, walkthrough
from galaxies_asp.notation import parse

BOARDS = ("5x4:fucgdm", "7x7:bgsgqbzbfxxfzb", "7x7:cghsppedzzaccdtce")


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_both_engines_decide_the_same_cells(board: str) -> None:
    ends, cells = [], []
    for encoding in ("auto", "assign"):
        way = walkthrough(parse(board), rules=Rules(encoding))
        facts = (fact for step in way.steps for fact in step.facts)
        cells.append({(f.at, f.center) for f in facts if f.kind is Kind.CELL})
        ends.append(way.solved)
    assert cells[0] == cells[1]
    assert ends[0] == ends[1]
