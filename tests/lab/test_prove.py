"""Boards on which encodings differ, by search: planted faults, styles, families."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click import UsageError
from support.commands import lab
from support.marks import others_nightly, slow_if

from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.encodings import files as asp_files
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import (
    Instance,
    Output,
    board_sets,
    faults_of,
    random_boards,
)
from galaxies_asp.lab.proof import proof_boards, steps, sweep
from galaxies_asp.lab.prove import Proof, ProofRequest, SeveralRequest
from galaxies_asp.lab.store import Campaign, Store

GALAXIES = data_folder("encodings") / "galaxies"

DOTS = bundled("galaxies/questions/open-dots.lp").text
GROW = '#include "grow.lp".\n'
STEPS = (
    '#include "neighbors.lp".\n'
    "near(P,C,0) :- touching(P,C).\n"
    "near(Q,C,N+1) :- near(P,C,N), N < {}, between(_,P,Q), galaxy(Q,C).\n"
    ":- galaxy(P,C), not near(P,C,_).\n"
)
FAULTS = {
    "black dots": (GROW + ":- black(_).\n", (1, 1)),
    "two holes": (GROW + ":- width(3), height(3), 2 { hole(P) }.\n", (3, 3)),
    "a hole at a special place": (GROW + ":- width(3), hole((5,3)).\n", (3, 2)),
    "a hole in the middle": (GROW + ":- width(3), height(3), hole((3,3)).\n", (3, 3)),
    "a given wall": (GROW + ":- given((2,3)), given((4,1)).\n", (3, 2)),
    "a long region": (GROW + STEPS.format(1), (3, 3)),
}


def written(folder: Path, text: str, name: str = "mine.lp") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def proof(
    encoding: str, other: str, board: Instance, family: str = "galaxies"
) -> Proof:
    *_, result = ProofRequest(family, encoding, other, board).answer()
    return result


def board_of(width: int, height: int, family: str = "galaxies") -> Instance:
    boards = proof_boards(compared_family(family), width, height)
    return boards[-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_found_on_the_smallest_size(
    name: str, tmp_path: Path
) -> None:
    text, (width, height) = FAULTS[name]
    wrong = written(tmp_path, text)
    boards = proof_boards(compared_family("galaxies"), width, height)
    results = {board.name.split()[-1]: proof("grow", wrong, board) for board in boards}
    faulty = [size for size, found in results.items() if found.facts is not None]
    assert faulty[-1] == f"{width}x{height}"
    found = results[faulty[-1]]
    family = compared_family("galaxies")
    assert found.facts is not None
    output = Output(frozenset(map(parsed, found.atoms)))
    assert faults_of(family, Instance("", found.facts), output) == ()
    assert all(not one.message for one in results.values())
    back = proof(wrong, "grow", board_of(width, height))
    assert (back.facts, back.message) == (None, "")


def test_an_answer_too_many_is_found(tmp_path: Path) -> None:
    text = (GALAXIES / "grow.lp").read_text().replace('#include "given.lp".', "")
    wrong = written(tmp_path, text)
    found = proof(wrong, "grow", board_of(3, 1))
    assert found.facts is not None
    assert "given((" in found.facts
    assert proof("grow", wrong, board_of(3, 1)).facts is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "encoding",
    [
        *("assign", "idp", "choice", "choice+pair", "growth+pair", "walls"),
        *("choice+edge", "choice+level", "choice+any", "walls+dead-end"),
    ],
)
def test_built_in_encodings_are_equal(encoding: str) -> None:
    board = board_of(3, 2)
    for pair in (("grow", encoding), (encoding, "grow")):
        result = proof(*pair, board)
        assert (result.facts, result.message) == (None, ""), pair


@pytest.mark.slow
def test_hidden_choices_without_a_witness_are_refined(tmp_path: Path) -> None:
    """The parent of a cell follows from no output: copies are added."""
    parent = (
        "{ parent(P,Q,C) : between(_,P,Q) } = 1 :- galaxy(P,C), not touching(P,C).\n"
        ":- parent(_,Q,C), not galaxy(Q,C).\n"
        "#edge ((P,C),(Q,C)) : parent(P,Q,C).\n"
    )
    mine = written(tmp_path, '#include "grow.lp".\n#include "neighbors.lp".\n' + parent)
    result = proof("grow", mine, board_of(3, 2))
    assert (result.facts, result.message) == (None, "")
    assert result.copies > 2
    cyclic = written(
        tmp_path,
        '#include "grow.lp".\n#include "neighbors.lp".\n'
        + parent.replace("((P,C),(Q,C))", "(C,C)"),
        "cyclic.lp",
    )
    assert proof("grow", cyclic, board_of(3, 1)).facts is not None


STYLES = {
    "reachability": "reached(P,C) :- touching(P,C), galaxy(P,C).\n"
    "reached(Q,C) :- reached(P,C), between(_,P,Q), galaxy(Q,C).\n"
    ":- galaxy(P,C), not reached(P,C).\n",
    "acyclicity": "{ up(P,Q,C) : between(_,P,Q) } = 1 :- galaxy(P,C), "
    "not touching(P,C).\n"
    ":- up(P,Q,C), not galaxy(Q,C).\n#edge ((P,C),(Q,C)) : up(P,Q,C).\n",
    "levels": "{ level(P,0..W*H) } = 1 :- cell(P), width(W), height(H).\n"
    ":- level(P,0), galaxy(P,C), not touching(P,C).\n"
    ":- level(P,L), L > 0, galaxy(P,C), touching(P,C).\n"
    "before(P) :- level(P,L), L > 0, between(_,P,Q), level(Q,L-1), galaxy(P,C), "
    "galaxy(Q,C).\n"
    ":- level(P,L), L > 0, not before(P).\n",
}
WITNESSES = {
    "acyclicity": "witness(up(P,Q,C)) :- parent(P,Q,C).\n",
    "levels": "witness(level(P,N)) :- far(P,_,N).\n",
}
RULES = (
    '#include "interface.lp".\n#include "given.lp".\n#include "grid.lp".\n'
    '#include "neighbors.lp".\n'
    "{ galaxy(P,C) : center(C) } = 1 :- cell(P).\n"
    ":- touching(P,C), not galaxy(P,C).\n"
    ":- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).\n"
)
TREE = (
    (GALAXIES / "parts/connected/witnesses/edge.lp")
    .read_text(encoding="utf-8")
    .replace("witness(parent(P,Q,C))", "parent(P,Q,C)")
)


@pytest.mark.parametrize("style", STYLES)
def test_own_encodings_in_three_styles(style: str, tmp_path: Path) -> None:
    mine = written(tmp_path, RULES + STYLES[style])
    if style in WITNESSES:
        (tmp_path / "witnesses").mkdir()
        written(tmp_path / "witnesses", TREE + WITNESSES[style])
    board = board_of(3, 2)
    for pair in (("grow", mine), (mine, "grow")):
        result = proof(*pair, board)
        assert (result.facts, result.message) == (None, ""), pair


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("&sum { 1 } < 2.", "theory atom"),
        (":~ center(C). [1,C]", "optimization removes"),
    ],
)
def test_what_has_no_test_is_named(text: str, message: str, tmp_path: Path) -> None:
    theory = "#theory t { s { + : 1, unary }; &sum/0 : s, { < }, s, head }.\n"
    more = theory if "&" in text else ""
    mine = written(tmp_path, f"{GROW}{more}{text}\n")
    with pytest.raises(EncodingError, match=message):
        proof("grow", mine, board_of(1, 1))
    with pytest.raises(EncodingError, match=message):  # sent by a worker process
        lab("prove", "grow", mine, "--size", "1x1")


@pytest.mark.slow
def test_negated_heads(tmp_path: Path) -> None:
    """A rule forbids the atom, and a choice derives nothing."""
    forbids = written(tmp_path, GROW + "not wide :- width(3). wide :- height(2).\n")
    assert proof("grow", forbids, board_of(3, 1)).facts is None
    assert proof("grow", forbids, board_of(3, 2)).facts is not None
    text = (GALAXIES / "grow.lp").read_text().replace("{ pair(", "{ not pair(")
    stays = written(tmp_path, text, "stays.lp")
    assert proof("grow", stays, board_of(3, 1)).facts is not None


@pytest.mark.slow
def test_strong_negation_constants_and_externals(tmp_path: Path) -> None:
    text = (
        "#const n = 3.\n#external blocked(1..n).\nwide :- width(n).\n"
        "-small :- wide. small :- height(n), black(_).\n"
    )
    mine = written(tmp_path, GROW + text)
    assert proof("grow", mine, board_of(3, 2)).facts is None
    found = proof("grow", mine, board_of(3, 3))
    assert found.facts is not None
    assert "black(" in found.facts
    assert proof(mine, "grow", board_of(3, 3)).facts is None


def test_constants_have_the_values_that_clingo_gives_them(tmp_path: Path) -> None:
    """A constant may be defined by another one, which may be overridden."""
    text = (
        "#const a = b+1.\n#const b = 1. [override]\n#const b = 9. [default]\n"
        ":- width(a), height(1).\n"
    )
    mine = written(tmp_path, GROW + text)
    assert proof("grow", mine, board_of(1, 1)).facts is None
    assert proof("grow", mine, board_of(2, 1)).facts is not None


def test_strongly_negated_choices_are_refined(tmp_path: Path) -> None:
    text = (
        "{ -odd(P) } :- cell(P).\n:- -odd(P), between(_,P,Q), -odd(Q).\n"
        ":- not -odd(P), between(_,P,Q), not -odd(Q).\n"
    )
    mine = written(tmp_path, f'{GROW}#include "neighbors.lp".\n{text}')
    found = proof("grow", mine, board_of(2, 2))
    assert (found.facts, found.message) == (None, "")
    assert found.copies > 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("rectangular", ("growth", "choice")),
        ("thin", ("growth", "choice")),
        ("quarter-turn", ("growth", "choice")),
        ("black-holes", ("growth", "choice")),
        ("hidden-dots", ("walls", "choice")),
        ("loose-walls", ("walls", "walls+neighbor")),
        ("toroidal", ("choice+any", "choice+any+neighbor")),
    ],
)
def test_variants(variant: str, names: tuple[str, str]) -> None:
    family = f"galaxies+{variant}"
    board = board_of(3, 2, family)
    pair = f"{names[0]}+{variant}", f"{names[1]}+{variant}"
    for first, second in (pair, pair[::-1]):
        result = proof(first, second, board, family)
        assert (result.facts, result.message) == (None, "")


@pytest.mark.parametrize(
    ("variant", "base", "rule"),
    [
        ("black-holes", "choice", ":- black_cells(2).\n"),
        ("hidden-dots", "choice", ":- hidden((2,2)), hidden_dots(1).\n"),
        ("loose-walls", "walls", ":- wall((2,1)), wall((2,3)).\n"),
    ],
)
def test_planted_faults_of_variants(
    variant: str, base: str, rule: str, tmp_path: Path
) -> None:
    parts = asp_files(f"{base}+{variant}")
    text = "".join(f'#include "{part}".\n' for part in parts) + rule
    wrong = f"{written(tmp_path, text)}+{variant}"
    family = f"galaxies+{variant}"
    found = proof(f"{base}+{variant}", wrong, board_of(2, 2, family), family)
    assert found.facts is not None


@pytest.mark.slow
def test_answers_that_count_as_equal_are_no_difference(tmp_path: Path) -> None:
    """The walls between regions are needed, whether or not the output has them."""
    mine = f"{written(tmp_path, GROW)}+loose-walls"
    family = "galaxies+loose-walls"
    found = proof("walls+loose-walls", mine, board_of(2, 1, family), family)
    assert (found.facts, found.message) == (None, "")


@pytest.mark.slow
def test_hexagons_with_given_walls(tmp_path: Path) -> None:
    boards = proof_boards(compared_family("galaxies"), 2, 2, "hexagonal")
    for pair in (("grow", "assign"), ("assign", "grow")):
        assert all(proof(*pair, board).facts is None for board in boards)
    wrong = written(tmp_path, GROW + ":- given((2,2)).\n")
    results = {board.name[-3:]: proof("grow", wrong, board) for board in boards}
    faulty = {size for size, found in results.items() if found.facts is not None}
    assert faulty == {"2x2"}
    with pytest.raises(EncodingError, match="no lattice hexagonal"):
        proof_boards(compared_family("ring-ring"), 2, 2, "hexagonal")


@pytest.mark.slow
@pytest.mark.parametrize("most", slow_if(bool, [0, 1, 2]))
def test_the_smallest_board_with_more_solutions(most: int) -> None:
    """Compare with the solutions of all sets of dots on boards up to 3x3."""
    family = compared_family("galaxies")
    _, out, _ = lab(
        *("prove", "grow", "--more-than", str(most), "--size", "3x3", "--json")
    )
    answer = json.loads(out)
    none_on = {name.rpartition(" ")[2] for name in answer["none_on"]}
    for board in board_sets(family, 3, 3, is_every=True):
        size = board.name.rpartition(" ")[2]
        if size not in none_on:
            break
        found = ask(Question("galaxies", "grow", replace(board, choices=DOTS))).found
        assert max(Counter(one.given for one in found).values()) <= most
    if answer["found"] is not None:
        facts = answer["found"]["facts"]
        found = ask(Question("galaxies", "grow", Instance("", facts))).found
        assert len(found) > most
    assert (answer["found"] is None) == (most > 1)


def test_connectivity_is_missed_on_3x3(tmp_path: Path) -> None:
    wrong = written(tmp_path, RULES)
    assert proof(wrong, "grow", board_of(3, 2)).facts is None
    assert proof(wrong, "grow", board_of(3, 3)).facts is not None


LATIN = {
    "interface.lp": "#show value/2.\n",
    "boards.lp": "{ clue((1..W,1..W),1..W) } <= 2 :- width(W), height(W).\n",
    "instances/two.lp": "width(2). height(2). clue((1,1),1).\n",
}
ROWS = (
    "{ value((X,Y),1..W) } = 1 :- X = 1..W, Y = 1..W, width(W), height(W).\n"
    ":- clue(P,N), not value(P,N).\n"
    ":- value((X,Y),N), value((X,Z),N), Y < Z.\n"
)
COLUMNS = ":- value((X,Y),N), value((Z,Y),N), X < Z.\n"
COUNTED = (
    "{ value((X,Y),N) : N = 1..W } :- X = 1..W, Y = 1..W, width(W), height(W).\n"
    ":- clue(P,N), not value(P,N).\n"
    ":- X = 1..W, Y = 1..W, width(W), height(W), { value((X,Y),N) } != 1.\n"
    ":- X = 1..W, N = 1..W, width(W), height(W), #count { Y : value((X,Y),N) } != 1.\n"
    ":- Y = 1..W, N = 1..W, width(W), height(W), #count { X : value((X,Y),N) } != 1.\n"
)


def family_folder(folder: Path, files: dict[str, str]) -> str:
    (folder / "instances").mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return str(folder)


def differing(
    family: str, pair: Sequence[str], boards: Sequence[Instance]
) -> list[str]:
    results = {board.name: proof(pair[0], pair[1], board, family) for board in boards}
    assert not any(result.message for result in results.values())
    return [name for name, result in results.items() if result.facts is not None]


@pytest.mark.slow
def test_a_latin_square(tmp_path: Path) -> None:
    family = family_folder(tmp_path / "latin", LATIN)
    boards = proof_boards(compared_family(family), 3, 3)
    rows = written(tmp_path, ROWS + COLUMNS, "rows.lp")
    counted = written(tmp_path, COUNTED, "counted.lp")
    wrong = written(tmp_path, ROWS, "wrong.lp")
    assert differing(family, (rows, counted), boards) == []
    assert differing(family, (counted, rows), boards) == []
    found = differing(family, (wrong, rows), boards)
    assert found[0] == "all boards of boards.lp on 2x2"
    assert differing(family, (rows, wrong), boards) == []


@pytest.mark.slow
def test_constants_take_the_values_that_are_named(tmp_path: Path) -> None:
    text = "#const n = 9.\n:- width(n), height(1).\n"
    mine = written(tmp_path, GROW + text)
    for values, code in (("7,8", 0), ("7,2", 1)):
        given = "--size", "2x1", "--const", f"n={values}"
        found, out, _ = lab("prove", "grow", mine, *given)
        assert (found, "with n = 7" in out) == (code, True)
    with pytest.raises(UsageError, match="no encoding has this constant"):
        lab("prove", "grow", mine, "--const", "m=1")


@pytest.mark.slow
def test_a_difference_is_explained_by_rules(tmp_path: Path) -> None:
    mine = written(tmp_path, GROW + "% Test: no dot is black.\n:- black(_).\n")
    code, out, _ = lab("explain-difference", "grow", mine)
    assert code == 1
    assert f"{mine} rejects it: no dot is black ({mine}:3)" in out
    wide = written(tmp_path, GROW + "galaxy((1,1),(9,9)) :- width(2).\n", "wide.lp")
    _, out, _ = lab("explain-difference", wide, "grow")
    assert "grow rejects it: no rule derives galaxy((1,1),(9,9))" in out


@pytest.mark.slow
def test_on_the_command_line(tmp_path: Path) -> None:
    wrong = written(tmp_path, FAULTS["black dots"][0], "black.lp")
    code, out, _ = lab("prove", "grow", wrong, "--size", "2x1")
    assert code == 1
    assert "misses this solution" in out
    code, out, _ = lab("prove", "grow", "choice+level", "--size", "2x2")
    assert code == 0
    assert "are equal on all boards" in out
    assert "up to 2x2" in out
    assert "larger boards may differ" in out


@pytest.mark.nightly
def test_compare_searches_before_it_samples(tmp_path: Path) -> None:
    wrong = written(tmp_path, FAULTS["two holes"][0])
    given = ("compare", "grow", wrong, "--boards", "exhaustive=1x1", "--seeds", "0")
    code, out, _ = lab(*given)
    assert code == 1
    assert "misses this solution" in out
    code, _, err = lab(*given, "--boards", "prove=no")
    assert code == 0
    assert "the same 3 solutions" in err
    code, _, err = lab(*(*given[:2], "assign", *given[3:]), "--boards", "prove=2x1")
    assert code == 0
    assert "grow and assign are equal on all boards" in err


@pytest.mark.slow
def test_a_difference_on_hexagons_is_a_line_with_facts(tmp_path: Path) -> None:
    wrong = written(tmp_path, GROW + ":- galaxy((1,_),C), galaxy((7,_),C).\n")
    options = "-f", "json", "--boards", "lattice=hexagonal"
    code, out, err = lab("compare", "grow", wrong, *options)
    found = json.loads(out)
    assert (code, found["wrong"], found["holder"]) == (1, wrong, "grow")
    facts = {*found["facts"].split()}
    assert {"width(4).", "height(1).", "lattice(hexagonal)."} < facts
    assert "galaxy((7,1),(4,1))" in found["atoms"]
    assert "all hexagonal boards" in err


@pytest.mark.nightly
def test_random_boards_find_a_region_of_12_steps(tmp_path: Path) -> None:
    wrong = written(tmp_path, GROW + STEPS.format(11))
    code, out, _ = lab(
        *(
            "compare",
            "grow",
            wrong,
            "--boards",
            "random=200",
            "--boards",
            "prove=no",
            "--seeds",
            "0",
        )
    )
    assert code == 1
    assert "misses this solution" in out


def test_random_boards_have_every_kind_of_fact() -> None:
    boards = random_boards(compared_family("galaxies"), 60, 30, 0)
    for kind in ("black(", "hole(", "given("):
        assert any(kind in board.facts for board in boards)


def test_a_search_is_limited_by_cpu_time_also_of_what_is_remembered(
    tmp_path: Path,
) -> None:
    galaxies = compared_family("galaxies")
    requests = steps(galaxies, ("grow", "grow"), proof_boards(galaxies, 1, 2))
    for _ in range(2):
        with Store(tmp_path / "kept.sqlite") as store:
            found = sweep(Campaign(store=store), requests, limit=0.0)
            assert (len(found.equal_on), found.skipped) == (1, 1)
            assert sweep(Campaign(store=store), requests).skipped == 0


@pytest.mark.slow
def test_mutants_that_no_board_shows_are_searched_for() -> None:
    given = ("mutants", "grow", "--boards", "exhaustive=1x1", "--sample", "3")
    code, out, _ = lab(*given, "--boards", "prove=2x1")
    assert code == 0
    assert "of 2 mutants shown" in out
    assert "s of CPU time" in out
    assert "  search\n" in out or "equal to the encoding on all boards" in out


@pytest.mark.slow
@pytest.mark.parametrize("most", others_nightly([1, 2]))
def test_the_solutions_of_an_encoding_without_a_test_are_counted(
    most: int, tmp_path: Path
) -> None:
    """Auxiliary atoms of a disjunction do not count."""
    rules = '#include "grid.lp".\n1 { galaxy(P,C) : center(C) } 1 :- cell(P).\n'
    board = proof_boards(compared_family("galaxies"), 1, 3, without=["hole/1"])[-1]
    found = []
    for name, more in (("plain", ""), ("disjunction", "a | b.\n")):
        path = tmp_path / f"{name}.lp"
        path.write_text(rules + more)
        proof = SeveralRequest("galaxies", str(path), "", board, most).search()
        assert proof.facts is not None
        at = Instance(name, proof.facts)
        found.append(len(ask(Question("galaxies", str(path), at)).found) > most)
    assert found == [True, True]
