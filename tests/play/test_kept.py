"""Nothing is lost on the page: boards, drawings, programs; and faulty addresses."""

from collections.abc import Callable

import pytest
from support.browser import in_both
from support.page import Page
from support.puzzles import IDP_5X5, IDP_7X7, starred

from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.play.addresses import address, program_address


@pytest.mark.slow
@in_both
def test_undo_goes_back_over_boards_and_reloads(page: Page) -> None:
    page.open(IDP_7X7)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    page.page.click("#tab-make")
    page.page.click("#blank button")
    page.until_game("game.names.length === 0")
    page.reload()
    assert page.game("game.names.length") == 0
    page.page.click("#undo")
    page.until_game("game.now.board.attempt?.walls?.length === 1")
    page.page.click("#undo")
    page.until_game("!game.now.board.attempt?.walls?.length")
    page.reload()
    page.page.click("#redo")
    page.until_game("game.now.board.attempt?.walls?.length === 1")
    page.page.click("#open-button")
    page.until("document.querySelectorAll('#recent-list .thumbnail').length === 2")
    page.page.click("#recent-list button >> nth=1")
    page.until_game("game.names.length === 0")


@pytest.mark.slow
def test_a_faulty_address_opens_nothing(page: Page) -> None:
    page.open("garbage")
    assert "holds no puzzle" in page.text("alert")
    assert page.game("game.now") is None
    page.paste("7x7%3Acghsppedzzaccdtce")
    page.until_game("game.now?.board.width === 7")
    assert page.text("alert") == ""
    whole = address(sheet_of(Position(IDP_5X5, [(2, 1)])))
    page.page.evaluate(f"location.hash = '#{whole[:-4]}'")
    page.until("document.getElementById('alert').textContent.includes('cut off')")
    assert page.game("game.now.board.width") == 7
    page.paste(f"look at <http://elsewhere/#{whole}>.")
    page.until_game("game.now.board.width === 5")
    assert page.game("game.now.board.attempt.walls") == [[2, 1]]


@pytest.mark.slow
@in_both
def test_a_program_is_kept(page: Page) -> None:
    page.open(IDP_5X5)
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")

    mine = "% mine\ngalaxy(P,C) :- cell(P), center(C)."
    page.page.fill("#program", mine)
    page.reload()
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.startsWith('% mine')")
    page.page.fill("#program-name", "first")
    page.page.click("#program-keep")
    page.page.uncheck("#parts input[value=mirror]")
    page.until("!document.getElementById('program').value.startsWith('% mine')")
    page.page.click("#program-back")
    page.until("document.getElementById('program').value.startsWith('% mine')")
    page.page.click("#program-share")
    page.until("document.getElementById('program-address').value.includes('&r=')")
    link = page.page.input_value("#program-address")
    page.page.click("#reload")
    page.until("!document.getElementById('program').value.startsWith('% mine')")
    page.page.select_option("#programs", "first")
    page.until("document.getElementById('program').value.startsWith('% mine')")
    other = Page(page.page.context.browser.new_context().new_page(), page.address)
    other.page.goto(link)
    other.until("document.body.dataset.ready === 'true'")
    other.until("document.getElementById('program').value.startsWith('% mine')")
    other.page.context.close()


@pytest.mark.slow
def test_an_address_of_the_command_line_opens_an_encoding(page: Page) -> None:
    puzzle = address(sheet_of(Position(IDP_5X5)))
    page.page.goto(f"{page.address}#{puzzle}&{program_address('% mine')}")
    page.until("document.body.dataset.ready === 'true'")
    page.until("document.getElementById('program').value === '% mine'")
    assert page.page.is_visible("#program")


PAIR = Puzzle(2, 1, [(1, 1), (3, 1)])


@pytest.mark.nightly
def test_an_alert_ends_with_its_cause(new_page: Callable[..., Page]) -> None:
    """A stroke that the server does not answer is drawn when it answers again."""
    page = new_page(expects_errors=True)
    page.open(starred(IDP_5X5))
    page.page.route("**/answers", lambda route: route.abort())
    page.click((2, 1))
    page.until("document.getElementById('alert').textContent.includes('not answer')")
    assert page.game("game.pending.length") == 1
    page.page.unroute("**/answers")
    page.click((6, 1))
    page.until_game("game.past.length === 2")
    assert page.text("alert") == ""
    assert page.game("game.now.board.attempt.walls.length") == 2


@pytest.mark.slow
def test_strokes_are_judged_where_the_server_does_not_answer(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(expects_errors=True)
    page.open(PAIR)
    page.page.route("**/answers", lambda route: route.abort())
    page.click((2, 1))
    page.until_game("game.now.progress.solved")
    page.page.click("#undo")
    page.until_game("game.past.length === 0")
    assert page.text("alert") == ""


DOUBT = """() => {
  window.before = window.fetch;
  window.fetch = async (...request) => {
    const text = await (await window.before(...request)).text();
    return new Response(text.replaceAll('"solved":true', '"solved":false'));
  };
}"""
"""The server answers as usual, but calls no board done."""


@pytest.mark.slow
def test_python_is_the_witness_of_a_board_that_is_done(page: Page) -> None:
    page.open(PAIR)
    page.page.evaluate(DOUBT)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    assert not page.is_solved
    page.page.evaluate("() => { window.fetch = window.before; }")
    page.page.click("#undo")
    page.until_game("game.past.length === 0")
    page.click((2, 1))
    page.until_game("game.now.progress.solved")


def second_tab(page: Page) -> Page:
    """Open the page in another tab of the same browser."""
    other = Page(page.page.context.new_page(), page.address)
    other.open(IDP_5X5)
    return other


@pytest.mark.slow
@in_both
def test_each_tab_keeps_its_own_draft(page: Page) -> None:
    page.open(IDP_7X7)
    other = second_tab(page)
    page.write_program("% one")
    other.write_program("% two")
    page.reload()
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value === '% one'")
    third = second_tab(page)
    third.page.click("#tab-rules")
    third.until("document.getElementById('program').value === '% one'")


@pytest.mark.nightly
def test_all_tabs_fill_one_book(page: Page) -> None:
    page.open(IDP_7X7)
    for one in (page, second_tab(page)):
        one.page.click("#tab-make")
        one.page.click("summary >> text=Book")
        one.page.click("#book-add")
    assert one.text("book-count") == "2 puzzles in the book."
    page.reload()
    assert page.text("book-count") == "2 puzzles in the book."


@pytest.mark.nightly
def test_lessons_that_another_tab_solves_stay_solved(page: Page) -> None:
    page.open(IDP_7X7)
    other = second_tab(page)
    for one in (page, other):
        one.page.click("#tab-lessons")
        one.until("document.getElementById('course-steps').childElementCount > 0")
    page.page.fill("#lesson-program", "% one")
    other.page.click("#lesson-next")
    other.until("document.getElementById('lesson-title').textContent.startsWith('2')")
    other.page.fill("#lesson-program", "% two")
    page.page.fill("#lesson-program", "% three")
    other.reload()
    other.page.click("#tab-lessons")
    other.until("document.getElementById('lesson-title').textContent !== ''")
    other.until("document.getElementById('lesson-program').value === '% two'")
    page.page.click("#lesson-next")
    other.page.click("#lesson-back")
    other.until("document.getElementById('lesson-title').textContent.startsWith('1')")


@pytest.mark.slow
def test_a_program_that_is_refused_is_not_played_by_after_a_reload(page: Page) -> None:
    page.open(IDP_7X7)
    page.write_program("{ galaxy(P,C) } :- cell(P), center(C).")
    page.page.check("#play-rules")
    page.until("!document.getElementById('rules-note').hidden")
    page.page.fill("#program", "cell(")
    page.until("/^Line/.test(document.getElementById('rules-text').textContent)")
    page.reload()
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value === 'cell('")
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    assert page.text("alert") == ""


@pytest.mark.nightly
def test_the_program_of_an_address_replaces_no_draft_for_good(page: Page) -> None:
    page.open(IDP_5X5)
    page.write_program("% mine")
    puzzle = address(sheet_of(Position(IDP_5X5)))
    page.page.evaluate(f"location.hash = '#{puzzle}&{program_address('% theirs')}'")
    page.until("document.getElementById('program').value === '% theirs'")
    page.page.click("#program-back")
    page.until("document.getElementById('program').value === '% mine'")


@pytest.mark.nightly
def test_undo_goes_back_over_a_file_with_its_history(page: Page) -> None:
    page.open(IDP_5X5)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    text = page.game("JSON.stringify({ galaxies: 1, ...game.file() })")
    page.open(IDP_7X7)
    before = page.game("game.past.length")
    for damaged in (text[:-9], '{"galaxies": 1}', '{"galaxies":1,"now":5}'):
        page.game("game.say('')")
        page.paste(damaged)
        page.until("document.getElementById('alert').textContent.includes('cut off')")
    page.paste(text)
    page.until_game("game.now.board.width === 5")
    assert page.game("game.past.length") == before + 2
    page.page.click("#undo")
    page.until_game("!game.now.board.attempt?.walls?.length")
    page.page.click("#undo")
    page.until_game("game.now.board.width === 7")


@pytest.mark.nightly
def test_what_cannot_be_opened_now_stays_in_the_history(page: Page) -> None:
    page.open(IDP_5X5)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    page.page.evaluate(
        """() => {
          addEventListener("pagehide", () => {
            const game = JSON.parse(sessionStorage.getItem("game"));
            const unknown = { board: { family: "/gone", id: "", facts: "" } };
            sessionStorage.setItem("game", JSON.stringify({ ...game, now: unknown }));
            localStorage.setItem("puzzle unknown", JSON.stringify(unknown));
            const names = JSON.parse(localStorage.getItem("recent"));
            const more = JSON.stringify(["puzzle unknown", ...names]);
            localStorage.setItem("recent", more);
          });
        }"""
    )
    page.reload()
    assert page.game("game.now.board.family ?? null") is None
    assert page.game("game.past.map(({board}) => board.family ?? '')") == ["", "/gone"]
    assert page.game("game.now.board.width") == 5  # the address still holds it
    page.game("game.keep()")
    page.page.click("#open-button")
    page.until("document.querySelectorAll('#recent-list .thumbnail').length === 1")


@pytest.mark.slow
def test_the_page_works_where_nothing_is_kept(page: Page) -> None:
    page.page.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"]) {
          const get = () => { throw new Error("forbidden"); };
          Object.defineProperty(window, name, { get });
        }"""
    )
    page.open(IDP_5X5)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    page.write_program("cell(")
    page.until("/^Line/.test(document.getElementById('rules-text').textContent)")
    page.page.click("#settings-button")
    page.page.check("[name=letters]")
    page.until_game("game.letters")


@pytest.mark.slow
@in_both
def test_the_chosen_tool_is_the_one_that_is_used_after_a_reload(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.check("[name=tool][value=cross]")
    page.reload()
    chosen = page.page.evaluate("document.querySelector('[name=tool]:checked').value")
    tool = page.page.evaluate("import('./input.js').then(({tools}) => tools.tool)")
    assert tool == chosen


@pytest.mark.nightly
def test_a_server_that_ends_amid_an_answer_is_named(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(expects_errors=True)
    page.open(IDP_5X5)
    page.page.evaluate(
        """() => {
          const body = new ReadableStream({
            start(stream) {
              stream.enqueue(new TextEncoder().encode('{"progress":{"text":"a"}}\\n'));
              stream.error(new TypeError("network error"));
            },
          });
          window.fetch = async () => new Response(body);
        }"""
    )
    page.page.click("#grade")
    page.until("document.getElementById('alert').textContent.includes('not answer')")
