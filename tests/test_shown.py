"""What Python shows: text, JSON objects, tables and graphs of boards and answers."""

import json
import sys
from inspect import signature

import pytest
from support.commands import galaxies

from galaxies_asp import count, forced, frame, graph, load, parse, render, solve
from galaxies_asp.core.board.errors import MissingLibraryError
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
    assert not [one for one in signature(solve).parameters if one in ("more", "kwargs")]
