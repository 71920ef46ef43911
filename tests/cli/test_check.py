"""`galaxies check --unfinished`: faults that no further drawing cures."""

import json

from support.commands import galaxies
from support.puzzles import IDP_5X5

from galaxies_asp import load
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position
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
