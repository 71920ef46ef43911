"""Puzzles of the other families that are made: brute force, taste, seeds."""

import pickle
import shutil
from functools import partial
from pathlib import Path
from random import Random

import click
import clingo
import pytest
from click.testing import CliRunner
from support.commands import answers, galaxies
from support.marks import nightly_if, slow_if

from galaxies_asp.cli import generate as command
from galaxies_asp.cli import making
from galaxies_asp.core.asp.atoms import facts_of, values
from galaxies_asp.core.board.atoms import Atoms, joined
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.patterns import Pattern
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.families.endings import StoppedError
from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.families.thinning import WantedClues
from galaxies_asp.generating import series
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.solving.search import solve
from tests.harness.matrix import families, more_folders

ROWS = {row.name: row for row in (*families.rows(), *more_folders.rows())}

FOLDERS = {
    "akari": (4, 3),
    "heyawake": (4, 3),
    "hitori": (4, 3),
    "kakuro": (3, 3),
    "masyu": (4, 4),
    "nurikabe": (4, 3),
    "shikaku": (4, 4),
    "slitherlink": (3, 4),
    "star-battle": (5, 5),
    "tents": (4, 4),
}
"""A size of puzzles of each folder."""

SMALL = {
    **{name: [size] for name, size in FOLDERS.items()},
    "ring-ring": [(4, 3), (5, 4)],
    "circuit-board": [(3, 2), (6, 3)],
    "hexagonal-fences": [(1, 1), (2, 2)],
    "square-fences": [(2, 2)],
}

LARGER = [
    *((name, size, 12) for name, size in FOLDERS.items()),
    ("ring-ring", (3, 4), 5),
    ("ring-ring", (6, 5), 3),
    ("star-battle", (5, 5), 6),
    ("star-battle", (7, 7), 2),
    ("star-battle", (10, 10), 1),  # from here on with two stars in each row
    ("circuit-board", (3, 6), 4),
    ("circuit-board", (6, 5), 1),
    ("hexagonal-fences", (2, 2), 2),
    ("hexagonal-fences", (3, 3), 1),
    ("square-fences", (2, 2), 2),
]
"""Families, sizes and the numbers of puzzles."""


def counted(made: AnySheet) -> tuple[list[Atoms], Atoms]:
    """Return the solutions by brute force, and the one of the puzzle."""
    row = ROWS[made.family.name]
    return list(row.answers(made.blank)), row.read(made.blank, made.position)


def made_by_command(name: str, size: tuple[int, int], seed: int) -> AnySheet:
    """Return the first puzzle that `galaxies generate` prints."""
    recipe = Recipe(*size, seed=seed, family=family_named(name))
    made = next(series.generate(recipe))
    assert made.blank == made.solved.blank
    return made.solved


@pytest.mark.parametrize(
    ("name", "size"), [(name, size) for name in SMALL for size in SMALL[name]]
)
def test_made_puzzles_have_the_one_solution_of_brute_force(
    name: str, size: tuple[int, int]
) -> None:
    made = made_by_command(name, size, 1)
    found, drawn = counted(made)
    assert found == [drawn]
    assert made.family.verify(made.position) == []


@pytest.mark.parametrize("name", slow_if("kakuro".__eq__, FOLDERS))
def test_a_seed_makes_the_same_puzzle(name: str) -> None:
    made = generate(family_named(name), FOLDERS[name], Random(1))
    assert made_by_command(name, FOLDERS[name], 1).facts == made.facts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "number"),
    [
        *((name, size, 3) for name, size in FOLDERS.items()),
        *(pytest.param(*case, marks=pytest.mark.nightly) for case in LARGER),
    ],
)
def test_many_made_puzzles_have_one_solution(
    name: str, size: tuple[int, int], number: int
) -> None:
    puzzles = set()
    for seed in range(2, number + 2):
        made = made_by_command(name, size, seed)
        found, drawn = counted(made)
        assert found == [drawn], seed
        puzzles.add(made.facts)
    assert len(puzzles) > number // 2


@pytest.mark.parametrize("name", slow_if("kakuro".__eq__, FOLDERS))
def test_made_puzzles_meet_the_taste(name: str) -> None:
    """Of clues that can be left out, taste does not speak."""
    family = family_named(name)
    made = generate(family, FOLDERS[name], Random(2))
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], family.source("encoding.lp").text)
    control.add("base", [], made.facts)
    control.add("base", [], "".join(f":- not {atom}." for atom in made.atoms))
    control.ground([("base", []), ("taste", [])])
    assert control.solve().satisfiable


@pytest.mark.parametrize("name", slow_if("kakuro".__eq__, FOLDERS))
def test_shipped_folders_are_short_and_verified(name: str) -> None:
    text = (folders()[name] / "encoding.lp").read_text("utf-8")
    assert len([line for line in text.splitlines() if line]) <= 90
    assert "#program taste." in text
    family = family_named(name)
    assert family.has_verifier
    for path in (folders()[name] / "instances").glob("*.lp"):
        (sheet,) = family.read(path.read_text("utf-8"))
        result = solve(sheet, 2)
        assert result.verified or not result.solutions
        for solution in result.solutions:
            fewer = sheet.with_atoms(frozenset(sorted(solution.atoms)[1:]))
            assert family.verify(fewer.position)


PATTERNS_OF = [
    ("nurikabe", (6, 5), WantedClues("left-right", 4, 6)),
    ("shikaku", (4, 4), WantedClues("quarter-turn")),
    ("shikaku", (5, 4), WantedClues("half-turn", 5, 6)),
    ("slitherlink", (4, 5), WantedClues("both-ways")),
    ("slitherlink", (4, 5), WantedClues("top-bottom", 12, 20)),
    ("hitori", (4, 4), WantedClues("quarter-turn", 16, 16)),
]


@pytest.mark.parametrize(("name", "size", "wanted"), PATTERNS_OF)
def test_clues_are_as_asked_for(
    name: str, size: tuple[int, int], wanted: WantedClues
) -> None:
    family, (width, height) = family_named(name), size
    made = generate(family, size, Random(1), wanted=wanted)
    places = {at for at, _ in values(facts_of(made.facts), "number")}
    assert wanted.least <= len(places) <= wanted.most
    for x, y in places:
        down, across = 2 * height - y, 2 * width - x
        images: dict[Pattern, list[tuple[int, int]]] = {
            "half-turn": [(across, down)],
            "left-right": [(across, y)],
            "top-bottom": [(x, down)],
            "both-ways": [(across, y), (x, down), (across, down)],
            "quarter-turn": [(down, x), (across, down), (y, across)],
        }
        assert places.issuperset(images[wanted.pattern])
    assert solve(made.blank, 2).status == "unique"


@pytest.mark.parametrize(
    ("name", "wanted", "message"),
    [
        ("slitherlink", WantedClues("none", 17), "have at most 16 such clues"),
        ("hitori", WantedClues("none", 3, 5), "no hitori of 4x4 .* clues that are"),
        ("two-not-touch", WantedClues("half-turn"), "neither a pattern nor"),
    ],
)
def test_clues_that_cannot_be_chosen_are_refused(
    name: str, wanted: WantedClues, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        generate(family_named(name), (4, 4), Random(1), wanted=wanted)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, TimeoutError])
def test_a_stop_gives_the_puzzle_with_the_clues_that_are_left(
    stop: type[BaseException],
) -> None:
    family = family_named("slitherlink")

    def report(what: str, done: int, total: int | None) -> None:
        if done == 3 and what == "clues tested":
            raise stop

    with pytest.raises(StoppedError) as stopped:
        generate(family, (3, 4), Random(1), report)
    (best,) = pickle.loads(pickle.dumps(stopped.value)).args
    found, drawn = counted(best)
    assert found == [drawn]
    fewest = generate(family, (3, 4), Random(1), judge=lambda _: -1)
    assert set(facts_of(fewest.facts)) < set(facts_of(best.facts))

    def at_once(what: str, done: int, total: int | None) -> None:
        raise stop

    with pytest.raises(stop):
        generate(family, (3, 4), Random(1), at_once)


def test_the_best_puzzle_is_printed_but_added_to_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = generate(family_named("slitherlink"), (3, 4), Random(1))

    def stopped(*_: object, **__: object) -> None:
        raise StoppedError(best)

    monkeypatch.setattr(making, "generate_with", stopped)
    options = ["--family", "slitherlink", "--size", "3x4", "--time-limit", "9"]
    run = partial(CliRunner().invoke, command.generate_command, standalone_mode=False)
    done = run([*options, "-f", "facts"])
    assert done.return_value == 3
    assert "may have clues that it does not need" in done.stderr
    (sheet,) = family_named("slitherlink").read(done.stdout)
    assert set(facts_of(sheet.facts)) == set(facts_of(best.facts))
    path = tmp_path / "made.jsonl"
    assert run([*options, "-o", str(path)]).return_value == 3
    assert path.read_bytes() == b""
    assert isinstance(run(options[:-2]).exception, click.Abort)  # as at Ctrl-C


def test_taste_that_excludes_all_boards_is_named(tmp_path: Path) -> None:
    copy = shutil.copytree(folders()["hitori"], tmp_path / "mine")
    encoding = copy / "encoding.lp"
    text = encoding.read_text("utf-8")
    encoding.write_text(text + ":- shaded(P).\n", encoding="utf-8")
    line = text[: text.index("#program")].count("\n") + 1
    done = galaxies("generate", "--seed", "0", "--family", str(copy), "--size", "4")
    assert done.returncode == 2
    message = done.stderr.decode()
    assert f"encoding.lp:{line}: no " in message
    assert message.count("\n") == 1


def test_sizes_without_a_solution_are_refused() -> None:
    with pytest.raises(OptionError, match="1 stars on a board of 3x3"):
        generate(family_named("star-battle"), (3, 3), Random(1))


def test_faults_of_an_encoding_are_not_those_of_its_domains(tmp_path: Path) -> None:
    copy = shutil.copytree(folders()["hitori"], tmp_path / "mine")
    encoding = copy / "encoding.lp"
    encoding.write_text(encoding.read_text("utf-8") + ":- shaded(P", encoding="utf-8")
    (copy / "boards.lp").unlink()
    done = galaxies("generate", "--seed", "0", "--family", str(copy), "--size", "4")
    message = done.stderr.decode()
    assert done.returncode == 65
    assert "syntax error" in message
    assert "domain" not in message


LONG = "nurikabe", "ring-ring", "shikaku", "tents"
"""Types whose smallest boards are searched for long."""
NEEDS_MORE = ("circuit-board", "hitori", "ring-ring", "shikaku", "star-battle")
"""Types without such small puzzles on which something is to be drawn."""


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_if(LONG.__contains__, folders()))
def test_smallest_boards_are_made_or_refused_in_a_line(name: str) -> None:
    refused = set()
    for size in ("1", "2", "1x5"):
        asked = "--family", name, "--size", size, "--seed", "1", "-q"
        done = galaxies("generate", "--seed", "0", *asked, "-f", "facts")
        if done.returncode:
            assert done.returncode in (1, 2), done.stderr
            assert done.stderr.decode().count("\n") == 1
            refused.add(size)
        else:
            text = done.stdout.decode()
            solved = galaxies("solve", "--family", name, "--json", stdin=text)
            assert answers(solved)[0]["status"] == "unique", text
    assert len(refused) < 3 or name in NEEDS_MORE


@pytest.mark.slow
def test_clues_stay_that_no_proof_needs() -> None:
    family = family_named("slitherlink")
    usual = generate(family, (4, 4), Random(1))
    fewest = generate(family, (4, 4), Random(1), judge=lambda _: -1)
    assert set(facts_of(fewest.facts)) < set(facts_of(usual.facts))
    for fact in facts_of(fewest.facts):
        if fact.name == "number":
            left = joined(set(facts_of(fewest.facts)) - {fact})
            assert solve(Sheet(family, "", family.puzzle(left)), 2).status == "multiple"


@pytest.mark.slow
def test_a_judge_decides_how_many_clues_stay() -> None:
    family, numbers = family_named("slitherlink"), []

    def judge(sheet: AnySheet) -> int:
        number = len([*values(facts_of(sheet.facts), "number")])
        numbers.append(number)
        return (number < 11) - (number > 11)

    made = generate(family, (4, 4), Random(1), judge=judge)
    assert len([*values(facts_of(made.facts), "number")]) == 11 == numbers[-1]
    assert solve(made.blank, 2).status == "unique"
    hardest = generate(family, (4, 4), Random(1), judge=lambda _: -1)
    easiest = generate(family, (4, 4), Random(1), judge=lambda _: 1)
    assert set(facts_of(hardest.facts)) < set(facts_of(easiest.facts))


def test_an_encoding_that_needs_no_clue_is_told(tmp_path: Path) -> None:
    text = (folders()["nurikabe"] / "encoding.lp").read_text("utf-8")
    rules = text.replace("../cells", "cells").split("#program")[0]
    for shaded, is_told in ((":- cell(P), not shaded(P).", True), ("", False)):
        (tmp_path / "encoding.lp").write_text(f"{rules}{shaded}", encoding="utf-8")
        asked = "--family", str(tmp_path), "--size", "1x2", "--seed", "1"
        done = galaxies("generate", "--seed", "0", *asked, "-f", "facts")
        assert (b"without any clue" in done.stderr) == is_told, done.stderr


ISOLATED = """%*! width(W)
Input. The board has W columns.
*%
%*! height(H)
Input. The board has H rows.
*%
%*! star(P)
Input. The cell P is marked. Domain: cell(P). Drawing: dot.
*%
#defined star/1.
%*! marked(P)
Output. The cell P is marked. Drawing: symbol *.
*%
#show marked/1.
cell((2*X-1,2*Y-1)) :- width(W), height(H), X = 1..W, Y = 1..H.
{ marked(P) : cell(P) }.
:- star(P), not marked(P).
:- marked((X,Y)), marked((X+2,Y)).
:- marked((X,Y)), marked((X,Y+2)).
"""


def test_a_second_solution_takes_the_place_of_a_sample(tmp_path: Path) -> None:
    """All clues of a sample allow its supersets, so only a largest one is unique."""
    (tmp_path / "encoding.lp").write_text(ISOLATED)
    made = generate(family_named(str(tmp_path)), (8, 8), Random(1))
    assert solve(made.blank).status == "unique"


@pytest.mark.parametrize(
    ("family", "size", "grade", "said"),
    [
        ("hexagonal-fences", "4", "moderate", "3 to 4, of 3 hard or very hard"),
        ("square-fences", "2", "hard", "2 to 3"),
        ("kakuro", "10", "hard", "4x4 to 9x9, of 4x4 tricky or hard"),
        ("shikaku", "7x16", None, "7x7 to 15x15, of 7x7 very easy or easy"),
        ("hexagonal-fences", "4", "very-hard", ""),
        ("kakuro", "9", None, ""),
        ("galaxies", "30", "hard", ""),
    ],
)
def test_what_may_take_long_is_said_before_it_is_made(
    family: str, size: str, grade: str | None, said: str
) -> None:
    asked = ["--difficulty", grade] if grade else []
    asked += ["--family", family, "--size", size, "--time-limit", "0.001"]
    done = galaxies("generate", *asked)
    long = f"galaxies: {family}: made within seconds are sizes {said}; this may take "
    expected = [f"{long}long, see --time-limit"] if said else []
    assert done.stderr.decode().splitlines() == [
        *expected,
        "galaxies: the time limit was reached",
    ]
    assert b"seconds" not in galaxies("generate", "--quiet", *asked).stderr
