"""Answers that arrive late: of requests about another board, or for another tab."""

import json
from collections.abc import Callable

import pytest
from support.page import Page
from support.puzzles import IDP_5X5, IDP_7X7, SEVERAL, starred

from galaxies_asp.families.registry import family_named
from galaxies_asp.notation import parse, write

HINTED = "document.getElementById('help-text').textContent !== ''"
TWO = "width(2). height(1). number((1,1),1)."
NURIKABE = {"family": family_named("nurikabe").name, "id": ""}


def is_shown(page: Page) -> bool:
    """Tell whether an explanation or another board is shown on the board."""
    return bool(page.game("game.shown !== null || game.marks.length > 0"))


def settled(page: Page) -> None:
    """Wait until no request is left."""
    page.until("import('./ask.js').then(({running}) => running.all.size === 0)")


@pytest.mark.slow
def test_a_stroke_stays_on_its_puzzle(page: Page) -> None:
    page.open(starred(IDP_7X7))
    page.hold("load")
    page.click((2, 1))
    page.paste("3x3:i")
    page.release()
    page.until_game("game.now.board.width === 3")
    settled(page)
    assert not page.game("game.now.board.attempt?.walls")
    page.page.click("#undo")
    page.until_game("game.now.board.attempt?.walls?.length === 1")


@pytest.mark.slow
def test_a_stroke_is_dropped_when_its_puzzle_is_replaced(page: Page) -> None:
    page.open(IDP_7X7)
    page.hold("load")
    page.paste(write(starred(parse("5x5:m")), "json"))
    page.click((2, 1))
    page.until("document.querySelector('.overlay .adding') !== null")
    page.release()
    page.until_game("game.now.board.width === 5")
    settled(page)
    assert page.game("game.past.length") == 1
    assert not page.page.query_selector(".overlay .adding")


@pytest.mark.slow
def test_a_drag_ends_with_its_puzzle(page: Page) -> None:
    page.open(IDP_7X7)
    start, end = page.places([(2, 1), (2, 5)])
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move(*end)
    page.paste("5x5:m")
    page.until_game("game.now.board.width === 5")
    page.page.mouse.up()
    settled(page)
    assert page.game("game.past.length") == 1


@pytest.mark.slow
def test_the_puzzle_that_was_asked_for_last_is_shown(page: Page) -> None:
    three = map(parse, ("3x3:i", "4x3:m", "5x3:m"))
    page.open("".join(write(starred(each), "json") for each in three))
    page.page.click("#next-puzzle")
    page.until_game("game.now.board.width === 4")
    page.game("game.keep()")
    page.page.click("#previous-puzzle")
    page.until_game("game.now.board.width === 3")
    page.hold("load")  # of the second puzzle, which is kept
    page.page.click("#next-puzzle")
    page.page.click("#next-puzzle")
    page.release()
    page.until_game("game.now.board.width === 5")
    settled(page)
    assert page.text("place") == "3 of 3"
    assert page.game("game.now.board.width") == 5


@pytest.mark.nightly
def test_a_cross_waits_for_undo(page: Page) -> None:
    page.open(starred(IDP_7X7))
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    page.reload()
    page.hold("load")  # of the board before the stroke
    page.page.click("#undo")
    page.game("void game.cross([[1, 1]])")
    page.release()
    page.until_game("game.now.crosses.length === 1")
    assert not page.game("game.now.board.attempt?.walls?.length")
    page.page.click("#undo")
    page.until_game("game.past.length === 0")
    assert page.game("game.future.length") == 1


@pytest.mark.nightly
def test_a_trial_begins_after_the_strokes_before(page: Page) -> None:
    page.open(starred(IDP_7X7))
    page.hold("load")
    page.click((2, 1))
    page.page.click("#trial")
    page.release()
    page.until_game("game.now.trial.length === 1")
    page.page.click("#discard")
    page.until_game("game.now.trial.length === 0")
    assert page.game("game.now.board.attempt.walls") == [[2, 1]]


@pytest.mark.nightly
def test_a_cell_is_touched_twice_before_it_is_judged(page: Page) -> None:
    page.open(starred(IDP_7X7))
    x, y = IDP_7X7.centers[0]
    page.click((x, y))
    page.until_game("game.pen === 0")
    page.hold("load")
    cell = page.game(
        "game.lattice.cells().find((one) => game.lattice.isCell("
        "game.lattice.mirror(0, one)) && game.lattice.dotAt(one, 1) === null)"
    )
    page.click(cell)
    page.click(cell)
    page.release()
    page.until_game("game.past.length === 2")
    assert not page.game(
        "(game.now.board.attempt.labels ?? []).flat().some(Number.isInteger)"
    )


@pytest.mark.slow
def test_a_hint_is_about_the_strokes_before(page: Page) -> None:
    page.open(IDP_7X7)
    page.game("void game.act(() => new Promise((go) => { window.release = go; }))")
    page.click((2, 1))
    page.page.click("#hint")
    assert page.game("game.past.length") == 0
    page.release()
    page.until(HINTED)
    assert page.game("game.past.length") == 1
    assert "mistake" in page.text("help-text")


ACTS: tuple[Callable[[Page], None], ...] = (
    lambda page: page.paste("5x5:m"),
    lambda page: page.click((2, 1)),
    lambda page: page.page.click("#tab-explore"),
)


@pytest.mark.slow
def test_a_hint_about_another_position_is_dropped(page: Page) -> None:
    page.open(IDP_7X7)
    for act in ACTS:
        page.hold("hint")
        page.page.click("#hint")
        page.until("window.held.length === 1")
        act(page)
        settled(page)
        page.release()
        settled(page)
        assert not is_shown(page)
        assert page.text("help-text") == ""


@pytest.mark.nightly
def test_another_tab_shows_no_solution(page: Page) -> None:
    page.open(SEVERAL[0])
    page.page.click("#tab-explore")
    page.hold("solutions")
    page.page.click("#solutions")
    page.until("window.held.length === 1")
    page.page.click("#tab-play")
    page.release()
    settled(page)
    assert not is_shown(page)
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until_game("game.shown !== null")
    page.page.click("#tab-play")
    page.until_game("game.shown === null")
    page.page.click("#tab-explore")  # where the solution is still chosen
    page.until_game("game.shown !== null")


@pytest.mark.nightly
def test_steps_end_with_their_puzzle(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#walk")
    page.until("!document.getElementById('steps').hidden")
    page.paste("3x3:i")
    page.until_game("game.now.board.width === 3")
    assert page.page.is_hidden("#steps")
    assert page.text("help-text") == ""


@pytest.mark.nightly
def test_a_program_is_tried_while_another_tab_is_shown(page: Page) -> None:
    page.open(SEVERAL[0])
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")
    page.page.check("#play-rules")
    page.until("!document.getElementById('rules-note').hidden")
    page.page.fill("#program", page.page.input_value("#program") + "\n% mine")
    page.page.click("#tab-explore")
    page.until("import('./ask.js').then(({common}) => common.under.program)")
    settled(page)
    assert not is_shown(page)
    page.page.click("#count")
    page.until("document.getElementById('explore-text').textContent !== ''")
    assert page.text("explore-text").startswith("2 solutions")


@pytest.mark.nightly
def test_what_was_said_by_other_rules_is_said_no_longer(page: Page) -> None:
    page.open(SEVERAL[0])
    page.page.click("#tab-rules")
    page.until("!document.getElementById('program').readOnly")
    page.page.fill("#program", page.page.input_value("#program") + "\n:- cell((1,1)).")
    page.page.check("#play-rules")
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until("/^No/.test(document.getElementById('explore-text').textContent)")
    page.page.click("#standard-rules")
    page.until("document.getElementById('explore-text').textContent === ''")
    page.page.click("#tab-rules")
    page.page.check("#play-rules")
    page.page.click("#tab-make")
    page.until("/^No/.test(document.getElementById('number').textContent)")
    page.page.click("#standard-rules")
    page.until("/^Several/.test(document.getElementById('number').textContent)")


@pytest.mark.slow
def test_undo_judges_by_the_rules_of_now(page: Page) -> None:
    page.open(IDP_5X5)
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")
    page.page.check("#play-rules")
    page.page.fill(
        "#program", "{ galaxy(P,C) } :- cell(P), center(C).\n:- cell((1,1))."
    )
    page.until("import('./ask.js').then(({common}) => common.under?.program)")
    page.page.click("#tab-explore")
    page.page.click("#standard-rules")
    page.page.click("#solutions")
    page.until_game("game.shown !== null")
    page.game("game.replace(game.shown.board)")
    page.until_game("game.now.progress.solved")
    page.page.click("#tab-rules")
    page.page.check("#play-rules")
    page.until_game("!game.now.progress.solved")
    page.page.click("#undo")
    page.until_game("game.past.length === 0")
    page.page.click("#standard-rules")
    page.page.click("#redo")
    page.until_game("game.now.progress.solved")


@pytest.mark.nightly
def test_what_can_be_drawn_is_of_the_board_that_is_shown(page: Page) -> None:
    page.open(IDP_5X5)
    page.hold("strokes")
    page.paste(json.dumps(NURIKABE | {"facts": TWO}))
    page.until("window.held.length === 1")
    page.paste(json.dumps(NURIKABE | {"facts": TWO.replace("(2)", "(3)")}))
    page.until("window.held.length === 2")
    page.page.evaluate("window.held.reverse()")
    page.release()
    settled(page)
    assert page.game("game.strokes.length") == 2


@pytest.mark.nightly
def test_programs_are_of_the_board_that_is_shown(page: Page) -> None:
    page.open(IDP_5X5)
    page.hold("encodings")
    page.page.click("#tab-rules")
    page.until("window.held.length === 1")
    page.paste(json.dumps(NURIKABE | {"facts": TWO}))
    page.until_game("game.now.board.family !== undefined")
    assert not page.page.is_editable("#program")
    page.page.evaluate("window.held.reverse()")
    page.release()
    page.until("document.getElementById('program').value.includes('shaded')")
    settled(page)
    assert page.page.is_editable("#program")
    assert "mirror" not in page.text("parts")


@pytest.mark.nightly
def test_the_answer_to_a_step_is_not_shown_at_another(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#tab-lessons")
    page.until("document.getElementById('course-steps').childElementCount > 0")
    page.page.click("#lesson-next")
    page.until("document.getElementById('lesson-title').textContent.startsWith('2')")
    page.page.fill("#lesson-program", "cell(")
    page.hold("difference", "experiment")
    page.page.click("#lesson-check")
    page.until("window.held.length === 1")
    page.page.click("#lesson-next")
    page.until("document.getElementById('lesson-title').textContent.startsWith('3')")
    page.release()
    settled(page)
    assert page.text("lesson-result") == ""
