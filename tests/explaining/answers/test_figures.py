"""Figures: words and marks meet, colors are stable, chains lead to contradictions."""

import json
import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from support.collection import FILES, positions

from galaxies_asp.core.board.grid import Point, cell_name, dot_name, touched_cells
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.coloring import region_colors
from galaxies_asp.core.drawing.palette import DARK, tint
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.explaining import (
    Figure,
    Technique,
    deduce_steps,
    figure,
    hint,
    page,
    walkthrough,
)
from galaxies_asp.explaining.answers.objects import walkthrough_answer
from galaxies_asp.explaining.answers.pages import Frames
from galaxies_asp.explaining.dots.rivals import stops_in_words
from galaxies_asp.explaining.words.drawn import Drawn, closed
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.labeled import labeled_text, named_dots
from galaxies_asp.explaining.words.marks import STYLES, Mark, Role, legend, visible
from galaxies_asp.families.registry import family_named
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.notation import parse
from galaxies_asp.solving.search import solve

HARD = "7x7:bgsgqbzbfxxfzb"
SMALL = [positions(path)[0].puzzle for path in FILES if "7x7" in path.name]


def figures(puzzle: Puzzle) -> list[Figure]:
    return [figure(step) for step in walkthrough(puzzle).steps]


def with_what_ifs(shown: Figure) -> list[Figure]:
    inner = [*shown.what_ifs, *shown.frames]
    return [shown, *(figure for one in inner for figure in with_what_ifs(one))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "puzzle"), [("auto", HARD), ("assign", "5x5:dqndyddc")]
)
def test_all_outputs_say_the_same(rules: str, puzzle: str) -> None:
    way = walkthrough(parse(puzzle), rules=rules)
    shown_page = unescape(page(way))
    frames = Frames(way)
    whole = walkthrough_answer("", frames, with_steps=True).plain()["walkthrough"]
    assert [*deduce_steps(parse(puzzle), rules=rules)] == [*way.steps, way.end]
    for shown, step, answer in zip(frames.figures, way.steps, whole, strict=True):
        text = "\n".join(shown.lines())
        assert answer["text"] == text
        assert shown.head in unescape(shown.svg())
        notebook = unescape(step._repr_html_() or "")
        for one in with_what_ifs(shown):
            for sentence in (one.head, *one.sentences, *one.follows):
                assert sentence in text
                assert sentence in notebook
                # The page folds the reason of a deduction.
                parts = sentence[1:].split(": ", 1)
                assert all(part in shown_page for part in parts)
                assert sentence in json.loads(json.dumps(answer))["text"]
        marks = [tuple(mark["at"]) for mark in answer["marks"]]
        assert marks == [tuple(mark.at) for mark in visible(shown.marks)]
        assert f"({shown.technique})" in text
        assert shown.technique in shown_page


@pytest.mark.parametrize("puzzle", SMALL, ids=lambda puzzle: puzzle.name)
def test_every_name_is_on_the_picture(puzzle: Puzzle) -> None:
    names = {dot_name(dot): center for dot, center in enumerate(puzzle.centers)}
    cells = {cell_name(cell): cell for cell in puzzle.cells()}
    for step in figures(puzzle):
        assert Technique(step.technique)
        for shown in with_what_ifs(step):
            marked = {mark.at for mark in shown.marks}
            text = "; ".join((shown.head, *shown.sentences))
            named = set(re.findall(r"c\d+r\d+", text))
            assert named <= set(cells)
            drawing = shown.text()
            for dot in re.findall(r"(?<=dot )[A-Z]+", text):
                assert dot in drawing
                assert dot in names
            sides = {cell for place in marked for cell in touched_cells(place)}
            assert {cells[name] for name in named} <= sides
            meanings = dict(legend(visible(shown.marks)))
            assert {mark.role for mark in visible(shown.marks)} == set(meanings)
            for meaning in meanings.values():
                assert meaning in drawing
                assert meaning in shown.svg()


def test_colors_are_stable_and_differ_between_neighbors() -> None:
    puzzle = parse(HARD)
    (solution,) = solve(puzzle).solutions
    colors = region_colors(puzzle)
    assert {shown.board.colors_of_dots for shown in figures(puzzle)} == {colors}
    fills: dict[int, set[str]] = {}
    for wall in solution.walls:
        one, other = (solution.label(cell) for cell in touched_cells(wall))
        assert tint(colors[one]) != tint(colors[other])
    last = figures(puzzle)[-1].svg()
    for dot, color in enumerate(colors):
        fills.setdefault(dot, set()).add(tint(color).web)
        assert tint(color).web in last


def test_a_figure_is_plain_data() -> None:
    for shown in figures(parse(HARD)):
        data = shown.answer()
        assert json.loads(json.dumps(data)) == data
        assert len(data["what_ifs"]) == len(shown.what_ifs)


def supposed(shown: Figure) -> set[Mark]:
    return {mark for mark in shown.marks if mark.role is Role.SUPPOSED}


def test_a_what_if_has_a_frame_for_each_deduction() -> None:
    """Each frame keeps what was deduced before; the last one is the contradiction."""
    puzzle = parse("7x7:exfdgrptivfpfj")
    what_ifs = [one for step in figures(puzzle) for one in step.what_ifs]
    assert max(len(what_if.frames) for what_if in what_ifs) > 2
    for what_if in what_ifs:
        before: set[Mark] = set()
        assert tuple(frame.reasoned for frame in what_if.frames) == what_if.sentences
        for frame in what_if.frames:
            assert before <= supposed(frame)
            before = supposed(frame)
        roles = [{mark.role for mark in frame.marks} for frame in what_if.frames]
        assert [Role.FAILS in found for found in roles].index(True) == len(roles) - 1


def test_a_stop_names_what_is_in_the_way() -> None:
    state = Propagation(Bitboard(Puzzle(7, 1, [(7, 1), (5, 1), (1, 1)])))

    def stop(cell: Point, dot: int) -> str:
        bare = Drawn.on(Position(state.board.puzzle))
        (only,) = stops_in_words(state, [cell], [dot], bare)
        return only.text

    first, last = Point(1, 1), Point(13, 1)
    image = "the partner of c7r1"
    assert stop(first, 0) == "dot A cannot have c1r1, which belongs to dot C"
    assert stop(last, 0) == (
        f"dot A would need c1r1, {image}, but that belongs to dot C"
    )
    assert stop(last, 1) == f"{image} about dot B lies off the board"
    assert stop(Point(3, 1), 0) == "dot A cannot get to c2r1 past c3r1 of dot B"


def test_walls_of_a_solution_are_its_walls() -> None:
    (solution,) = solve(parse(HARD)).solutions
    position = Position(solution.puzzle, labels=solution.labels)
    found = closed(position)
    assert set(found.board.edges(*found.walls)) == solution.walls
    assert found.complete == {*range(len(solution.puzzle.centers))}


def test_walls_that_follow_are_in_the_solution() -> None:
    puzzle = parse(HARD)
    (solution,) = solve(puzzle).solutions
    seen: set[Point] = set()
    for shown in figures(puzzle):
        assert not seen & set(shown.walls)
        seen |= set(shown.walls)
        for dot in shown.complete:
            assert shown.position.labels is not None
            own = shown.position.labels == dot
            assert np.array_equal(own, solution.labels == dot)
    assert seen == solution.walls


def test_the_labeled_board() -> None:
    puzzle = Puzzle(3, 2, [(2, 2), (5, 2)])
    labels = np.array([[0, 0, 1], [0, 0, 1]])
    marks = [Mark(Point(5, 1), Role.TARGET), Mark(Point(4, 3), Role.WALL)]
    assert labeled_text(Position(puzzle, labels=labels), marks) == (
        "     c1  c2  c3\n"
        "   ┏━━━┯━━━┳━━━┓\n"
        "r1 ┃ a ┆ a ┃[b]┃\n"
        "   ┠┄┄┄A┄┄┄╂┄B┄┨\n"
        "r2 ┃ a ┆ a ║ b ┃\n"
        "   ┗━━━┷━━━┻━━━┛\n"
    )
    shown = Figure(Known.of(Position(puzzle, labels=labels)), "", marks=tuple(marks))
    assert shown.text().endswith("┛\n  [a]  new\n  ═║   new wall\n")
    assert shown.text(told={Role.TARGET}).endswith("┛\n  ═║   new wall\n")


def test_names_of_black_dots_are_white() -> None:
    puzzle = Puzzle(3, 1, [(1, 1), (5, 1)], black=[(5, 1)])
    shapes = [*named_dots(Position(puzzle))]
    inks = {
        text: shape.style.fill
        for shape in shapes
        if isinstance(shape, scene.Texts)
        for _, text in shape.texts
    }
    assert inks == {"A": DARK, "B": "#fff"}


def test_boards_with_many_dots_have_wider_cells() -> None:
    puzzle = Puzzle(7, 4, [(2 * i + 1, 2 * j + 1) for j in range(4) for i in range(7)])
    drawing = labeled_text(Position(puzzle), [Mark(Point(13, 7), Role.DOT)])
    assert "(AB)" in drawing
    widths = {len(line) for line in drawing.splitlines()[1:10]}
    assert len(widths) == 1


def test_no_solution_names_the_place() -> None:
    shown = figure(hint(parse("5x4:fucgdm")))
    assert shown.head == "The puzzle has no solution"
    assert "no dot is left for c4r3" in shown.sentences[0]


def test_given_walls_are_named_as_causes() -> None:
    puzzle = Puzzle(3, 2, [(3, 2)], walls=[(2, 3)])
    shown = figure(hint(puzzle))
    words = "the partner of c3r1, but there is a wall between c1r2 and its cell c2r2"
    assert shown.sentences == (
        f"no dot is left for c3r1: dot A would need c1r2, {words}",
    )


def test_places_are_marked_on_boards_of_other_families() -> None:
    (sheet,) = family_named("two-not-touch").read(
        "two-not-touch 1\naabb\naabb\nccdd\nccdd"
    )
    shown = figure(hint(sheet))
    (target,) = [mark.at for mark in shown.marks if mark.role is Role.TARGET]
    assert cell_name(target) in shown.head
    red = STYLES[Role.TARGET].color
    assert red in shown.svg()
    assert red not in paint(sheet.scene())


def test_each_deduction_of_a_what_if_is_numbered_and_has_its_reason() -> None:
    """Long what-ifs have the same lines as short ones."""
    shown = figure(next(deduce_steps(parse("5x5:dqndyddc"))))
    link = replace(shown, head="then this follows", sentences=("that is why",))
    for number in (2, 3, 9):
        what_if = replace(shown, head="if so", frames=(link,) * number)
        lines = replace(shown, what_ifs=(what_if,)).lines()
        start = lines.index("  - if so:") + 1
        assert lines[start : start + number] == [
            f"      {n}. then this follows: that is why" for n in range(1, number + 1)
        ]
