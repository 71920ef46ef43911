"""Drawing on the page: on hexagons, on boards of other families, at once, enlarged."""

from collections.abc import Callable

import pytest
from support.browser import in_both
from support.marks import others_nightly
from support.page import Page
from support.puzzles import IDP_7X7, starred

from galaxies_asp.core.board.grid import HEXAGONAL, Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.families.registry import family_named
from galaxies_asp.play.addresses import address

HEXAGONS = Puzzle(3, 3, [(3, 3)], holes=[(1, 1), (5, 5)], lattice=HEXAGONAL)
"""A hexagon of side 2."""
STARS = "two-not-touch 1\naaabb\ncccbb\nddcee\nddeee\nddeee\n"
SOLUTION = [(3, 1), (9, 3), (5, 5), (1, 7), (7, 9)]


def place(point: tuple[int, int]) -> tuple[float, float]:
    return HEXAGONAL.place(Point(*point))


@pytest.mark.slow
@in_both
@pytest.mark.parametrize("by", others_nightly(["mouse", "touch", "keyboard"]))
def test_hexagons_are_drawn_on(new_page: Callable[..., Page], by: str) -> None:
    page = new_page(has_touch=by == "touch")
    page.open(HEXAGONS)
    wall, inner = (4, 3), (2, 3)
    for edge in (wall, inner):
        before = page.game("game.past.length")
        if by == "keyboard":
            page.page.focus("#board")
            page.page.keyboard.press("ArrowRight")
            for _ in range(edge[0] - 1):
                page.page.keyboard.press("ArrowRight")
            for _ in range(edge[1] - 1):
                page.page.keyboard.press("ArrowDown")
            assert "between" in page.text("status")
            page.page.keyboard.press(" ")
            page.page.evaluate("document.activeElement.blur()")
        elif by == "touch":
            page.tap(place(edge))
        else:
            page.click(place(edge))
        page.until_game(f"game.past.length > {before}")
    walls = page.game("game.now.board.attempt.walls")
    assert sorted(walls) == [list(inner), list(wall)]


@pytest.mark.slow
def test_hexagons_are_given_to_a_dot_with_their_mirror_images(page: Page) -> None:
    page.open(Puzzle(3, 1, [(3, 1)], lattice=HEXAGONAL))
    page.drag([place((3, 1)), place((5, 1))])
    page.until_game("game.now.progress.solved")


@pytest.mark.slow
def test_stars_are_drawn_judged_and_solved(page: Page) -> None:
    page.open(STARS)
    page.until("document.body.dataset.strokes === '25'")
    page.click((1, 1))
    page.until_game("game.now.board.attempt?.atoms?.length === 1")
    page.page.click("#wrong")
    page.until("document.getElementById('help-text').textContent.length > 0")
    assert "Nothing is wrong" not in page.text("help-text")
    page.page.click("#undo")
    page.page.click("#why")
    page.click((5, 5))
    page.until("document.getElementById('help-text').textContent.includes('c3r3')")
    for role in ("mark", "ruler"):
        page.until_game(f"game.picture.drawn.some(([role]) => role === '{role}')")
    for number, at in enumerate(SOLUTION, 1):
        page.click(at)
        page.until_game(f"game.now.board.attempt?.atoms?.length === {number}")
    assert page.is_solved
    page.page.click("#tab-explore")
    page.page.click("#count")
    page.until("document.getElementById('explore-text').textContent.includes('1 s')")


@pytest.mark.slow
def test_fences_are_drawn_with_the_mouse_and_the_keyboard(page: Page) -> None:
    family = family_named("square-fences")
    (sheet,) = family.read(next(iter(family.instances.values())))
    page.page.goto(f"{page.address}#{address(sheet)}")
    page.until("Number(document.body.dataset.strokes) > 0")
    first = page.game("game.strokes.find(({atom}) => atom.startsWith('line')).path")
    page.drag([tuple(at) for at in first])
    page.until_game("game.now.board.attempt?.atoms?.length === 1")
    page.page.focus("#board")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowRight")
    assert "not drawn" in page.text("status")
    page.page.keyboard.press(" ")
    page.until_game("game.now.board.attempt?.atoms?.length === 2")


@pytest.mark.nightly
def test_a_drag_shows_mirror_images_and_refuses_cells(page: Page) -> None:
    page.open(Puzzle(5, 1, [(3, 1), (9, 1)]))
    start, *way = page.places([(3, 1), (5, 1), (7, 1)])
    page.page.mouse.move(*start)
    page.page.mouse.down()
    for at in way:
        page.page.mouse.move(*at)
    assert page.page.query_selector(".overlay .image")
    assert page.page.query_selector(".overlay .refused")
    page.page.keyboard.press("Escape")
    page.page.mouse.up()
    assert page.game("game.past.length") == 0
    page.drag([(3, 1), (5, 1), (7, 1)])
    page.until_game("game.past.length === 1")
    assert page.game("game.now.board.attempt.labels") == [[0, 0, 0, None, None]]
    assert "cannot belong" in page.text("status")


@pytest.mark.slow
def test_a_stroke_is_drawn_before_it_is_judged(page: Page) -> None:
    page.open(starred(IDP_7X7))
    held = []
    page.page.route("**/answers", lambda route: held.append(route))
    page.click((2, 1))
    page.until("document.querySelector('.overlay .adding') !== null")
    assert page.game("game.past.length") == 0
    page.until_held(held)
    held.pop().continue_()
    page.until_game("game.past.length === 1")
    assert not page.page.query_selector(".overlay .adding")


@pytest.mark.nightly
def test_only_what_changes_is_painted_again(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.evaluate("document.querySelector('.over .dot').mine = true")
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    assert page.page.evaluate("document.querySelector('.over .dot').mine")


@pytest.mark.slow
@in_both
@pytest.mark.parametrize("size", others_nightly([(390, 844), (640, 400)]))
def test_cells_are_large_enough(
    new_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    """On a phone, and on a small window enlarged to 200 %."""
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.open("random-30x30")
    left, right = page.places([(0, 1), (2, 1)])
    assert right[0] - left[0] > 12.9
    page.press("#zoom-in")
    wider = page.places([(0, 1), (2, 1)])
    assert wider[1][0] - wider[0][0] > 1.3 * (right[0] - left[0])
    page.page.focus("#board")
    page.page.keyboard.press("0")
    for _ in range(30):
        page.page.keyboard.press("Shift+ArrowRight")
    ((x, _),) = page.places([(59, 1)])
    assert 0 < x < size[0]


@pytest.mark.nightly
def test_marks_trials_and_turns(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.check("[name=tool][value=cross]")
    page.drag([(1, 7), (5, 7)])
    page.until_game("game.now.crosses.length === 3")
    page.page.check("[name=tool][value=wall]")
    for number, wall in enumerate([(2, 1), (6, 1)], 1):
        page.page.click("#trial")
        page.click(wall)
        page.until_game(f"game.now.board.attempt?.walls?.length === {number}")
    assert page.game("game.now.trial.length") == 2
    page.page.click("#discard")
    page.until_game("game.now.board.attempt.walls.length === 1")
    page.page.click("#keep")
    assert page.game("game.now.trial.length") == 0
    page.page.click("#rotate")
    page.until_game("game.now.board.attempt.walls[0][0] === 13")


@pytest.mark.slow
@in_both
def test_a_file_with_history_and_an_image_are_saved(page: Page) -> None:
    page.open(IDP_7X7)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    page.page.click("#share-button")
    page.until("document.getElementById('share-text').value.includes('#z=')")
    assert "this computer only" in page.text("share-note")
    page.page.select_option("#share-notation", "png")
    assert page.saved("#share-save") == "galaxies.png"
    page.page.select_option("#share-notation", "file with history")
    text = page.page.input_value("#share-text")
    page.page.click("#share-dialog button[value=close]")
    page.page.click("#clear")
    page.until_game("game.past.length === 2")
    page.paste(text)
    page.until_game("game.past.length === 4")  # what was there before, and of the file
    assert page.game("game.now.board.attempt.walls") == [[2, 1]]


@pytest.mark.nightly
def test_addresses_hold_hexagons(page: Page) -> None:
    drawn = Position(HEXAGONS, [(4, 3)])
    page.page.goto(f"{page.address}#{address(sheet_of(drawn))}")
    page.until("document.body.dataset.ready === 'true'")
    assert page.game("game.now.board.attempt.walls") == [[4, 3]]
