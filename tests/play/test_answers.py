"""The answers to the page's requests, without a server."""

import base64
import json
import re
import subprocess
import threading
from io import BytesIO
from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from support.puzzles import IDP_7X7, SEVERAL

from galaxies_asp.core.asp import program
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing.palette import DARK, INK, PALETTE, TENTAI_SHOW
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.explaining.words.marks import STYLES, Role
from galaxies_asp.families import shipped
from galaxies_asp.families.registry import folders
from galaxies_asp.notation import NOTATIONS, parse_all, write
from galaxies_asp.play.answers import PLACES, QUICK, answer, events
from galaxies_asp.play.export import HERE
from galaxies_asp.solving.search import solve

Board = dict[str, Any]
UNIQUE = sheet_of(IDP_7X7).plain()
AMBIGUOUS = sheet_of(SEVERAL[0]).plain()
SOLUTION = solve(IDP_7X7).solutions[0]


def asked(ask: str, **fields: Any) -> Any:
    found = answer({"ask": ask, **fields})
    assert "error" not in found, found
    json.dumps(found)
    return found


def test_a_puzzle_is_loaded_in_every_notation() -> None:
    for notation in NOTATIONS:
        if notation.writable:
            text = write(IDP_7X7, notation.name)
            (shown,) = asked("load", text=text)["puzzles"]
            assert shown["board"]["centers"] == UNIQUE["centers"], notation.name


def test_the_collection_is_loaded_without_its_solutions() -> None:
    assert {*asked("collection")["files"]} > {*shipped.names()}
    listed = asked("collection", file="tatham-notable")["puzzles"]
    loaded = asked("load", text="tatham-notable")["puzzles"]
    assert len(listed) == len(loaded)
    for shown in loaded:
        assert "attempt" not in shown["board"]


@pytest.mark.slow("puzzles of all types are read and drawn")
def test_the_collection_has_puzzles_of_all_types() -> None:
    files = [name for name in asked("collection")["files"] if ": " in name]
    families = set()
    for name in files:
        assert asked("collection", file=name)["puzzles"] == [name]
        (shown,) = asked("load", text=name)["puzzles"]
        families.add(shown["board"]["family"])
    assert families >= {*folders()} - {"circuit-board"}  # whose files count nothing


def judged(board: Board, **fields: Any) -> Any:
    (shown,) = asked("load", board=board, **fields)["puzzles"]
    return shown


@pytest.mark.parametrize("drawn", ["walls", "labels"])
def test_solved_is_noticed(drawn: str) -> None:
    whole = sheet_of(SOLUTION).plain()
    attempt = {drawn: whole["attempt"][drawn]}
    progress = judged(UNIQUE | {"attempt": attempt})["progress"]
    assert progress["solved"]
    assert progress["faults"] == []
    assert len(progress["complete"]) == len(UNIQUE["centers"])


@pytest.mark.slow
def test_hints_lead_to_the_solution() -> None:
    drawn = dict(UNIQUE)
    for _ in range(100):
        hint = asked("hint", board=drawn)
        if not hint["draw"]:
            break
        assert hint["marks"]
        moved = judged(**hint["draw"])
        assert moved["progress"]["faults"] == []
        drawn |= {"attempt": moved["board"]["attempt"]}
    assert moved["progress"]["solved"]


def test_hints_about_walls_draw_walls() -> None:
    wall = sorted(SOLUTION.walls)[0]
    drawn = UNIQUE | {"attempt": {"walls": [list(wall)]}}
    after = asked("hint", board=drawn)["draw"]["board"]["attempt"]
    assert set(map(tuple, after["walls"])) > {wall}


def test_mistakes_are_named_and_marked() -> None:
    wrong = (SOLUTION.label(next(iter(IDP_7X7.cells()))) + 1) % len(IDP_7X7.centers)
    labels = [[None] * 7 for _ in range(7)]
    labels[0][0] = wrong
    found = asked("wrong", board=UNIQUE | {"attempt": {"labels": labels}})
    assert found["wrong"]
    assert [1, 1] in [one["at"] for one in found["marks"] if one["role"] == "wrong"]
    assert found["wrong_cells"] == [[1, 1]]
    assert not asked("wrong", board=UNIQUE)["wrong"]


def test_a_cell_and_an_edge_are_explained() -> None:
    for at in ([5, 5], [6, 5], [5, 6]):
        found = asked("why", board=UNIQUE, at=at)
        assert found["head"]
        assert found["sentences"]
        assert at in [mark["at"] for mark in found["marks"]]
    off = answer({"ask": "why", "board": UNIQUE, "at": [99, 1]})
    assert "c50r1" in off["error"]


def test_no_frame_of_a_walkthrough_has_a_fault() -> None:
    way = asked("walkthrough", board=UNIQUE)
    assert way["solved"]
    for frame in way["frames"]:
        assert judged(frame["board"])["progress"]["faults"] == []
    assert asked("grade", board=UNIQUE)["grade"] in way["text"]
    assert "several" in asked("grade", board=AMBIGUOUS)["text"]


@pytest.mark.slow
def test_all_solutions_are_explored() -> None:
    found = asked("solutions", board=AMBIGUOUS)
    labels = [one.labels.tolist() for one in solve(SEVERAL[0], 0).solutions]
    assert sorted(found["solutions"]) == sorted(labels)
    assert found["complete"]
    assert asked("count", board=AMBIGUOUS)["count"] == len(labels)
    numbers = asked("forced", board=AMBIGUOUS)["map"]["counts"]
    for row, column in ((y, x) for y in range(4) for x in range(6)):
        assert numbers[row][column] == len({one[row][column] for one in labels})
    assert asked("number", board=AMBIGUOUS)["status"] == "multiple"
    assert asked("number", board=UNIQUE)["status"] == "unique"


@pytest.mark.slow
def test_solutions_are_counted_while_they_are_found() -> None:
    drawn = sheet_of(Puzzle(10, 10, [(x, 10) for x in range(5, 20, 5)])).plain()
    found = [*events({"ask": "solutions", "board": drawn})]
    assert not any("error" in event for event in found)
    said = [event["progress"]["text"] for event in found if "progress" in event]
    assert said == [
        f"{number} solutions" for number in range(20, 20 * len(said) + 1, 20)
    ]


@pytest.mark.slow
def test_repairs_make_the_puzzle_unique() -> None:
    *found, last = events({"ask": "repair", "board": AMBIGUOUS})
    progress = [event["progress"] for event in found]
    first = [one["repair"] for one in progress if "repair" in one]
    costs = [one["cost"] for one in progress if "repair" in one]
    repairs = last["answer"]["repairs"]
    assert repairs
    assert costs == sorted(costs, reverse=True)
    assert all(one in first for one in repairs)  # each is shown when it is found
    for one in repairs:
        (position,) = parse_all(json.dumps(one["board"]))
        assert solve(position.puzzle).status == "unique"
    assert asked("repair", board=UNIQUE)["repairs"] == []


@pytest.mark.slow
def test_puzzles_are_generated() -> None:
    found = asked("generate", width=5, height=4, grade="moderate", seed=1)
    assert found["puzzles"][0]["board"]["id"] == "Galaxies 5x4, moderate"
    asked_for = {"rules": "shikaku", "grade": "very easy"}
    easy = asked("generate", width=4, height=4, seed=3, **asked_for)
    assert easy["grade"] == "very easy"
    other = asked("generate", width=2, height=2, rules="slitherlink", seed=3)
    assert other["puzzles"][0]["board"]["id"] == "Slitherlink 2x2"
    (position,) = parse_all(json.dumps(found["puzzles"][0]["board"]))
    assert solve(position.puzzle).status == "unique"
    assert found == asked("generate", width=5, height=4, grade="moderate", seed=1)
    assert found != asked("generate", width=5, height=4, grade="moderate", seed=2)


def test_a_picture_becomes_a_puzzle() -> None:
    image = base64.b64encode(b".##.\n####\n####\n....\n").decode()
    found = asked("picture", image=image, seed=1)
    assert found == asked("picture", image=image, seed=1)
    assert any(found != asked("picture", image=image, seed=seed) for seed in (2, 3, 4))
    assert found["puzzles"][0]["board"]["black"]


def test_a_book_is_made() -> None:
    found = asked("book", boards=[UNIQUE], title="Mine")
    book = PdfReader(BytesIO(base64.b64decode(found["data"])))
    assert "Mine" in book.pages[0].extract_text()


MIX = {"encoding": "choice"}


@pytest.mark.slow
def test_rules_are_switched_off() -> None:
    mix = asked("encodings")["mixes"]["choice"]
    assert asked("experiment", board=UNIQUE, **MIX)["number"] == 1
    for rule in mix:
        found = asked("experiment", board=AMBIGUOUS, **MIX, without=[rule])
        assert found["number"] >= 2, rule
    found = asked("experiment", board=AMBIGUOUS, **MIX, without=["mirror"])
    assert any(one["faults"] for one in found["answers"])


def test_variants_are_switched_on() -> None:
    found = asked("experiment", board=AMBIGUOUS, **MIX, variants=["black-holes"])
    assert found["number"] > 2
    assert not any(one["faults"] for one in found["answers"])


def test_an_edited_program_is_run_and_its_faults_have_lines() -> None:
    text = asked("program", encoding="grow")["program"]
    found = asked("experiment", board=UNIQUE, program=text)
    assert found["number"] == 1
    found = asked("experiment", board=UNIQUE, program=text + "\nwrong(")
    assert found["line"] >= len(text.splitlines())
    assert "syntax error" in found["refused"]
    assert "/" not in found["refused"].split("syntax")[0]


@pytest.mark.parametrize(
    "program_text", ["#script (python) #end.", '#include "/etc/hostname".']
)
def test_a_program_of_the_user_runs_no_script_and_reads_no_file(
    program_text: str,
) -> None:
    for ask in ("experiment", "difference"):
        found = asked(ask, board=UNIQUE, program=program_text)
        assert found["line"] == 1
        assert found["refused"]


@pytest.mark.slow
def test_the_smallest_difference_is_found() -> None:
    found = asked("difference", **MIX, without=["mirror"])
    assert found["answers"]
    assert found["answers"][0]["board"]["width"] <= 3
    assert asked("difference", **MIX)["answers"] == []


@pytest.mark.parametrize(
    "request_",
    [
        None,
        [],
        {},
        {"ask": "nothing"},
        {"ask": "load"},
        {"ask": "load", "text": "nonsense"},
        {"ask": "load", "text": "500x500:"},
        {"ask": "load", "board": {"width": 2}},
        {"ask": "load", "board": UNIQUE | {"attempt": {"labels": [[1]]}}},
        {"ask": "edit", "board": UNIQUE, "at": [1], "clue": "star"},
        {"ask": "edit", "board": UNIQUE, "at": [1, 1], "clue": "star"},
        {"ask": "hint", "board": "7x7"},
        {"ask": "generate", "width": 5, "height": 5, "black": 2},
        {"ask": "experiment", "board": UNIQUE, "encoding": "/etc/passwd"},
        {"ask": "program", "encoding": "choice", "with": ["../x"]},
        {"ask": "picture", "image": "***"},
    ],
)
def test_a_faulty_request_is_answered_in_one_line(request_: Any) -> None:
    error = answer(request_)["error"]
    assert error
    assert "\n" not in error.strip()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["at", "width", "centers"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
NAMES = ["board", "text", "at", "to", "cells", "dot", "add", "remove", "change"]
NAMES += ["width", "height", "file", "encoding", "with", "without", "puzzle_only"]


@pytest.mark.slow
@given(
    st.sampled_from([ask for ask, (_, lane) in PLACES.items() if lane == QUICK]),
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=5),
    st.booleans(),
)
def test_no_request_fails(ask: str, fields: dict[str, Any], on_board: bool) -> None:
    """Whatever the fields are, there is an answer or an error in words."""
    request = fields | {"ask": ask} | ({"board": UNIQUE} if on_board else {})
    assert isinstance(answer(request), dict)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "'hello' is in no known notation; a puzzle is, as an example, 7x7:"),
        ("puzz.link/p?sudoku/9/9/1g2", "the genre 'sudoku', which the page does not"),
        ("a,b\n1,2\n", "this could be a board of"),
    ],
)
def test_texts_that_are_no_puzzles_are_refused_in_words_of_the_page(
    text: str, said: str
) -> None:
    error = answer({"ask": "load", "text": text})["error"]
    assert said in error
    assert "galaxies_asp" not in error
    assert "--family" not in error


def test_unknown_requests_are_refused() -> None:
    assert list(events({"ask": "nothing"})) == [{"error": "no request 'nothing'"}]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid threads, processes and asynchronous solving, as in a browser."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("this is not possible in a browser")

    monkeypatch.setattr(program, "can_wait", lambda: False)
    monkeypatch.setattr(threading.Thread, "start", forbidden)
    monkeypatch.setattr(subprocess.Popen, "__init__", forbidden)
    solve_ = clingo.Control.solve

    def solving(self: clingo.Control, *args: Any, **options: Any) -> Any:
        assert not options.get("async_")
        return solve_(self, *args, **options)

    monkeypatch.setattr(clingo.Control, "solve", solving)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("ask", "fields"),
    [
        ("number", {}),
        ("solutions", {}),
        ("count", {}),
        ("forced", {}),
        ("repair", {}),
        ("hint", {}),
        ("wrong", {}),
        ("why", {"at": [5, 5]}),
        ("walkthrough", {}),
        ("grade", {}),
        ("generate", {"width": 5, "height": 5, "seed": 3}),
        ("experiment", {"encoding": "choice"}),
        ("difference", {"encoding": "choice", "without": ["mirror"]}),
    ],
)
def test_answers_need_no_threads_and_no_processes(
    ask: str, fields: dict[str, Any]
) -> None:
    for one in (UNIQUE, AMBIGUOUS):
        asked(ask, board=one, **fields)


def test_the_page_has_the_colors_of_the_drawings() -> None:
    """In light colors, those of the picture; the legend has the colors of its marks."""
    style = (HERE / "static" / "style.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", style))
    for color, (web, _) in enumerate(PALETTE):
        assert light[f"c{color}"] == web
        assert f'[fill="{web}"] {{ fill: var(--c{color}); }}' in style
    assert light["inked"] == TENTAI_SHOW[INK].web
    assert light["wall"] == DARK
    roles = dict(re.findall(r"([^\n]*\[?role-[^\n]*) \{ --role: var\(--(\w+)\)", style))
    (other,) = (name for rule, name in roles.items() if rule.startswith("[class"))
    for role, drawn in STYLES.items():
        name = f".role-{role.replace(' ', '-')}"
        used = [
            variable for rule, variable in roles.items() if name in rule.split(", ")
        ]
        if role is not Role.EMPTY:
            assert light[used[0] if used else other] == drawn.color


@pytest.mark.parametrize("center", [[3, 1], [1, 1]])
def test_an_empty_board_of_one_dot_under_an_encoding(center: list[int]) -> None:
    """One galaxy needs no walls; under an encoding as by the rules themselves."""
    board = {"width": 3, "height": 1, "centers": [center]}
    for under in (None, {"encoding": "grow"}):
        moved = judged(board, under=under)
        assert moved["progress"]["solved"] is (center == [3, 1])


def test_what_each_type_makes_is_known() -> None:
    """Sizes are no larger than the largest one, and grades are those of New."""
    known = answer({"ask": "choices"})
    assert {*known["made"]} <= {*known["rules"]}
    assert {*known["sided"]} >= {"hexagonal cells", "square-fences"}
    for made in known["made"].values():
        assert max(made["size"]) <= max(made["largest"])
        assert {*made["grades"]} <= {*known["grades"]}
    assert known["made"]["circuit-board"]["size"] == [7, 6]
    assert known["made"]["toroidal"]["size"] == [5, 5]  # larger ones are rated late
    assert known["made"]["hidden-dots"]["size"] == [4, 4]


def test_a_drawing_of_several_types_says_how_to_name_one() -> None:
    rows = "1 2 . .\n. . 3 .\n. . . .\n. 2 . .\n"
    said = answer({"ask": "load", "text": rows})["error"]
    assert "in a line above, as in 'puzzle: TYPE'" in said
    for name in ("nurikabe", "shikaku"):
        assert name in said
        (shown,) = answer({"ask": "load", "text": f"puzzle: {name}\n{rows}"})["puzzles"]
        assert shown["board"]["family"] == name
