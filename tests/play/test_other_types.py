"""A board of another type in a browser: crosses, faults, hints, and what is kept."""

import io
import json

import pytest
from support.page import Page

STARS = """width(4). height(4). stars(1). hole((7,7)).
region((1,1;3,1;5,1;1,3),1). region((7,1;7,3;7,5),2).
region((1,5;1,7;3,7),3). region((3,3;5,3;3,5;5,5;5,7),4)."""
BOARD = {"family": "star-battle", "id": "", "facts": STARS}


@pytest.mark.slow("the page starts in a browser")
def test_a_board_is_played_to_the_end_by_crosses_and_hints(page: Page) -> None:
    page.open(json.dumps(BOARD))
    page.until("Number(document.body.dataset.strokes) > 0")
    page.click((7, 7))  # where no cell is
    page.click((1, 1))
    page.until_game("game.now.board.attempt?.atoms[0] === 'star((1,1))'")
    assert page.game("game.now.board.attempt.atoms.length") == 1
    page.click((3, 3))
    page.until("/touch/.test(document.getElementById('fault-list').textContent)")
    (place,) = page.places([(3, 3)])
    page.page.mouse.click(*place, button="right")
    page.until_game("game.now.board.attempt.excluded?.[0] === 'star((3,3))'")
    page.until("document.getElementById('fault-list').textContent === 'none'")
    page.page.focus("#board")
    page.page.keyboard.press("u")
    page.page.keyboard.press("u")
    page.page.keyboard.press("u")
    page.until_game("!game.now.board.attempt")
    for _ in range(40):
        if page.game("game.now.progress.solved"):
            break
        drawn = page.game("game.past.length")
        page.page.evaluate("import('./help.js').then((one) => one.giveHint(true))")
        page.until("!document.getElementById('do').hidden")
        page.page.keyboard.press("d")
        page.until_game(f"game.past.length > {drawn}")
    assert page.is_solved
    kept = page.game("game.now.board.attempt")
    assert kept["excluded"]
    page.reload()
    assert page.game("game.now.board.attempt") == kept


ARM = 0.12
"""From the middle of a cross on its line."""
ON_TOP = """([x, y]) => document.elementFromPoint(x, y).getAttribute("class")"""
BLACK = "width(3). height(3). black((1,1)). black((1,3)). black((1,5))."
CROSSED = {
    "circuit-board": ("width(3). height(2). given((4,3)).", "edge", [(1, 2), (5, 2)]),
    "ring-ring": (BLACK + "black((3,5)). black((5,5)).", "line", [(1, 2), (2, 1)]),
    "": ("", "wall", [(4, 1), (2, 5)]),
}


@pytest.mark.slow("the page starts in a browser")
@pytest.mark.parametrize("family", CROSSED)
def test_crosses_are_seen_while_a_hint_is_shown(page: Page, family: str) -> None:
    from PIL import Image

    facts, name, places = CROSSED[family]
    board = {"family": family, "id": "", "facts": facts}
    if not family:
        board = {"width": 3, "height": 3, "centers": [[1, 1], [4, 1], [3, 4]]}
    excluded = [f"{name}(({x},{y}))" for x, y in places]
    attempt = {} if not family else {"atoms": []}
    page.open(json.dumps(board | {"attempt": attempt | {"excluded": excluded}}))
    if family == "ring-ring":  # a cross between black cells has an outline
        page.until("document.querySelector('#board .cross') !== null")
        (left, top), (right, _) = page.places([(0.7, 1.7), (1.3, 1.7)])
        box = {"x": left, "y": top, "width": right - left, "height": right - left}
        shot = Image.open(io.BytesIO(page.page.screenshot(clip=box))).convert("L")
        darkest, lightest = shot.getextrema()
        assert darkest < 130 < 220 < lightest
    page.page.evaluate("import('./help.js').then((one) => one.giveHint(true))")
    page.until("document.querySelector('#board .mark') !== null")
    for x, y in places:
        (arm,) = page.places([(x - ARM, y - ARM)])
        assert page.page.evaluate(ON_TOP, arm) == "cross"
