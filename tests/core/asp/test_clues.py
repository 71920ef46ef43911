"""Clues that an encoding declares: read, written, checked, drawn, generated."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from support.commands import answers, galaxies

from galaxies_asp import NotationError, Rules, parse, render, solve
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.notation import parse_all, write
from galaxies_asp.repairing import Allowed, Edit, repair

RULE = """\
% Stars: each region contains exactly one star.

%*! star(P)
Input. The cell P contains a star. Domain: cell(P). Drawing: symbol S.
*%
#defined star/1.

% Test: each region contains exactly one star.
:- center(C), { galaxy(P,C) : star(P) } != 1.
"""
PUZZLE = "width(3). height(2). center((2,2)). center((5,2)).\n"


@pytest.fixture
def rule(tmp_path: Path) -> str:
    path = tmp_path / "star.lp"
    path.write_text(RULE)
    return str(path)


@pytest.mark.slow
def test_stars_change_the_solutions_as_brute_force_says(rule: str) -> None:
    every = solve(parse(PUZZLE), 0).solutions
    cells = list(parse(PUZZLE).cells())
    for pair in product(cells, repeat=2):
        if pair[0] >= pair[1]:
            continue
        puzzle = parse(PUZZLE + "".join(f"star({cell})." for cell in pair))
        found = solve(puzzle, 0, rules=f"auto+{rule}").solutions
        right = {
            one.labels.tobytes()
            for one in every
            if sorted(one.label(cell) for cell in pair) == [0, 1]
        }
        assert {one.labels.tobytes() for one in found} == right


@pytest.mark.slow
def test_an_input_without_a_domain_takes_any_facts(tmp_path: Path) -> None:
    """They change the solutions as declared clues do, but a repair keeps them."""
    path = tmp_path / "star.lp"
    path.write_text(RULE.replace(" Domain: cell(P).", ""))
    rules = Rules(f"auto+{path}")
    domain = tmp_path / "domain.lp"
    domain.write_text(RULE)
    cells = list(parse(PUZZLE).cells())
    for pair in product(cells, repeat=2):
        puzzle = parse(PUZZLE + "".join(f"star({cell})." for cell in {*pair}))
        found = solve(puzzle, 0, rules=rules).solutions
        assert found == solve(puzzle, 0, rules=f"auto+{domain}").solutions
    assert solve(parse(f"{PUZZLE}star((9,9))."), 0, rules=rules).status == "none"
    with pytest.raises(NotationError, match="hidden_dots/1, star/1; choose"):
        solve(parse(f"{PUZZLE}star((1,1),2)."), rules=rules)
    puzzle = parse("width(2). height(1). center((1,1)). star((1,1)). star((3,1)).")
    answer = repair(puzzle, Allowed({Edit.ADD: 1, Edit.DELETE: 1}), rules=rules)
    assert answer.best is not None
    assert answer.best.puzzle.clues == puzzle.clues
    assert set(answer.best.puzzle.centers) == {(1, 1), (3, 1)}


@pytest.mark.parametrize("notation", ["facts", "json", "drawing"])
def test_notations_hold_clues(notation: str) -> None:
    position = Position(parse(f"{PUZZLE}star((1,3)). more(( 5,1), 2)."))
    assert position.puzzle.clues == ("more((5,1),2)", "star((1,3))")
    assert parse_all(write(position, notation), notation) == [position]


@pytest.mark.slow
def test_commands_take_clues(rule: str, tmp_path: Path) -> None:
    made = galaxies(
        "generate", "--seed", "0", "--with", rule, "--size", "5", "-f", "facts"
    ).stdout
    assert b"star((" in made
    assert galaxies("count", "--with", rule, stdin=made).stdout == b"1\n"
    shown = galaxies("solve", "--with", rule, stdin=made).stdout.decode()
    assert "S" in shown.split("Input")[1].split("star(")[0]
    picture = tmp_path / "star.svg"
    galaxies("render", "--with", rule, "-o", str(picture), stdin=made)
    assert picture.read_text().count(">S<") == made.count(b"star((")
    (answer,) = answers(galaxies("solve", "--json", "--with", rule, stdin=made))
    assert answer["verified"]
    first = made.decode().partition("star((")[2].partition(")")[0]
    done = galaxies("explain", "--at", first, "--with", rule, stdin=made)
    assert (done.returncode, b"belongs to dot" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("clues", "place", "message"),
    [
        ("star((2,1)).", "line 2, column 1", "its declaration excludes it"),
        ("star((7,1)).", "line 2, column 1", "its declaration excludes it"),
        ("star((1,1)).\nstar((1,1)).", "line 3, column 1", "this clue is there twice"),
        ("moon((1,1)).", "line 2, column 1", "hidden_dots/1, star/1"),
    ],
)
def test_wrong_clues_are_refused_with_their_place(
    rule: str, clues: str, place: str, message: str
) -> None:
    done = galaxies("solve", "--with", rule, stdin=PUZZLE + clues)
    said = done.stderr.decode()
    assert (done.returncode, done.stdout, said.count("\n")) == (65, b"", 1)
    assert place in said
    assert message in said


def test_the_standard_rules_take_only_the_clues_of_variants() -> None:
    done = galaxies("solve", f"{PUZZLE}star((1,1)).")
    assert (done.returncode, done.stderr.count(b"unknown predicate")) == (65, 1)
    assert done.stderr.endswith(
        b"declares black_cells/1, hidden_dots/1; choose an encoding that declares it, "
        b"or name another type with --family\n"
    )
    done = galaxies("solve", f"{PUZZLE}black_cells(1).")
    assert (done.returncode, done.stderr.count(b"\n")) == (65, 1)
    done = galaxies("convert", "-f", "penpa", f"{PUZZLE}star((1,1)).")
    assert (done.returncode, done.stdout) == (65, b"")
    assert b"cannot hold the clue star((1,1))" in done.stderr


def test_a_drawing_shows_clues_beside_dots(rule: str) -> None:
    puzzle = parse("width(2). height(1). center((1,1)). center((3,1)). star((3,1)).")
    assert "star((3,1))" in render(puzzle, "text")


DEFINED = """
#const most = 4.
border(P) :- near(P).
near((X,1)) :- cell((X,1)), X < most.
far(0). far(X+1) :- far(X).
"""


@pytest.mark.slow
def test_a_domain_may_be_defined_in_several_rules(tmp_path: Path) -> None:
    """Only these are needed to check clues: others may be infinite."""
    path = tmp_path / "star.lp"
    path.write_text(RULE.replace("cell(P). Dr", "border(P). Dr") + DEFINED)
    limited = ("solve", "--with", str(path), "--time-limit")
    assert galaxies(*limited, "1", f"{PUZZLE}star((1,1)).").returncode == 3
    for clue in ("star((5,1))", "star((1,3))"):
        assert galaxies(*limited, "600", f"{PUZZLE}{clue}.").returncode == 65


@pytest.mark.slow
def test_puzzles_are_generated_under_a_rule_about_neighbors(tmp_path: Path) -> None:
    path = tmp_path / "sizes.lp"
    rule = """\
size(C,N) :- center(C), N = { galaxy(P,C) }.
% Test: neighboring regions have different sizes
:- between(_,P,Q), galaxy(P,C), galaxy(Q,D), C < D, size(C,N), size(D,N).
"""
    path.write_text(f'#include "neighbors.lp".\n{rule}')
    command = ("generate", "--with", str(path), "--size", "6", "--solution", "--json")
    (made,) = answers(galaxies(*command))
    rows = np.array(made["solutions"][0])
    sizes = np.bincount(rows.ravel())
    for one, other in ((rows[1:], rows[:-1]), (rows[:, 1:], rows[:, :-1])):
        border = one != other
        assert (sizes[one[border]] != sizes[other[border]]).all()
    path.write_text(rule)
    done = galaxies(*command)
    assert b"between(" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert (done.returncode, done.stdout) == (65, b"")


def test_limits_of_samples_yield_to_the_rules() -> None:
    # No region of at most 6 cells is one of few regions whose quarter turns fit.
    variants = ("--with", "toroidal", "--with", "quarter-turn")
    (made,) = answers(
        galaxies("generate", "--seed", "0", *variants, "--size", "5", "--json")
    )
    assert len(made["centers"]) > 8
    assert made["variants"] == ["quarter-turn", "toroidal"]


def test_what_cannot_be_converted_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")
    given = f"{PUZZLE}star((1,3))."
    done = galaxies("convert", "-f", "penpa", given, "-o", str(path))
    assert done.returncode == 65
    assert path.read_text() == "before"
