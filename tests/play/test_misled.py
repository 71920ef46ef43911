"""The page loses no work, and says nothing that is not true of what it shows."""

from collections.abc import Callable

import pytest
from support.browser import in_both
from support.page import Page
from support.puzzles import IDP_5X5, IDP_7X7, SEVERAL, starred

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import write
from galaxies_asp.solving.search import solve

SOLUTION = solve(IDP_7X7).solutions[0]

SHOWN = "document.getElementById('rules-text').textContent"
RULES_READY = "!document.getElementById('program').readOnly"


def second_tab(page: Page, puzzle: Puzzle) -> Page:
    other = Page(page.page.context.new_page(), page.address)
    other.open(puzzle)
    return other


@pytest.mark.slow
def test_a_board_is_done_without_the_cells_that_dots_touch(page: Page) -> None:
    """All other cells are given to their dots, one click each."""
    page.open(IDP_7X7)
    lattice = IDP_7X7.lattice
    touched = {c for at in IDP_7X7.centers for c in lattice.touched_cells(at)}
    page.page.check("[name=tool][value=cell]")
    rest = [cell for cell in IDP_7X7.cells() if cell not in touched]
    assert rest
    for cell in rest:
        dot = SOLUTION.label(cell)
        if page.game(f"game.label([{cell.x}, {cell.y}])") is not None:
            continue  # as a mirror image
        assert not page.is_solved
        page.game(f"game.choosePen({dot})")
        page.click(cell)
        page.until_game(f"game.label([{cell.x}, {cell.y}]) === {dot}")
    page.until_game("game.now.progress.solved")
    assert page.text("fault-list") == "none"
    assert "Solved" in page.text("status")
    assert "solved" in page.text("title")


@pytest.mark.slow
def test_a_file_with_its_solution_opens_empty(page: Page) -> None:
    for notation, way in (("json", "open"), ("facts", "paste"), ("drawing", "paste")):
        text = write(SOLUTION, notation)
        page.open(IDP_5X5)
        if way == "paste":
            page.paste(text)
        else:
            page.page.click("#open-button")
            page.page.fill("#open-text", text)
            page.page.click("#open-do")
        page.until_game("game.now.board.width === 7")
        assert not page.game("game.now.board.attempt"), (notation, way)
        assert not page.is_solved
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until("!document.getElementById('leaf').hidden")
    assert page.text("explore-text") == "Exactly 1 solution."
    assert not page.is_solved


@pytest.mark.slow
@in_both
def test_strokes_are_kept_that_are_not_judged_when_the_page_is_left(page: Page) -> None:
    page.open(starred(IDP_7X7))
    page.hold("load")
    page.click((2, 1))
    page.click((4, 1))
    ((x, y),) = page.places([(6, 1)])
    page.page.mouse.click(x, y, button="right")
    page.page.click("#trial")
    page.click((10, 1))
    page.page.keyboard.press("u")
    assert page.game("game.past.length") == 0
    page.reload()
    page.until_game("game.past.length === 4 && game.future.length === 1")
    assert page.game("game.now.board.attempt.walls") == [[2, 1], [4, 1]]
    assert page.game("game.now.crosses") == ["6,1"]
    assert page.game("game.now.trial.length") == 1
    page.reload()
    assert page.game("game.past.length") == 4


@pytest.mark.slow
@in_both
def test_a_reload_at_once_loses_no_stroke(page: Page) -> None:
    page.open(IDP_7X7)
    for walls, x in enumerate(range(2, 14, 2), 1):
        page.click((x, 7))
        page.reload()
        page.until_game(f"game.now.board.attempt?.walls?.length === {walls}")


@pytest.mark.slow
def test_an_answer_belongs_to_the_program_that_asked(page: Page) -> None:
    page.open(SEVERAL[0])
    page.page.click("#tab-rules")
    page.until(RULES_READY)
    text = page.page.input_value("#program")
    page.page.click("#run")
    page.until(f"/^2 answers/.test({SHOWN})")
    page.page.check("#play-rules")
    page.until("!document.getElementById('rules-note').hidden")
    page.hold("experiment")
    page.page.fill("#program", f"{text}\n:- cell(_).")
    page.until(f"{SHOWN} === ''")
    page.until("window.held.length === 1")
    page.page.fill("#program", f"{text}\n% mine")
    page.until("window.held.length === 2")
    page.release()
    page.until(f"/^2 answers/.test({SHOWN})")
    under = "import('./ask.js').then(({common}) => common.under.program)"
    assert "% mine" in page.page.evaluate(under)
    page.page.fill("#program", f"{text}\nb(")
    page.until(f"/^Line.*The program before still judges/.test({SHOWN})")
    assert "% mine" in page.page.evaluate(under)
    page.hold("difference")
    page.page.click("#difference")
    page.until("window.held.length === 1")
    page.page.uncheck("#parts input[value=mirror]")
    page.release()
    page.until(f"/answer/.test({SHOWN})")
    assert page.page.locator("#rules-boards svg").count() == 0


@pytest.mark.nightly
def test_tabs_have_their_own_lessons(page: Page) -> None:
    page.open(IDP_7X7)
    other = second_tab(page, IDP_7X7)
    for one, text in ((page, "% one"), (other, "% two")):
        one.page.click("#tab-lessons")
        one.until("document.getElementById('course-steps').childElementCount > 0")
        one.page.fill("#lesson-program", text)
    other.page.click("#lesson-next")
    other.until("document.getElementById('lesson-title').textContent.startsWith('2')")
    page.reload()
    page.page.click("#tab-lessons")
    page.until("document.getElementById('lesson-title').textContent.startsWith('1')")
    assert page.page.input_value("#lesson-program") == "% one"
    other.page.click("#lesson-back")
    other.until("document.getElementById('lesson-program').value === '% two'")


@pytest.mark.nightly
def test_a_check_is_about_the_program_that_is_shown(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#tab-lessons")
    page.until("document.getElementById('course-steps').childElementCount > 0")
    page.page.fill("#lesson-program", "a(")
    page.page.click("#lesson-check")
    result = "document.getElementById('lesson-result').textContent"
    page.until(f"/syntax error/.test({result})")
    page.page.fill("#lesson-program", "b(")
    assert page.page.evaluate(result) == ""


@pytest.mark.nightly
def test_a_double_click_on_next_makes_one_puzzle_with_a_name(page: Page) -> None:
    page.open(IDP_7X7)
    for choices in ("rules-choice", "grades", "patterns"):  # as before they are listed
        page.page.evaluate(f"document.getElementById('{choices}').replaceChildren()")
    page.page.dblclick("#next-made")
    page.until_game("game.past.length === 1")
    page.page.wait_for_timeout(500)
    assert page.game("game.past.length") == 1
    assert "seed " in page.text("status")
    assert page.text("title").startswith("Galaxies 7x7")
    page.page.click("#next-made")
    page.until_game("game.past.length === 2")


@pytest.mark.slow
def test_a_site_has_no_form_that_cannot_work_there(page: Page) -> None:
    page.open(IDP_5X5)
    page.page.click("#tab-make")
    assert page.page.is_visible("summary >> text=Book")
    page.page.evaluate("document.documentElement.dataset.site = 'pyodide'")
    assert page.page.is_hidden("summary >> text=Book")


@pytest.mark.slow
@in_both
def test_a_first_visit_shows_the_board_and_its_tools(page: Page) -> None:
    """Below the board, or beside it in a low window, in few rows."""
    page.open(IDP_7X7)
    assert page.page.is_visible("#first")
    box = "(name) => document.getElementById(name).getBoundingClientRect().toJSON()"
    for (width, height), rows, least in (
        ((1280, 800), 1, 400),
        ((390, 844), 1, 320),
        ((640, 400), 2, 320),  # 1280x800 at 200 %
    ):
        page.page.set_viewport_size({"width": width, "height": height})
        page.until(f"innerWidth === {width} && innerHeight === {height}")
        names = ["next-made", "timer", "board", "drawing"]
        names += ["status"] if height > 400 else []
        for name in names:
            place = page.page.evaluate(box, name)
            assert place["bottom"] <= height, (name, width)
            assert place["right"] <= width, (name, width)
        assert page.page.evaluate(box, "board")["height"] >= least
        assert page.page.evaluate(box, "drawing")["height"] < (rows + 1) * 44


@pytest.mark.nightly
@in_both
def test_a_phone_shows_all_columns_of_a_large_board(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    page.open("random-hard-25x25")
    assert not page.page.evaluate(
        "document.getElementById('board').classList.contains('zoomed')"
    )
    assert page.page.evaluate("document.querySelector('header').offsetHeight") < 88
    page.press("#help-button")
    page.until("document.getElementById('how-dialog').open")
    top = "document.getElementById('how-title').getBoundingClientRect().top"
    assert page.page.evaluate(top) > 0
