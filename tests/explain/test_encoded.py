"""Reasons from encodings: replayed, minimal, and in the words of the file."""

import json
from pathlib import Path

import pytest
from clingo import parse_term
from support.commands import text as run

from galaxies_asp.asp.encodings import text
from galaxies_asp.explain.encoded import encoded_figure, explain_by
from galaxies_asp.explain.instances import Asked
from galaxies_asp.explain.switched import Switched
from galaxies_asp.grid import Point
from galaxies_asp.notation import parse
from galaxies_asp.puzzle import Position
from galaxies_asp.solve.search import solve

NONE = "5x4:fucgdm"

MINE = """
% Generate: a dot for each cell
1 { galaxy(P,C) : center(C) } 1 :- cell(P).
cell((2*X-1,2*Y-1)) :- X = 1..W, Y = 1..H, width(W), height(H).

% Test: the left column belongs to the first dot
:- cell((1,Y)), not galaxy((1,Y),(1,1)).

% Test: other columns do not
:- cell((X,Y)), X > 1, galaxy((X,Y),(1,1)).
#show galaxy/2.
"""


@pytest.mark.parametrize("encoding", ["assign", "grow", "choice", "walls"])
def test_reasons_are_minimal_and_force_the_solution(encoding: str) -> None:
    puzzle = parse("7x7:cghsppedzzaccdtce")
    (solution,) = solve(puzzle).solutions
    cell = Point(9, 13)
    reason = explain_by(encoding, Position(puzzle), cell)
    assert reason is not None
    assert reason.target.dot == solution.label(cell)
    program = Switched(puzzle, text(encoding), encoding)
    center = puzzle.centers[reason.target.dot]
    literal = program.literal(parse_term(f"galaxy({cell},{center})"))
    assert literal is not None
    contrary = [-literal]
    chosen = reason.instances
    assert program.core(chosen, contrary) is not None
    for left_out in chosen:
        rest = [one for one in chosen if one != left_out]
        assert program.core(rest, contrary) is None


def test_the_words_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(MINE)
    board = '{"width": 2, "height": 1, "centers": [[1, 1], [3, 1]]}'
    done = run("explain", "-q", "-e", str(path), "--at", "c2r1", board)
    assert done.returncode == 0
    out = done.stdout
    assert "c2r1 belongs to dot B" in out
    assert "other columns do not (mine.lp:10): (X,Y) = c2r1 (dot B)" in out
    assert "a dot for each cell (mine.lp:3): P = c2r1 (dot B)" in out
    assert "left column" not in out


def test_no_solution_and_edges() -> None:
    reason = explain_by("assign", Position(parse(NONE)))
    assert reason is not None
    assert reason.target.asked is Asked.NO_SOLUTION
    assert reason.instances
    puzzle = parse("7x7:bgsgqbzbfxxfzb")
    (solution,) = solve(puzzle).solutions
    for edge in (Point(8, 5), Point(4, 1)):
        found = explain_by("assign", Position(puzzle), edge)
        assert found is not None
        wall = edge in solution.walls
        assert found.target.asked is (Asked.WALL if wall else Asked.OPEN)
        assert encoded_figure(Position(puzzle), found).marks
    assert explain_by("assign", Position(parse("6x6:pzizizcf")), Point(3, 3)) is None


def test_what_is_drawn_is_named() -> None:
    puzzle = parse("6x6:pzizizcf")
    (one, *_) = solve(puzzle).solutions
    open_cell = next(
        cell
        for cell in puzzle.cells()
        if explain_by("grow", Position(puzzle), cell) is None
    )
    drawn = Position(puzzle, labels=one.labels)
    reason = explain_by("assign", drawn, open_cell)
    assert reason is not None
    headings = {rule.heading for rule in reason.by_rule()}
    assert "Test: what is drawn on the board holds" in headings


def test_json_names_rules_and_values() -> None:
    arguments = ("explain", "--json", "-e", "assign", "--at", "c5r7")
    answer = json.loads(run(*arguments, "7x7:cghsppedzzaccdtce").stdout)
    assert answer["forced"]
    headings = {rule["heading"] for rule in answer["rules"]}
    assert "Generate: each cell chooses one candidate" in headings
    assert all(rule["file"].endswith("assign.lp") for rule in answer["rules"])
    assert all(rule["instances"] for rule in answer["rules"])
    assert answer["marks"][0] == {"at": [9, 13], "role": "target", "text": ""}
