"""`galaxies repair`, as people use it."""

import json

import pytest
from click.testing import CliRunner, Result

from galaxies_asp import Puzzle, PuzzleError, parse, solve
from galaxies_asp.cli import galaxies
from galaxies_asp.repairing import repair

AMBIGUOUS = "6x4:bgqhhrhg"
CONTESTED = "6x5:hentcgqncf"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(galaxies, ["repair", *arguments], standalone_mode=False)


def test_changes_are_said_and_drawn() -> None:
    result = run(AMBIGUOUS, "--by", "dots")
    assert result.return_value == 0
    lines = result.output.splitlines()
    assert lines[0].endswith(
        "several solutions; repaired by 2 changes at a cost of 2, proven least"
    )
    assert lines[1] == "add a dot at c4r1; add a dot at c6r4"
    assert lines[2].split() == ["Before", "After"]
    assert all(lines)


def test_json_is_a_certificate() -> None:
    result = run(AMBIGUOUS, "--by", "dots", "--json")
    answer = json.loads(result.output)
    assert answer["before"] == "multiple"
    assert answer["solutions_before"] == 2
    assert answer["minimal"]
    assert answer["at_least"] == 2
    (repair,) = answer["repairs"]
    assert {change["kind"] for change in repair["changes"]} == {"add"}
    board = {"width": 6, "height": 4, "centers": repair["centers"]}
    repaired = parse(json.dumps(board))
    after = solve(repaired)
    assert after.status == "unique"
    assert after.solutions[0].labels.tolist() == repair["solution"]


@pytest.mark.slow
def test_texts_that_differ_by_one_letter() -> None:
    known = run(AMBIGUOUS, "--json", "--time-limit", "0.0001")
    assert json.loads(known.stdout)["one_letter"] == ["6x4:bgohhrhg"]
    said = f"{AMBIGUOUS}: exactly 1 solution if one letter differs:\n  6x4:bgohhrhg\n"
    assert run(AMBIGUOUS).stdout.startswith(said)
    written = run(AMBIGUOUS, "-f", "tatham")
    assert (written.stdout, said in written.stderr) == ("6x4:bebqhhrhgb\n", True)


def test_an_address_that_cannot_be_read_gets_its_corrections_aside() -> None:
    result = run("3x3:my", "--json")
    assert (result.return_value, result.stdout) == (65, "")
    assert "3x3:my: exactly 1 solution if one letter differs:" in result.stderr


@pytest.mark.slow
def test_all_cheapest_repairs() -> None:
    result = run("6x6:aeezuddzuee", "--by", "dots", "-n", "0", "--quiet")
    assert "in 71 ways" in result.output
    assert len(result.output.splitlines()) == 72
    result = run("6x6:aeezuddzuee", "--by", "dots", "-n", "2", "--json")
    assert len(json.loads(result.output)["repairs"]) == 2


def test_the_repaired_puzzle_is_written() -> None:
    written = run(AMBIGUOUS, "--by", "dots", "-f", "tatham")
    ids = [line for line in written.stdout.splitlines() if line.startswith("6x4:")]
    assert solve(parse(ids[-1])).status == "unique"


def test_notations_without_walls_are_said_to_have_none() -> None:
    result = run(AMBIGUOUS, "--by", "walls", "-f", "tatham")
    assert "cannot hold the given walls; drawing, " in result.output
    assert "can; --by dots draws none" in result.output


def test_negative_answers() -> None:
    result = run(CONTESTED, "--by", "walls")
    assert result.return_value == 1
    assert "both claim" in result.output
    assert "no changes of the kinds that are allowed repair it" in result.output
    assert run(CONTESTED, "--keep", "all", "--by", "move").return_value == 1
    assert run(CONTESTED, "--by", "add,move").return_value == 0
    assert run(CONTESTED, "--by", "move", "--by", "draw").return_value == 0


def test_limits() -> None:
    result = run("6x6:pzizizcf", "--time-limit", "0.0001", "--json")
    answer = json.loads(result.output)
    assert result.return_value == 3
    assert answer["stopped_by"] == "time"
    assert not answer["minimal"]


@pytest.mark.slow
def test_boards_that_are_too_large_are_refused() -> None:
    with pytest.raises(PuzzleError, match="too large"):
        repair(Puzzle(200, 200))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "foo"], "'foo' is not one of 'dots', 'walls', 'clues', 'add'"),
        (["--weight", "draw"], "'draw' is not a kind of change and its cost"),
        (["--weight", "draw=0"], "draw costs 0"),
        (["--keep", "99"], "--keep 99: no such dot"),
        (["--keep", "7,99"], "--keep 7,99: no such dot"),
        (["-o", "picture.png"], "writes no .png but .svg"),
    ],
)
def test_bad_options(arguments: list[str], message: str) -> None:
    result = run(AMBIGUOUS, *arguments)
    assert message in str(result.exception)
