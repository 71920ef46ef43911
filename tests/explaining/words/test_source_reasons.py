"""Reasons from encodings: replayed, minimal, and in the words of the file."""

import json
from pathlib import Path

import pytest
from support.commands import text as run
from support.marks import slow_if
from support.truth import held_tests

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.sources import read
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.explaining import explain, figure, find_mistake, hint, walkthrough
from galaxies_asp.explaining.dots.grounded import PuzzleRules
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.words.asking import reasons_at
from galaxies_asp.explaining.words.findings import Mistake, Reason, Step
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.notation import parse, write
from galaxies_asp.solving.search import solve

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

DEFINED = """
% Generate: a dot for each cell
1 { galaxy(P,C) : center(C) } 1 :- cell(P).
cell((2*X-1,2*Y-1)) :- X = 1..W, Y = 1..H, width(W), height(H).
%*! right(P)
The cell P is not at the left.
*%
right(P) :- galaxy(P,C), not left(P).
%*! left(P)
The cell P is at the left.
*%
left(P) :- galaxy(P,C), P = (1,Y).
% Test: the cells at the left have the first dot
:- cell(P), not right(P), not galaxy(P,(1,1)).
:- right(P), galaxy(P,(1,1)).
#show galaxy/2.
"""


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["assign", "grow", "choice", "walls"])
def test_reasons_are_short_and_force_the_solution(encoding: str) -> None:
    puzzle = parse("7x7:cghsppedzzaccdtce")
    (solution,) = solve(puzzle).solutions
    cell, sheet = Point(9, 13), sheet_of(puzzle)
    reason = next(reasons_at(PuzzleRules(sheet, Rules(encoding)), sheet, cell, ""))
    center = puzzle.centers[solution.label(cell)]
    assert reason.target == Fact(Kind.CELL, cell, center)
    check(encoding, puzzle, reason)


def reason_of(
    encoding: str, position: Position, at: Point | None = None
) -> Reason | None:
    return explain(position, at, rules=Rules(encoding))


def check(encoding: str, puzzle: Puzzle, reason: Reason) -> None:
    """Replay a reason: with what leads to it, its rules force its fact."""
    source = PuzzleRules(sheet_of(puzzle), Rules(encoding))
    known: list[int] = []
    assert reason.size <= 12
    for part in (*reason.lemmas, reason):
        target = source.literal(part.target)
        assert target is not None
        noted = [note.instance for note in part.notes if note.instance]
        places = {(one.rule, one.place) for one in (*part.instances, *noted)}
        named = [
            number
            for number, label in enumerate(source.ground.labels)
            if label.how is How.ONE  # as declared, nobody mentions it
            or (
                label.instance and (label.instance.rule, label.instance.place) in places
            )
        ]
        held = held_tests(source.ground, named) + known
        assert source.ground.core(held, [-target]) is not None
        known += source.literals(part.targets)


def test_the_words_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(MINE)
    board = '{"width": 2, "height": 1, "centers": [[1, 1], [3, 1]]}'
    done = run("explain", "-q", "-e", str(path), "--at", "c2r1", board)
    assert done.returncode == 0
    out = done.stdout
    assert "c2r1 belongs to dot B" in out
    assert "c2r1 does not belong to dot A: other columns do not" in out
    assert "no other dot can have c2r1" in out
    assert "left column" not in out


def test_what_a_comparison_binds_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("""
        1 { galaxy(P,C) : center(C) } 1 :- cell(P).
        cell((2*X-1,1)) :- X = 1..W, width(W).
        % Test: these columns belong to the first dot
        :- X = (1;3), not galaxy((X,1),(2,1)).
        % Test: others do not
        :- X = 5, galaxy((X,1),(2,1)).
        #show galaxy/2.
    """)
    board = '{"width": 3, "height": 1, "centers": [[2, 1], [5, 1]]}'
    done = run("explain", "-q", "-e", str(path), "--at", "c2r1", board)
    assert "these columns belong to the first dot (column 2)" in done.stdout
    assert "(1)" not in done.stdout


@pytest.mark.slow
def test_no_solution_and_edges() -> None:
    reason = reason_of("assign", Position(parse(NONE)))
    assert reason is not None
    assert reason.target == NO_SOLUTION
    assert reason.clauses
    puzzle = parse("7x7:bgsgqbzbfxxfzb")
    (solution,) = solve(puzzle).solutions
    for edge, ends in (
        (Point(8, 5), "c4r3 and c5r3"),
        (Point(4, 1), "c2r1 and c3r1"),
    ):
        found = reason_of("assign", Position(puzzle), edge)
        assert found is not None
        wall = edge in solution.walls
        assert found.target == Fact(Kind.WALL if wall else Kind.OPEN, edge)
        shown = figure(found)
        assert shown.marks
        assert shown.head.endswith(f"wall between {ends}")
    assert reason_of("assign", Position(parse("6x6:pzizizcf")), Point(3, 3)) is None


def test_a_comment_is_the_one_directly_above_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    rules = "% Test: one\n:- a.\n:- b.\n\n#show a/0.\n\n% Two\n\n{ c }.\n:- d.\n"
    path.write_text(rules)
    source = read([path], tmp_path)
    headings = [source.heading(line) for line in (2, 3, 9, 10)]
    assert headings == ["Test: one", "", "Two", ""]


def test_definitions_are_told_in_their_words(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(DEFINED)
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    reason = reason_of(str(path), Position(puzzle), Point(3, 1))
    assert reason is not None
    text = "\n".join(figure(reason).lines())
    assert "then c2r1 belongs to dot A: a dot for each cell" in text
    assert "this contradicts: :- right(P); galaxy(P,(1,1)) (c2r1)" in text


def test_bounds_of_a_counted_choice_are_named(tmp_path: Path) -> None:
    """Also beside pools and strong negation in heads."""
    path = tmp_path / "mine.lp"
    path.write_text(
        MINE.replace(
            "1 { galaxy(P,C) : center(C) } 1",
            "#count { C : galaxy(P,C) : center(C) } = 1",
        )
        + "side(1;3). -side(X) :- X = 2, side(1).\n:- -side(1).\n"
    )
    reason = reason_of(str(path), Position(Puzzle(2, 1, [(1, 1), (3, 1)])), Point(3, 1))
    assert reason is not None
    headings = [one.rule.heading for one in reason.instances]
    assert "Generate: a dot for each cell" in headings


@pytest.mark.slow
def test_what_is_drawn_is_named() -> None:
    puzzle = parse("6x6:pzizizcf")
    (one, *_) = solve(puzzle).solutions
    open_cell = next(
        cell
        for cell in puzzle.cells()
        if reason_of("grow", Position(puzzle), cell) is None
    )
    drawn = Position(puzzle, labels=one.labels)
    reason = reason_of("assign", drawn, open_cell)
    assert reason is not None
    (line,) = figure(reason).sentences
    assert line.startswith("c1r1 is enclosed by walls and dot ")


@pytest.mark.slow
def test_a_cell_has_the_reason_of_its_dot() -> None:
    arguments = ("explain", "-q", "-e", "assign", "--at", "c5r7")
    out = run(*arguments, "7x7:cghsppedzzaccdtce").stdout
    (answer,) = [line for line in out.splitlines() if line.startswith("7x7")]
    assert answer.split(": ")[1].startswith("c5r7 belongs to dot L (")


def test_json_names_rules_and_values() -> None:
    own = Path(__file__).parents[3] / "encodings" / "galaxies" / "assign.lp"
    arguments = ("explain", "--json", "-e", str(own), "--at", "c5r7")
    answer = json.loads(run(*arguments, "7x7:cghsppedzzaccdtce").stdout)
    assert answer["forced"]
    rules = answer["rules"]
    headings = [rule["heading"] for rule in rules]
    assert "Generate: each cell chooses one candidate" in headings
    assert any(one.startswith("Test: the partner of a cell") for one in headings)
    assert all(rule["file"].endswith("assign.lp") for rule in rules)
    assert all(rule["instances"] for rule in rules)
    assert answer["marks"][0] == {"at": [9, 13], "role": "target", "text": ""}


@pytest.mark.parametrize(
    "encoding",
    slow_if(lambda encoding: encoding != "grow", ["grow", "assign", "walls"]),
)
def test_a_walkthrough_leads_to_the_solution_by_small_reasons(encoding: str) -> None:
    puzzle = parse("7x7:cghsppedzzaccdtce")
    (solution,) = solve(puzzle).solutions
    way = walkthrough(puzzle, rules=Rules(encoding))
    assert way.solved
    known = Known.of(Position(puzzle))
    for step in way.steps:
        assert step.known == known
        known = known.with_facts(step.facts)
        assert set(step.reason.premises) <= set(step.known.facts)
        for at in step.cells:
            center = puzzle.centers[solution.label(at)]
            assert Fact(Kind.CELL, at, center) in step.facts
        assert set(step.walls) <= solution.walls
    assert known.position.rows() == solution.rows()


@pytest.mark.parametrize(
    ("variant", "board"),
    [
        ("black-holes", '"centers": [[1, 1], [4, 1]], "black_cells": 1'),
        ("hidden-dots", '"centers": [[1, 1], [7, 1]], "hidden_dots": 1'),
        ("loose-walls", '"centers": [[1, 1], [5, 1]]'),
        ("quarter-turn", '"centers": [[1, 1], [3, 1], [5, 1], [7, 1]]'),
        ("toroidal", '"centers": [[2, 1], [6, 1]]'),
        ("rectangular", '"centers": [[2, 1], [6, 1]]'),
        ("thin", '"centers": [[2, 1], [6, 1]]'),
    ],
)
def test_hints_under_variants_lead_to_the_solution(variant: str, board: str) -> None:
    text = f'{{"width": 4, "height": 1, "variants": ["{variant}"], {board}}}'
    puzzle = parse(text)
    result = solve(puzzle)
    (solution,) = result.solutions
    position, kinds = Position(puzzle), []
    way = walkthrough(puzzle)
    assert way.solved
    for step in way.steps:
        kinds += [fact.kind for fact in step.facts]
        shown = figure(step)
        assert shown.sentences
        assert shown.marks
    assert way.end.known is not None
    position = way.end.known.position
    assert position.rows() == solution.rows()
    assert (Kind.EMPTY in kinds) == (variant == "black-holes")
    empty = sum(label == NO_DOT for row in solution.rows() for label in row)
    assert kinds.count(Kind.EMPTY) == empty


def test_open_loose_walls_are_not_solved() -> None:
    """All cells are decided, but walls inside the region may be drawn or not."""
    variants = frozenset({RuleVariant.LOOSE_WALLS})
    puzzle = Puzzle(3, 2, [(3, 2)], variants=variants)
    assert solve(puzzle).status == "multiple"
    assert not walkthrough(puzzle).solved
    assert walkthrough(Puzzle(2, 2, [(2, 2)], variants=variants)).solved


def test_a_mistake_is_found_under_any_rules(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text("own_rules.\n" + MINE)
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    drawn = Position(puzzle, labels=[[1, NO_DOT]])
    mistake = hint(drawn, rules=Rules(str(path)))
    assert isinstance(mistake, Mistake)
    assert find_mistake(drawn, rules=Rules(str(path))) == mistake
    assert mistake.wrong == (Fact(Kind.CELL, Point(1, 1), Point(3, 1)),)
    (rule,) = {one.rule for one in mistake.reason.instances if "left" in str(one)}
    assert (rule.heading, rule.line) == (
        "Test: the left column belongs to the first dot",
        8,
    )
    assert mistake.reason.source is not None
    assert not mistake.reason.source.verified
    right = Position(puzzle, labels=[[0, NO_DOT]])
    step = hint(right, rules=Rules(str(path)))
    assert find_mistake(right, rules=Rules(str(path))) is None
    assert isinstance(step, Step)
    assert [fact.at for fact in step.facts] == [Point(3, 1)]
    done = run("hint", "--json", "-e", str(path), write_json(drawn))
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"]) == (1, "mistake")
    assert answer["wrong"] == [{"asked": "cell", "at": [1, 1], "dot": 1, "name": "B"}]


def write_json(position: Position) -> str:
    return write(position, "json")


def test_the_page_of_a_walkthrough_by_an_encoding(tmp_path: Path) -> None:
    page = tmp_path / "way.html"
    done = run("walkthrough", "-e", "assign", "-o", str(page), "7x7:cghsppedzzaccdtce")
    assert done.returncode == 0
    text = page.read_text()
    assert "no other dot can get to it" in text
    assert "easy, effort" in done.stdout
    assert text.count("<section") == text.count("data-level") + 1


@pytest.mark.slow
def test_puzzles_of_variants_have_the_difficulty_that_is_asked_for() -> None:
    options = ("--size", "5", "--with", "black-holes", "--difficulty", "moderate")
    made = run("generate", "-q", *options, "--seed", "1", "-f", "json").stdout
    assert "moderate" in run("walkthrough", "-q", "--difficulty", made.strip()).stdout


ROOKS = """%*! width(W)
Input. The board has W columns.
*%
#defined width/1.
%*! height(H)
Input. The board has H rows.
*%
#defined height/1.
%*! rook(P)
Output. A rook stands in the cell P. Drawing: symbol R.
*%
#show rook/1.
cell((2*I-1,2*J-1)) :- width(W), height(H), I = 1..W, J = 1..H.
{ rook(P) } :- cell(P).
% Test: each row has one rook
:- cell((_,Y)), not { rook((X,Y)) } = 1.
% Test: the rook is on the right ({(X,Y)} in the column {X})
:- rook((X,Y)), cell((X,Y)), cell((X+2,Y)).
"""


def test_a_heading_names_the_place_of_its_rule(tmp_path: Path) -> None:
    (tmp_path / "encoding.lp").write_text(ROOKS)
    board = "width(2). height(1)."
    done = run("walkthrough", "-q", "--family", str(tmp_path), board).stdout
    assert "There is no rook at c1r1" in done
    assert "- the rook is on the right (c1r1 in the column 1)" in done
    assert "There is a rook at c2r1" in done
    assert "- there is no rook at c1r1; each row has one rook (row 1)" in done
