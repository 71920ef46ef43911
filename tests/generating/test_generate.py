"""Generated puzzles: one solution, as asked for, the same everywhere, none lost."""

import cmath
import json
import os
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice, product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from support.commands import COMMAND, galaxies, text
from support.marks import NEEDS_LIBRARY, POSIX, nightly_if, others_nightly, slow_if
from support.strategies import puzzles
from support.waiting import PATIENCE, started, until

from galaxies_asp import Point, Puzzle, Rules, load_all, parse, solve, verify
from galaxies_asp.core.board.errors import GalaxiesError, InputError, OptionError
from galaxies_asp.core.board.grid import HEXAGONAL
from galaxies_asp.core.board.patterns import Pattern
from galaxies_asp.explaining import difficulty, walkthrough
from galaxies_asp.explaining.answers.grading import GRADES, length, outline
from galaxies_asp.explaining.words.levels import Level, Technique
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating.lines import continued, line, name_of
from galaxies_asp.generating.made import ALIKE, Likeness, canonical_form
from galaxies_asp.generating.maker import Maker
from galaxies_asp.generating.making import NotReachedError, make
from galaxies_asp.generating.recipe import Recipe, Style, hexagonal_shape
from galaxies_asp.generating.series import (
    TimeLimitError,
    game_ids,
    generate,
    generate_with,
    has_game_ids,
)
from galaxies_asp.notation import parse_all, write

pytestmark = NEEDS_LIBRARY

RECIPES = [
    Recipe(1, 1),
    Recipe(1, 9),
    Recipe(5, 5, seed=3),
    Recipe(10, 10, style=Style(mean_size=3)),
    Recipe(10, 10, style=Style(wiggliness=1)),
    Recipe(15, 15),
    Recipe(20, 12, holes=20, black=0.5),
    Recipe(20, 20, style=Style(mean_size=4)),
    Recipe(9, 9, dots=(9, 10), style=Style(mean_size=8)),
    Recipe(9, 9, dots=(60, 60), style=Style(mean_size=1.4)),
    Recipe(9, 9, style=Style(pattern="quarter-turn")),
    Recipe(10, 8, style=Style(pattern="both-ways"), holes=8),
    Recipe(8, 8, grade="tricky"),
    Recipe(8, 8, grade="moderate"),
    Recipe(10, 10, grade="hard", style=Style(mean_size=6)),
]


@pytest.mark.parametrize(
    "index", slow_if((7, 12, 14).__contains__, range(len(RECIPES)))
)
def test_there_is_one_solution(index: int) -> None:
    recipe = RECIPES[index]
    """Prove it by another encoding than the one that the generator uses."""
    made = make(recipe)
    puzzle = made.solution.puzzle
    assert not verify(made.solution)
    assert (puzzle.width, puzzle.height) == (recipe.width, recipe.height)
    assert len(puzzle.holes) == recipe.holes
    if recipe.dots:
        assert recipe.dots[0] <= len(puzzle.centers) <= recipe.dots[1]
    assert bool(puzzle.black) == bool(recipe.black)
    result = solve(puzzle, rules="grow")
    assert result.status == "unique"
    assert result.solutions[0] == made.solution


@pytest.mark.slow
@pytest.mark.parametrize("side", nightly_if((100).__eq__, [30, 50, 100]))
def test_large_puzzles_have_one_solution(side: int) -> None:
    made = make(Recipe(side, side, style=Style(mean_size=4)))
    assert solve(made.solution.puzzle, rules="grow").solutions == (made.solution,)


@pytest.mark.parametrize(
    "grade",
    [
        *("very easy", "easy", "moderate"),
        *slow_if(lambda _: True, ["tricky", "hard"]),
        pytest.param("very hard", marks=pytest.mark.nightly),
    ],
)
def test_the_grade_is_that_of_the_walkthrough(grade: str) -> None:
    for index in range(2):
        made = make(Recipe(7, 7, grade=grade, style=Style(mean_size=5)), index)
        measured = difficulty(walkthrough(made.solution.puzzle))
        assert made.grade == GRADES[measured.level] == grade
        words = [*dict.fromkeys(GRADES.values())]
        assert abs(words.index(measured.grade) - words.index(grade)) <= 1


def test_an_outline_sees_what_a_trial_takes() -> None:
    """Compare with the published grades of the generator that made these puzzles."""
    easy = outline(parse("7x7:cghsppedzzaccdtce"))
    assert (easy.level, sum(easy.cells.values())) == (Level.BLOCKED, 0)
    assert outline(parse("5x3:ubb")).level > Level.CUT_OFF


def test_a_known_solution_does_not_change_the_level() -> None:
    seen = set()
    for index in range(30):
        made = make(Recipe(8, 8, style=Style(mean_size=8), rated=False), index)
        puzzle = made.solution.puzzle
        level = outline(puzzle).level
        assert outline(puzzle, solution=made.solution).level == level
        seen.add(level)
    assert len(seen) > 2


@given(puzzles())
def test_all_forms_have_one_canonical_form(puzzle: Puzzle) -> None:
    forms = [puzzle]
    for _ in range(3):
        forms.append(turned(forms[-1]))
    forms += [reflected(form) for form in forms]
    hashes = {canonical_form(form) for form in forms}
    assert len(hashes) == 1
    white = frozenset(puzzle.centers) - puzzle.black
    if len(white) != len(puzzle.black):
        assert canonical_form(replace(puzzle, black=white)) not in hashes


def turned(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle after a quarter turn."""

    def image(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(Point(2 * puzzle.height - y, x) for x, y in points)

    return Puzzle(
        puzzle.height,
        puzzle.width,
        image(puzzle.centers),
        frozenset(image(puzzle.black)),
        frozenset(image(puzzle.holes)),
        frozenset(image(puzzle.walls)),
    )


def reflected(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle as a mirror shows it."""

    def image(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(Point(2 * puzzle.width - x, y) for x, y in points)

    return replace(
        puzzle,
        centers=image(puzzle.centers),
        black=frozenset(image(puzzle.black)),
        holes=frozenset(image(puzzle.holes)),
        walls=frozenset(image(puzzle.walls)),
    )


def test_all_forms_of_hexagons_have_one_canonical_form() -> None:
    shape = hexagonal_shape(3)
    puzzle = make(
        Recipe(5, 5, shape=shape, lattice=HEXAGONAL, black=0.5, seed=3)
    ).puzzle
    middle = complex(*HEXAGONAL.place(Point(5, 5)))
    by_place = {
        _rounded(complex(*HEXAGONAL.place(Point(x, y)))): Point(x, y)
        for x in range(1, 10)
        for y in range(1, 10)
    }

    def image(points: Iterable[Point], sixths: int, is_mirrored: bool) -> list[Point]:
        places = (complex(*HEXAGONAL.place(point)) - middle for point in points)
        flipped = (place.conjugate() if is_mirrored else place for place in places)
        angle = cmath.exp(1j * cmath.pi / 3 * sixths)
        return [by_place[_rounded(place * angle + middle)] for place in flipped]

    forms = [
        replace(
            puzzle,
            centers=tuple(image(puzzle.centers, *symmetry)),
            black=frozenset(image(puzzle.black, *symmetry)),
        )
        for symmetry in product(range(6), (False, True))
    ]
    assert len({frozenset(form.centers) for form in forms}) == 12
    assert {canonical_form(form) for form in forms} == {canonical_form(puzzle)}
    other = replace(puzzle, black=frozenset(puzzle.centers) - puzzle.black)
    assert canonical_form(other) != canonical_form(puzzle)


def _rounded(place: complex) -> tuple[float, float]:
    return round(place.real, 6), round(place.imag, 6)


def test_no_two_puzzles_are_the_same() -> None:
    made = list(islice(generate(Recipe(3, 3, attempts=500)), 30))
    forms = {canonical_form(one.solution.puzzle) for one in made}
    assert len(forms) == 30


def test_it_says_when_there_is_no_other_puzzle() -> None:
    made = generate(Recipe(1, 2))
    assert len(next(made).solution.puzzle.centers) == 2  # one dot is no puzzle
    with pytest.raises(NotReachedError, match="puzzle 2: no attempt of 50"):
        next(made)


def test_the_seed_decides() -> None:
    first, again, other = (make(Recipe(10, 10, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.solution.puzzle != other.solution.puzzle


@pytest.mark.parametrize("processes", [1, 3])
def test_any_number_of_processes_makes_the_same(processes: int) -> None:
    recipe = Recipe(4, 4, seed=5, attempts=100)
    alone = list(islice(generate(recipe), 40))
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        assert list(generate_with(pool, recipe, 40)) == alone


def test_the_same_puzzles_on_every_machine() -> None:
    """Hold the stream of random numbers, and what is made of it, in place."""
    made = make(Recipe(6, 6, seed=2026))
    assert made.canonical == "f396a05b590d49e5"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"dots": (9, 9)}, "9 dots on 4 cells"),
        ({"dots": (3, 2)}, "the smaller number first"),
        ({"holes": 4}, "0 to 3 are possible"),
        ({"black": 1.5}, "0 to 1"),
        ({"grade": "impossible"}, "very easy, easy, moderate, tricky, hard, very hard"),
        ({"attempts": 0}, "at least 1"),
        ({"picture": ((1, 2),)}, "not 2x2"),
    ],
)
def test_impossible_requests(fields: dict[str, object], message: str) -> None:
    with pytest.raises(GalaxiesError, match=message):
        Recipe(2, 2, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("side", "pattern", "possible"),
    [
        (3, "half-turn", {1, 3, 5, 7, 9}),
        (3, "both-ways", {1, 3, 5, 7, 9}),
        (3, "quarter-turn", {1, 5, 9}),
        (4, "quarter-turn", {1, 4, 5, 8, 9, 12, 13, 16}),
        (3, "left-right", {*range(1, 10)}),
        (4, "half-turn", {*range(1, 17)}),
    ],
)
def test_a_pattern_allows_some_numbers_of_dots(
    side: int, pattern: Pattern, possible: set[int]
) -> None:
    style, allowed = Style(pattern=pattern), set[int]()
    for number in range(1, side * side + 1):
        with suppress(OptionError):
            Recipe(side, side, dots=(number, number), style=style)
            allowed.add(number)
    assert allowed == possible


def test_what_was_missed_is_told() -> None:
    recipe = Recipe(
        5, 5, attempts=2, effort=(50, 60), techniques=((Technique.SEPARATION, 9),)
    )
    message = r"effort was 0\.\d\d to 0\.\d\d, the most of separation 0 steps"
    with pytest.raises(NotReachedError, match=message):
        make(recipe)


def test_one_recipe_makes_puzzles_of_all_families() -> None:
    family = family_named("ring-ring")
    made = make(Recipe(4, 3, family=family, seed=3), 1)
    assert solve(made.blank).solutions == (made.solved.position,)
    (printed,) = generated(
        "--family", "ring-ring", "--size", "4x3", "--seed", "4", "--json"
    ).stdout.splitlines()
    assert json.loads(printed)["canonical"] == made.canonical
    for fields, message in (
        ({"black": 0.5}, "black has an effect on puzzles of Galaxies only"),
        ({"style": Style(spread=0.5)}, "style has an effect on puzzles of Galaxies"),
        ({"style": Style(pattern="quarter-turn")}, "needs a square board"),
        ({"dots": (4, 3)}, "4 to 3 clues: the smaller number first"),
    ):
        with pytest.raises(OptionError, match=message):
            Recipe(4, 3, family=family, **fields)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="the difficulty of Galaxies is a grade"):
        Recipe(4, 3, reasons=(3, 6))


def test_holes_that_no_pattern_has() -> None:
    with pytest.raises(GalaxiesError, match="3 holes"):
        make(Recipe(4, 4, holes=3, style=Style(pattern="quarter-turn")))


@pytest.mark.nightly
def test_what_cannot_be_reached_ends() -> None:
    with pytest.raises(NotReachedError, match="very hard"):
        make(Recipe(3, 3, grade="very hard", attempts=2))


def test_a_file_is_continued(tmp_path: Path) -> None:
    recipe, path = Recipe(5, 5), tmp_path / "puzzles.jsonl"
    made = list(islice(generate(recipe), 3))
    lines = [line(recipe, one) for one in made]
    with continued(path, recipe) as file:
        for one in lines:
            file.add(one)
    whole = path.read_bytes()
    assert re.sub(rb',"digest":"[0-9a-f]{16}"', b"", whole) == "".join(lines).encode()
    path.write_bytes(whole[: whole.rindex(b"\n{") + 40])
    with continued(path, recipe) as file:
        assert file.seen == {made[0].canonical, made[1].canonical}
        file.add(lines[2])
    assert path.read_bytes() == whole


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.slow)])
def test_a_file_with_a_changed_byte_is_not_continued(tmp_path: Path, step: int) -> None:
    """Without its end, the last line counts as cut off: it is made again."""
    recipe, path = Recipe(3, 3), tmp_path / "puzzles.jsonl"
    with continued(path, recipe) as file:
        for one in islice(generate(recipe), 2):
            file.add(line(recipe, one))
    whole = path.read_bytes()
    for at in range(0, len(whole) - 1, step):
        changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        path.write_bytes(changed)
        with pytest.raises(InputError, match=r"line [12]"), continued(path, recipe):
            pass
        assert path.read_bytes() == changed


def test_a_file_of_an_older_version_is_continued(tmp_path: Path) -> None:
    """Its lines have no digest; those that follow cover them."""
    recipe, path = Recipe(3, 3), tmp_path / "puzzles.jsonl"
    made = [*islice(generate(recipe), 3)]
    path.write_text("".join(line(recipe, one) for one in made[:2]), encoding="utf-8")
    with continued(path, recipe) as file:
        file.add(line(recipe, made[2]))
    path.write_bytes(path.read_bytes().replace(b'"height":3', b'"height":4', 1))
    with pytest.raises(InputError, match="line 3"), continued(path, recipe):
        pass


FOREIGN = [
    *(b"7x7:cghsppedzzaccdtce\n", b"my notes", b'{"schema":1,"id":"6x6-0-1-"'),
    *(b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"[]\n", b"\n"),
]


@pytest.mark.parametrize("content", FOREIGN)
def test_a_file_of_another_request_is_left_alone(
    content: bytes, tmp_path: Path
) -> None:
    recipe, path = Recipe(5, 5), tmp_path / "puzzles.jsonl"
    made = make(recipe)
    first = line(recipe, made).encode()
    again = line(recipe, replace(made, index=1)).encode()
    for start, number in ((b"", 1), (first, 2), (first + again, 2)):
        path.write_bytes(start + content)
        message = f"line {number} is no puzzle"
        with pytest.raises(InputError, match=message), continued(path, recipe):
            pass
        assert path.read_bytes() == start + content


@pytest.mark.slow
def test_several_texts_are_one_file_that_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    for more in (), ("--with", "toroidal"), ("--lattice", "hexagonal"):
        asked = "--size", "4", "-n", "3", "--seed", "5", *more
        done = text("generate", "--seed", "0", *asked, "-o", str(path))
        assert (done.returncode, done.stderr) == (0, "")
        assert [*tmp_path.iterdir()] == [path]
        printed = text("generate", "--seed", "0", *asked, "--json").stdout
        made = list(map(json.loads, printed.splitlines()))
        read = [position.puzzle for position in load_all(path)]
        assert [[*map(list, p.centers)] for p in read] == [m["centers"] for m in made]
        assert {*read[0].variants} == {*made[0].get("variants", ())}
        shown = parse_all(text("generate", "--seed", "0", *asked).stdout)
        assert [position.puzzle.centers for position in shown] == [
            puzzle.centers for puzzle in read
        ]


def test_files_of_one_puzzle_each_are_named(tmp_path: Path) -> None:
    asked = "generate", "--size", "3", "-n", "2", "--seed", "0"
    for more, suffix in ((), "svg"), (("--family", "hitori"), "lp"):
        path = tmp_path / f"p.{suffix}"
        first, last = tmp_path / f"p-1.{suffix}", tmp_path / f"p-2.{suffix}"
        done = text(*asked, *more, "-o", str(path))
        assert done.stderr == f"{first} to {last}\n"
        assert {*tmp_path.glob(f"*.{suffix}")} == {first, last}


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--family", "shikaku")])
def test_each_run_makes_another_puzzle_and_says_its_seed(more: Sequence[str]) -> None:
    command = "generate", "--size", "6", "--json", *more
    first, second = galaxies(*command), galaxies(*command)
    assert first.stdout != second.stdout
    option, seed, *_ = first.stderr.decode().split()
    assert galaxies(*command, option, seed).stdout == first.stdout


def test_finished_puzzles_are_written_if_no_more_are_found(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    done = text(
        "generate",
        "--seed",
        "0",
        "--size",
        "1",
        "-n",
        "2",
        "-f",
        "puzzlink",
        "-o",
        str(path),
    )
    assert done.returncode == 1
    assert path.read_text() == "https://puzz.link/p?tentaisho/1/1/e\n"


@POSIX
def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    recipe, path = Recipe(5, 5), tmp_path / "puzzles.jsonl"
    with continued(path, recipe) as file:
        file.add(line(recipe, make(recipe)))
        second = text("generate", "--seed", "0", "--size", "5", "-o", str(path))
    assert second.returncode == 74
    assert "another process is writing to it" in second.stderr
    third = text("generate", "--seed", "0", "--size", "5", "-n", "2", "-o", str(path))
    assert third.returncode == 0
    assert len(path.read_text("utf-8").splitlines()) == 2


def generated(*arguments: str) -> subprocess.CompletedProcess[str]:
    return text("generate", "--seed", "0", *arguments)


def test_command_writes_notations() -> None:
    done = generated("--seed", "0", "--size", "6x5", "-n", "3", "-f", "tatham")
    assert done.returncode == 0
    ids = done.stdout.splitlines()
    assert len(ids) == 3
    assert all(solve(parse(text)).status == "unique" for text in ids)
    drawn = generated("--seed", "0", "--size", "6x5", "--solution")
    assert ids[0] in drawn.stdout


@pytest.mark.parametrize(
    "fields",
    [{}, {"black": 0.4}, {"style": Style(singles=0.2)}, {"grade": "easy", "width": 5}],
)
def test_game_ids_are_those_of_the_puzzles(fields: dict[str, Any]) -> None:
    recipe = Recipe(**{"width": 3, "height": 4, "seed": 1, "attempts": 500} | fields)
    ids = [one for some in game_ids(recipe, 20) for one in some]
    made = islice(generate(recipe), 20)
    assert ids == [write(one.puzzle, "tatham").strip() for one in made]
    assert has_game_ids(recipe)
    assert not has_game_ids(replace(recipe, holes=1))


@pytest.mark.parametrize(("width", "height"), [(5, 5), (7, 4), (3, 8)])
def test_canonical_forms_in_c(width: int, height: int) -> None:
    maker = Maker(Recipe(width, height, black=0.5))
    streams = [f"{number}" for number in range(20)]
    for stream, found in zip(streams, maker.texts(streams), strict=True):
        solution = maker.make(stream, 0)
        assert solution is not None
        assert found is not None
        assert found[1] == canonical_form(solution.puzzle)


@pytest.mark.parametrize("notation", ["text", "drawing", "grid", "idp"])
def test_printed_puzzles_stand_apart(notation: str) -> None:
    printed = generated("--size", "3", "-n", "2", "-f", notation).stdout
    assert len(parse_all(printed)) == 2
    assert "\n\n" in printed
    assert not printed.endswith("\n\n")


def test_command_writes_json_lines() -> None:
    done = generated("--size", "6", "--json", "--solution", "--difficulty", "moderate")
    fields = json.loads(done.stdout)
    assert fields["difficulty"] == "moderate"
    assert fields["dots"] == len(fields["centers"])
    assert fields["options"] == {"grade": "moderate", "style": {"mean_size": 4.0}}
    position = parse(done.stdout)
    assert isinstance(position, Puzzle)
    assert solve(position).solutions[0].labels.tolist() == fields["solutions"][0]


def test_puzzles_are_rated_on_request() -> None:
    asked, not_asked = (make(Recipe(5, 5, rated=rated)) for rated in (True, False))
    assert asked.puzzle == not_asked.puzzle
    assert asked.grade is not None
    assert not_asked.grade is None
    steps = walkthrough(asked.puzzle).steps
    assert asked.techniques == Counter(step.technique for step in steps)
    assert not not_asked.techniques
    shown = generated("--size", "5", "--seed", "0", "--rate").stdout
    assert f"effort {asked.walkthrough_effort:.2f}\n1 touched cells, " in shown


@pytest.mark.slow
def test_a_technique_is_needed_as_often_as_requested() -> None:
    done = generated(
        "--size", "7", "--seed", "3", "--require", "technique=only-way:2", "--json"
    )
    made = json.loads(done.stdout)
    assert made["techniques"]["only way"] >= 2
    assert made["difficulty"] == "hard"
    way = walkthrough(parse(done.stdout))
    assert sum(step.technique is Technique.ONLY_WAY for step in way.steps) >= 2


def test_wrong_techniques_are_refused() -> None:
    for wanted, message in (
        ("seperation:2", "did you mean 'separation'"),
        ("separation:0", "'0' is not a number of steps"),
    ):
        done = generated("--require", f"technique={wanted}")
        assert done.returncode == 2
        assert message in done.stderr.lower()


def test_a_puzzle_opens_at_a_chosen_place() -> None:
    place = Point(9, 3)
    made = make(Recipe(7, 7, opening=place, attempts=200))
    _, step = islice(walkthrough(made.puzzle).steps, 2)
    assert any(abs(c.x - place.x) < 4 and abs(c.y - place.y) < 4 for c in step.cells)
    with pytest.raises(OptionError, match="the opening c8r2: no cell"):
        Recipe(7, 7, opening=Point(15, 3))


@pytest.mark.slow
def test_what_makes_a_puzzle_very_hard_is_not_seen_at_once() -> None:
    recipe = Recipe(9, 9, grade="very hard")
    for index in range(3):
        steps = walkthrough(make(recipe, index).puzzle).steps
        what_ifs = [step for step in steps if step.level >= Level.TRIAL]
        assert len(what_ifs) != 1 or length(what_ifs[0]) > 4


def test_the_share_of_single_cells_is_bounded() -> None:
    for index in range(5):
        made = make(Recipe(8, 8, style=Style(singles=0.1)), index)
        sizes = np.bincount(made.solution.labels.ravel())
        assert (sizes == 1).mean() <= 0.1


def test_ids_tell_puzzles_of_different_requests_apart() -> None:
    recipes = Recipe(6, 6), Recipe(6, 6, black=0.5), Recipe(6, 6, grade="moderate")
    names = [name_of(recipe, make(recipe)) for recipe in recipes]
    assert len(set(names)) == 3
    assert all(name.startswith("6x6-0-1-") for name in names)
    assert name_of(recipes[0], make(recipes[0])) == names[0]


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("stop", ["SIGINT", "SIGKILL"])
def test_an_interrupted_run_is_continued(tmp_path: Path, stop: str) -> None:
    path = tmp_path / "puzzles.jsonl"
    many = ["--size", "6", "-n", "5000", "-o", str(path), "-j", "2"]
    with started(
        [*COMMAND, "generate", *many],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        until(process, lambda: path.exists() and path.stat().st_size >= 3000)
        os.killpg(process.pid, signal.Signals[stop])
        _, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
    assert "Warning" not in errors
    if stop == "SIGINT":
        assert process.returncode == 130
    kept = path.read_text(encoding="utf-8").splitlines()
    assert len(kept) < 5000
    number = str(len(kept) + 5)
    assert generated(*many[:2], "-n", number, "-o", str(path)).returncode == 0
    fresh = tmp_path / "fresh.jsonl"
    generated(*many[:2], "-n", number, "-o", str(fresh), "-j", "1")
    assert path.read_bytes() == fresh.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--size", "2x2", "--require", "dots=9"], 2, "9 dots on 4 cells"),
        (["--size", "two"], 2, "not a size such as 7x5"),
        (["7x6"], 2, "extra argument (7x6); write --size 7x6"),
        (["tents"], 2, "extra argument (tents); write --family tents"),
        (["--require", "dots=few"], 2, "not a number"),
        (["--regions", "weights=1,2"], 2, "three weights"),
        (["--size", "0x5"], 2, "--size"),
        (["-f", "tatham", "--json"], 2, "-f"),
        (["-o", "/nonexistent/folder/x.txt"], 74, "cannot be written"),
        pytest.param(
            ["--size", "3", "--difficulty", "very-hard"],
            1,
            "very hard",
            marks=pytest.mark.slow("a grade is searched for"),
        ),
        (
            ["--size", "60", "--regions", "mean=30", "--time-limit", "0.5"],
            3,
            "time limit",
        ),
    ],
)
def test_command_with_bad_requests(
    arguments: list[str], code: int, message: str
) -> None:
    done = generated(*arguments)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_time_limit_keeps_the_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    assert generated("--size", "6", "-n", "3", "-o", str(path)).returncode == 0
    kept = path.read_bytes()
    more = ("--size", "6", "-n", "900", "-o", str(path))
    done = generated(*more, "--time-limit", "1e-9")
    assert done.returncode == 3
    assert "the time limit was reached" in done.stderr
    assert "3 puzzles, 0 new" in done.stderr
    assert path.read_bytes() == kept


class _Immediate(Executor):
    """An executor that has done each task when it returns."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_a_time_limit_ends_work_that_is_always_done_in_time() -> None:
    made = generate_with(_Immediate(), Recipe(3, 3), 9, deadline=time.monotonic() - 1)
    with pytest.raises(TimeLimitError):
        next(made)


def test_command_with_a_shape(tmp_path: Path) -> None:
    shape = tmp_path / "ring.txt"
    shape.write_text("####\n#..#\n####\n.##.\n")
    made = json.loads(generated("--shape", str(shape), "--json").stdout)
    assert (made["width"], made["height"]) == (4, 4)
    assert made["holes"] == [[1, 1], [2, 1], [0, 3], [3, 3]]
    with_size = generated("--shape", str(shape), "--size", "4x4")
    assert with_size.returncode == 2
    with_holes = generated(
        "--shape", str(shape), "--require", "holes=2", "--json"
    ).stdout
    holes = json.loads(with_holes)["holes"]
    assert len(holes) == 6
    assert all(hole in holes for hole in made["holes"])


def test_a_hexagon_may_have_holes() -> None:
    hexagon = ("--lattice", "hexagonal", "--size", "3", "-f", "facts")
    whole, pierced = (
        parse(generated(*hexagon, "--require", f"holes={number}").stdout)
        for number in ("0", "4")
    )
    assert whole.holes < pierced.holes
    assert len(pierced.holes - whole.holes) == 4


def test_large_regions_take_few_attempts() -> None:
    made = make(Recipe(15, 15, style=Style(mean_size=12), dots=(17, 20), rated=False))
    assert 17 <= len(made.puzzle.centers) <= 20
    assert made.attempt < 3


def test_the_effort_is_bounded() -> None:
    for low, high in ((0.2, 0.6), (0.8, 2.0)):
        recipe = Recipe(6, 6, effort=(low, high), attempts=200)
        made = make(recipe)
        effort = difficulty(walkthrough(made.puzzle)).effort
        assert made.walkthrough_effort == effort
        assert low <= effort <= high
    assert "effort" not in Recipe(6, 6).fields
    with pytest.raises(NotReachedError, match="an effort of 50 to 60"):
        make(Recipe(4, 4, effort=(50, 60), attempts=2))
    with pytest.raises(OptionError, match="smaller number first"):
        Recipe(4, 4, effort=(2, 1))


@pytest.mark.slow("orders of sets differ between processes")
@pytest.mark.parametrize("variant", others_nightly(["loose-walls", "black-holes"]))
def test_samples_do_not_depend_on_the_order_of_sets(variant: str) -> None:
    command = [*COMMAND, "generate", "--with", variant, "--size", "4", "--seed", "0"]
    command += ["-n", "2"]
    lines = {
        subprocess.run(
            [*command, "--json", "-j", "1"],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            check=False,
        ).stdout
        for seed in range(4)
    }
    assert len(lines) == 1


def test_lists_make_the_same_recipe() -> None:
    listed = Recipe(
        *(2, 2),
        dots=[1, 2],  # type: ignore[arg-type]
        effort=[1.0, 2.0],  # type: ignore[arg-type]
        opening=[1, 1],  # type: ignore[arg-type]
        shape=np.ones((2, 2), dtype=bool),  # type: ignore[arg-type]
        techniques=[[Technique.SEPARATION, 2]],  # type: ignore[list-item]
        lattice="hexagonal",  # type: ignore[arg-type]
        style=Style(dot_weights=[1, 2, 3]),  # type: ignore[arg-type]
    )
    usual = Recipe(
        *(2, 2),
        dots=(1, 2),
        effort=(1.0, 2.0),
        opening=Point(1, 1),
        shape=((True, True), (True, True)),
        techniques=((Technique.SEPARATION, 2),),
        lattice=HEXAGONAL,
        style=Style(dot_weights=(1, 2, 3)),
    )
    assert (listed, hash(listed)) == (usual, hash(usual))


@pytest.mark.parametrize("name", ["techniques", "style", "rules", "seed", "holes"])
def test_a_recipe_lacks_nothing(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} is None; leave it out"):
        Recipe(3, 3, **{name: None})  # type: ignore[arg-type]


@pytest.mark.parametrize("dots", [[], [1], (1, 2, 3)])
def test_a_range_has_two_values(dots: Any) -> None:
    with pytest.raises(OptionError, match="not 2 values"):
        Recipe(3, 3, dots=dots)


def test_taste_holds_under_other_rules(tmp_path: Path) -> None:
    few = tmp_path / "few.lp"
    few.write_text("% Few dots.\n#program taste.\n:- { center(P) } > 3.\n")
    asked = "generate", "--with", str(few), "--size", "4", "--seed", "1", "--json"
    made = galaxies(*asked).stdout
    assert len(json.loads(made)["centers"]) <= 3
    assert galaxies("count", "--with", str(few), stdin=made).stdout == b"1\n"
    more = '{"width":2,"height":2,"centers":[[1,1],[3,1],[1,3],[3,3]]}'
    assert galaxies("count", "--with", str(few), stdin=more).stdout == b"1\n"


def test_boards_resemble_their_own_forms_and_no_others() -> None:
    puzzle = parse("7x7:exfdgrptivfpfj")
    turned = Puzzle(7, 7, [(14 - y, x) for x, y in puzzle.centers])
    fewer = Puzzle(7, 7, turned.centers[:-2])
    number, dots = len(puzzle.centers), Likeness.of(puzzle)
    assert dots.to(Likeness.of(turned)) == Likeness.of(turned).to(dots) == 1
    assert dots.to(Likeness.of(fewer)) == (number - 2) / number
    assert dots.to(Likeness.of(Puzzle(7, 8, puzzle.centers))) == 0


def test_no_puzzle_resembles_another_grade_or_one_that_is_excluded() -> None:
    """Puzzles of two grades share no stream, and excluded ones are replaced."""
    hard, other = (
        make(Recipe(8, 8, grade=grade, seed=3)) for grade in ("hard", "very hard")
    )
    assert Likeness.of(hard.puzzle).to(Likeness.of(other.puzzle)) < ALIKE
    (made,) = generate_with(
        None, Recipe(8, 8, grade="hard", seed=3, unlike=(hard.puzzle,)), 1
    )
    assert made.attempt > hard.attempt
    assert Likeness.of(hard.puzzle).to(Likeness.of(made.puzzle)) < ALIKE


def test_the_command_replaces_puzzles_like_those_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "before.txt"
    command = ["generate", "--size", "6", "--seed", "4", "-f", "tatham"]
    file.write_text(text(*command).stdout)
    other = text(*command, "--unlike", str(file))
    assert other.returncode == 0
    assert other.stdout != file.read_text()


def test_a_file_without_puzzles_is_named(tmp_path: Path) -> None:
    file = tmp_path / "none.txt"
    file.write_text("nothing to read")
    refused = text("generate", "--seed", "0", "--unlike", str(file))
    assert refused.returncode == 65
    assert str(file) in refused.stderr


def test_puzzles_of_one_run_do_not_resemble_each_other(tmp_path: Path) -> None:
    """The file says that they do not, and is continued in the same way."""
    before = tmp_path / "before.txt"
    before.write_text("5x5:mkgbeieo")
    command = ["generate", "--size", "5", "-q", "--seed", "4", "--unlike", str(before)]
    for number in ("2", "5"):
        made = text(*command, "-n", number, "-o", str(tmp_path / "made.jsonl"))
        assert not made.stderr
    at_once = text(*command, "-n", "5", "-o", str(tmp_path / "same.jsonl"))
    assert not at_once.stderr
    lines = (tmp_path / "made.jsonl").read_text().splitlines()
    assert lines == (tmp_path / "same.jsonl").read_text().splitlines()
    assert all("unlike" in json.loads(line)["options"] for line in lines)
    forms = [Likeness.of(parse(line)) for line in lines]
    assert all(a.to(b) < ALIKE for a, b in combinations(forms, 2))


@pytest.mark.slow
def test_attempts_and_their_boards_are_reported_with_their_totals() -> None:
    reported: list[tuple[str, int, int | None]] = []
    recipe = Recipe(width=3, height=3, seed=1, rules=Rules("choice+level"))
    made = make(recipe, report=lambda *what: reported.append(what))
    last = [what for what in reported if what[0] == "attempts"][-1]
    assert last == ("attempts", made.attempt + 1, recipe.attempts)
    assert ("boards of this attempt", 1, 40) in reported


def test_the_grade_of_a_rated_puzzle_is_that_of_its_walkthrough() -> None:
    tricky = Level.CONTRARY.grade
    for seed in (90212, 90301, 90303, *range(17)):
        size = 10 if seed > 17 else 6 + seed % 4
        grade = tricky if seed > 17 or seed % 2 else None
        made = make(Recipe(size, size, seed=seed, grade=grade, rated=True), 0)
        assert made.grade == difficulty(walkthrough(made.solution.puzzle)).grade
