"""The tabs Make and Rules on boards of other families."""

import json
from pathlib import Path

import pytest
from support.page import Page
from support.puzzles import IDP_5X5

from galaxies_asp.cli.play import _fragment
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.families.registry import family_named
from galaxies_asp.play.answers import answer
from galaxies_asp.play.questions import _in_order

NURIKABE = family_named("nurikabe")
BOARD = {
    "family": NURIKABE.name,
    "id": "",
    "facts": "width(3).\nheight(2).\nnumber((1,1),2).\nnumber((5,3),1).\n",
}
EMPTY = "% nothing is shaded\n#show shaded/1.\nshaded(x) :- 1 = 2.\n"


def test_a_clue_is_replaced_and_removed() -> None:
    def edited(clue: str, at: list[int]) -> set[str]:
        request = {"ask": "edit", "board": BOARD, "at": at}
        found = answer(request | {"clue": clue})
        return set(found["puzzles"][0]["board"]["facts"].split())

    before = set(BOARD["facts"].split())
    assert edited("number 3", [1, 1]) ^ before == {
        "number((1,1),2).",
        "number((1,1),3).",
    }
    assert before - edited("number 1", [5, 3]) == {"number((5,3),1)."}
    assert edited("number 1", [3, 3]) - before == {"number((3,3),1)."}


@pytest.mark.parametrize(("clue", "at"), [("star", [1, 1]), ("number 1", [30, 1])])
def test_a_clue_that_cannot_be_there_is_refused(clue: str, at: list[int]) -> None:
    request = {"ask": "edit", "board": BOARD, "at": at, "clue": clue}
    assert "is no clue that can be here" in answer(request)["error"]


def test_programs_are_those_of_the_family() -> None:
    family = {"family": NURIKABE.name}
    (name,) = answer({"ask": "encodings", **family})["encodings"]
    assert "shaded" in answer({"ask": "program", "encoding": name, **family})["program"]
    request = {"ask": "experiment", "board": BOARD, **family}
    found = answer(request)
    assert found["number"] == 1
    assert not any(one["faults"] for one in found["answers"])
    refused = answer(request | {"program": "shaded("})
    assert refused["line"]
    found = answer({"ask": "difference", "program": EMPTY, "against": family, **family})
    assert "has an answer that" in found["text"]
    assert found["board"]["board"]["family"].endswith("nurikabe")
    assert "It is a solution" not in found["text"]  # no verifier says so


def test_other_folders_have_no_programs() -> None:
    refused = answer({"ask": "encodings", "family": "/etc"})["error"]
    assert "built-in types" in refused


@pytest.mark.slow
def test_another_family_in_make_and_rules(page: Page) -> None:
    page.open(IDP_5X5)
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")
    page.paste(json.dumps(BOARD))
    page.until("document.getElementById('program').value.includes('shaded')")
    page.page.click("#run")
    page.until("/^1 answer /.test(document.getElementById('rules-text').textContent)")
    page.page.fill("#program", EMPTY)
    page.page.check("#play-rules")
    page.until("!document.getElementById('rules-note').hidden")
    page.page.click("#tab-make")
    page.until("document.body.dataset.strokes === '4'")
    page.page.check("[name=change][value=clue]")
    page.page.fill("#clue", "number 2")
    page.click((3, 3))
    page.until("document.getElementById('facts-text').value.includes('((3,3),2)')")
    assert page.page.input_value("#clue") == "number 2"
    page.page.fill("#facts-text", "width(2). height(1).")
    page.game("game.changed()")  # as by marks that arrive: what is typed stays
    page.page.click("#facts button")
    page.until_game("game.now.board.facts.length < 30")
    page.page.click("#undo")
    page.until_game("game.now.board.facts.includes('(3,3),2')")
    page.open(IDP_5X5)
    page.until("document.getElementById('rules-note').hidden")
    assert page.page.is_hidden("#facts")
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")


def test_a_board_opens_whatever_its_name_is() -> None:
    for name in ("", "one", "a name of more than thirty characters"):
        text = json.dumps({"schema": 1, **BOARD, "id": name})
        found = answer({"ask": "load", "text": text})
        assert found["puzzles"][0]["board"]["facts"] == BOARD["facts"], found


def test_atoms_at_a_place_are_in_the_order_of_their_numbers() -> None:
    names = [_in_order(Atom("number", (Point(1, 1), n))) for n in (1, 2, 10)]
    assert names == sorted(names)


def test_play_takes_a_puzzle_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    boards = [BOARD, {**BOARD, "facts": "width(2).\nheight(2).\n"}]
    path.write_text("".join(f"{json.dumps(board)}\n" for board in boards))
    assert _fragment(f"{path}#2", None) != _fragment(f"{path}#1", None)
    assert _fragment(f"{path}#1", None) == _fragment(str(path), None)
    for number in (0, 3):
        with pytest.raises(NotationError, match=f"no puzzle {number} in"):
            _fragment(f"{path}#{number}", None)
