"""Every verb under every rule: built-in encodings, variants, encodings of users."""

import json
from itertools import combinations, product
from pathlib import Path

import pytest
from oracles import variants as brute_force
from oracles.brute_force import connected_sets
from support.commands import SEVERAL, galaxies, text
from support.encodings import OWN, STANDARD
from support.marks import NEEDS_LIBRARY
from support.rules import (
    BOARDS,
    PUZZLES,
    VARIANTS,
    Regions,
    argument,
    regions,
    solutions,
)

from galaxies_asp.core import program_engine
from galaxies_asp.core.board.grid import Point, inner_edges, touched_cells
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.notation import parse_all

BUILT_IN = ("auto", "fast", "grow", "assign", "idp", "choice+pair+level", "growth+pair")


def run(*arguments: str) -> tuple[int, str]:
    done = text(*arguments)
    return done.returncode, done.stdout


def agree(puzzle: Puzzle, options: list[str], expected: set[Regions]) -> None:
    """Compare the verbs that answer about all solutions with brute force."""
    board = argument(puzzle)
    solved = json.loads(run("solve", "-n", "0", "--json", *options, board)[1])
    assert {regions(puzzle, rows) for rows in solved["solutions"]} == expected
    assert solved["complete"]
    listed = run("enumerate", *options, board)[1].splitlines()
    assert len(listed) == len(expected)
    assert {regions(puzzle, json.loads(line)) for line in listed} == expected
    counted = json.loads(run("count", "--json", *options, board)[1])
    assert (counted["count"], counted["complete"]) == (len(expected), True)
    code, out = run("forced", "--json", *options, board)
    assert code == (0 if expected else 1)
    if expected:
        compare_forced(puzzle, json.loads(out), expected)


def compare_forced(puzzle: Puzzle, found: dict, expected: set[Regions]) -> None:
    dots = {
        cell: {
            next((c for region, c in answer if cell in region), None)
            for answer in expected
        }
        for cell in puzzle.cells()
    }
    for cell, those in dots.items():
        numbers = found["dots"][cell.y // 2][cell.x // 2]
        named = {None if n is None else puzzle.centers[n] for n in numbers}
        assert named == those
    walls = set()
    for edge in inner_edges(puzzle.width, puzzle.height):
        one, other = touched_cells(edge)
        if all(owner(answer, one) != owner(answer, other) for answer in expected):
            walls.add(tuple(edge))
    assert {tuple(edge) for edge in found["walls"]} == walls


def owner(answer: Regions, cell: Point) -> Point | None:
    return next((center for region, center in answer if cell in region), None)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("encoding", BUILT_IN)
def test_built_in_encodings(encoding: str, board: str) -> None:
    agree(BOARDS[board], ["-e", encoding], solutions(BOARDS[board], "galaxies"))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant: str, board: str) -> None:
    agree(BOARDS[board], ["--with", variant], solutions(BOARDS[board], variant))


@pytest.mark.slow
@pytest.mark.parametrize("name", STANDARD)
def test_encodings_of_users(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, STANDARD[name])
    for board in BOARDS.values():
        agree(board, ["-e", path], solutions(board, "galaxies"))
    board = BOARDS["one"]
    drawn = json.loads(argument(board)) | {
        "attempt": {"labels": [[0, 0, 2], [1, 1, 1]]}
    }
    assert run("check", "-e", path, json.dumps(drawn))[0] == 0


def written(folder: Path, program: str) -> str:
    path = folder / "mine.lp"
    path.write_text(program, encoding="utf-8")
    return str(path)


def rectangles(puzzle: Puzzle) -> set[Regions]:
    """Return the divisions into rectangles that cover one dot each."""
    boxes = [
        (region, center)
        for region in connected_sets(brute_force.cells_of(puzzle.width, puzzle.height))
        if brute_force.is_box(region)
        for center in puzzle.centers
        if set(touched_cells(center)) <= region
    ]
    every = brute_force.divisions(
        brute_force.cells_of(puzzle.width, puzzle.height), boxes
    )
    return {
        answer
        for answer in every
        if sorted(center for _, center in answer) == sorted(puzzle.centers)
    }


def equal(puzzle: Puzzle) -> set[Regions]:
    every = solutions(puzzle, "galaxies")
    return {answer for answer in every if len({len(r) for r, _ in answer}) == 1}


@pytest.mark.slow
def test_rules_of_users(tmp_path: Path) -> None:
    path = written(tmp_path, OWN["rectangles"])
    for dots in combinations(product(range(1, 6), range(1, 4)), 2):
        puzzle = Puzzle(3, 2, dots)
        if not puzzle.contested_cells() and dots[0][0] == 1:
            agree(puzzle, ["-e", path], rectangles(puzzle))
    board = argument(Puzzle(3, 1, [(1, 1), (5, 1)]))
    code, out = run("solve", "-e", path, board)
    assert code == 1
    assert "not verified: no verifier for these rules" in out
    path = written(tmp_path, OWN["equal-sizes"])
    agree(BOARDS["one"], ["-e", path], equal(BOARDS["one"]))
    agree(BOARDS["several"], ["-e", path], equal(BOARDS["several"]))


def test_a_verifier_of_the_user_is_run_on_request_only(tmp_path: Path) -> None:
    path = written(tmp_path, OWN["rectangles"])
    judge = tmp_path / "judge.py"
    judge.write_text(
        "def judge(puzzle, labels):\n"
        "    return ['too long'] if (labels == 0).sum() > 1 else []\n"
    )
    board = argument(Puzzle(3, 1, [(1, 1), (5, 1)]))
    result = text("solve", "-n", "0", "-e", path, "--with", f"{judge}:judge", board)
    assert "own rule: too long" in result.stderr
    assert result.returncode == 65
    assert run("solve", "-n", "0", "-e", path, board)[0] == 0
    code, out = run("solve", "-n", "0", "-e", path, "--with", "no-verifier", board)
    assert (code, "not verified" in out) == (0, True)


def test_an_optimization_never_becomes_a_count(tmp_path: Path) -> None:
    path = written(
        tmp_path, STANDARD["borders"] + "#minimize { 1,P : galaxy(P,(3,3)) }.\n"
    )
    expected = solutions(BOARDS["several"], "galaxies")
    agree(BOARDS["several"], ["-e", path], expected)
    result = text("solve", "-e", path, argument(BOARDS["several"]))
    assert f"{path}:13: the optimization is ignored" in result.stderr


def test_a_wrong_encoding_is_not_counted(tmp_path: Path) -> None:
    lines = STANDARD["borders"].splitlines(keepends=True)
    path = written(tmp_path, "".join(lines[:-1]))  # without the symmetry
    for verb in ("solve", "count", "enumerate"):
        result = text(verb, "-e", path, argument(BOARDS["several"]))
        assert result.returncode == 65, verb
        assert "breaks the rules of the puzzle" in result.stderr


def test_a_second_encoding_confirms(tmp_path: Path) -> None:
    board = argument(BOARDS["several"])
    for count in ("0", "1"):
        code, out = run("solve", "-n", count, "--confirm", "assign", board)
        assert (code, ", confirmed by assign" in out) == (0, True)
    path = written(tmp_path, OWN["equal-sizes"])
    result = text("solve", "-n", "0", "--confirm", path, argument(BOARDS["one"]))
    assert result.returncode == 65
    assert "disagree" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("variant", RuleVariant)
def test_generated_puzzles_have_one_solution(variant: RuleVariant) -> None:
    options = [
        "--with",
        variant,
        "--size",
        "3",
        "--require",
        "dots=2-6",
        "-n",
        "2",
        "--json",
    ]
    code, out = run("generate", "--seed", "0", *options, "-j", "1")
    assert code == 0
    for line in out.splitlines():
        assert json.loads(line)["variants"] == [variant]
        code, answer = run("solve", "--json", "-n", "0", line)
        assert json.loads(answer)["status"] == "unique"


@NEEDS_LIBRARY
def test_the_answer_says_how_it_was_found() -> None:
    board = argument(BOARDS["one"])
    for options, encoding, decided_by in (
        ((), "fast", "propagation"),
        (("-e", "grow"), "grow", "search"),
        (("--with", "thin"), "growth+thin", "search"),
    ):
        answer = json.loads(run("solve", "--json", *options, board)[1])
        assert (answer["encoding"], answer["decided_by"]) == (encoding, decided_by)


def test_enumerate_and_count_say_how_much_is_known(tmp_path: Path) -> None:
    board = "6x6:pzizizcf"
    *listed, last = map(json.loads, run("enumerate", "--json", board)[1].splitlines())
    assert (last["count"], last["complete"]) == (len(listed), True)
    assert last["encoding"] == "fast"
    assert all(set(one) == {"labels"} for one in listed)
    out = run("enumerate", "--json", "-n", "1", "--with", "black-holes", board)[1]
    last = json.loads(out.splitlines()[-1])
    assert (last["complete"], last["encoding"]) == (False, "growth+black-holes")
    path = written(tmp_path, OWN["rectangles"])
    result = text("count", "-e", path, argument(Puzzle(3, 1, [(1, 1), (5, 1)])))
    assert "no solution was verified: no verifier for these rules" in result.stderr


def test_count_says_how_many_solutions_are_verified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program_engine, "_VERIFIED", 100)
    result = text("count", "--with", "black-holes", "6x6:pzizizcf")
    assert result.stdout == "6149\n"
    assert "only 100 solutions were verified, the others counted" in result.stderr


def explained(options: list[str], board: str) -> None:
    """Ask the verbs that explain, draw and repair, of a puzzle with one solution."""
    solved = json.loads(run("solve", "--json", *options, board)[1])
    assert solved["status"] == "unique"
    labels = solved["solutions"][0]
    code, out = run("walkthrough", "--json", *options, board)
    way = json.loads(out)
    assert (code, way["solved"]) == (0, True)
    decided = [fact for step in way["walkthrough"] for fact in step["facts"]]
    cells = [fact for fact in decided if fact["asked"] in ("cell", "empty")]
    found = {tuple(fact["at"]): fact.get("dot") for fact in cells}
    for y, row in enumerate(labels):
        for x, dot in enumerate(row):
            assert found[2 * x + 1, 2 * y + 1] == dot
    code, out = run("hint", "--json", *options, board)
    assert (code, json.loads(out)["kind"]) == (0, "step")
    code, out = run("explain", "--json", "--at", "c2r1", *options, board)
    assert (code, json.loads(out)["target"].get("dot")) == (0, labels[0][1])
    assert run("render", "--solution", "-f", "svg", *options, board)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("variant", PUZZLES)
def test_verbs_that_explain_under_variants(variant: str) -> None:
    explained([], PUZZLES[variant])


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["grow", "assign", "idp", "choice+pair+level"])
def test_verbs_that_explain_under_built_in_encodings(encoding: str) -> None:
    explained(["-e", encoding], argument(Puzzle(3, 2, [(3, 1), (3, 3)])))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*STANDARD, *OWN])
def test_verbs_that_explain_under_encodings_of_users(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, (STANDARD | OWN)[name])
    explained(["-e", path], argument(Puzzle(3, 2, [(3, 1), (3, 3)])))
    options = ("--size", "3", "--require", "dots=1-9", "-n", "1", "--json", "-j", "1")
    code, out = run("generate", "--seed", "0", "-e", path, *options)
    assert code == 0
    assert json.loads(run("solve", "--json", "-e", path, out)[1])["status"] == "unique"


@pytest.mark.parametrize(
    ("fault", "line", "heading"),
    [
        ("% Test: no third dot\n:- galaxy(_,(5,1)).", 3, "no third dot"),
        ("% Test: the left cell is alone\n\n:- galaxy((3,1),(2,1)).", 4, "alone"),
        ("% Test: all of one dot\n:- not 6 { galaxy(_,C) }, center(C).", 3, "one dot"),
    ],
)
def test_a_planted_fault_is_explained_at_its_line(
    fault: str, line: int, heading: str, tmp_path: Path
) -> None:
    path = written(tmp_path, f'#include "grow.lp".\n{fault}\n')
    board = argument(BOARDS["one"])
    code, out = run("explain", "--json", "-e", path, board)
    assert code == 0
    rules = {(rule["file"], rule["line"]): rule for rule in json.loads(out)["rules"]}
    assert heading in rules[path, line]["heading"]
    assert "solution" in run("hint", "-e", path, board)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["solve", "--with", "rules.txt:judge", SEVERAL],
            "rules.txt is not a Python file",
        ),
        (
            ["solve", "--with", "thin+toroidal+loose-walls", SEVERAL],
            "variants loose-walls, toroidal together",
        ),
    ],
)
def test_what_no_command_can_do_is_named(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.txt").write_text("not Python")
    done = galaxies(*arguments)
    assert done.returncode in (2, 65)
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_solutions_are_written_as_drawings() -> None:
    drawn = galaxies("enumerate", "-n", "2", "-f", "drawing", SEVERAL).stdout.decode()
    first, second = parse_all(drawn, "drawing")
    assert first.puzzle == second.puzzle
    assert first.walls != second.walls


HIDDEN = json.dumps(
    {
        "id": "hidden",
        "width": 4,
        "height": 4,
        "variants": ["hidden-dots"],
        "centers": [[3, 2], [4, 5], [5, 7]],
        "clues": ["hidden_dots(1)"],
    }
)
BLACK = json.dumps(
    {
        "id": "black",
        "width": 4,
        "height": 4,
        "variants": ["black-holes"],
        "centers": [[5, 2], [7, 2], [3, 4], [1, 5], [6, 5]],
        "clues": ["black_cells(1)"],
    }
)


def test_the_drawing_of_a_puzzle_does_not_show_what_it_hides() -> None:
    done = text("solve", HIDDEN)
    puzzle, solution = done.stdout.split("Output")
    assert "hidden-dots, 1 hidden dot" in done.stdout
    assert "D" not in puzzle
    assert "D" in solution


@pytest.mark.parametrize("puzzle", [HIDDEN, BLACK])
def test_a_solution_is_ignored_by_hints(puzzle: str) -> None:
    solved = galaxies("solve", "-f", "json", puzzle).stdout
    assert galaxies("check", stdin=solved).returncode == 0
    done = galaxies("hint", stdin=solved)
    assert (done.returncode, b"its solution is ignored" in done.stderr) == (0, True)


def test_hints_show_the_clues(tmp_path: Path) -> None:
    rules = written(
        tmp_path,
        "%*! star(P)\nInput. A star. Domain: cell(P). Drawing: symbol *. *%\n"
        "#defined star/1.\n"
        ":- center(C), { galaxy(P,C) : star(P) } != 1.\n",
    )
    fields = {"width": 3, "height": 1, "centers": [[1, 1], [4, 1]]}
    puzzle = json.dumps({**fields, "clues": ["star((1,1))", "star((5,1))"]})
    picture = tmp_path / "hint.svg"
    asked = "explain", "--at", "c2r1", "--with", rules, "-o", str(picture), puzzle
    shown = galaxies(*asked).stdout.decode()
    assert "r1 ┃ A ┆[b]B * ┃" in shown
    assert "star((1,1)) star((5,1))" in shown
    assert picture.read_text().count(">*</text>") == 2


@pytest.mark.slow
def test_variants_forbid_or_allow_an_answer() -> None:
    asked = "lab", "rules", "--boards", "exhaustive=2x1"
    _, said = run(*asked, "--with", "quarter-turn", "--with", "hidden-dots")
    assert "quarter-turn forbids it: unturned region" in said
    assert "hidden-dots allows it: region without dot" in said


def test_several_parts_stand_in_one_word_or_in_several(tmp_path: Path) -> None:
    part = tmp_path / "own,part.lp"
    part.write_text(":- galaxy((1,1),(3,3)).\n")
    words = "solve", "--json", "3x3:m", "--with", "toroidal,rectangular"
    encodings = [json.loads(run(*words)[1])["encoding"]]
    code, out = run(*words, "--with", str(part))
    encodings.append(json.loads(out)["encoding"])
    assert encodings[0] == "choice+toroidal+rectangular"
    assert (code, encodings[1]) == (1, f"{encodings[0]}+{part}")
    assert (
        b"'fold=2'" in galaxies("repair", "--weight", "draw=1,fold=2", "3x3:m").stderr
    )
