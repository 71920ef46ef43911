"""Every kind of statement: a proof understands it as clingo does, or refuses it.

The second method grounds the encodings as they are, and lists their answers on all
boards of a size. Encodings without a test are compared with plain clingo on single
boards as well.
"""

import runpy
from pathlib import Path

import pytest
from clingo import ast
from support.documents import ROOT

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.proof import proof_boards
from galaxies_asp.lab.prove import Proof, ProofRequest

_THEORY = """#theory t {
    s { - : 2, unary; + : 1, binary, left };
    &sum/0 : s, { < }, s, any
}.
"""

EQUAL = {
    "comments": "% line\n%* block *%\n",
    "an unused constant": "#const n = 3.\n",
    "a constant in another part": "#program other.\n#const n = 7.\n"
    "#program base.\n:- width(n).\n",
    "defined": "#defined something/2.\n:- something(1,2).\n",
    "heuristic": "#heuristic galaxy(P,C) : cell(P), center(C). [1@2,true]\n",
    "projected to an auxiliary choice": "{ extra }.\n#project extra/0.\n",
    "projected to some atoms": "{ extra(1..2) }.\n#project extra(X) : extra(X).\n",
    "the output shown as a term": "#show galaxy(P,C) : galaxy(P,C).\n",
    "more shown": "#show 1.\n#show (P,1) : cell(P).\n#show seen(P;C) : galaxy(P,C).\n",
    "a false external": ":- bad.\n#external bad.\n#external worse : bad. [false]\n",
    "an external by a constant": "#const v = false.\n#external bad. [v]\n:- bad.\n",
    "an external that a rule derives": "#external ok. [false]\nok.\n:- not ok.\n",
    "a part": "#program step(t).\n:- cell(P), t > 0.\n",
    "a part base with parameters": "#program base(x).\n:- width(_).\n#program base.\n",
    "an output shown in another part": "#program step(t).\n#show galaxy/2.\n",
    "a theory that is not used": _THEORY,
    "a choice of no effect": "{ extra(P) : cell(P) }.\n",
    "an edge": "#edge (P,Q) : cell(P), cell(Q), P < Q.\n",
    "a conditional literal": ":- cell(P), galaxy(P,C) : center(C); 0 = 1.\n",
    "an aggregate": ":- #count { C : galaxy(P,C), cell(P) } = 9.\n",
    "a head that is true": "#true :- width(2).\n",
    "names that the proof uses": "{ h(P) } :- cell(P).\n:- h(P), black(P).\n"
    "possible(h(P)) :- cell(P).\nlargest(h(P)) :- cell(P).\nnot_ok.\n-ok.\n",
}
DIFFERENT = {
    "a constant": "#const n = 2.\n:- width(n).\n",
    "an overridden constant": "#const n = 9. [default]\n#const n = 2. [override]\n"
    ":- width(n).\n",
    "an external that nothing assigns": "#external ok.\n:- not ok, width(2).\n",
    "an edge": "#edge (C,P) : galaxy(P,C).\n#edge (P,C) : galaxy(P,C), P != C.\n",
    "a negated head": "not wide :- width(2).\nwide :- height(1).\n",
    "a doubly negated head": "not not wide :- width(2).\n",
    "strong negation": "-wide :- width(2).\nwide :- black(_).\n",
    "a conditional literal": ":- width(2), galaxy(P,C) : cell(P), center(C).\n",
    "an aggregate": ":- #sum { X+1,P : galaxy(P,(X,_)) } > 3.\n",
    "the bounds of a choice": "1 { ok(P) : black(P) } :- width(2).\n",
    "a weighted choice": "1 <= #sum { 2,P : ok(P) : black(P) } :- width(2).\n",
    "pools and intervals": ":- width(1;2), black((1..2,1)).\n",
}
LISTED_EQUAL = {
    "a free external": "#external ok. [free]\n:- ok.\n",
    "a free external with a body": "#external ok(P) : hole(P). [free]\n",
    "a shown interval": "#show galaxy((1..2,1),C) : galaxy((1..2,1),C), C = 0.\n",
    "a variable shown": "#show X : seen(X).\nseen(f(P)) :- cell(P).\n",
    "a negated term shown": "#show -P : seen(P).\nseen(1).\n",
    "a disjunction": "a ; b : width(2).\n",
    "a saturated disjunction": "a | b.\na :- w.\nb :- w.\nw :- a, b.\n:- w.\n",
    "a comparison as a choice": "{ 1 = 1; ok } = 1.\n",
    "negation through recursion": "p :- not q.\nq :- not p.\n",
    "a loop through double negation": "p :- not not p.\n:- p, width(2).\n",
}
LISTED_DIFFERENT = {
    "a true external": "#external ok. [true]\n:- ok, width(2).\n",
    "a true external that rules derive": "#external ok. [true]\nok :- black(_).\n"
    ":- ok, not black(_).\n",
    "an external by a constant": "#const v = true.\n#external ok. [v]\n:- ok.\n",
    "a comparison as a head": "1 = 2 :- width(2).\n",
    "an odd loop": "p :- not p, width(2).\n",
    "a disjunction": "a | b.\n:- a, width(2).\n:- b, black(_).\n",
    "a saturated disjunction": "a | b.\na :- w.\nb :- w.\nw :- a.\nw :- b, black(_).\n"
    ":- w.\n",
}
REFUSED = {
    "another output shown": (
        "#show galaxy(P,P) : cell(P), center(_).\n",
        "where no rule derives it",
    ),
    "a part of the output shown": (
        "galaxy(P,C) :- center(C), cell(P).\n#show cell/1.\n",
        "#show galaxy/2 is missing",
    ),
    "optimization": ("#minimize { 1,P : galaxy(P,_) }.\n", "optimization"),
    "a weak constraint": (":~ center(C). [1@2,C]\n", "optimization"),
    "a theory atom in a body": (_THEORY + ":- &sum { 1 : cell(P) } < 2.\n", "theory"),
    "a theory atom in a head": (
        _THEORY + "&sum { f(1), (2,3), [4], {5}, -6+7 } < 2.\n",
        "theory",
    ),
    "a theory atom at an edge": (_THEORY + "#edge (1,1) : &sum { 1 } < 2.\n", "theory"),
    "two values of an external": (
        "#external ok. [true]\n#external ok. [free]\n",
        "externals of ok/0 are true and free",
    ),
    "a script": ("#script (python)\n#end.\n", "scripts are not run"),
    "a constant that boards use": (
        "#const hexagonal = 4.\n:- width(hexagonal).\n",
        "constant hexagonal",
    ),
}


def _written(folder: Path, text: str) -> str:
    path = folder / "mine.lp"
    grow = "" if text.startswith("galaxy") else '#include "grow.lp".\n'
    path.write_text(f"{grow}{text}")
    return str(path)


def _proof(encoding: str, other: str, lattice: str = "square") -> Proof:
    boards = proof_boards(compared_family("galaxies"), 2, 1, lattice)
    *_, result = ProofRequest("galaxies", encoding, other, boards[-1]).answer()
    return result


def _differs(encoding: str) -> tuple[bool, bool]:
    """Tell whether `grow` has answers that an encoding has not, and the reverse."""
    board = proof_boards(compared_family("galaxies"), 2, 1)[-1]
    ours, theirs = (
        ask(Question("galaxies", name, board)) for name in ("grow", encoding)
    )
    assert ours.complete
    assert theirs.complete
    return bool(ours.found - theirs.found), bool(theirs.found - ours.found)


@pytest.mark.slow
@pytest.mark.parametrize("text", [*EQUAL.values(), *LISTED_EQUAL.values()])
def test_statements_without_effect(text: str, tmp_path: Path) -> None:
    mine = _written(tmp_path, text)
    assert _differs(mine) == (False, False)
    for pair in (("grow", mine), (mine, "grow")):
        found = _proof(*pair)
        assert (found.facts, found.message) == (None, "")


@pytest.mark.slow
@pytest.mark.parametrize("text", [*DIFFERENT.values(), *LISTED_DIFFERENT.values()])
def test_statements_with_an_effect(text: str, tmp_path: Path) -> None:
    mine = _written(tmp_path, text)
    missing, more = _differs(mine)
    assert missing
    assert (_proof("grow", mine).facts is not None) is missing
    assert (_proof(mine, "grow").facts is not None) is more


@pytest.mark.parametrize("name", REFUSED)
def test_other_statements_are_refused(name: str, tmp_path: Path) -> None:
    text, message = REFUSED[name]
    mine = _written(tmp_path, text)
    lattice = "hexagonal" if "hexagonal" in text else "square"
    with pytest.raises(EncodingError, match=message):
        _proof("grow", mine, lattice)


def test_all_kinds_of_statements_are_tried() -> None:
    kinds = set()
    texts = [text for text, _ in REFUSED.values()]
    listed = *LISTED_EQUAL.values(), *LISTED_DIFFERENT.values()
    for text in (*EQUAL.values(), *DIFFERENT.values(), *listed, *texts):
        parsed: list[ast.AST] = []
        ast.parse_string(text, parsed.append)
        for statement in parsed:
            kinds |= {node.ast_type for node in syntax.nodes_of(statement)}
    assert set(ast.ASTType) == kinds


@pytest.mark.parametrize(
    "rule",
    [
        ":- center(_).",
        "cell(P) :- center(P).",
        "center(P) :- cell(P).",
        "not odd(P) :- cell(P).",
        "{ odd(P) } :- cell(P).",
        "#external odd(1). [true]",
    ],
)
def test_a_witness_only_defines(rule: str, tmp_path: Path) -> None:
    """Anything else would change which outputs the test accepts."""
    mine = _written(tmp_path, "{ h(P) : cell(P) }.\n")
    (tmp_path / "witnesses").mkdir()
    witness = tmp_path / "witnesses" / "mine.lp"
    witness.write_text(f"witness(h(P)) :- cell(P).\n{rule}\n")
    with pytest.raises(EncodingError, match=r"mine\.lp:2: a witness only defines"):
        _proof("grow", mine)


FUZZ = runpy.run_path(str(ROOT / "benchmarks" / "proofs.py"))

_MARKS = "cell((1..W,1..H)) :- width(W), height(H).\n#defined clue/1.\n#show mark/1.\n"
_BEFORE = "mark(P) ; no(P) :- cell(P).\n"
PAIRS = {
    "an input is derived": (
        _BEFORE + "clue(P) :- mark(P).",
        _BEFORE + ":- clue(P), not mark(P).",
        "different",
    ),
    "an input is derived, and needed": (
        _BEFORE + "clue(P) :- mark(P). :- cell(P), not clue(P).",
        _BEFORE + ":- not clue(P), cell(P), not mark(P).",
        "equal",
    ),
    "an input is chosen": (
        "{ mark(P) : cell(P); clue(P) : cell(P) }.",
        "{ mark(P) : cell(P) }.",
        "equal",
    ),
    "the size is derived": (
        _BEFORE + "width(3) :- mark(P). :- #count { W : width(W) } > 1.",
        "mark((9,9)) :- cell(P), not cell(P). :- cell(P), mark(P).",
        "equal",
    ),
    "an external that rules derive": (
        "#external mark(P) : cell(P). [true]\nmark(P) :- clue(P).",
        "mark(P) :- clue(P).",
        "different",
    ),
    "an external input": (
        "#external clue(P) : cell(P). [free]\n{ mark(P) } :- clue(P).",
        "{ mark(P) } :- cell(P).",
        "equal",
    ),
    "a negated place": (
        "mark(-P) :- clue(P).",
        "mark(P) :- clue(P).",
        "different",
    ),
    "a negated atom": (
        "mark(P) :- clue(P). -mark(P) :- clue(P), 0 = 1.",
        "mark(P) :- clue(P). -mark(P) :- clue(P).",
        "different",
    ),
    "other parts": (
        "mark(P) :- clue(P).\n#program step(t).\nmark(P) :- cell(P), t > 0.",
        "mark(P) :- clue(P). mark(P) :- cell(P), clue(@f(P)).",
        "equal",
    ),
    "negation through a condition": (
        "mark(P) :- cell(P), not mark(Q) : cell(Q), Q != P.",
        "{ mark(P) : cell(P) } = 1.",
        "equal",
    ),
    "a name that the choice of boards has": (
        "{ mark(P) : lab_board_clue(P) }. lab_board_clue(P) :- cell(P).",
        "{ mark(P) : cell(P) }.",
        "equal",
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_board_is_what_was_chosen(name: str, tmp_path: Path) -> None:
    """The search, the list of all boards, and plain clingo agree on exported files."""
    *texts, expected = PAIRS[name]
    texts = [_MARKS + text + "\n" for text in texts]
    assert FUZZ["verdict"](*FUZZ["written"](tmp_path, texts)) == expected


MANY = [pytest.param(seed, 20, marks=pytest.mark.nightly) for seed in range(10)]
"""200 pairs of each kind, in short tests."""


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), [(0, 12), *MANY])
@pytest.mark.parametrize("is_shipped", [False, True])
def test_random_programs_are_judged_as_plain_clingo_answers_on_single_boards(
    seed: int, number: int, is_shipped: bool
) -> None:
    """As `python benchmarks/proofs.py` does with more pairs."""
    verdicts, wrong = FUZZ["compare"](number, seed, is_shipped=is_shipped)
    assert wrong == []
    assert verdicts["equal"] > 2
    assert verdicts["different"] > 2
    assert verdicts["refused"] <= 1
