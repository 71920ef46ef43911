"""Puzzles of other families, proved equal and unequal: Nurikabe, Slitherlink."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.proof import Proof, proof_boards
from galaxies_asp.lab.prove import ProofRequest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

NURIKABE = {
    "interface.lp": "#show black/1.\n",
    "boards.lp": "{ number((1..W,1..H),1..3) } <= 2 :- width(W), height(H).\n"
    ":- number(P,M), number(P,N), M < N.\n",
    "instances/small.lp": "width(2). height(1). number((1,1),1).\n",
}
ISLANDS = """
out(P) :- cell(P), not output(black(P)).
led(P,P) :- number(P,_).
led(Q,R) :- led(P,R), next(P,Q), out(Q).
witness(island(P,Q)) :- led(P,Q), out(P).
"""

SLITHERLINK = {
    "interface.lp": "#show line/1.\n",
    "boards.lp": "{ clue((2*I-1,2*J-1),0..3) : I = 1..W, J = 1..H } <= 2 :- width(W), "
    "height(H).\n:- clue(P,M), clue(P,N), M < N.\n",
    "instances/small.lp": "width(1). height(1). clue((1,1),3).\n",
}
LINES = """
cell((2*I-1,2*J-1)) :- I = 1..W, J = 1..H, width(W), height(H).
around((X,Y),(X+DX,Y+DY)) :- cell((X,Y)), (DX,DY) = ((1,0);(-1,0);(0,1);(0,-1)).
edge(E) :- around(_,E).
end((X,Y),(X+D,Y)) :- edge((X,Y)), X \\ 2 = 1, D = (-1;1).
end((X,Y),(X,Y+D)) :- edge((X,Y)), Y \\ 2 = 1, D = (-1;1).
:- clue(P,N), not { line(E) : around(P,E) } = N.
"""
LOOP = f"""{LINES}
{{ line(E) }} :- edge(E).
visited(V) :- line(E), end(E,V).
:- visited(V), not {{ line(E) : end(E,V) }} = 2.
:- not line(E) : edge(E).
"""
REACHED = """
later(E) :- edge(E), line(F), F < E.
reached(E) :- line(E), not later(E).
reached(F) :- reached(E), end(E,V), end(F,V), line(F).
:- line(E), not reached(E).
"""
COLORED = f"""{LINES}
{{ inside(P) }} :- cell(P).
side(E,P) :- around(P,E), inside(P).
line(E) :- around(P,E), inside(P), not side(E,Q) : around(Q,E), Q != P.
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
in((1,Y)) :- cell((1,Y)), output(line((0,Y))).
out((1,Y)) :- cell((1,Y)), not output(line((0,Y))).
in((X+2,Y)) :- in((X,Y)), cell((X+2,Y)), not output(line((X+1,Y))).
in((X+2,Y)) :- out((X,Y)), cell((X+2,Y)), output(line((X+1,Y))).
out((X+2,Y)) :- out((X,Y)), cell((X+2,Y)), not output(line((X+1,Y))).
out((X+2,Y)) :- in((X,Y)), cell((X+2,Y)), output(line((X+1,Y))).
witness(inside(P)) :- in(P).
"""


def folder(path: Path, files: Mapping[str, str]) -> str:
    for name, text in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text)
    return str(path)


def first_difference(family: str, holder: str, other: str) -> str | None:
    """Return the size of the first boards on which the holder has an answer more."""
    chosen = family_named(family)
    for board in (*proof_boards(chosen, 3, 1), *proof_boards(chosen, 2, 2)):
        *_, result = ProofRequest(family, holder, other, board).answer()
        assert isinstance(result, Proof)
        assert not result.reason, result.reason
        if result.facts is not None:
            return board.name.rpartition(" ")[2]
    return None


def test_slitherlink(tmp_path: Path) -> None:
    """Two loops are the fault: they need three cells in a row."""
    family = folder(tmp_path / "slitherlink", SLITHERLINK)
    files = {
        "loop.lp": LOOP + REACHED,
        "loops.lp": LOOP,
        "colored.lp": COLORED,
        "witnesses/colored.lp": PARITY,
    }
    folder(tmp_path, files)
    loop, loops, colored = (
        str(tmp_path / f"{name}.lp") for name in ("loop", "loops", "colored")
    )
    assert first_difference(family, loop, colored) is None
    assert first_difference(family, colored, loop) is None
    assert first_difference(family, loop, loops) is None
    assert first_difference(family, loops, loop) == "3x1"
    assert first_difference(family, loops, colored) == "3x1"


def test_nurikabe(tmp_path: Path) -> None:
    """Without connected black cells, two of them apart are the fault."""
    family = folder(tmp_path / "nurikabe", NURIKABE)
    folder(tmp_path, {"witnesses/nurikabe.lp": ISLANDS})
    for name in ("nurikabe.lp", "nurikabe-labels.lp"):
        shutil.copy(EXAMPLES / name, tmp_path)
    grown, labeled = str(tmp_path / "nurikabe.lp"), str(tmp_path / "nurikabe-labels.lp")
    assert first_difference(family, labeled, grown) is None
    assert first_difference(family, grown, labeled) is None
    wrong = tmp_path / "wrong.lp"
    text = Path(labeled).read_text()
    wrong.write_text(text.replace(":- black(P), not reached(P).", ""))
    assert first_difference(family, grown, str(wrong)) is None
    assert first_difference(family, str(wrong), grown) == "3x1"
