"""`galaxies check --unfinished`: faults that no further drawing cures."""

import json
from pathlib import Path

import pytest
from support.commands import galaxies
from support.puzzles import IDP_5X5

from galaxies_asp import load
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.verifying.progress import progress
from galaxies_asp.notation import write
from galaxies_asp.solving.search import solve

SOLUTION = solve(IDP_5X5).solutions[0]


def checked(position: Position, *options: str) -> tuple[int, str]:
    done = galaxies("check", *options, "-q", stdin=write(position, "json"))
    return done.returncode, done.stdout.decode()


def test_an_unfinished_attempt_has_no_fault_so_far() -> None:
    walls = frozenset(sorted(SOLUTION.walls)[:5])
    position = Position(IDP_5X5, walls)
    assert checked(position)[0] == 1
    code, said = checked(position, "--unfinished")
    assert code == 0
    assert "no fault so far, " in said
    assert f"of {len(IDP_5X5.centers)} regions complete" in said


def test_a_fault_that_stays_is_listed() -> None:
    labels = SOLUTION.labels.copy()
    labels[:] = -1
    labels[0, 0] = len(IDP_5X5.centers) - 1
    code, said = checked(Position(IDP_5X5, labels=labels), "--unfinished")
    assert code == 1
    assert "c1r1" in said
    assert "uncovered" not in said


def test_a_solution_is_correct_and_all_regions_are_complete() -> None:
    assert checked(SOLUTION.position(), "--unfinished")[1].endswith("correct\n")
    code, said = checked(SOLUTION.position(), "--unfinished", "--json")
    answer = json.loads(said)
    assert code == 0
    assert answer["solved"]
    assert answer["complete"] == list(range(len(IDP_5X5.centers)))


def test_variants_are_not_judged_unfinished() -> None:
    options = ("--unfinished", "--with", "toroidal")
    done = galaxies("check", *options, stdin=write(SOLUTION.position(), "json"))
    assert done.returncode == 2
    assert b"--unfinished takes the rules of Galaxies only" in done.stderr


def test_a_wrong_attempt_is_drawn_with_its_faults_and_the_names_of_messages() -> None:
    """The document's sign of this dot is 0; sentences and drawings call it AA."""
    solved = solve(load("idp-10x10")).solutions[0].position()
    walls = solved.inner_walls() | {Point(7, 18)}
    done = galaxies("check", stdin=write(Position(solved.puzzle, walls), "json"))
    said = done.stdout.decode()
    assert done.returncode == 1
    assert "a wall runs through dot AA at (7,18)" in said
    row = next(line for line in said.splitlines() if "!AA!" in line)
    assert row.strip().startswith("┠")
    assert " c10\n" in said
    assert "!a!  wrong" in said


def _checked(board: dict[str, object]) -> tuple[int, str]:
    done = galaxies("check", "-q", "-", stdin=json.dumps({"id": "b", **board}))
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize(
    ("hidden", "labels", "said"),
    [
        (2, [0, 1, 2], "0 hidden dots, where the clue is 2"),
        (0, [0, 1, 2], "correct"),
        (1, [0, 1, -1], "0 hidden dots, where the clue is 1"),
    ],
)
def test_labels_without_an_open_cell_state_the_hidden_dots(
    hidden: int, labels: list[int], said: str
) -> None:
    board = {"width": 3, "height": 1, "centers": [[1, 1], [3, 1], [5, 1]]}
    board |= {"variants": ["hidden-dots"], "clues": [f"hidden_dots({hidden})"]}
    code, out = _checked(board | {"attempt": {"labels": [labels]}})
    assert (code, said in out) == (int(said != "correct"), True)


@pytest.mark.parametrize("variant", ["black-holes", "hidden-dots"])
@pytest.mark.parametrize(
    ("labels", "said"), [([-1, -1, -1], "nothing is drawn"), ([-1, 0, -1], "correct")]
)
def test_an_empty_board_is_unfinished(
    labels: list[int], said: str, variant: str
) -> None:
    board = {"width": 3, "height": 1, "centers": [[3, 1]], "variants": [variant]}
    code, out = _checked(board | {"attempt": {"labels": [labels]}})
    assert (code, said in out) == (int(said != "correct"), True)


@pytest.mark.parametrize(
    ("middle", "said"),
    [
        ([0, -1, -1, 0], "c2r2 belongs to no dot"),
        ([0, 1, -1, 0], "c3r2 belongs to no dot"),
        ([0, 1, 2, 0], "correct"),
    ],
)
def test_cells_at_dots_that_may_be_in_another_region_have_to_be_labeled(
    middle: list[int], said: str
) -> None:
    board = {"width": 4, "height": 3, "centers": [[4, 3], [3, 3], [5, 3]]}
    board |= {"variants": ["toroidal"]}
    code, out = _checked(board | {"attempt": {"labels": [[0] * 4, middle, [0] * 4]}})
    assert (code, said in out) == (int(said != "correct"), True)


def test_an_unfinished_board_that_is_not_judged_says_so() -> None:
    puzzle = Puzzle(3, 1, [(1, 1), (5, 1)], variants=["black-holes"])
    (said,) = progress(Position(puzzle, [])).in_words(2)
    assert said == "not finished; under black-holes only finished boards are judged"


@pytest.mark.parametrize(
    ("family", "board"),
    [
        ("galaxies", "3x3:m"),
        ("nurikabe", "https://puzz.link/p?nurikabe/1/1/1"),
        ("shikaku", "https://puzz.link/p?shikaku/1/1/1"),
    ],
)
def test_an_answer_that_draws_nothing_is_judged(family: str, board: str) -> None:
    file = galaxies("solve", "-q", "-f", "pzprv3", board).stdout
    done = galaxies("check", "-", stdin=file)
    assert (done.returncode, done.stdout) == (0, b"stdin: correct\n"), family
    as_json = galaxies("convert", "-f", "json", "-", stdin=file).stdout
    assert galaxies("check", "-", stdin=as_json).returncode == 0
    assert not galaxies("convert", "-f", "puzzlink", "-", stdin=file).stderr


def test_loose_walls_that_another_program_accepts_are_named() -> None:
    lines = galaxies("solve", "-q", "-f", "pzprv3", "3x3:m").stdout.decode().split("\n")
    lines[9] = "1 0"
    done = galaxies("check", "-q", "-", stdin="\n".join(lines))
    assert done.returncode == 1
    assert b"puzz.link accepts loose walls" in done.stderr


def test_an_attempt_without_a_verifier_is_judged_by_the_encoding() -> None:
    board = {"id": "b", "width": 3, "height": 1, "centers": [[1, 1], [4, 1]]}
    board |= {"attempt": {"labels": [[0, 0, 1]]}}
    done = galaxies("check", "--with", "no-verifier", "-", stdin=json.dumps(board))
    assert done.returncode == 1


NURIKABE = "width(3). height(2). number((1,1),2). number((5,3),1).\n"
ANSWER = "shaded((5,1)) shaded((1,3)) shaded((3,3))"


@pytest.mark.parametrize(
    "output",
    [
        f"clingo version 5.8\nReading from a.lp\nAnswer: 1\n{ANSWER}\nSATISFIABLE\n",
        f"{ANSWER}\nSATISFIABLE\n",
        json.dumps(
            {
                "Solver": "clingo version 5.8",
                "Call": [{"Witnesses": [{"Value": ANSWER.split()}]}],
                "Result": "SATISFIABLE",
            }
        ),
    ],
)
def test_answers_of_clingo(output: str, tmp_path: Path) -> None:
    board, answer = tmp_path / "board.lp", tmp_path / "answer.txt"
    board.write_text(NURIKABE)
    answer.write_text(output)
    family = ("check", "--family", "nurikabe")
    for arguments, text in (
        ((str(board), str(answer)), ""),
        ((str(board), "-"), output),
        (("-",), NURIKABE + output),
    ):
        done = galaxies(*family, *arguments, stdin=text.encode())
        assert b"c3r1 is cut off from c1r2" in done.stdout
        assert (done.returncode, done.stderr) == (1, b"")
    alone = galaxies(*family, str(answer))
    assert b"there is no fact width(N)" in alone.stderr


@pytest.mark.parametrize(
    ("drawn", "code", "said"),
    [
        ("star((1,1)).", 0, "no fault that stays so far"),
        ("star((1,1)). star((3,3)).", 1, "stars do not touch (c1r1)"),
    ],
)
def test_an_unfinished_board_of_another_type(drawn: str, code: int, said: str) -> None:
    rows = " ".join(f"region(({x},{y}),{y})." for x in (1, 3, 5) for y in (1, 3, 5))
    facts = f"width(3). height(3). stars(1). {rows} {drawn}"
    family = "--family=star-battle"
    done = galaxies("check", "--unfinished", family, "-q", stdin=facts)
    assert done.returncode == code
    assert said in done.stdout.decode()
