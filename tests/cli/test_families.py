"""Commands on puzzles of other families than Galaxies: pipes, exit codes, files."""

import json
import re
import sys
from collections.abc import Iterator
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from support.commands import answers, galaxies
from support.marks import nightly_if

from galaxies_asp.cli.output import ProgressBar
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.program_engine import ProgramEngine
from galaxies_asp.families.registry import all_names

NONE = '{"side":1,"posts":[[0,0,3],[1,0,1],[0,1,1],[-1,0,1],[-1,1,1]]}'
EXAMPLE = "js-2024-09-example"


@pytest.mark.slow
def test_solve_json() -> None:
    done = galaxies("solve", "--json", "-n", "0", EXAMPLE, NONE)
    assert done.returncode == 1
    several, none = answers(done)
    assert several["id"] == EXAMPLE
    assert (several["status"], several["complete"]) == ("multiple", True)
    assert (several["parts"], several["count"]) == ({"line": 2, "fence": 49}, 49)
    assert len(several["solutions"]) == 49
    assert set(several["seconds"]) == {"ground", "solve", "total"}
    assert (none["status"], none["count"], none["complete"]) == ("none", 0, True)
    assert none["reason"].startswith("the post at c2r2")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "size"),
    [
        ("circuit-board", {"width(10).", "height(11)."}),  # 100 dots have no tree
        ("square-fences", {"side(3)."}),  # larger ones take minutes
        ("shikaku", {"width(10).", "height(10)."}),
    ],
)
def test_without_a_size_the_nearest_one_is_made(family: str, size: set[str]) -> None:
    done = galaxies("generate", "--family", family, "--seed", "3", "-f", "text")
    assert done.returncode == 0
    assert size <= {*done.stdout.decode().split("\n")}


@pytest.mark.slow
def test_solutions_go_through_check_and_render(tmp_path: Path) -> None:
    found = galaxies("solve", "-n", "0", "-f", "json", EXAMPLE).stdout.decode()
    judged = galaxies("check", stdin=found)
    assert judged.returncode == 0
    assert judged.stdout.decode().splitlines() == [f"{EXAMPLE}: correct"] * 49
    first = json.loads(found.splitlines()[0])
    first["attempt"]["atoms"].pop()
    broken = galaxies("check", "--json", stdin=json.dumps(first))
    assert broken.returncode == 1
    kinds = {violation["kind"] for violation in answers(broken)[0]["violations"]}
    assert kinds == {"broken rule"}
    picture = tmp_path / "picture.svg"
    one = found.splitlines()[0]
    assert galaxies("render", "-o", str(picture), stdin=one).returncode == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


_SIZES = {"two-not-touch": "8", "circuit-board": "3x2", "star-battle": "5"}


@pytest.mark.slow
@pytest.mark.parametrize("family", all_names())
def test_a_generated_text_is_read_again(family: str) -> None:
    asked = "--family", family, "--size", _SIZES.get(family, "3"), "--seed", "1"
    made = galaxies("generate", "--seed", "0", *asked)
    assert made.returncode == 0, made.stderr
    text = made.stdout.decode()
    solved = galaxies("solve", "--family", family, "--json", stdin=text)
    assert answers(solved)[0]["status"] == "unique", text


def _check_files(folder: Path, *asked: str, family: str) -> None:
    """Check that each written file has the solution of the puzzle that was made.

    A file says of which shipped type it is.
    """
    known = "--family", family
    named = () if family in all_names() else known
    made = galaxies("generate", "--seed", "0", *known, *asked, "--json").stdout
    solutions = answers(galaxies("solve", *known, "--json", stdin=made))[0]["solutions"]
    for name in ("a.txt", "a.lp", "a.json", "a.jsonl", "b.txt", "b.lp", "b.json"):
        path, is_solved = str(folder / name), name.startswith("b")
        more = ["--solution"] * is_solved
        done = galaxies("generate", "--seed", "0", *known, *asked, *more, "-o", path)
        assert done.returncode == 0, done.stderr
        (read,) = answers(galaxies("solve", *named, "--json", path))
        assert (read["status"], read["solutions"]) == ("unique", solutions), name
        if is_solved:
            judged = galaxies("check", *named, path)
            assert judged.returncode == 0, (name, judged.stderr)


_READ_AGAIN = (
    "galaxies",
    "shikaku",
    "tents",
    "two-not-touch",
    "ring-ring",
    "circuit-board",
)
"""Types whose files are read again with each change."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "family",
    nightly_if(lambda name: name not in _READ_AGAIN, all_names()),
)
def test_generated_files_are_read_again(family: str, tmp_path: Path) -> None:
    size = _SIZES.get(family, "3" if family.endswith("fences") else "4")
    _check_files(tmp_path, "--size", size, "--seed", "2", family=family)


@pytest.mark.slow
@pytest.mark.parametrize("more", [("--lattice", "hexagonal"), ("--with", "toroidal")])
def test_generated_files_of_other_boards_are_read_again(
    more: tuple[str, ...], tmp_path: Path
) -> None:
    _check_files(tmp_path, "--size", "3", "--seed", "0", *more, family="galaxies")


@pytest.mark.slow
def test_generated_files_of_own_folders_are_read_again(tmp_path: Path) -> None:
    folder = str(tmp_path / "mine")
    assert galaxies("lab", "new", folder).returncode == 0
    _check_files(tmp_path, "--size", "3", "--seed", "0", family=folder)


@pytest.mark.slow
def test_text_files_of_folders_show_the_board(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    asked = "--family", "shikaku", "--size", "3", "-n", "2", "--seed", "0"
    assert galaxies("generate", "--seed", "0", *asked, "-o", str(path)).returncode == 0
    drawn, facts = (
        galaxies("generate", "--seed", "0", *asked),
        galaxies("generate", "--seed", "0", *asked, "--json"),
    )
    for number, line in enumerate(answers(facts), 1):
        text = (tmp_path / f"made-{number}.txt").read_text("utf-8")
        comments = [row[2:] for row in text.splitlines() if row.startswith("% ")]
        name, *drawing = comments
        assert name == "shikaku"
        assert "\n".join(drawing) in drawn.stdout.decode()
        assert len(drawing) == 8
        assert text.endswith(f"\n{line['facts']}")


@pytest.mark.slow
def test_check_asks_the_encoding_that_is_named(tmp_path: Path) -> None:
    found = galaxies("solve", "-n", "1", "-f", "json", EXAMPLE).stdout.decode()
    assert galaxies("check", "-e", "encoding.lp", stdin=found).returncode == 0
    stricter = tmp_path / "stricter.lp"
    stricter.write_text("{ fence((X,Y+1)) } :- post((X,Y),_).")
    judged = galaxies("check", "-e", str(stricter), stdin=found)
    assert judged.returncode == 1
    assert b"has no such model" in judged.stdout


@pytest.mark.slow
def test_solutions_are_listed(tmp_path: Path) -> None:
    done = galaxies("enumerate", "--json", "-n", "5", EXAMPLE)
    *lines, last = answers(done)
    listed = galaxies("enumerate", "-n", "5", EXAMPLE)
    assert [line["solution"] for line in lines] == answers(listed)
    assert (last["family"], last["count"], last["complete"]) == (
        *("hexagonal-fences", 5, False),
    )
    *lines, last = answers(galaxies("enumerate", "--json", "--of", "line", EXAMPLE))
    assert (len(lines), last["count"], last["complete"]) == (2, 2, True)
    path = tmp_path / "all.jsonl"
    galaxies("enumerate", "-o", str(path), EXAMPLE)
    (solved,) = answers(galaxies("solve", "--json", "-n", "0", EXAMPLE))
    listed = path.read_text(encoding="utf-8").splitlines()
    assert list(map(json.loads, listed)) == solved["solutions"]
    assert galaxies("enumerate", NONE).returncode == 1
    limited = galaxies("enumerate", "--json", "--time-limit", "1e-9", "js-2024-09")
    assert limited.returncode == 3
    assert answers(limited)[-1]["stopped_by"] == "the time limit was reached"


class _Stopped(ProgramEngine[Any]):
    """An engine that is interrupted after three solutions."""

    def solutions(self, request: SolveRequest) -> Iterator[Any]:
        yield from islice(super().solutions(request), 3)
        raise KeyboardInterrupt


@pytest.mark.slow
def test_solutions_survive_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = galaxies("enumerate", EXAMPLE).stdout.splitlines(keepends=True)
    drawn = galaxies("enumerate", "-n", "3", "-f", "json", EXAMPLE).stdout
    monkeypatch.setattr("galaxies_asp.core.program_engine.ProgramEngine", _Stopped)
    monkeypatch.setattr("galaxies_asp.cli.os._exit", sys.exit)
    for options in ((), ("-f", "json"), ("--json",)):
        done = galaxies("enumerate", *options, EXAMPLE)
        assert (done.returncode, done.stderr.count(b"interrupted")) == (130, 1)
        assert b"only 3 solutions\n" in done.stderr
        if not options:
            assert done.stdout == b"".join(every[:3])
        elif "--json" in options:
            *lines, last = answers(done)
            assert (len(lines), last["stopped_by"]) == (3, "interrupted")
            assert not last["complete"]
        else:
            assert done.stdout == drawn
    path = tmp_path / "old.txt"
    path.write_text("old")
    options = ("-f", "json", "-o", str(path))
    assert galaxies("enumerate", *options, EXAMPLE).returncode == 130
    assert path.read_text() == "old"
    done = galaxies("count", EXAMPLE)
    assert (done.returncode, done.stdout) == (130, b">= 3\n")


@pytest.mark.slow
def test_lists_and_counts_report_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[tuple[Any, ...]] = []
    monkeypatch.setattr(ProgressBar, "__call__", lambda _, *what: reported.append(what))
    for verb in ("enumerate", "count"):
        reported.clear()
        galaxies(verb, EXAMPLE)
        assert reported[-1][:2] == (f"{EXAMPLE}: solutions", 49)
        numbers = [what[1] for what in reported]
        assert numbers == (sorted(numbers) if verb == "count" else [*range(1, 50)])


@pytest.mark.slow
def test_drawings_can_be_solved() -> None:
    rows = ["7...", "....5", "......", "..1....", "....1.", "3....", "...2"]
    drawing = "\n".join([f"name: {EXAMPLE}", *(" ".join(row) for row in rows)])
    for of, count in (("", 49), ("line", 2), ("fence", 49)):
        done = galaxies("count", "--json", "--of", of, stdin=drawing)
        (answer,) = answers(done)
        assert (answer["id"], answer["count"], answer["complete"]) == (
            *(EXAMPLE, count, True),
        )


@pytest.mark.slow
def test_generate_and_count() -> None:
    family = ("--family", "hexagonal-fences", "--size", "3", "-f", "json")
    made = galaxies("generate", *family, "--seed", "1", "--solution")
    assert made.returncode == 0
    assert galaxies("check", stdin=made.stdout).returncode == 0
    assert galaxies("solve", stdin=made.stdout).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("solve", "nothing-of-this-name"), 65, "no file or shipped puzzle"),
        (("solve", '{"side":1,"posts":[[5,5,1]]}'), 65, "line 1: post((13,13),1): its"),
        (("check", EXAMPLE), 65, "without an attempt"),
        (("solve", "-n", "-1", EXAMPLE), 2, "--count"),
        (("render", "-o", "picture.xyz", EXAMPLE), 2, "ends in none of"),
        (("book", "-o", "/tmp/no.pdf", EXAMPLE), 1, "more than one solution"),
        (("solve", "--of", "stars", EXAMPLE), 2, "no part 'stars'"),
        (("solve", "--of", "loops", "idp-5x5"), 2, "no puzzles of Galaxies"),
        (("convert", "-f", "penpa", EXAMPLE), 65, "has no format 'penpa'"),
        (("explain", "--at", "star(1)", EXAMPLE), 2, "no such output"),
        (("explain", "--at", "99,99", EXAMPLE), 2, "no atom of the output has this"),
        (("solve", "--family", "nosuch", "-"), 2, "no family 'nosuch'"),
        (
            ("generate", "--family", "square-fences", "--size", "2x3"),
            *(2, "2x3: the size of fences is one number"),
        ),
        (("solve", "--time-limit", "1e-9", "js-2024-09"), 3, ""),
    ],
)
def test_what_is_wrong(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = galaxies(*arguments)
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


_CELL = "it takes a cell of the board"
_EDGE = "it takes an edge between two cells"
_AT_NO_PLACE = [
    ("ring-ring", ["black(1)", "black((7,1))", "black((2,1))", "black((-1,1))"], _CELL),
    ("ring-ring", ["line((1,1))", "line((9,2))"], _EDGE),
    ("two-not-touch", ["region((9,9),a)", "region((1,2),1)", "star((2,2))"], _CELL),
    ("circuit-board", ["given((1,1))", "given((2,2))", "given((6,1))"], _EDGE),
    ("circuit-board", ["given((0,1))", "edge((1,1))", "edge((1,1,1))"], _EDGE),
    ("slitherlink", ["number((9,9),1)", "number((1,2),1)"], "its declaration excludes"),
    ("nurikabe", ["number((9,9),1)", "number((1,2),1)"], "its declaration excludes"),
]


@pytest.mark.parametrize(
    ("family", "facts", "message"),
    [
        ("ring-ring", "", "the text holds no puzzle"),
        ("ring-ring", "width(2). height(0).", "a board has at least one cell"),
        (
            "ring-ring",
            "width(2). height(a).",
            "height is 'a', which is no whole number",
        ),
        *(
            (family, f"width(3). height(2). {fact}.", f"{fact}: {message}")
            for family, facts, message in _AT_NO_PLACE
            for fact in facts
        ),
        ("two-not-touch", "width(2). height(2). stars(1). stars(2).", "stars(2): this"),
        (
            "two-not-touch",
            "width(2). height(2). region((1,1),a). region((1,1),b).",
            "region((1,1),b): this clue is there twice",
        ),
        ("square-fences", "side(2). post((5,5),a).", "N is 1 to 8 there"),
        ("square-fences", "side(2). post((11,5),1).", "its declaration excludes it"),
        ("hexagonal-fences", "side(2). post((1,1),1).", "its declaration excludes it"),
        ("galaxies", "width(2). height(1). center((1,1)). shown((3,1)).", "no dot is"),
        (
            "galaxies",
            "width(2). height(1). center((1,1)). given((1,1)).",
            "not an edge",
        ),
        ("galaxies", "width(2). height(1). center((1,1)). hole((2,1)).", "not a cell"),
        ("galaxies", "width(2). height(1). center((4,1)).", "on the border"),
        ("galaxies", "width(2). height(1). center((1,1)). black((3,1)).", "no dot is"),
        ("slitherlink", "ring-ring\n..\n.#\n", "this is a board of ring-ring"),
        (
            "nurikabe",
            "+-+\n|o|\n+-+\n",
            "line 2, column 2: 'o' stands for nothing here",
        ),
        ("ring-ring", "ring-ring\n..\n.q\n", "stands for nothing here"),
        (
            "two-not-touch",
            "two-not-touch\naa\n#b\n",
            "line 3, column 1: '#' names no region",
        ),
        ("circuit-board", "circuit-board\n·╶\n··\n··\n", "line 2, column 2: '╶' leads"),
        ("square-fences", "side(31).", "side 31: 1 to 30 are possible"),
    ],
)
def test_wrong_facts_are_refused(family: str, facts: str, message: str) -> None:
    done = galaxies("check", "--family", family, stdin=facts)
    assert (done.returncode, done.stdout) == (65, b"")
    assert message in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("atom", ["shaded((9,9))", "shaded((1,1,1))"])
def test_atoms_beside_the_board_are_refused(atom: str) -> None:
    facts = f"width(2). height(2). {atom}."
    done = galaxies("check", "--family", "nurikabe", stdin=facts)
    assert done.returncode == 65
    assert f"{atom}: it takes a cell of the board" in done.stderr.decode()


STARS = "two-not-touch 1\naaabb\ncccbb\nddcee\nddeee\nddeee\n"
CIRCUIT = "circuit-board\n······\n······\n······\n"


def test_questions_about_stars() -> None:
    (shared,) = answers(galaxies("forced", "--json", stdin=STARS))
    assert len(shared["forced"]) == 5
    assert (len(shared["excluded"]), shared["free"]) == (20, [])
    (reason,) = answers(galaxies("explain", "--json", "--at", "c3r3", stdin=STARS))
    assert (reason["family"], reason["forced"]) == ("two-not-touch", True)
    assert reason["target"] == {"asked": "atom", "atom": "star((5,5))"}
    assert reason["size"] == len(reason["sentences"]) == 3, "each is one rule"
    (hint,) = answers(galaxies("hint", "--json", stdin=STARS))
    assert (hint["family"], hint["kind"]) == ("two-not-touch", "step")


@pytest.mark.slow
def test_a_walkthrough_finds_the_solution() -> None:
    (shared,) = answers(galaxies("forced", "--json", stdin=STARS))
    (way,) = answers(galaxies("walkthrough", "--json", stdin=STARS))
    facts = [fact for step in way["walkthrough"] for fact in step.get("facts", ())]
    assert way["solved"]
    held = {fact["atom"] for fact in facts if fact["asked"] == "atom"}
    assert held == set(shared["forced"])
    assert len(facts) == 25
    several = STARS.replace("aaabb", "aabbb").replace("cccbb", "aabbb")
    assert galaxies("walkthrough", "-q", stdin=several).returncode == 1


@pytest.mark.slow
def test_fences_are_asked_about_by_the_names_of_their_cells() -> None:
    (first, *_) = answers(galaxies("explain", "--json", "--at", "c2r1-c3r1", "s3a"))
    assert first["forced"]
    assert "c2r1-c3r1" in first["head"]
    outside = galaxies("explain", "--at", "-1,-1", "s3a")
    assert (outside.returncode, b"nothing to explain" in outside.stderr) == (2, True)


def test_a_mistake_is_named() -> None:
    wrong = f"{STARS}\n★····\n·····\n·····\n·····\n·····\n"
    done = galaxies("hint", stdin=wrong)
    assert done.returncode == 1
    assert "This is wrong: c1r1 has a star" in done.stdout.decode()


def test_a_solution_is_ignored_by_hints() -> None:
    solved = galaxies("solve", "-f", "json", stdin=STARS).stdout
    done = galaxies("hint", stdin=solved)
    assert b"its solution is ignored; `galaxies check`" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        pytest.param(
            ("square-enclose",), "Look at c5r1 and c5r2.", marks=pytest.mark.slow
        ),
        (
            ("--family", "slitherlink", "width(2). height(2). number((1,1),0)."),
            "Look at c1r1 and c1r2.",
        ),
    ],
)
def test_hints_look_at_cells_of_the_board(
    arguments: tuple[str, ...], where: str
) -> None:
    assert where in galaxies("hint", "--stage", "1", *arguments).stdout.decode()


def test_what_a_drawing_leaves_out_is_said() -> None:
    solved = galaxies("solve", "-f", "json", stdin=STARS).stdout
    done = galaxies("convert", "-f", "puzzlink", stdin=solved)
    assert b"the notation puzzlink leaves out what is drawn on it" in done.stderr
    assert not galaxies("solve", "-f", "json", stdin=STARS).stderr


@pytest.mark.slow
def test_repaired_boards_have_one_solution() -> None:
    (answer,) = answers(galaxies("repair", "--json", "-n", "0", stdin=CIRCUIT))
    assert answer["repairs"]
    assert {repair["cost"] for repair in answer["repairs"]} == {2}
    for repair in answer["repairs"][:5]:
        done = galaxies("count", "--family", "circuit-board", stdin=repair["facts"])
        assert done.stdout == b"1\n"


@pytest.mark.parametrize(
    ("family", "size"),
    [("ring-ring", "5x4"), ("two-not-touch", "5x5"), ("circuit-board", "6x3")],
)
def test_made_puzzles_have_one_solution(family: str, size: str) -> None:
    options = ("--family", family, "--size", size, "--seed", "3")
    made = galaxies("generate", "--seed", "0", *options)
    asked = "--family", family
    assert galaxies("count", *asked, stdin=made.stdout).stdout == b"1\n"
    assert galaxies("generate", "--seed", "0", *options).stdout == made.stdout
    solved = galaxies("generate", "--seed", "0", *options, "--solution").stdout
    assert galaxies("check", *asked, stdin=solved).stdout.endswith(b": correct\n")


@pytest.mark.parametrize(
    ("puzzle", "changes"),
    [
        ("ring-ring\n....\n....\n....\n....\n", "add black at c1r1"),
        ("two-not-touch 1\nABCC\nABCC\nDDDD\nDDDD\n", "add region A at c1r3"),
    ],
)
def test_repairs_change_as_few_clues_as_possible(puzzle: str, changes: str) -> None:
    first, second, *_ = galaxies("repair", stdin=puzzle).stdout.decode().splitlines()
    assert first.endswith(", proven least")
    assert changes in second
    (answer,) = answers(galaxies("repair", "--json", stdin=puzzle))
    assert answer["minimal"]
    assert answer["at_least"] == answer["repairs"][0]["cost"]
    fields = {"family": answer["family"], "facts": answer["repairs"][0]["facts"]}
    assert galaxies("count", stdin=json.dumps(fields)).stdout == b"1\n"


def test_a_sound_board_is_not_changed() -> None:
    puzzle = "two-not-touch 1\nABCC\nABCC\nADCC\nDDDD\n"
    done = galaxies("repair", stdin=puzzle)
    assert b"exactly 1 solution, verified; nothing to repair" in done.stdout
    (answer,) = answers(galaxies("repair", "--json", stdin=puzzle))
    assert (answer["before"], answer["repairs"]) == ("unique", [])


def test_clues_are_all_that_a_repair_changes() -> None:
    board = "ring-ring\n....\n....\n....\n....\n"
    for options in (("--by", "add"), ("--by", "clues,draw"), ("--weight", "move=2")):
        refused = galaxies("repair", *options, stdin=board)
        assert refused.returncode == 2
        assert refused.stderr.count(b"\n") == 2  # it has no clues, too
        assert b"puzzles of ring-ring have no such changes" in refused.stderr
    assert galaxies("repair", "--by", "delete", stdin=board).returncode == 1
    done = galaxies("repair", "--by", "write", "--weight", "write=3", stdin=board)
    assert b"repaired by 2 changes at a cost of 6, proven least" in done.stdout
    picture = galaxies("repair", "-o", "-", stdin=board)
    assert picture.stdout.startswith(b"<svg")


@pytest.mark.slow
def test_the_bound_is_given_at_a_limit() -> None:
    board = "ring-ring\n" + 12 * f"{12 * '.'}\n"
    done = galaxies("repair", "--time-limit", "1", "--json", stdin=board)
    (answer,) = answers(done)
    assert done.returncode == 3
    assert answer["stopped_by"] == "time"
    assert not answer["complete"]
    assert answer["at_least"] >= 1


@pytest.mark.slow
def test_a_file_of_puzzles_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    make = "generate", "--family", "ring-ring", "--size", "4x3", "--seed", "5"
    printed = galaxies(*make, "-n", "3", "--json").stdout
    first, second, third = printed.splitlines(keepends=True)
    path.write_bytes(first + second[:50])
    done = galaxies(*make, "-n", "3", "-o", str(path))
    assert done.stderr.decode() == f"{path}: 3 puzzles, 2 new\n"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [line.pop("digest", None) is not None for line in lines] == [
        False,
        True,
        True,
    ]
    assert lines == [json.loads(line) for line in (first, second, third)]
    saved = path.read_bytes()
    other = galaxies(*make, "--seed", "6", "-o", str(path))
    assert (other.returncode, path.read_bytes()) == (65, saved)
    assert b"line 1 is no puzzle of this request" in other.stderr
    assert galaxies(*make, "-f", "text", "--json").returncode == 2
    for said in ("1 puzzle, 1 new", "1 puzzle, 0 new"):
        folder = galaxies(*make, "-o", f"{tmp_path}/made/")
        (made,) = (tmp_path / "made").iterdir()
        assert folder.stderr.decode() == f"{made}: {said}\n"


@pytest.mark.slow
def test_the_puzzles_of_a_family_differ() -> None:
    make = (
        "generate",
        "--family",
        "ring-ring",
        "--size",
        "4",
        "--seed",
        "0",
        "--json",
        "-n",
    )
    alone = galaxies(*make, "4", "-j", "1").stdout
    assert len({answer["facts"] for answer in map(json.loads, alone.splitlines())}) == 4
    assert galaxies(*make, "4", "-j", "2").stdout == alone


@pytest.mark.nightly
def test_a_type_with_one_puzzle_has_no_other() -> None:
    single = galaxies(
        *("generate", "--family", "nurikabe", "--size", "1x2", "-n", "2"),
        *("--seed", "1", "-f", "rows"),
    )
    assert (single.returncode, single.stdout) == (1, b"1\n.\n")
    assert b"puzzle 2: no attempt of 50 gave a puzzle different" in single.stderr


def test_making_puzzles_of_a_family_ends_at_a_limit() -> None:
    make = "generate", "--family", "ring-ring", "--size", "100", "--time-limit", "0.5"
    done = galaxies(*make)
    assert (done.returncode, done.stdout) == (3, b"")
    said = done.stderr.splitlines()
    assert said[0].endswith(b"this may take long, see --time-limit")
    assert said[1:] == [b"galaxies: the time limit was reached"]


def test_a_size_without_boards_is_refused() -> None:
    done = galaxies(
        "generate", "--seed", "0", "--family", "circuit-board", "--size", "5x2"
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"galaxies: no circuit-board of 5x2 has a solution\n"


@pytest.mark.slow
def test_json_holds_puzzles_of_several_families() -> None:
    names = "ring-ring", "two-not-touch", "nurikabe", "square-fences"
    sizes = "4x3", "4", "3", "2"
    made = b"".join(
        galaxies(
            "generate", "--seed", "0", "--family", name, "--size", size, "--json"
        ).stdout
        for name, size in zip(names, sizes, strict=True)
    )
    one_by_one = galaxies("convert", "-f", "json", stdin=made)
    assert [answer["family"] for answer in answers(one_by_one)[:3]] == list(names[:3])
    solved = galaxies("solve", "--json", stdin=made)
    assert [answer["status"] for answer in answers(solved)] == ["unique"] * 4
    drawn = galaxies("solve", "-f", "json", stdin=made.splitlines()[0])
    assert galaxies("check", stdin=drawn.stdout).stdout.endswith(b": correct\n")


FENCES = '{"id": "tiny", "side": 1, "posts": [[0, 0, 1]]}'
GALAXIES = '{"id": "pair", "width": 2, "height": 1, "centers": [[2, 1]]}'
RINGS = (
    '{"id": "corner", "family": "ring-ring", '
    '"facts": "width(1). height(1). black((1,1))."}'
)


@pytest.mark.parametrize("from_", [(), ("--from", "json")])
def test_json_of_galaxies_and_other_families_may_be_mixed(from_: tuple[str]) -> None:
    for lines in permutations((FENCES, GALAXIES, RINGS)):
        text = "# mixed\n" + "\n# next\n".join(lines)
        done = galaxies("convert", "-f", "json", *from_, stdin=text)
        assert done.stderr == b""
        names = [json.loads(line)["id"] for line in lines]
        assert [answer["id"] for answer in answers(done)] == names
    mixed = f'[{GALAXIES}, {RINGS}]\n{{"width": 1}}'
    done = galaxies("convert", "-f", "json", *from_, stdin=mixed)
    assert len(done.stdout.splitlines()) == 2
    assert b"line 2: the field" in done.stderr


def test_names_of_fences_are_kept() -> None:
    facts = '{"id": "x", "family": "square-fences", "facts": "side(1)."}'
    (read,) = answers(galaxies("convert", "-f", "json", stdin=facts))
    assert read["id"] == "x"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"family":"ring-ring"}', 'the field "facts" is missing'),
        (
            '{"family":"ring-ring","facts":"a(1"}',
            "line 1: the facts, line",
        ),
        ('{"family":"ring-ring","facts":3}', "line 1: the facts, line"),
        (
            '{"family":"ring-ring","facts":"","attempt":{"atoms":[1]}}',
            '"attempt" is not an object with a list "atoms" of texts',
        ),
        ('{"family":"./mine.py","facts":""}', "name its folder with --family"),
        (
            '{"family":"ring-ring","facts":"width(3). height(3). blak((1,1))."}',
            "blak((1,1)): unknown predicate; ring-ring has black/1, height/1, hole/1",
        ),
    ],
)
def test_faulty_json_is_refused(text: str, message: str) -> None:
    done = galaxies("solve", stdin=text)
    assert (done.returncode, done.stdout) == (65, b"")
    assert message in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "--with", "quarter-turn"),
        ("solve", "--confirm", "grow"),
        ("repair", "--keep", "all"),
        ("generate", "--family", "ring-ring", "--regions", "mean=3"),
    ],
)
def test_options_without_effect_are_refused(arguments: tuple[str, ...]) -> None:
    inputs = () if arguments[0] == "generate" else (EXAMPLE,)
    done = galaxies(*arguments, *inputs)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"takes puzzles of Galaxies only" in done.stderr


@pytest.mark.slow
def test_the_difficulty_of_a_family_is_a_grade_or_a_size_of_reasons() -> None:
    stars = ("generate", "--family", "two-not-touch", "--size", "5", "--seed", "0")
    stars += ("--json", "--difficulty")
    made = galaxies(*stars, "1-6")
    rated = galaxies("walkthrough", "--difficulty", stdin=made.stdout).stdout
    (largest,) = re.findall(rb"largest reason (\d+)", rated)
    assert 1 <= int(largest) <= 6
    refused = galaxies(
        *("generate", "--family", "akari", "--size", "2", "--seed", "0"),
        *("--difficulty", "99"),
    )
    assert refused.returncode == 1
    assert b"no attempt of 50 gave a puzzle whose largest reason" in refused.stderr
    made = galaxies(*stars, "tricky")
    rated = galaxies("walkthrough", "--difficulty", stdin=made.stdout).stdout
    assert b": tricky, effort" in rated
    made = galaxies(*stars[:-1], "--require", "effort=0-3.5")
    rated = galaxies("walkthrough", "--difficulty", stdin=made.stdout).stdout
    (effort,) = re.findall(rb"effort ([\d.]+)", rated)
    assert float(effort) <= 3.5
    galaxies_only = galaxies(
        "generate", "--seed", "0", "--size", "4", "--difficulty", "3-6"
    )
    assert b"is a grade" in galaxies_only.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [("--threads", "2"), ("-c", "--configuration=jumpy"), ("-j", "2"), ("--seed", "4")],
)
def test_options_of_the_search_change_no_answer(options: tuple[str, ...]) -> None:
    done = galaxies("solve", "-q", "-n", "0", *options, EXAMPLE, "idp-5x5")
    first, *_ = done.stdout.decode().splitlines()
    assert f"{EXAMPLE}: exactly 49 solutions" in first
    assert done.returncode == 0


def said_in(path: Path) -> str:
    pages = PdfReader(path).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.slow
def test_books_take_every_family(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    (tmp_path / "stars.txt").write_text(STARS)
    options = ("--add", "ambiguous", "-o", str(path))
    inputs = (EXAMPLE, str(tmp_path / "stars.txt"))
    assert galaxies("book", *options, *inputs).returncode == 0
    written = said_in(path)
    for said in (
        "Puzzles",
        "2 puzzles",
        "2-Not-Touch, Hexagonal Fences",
        "stars 1",
    ):
        assert said in written
    assert "Place stars: one in each row" in written
    assert "regions along its lines" not in written
    options = ("--add", "names", "--add", "ambiguous", "-o", str(path))
    assert galaxies("book", *options, *inputs, "idp-5x5").returncode == 0
    written = said_in(path)
    for said in ("2-Not-Touch, Hexagonal Fences", "regions along its lines", EXAMPLE):
        assert said in written


@pytest.mark.parametrize(
    ("family", "board", "lacks"),
    [
        ("galaxies", '{"width": 1, "height": 1, "centers": []}', "dots"),
        ("nurikabe", "width(2). height(2). hole((1,1)).", "clues"),
        ("hexagonal-fences", "side(1).", "clues"),
        ("nurikabe", "width(2). height(2). number((1,1),2).", ""),
        ("ring-ring", "width(2). height(2). black((1,1)).", ""),
    ],
)
def test_a_board_on_which_nothing_is_given_is_told(
    family: str, board: str, lacks: str
) -> None:
    done = galaxies("solve", "-q", "-n", "1", "--family", family, "-", stdin=board)
    said = f"galaxies: stdin: this board has no {lacks}\n" * bool(lacks)
    assert done.stderr.decode() == said


@pytest.mark.slow
@pytest.mark.parametrize("family", ["hexagonal-fences", "shikaku", "star-battle"])
def test_made_boards_are_read_without_the_name_of_their_type(family: str) -> None:
    size = "2" if family == "hexagonal-fences" else "5"
    asked = "generate", "--family", family, "--size", size, "-n", "2", "--seed", "1"
    drawn = galaxies(*asked).stdout.decode()
    assert drawn.count(f"% {family} ") == 2
    made = galaxies(*asked, "--json").stdout.decode()
    of_drawings, of_json = (
        answers(galaxies("solve", "--json", stdin=text)) for text in (drawn, made)
    )
    assert [one["status"] for one in of_drawings] == ["unique", "unique"]
    found = [one["solutions"] for one in of_drawings]
    assert found == [one["solutions"] for one in of_json]
