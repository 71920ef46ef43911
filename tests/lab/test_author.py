"""What the lab says about a program that its author wrote for the plain puzzle."""

import json
import re
from pathlib import Path

import pytest
from support.commands import text as galaxies

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import EncodingError

DOTS = """\
#include "interface.lp".
cell((2*X-1,2*Y-1)) :- X = 1..W, Y = 1..H, width(W), height(H).
{ galaxy(P,C) : center(C) } = 1 :- cell(P).
:- center((CX,CY)), cell((X,Y)), |CX-X| <= 1, |CY-Y| <= 1, not galaxy((X,Y),(CX,CY)).
"""
TURN = ":- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).\n"
ALL_DIFFER = "grow and mine.lp are equal on all boards (any dots)"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine.lp"


@pytest.mark.slow
def test_only_what_both_encodings_read_varies(mine: Path) -> None:
    mine.write_text(DOTS + TURN)
    done = galaxies("lab", "prove", "grow", "mine.lp", "--size", "3x1")
    assert done.stdout.startswith(f"{ALL_DIFFER} up to 3x1")
    said = "mine.lp: reads no holes and no given walls, so boards have none"
    assert said in done.stderr
    for kind, size, fault in (
        ("walls", "3x1", "is given as a wall"),
        ("holes", "1x1", "mine.lp misses this solution"),
    ):
        more = "--size", size, "--boards", f"kind={kind}"
        done = galaxies("lab", "prove", "grow", "mine.lp", *more)
        assert fault in done.stdout, kind


@pytest.mark.slow
def test_each_broken_rule_has_a_board(mine: Path) -> None:
    mine.write_text(DOTS)
    done = galaxies("lab", "prove", "grow", "mine.lp", "--size", "3x1", "--json")
    answer = json.loads(done.stdout)
    rules = {one["rule"]: one["boards"] for one in answer["others"]}
    assert {rule: boards[-3:] for rule, boards in rules.items()} == {
        "asymmetric region": "2x1",
        "disconnected region": "3x1",
    }


@pytest.mark.slow
def test_a_refused_encoding_has_a_reason_in_the_table(mine: Path) -> None:
    mine.write_text(DOTS)
    done = galaxies("lab", "compare", "grow", "mine.lp", "idp-5x5", "--seeds", "1")
    assert "refused" not in done.stdout
    assert "mine.lp is not measured: breaks a rule on a board of 2x1:" in done.stdout


@pytest.mark.parametrize(
    ("text", "family", "said"),
    [
        ("", "galaxies", "no rules: an encoding needs some, and an instance facts"),
        (
            "width(3). black((1,1)).",
            "ring-ring",
            "board.lp: line 1, column 1: there is no fact height(N)",
        ),
        (
            "width(3). dot((1,1)).",
            "ring-ring",
            "dot((1,1)): unknown predicate; ring-ring has black/1",
        ),
    ],
)
def test_wrong_instances(mine: Path, text: str, family: str, said: str) -> None:
    mine.with_name("board.lp").write_text(text)
    first = "grow" if family == "galaxies" else "encoding.lp"
    done = galaxies("lab", "compare", first, "board.lp", "--family", family)
    assert (done.returncode != 0, said in done.stderr) == (True, True), done.stderr


def test_facts_include_no_file(mine: Path) -> None:
    mine.write_text("width(1). height(1).")
    with pytest.raises(EncodingError, match="#include is not a fact"):
        facts_of('#include "mine.lp".')


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rules mine.lp", "mine.lp is no instance, as it is no file of facts"),
        ("ground grow mine.lp", "mine.lp is no instance, as it is no file of facts"),
        ("prove grow assign idp-5x5", "give two encodings"),
    ],
)
def test_no_argument_is_passed_over(mine: Path, command: str, said: str) -> None:
    mine.write_text("")
    done = galaxies("lab", *command.split())
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.slow
def test_a_faulty_instance_is_a_fault_of_lint(mine: Path) -> None:
    mine.with_name("none.txt").write_text("")
    assert galaxies("lab", "lint", "grow", "none.txt").returncode == 65


FAR = """\
#include "neighbors.lp".
near(P,C,0) :- touching(P,C).
near(Q,C,N+1) :- near(P,C,N), N < 11, between(_,P,Q), galaxy(Q,C).
:- galaxy(P,C), not near(P,C,_).
"""
RING = """\
:- cell((X,Y)), not galaxy((X,Y),C), galaxy((X-2,Y),C), galaxy((X+2,Y),C),
   galaxy((X,Y-2),C), galaxy((X,Y+2),C).
"""


@pytest.mark.slow
def test_one_encoding_alone_is_judged_and_told_so() -> None:
    few = "--boards", "exhaustive=1x1", "--seeds", "0", "--boards", "prove=no"
    done = galaxies("lab", "compare", "grow", *few)
    assert done.returncode == 0
    assert "one encoding: the verifier judges its solutions" in done.stderr
    assert "one encoding" not in galaxies("lab", "compare", "grow", "fast", *few).stderr


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [FAR, RING])
def test_comparing_without_boards_says_what_was_covered(mine: Path, rules: str) -> None:
    """A region of 12 steps, and one around other cells, show on larger boards."""
    mine.write_text(f'#include "grow.lp".\n{rules}')
    done = galaxies("lab", "compare", "grow", "mine.lp")
    assert "mine.lp misses this solution" in done.stdout
    assert re.search(r" are equal on all boards .* up to \d+x\d+", done.stderr)
    assert "larger boards may differ" in done.stderr
    assert "random boards up to" in done.stderr
