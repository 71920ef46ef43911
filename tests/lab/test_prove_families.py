"""Puzzles of other families, proved equal and unequal: Nurikabe, Slitherlink."""

from itertools import product
from pathlib import Path

import pytest
from support.commands import lab

from galaxies_asp.cli.lab.report import few
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import board_sets
from galaxies_asp.lab.proof import proof_boards
from galaxies_asp.lab.prove import Proof, ProofRequest

FAMILIES = data_folder("encodings") / "families"
LABELED = str(Path(__file__).parents[2] / "docs" / "examples" / "nurikabe-labels.lp")

LINES = """
cell((2*I-1,2*J-1)) :- I = 1..W, J = 1..H, width(W), height(H).
around((X,Y),(X+DX,Y+DY)) :- cell((X,Y)), (DX,DY) = ((1,0);(-1,0);(0,1);(0,-1)).
:- number(P,N), N != "?", not { loop(E) : around(P,E) } = N.
"""
COLORED = f"""{LINES}
{{ inside(P) }} :- cell(P).
side(E,P) :- around(P,E), inside(P).
loop(E) :- around(P,E), inside(P), not side(E,Q) : around(Q,E), Q != P.
beside(P,Q) :- around(P,E), around(Q,E), P != Q.
:- not inside(P) : cell(P).
later(P) :- cell(P), inside(Q), Q < P.
joined(P) :- inside(P), not later(P).
joined(Q) :- joined(P), beside(P,Q), inside(Q).
:- inside(P), not joined(P).
free(P) :- cell(P), not inside(P), around(P,E), not beside(P,Q) : around(Q,E), Q != P.
free(Q) :- free(P), beside(P,Q), not inside(Q).
:- cell(P), not inside(P), not free(P).
"""
PARITY = """
in((1,Y)) :- cell((1,Y)), output(loop((0,Y))).
out((1,Y)) :- cell((1,Y)), not output(loop((0,Y))).
in((X+2,Y)) :- in((X,Y)), cell((X+2,Y)), not output(loop((X+1,Y))).
in((X+2,Y)) :- out((X,Y)), cell((X+2,Y)), output(loop((X+1,Y))).
out((X+2,Y)) :- out((X,Y)), cell((X+2,Y)), not output(loop((X+1,Y))).
out((X+2,Y)) :- in((X,Y)), cell((X+2,Y)), output(loop((X+1,Y))).
witness(inside(P)) :- in(P).
"""


def first_difference(family: Path, holder: Path | str, other: Path | str) -> str | None:
    """Return the size of the first boards on which the holder has an answer more."""
    name = str(family)
    chosen = compared_family(name)
    for board in proof_boards(chosen, 3, 2):
        *_, result = ProofRequest(name, str(holder), str(other), board).answer()
        assert isinstance(result, Proof)
        assert not result.message, result.message
        if result.facts is not None:
            return board.name.rpartition(" ")[2]
    return None


@pytest.mark.slow
def test_slitherlink(tmp_path: Path) -> None:
    """Two loops are the fault: they need three cells in a row."""
    family = FAMILIES / "slitherlink"
    loop, loops, colored = (
        tmp_path / f"{name}.lp" for name in ("loop", "loops", "colored")
    )
    text = (family / "encoding.lp").read_text()
    text = text.replace("../cells.lp", str(FAMILIES / "cells.lp"))
    loop.write_text(text)
    loops.write_text(text.replace(":- loop(E), not reached(E).", ""))
    colored.write_text(COLORED)
    (tmp_path / "witnesses").mkdir()
    (tmp_path / "witnesses" / "colored.lp").write_text(PARITY)
    assert first_difference(family, loop, colored) is None
    assert first_difference(family, colored, loop) is None
    assert first_difference(family, loop, loops) is None
    assert first_difference(family, loops, loop) == "3x1"
    assert first_difference(family, loops, colored) == "3x1"


@pytest.mark.slow
def test_nurikabe(tmp_path: Path) -> None:
    """Without connected cells, two of them apart are the fault."""
    family, wrong = FAMILIES / "nurikabe", tmp_path / "wrong.lp"
    text = Path(LABELED).read_text()
    text = text.replace("cells.lp", str(FAMILIES / "cells.lp"))
    wrong.write_text(text.replace(":- shaded(P), not reached(P).", ""))
    witness = Path(LABELED).parent / "witnesses" / "nurikabe-labels.lp"
    (tmp_path / "witnesses").mkdir()
    (tmp_path / "witnesses" / "wrong.lp").write_text(witness.read_text())
    assert first_difference(family, LABELED, "encoding.lp") is None
    assert first_difference(family, "encoding.lp", LABELED) is None
    assert first_difference(family, "encoding.lp", wrong) is None
    assert first_difference(family, wrong, "encoding.lp") == "3x1"


@pytest.mark.slow
def test_a_difference_is_reduced_to_a_board_that_can_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "encoding.lp").write_text(
        "%*! width(W)\nInput. There are W columns.\n*%\n"
        "%*! height(H)\nInput. There are H rows.\n*%\n"
        "%*! number(P,N)\nInput. P has N. Domain: P = (1,1), N = 1..2, width(_).\n*%\n"
        "%*! shaded(P)\nOutput. The cell P is shaded. Drawing: shade.\n*%\n"
        "#defined number/2.\n{ shaded((1,1)) } :- width(_).\n"
    )
    (tmp_path / "mine.lp").write_text('#include "encoding.lp".\nshaded((1,1)).\n')
    family, mine = str(tmp_path), str(tmp_path / "mine.lp")
    pair = "encoding.lp", mine
    code, out, _ = lab("prove", *pair, "--family", family, "--size", "1x1")
    assert code == 1
    assert "┆███┆" in out


def test_values_of_the_declared_domain_are_searched(tmp_path: Path) -> None:
    """The boards of `boards.lp` have no number above the longer side."""
    hitori = data_folder("encodings") / "families" / "hitori" / "encoding.lp"
    text = hitori.read_text().replace("../cells.lp", "cells.lp")
    wrong = tmp_path / "wrong.lp"
    wrong.write_text(text.replace("X < U, not", "X < U, N != 4, not"))
    family = compared_family("hitori")
    board = next(b for b in proof_boards(family, 2, 2) if b.name.endswith("2x2"))
    *_, found = ProofRequest("hitori", str(wrong), "encoding.lp", board).answer()
    assert found.facts is not None
    assert ",4)." in found.facts
    assert board_sets(family, 1, 1)[0].name == "all boards of boards.lp on 1x1"


def test_sizes_are_summed_up_only_where_all_smaller_ones_were_searched() -> None:
    names = [f"all boards of {w}x{h}" for w, h in product((1, 2, 3), (1, 2))]
    assert few(names) == "all boards up to 3x2"
    assert few([*names, "all boards of 5x1"]) == (
        "all boards up to 3x2, all boards of 5x1"
    )
    more = "all boards of 4x1", "all boards of 5x1"
    assert few([*names, *more]) == "all boards up to 3x2 and 5x1"
