"""Walkthroughs by encodings as people read them: places, lists, order, and rules."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import text as run
from support.marks import slow_if

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.drawing.signs import Signs
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining import Step, figure, walkthrough
from galaxies_asp.explaining.answers.figures import staged
from galaxies_asp.explaining.answers.questions import deduce_steps
from galaxies_asp.explaining.dots.grounded import rules_of
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.labeled import signed_text
from galaxies_asp.explaining.words.levels import Method
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.families.drawings import read as read_drawing
from galaxies_asp.families.reading import of_object
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.solving.search import solve


def rows(name: str, *lines: str) -> str:
    """Return a board of squares with numbers, by their rows."""
    numbers = [
        f"{name}(({2 * x + 1},{2 * y + 1}),{number})."
        for y, line in enumerate(lines)
        for x, number in enumerate(line)
        if number != "."
    ]
    return " ".join([f"width({len(lines[0])}). height({len(lines)}).", *numbers])


_EXCLUDED = r"(?:is|are) not (\d): [^()]*\([^()]*number (\d)\)$"
"""What a rule about a number excludes, and that number."""

BOARDS = {
    "hitori": rows("number", "21535", "34452", "53121", "52213", "23343"),
    "shikaku": rows("number", ".9..3", "2....", "3....", ".....", "....8"),
    "nurikabe": rows("number", ".2..8", ".....", ".....", ".....", "1...3"),
    "slitherlink": rows("number", ".2.2.", "2022.", "2...1", ".....", ".13.."),
    "star-battle": "width(5). height(5). "
    + " ".join(
        f"region(({2 * x + 1},{2 * y + 1}),{name})."
        for y, names in enumerate(("12222", "12222", "33222", "44444", "45554"))
        for x, name in enumerate(names)
    ),
    "ring-ring": "width(6). height(6). black((1,1)). black((3,1)). black((5,1)). "
    "black((7,1)). black((9,1)). black((11,1)). black((5,3)). black((11,3)). "
    "black((5,5)). black((11,5)). black((1,7)). black((3,7)). black((5,7)). "
    "black((7,7)). black((5,9)). black((7,9)). black((5,11)). black((7,11)). "
    "black((9,11)). black((11,11)).",
    "square-fences": "side(2). post((5,3),1). post((5,5),1). post((7,5),1). "
    "post((7,7),2).",
    "circuit-board": "width(6). height(3). given((1,2)). given((4,1)). given((4,3)). "
    "given((6,3)). given((7,4)). given((6,5)).",
    "galaxies": '{"width": 5, "height": 5, "variants": ["rectangular"], "centers": '
    "[[3,1],[8,1],[6,3],[6,5],[1,6],[3,8],[5,8],[8,8]]}",
}
"""A board of some families."""

SUDOKU = """%*! width(W)
Input. The board has W columns.
*%
%*! given(P,N)
Input. The cell P shows N.
*%
#defined given/2.
%*! height(H)
Input. The board has H rows.
*%
%*! value(P,N)
Output. The cell P has the number N. Words: {P} is {N} | {P} is not {N}. Exclusive: N.
*%
cell((2*I-1,2*J-1)) :- width(W), I = 1..W, J = 1..W.
% Generate: each cell has one number
{ value(P,N) : N = 1..4 } = 1 :- cell(P).
% Test: a given number stands
:- given(P,N), not value(P,N).
% Test: a row has each number (row {Y}, number {N})
:- N = 1..4, cell((_,Y)), { value((X,Y),N) } != 1.
% Test: a column has each number (column {X}, number {N})
:- N = 1..4, cell((X,_)), { value((X,Y),N) } != 1.
% Test: a block has each number (the block of {P}, number {N})
:- N = 1..4, cell(P), P = (X,Y), X \\ 4 = 1, Y \\ 4 = 1,
    { value((X+DX,Y+DY),N) : DX = (0;2), DY = (0;2) } != 1.
#show value/2.
"""


def told(family: str) -> str:
    done = run("walkthrough", "-q", "--family", family, BOARDS[family])
    return done.stdout.replace(f"{BOARDS[family]}: ", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "family",
    [
        "circuit-board",
        "hitori",
        "nurikabe",
        "shikaku",
        "galaxies",
        "slitherlink",
        "star-battle",
        "ring-ring",
    ],
)
def test_families_in_words(family: str, golden: Callable[[str, str], None]) -> None:
    golden(f"steps-of-{family}.txt", told(family))


def test_a_shaded_cell_with_white_neighbors_would_be_cut_off() -> None:
    lines = (
        ".....5.",
        ".......",
        ".6.....",
        "....4..",
        ".......",
        "..1...5",
        "2..3...",
    )
    said = run("walkthrough", "-q", "--family", "nurikabe", rows("number", *lines))
    end = (
        "this contradicts: c6r7 would be cut off from other shaded cells, as c6r6 and "
        "c5r7 are white\n"
    )
    assert end in said.stdout
    assert "these exclude each other" not in said.stdout
    # Clues and shaded cells, which hold without the supposition, are not among these.
    beside = "1. then c4r3 does not belong to the island of c5r4: c4r2 does not belong"
    assert beside in said.stdout


SHIKAKU = (
    "width(3). height(5). number((1,7),4). number((3,1),3). number((5,5),4). "
    "number((3,7),1). number((1,9),1). number((5,9),2)."
)


@pytest.mark.parametrize(
    ("family", "facts"),
    [
        ("shikaku", SHIKAKU),
        *(pytest.param(*pair, marks=pytest.mark.slow) for pair in BOARDS.items()),
    ],
)
def test_steps_tell_the_whole_solution(family: str, facts: str) -> None:
    (sheet,) = family_named(family).read(facts)
    way = walkthrough(sheet)
    (solution,) = solve(sheet, 2).solutions
    assert way.solved
    assert way.end.known is not None
    missing = sheet.family.atoms(solution) - way.end.known.sheet.atoms
    assert all(f"given({one.arguments[0]})" in facts for one in missing)


def test_what_is_cut_off_is_named_as_on_the_board() -> None:
    said = run("walkthrough", "-q", "-e", "grow", "tatham-unreasonable-7x7#1").stdout
    assert "cannot get to its cell" in said
    assert not re.search(r"(?:leads to|off from) \d", said)


def test_what_is_not_told_is_not_solved() -> None:
    (sheet,) = family_named("shikaku").read(SHIKAKU)
    (solution,) = solve(sheet, 2).solutions
    facts = [Fact(Kind.ATOM, Point(0, 0), atom=a) for a in sheet.family.atoms(solution)]
    source = rules_of(sheet, Rules())
    assert source.is_full(facts)
    assert not source.is_full(facts[1:])


@pytest.mark.slow
@pytest.mark.parametrize(
    "family", slow_if(lambda name: name != "shikaku", [*BOARDS, "galaxies -e grow"])
)
def test_a_limit_changes_no_answer(family: str) -> None:
    """Hints come back from the process that holds a limit."""
    name, *more = family.split(" ", 1)
    command = ["--family", name, *(w for one in more for w in one.split())]
    command.append(BOARDS[name])
    limited = run("walkthrough", "-q", "--time-limit", "100", *command)
    assert limited.stdout == run("walkthrough", "-q", *command).stdout


@pytest.mark.slow
def test_a_filled_board_is_told_by_its_only_broken_rule() -> None:
    """No solution has two of the marks, and a search would be needed to show it."""
    clues = [((1, 1), 3), ((3, 1), 2), ((3, 5), 0), ((3, 7), 2)]
    clues += [((7, 1), 1), ((7, 3), 3), ((7, 5), 3)]
    drawn = "0,1 0,3 0,5 1,0 1,6 2,7 3,0 3,8 4,1 5,2 5,8 6,5 7,2 7,4 7,6 7,8 8,3 8,7"
    facts = [f"number(({x},{y}),{n})." for (x, y), n in clues]
    facts += [f"loop(({edge}))." for edge in drawn.split()]
    board = f"width(4). height(4). {' '.join(facts)}"
    said = run("hint", "--family", "slitherlink", board).stdout
    wrong = "the top of c2r1 and the left side of c1r2 are on the loop"
    head = "As drawn, c1r1 has 2 sides, not 3. No solution contains all of these"
    assert f"{head}: {wrong}." in said


@pytest.mark.parametrize(
    ("walls", "head", "rule"),
    [
        (
            [(x, y) for y in (2, 4, 6, 8) for x in (1, 3, 5)],
            "the region of c1r2 has 3 cells; number: none (8 marks are wrong)",
            "",
        ),
        ([(3, 4)], "This is wrong: there is a wall at c2r2-c2r3", "walls between"),
        ([(1, 6)], "This is wrong: there is a wall at c1r3-c1r4", "walls between"),
        ([(3, 2)], "This is wrong: there is a wall at c2r1-c2r2", "walls between"),
    ],
)
def test_a_mistake_is_told_by_a_broken_rule(
    walls: list[tuple[int, int]], head: str, rule: str
) -> None:
    drawn = " ".join(f"wall(({x},{y}))." for x, y in walls)
    said = run("hint", "--family", "shikaku", f"{SHIKAKU} {drawn}").stdout
    assert head in said
    assert f"this contradicts: {rule}" in said if rule else "suppose" not in said


@pytest.mark.slow
def test_a_swapped_wall_is_told_by_the_broken_rule_beside_it() -> None:
    """A supposition would take seven lines, and end at another rule."""
    lines = ("........", ".3.8...2", "3.3....2", "..33...6")
    lines += ("..6.....", "........", "..32664.", "4.......")
    puzzle = rows("number", *lines)
    printed = run("solve", "-q", "-f", "facts", "--family", "shikaku", puzzle).stdout
    walls = sorted(re.findall(r"wall\(\(\d+,\d+\)\)", printed))
    drawn = " ".join(f"{wall}." for wall in (*walls[1:], "wall((4,13))"))
    said = run("hint", "-q", "--family", "shikaku", f"{puzzle} {drawn}").stdout
    wrong = "This is wrong: there is a wall at c2r7-c3r7."
    assert f"As drawn, the region of c3r7 has 1 cell; number: 3. {wrong}" in said


@pytest.mark.slow
def test_what_is_left_for_a_number_is_its_island_or_too_little() -> None:
    (sheet,) = family_named("nurikabe").read(BOARDS["nurikabe"])
    said = Counter[bool]()
    for step in walkthrough(sheet).steps:
        for line in figure(step).lines():
            pattern = r"the (\d) in \w+\); only (.*) (?:is|are) left: "
            if (left := re.search(pattern, line)) is not None:
                fails = "contradicts" in line
                said[fails] += 1
                missing = int(left[1]) - 1 - len(re.findall(r"c\d+r\d+", left[2]))
                assert (missing > 0) == fails
    assert said[True]
    assert "do not belong" not in str(figure(walkthrough(sheet).steps[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("family", ["slitherlink", "hitori", "ring-ring"])
def test_each_of_several_reasons_says_what_follows(family: str) -> None:
    (sheet,) = family_named(family).read(BOARDS[family])
    several = 0
    for step in walkthrough(sheet).steps:
        reasons = [i for a in step.reason.arguments for i in a.inferences if i.facts]
        if len(reasons) == 1 or step.technique is not Method.RULE or step.reason.notes:
            continue
        sentences = figure(step).sentences
        assert len({*sentences}) == len(sentences)
        if len(sentences) > 1:
            several += 1
            head = figure(step).head.lower()
            names = re.findall(
                r"c\d+r\d+", " ".join(s.split(":")[0] for s in sentences)
            )
            assert {*names} <= {*re.findall(r"c\d+r\d+", head)}
    assert several or family == "hitori"


@pytest.mark.slow
@pytest.mark.parametrize("family", BOARDS)
def test_sentences_name_places_and_are_short(family: str) -> None:
    """No coordinates, no variables, no long lists, and nothing is said twice."""
    for line in told(family).splitlines():
        assert not re.search(r"\(-?\d+,-?\d+\)|\{|it follows at once", line), line
        for part in re.split("[;:(]|, as ", line):
            names = re.findall(r"(?:\bc\d+r\d+-)?\bc\d+r\d+", part)
            is_title = re.match(r"\d+\. ", line) is not None  # it names every place
            assert is_title or len(names) <= 8, line
            assert "more" not in part or (len(names) <= 6 and not is_title), line
        clauses = re.split("; |: |, as ", line)
        assert len(set(clauses)) == len(clauses), line


def test_the_value_of_a_rule_is_its_own(tmp_path: Path) -> None:
    """Rules at one place that differ in a named value are different rules."""
    (tmp_path / "encoding.lp").write_text(SUDOKU)
    board = rows("given", ".2..", "1...", "..3.", "4.1.")
    text = run("walkthrough", "-q", "--family", str(tmp_path), board).stdout
    lines = text.splitlines()
    found = [one for line in lines for one in re.findall(_EXCLUDED, line)]
    assert len(found) > 3
    assert all(one == other for one, other in found)


def test_a_rule_names_its_place_only_where_no_fact_does() -> None:
    text = told("hitori")
    assert "- c3r4 is shaded; shaded cells do not touch\n" in text
    assert "white cells of a row show different numbers (number 3)" in text


@pytest.mark.slow
def test_each_group_of_notes_has_its_own_reason() -> None:
    numbers = (
        "...1..5",
        ".......",
        "..3....",
        ".....1.",
        "4.5....",
        ".....5.",
        ".......",
    )
    board = rows("number", *numbers)
    text = run("walkthrough", "-q", "--family", "nurikabe", board).stdout
    near = "c4r3 does not belong to the island of c3r5; "
    near += "c4r5 does not belong to the island of c6r6: islands do not touch"
    cut = "c4r4 does not belong to the island of c6r6: c4r4 would be cut off from the "
    cut += "island of c6r6, as c5r4 and c4r5 do not belong to the island of c6r6"
    assert f"  - {near}\n  - {cut}" in text


def test_an_impossible_mark_is_no_consequence() -> None:
    board = BOARDS["shikaku"] + " wall((8,7))."
    done = run("hint", "-q", "--family", "shikaku", board)
    assert "This is wrong: there is a wall at c4r4-c5r4" in done.stdout
    assert "c4r4 and c5r4 are in the rectangle of c5r5" in done.stdout


def test_cells_of_fences_are_counted_in_their_rows() -> None:
    sheet = of_object({"lattice": "hexagonal", "side": 1, "posts": [[0, 0, 1]]})
    places = (3, 1), (1, 3), (3, 3), (2, 3)
    names = [sheet.family.point_name(sheet.position, Point(*at)) for at in places]
    assert names == ["c1r1", "c1r2", "c2r2", "c1r2-c2r2"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "at", "said"),
    [
        ("square-fences", "c5r4-c5r5", "There is a fence at c5r4-c5r5."),
        ("square-fences", "c4r5-c5r5", "The loop does not pass c4r5-c5r5."),
        ("slitherlink", "the top of c1r1", "The top of c1r1 is o"),
        ("hitori", "c5r5", "c5r5 is shaded."),
    ],
)
def test_places_are_asked_by_the_names_of_hints(
    family: str, at: str, said: str
) -> None:
    fences = "side(2). post((9,1),1). post((5,5),1). post((9,9),6)."
    board = fences if family == "square-fences" else BOARDS[family]
    done = run("explain", "-q", "--family", family, "--at", at, board)
    assert said.lower() in done.stdout.lower()


def test_boards_beside_sentences_show_the_names_of_their_cells() -> None:
    lines = run("hint", "--family", "hitori", BOARDS["hitori"]).stdout.splitlines()
    assert lines[1].split() == ["c1", "c2", "c3", "c4", "c5"]
    rows = [line.split()[0] for line in lines[3:13:2]]
    assert rows == ["r1", "r2", "r3", "r4", "r5"]
    five = run("render", "--family", "square-fences", BOARDS["square-fences"]).stdout
    assert five.splitlines()[0].split() == ["c1", "c2", "c3", "c4", "c5"]
    assert five.splitlines()[6].split()[0] == "r3"


def test_stages_tell_cells_that_dots_touch_as_usual() -> None:
    done = run("hint", "-q", "--stage", "1", BOARDS["galaxies"])
    assert done.stdout.endswith("Look at the cells that dots touch.\n")
    shown = json.loads(run("hint", "--json", BOARDS["galaxies"]).stdout)
    assert shown["head"] == (
        "Begin with the 17 cells that dots touch: they belong to these dots"
    )
    assert shown["sentences"] == ["each dot has the cells that it touches"]


def test_what_reasons_do_not_mention_is_explained_where_it_is_asked_for() -> None:
    board = "width(3). height(2). number((1,1),2). number((5,1),4)."
    said = run("explain", "-q", "--family", "shikaku", board, "--at", "c2r1-c3r1")
    assert ": There is no wall at c2r1-c3r1." in said.stdout
    assert "the rectangle of c3r1 reaches from c2r1 to c3r2" in said.stdout


@pytest.mark.slow
def test_a_supposed_side_is_drawn_on_the_side() -> None:
    board = rows("number", "322.", "11..", "..22", "..2.")
    done = run("hint", "--family", "slitherlink", "--level", "4", board)
    lines = done.stdout.splitlines()
    supposed = lines.index("  - suppose that the top of c1r1 is off the loop:")
    assert lines[supposed + 4].split()[0] == "┌┄?┄┬┄┄┄┬┄┄┄┬┄┄┄┐"
    assert lines[supposed + 5].split()[:3] == ["r1", "1", "3"]


@pytest.mark.slow
def test_a_contradiction_names_the_cell_that_would_be_cut_off() -> None:
    board = "https://puzz.link/p?heyawake/6/6/dfemmu3cv08r11001101g11g01"
    steps = run("walkthrough", "-q", board).stdout.split("\n\n")
    (step,) = (one for one in steps if re.match(r"\d+\. c6r5 is white", one))
    assert "then c5r6 is shaded" in step
    assert step.endswith("c6r6 would be cut off from other white cells")


def test_all_that_one_pearl_shows_is_one_step() -> None:
    """Lines along the border and the cross beside them follow by two rules."""
    clues = "white((5,5)). white((5,1)). black((1,1)). black((9,9))."
    board = f"width(5). height(5). {clues}"
    said = run("walkthrough", "-q", "--family", "masyu", board).stdout
    lines = "the loop passes c2r1-c3r1 and c3r1-c4r1"
    assert f"1. {lines[0].upper()}{lines[1:]}; the loop does not pass c3r1-c3r2" in said


@pytest.mark.slow
def test_sums_name_their_runs() -> None:
    """By the number in a cell, or by the run to which a number does not belong."""
    board = instances("kakuro") / "six.lp"
    said = run("walkthrough", "-q", "--family", "kakuro", str(board)).stdout
    rule = "the numbers of a run have its sum"
    assert said.count(rule) == len(re.findall(rf"{rule} \((?:the|that)", said)) > 9
    assert "(the run across from" in said


@pytest.mark.slow
def test_hints_name_where_to_look_also_outside_of_the_board() -> None:
    """The first steps are about runs behind clues that may be outside."""
    board = family_named("kakuro").puzzle((instances("kakuro") / "six.lp").read_text())
    steps = deduce_steps(Sheet(family_named("kakuro"), "six", board))
    outside = [s for s in steps if isinstance(s, Step) and min(s.target.at) < 0]
    assert outside
    for step in outside:
        assert "Look at the head of" in staged(figure(step), step, 1).head


def instances(family: str) -> Path:
    return folders()[family] / "instances"


def test_signs_are_beside_any_corner_of_the_border() -> None:
    for corner in "┌┍┎┏":
        signs = Signs(f"{corner}━━━┭┄┄┄┐\n┆ 3 ┆   ┆\n└┄┄┄┴┄┄┄┘\n")
        signs.exclude([Point(2, 1), Point(3, 1)])
        assert str(signs).splitlines()[1] == "┆ 3 × · ┆"


def test_the_number_of_a_line_is_not_beside_a_clue() -> None:
    text = "┌┄┄┄┬┄┄┄┐\n┆ 4 ┆   ┆\n└┄┄┄┴┄┄┄┘\n"
    at = [Point(1, 1), Point(3, 1)]
    one = signed_text(text, [Mark(p, Role.SUPPOSED, "1") for p in at])
    assert one.splitlines()[1] == "┆ 4 ┆ 1 ┆"
    supposed = signed_text(text, [Mark(at[0], Role.SUPPOSED, "?")])
    assert supposed.splitlines()[1] == "┆ 4?┆   ┆"


def test_brackets_around_new_cells_are_drawn_over_shade_and_read() -> None:
    text = "┌┄┄┄┬┄┄┄┐\n┆ 1 ┆███┆\n└┄┄┄┴┄┄┄┘\n"
    new = signed_text(text, [Mark(Point(3, 1), Role.TARGET)])
    assert new.splitlines()[1] == "┆ 1 ┆[█]┆"
    form = family_named("nurikabe").form
    assert [*map(set, read_drawing(new, form))] == [*map(set, read_drawing(text, form))]


@pytest.mark.slow
def test_lines_and_their_marks_have_the_same_numbers() -> None:
    clues = "number((1,7),4). number((3,11),4). number((5,3),2). number((7,1),1). "
    facts = f"height(6). width(6). {clues}number((9,7),5)."
    steps = run("walkthrough", "--family", "nurikabe", facts).stdout.split("\n\n")
    (step,) = (one for one in steps if one.startswith("4. "))
    assert "1. then c1r6 is shaded" in step
    assert [line.split()[:3] for line in step.splitlines()[-4:] if "r6" in line] == [
        ["r6", "┆", "1"]
    ]
