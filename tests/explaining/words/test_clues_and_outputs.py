"""Outputs at the places of clues: steps tell what is not to be seen already."""

from pathlib import Path

import pytest

from galaxies_asp.explaining import walkthrough
from galaxies_asp.families.own import family

_ENCODING = """%*
Ends: shade the marked cells, and as many others as there are marks
===================================================================
*%
#include "cells.lp".
%*! mark(P)
Input. The cell P is marked. Domain: cell(P). Drawing: {given}.
*%
#defined mark/1.
%*! shaded(P)
Output. The cell P is shaded. Drawing: {drawn}.
*%
#show shaded/1.
% Generate: shade cells
{{ shaded(P) }} :- cell(P).
% Test: marked cells are shaded
:- mark(P), not shaded(P).
% Test: the first cell is shaded
:- not shaded((1,1)).
"""


@pytest.mark.parametrize(
    ("given", "drawn", "told"),
    [
        ("dot", "shade", {"shaded((1,1))", "shaded((3,1))"}),
        ("shade", "shade", {"shaded((1,1))"}),  # what is drawn alike is there
        ("symbol a", "symbol b", {"shaded((1,1))", "shaded((3,1))"}),
    ],
)
def test_only_what_looks_like_a_clue_needs_no_step(
    tmp_path: Path, given: str, drawn: str, told: set[str]
) -> None:
    text = _ENCODING.format(given=given, drawn=drawn)
    (tmp_path / "encoding.lp").write_text(text, encoding="utf-8")
    (sheet,) = family(str(tmp_path)).read("width(2). height(1). mark((3,1)).")
    way = walkthrough(sheet)
    assert way.solved
    assert {str(f.atom) for step in way.steps for f in step.reason.targets} == told
