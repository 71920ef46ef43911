"""Facts are those that clingo grounds; what it would change or drop is refused."""

import clingo
import pytest

from galaxies_asp.core.asp import atoms
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.numbers import leaving
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.errors import EncodingError


def _grounded(text: str) -> set[str]:
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    return {str(atom.symbol) for atom in control.symbolic_atoms}


@pytest.mark.parametrize(
    "text",
    [
        "a(1..3;5). b((1;2),(3,4)).",
        "number(-(1,1),5). number((1,1),5). -a(1). a(-f(2)).",
        "a(2**30+1). a(|-3|). a(5\\3). a(-7/2). a(~1). a(6&3). a(6?3). a(6^3).",
        '#program base. a("x;y..z"). b. c(()). d((1,)).',
        "a(1073741823*2+1). a(-2147483647).",
    ],
)
def test_facts_are_the_atoms_of_clingo(text: str) -> None:
    assert set(map(str, facts_of(text))) == _grounded(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a((1,1),1..1).\nb((5,5/0),4).", r"line 2, column 1: .* undefined term"),
        ("a(1..2).\n a(x+1..2).", r"line 2, column 2: operation undefined: \(x\+1\)"),
        ("a(1;2/0).", "line 1, column 1: operation undefined"),
        ("a(1..2). b(X).", r"line 1, column 10: b\(X\) has a variable"),
        ("a(2147483647*2+3).", "column 1: the number .* is above 2147483647"),
        ("a(1..2). a(2**31).", "column 10: the number .* is above 2147483647"),
        ("a(1,(2,-2147483647-2)).", "the number .* is above 2147483647"),
        ("a(1).\n#program extra.\na(2).", r"#program extra\.: this is not a fact"),
        ("a(1..2).\n#program extra.\na(2).", r"#program extra\.: this is not a fact"),
        ("#program base(n). a(n).", "this is not a fact"),
        ("a(1..9).", "ground rules"),
        ("a(1..8). a(1..2).", "there are over 8"),
    ],
)
def test_what_clingo_would_change_is_refused(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atoms, "_MOST_EXPANDED", 8)
    with pytest.raises(EncodingError, match=said):
        facts_of(text)


@pytest.mark.parametrize(
    ("rule", "largest", "elements", "is_found"),
    [
        (":- #sum { 1,X : a(X) } > 2147483647.", 0, 1, True),
        (":- #sum { 1,X : a(X) } > 2147483646.", 0, 1, False),
        (":- -2147483648+1 < #sum { 1,X : a(X) }.", 0, 1, True),
        (":- #sum { 1000000,X : a(X) } > 5.", 0, 2147, False),
        (":- #sum { 1000000,X : a(X) } > 5.", 0, 2148, True),
        (":- #count { X : a(X) } > 2147483647.", 0, 1, False),
        ("b(X*X) :- a(X).", 46340, 1, False),
        ("b(X*X) :- a(X).", 46341, 1, True),
        ("b(X**4) :- a(X).", 215, 1, False),
        ("b(X**4) :- a(X).", 216, 1, True),
        ("b(f(X+X)) :- a(X).", 2**30, 1, True),
        ("b(X/2, X\\3, -X) :- a(X).", 2**31 - 2, 1, False),
    ],
)
def test_numbers_that_can_leave_32_bits(
    rule: str, largest: int, elements: int, is_found: bool
) -> None:
    parsed = statements(Text(rule.replace("2147483648", "2147483647-1"), ()), "")
    found = [one for rule in parsed for one in leaving(rule, largest, elements)]
    assert bool(found) == is_found
