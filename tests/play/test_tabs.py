"""The page around the board: its tabs, dialogs, sizes and accessibility."""

import json

import pytest
from support.browser import in_both
from support.marks import nightly_if
from support.page import Page
from support.puzzles import IDP_7X7, SEVERAL

from galaxies_asp.notation import NOTATIONS, write
from galaxies_asp.solving.search import solve

TABS = ("play", "explore", "make", "rules", "lessons")
SOLUTION = solve(IDP_7X7).solutions[0]

SMALL = """[...document.querySelectorAll("button, select, summary")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 43.9)
  .map(([name]) => name)"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, *nightly_if(bool, [len(NOTATIONS)])])
def test_every_notation_is_pasted(page: Page, number: int) -> None:
    page.open("3x3:i")
    for notation in [one for one in NOTATIONS if one.writable][:number]:
        page.page.click("#open-button")
        page.page.fill("#open-text", write(IDP_7X7, notation.name))
        page.page.click("#open-do")
        page.until_game("game.now.board.width === 7")
        page.until("!document.getElementById('open-dialog').open")
        assert len(page.game("game.names")) == len(IDP_7X7.centers)
        page.page.click("#open-button")
        page.page.fill("#open-text", "3x3:i")
        page.page.click("#open-do")
        page.until_game("game.now.board.width === 3")
        page.until("!document.getElementById('open-dialog').open")


@pytest.mark.slow
@in_both
def test_shared_reloaded_and_opened_in_a_second_tab(page: Page) -> None:
    page.open(IDP_7X7)
    page.click(sorted(SOLUTION.walls)[0])
    page.until_game("game.past.length === 1")
    page.page.reload()
    page.until("document.body.dataset.ready === 'true'")
    assert page.game("game.now.board.attempt.walls.length") == 1
    page.page.click("#share-button")
    page.until("document.getElementById('share-text').value.includes('#z=')")
    link = page.page.input_value("#share-text")
    other = Page(page.page.context.new_page(), page.address)
    other.page.goto(link)
    other.until("document.body.dataset.ready === 'true'")
    assert other.game("game.now.board.attempt.walls.length") == 1
    other.open(SEVERAL[0])
    page.page.reload()
    page.until("document.body.dataset.ready === 'true'")
    assert page.game("game.now.board.width") == 7


@pytest.mark.slow
def test_a_file_of_puzzles_is_leafed_through(page: Page) -> None:
    page.open("3x3:i\n4x3:m\n5x3:m")
    assert page.text("place") == "1 of 3"
    page.page.click("#next-puzzle")
    page.until_game("game.now.board.width === 4")
    page.page.click("#previous-puzzle")
    page.until_game("game.now.board.width === 3")


@pytest.mark.slow
def test_text_of_a_puzzle_is_never_markup(page: Page) -> None:
    fields = {
        "id": "<img src=x onerror=alert(1)><b>",
        "width": 2,
        "height": 1,
        "centers": [[2, 1]],
    }
    page.open(json.dumps(fields))
    assert "<img" in page.text("title")
    assert page.page.query_selector("img, #title b") is None


@pytest.mark.slow
@in_both
def test_explore(page: Page) -> None:
    page.open(SEVERAL[0])
    total = len(solve(SEVERAL[0], 0).solutions)
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until("!document.getElementById('leaf').hidden")
    assert page.text("leaf-output") == f"1 of {total}"
    page.page.click("#leaf-next")
    assert page.text("leaf-output") == f"2 of {total}"
    page.page.click("#count")
    page.until(
        f"document.getElementById('explore-text').textContent.includes('{total} s')"
    )
    page.page.click("#forced")
    page.until("document.querySelector('.drawn .label text') !== null")
    page.page.click("#repair")
    page.until("document.querySelector('#repairs button') !== null")
    page.page.click("#repairs button >> text=Show")
    page.until_game("game.marks.length > 0")
    page.page.click("#repairs button >> text=Apply")
    page.until_game("game.past.length === 1")
    page.page.click("#solutions")
    page.until(
        "document.getElementById('explore-text').textContent.includes('Exactly')"
    )


@pytest.mark.slow
@in_both
def test_make(page: Page) -> None:
    page.open("3x3:i")
    page.page.click("#tab-make")
    page.fill("#blank [name=width]", 2)
    page.fill("#blank [name=height]", 2)
    page.page.click("#blank button")
    page.until_game("game.now.board.width === 2")
    page.until("document.getElementById('number').textContent.startsWith('No sol')")
    page.page.check("[name=change][value=dot]")
    page.click((2, 2))
    page.until("document.getElementById('number').textContent.startsWith('Exactly')")
    assert page.game("game.now.board.centers") == [[2, 2]]
    page.page.check("[name=change][value=color]")
    page.click((2, 2))
    page.until_game("game.now.board.black?.length === 1")
    page.page.check("[name=change][value=move]")
    page.click((2, 2))
    page.click((2, 1))
    page.until_game("game.now.board.centers[0][1] === 1")
    page.until("document.getElementById('number').textContent.startsWith('No sol')")
    page.page.click("#new-button")
    for kind, styles in (("slitherlink", 0), ("Galaxies", 5)):
        page.page.select_option("#types", kind)
        assert page.page.locator("#generate .styled:visible").count() == styles
    page.page.click("#generate button.main")
    page.until_game("game.now.board.width === 7")
    assert "seed" in page.text("status")
    page.page.click("summary >> text=Book")
    page.page.click("#book-add")
    assert page.saved("text=Save the book") == "galaxies.pdf"


@pytest.mark.slow
@in_both
def test_rules(page: Page) -> None:
    page.open(SEVERAL[0])
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")
    page.page.click("#run")
    page.until("/^2 answers/.test(document.getElementById('rules-text').textContent)")
    page.page.uncheck("#parts input[value=mirror]")
    page.until("/breaks rules/.test(document.getElementById('rules-text').textContent)")
    page.page.click("#difference")
    page.until("/does not/.test(document.getElementById('rules-text').textContent)")
    page.page.fill("#program", "a.\nb(")
    page.page.click("#run")
    page.until("/syntax error/.test(document.getElementById('rules-text').textContent)")
    selected = page.page.evaluate(
        "(({value, selectionStart: a, selectionEnd: b}) => value.slice(a, b))"
        "(document.getElementById('program'))"
    )
    assert selected == "b("


@pytest.mark.slow
@in_both
def test_a_long_request_is_canceled(page: Page) -> None:
    page.open(IDP_7X7)
    page.hold("walkthrough")
    page.page.click("#walk")
    page.until("/^deducing/.test(document.getElementById('work-text').textContent)")
    page.page.click("#cancel")
    page.until("document.getElementById('work').hidden")
    assert "Canceled" in page.text("status")


@pytest.mark.slow
def test_print_shows_the_board_alone(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.emulate_media(media="print", color_scheme="dark")
    shown = page.page.evaluate(
        "[...document.querySelectorAll('button, #title, #side, #status')]"
        ".filter((one) => one.checkVisibility()).length"
    )
    assert shown == 0
    assert page.page.is_visible("#board")
    background = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)"


@pytest.mark.slow
@in_both
def test_controls_are_large_and_nothing_overflows(page: Page) -> None:
    page.open(IDP_7X7)
    for width in (1280, 768, 390):
        page.page.set_viewport_size({"width": width, "height": 900})
        page.until(f"innerWidth === {width}")
        for tab in TABS:
            page.page.click(f"#tab-{tab}")
            assert page.page.evaluate(SMALL) == [], (tab, width)
            wide = page.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (tab, width)


STROKE = """async ([x, y]) => {
  const { game } = await import("./game.js");
  const { svg } = await import("./paint.js");
  for (const type of ["pointerdown", "pointerup"]) {
    const place = { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse" };
    svg.dispatchEvent(new PointerEvent(type, place));
  }
  const walls = await new Promise((resolve) => requestAnimationFrame(() => {
    resolve(game.now.board.attempt?.walls);
  }));
  return [walls, document.querySelectorAll(".overlay .adding").length];
}"""


@pytest.mark.slow
def test_a_stroke_is_judged_before_it_is_painted(page: Page) -> None:
    """Where scripts judge, a frame never shows it as a stroke that is not judged."""
    page.open("random-30x30")
    walls, pending = page.page.evaluate(STROKE, page.places([(2, 1)])[0])
    assert (walls, pending) == ([[2, 1]], 0)


@pytest.mark.slow
def test_names_of_dots_stay_while_the_puzzle_is_changed(page: Page) -> None:
    page.open(IDP_7X7)
    names = "document.querySelectorAll('#board .over text').length"
    before = page.page.evaluate(names)
    page.page.click("#settings-button")
    page.page.check("[name=letters]")
    page.page.keyboard.press("Escape")
    page.until(f"{names} > {before}")
    named = page.page.evaluate(names)
    page.page.click("#tab-make")
    page.page.check("[name=change][value=color]")
    page.click(IDP_7X7.centers[0])
    page.until_game("game.now.board.black?.length === 1")
    page.until(f"{names} === {named}")


@pytest.mark.slow
def test_another_tab_ends_what_waits_for_a_touch(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#why")
    page.page.click("#tab-make")
    assert page.page.get_attribute("#why", "aria-pressed") == "false"
    page.page.check("[name=change][value=move]")
    page.click(IDP_7X7.centers[0])
    page.until_game("game.pen === 0")
    page.paste("3x3:i")
    page.until_game("game.now.board.width === 3")
    page.click((1, 1))
    page.until("/Choose a dot/.test(document.getElementById('status').textContent)")


@pytest.mark.slow
def test_a_board_without_its_time_is_not_paused(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#timer")
    assert page.page.is_hidden("#board")
    page.page.click("#settings-button")
    page.page.uncheck("#settings-dialog [name=timer]")
    page.page.keyboard.press("Escape")
    assert page.page.is_visible("#board")
