"""What Python shows: text, JSON objects, tables and graphs of boards and answers."""

import json
import sys
from inspect import signature

import pytest
from support.commands import galaxies

from galaxies_asp import (
    Point,
    Position,
    Puzzle,
    Recipe,
    count,
    explain,
    forced,
    frame,
    generate,
    graph,
    hint,
    load,
    parse,
    render,
    solve,
)
from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.core.drawing import RenderOptions, SceneOptions, TextOptions
from galaxies_asp.explaining import figure, walkthrough
from galaxies_asp.repairing import repair

BOARD = "7x7:cghsppedzzaccdtce"
SEVERAL = "3x3:m"


def without_times(fields: dict[str, object]) -> dict[str, object]:
    return {name: fields[name] for name in fields if name not in ("seconds", "id")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "ask"),
    [("solve", solve), ("count", count), ("forced", forced), ("repair", repair)],
)
@pytest.mark.parametrize("source", [BOARD, "shikaku/3/2/6k"])
def test_to_dict_is_what_the_command_prints(command, ask, source) -> None:
    address = source if source == BOARD else f"https://puzz.link/p?{source}"
    printed = json.loads(galaxies(command, "--json", address).stdout)
    assert without_times(ask(load(address)).to_dict()) == without_times(printed)


def test_boards_are_printed_as_drawings() -> None:
    puzzle = parse(BOARD)
    (solution,) = solve(puzzle).solutions
    for board in (puzzle, solution):
        assert str(board) == str(render(board)).rstrip()
        assert "\n" not in repr(board)
        assert parse(json.dumps(board.to_dict())) == puzzle
    assert puzzle.dots == puzzle.centers


def test_answers_are_printed_as_the_commands_print_them() -> None:
    assert str(count(parse(BOARD))) == "1"
    assert str(forced(parse(BOARD))).startswith("49 of 49 cells are forced")
    assert str(repair(parse(BOARD))).endswith("nothing to repair")
    cured = str(repair(parse("6x5:hentcgqncf"))).splitlines()
    assert cured[1] == "remove dot F at the corner of c1r3 and c2r4"
    assert cured[2].split() == ["Before", "After"]


@pytest.mark.parametrize(
    ("command", "ask"), [("hint", hint), ("walkthrough", walkthrough)]
)
def test_findings_are_printed_and_converted_as_the_commands_do(command, ask) -> None:
    for board in (BOARD, "6x5:hentcgqncf"):
        found = ask(parse(board))
        printed = galaxies(command, board).stdout.decode()
        assert printed.replace(f"{board}: ", "").rstrip() == str(found)
        fields = json.loads(galaxies(command, "--json", board).stdout)
        assert without_times(found.to_dict()) == without_times(fields)
        assert "\n" not in repr(found)


def test_reasons_and_figures_are_printed() -> None:
    reason = explain(parse(BOARD), Point(1, 1))
    assert reason is not None
    printed = galaxies("explain", "--at", "c1r1", "--json", BOARD).stdout
    assert without_times(reason.to_dict()) == without_times(json.loads(printed))
    assert str(reason) == str(figure(reason))
    assert len(repr(figure(reason))) < 90
    made = next(generate(Recipe(4, 4, rated=True)))
    assert parse(json.dumps(made.to_dict())) == made.puzzle
    assert made.to_dict()["difficulty"] == made.grade
    assert str(made) == str(made.puzzle)
    assert (
        str(reason).splitlines()[0]
        in galaxies("explain", "--at", "c1r1", BOARD).stdout.decode()
    )


@pytest.mark.slow
def test_a_table_has_a_row_for_each_answer() -> None:
    table = frame(solve(parse(text)) for text in (BOARD, "3x1:ac"))
    assert list(table["status"]) == ["unique", "unique"]
    assert list(table["width"]) == [7, 3]
    assert (table["seconds_total"] > 0).all()
    assert "schema" not in table
    assert "solutions" not in table


def test_the_graph_of_regions() -> None:
    """A cell with its dot beside a region of two cells."""
    (solution,) = solve(parse("3x1:ac")).solutions
    regions = graph(solution)
    assert [cell for _, cells in regions.nodes("cells") for cell in cells] == [
        *solution.puzzle.cells()
    ]
    assert list(regions.edges) == [(0, 1)]


@pytest.mark.parametrize(("name", "ask"), [("pandas", frame), ("networkx", graph)])
def test_a_missing_library_is_named(name, ask, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    asked = [] if ask is frame else solve(parse(BOARD)).solutions[0]
    with pytest.raises(MissingLibraryError, match=f"pip install {name}"):
        ask(asked)


def test_help_shows_keywords_by_name() -> None:
    assert {"seed", "threads", "time_limit"} <= {*signature(solve).parameters}
    assert {"title", "rulers", "scale"} <= {*signature(render).parameters}
    assert "threads: int = ..., " in str(signature(solve))
    assert not [one for one in signature(solve).parameters if one in ("more", "kwargs")]


OPTIONS = {
    "letters": False,
    "inner_lines": False,
    "rulers": False,
    "color": True,
    "circles": True,
    "title": "of mine",
    "marks": [(1, 1)],
    "hints": [(3, 1)],
    "overlay": (),
    "shading": "grays",
    "colors": [2, 3],
    "cell": 50.0,
    "width": 90,
    "scale": 3.0,
}


@pytest.mark.parametrize(
    "style", ["text", "svg", pytest.param("png", marks=pytest.mark.slow)]
)
def test_each_style_draws_by_its_options_and_refuses_others(style: str) -> None:
    """All but an empty overlay change what is drawn."""
    assert {*OPTIONS} == {*RenderOptions.__annotations__}
    board = Position(Puzzle(3, 2, [(2, 2), (5, 2)]), labels=[[0, 0, 1], [0, 0, 1]])
    own = {"text": {"marks"}, "svg": {"cell"}, "png": {"width", "scale"}}[style]
    kinds = TextOptions if style == "text" else SceneOptions
    for name, value in OPTIONS.items():
        if name in {*kinds.__annotations__, *own}:
            changed = render(board, style, **{name: value}) != render(board, style)
            assert changed is (name != "overlay" and (name, style) != ("title", "png"))
        else:
            with pytest.raises(TypeError, match=f"'{style}' has no '{name}'; there"):
                render(board, style, **{name: value})
