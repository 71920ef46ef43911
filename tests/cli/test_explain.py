"""The verbs `explain`, `hint` and `walkthrough`, their words, and the page."""

import doctest
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from support.commands import answers, process, text

import galaxies_asp.explaining
from galaxies_asp.cli import galaxies
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.explaining import page, walkthrough
from galaxies_asp.notation import parse

DOCS = Path(__file__).parent.parent.parent / "docs"

UNIQUE = "7x7:cghsppedzzaccdtce"
HARD = "7x7:bgsgqbzbfxxfzb"
SEVERAL = "6x6:pzizizcf"
NONE = "5x4:fucgdm"

WRONG = """
+-+-+-+    +-+-+-+
|     |    |     |
+ .o. +    + .o. +
|     |    | |   |
+-+-+-+    +-+-+-+
"""


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(
        galaxies, list(arguments), standalone_mode=False, input=stdin
    )


def answer(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_explain_a_cell() -> None:
    result = run("explain", "--at", "11,7", "-q", UNIQUE)
    assert result.return_value == 0
    assert result.stdout == (
        f"{UNIQUE}: c6r4 belongs to dot I (blocked partner).\n"
        "  - first, c4r2 belongs to dot F, with the partner c1r5: dot C would need "
        "c2r1, the partner of c4r2, but that belongs to dot A; dot G would need c6r5, "
        "the partner of c4r2, but that belongs to dot I; the partner of c4r2 about "
        "dot B lies off the board; no other dot can get to it\n"
        "  - then, c4r3 belongs to dot F, with the partner c1r4: c4r2 must be "
        "connected with dot F, and the only way goes through c4r3; dot F would need "
        "c1r6, the partner of c4r1, but that belongs to dot J\n"
        "  - dot G would need c4r3, the partner of c6r4, but that belongs to dot F\n"
        "  - the partners of c6r4 about dots D and H lie off the board\n"
        "  - no other dot can get to it\n"
    )


def test_the_drawing_shows_what_is_explained() -> None:
    assert "[i]" in run("explain", "--at", "11,7", UNIQUE).stdout


@pytest.mark.parametrize("place", ["c6r4", "r4c6", "R4C6", " (11, 7) "])
def test_a_cell_has_several_names(place: str) -> None:
    wanted = run("explain", "--at", "11,7", "-q", UNIQUE).stdout
    assert run("explain", "--at", place, "-q", UNIQUE).stdout == wanted


def test_explain_edges() -> None:
    wall = run("explain", "--at", "(4,1)", "-q", UNIQUE)
    assert "There is a wall between c2r1 and" in wall.stdout
    opened = run("explain", "--at", "c5r1-c5r2", "-q", UNIQUE)
    assert "wall between c5r1 and c5r2" in opened.stdout
    assert (wall.return_value, opened.return_value) == (0, 0)


def test_explain_touched_cells() -> None:
    for place, found in (("c7r2", "it"), ("c7r2-c7r3", "both cells")):
        shown = run("explain", "-q", "--at", place, "7x7:bgsgqbzbfxxfzb").stdout
        assert f"(touched cells).\n  - dot E touches {found}\n" in shown


@pytest.mark.slow
def test_explain_where_nothing_is_forced() -> None:
    result = run("explain", "--at", "3,3", "-q", SEVERAL)
    assert result.return_value == 1
    assert "nothing is forced" in result.stdout


def test_explain_no_solution(tmp_path: Path) -> None:
    path = tmp_path / "why.svg"
    result = run("explain", "-q", "-o", str(path), NONE)
    assert result.return_value == 0
    assert "There is no solution.\n" in result.stdout
    assert "no dot is left for c4r3" in result.stdout
    assert "contradiction" in path.read_text()
    assert run("explain", "--at", "3,3", NONE).return_value == 1
    assert run("explain", UNIQUE).return_value == 1


def test_explain_refuses_places_off_the_board() -> None:
    result = run("explain", "--at", "99,1", UNIQUE)
    assert isinstance(result.exception, OptionError)
    result = run("explain", "--at", "c9r9", UNIQUE)
    assert str(result.exception) == "nothing to explain at c9r9: no cell of the board"
    assert run("explain", "--at", "here", UNIQUE).exception is not None


def test_hint(tmp_path: Path) -> None:
    path = tmp_path / "hint.svg"
    result = run("hint", "-q", "-o", str(path), UNIQUE)
    assert result.return_value == 0
    assert result.stdout == (
        f"{UNIQUE}: Begin with the 27 cells that dots touch: they belong to these "
        "dots (touched cells)."
        "\n  - each dot has the cells that it touches\n"
        "  > the regions of dots A, H, K, M and N are complete\n"
    )
    ElementTree.fromstring(path.read_text())
    step = answer(run("hint", "--json", UNIQUE))
    assert step["kind"] == "step"
    assert step["cells"][0] == [3, 1]
    assert step["facts"][0] == {"asked": "cell", "at": [3, 1], "dot": 0, "name": "A"}
    assert {"at": [3, 1], "role": "target", "text": ""} in step["marks"]


def test_a_hint_in_stages() -> None:
    hint = "hint", "--level", "2", HARD
    stages = [answer(run(*hint, "--json", "--stage", stage)) for stage in "123"]
    where, how, step = stages
    assert where["head"] == "Look at c4r2"
    assert (where["technique"], where["sentences"]) == ("", [])
    assert how["technique"] == step["technique"] == "only dot in reach"
    assert "target" not in how
    assert step["target"]["name"] == "D"
    assert [stage["stage"] for stage in stages] == [1, 2, 3]
    assert run("hint", "-q", "--stage", "1", HARD).stdout.endswith(
        "Look at the cells that dots touch.\n"
    )
    wrong = [run("hint", "-q", "--stage", n, "-", stdin=WRONG).stdout for n in "12"]
    assert "There is a mistake." in wrong[0]
    assert "There is a mistake at c1r2 and c2r2." in wrong[1]


def test_a_puzzle_without_solution_has_no_mistake() -> None:
    shown = run("hint", "--stage", "1", "5x4:fucgdm").stdout
    assert "The puzzle has no solution." in shown


def test_hint_points_at_a_mistake() -> None:
    result = run("hint", "-", stdin=WRONG)
    assert result.return_value == 1
    assert "This is wrong: there is a wall between c" in result.stdout
    found = answer(run("hint", "--json", "-", stdin=WRONG))
    assert found["kind"] == "mistake"
    assert found["wrong"] == [{"asked": "wall", "at": [2, 3]}]


def test_hint_from_the_start_ignores_what_is_drawn() -> None:
    fresh = run("hint", "-q", "--from-start", "-", stdin=WRONG)
    assert "touched cells" in fresh.stdout
    assert fresh.return_value == 0


def test_a_solution_in_a_file_is_ignored() -> None:
    opened = run("hint", "-q", "idp-5x5")
    assert "dots touch" in opened.stdout
    assert "idp-5x5: its solution is ignored; `galaxies check`" in opened.stderr


def test_walkthrough() -> None:
    result = run("walkthrough", UNIQUE)
    assert result.return_value == 0
    steps = result.stdout.split("\n\n")
    assert steps[0].startswith("1. Begin with the 27 cells that dots touch")
    assert "steps: " in steps[-1]
    assert run("walkthrough", SEVERAL).return_value == 1
    assert "no solution" in run("walkthrough", NONE).stdout


@pytest.mark.slow
def test_difficulty_alone() -> None:
    result = run("walkthrough", "--difficulty", UNIQUE, HARD)
    lines = result.stdout.splitlines()
    easy, hard = (line for line in lines if line.startswith("7x7"))
    assert easy.startswith(f"{UNIQUE}: easy, effort ")
    assert hard.startswith(f"{HARD}: ")
    measured = answer(run("walkthrough", "--difficulty", "--json", UNIQUE))
    assert measured["difficulty"]["grade"] == "easy"
    assert "walkthrough" not in measured


class Frames(HTMLParser):
    """Count frames, and look for anything that is not in the page."""

    VOID = ("meta", "input", "path", "circle", "rect")

    def __init__(self) -> None:
        super().__init__()
        self.frames = 0
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.frames += tag == "section"
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID and tag != "p":
            while self.open.pop() != tag:
                pass


@pytest.mark.slow
@pytest.mark.parametrize("game", [UNIQUE, SEVERAL, NONE])
def test_the_page(game: str, tmp_path: Path) -> None:
    path = tmp_path / "way.html"
    run("walkthrough", "-o", str(path), game)
    text = path.read_text(encoding="utf-8")
    frames = Frames()
    frames.feed(text)
    assert not frames.open
    assert frames.frames == len(walkthrough(parse(game)).steps) + 1
    assert text == page(walkthrough(parse(game)))


def test_a_name_cannot_break_the_page() -> None:
    puzzle = parse(
        '{"width": 1, "height": 1, "centers": [[1, 1]], "id": "<script>x</script>"}'
    )
    assert "<script>x" not in page(walkthrough(puzzle))


def test_a_board_that_easy_steps_solve_is_not_called_solved() -> None:
    asked = "hint", "--level", "8", "-q", "7x7:bgsgqbzbfxxfzb"
    assert "Steps below level 8 solve the board." in run(*asked).stdout


def test_hints_skip_easy_steps() -> None:
    start = answer(run("hint", "--json", HARD))
    later = answer(run("hint", "--json", "--level", "2", HARD))
    hard = answer(run("hint", "--json", "--level", "5", HARD))
    assert start["level"] == "touched"
    assert later["level"] == "only one"
    assert hard["level"] == "contrary"
    assert hard["what_ifs"]


@pytest.mark.slow
def test_the_printed_walkthroughs() -> None:
    text = (DOCS / "tables" / "walkthroughs.txt").read_text(encoding="utf-8")
    blocks = re.findall(
        r"^\$ galaxies ([^\n]*)\n\n(.*?)\n(?=\n\n\$|\Z)", text, re.M | re.S
    )
    assert len(blocks) == 2
    for command, printed in blocks:
        assert run(*command.split()).stdout.strip() == printed


@pytest.mark.slow
def test_the_examples_of_the_documents() -> None:
    document = DOCS / "explanations.md"
    failed, attempted = doctest.testfile(str(document), module_relative=False)
    assert attempted >= 4
    assert not failed
    failed, attempted = doctest.testmod(galaxies_asp.explaining)
    assert attempted >= 4
    assert not failed


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["hint", "walkthrough"])
def test_rules_are_told_the_same_by_a_process_with_limits(verb: str) -> None:
    """Ground rules come as texts: symbols of clingo are of their process alone."""
    hitori = "width(3). height(2). number((1,1),1). number((3,1),1). number((5,1),2)."
    hitori += " number((1,3),2). number((3,3),3). number((5,3),2)."
    asked = verb, "--family", "hitori", hitori, "--json"
    done = process(*asked, "--memory-limit", "4000")
    assert (done.returncode, done.stderr) == (0, b"")
    for limited, plain in zip(answers(done), answers(process(*asked)), strict=True):
        seconds = {"seconds": limited.get("seconds")}
        assert limited == plain | (seconds if "seconds" in plain else {})


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", ["ring-ring\n#..\n#..\n", "https://puzz.link/p?slither/4/4/i02a63ah"]
)
def test_colors_change_no_sign(puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = text("hint", puzzle).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    colored = text("hint", puzzle).stdout
    assert "×" in plain
    lines = re.sub(r"\x1b\[[0-9;]*m", "", colored).split("\n")
    assert [line.rstrip() for line in lines] == plain.split("\n")


def test_steps_that_are_found_before_a_limit_are_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = run("walkthrough", "-q", UNIQUE)
    assert run("walkthrough", "-q", "--time-limit", "60", UNIQUE).stdout == whole.stdout

    def few(
        function: Callable[[object], Iterator[object]], asked: object, **_: object
    ) -> Iterator[object]:
        yield from islice(function(asked), 3)
        raise LimitReachedError("time", 1.0)

    monkeypatch.setattr("galaxies_asp.cli.explain.limited", few)
    result = run("walkthrough", "-q", "--time-limit", "60", UNIQUE)
    assert result.return_value == 3
    assert whole.stdout.startswith(result.stdout)
    assert re.findall(r"^\d", result.stdout, re.MULTILINE) == ["1", "2", "3"]
